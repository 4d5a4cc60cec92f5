"""AWS, for the command line: the record in DynamoDB, and the table bus."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from croupier.stores.dynamodb import DynamoDBStore, client_config
from croupier.stores.port import Store
from local.patterns import JsonObject
from local.stack import StoreUnusable

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_events.type_defs import PutEventsRequestEntryTypeDef

LOCAL = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_DEFAULT_REGION": "ap-southeast-2"}
"""What a service on this machine is told where the environment says nothing; it asks for no more."""


MOST, LARGEST = 10, 256 * 1024
"""Entries and bytes that one PutEvents takes."""

TIME = 14
"""Bytes that EventBridge counts for an entry's time."""


class NotSent(RuntimeError):
    """The bus did not take an event, or did not answer whether it did."""


@contextmanager
def stored(address: str | None, table: str) -> Iterator[Store]:
    """The store in a DynamoDB table at an address, or (None) in the account of the environment.

    Raises:
        StoreUnusable: it does not answer, there is no such table, or it may not be read.
    """
    where = "the account of the environment" if address is None else address
    try:
        yield DynamoDBStore(_dynamodb(address), table)
    except (BotoCoreError, ClientError) as error:
        raise StoreUnusable(f"table {table} in the DynamoDB of {where} is not usable: {error}") from error


def _dynamodb(address: str | None) -> "DynamoDBClient":
    if address is None:
        return boto3.client("dynamodb", config=client_config())
    session = _local_session()
    return session.client("dynamodb", endpoint_url=address, config=client_config())


def _local_session() -> boto3.Session:
    """Credentials and region of the environment, or those that a service on this machine takes."""
    told = {name: os.environ.get(name, value) for name, value in LOCAL.items()}
    return boto3.Session(
        aws_access_key_id=told["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=told["AWS_SECRET_ACCESS_KEY"],
        aws_session_token=os.environ.get("AWS_SESSION_TOKEN"),
        region_name=told["AWS_DEFAULT_REGION"],
    )


@dataclass(frozen=True, slots=True)
class BusEntry:
    """An entry as PutEvents takes it; ``detail`` is JSON text."""

    source: str
    detail_type: str
    detail: str

    @property
    def size(self) -> int:
        """Bytes, as EventBridge counts them."""
        parts = (self.source, self.detail_type, self.detail)
        return TIME + sum(len(part.encode(errors="surrogatepass")) for part in parts)


def bus_entry(entry: JsonObject) -> BusEntry:
    """The entry for the bus; a lone surrogate, which UTF-8 cannot carry, is escaped as JSON allows."""
    detail = json.dumps(entry["detail"], ensure_ascii=False, separators=(",", ":"))
    if any("\ud800" <= character <= "\udfff" for character in detail):
        detail = json.dumps(entry["detail"], separators=(",", ":"))
    return BusEntry(str(entry["source"]), str(entry["detail-type"]), detail)


@dataclass(frozen=True, slots=True)
class Taken:
    """The bus took an entry, under an id of its own."""

    id: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The bus did not take an entry."""

    why: str


class TableBus:
    """An event bus by its name, in the account of the environment or at an ``endpoint``."""

    def __init__(self, name: str, endpoint: str | None = None) -> None:
        self.name = name
        session = boto3.Session() if endpoint is None else _local_session()
        try:
            self._client = session.client("events", endpoint_url=endpoint, config=client_config())
        except BotoCoreError as error:
            raise NotSent(f"the bus {name} cannot be called: {error}") from error

    def send(self, entry: JsonObject) -> str:
        """Put one entry on the bus; the id that EventBridge gives it. Sending again is safe: it is one fact.

        Raises:
            NotSent: the bus refused it or did not answer.
        """
        (answer,) = self.put([bus_entry(entry)])
        if isinstance(answer, Refused):
            raise NotSent(f"the bus {self.name} did not take the event: {answer.why}")
        return answer.id

    def put(self, entries: Sequence[BusEntry]) -> list[Taken | Refused]:
        """One request of at most ``MOST`` entries and ``LARGEST`` bytes; what became of each.

        Raises:
            NotSent: the bus refused the request or did not answer; botocore has tried it again already.
        """
        requests: list[PutEventsRequestEntryTypeDef] = [
            {
                "EventBusName": self.name,
                "Source": entry.source,
                "DetailType": entry.detail_type,
                "Detail": entry.detail,
            }
            for entry in entries
        ]
        try:
            answers = self._client.put_events(Entries=requests)["Entries"]
        except (BotoCoreError, ClientError) as error:
            raise NotSent(f"the bus {self.name} did not take the event: {error}") from error
        if len(answers) != len(entries):
            raise NotSent(f"the bus {self.name} answered for {len(answers)} of {len(entries)} events")
        # PutEvents answers 200 also where it took nothing.
        return [
            Refused(f"{told['ErrorCode']}: {told.get('ErrorMessage', 'no message')}")
            if "ErrorCode" in told
            else Taken(told.get("EventId", ""))
            for told in answers
        ]
