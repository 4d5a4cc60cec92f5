"""Counting, breaking and delaying requests to DynamoDB through botocore's own events."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.compat import HTTPHeaders
from botocore.exceptions import ConnectionClosedError
from moto.core.botocore_stubber import MockRawResponse
from moto.core.models import botocore_stubber

from croupier.stores.dynamodb import DynamoDBStore

Breakage: TypeAlias = Callable[[str, AWSPreparedRequest], AWSResponse | None]

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


class Killed(BaseException):
    """The execution environment is gone: nothing in the handler may catch it."""


@contextmanager
def killing_after(store: DynamoDBStore, number: int) -> Iterator[Counter]:
    """End the handler right after its request ``number`` (from 1) was answered."""
    counter = Counter()

    def answered(event_name: str, **_: object) -> None:
        counter.operations.append(event_name.rpartition(".")[2])
        if len(counter.operations) == number:
            raise Killed

    events_of(store).register_last("after-call.dynamodb", answered)
    try:
        yield counter
    finally:
        events_of(store).unregister("after-call.dynamodb", answered)


@contextmanager
def breaking(store: DynamoDBStore, numbers: set[int], how: Breakage) -> Iterator[Counter]:
    """Let the requests with these numbers (from 1, retries counted) fail in some way."""
    counter = Counter()

    def sending(event_name: str, request: AWSPreparedRequest, **_: object) -> AWSResponse | None:
        counter.operations.append(event_name.rpartition(".")[2])
        return how(event_name, request) if len(counter.operations) in numbers else None

    events_of(store).register_first("before-send.dynamodb", sending)
    try:
        yield counter
    finally:
        events_of(store).unregister("before-send.dynamodb", sending)


def reply_lost(event_name: str, request: AWSPreparedRequest) -> AWSResponse | None:
    """The request is carried out; its reply never arrives."""
    botocore_stubber(event_name, request)
    raise ConnectionClosedError(request=request, endpoint_url=request.url)


def throttled(event_name: str, request: AWSPreparedRequest) -> AWSResponse:
    """The answer is to try again later; moto has carried the request out all the same, the harder case."""
    return _answer(request, 400, "ThrottlingException")


def failing(event_name: str, request: AWSPreparedRequest) -> AWSResponse:
    """The service fails after it has carried the request out."""
    return _answer(request, 500, "InternalServerError")


def _answer(request: AWSPreparedRequest, status: int, error: str) -> AWSResponse:
    body = json.dumps({"__type": f"com.amazonaws.dynamodb.v20120810#{error}", "message": error}).encode()
    return AWSResponse(request.url, status, HTTPHeaders(), MockRawResponse(body))
