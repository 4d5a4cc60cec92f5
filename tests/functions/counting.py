"""Counting, breaking and delaying requests to DynamoDB through botocore's own events."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from croupier.stores.dynamodb import DynamoDBStore

READS = {"GetItem", "Query", "BatchGetItem", "Scan"}


@dataclass(frozen=True)
class Requests:
    """How many requests went out."""

    reads: int
    writes: int


@dataclass
class Counter:
    """The operations that went out, in order."""

    operations: list[str] = field(default_factory=list)

    @property
    def total(self) -> Requests:
        reads = sum(operation in READS for operation in self.operations)
        return Requests(reads, len(self.operations) - reads)


def events_of(store: DynamoDBStore) -> Any:
    """The event system of the store's own client."""
    return store._client.meta.events


@contextmanager
def counting(store: DynamoDBStore) -> Iterator[Counter]:
    """Count every request that the store sends, retries included."""
    counter = Counter()

    def sent(event_name: str, **_: object) -> None:
        counter.operations.append(event_name.rpartition(".")[2])

    events_of(store).register_first("before-send.dynamodb", sent)
    try:
        yield counter
    finally:
        events_of(store).unregister("before-send.dynamodb", sent)
