"""What a Lambda function is built from, once per cold start: settings, store, logger; and its metrics."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TypeAlias

import boto3
from aws_lambda_powertools import Logger, single_metric
from aws_lambda_powertools.metrics import MetricUnit

from croupier.events.parsing import Event
from croupier.ledger import NoticeType
from croupier.settling.desks import Posted, handle, read_entry
from croupier.stores.dynamodb import DynamoDBStore, client_config
from croupier.wagers import Desk

BusEvent: TypeAlias = Mapping[str, object]
"""An EventBridge event as Lambda hands it over: the entry, with AWS's own fields around it."""

NAMESPACE = "Croupier"
MILLISECOND = timedelta(milliseconds=1)

logger = Logger(service="croupier")


class MissingSetting(RuntimeError):
    """The function's environment lacks a variable that the template sets."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the template tells a function through its environment."""

    table_name: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Settings":
        """The settings in an environment.

        Raises:
            MissingSetting: a variable is not set.
        """
        try:
            return cls(table_name=environment["TABLE_NAME"])
        except KeyError as missing:
            raise MissingSetting(f"the environment variable {missing.args[0]} is not set") from None


@cache
def store() -> DynamoDBStore:
    """The one store of this execution environment."""
    settings = Settings.of(os.environ)
    return DynamoDBStore(boto3.client("dynamodb", config=client_config()), settings.table_name)


def now(_: Event) -> str:
    """The time at which an entry is posted: for measuring and closing, never for deciding."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


clock: Callable[[Event], str] = now
"""What ``posted_at`` shows. A replay sets it to the time of the event."""


def settle(desk: Desk, entry: BusEvent) -> Posted:
    """Handle one event at a desk, with the ids of its round on every log line and its outcome in the metrics."""
    event = read_entry(entry)
    if isinstance(event, Event):
        logger.append_keys(
            site_id=event.round_id.site_id,
            table_id=event.round_id.table_id,
            round_id=event.round_id.round_id,
            event_id=event.seen.event_id,
            event_name=event.name,
        )
    posted = handle(event, entry, desk, store(), clock)
    _report(posted)
    return posted


def _report(posted: Posted) -> None:
    """One log line and one metric for everything that was added to the record."""
    for record, entry in posted.entries:
        wager, provenance = record.wager, entry.provenance
        logger.info(
            "wager settled",
            wager_id=wager.wager_id,
            kind=str(wager.kind),
            outcome=entry.outcome,
            clause=entry.clause,
            entry=entry.number,
        )
        _count("WagersSettled", kind=str(wager.kind), outcome=str(entry.outcome))
        took = datetime.fromisoformat(provenance.posted_at) - datetime.fromisoformat(provenance.occurred_at)
        _measure("EventToEntry", MetricUnit.Milliseconds, took // MILLISECOND, kind=str(wager.kind))
    for notice in posted.notices:
        logger.warning(notice.because, notice=notice.type, field=notice.field, value=notice.value)
        _count(_COUNTED[notice.type])


_COUNTED = {
    NoticeType.EVENT_REJECTED: "EventsRejected",
    NoticeType.ROUND_UNDER_REVIEW: "RoundsUnderReview",
    NoticeType.WAGER_REFUSED: "WagersRefused",
    NoticeType.WAGER_QUESTIONED: "WagersQuestioned",
    NoticeType.LARGE_WIN: "LargeWins",
    NoticeType.WAGER_OVERDUE: "WagersOverdue",
}


def _count(name: str, **dimensions: str) -> None:
    _measure(name, MetricUnit.Count, 1, **dimensions)


def _measure(name: str, unit: MetricUnit, value: int, **dimensions: str) -> None:
    with single_metric(name=name, unit=unit, value=value, namespace=NAMESPACE) as metric:
        for dimension, held in dimensions.items():
            metric.add_dimension(name=dimension, value=held)
