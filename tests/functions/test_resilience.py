"""A handler that dies, is throttled or loses a reply leaves the same end state when its event is tried again."""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, ConnectionClosedError, EndpointConnectionError

from croupier import runtime
from croupier.facts import RoundId
from croupier.settling.cashier import AccountKeepsMoving
from croupier.stores.dynamodb import DynamoDBStore
from croupier.wagers import Desk
from local.lambdas import TABLE, LambdaStack, lambda_stack
from local.stack import heard_by
from tests.functions.counting import (
    Breakage,
    Killed,
    breaking,
    counting,
    failing,
    killing_after,
    reply_lost,
    throttled,
)
from tests.playing import Result, changed, outcome_of
from tests.rounds import RECORDED
from tests.table_system import Entry, TableSystem

ROUND = RoundId("akl", "bj-07", "r-000123")

SHARES = 4
"""Into so many parts a long test is cut, for as many workers."""


@pytest.fixture
def stack() -> Iterator[LambdaStack]:
    with lambda_stack() as opened:
        yield opened


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long botocore waits before each retry; nobody really sleeps."""
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    return waits


def small_round() -> TableSystem:
    """Every desk has something to settle, one wager is refused, one id is used twice."""
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100), ("s", "super-sevens", 1, "p", 10), ("q", "perfect-pairs", 1, "p", 10))
    table.place(("r", "insurance", 1, "p", 60), original=100)
    table.place(("i", "insurance", 1, "p", 50), original=100)
    table.place(("i", "insurance", 1, "p", 40), original=100)
    table.place(("o", "surrender", 1, "p", 5))
    table.initial_deal("AS", box1="7H 7C")
    table.deal(1, "TD")
    table.end(1, "bust")
    table.dealer("5H")
    table.complete()
    return table


def tiny_round() -> TableSystem:
    """A wager settled by its card, one settled by the completed round."""
    table = TableSystem()
    table.place(("m", "main", 1, "p", 100), ("s", "super-sevens", 1, "p", 10))
    table.deal(1, "9H", "9C")
    table.dealers += ["TC", "7D"]
    table.complete()
    return table


def contents() -> Sequence[Mapping[str, Any]]:
    """Everything that lies in the table, but for how often events were heard: repeated ones count again."""
    items = boto3.client("dynamodb").scan(TableName=TABLE)["Items"]
    uncounted = [{name: value for name, value in item.items() if name != "events"} for item in items]
    return sorted(uncounted, key=lambda item: (item["pk"]["S"], item["sk"]["S"]))


def played_cleanly(events: list[Entry]) -> tuple[Sequence[Mapping[str, Any]], int]:
    """What lies in the table after the events, and how many requests that took."""
    with lambda_stack() as stack, counting(runtime.store()) as requests:
        for entry in events:
            stack.put(entry)
        return contents(), len(requests.operations)


def invocations(stack: LambdaStack, events: list[Entry]) -> Iterator[tuple[str, Entry]]:
    for entry in events:
        event = stack.envelope(entry)
        for function in heard_by(stack._rules, event):
            yield function, event


@pytest.mark.slow
@pytest.mark.parametrize("part", range(SHARES))
def test_a_handler_killed_after_any_of_its_requests_and_invoked_again_leaves_the_same_end_state(part: int) -> None:
    events = small_round().events
    expected, requests = played_cleanly(events)
    assert requests > 50
    for number in range(1 + part, requests + 1, SHARES):
        with lambda_stack() as stack, killing_after(runtime.store(), number):
            killed = 0
            for function, event in invocations(stack, events):
                try:
                    stack.invoke(function, event)
                except Killed:
                    killed += 1
                    stack.invoke(function, event)
            assert killed == 1
            assert contents() == expected, f"killed after request {number}"


@pytest.mark.slow
def test_a_handler_killed_and_never_invoked_again_is_made_good_by_the_completed_round() -> None:
    """Whatever died for good, ``RoundCompleted`` settles every wager whose account was opened."""
    events = tiny_round().events
    with lambda_stack() as stack, counting(runtime.store()) as requests:
        for entry in events[:-1]:
            stack.put(entry)
        before_the_end = len(requests.operations)
    for number in range(1, before_the_end + 1):
        with lambda_stack() as stack:
            with killing_after(runtime.store(), number):
                for function, event in invocations(stack, events[:-1]):
                    try:
                        stack.invoke(function, event)
                    except Killed:
                        continue
            stack.put(events[-1])
            records = [record for desk in Desk for record in stack.store.read_wagers(ROUND, desk)]
            assert all(record.standing for record in records)


@pytest.mark.slow
@pytest.mark.parametrize("how", [throttled, failing, reply_lost])
def test_every_single_request_may_fail_once(how: Breakage, slept: list[float]) -> None:
    events = tiny_round().events
    expected, requests = played_cleanly(events)
    for number in range(1, requests + 1):
        with lambda_stack() as stack, breaking(runtime.store(), {number}, how) as sent:
            for entry in events:
                stack.put(entry)
            assert contents() == expected, f"request {number} failed"
            # A hand written twice looks like an event heard twice, which is handled whole: two reads more.
            assert len(sent.operations) in (requests + 1, requests + 3)
    assert slept, "a retry waits"


@pytest.mark.parametrize("how", [throttled, failing, reply_lost])
def test_retries_are_bounded_and_their_waits_jittered(
    how: Breakage, stack: LambdaStack, slept: list[float]
) -> None:
    with (
        breaking(runtime.store(), set(range(1, 1000)), how) as sent,
        pytest.raises((ClientError, EndpointConnectionError, ConnectionClosedError)),
    ):
        stack.put(small_round().events[0])
    assert len(sent.operations) == 8
    assert len(slept) == 7
    assert all(0 <= wait <= 20 for wait in slept)
    assert len(set(slept)) > 1


def test_a_write_whose_reply_was_lost_is_recognised_as_its_own(stack: LambdaStack, slept: list[float]) -> None:
    table = TableSystem()
    table.place(("s", "super-sevens", 1, "p", 10))
    table.deal(1, "9H")
    stack.put(table.events[0])
    # One write of the card, two reads, and the post, whose reply is lost.
    with breaking(runtime.store(), {4}, reply_lost) as sent:
        posted = runtime.settle(Desk.SUPER_SEVENS, stack.envelope(table.events[1]))
    assert [record.wager.wager_id for record, _ in posted.entries] == ["s"]
    assert sent.operations == ["UpdateItem", "Query", "Query", "UpdateItem", "UpdateItem"]
    assert slept


def test_the_loser_of_a_race_reads_again_and_finds_nothing_to_do(stack: LambdaStack) -> None:
    table = TableSystem()
    table.place(("s", "super-sevens", 1, "p", 10))
    table.deal(1, "9H")
    stack.put(table.events[0])
    event = stack.envelope(table.events[1])
    again = stack.envelope(changed(table.events[1], "detail.metadata.event_id", "e-again"))
    rival = DynamoDBStore(boto3.client("dynamodb"), TABLE)
    lost = LosingOnce(runtime.store(), rival)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runtime, "store", lambda: lost)
        posted = runtime.settle(Desk.SUPER_SEVENS, event)
    assert again != event
    assert posted.entries == []
    (record,) = stack.store.read_wagers(ROUND, Desk.SUPER_SEVENS)
    assert len(record.entries) == 1


class LosingOnce:
    """A store whose first post comes a moment after a rival's."""

    def __init__(self, store: DynamoDBStore, rival: DynamoDBStore) -> None:
        self._store, self._rivals = store, [rival]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def post(self, record: Any, entries: Any) -> bool:
        if self._rivals:
            rival = self._rivals.pop()
            changed_by_rival = [type(entries[0])(**{**_fields(entries[0]), "because": "the rival was first"})]
            assert rival.post(record, changed_by_rival)
        return self._store.post(record, entries)


def _fields(entry: Any) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in entry.__dataclass_fields__}


def test_an_account_that_moves_at_every_try_ends_in_an_error_for_the_event_to_be_tried_again(
    stack: LambdaStack,
) -> None:
    table = TableSystem()
    table.place(("s", "super-sevens", 1, "p", 10))
    table.deal(1, "9H")
    stack.put(table.events[0])
    moving = AlwaysMoving(runtime.store())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runtime, "store", lambda: moving)
        with pytest.raises(AccountKeepsMoving, match="wager s of round akl/bj-07/r-000123"):
            runtime.settle(Desk.SUPER_SEVENS, stack.envelope(table.events[1]))
    stack.put(table.events[1])
    (record,) = stack.store.read_wagers(ROUND, Desk.SUPER_SEVENS)
    assert len(record.entries) == 1


class AlwaysMoving:
    """A store on which somebody moves the account's version before every post."""

    def __init__(self, store: DynamoDBStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def post(self, record: Any, entries: Any) -> bool:
        self._store.post(record, [])
        return self._store.post(record, entries)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(RECORDED))
def test_shuffled_and_doubled_every_store_prints_the_same(name: str) -> None:
    events = [*RECORDED[name]()[0]] * 2
    random.Random(name).shuffle(events)
    with lambda_stack() as stack:
        on_moto = outcome_of(events, stack)
    in_memory = outcome_of(events)
    assert on_moto.settlements == in_memory.settlements
    assert on_moto.notices == in_memory.notices
    assert on_moto.still_open == in_memory.still_open


@pytest.mark.slow
def test_every_round_at_once_interleaved_comes_to_the_same_on_every_store() -> None:
    tables = [play()[0] for play in RECORDED.values()]
    events = [entry for table in tables for entry in table]
    random.Random(7).shuffle(events)
    standing: list[Mapping[str, Result]] = []
    for opening in (lambda_stack, lambda: nullcontext(None)):
        with opening() as stack:
            standing.append(outcome_of(events, stack).standing)
    assert standing[0] == standing[1]
