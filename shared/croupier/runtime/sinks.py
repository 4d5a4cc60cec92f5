"""The two places that settlements are published to, and the one where what cannot be published is kept."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from croupier.publishing import SOURCE, Message, in_chunks, message_size

if TYPE_CHECKING:
    from mypy_boto3_events import EventBridgeClient
    from mypy_boto3_kinesis import KinesisClient
    from mypy_boto3_s3 import S3Client

ATTEMPTS = 5
"""So often a message is sent before its record is given back to be tried again later."""

PAUSE = 0.05
"""Seconds before the second attempt; twice as long before each further one."""

Chunk = list[tuple[int, Message]]


@dataclass(frozen=True, slots=True)
class _Sink(ABC):
    """Sends in chunks; of a chunk that was taken in part, only what was not is sent again."""

    pause: Callable[[float], None] = time.sleep
    most: int = 1
    largest: int = 1

    def send(self, messages: Sequence[Message]) -> frozenset[int]:
        left: Chunk = list(enumerate(messages))
        for attempt in range(ATTEMPTS):
            if attempt and left:
                self.pause(PAUSE * 2 ** (attempt - 1))
            chunks = in_chunks(left, message_size, most=self.most, largest=self.largest)
            left = [message for chunk in chunks for message in self._not_taken(chunk)]
            if not left:
                break
        return frozenset(number for number, _ in left)

    def _not_taken(self, chunk: Chunk) -> Chunk:
        try:
            taken = self.put([message for _, message in chunk])
        except (BotoCoreError, ClientError):
            # botocore has tried again already; the chunk is tried as a whole once more.
            return chunk
        return [message for message, was_taken in zip(chunk, taken, strict=True) if not was_taken]

    @abstractmethod
    def put(self, messages: Sequence[Message]) -> list[bool]:
        """One request: which messages were taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementStream(_Sink):
    """The Kinesis stream that finance reads: ``PutRecords`` takes 500 records and 5 MiB."""

    client: "KinesisClient"
    name: str
    most: int = 500
    largest: int = 5 * 1024 * 1024

    def put(self, messages: Sequence[Message]) -> list[bool]:
        records = [{"Data": message.body.encode(), "PartitionKey": message.key[:256]} for message in messages]
        answer = self.client.put_records(StreamName=self.name, Records=records)  # type: ignore[arg-type]
        return ["ErrorCode" not in record for record in answer["Records"]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementBus(_Sink):
    """The bus that tables, displays and alerts listen to: ``PutEvents`` takes 10 entries and 256 kB."""

    client: "EventBridgeClient"
    name: str
    most: int = 10
    largest: int = 250_000

    def put(self, messages: Sequence[Message]) -> list[bool]:
        answer = self.client.put_events(
            Entries=[
                {
                    "EventBusName": self.name,
                    "Source": SOURCE,
                    "DetailType": message.detail_type,
                    "Detail": message.body,
                }
                for message in messages
            ]
        )
        return ["ErrorCode" not in entry for entry in answer["Entries"]]


class NotKept(OSError):
    """A record could not be kept; it is to be tried again."""


@dataclass(frozen=True, slots=True)
class FailedRecords:
    """A bucket for records that cannot be published: each whole, with why, under the digest of what it is."""

    client: "S3Client"
    bucket: str

    def keep(self, record: Mapping[str, object], why: str) -> None:
        """Keep a record. The same record is kept once.

        Raises:
            NotKept: the bucket did not take it.
        """
        body = json.dumps({"why": why, "record": record}, default=str, ensure_ascii=False, sort_keys=True)
        name = f"poison/{sha256(body.encode()).hexdigest()}.json"
        try:
            self.client.put_object(Bucket=self.bucket, Key=name, Body=body.encode())
        except (BotoCoreError, ClientError) as error:
            raise NotKept(f"{self.bucket}/{name}: {error}") from error
