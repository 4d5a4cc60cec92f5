"""What the publisher is built from, once per cold start, and what it does with a batch."""

import os
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias, TypedDict

import boto3
from botocore.config import Config

from croupier.publishing import Keep, Sink, publish
from croupier.runtime import count, logger, setting
from croupier.runtime.sinks import FailedRecords, SettlementBus, SettlementStream


class StreamEvent(TypedDict):
    """What Lambda hands over: records of the table's stream, in order."""

    Records: Sequence[Mapping[str, object]]


Outlets: TypeAlias = tuple[Sink, Sink, Keep]


@cache
def outlets() -> Outlets:
    """The stream, the bus, and where unpublishable records are kept, as the template tells the publisher.

    Raises:
        MissingSetting: a variable of the environment is not set.
    """
    names = ("SETTLEMENT_STREAM", "SETTLEMENT_BUS", "FAILED_RECORDS")
    stream, bus, failed_records = (setting(os.environ, name) for name in names)
    config = Config(connect_timeout=1, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 3})
    return (
        SettlementStream(client=boto3.client("kinesis", config=config), name=stream),
        SettlementBus(client=boto3.client("events", config=config), name=bus),
        FailedRecords(boto3.client("s3", config=config), failed_records).keep,
    )


def publish_batch(event: StreamEvent) -> Mapping[str, object]:
    """Publish a batch, and answer which records were not: Lambda goes on from the first of them."""
    stream, bus, keep = outlets()

    def keep_and_say(record: Mapping[str, object], why: str) -> None:
        keep(record, why)
        logger.error("a record of the table's stream cannot be published and was kept", why=why)

    published = publish(event["Records"], stream, bus, keep_and_say)
    for name, value in (
        ("EntriesPublished", published.entries),
        ("NoticesPublished", published.notices),
        ("RecordsKept", published.kept),
        ("RecordsToTryAgain", len(published.failed)),
    ):
        if value:
            count(name, value)
    if published.failed:
        logger.warning("records to be tried again", records=len(published.failed), first=published.failed[0])
    return {"batchItemFailures": [{"itemIdentifier": number} for number in published.failed]}
