"""Handlers on threads of their own, against a DynamoDB that serves them at the same time."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import boto3
import pytest

from croupier.facts import RoundId
from croupier.ledger import EntryType
from croupier.settling.desks import handle, read_entry
from croupier.stores.dynamodb import DynamoDBStore, client_config
from croupier.wagers import Desk, Outcome
from local.lambdas import TABLE, create_table
from local.stack import happened
from tests.cloud.emulator import REGION, emulator
from tests.settling.accounts import accounts, check_accounts
from tests.table_system import Entry, TableSystem

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

pytestmark = pytest.mark.cloud

RACES = 40


@pytest.fixture(scope="module")
def client() -> Iterator["DynamoDBClient"]:
    with emulator() as address:
        client = boto3.client(
            "dynamodb",
            endpoint_url=address,
            region_name=REGION,
            aws_access_key_id="local",
            aws_secret_access_key="local",  # noqa: S106  # the emulator's
            config=client_config(),
        )
        create_table(client)
        yield client


def dealt(round_id: str) -> TableSystem:
    """A main wager of 100 on 19 against a soft 19, all but completed."""
    table = TableSystem(round_id=round_id)
    table.open()
    table.place(("m", "main", 1, "p", 100))
    table.initial_deal("AS", box1="TH 9C")
    table.end(1, "stand")
    table.dealer("8C")
    return table


def void(table: TableSystem) -> Entry:
    return table.supervise(
        "WagersVoided",
        clause="16.6",
        scope={"round": True},
        after_sequence=table.sequence,
        reason="shoe misloaded",
        authorised_by="s.kahu",
    )


def at_once(store: DynamoDBStore, events: list[Entry]) -> None:
    """Handle the events at the main desk, each on a thread of its own, all let go at the same moment."""
    ready = Barrier(len(events), timeout=30)

    def one(entry: Entry) -> None:
        event = read_entry(entry)
        ready.wait()
        handle(event, entry, Desk.MAIN, store, happened)

    with ThreadPoolExecutor(len(events)) as threads:
        for done in [threads.submit(one, entry) for entry in events]:
            done.result(timeout=60)


Racing = Callable[[TableSystem], list[Entry]]


def settlement_and_void(table: TableSystem) -> list[Entry]:
    return [table.complete(), void(table)]


def the_same_settlement_sixteen_times(table: TableSystem) -> list[Entry]:
    return [table.complete()] * 16


def settlement_void_and_rescission(table: TableSystem) -> list[Entry]:
    completed, voided = table.complete(), void(table)
    rescinded = table.supervise(
        "VoidRescinded", voided_event_id="s-1", reason="wrong round", authorised_by="s.kahu"
    )
    return [completed, voided, rescinded]


@pytest.mark.parametrize(
    ("racing", "outcome"),
    [
        (settlement_and_void, Outcome.VOID),
        (the_same_settlement_sixteen_times, Outcome.STAND_OFF),
        (settlement_void_and_rescission, Outcome.STAND_OFF),
    ],
    ids=lambda held: getattr(held, "__name__", str(held)),
)
def test_a_race_on_threads_leaves_exactly_one_standing_entry(
    client: "DynamoDBClient", racing: Racing, outcome: Outcome
) -> None:
    store = DynamoDBStore(client, TABLE)
    for number in range(RACES):
        table = dealt(f"{racing.__name__}-{number}")
        for entry in table.events:
            for desk in (Desk.MAIN, Desk.INSURANCE, Desk.SUPER_SEVENS, Desk.PERFECT_PAIRS):
                handle(read_entry(entry), entry, desk, store, happened)
        at_once(store, racing(table))
        held = accounts(store, RoundId("akl", "bj-07", table.round_id))
        check_accounts({}, held)
        (standing,) = [record.standing for record in held.values()]
        assert standing is not None
        assert standing.outcome is outcome
        settled = [entry for entry in held["m"].entries if entry.type is EntryType.SETTLEMENT]
        undone = [entry for entry in held["m"].entries if entry.type is EntryType.REVERSAL]
        assert len(settled) - len(undone) == 1
