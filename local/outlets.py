"""Everything downstream of the table on one machine: its stream, the publisher, finance's stream, the buses.

The publisher's real handler, before moto's Kinesis and EventBridge, fed by our own poller (``streams.py``).
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, TextIO

import boto3

from croupier.stores.dynamodb import client_config
from local import template
from local.lambdas import ACCOUNT, BUS, FAILED, REGION, STREAM, TABLE, LambdaStack, lambda_stack
from local.patterns import JsonObject
from local.streams import Mapped, Poller, Record

if TYPE_CHECKING:
    from mypy_boto3_dynamodbstreams import DynamoDBStreamsClient
    from mypy_boto3_kinesis import KinesisClient
    from mypy_boto3_sqs import SQSClient

PUBLISHER = "publish_settlements"


class Outlets:
    """What is published of a stack's table, and where it goes."""

    def __init__(self, stack: LambdaStack) -> None:
        self.failed: list[tuple[Sequence[Record], str]] = []
        mapped = Mapped.of(template.stream_mapping(template.load(), PUBLISHER))
        self._poller = Poller(mapped, lambda event: stack.invoke(PUBLISHER, event), self._fail)
        self._streams: DynamoDBStreamsClient = boto3.client("dynamodbstreams", config=client_config())
        self._kinesis: KinesisClient = boto3.client("kinesis")
        self._queue: SQSClient = boto3.client("sqs")
        self._position = 0
        self._kinesis.create_stream(StreamName=STREAM, ShardCount=1)
        boto3.client("s3", region_name="us-east-1").create_bucket(Bucket=FAILED)
        self._listen()

    def publish(self) -> None:
        """Hand everything that is new in the table's stream to the publisher."""
        fresh = self.changes()[self._position :]
        self._position += len(fresh)
        self._poller.deliver(fresh)

    def changes(self) -> list[Record]:
        """The table's stream from its beginning, each record as Lambda hands it over."""
        (stream,) = self._streams.list_streams(TableName=TABLE)["Streams"]
        arn = stream["StreamArn"]
        found: list[Record] = []
        for shard in self._streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]:
            iterator = self._streams.get_shard_iterator(
                StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
            )["ShardIterator"]
            while iterator:
                answer = self._streams.get_records(ShardIterator=iterator)
                found += [_as_lambda_has_it(record) for record in answer["Records"]]
                iterator = answer.get("NextShardIterator", "") if answer["Records"] else ""
        return found

    def settlements(self) -> list[JsonObject]:
        """What finance has read of its stream, from the beginning."""
        shards = self._kinesis.list_shards(StreamName=STREAM)["Shards"]
        found: list[JsonObject] = []
        for shard in shards:
            iterator = self._kinesis.get_shard_iterator(
                StreamName=STREAM, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
            )["ShardIterator"]
            answer = self._kinesis.get_records(ShardIterator=iterator)
            while answer["Records"]:
                found += [json.loads(record["Data"]) for record in answer["Records"]]
                answer = self._kinesis.get_records(ShardIterator=answer["NextShardIterator"])
        return found

    def heard(self) -> list[JsonObject]:
        """What was heard on the settlement bus since it was last asked."""
        found: list[JsonObject] = []
        while messages := self._queue.receive_message(QueueUrl=self._url, MaxNumberOfMessages=10).get("Messages"):
            for message in messages:
                found.append(json.loads(message["Body"]))
                self._queue.delete_message(QueueUrl=self._url, ReceiptHandle=message["ReceiptHandle"])
        return found

    def _listen(self) -> None:
        """A queue that hears all of the settlement bus, as a display would."""
        events = boto3.client("events")
        events.create_event_bus(Name=BUS)
        self._url = self._queue.create_queue(QueueName="display")["QueueUrl"]
        events.put_rule(Name="display", EventBusName=BUS, EventPattern='{"source": ["blackjack.settlement"]}')
        queue = f"arn:aws:sqs:{REGION}:{ACCOUNT}:display"
        events.put_targets(Rule="display", EventBusName=BUS, Targets=[{"Id": "display", "Arn": queue}])

    def _fail(self, records: Sequence[Record], why: str) -> None:
        self.failed.append((records, why))


def _as_lambda_has_it(record: object) -> Record:
    """Plain JSON values: moto's times are datetimes."""
    plain: Record = json.loads(json.dumps(record, default=str))
    return plain


@contextmanager
def outlets(logs: TextIO | None = None) -> Iterator[tuple[LambdaStack, Outlets]]:
    """A stack on moto, and what is downstream of its table."""
    with lambda_stack(logs=logs or StringIO()) as stack:
        yield stack, Outlets(stack)
