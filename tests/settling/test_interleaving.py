"""Corrections in any order, repeated, and racing: what stands is what all the facts decide."""

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from croupier.facts import RoundId
from croupier.settling.cashier import Cashier
from croupier.settling.desks import handle, read_entry
from croupier.stores.memory import MemoryStore
from croupier.wagers import Desk, Outcome
from local.lambdas import lambda_stack
from local.stack import MemoryStack, Stack, happened
from tests.dealing import dealt_round
from tests.settling.accounts import accounts, check_accounts, check_decided
from tests.table_system import Entry, TableSystem

ROUND = RoundId("akl", "bj-07", "r-000123")
WHO = {"authorised_by": "supervisor.kahu", "reason": "the recording shows it"}


def corrections(chance: random.Random, table: TableSystem) -> list[Entry]:
    """Some corrections of every sort, about the round as it was played."""
    played = list(table.events)
    wagers = [
        wager
        for entry in played
        if entry["detail-type"] == "WagersPlaced"
        for wager in entry["detail"]["data"]["wagers"]
    ]
    boxes = played[-1]["detail"]["data"]["boxes"]
    dealer = played[-1]["detail"]["data"]["dealer"]
    for _ in range(chance.randint(1, 3)):
        chosen = chance.choice(wagers)
        scope = chance.choice(
            [
                {"round": True},
                {"boxes": [chosen["box"]]},
                {"players": [chosen["player"]]},
                {"wagers": [chosen["wager_id"]]},
            ]
        )
        void = table.supervise(
            "WagersVoided",
            clause="16.6",
            scope=scope,
            after_sequence=chance.randint(0, table.sequence),
            completed_side_wagers=chance.choice(["return", "stand"]),
            **WHO,
        )
        if chance.random() < 0.5:
            table.supervise("VoidRescinded", voided_event_id=void["detail"]["metadata"]["event_id"], **WHO)
    for revision in range(1, chance.randint(0, 2) + 1):
        other = ["TD", chance.choice(["7C", "8C", "9C"])] if chance.random() < 0.5 else dealer
        table.supervise(
            "RoundReconstructed", revision=revision, boxes=boxes, dealer=other, complete=True, clause="16.6", **WHO
        )
    for revision in range(1, chance.randint(0, 2) + 1):
        corrected = {**chance.choice(wagers), "amount": chance.randint(1, 999)}
        table.supervise("WagersCorrected", revision=revision, wagers=[corrected], **WHO)
    if chance.random() < 0.3:
        table.supervise("WagersUpheld", wagers=[chance.choice(wagers)["wager_id"]], **WHO)
    return table.events[len(played) :]


def play(stack: Stack, events: Sequence[Entry]) -> dict[str, object]:
    """Every account is checked after every event, and in the end against the facts."""
    before = accounts(stack.store, ROUND)
    for entry in events:
        stack.put(entry)
        after = accounts(stack.store, ROUND)
        check_accounts(before, after)
        before = after
    check_decided(stack.store, ROUND)
    standing = {wager: record.standing for wager, record in before.items()}
    return {
        wager: None if entry is None else (entry.outcome, entry.odds, entry.returned, entry.wager)
        for wager, entry in standing.items()
    }


def scenario(deal: int, order: int, rule_book: str) -> tuple[list[Entry], list[Entry]]:
    """A round and its corrections in the order in which they happened, and in some other, some of them twice."""
    table = dealt_round(random.Random(deal), rule_book)
    corrections(random.Random(deal), table)
    chance = random.Random(order)
    arriving = [*table.events, *chance.choices(table.events, k=8)]
    chance.shuffle(arriving)
    return table.events, arriving


@pytest.mark.parametrize("rule_book", ["au-1", "au-2", "nz-1996"])
@settings(deadline=None, max_examples=40)
@given(deal=st.integers(0, 2**32), order=st.integers(0, 2**32))
# A card that comes after its successors shows a side wager completed before a void that lets it stand.
@example(deal=33397, order=36)
def test_in_any_order_of_arrival_the_same_entries_stand(rule_book: str, deal: int, order: int) -> None:
    happened_so, arriving = scenario(deal, order, rule_book)
    assert play(MemoryStack(), arriving) == play(MemoryStack(), happened_so)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_in_any_order_of_arrival_the_same_entries_stand_on_dynamodb(seed: int) -> None:
    happened_so, arriving = scenario(seed, seed, random.Random(seed).choice(["au-1", "au-2", "nz-1996"]))
    with lambda_stack() as stack:
        on_dynamodb = play(stack, arriving)
    assert on_dynamodb == play(MemoryStack(), happened_so)


# Two or three handlers, interleaved at every call of the store


class Turns:
    """Lets one of several handlers make one store call at a time, in an order that the test names."""

    def __init__(self, store: MemoryStore, handlers: Sequence[Callable[[Any], None]]) -> None:
        self._store = store
        self._turn = [threading.Semaphore(0) for _ in handlers]
        self._paused = threading.Semaphore(0)
        self._alive = set(range(len(handlers)))
        self._failed: list[BaseException] = []
        self.calls = [0] * len(handlers)
        self._threads = [
            threading.Thread(target=self._run, args=(number, handler), daemon=True)
            for number, handler in enumerate(handlers)
        ]

    def _run(self, number: int, handler: Callable[[Any], None]) -> None:
        self._turn[number].acquire()
        try:
            handler(_Waiting(self, number, self._store))
        except BaseException as error:  # told by whoever started the turns
            self._failed.append(error)
        self._alive.discard(number)
        self._paused.release()

    def wait(self, number: int) -> None:
        """Called by a handler before each of its store calls."""
        self.calls[number] += 1
        self._paused.release()
        self._turn[number].acquire()

    def play(self, order: Iterator[int]) -> None:
        for thread in self._threads:
            thread.start()
        for number in range(len(self._threads)):
            self._step(number)
        for number in order:
            if number in self._alive:
                self._step(number)
        while self._alive:
            self._step(min(self._alive))
        if self._failed:
            raise self._failed[0]

    def _step(self, number: int) -> None:
        self._turn[number].release()
        assert self._paused.acquire(timeout=10), "a handler does not come back"


class _Waiting:
    """A store that waits for its turn before every call."""

    def __init__(self, turns: Turns, number: int, store: MemoryStore) -> None:
        self._turns, self._number, self._store = turns, number, store

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)

        def call(*arguments: Any) -> Any:
            self._turns.wait(self._number)
            return method(*arguments)

        return call


def at(desk: Desk, entry: Entry) -> Callable[[Any], None]:
    def handler(store: Any) -> None:
        handle(read_entry(entry), entry, desk, store, happened)

    return handler


def raced(
    before: Sequence[Entry], racing: Sequence[Entry], desk: Desk, order: Sequence[int]
) -> tuple[MemoryStore, list[int]]:
    """The store after the events before, then the racing ones at one desk, their calls in some order."""
    stack = MemoryStack()
    for entry in before:
        stack.put(entry)
    store = stack.store
    assert isinstance(store, MemoryStore)
    turns = Turns(store, [at(desk, entry) for entry in racing])
    turns.play(iter(order))
    return store, turns.calls


def orders(before: Sequence[Entry], racing: Sequence[Entry], desk: Desk) -> Iterator[list[int]]:
    """Every order of the calls of two handlers."""
    _, calls = raced(before, racing, desk, [])
    total = sum(calls) + 2
    for places in combinations(range(total), calls[0] + 1):
        yield [0 if place in places else 1 for place in range(total)]


def race(name: str) -> tuple[list[Entry], list[Entry], Desk]:
    """What came before, the two events that race, and the desk."""
    table = TableSystem()
    table.open()
    placed = table.place(("s", "super-sevens", 1, "p", 10), ("t", "super-sevens", 1, "q", 20))
    main = table.place(("m", "main", 1, "p", 100))
    table.deal(1, "7H")
    table.deal(1, "7C")
    table.deal(1, "KD")
    cards = table.events[3:6]
    table.dealers += ["TD", "8C"]
    completed = table.complete()
    void = table.supervise("WagersVoided", clause="16.6", scope={"round": True}, after_sequence=3, **WHO)
    rescission = table.supervise("VoidRescinded", voided_event_id="s-1", **WHO)
    hand = {"box": 1, "dealt": ["7S", "7C", "KD"], "hands": [{"hand": 1, "cards": ["7S", "7C", "KD"]}]}
    rebuilt = table.supervise(
        "RoundReconstructed", revision=1, boxes=[hand], dealer=["TD", "8C"], complete=True, clause="16.6", **WHO
    )
    sevens = Desk.SUPER_SEVENS
    return {
        "a void and the deciding card": ([placed, *cards[:2]], [void, cards[2]], sevens),
        "a void and the placing of the wager": (cards, [void, placed], sevens),
        "a void and the completed round": ([main], [void, completed], Desk.MAIN),
        "a void and its rescission": ([placed, *cards], [void, rescission], sevens),
        "a rescission and the deciding card": ([placed, *cards[:2], void], [rescission, cards[2]], sevens),
        "a reconstruction and the deciding card": ([placed, *cards[:2]], [rebuilt, cards[2]], sevens),
        "a reconstruction and a void": ([placed, *cards], [rebuilt, void], sevens),
        "two cards": ([placed, cards[0]], [cards[1], cards[2]], sevens),
        "the wager and its card": (cards[:2], [placed, cards[2]], sevens),
    }[name]


RACES = [
    "a void and the deciding card",
    "a void and the placing of the wager",
    "a void and the completed round",
    "a void and its rescission",
    "a rescission and the deciding card",
    "a reconstruction and the deciding card",
    "a reconstruction and a void",
    "two cards",
    "the wager and its card",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", RACES)
def test_two_handlers_interleaved_at_every_store_call_leave_what_the_facts_decide(name: str) -> None:
    before, racing, desk = race(name)
    for order in orders(before, racing, desk):
        store, _ = raced(before, racing, desk, order)
        check_accounts({}, accounts(store, ROUND))
        check_decided(store, ROUND)


@pytest.mark.parametrize("seed", range(150))
def test_three_handlers_interleaved_leave_what_the_facts_decide(seed: int) -> None:
    chance = random.Random(seed)
    before, racing, desk = race("a void and its rescission")
    _, others, _ = race("a reconstruction and the deciding card")
    store, _ = raced(before[:-1], [*racing, chance.choice(others)], desk, chance.choices([0, 1, 2], k=40))
    check_accounts({}, accounts(store, ROUND))
    check_decided(store, ROUND)


@pytest.mark.slow
def test_a_void_and_its_rescission_at_the_same_moment_the_rescission_holds() -> None:
    before, racing, desk = race("a void and its rescission")
    for order in orders(before[:-1], racing, desk):
        store, _ = raced(before[:-1], racing, desk, order)
        assert all(record.standing is None for record in accounts(store, ROUND).values())


@pytest.mark.slow
def test_without_the_move_of_the_version_a_correction_is_lost_and_found_out_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without_moving(self: Cashier, record: Any, entries: Any, cause: Any) -> bool:
        return True if not entries else self.store.post(record, entries)

    monkeypatch.setattr(Cashier, "_post", without_moving)
    # The void has read the facts; its rescission finds nothing to change; the stale void is posted all the same.
    before, racing, desk = race("a void and its rescission")
    standing = {
        record.standing.outcome
        for order in orders(before[:-1], racing, desk)
        for record in accounts(raced(before[:-1], racing, desk, order)[0], ROUND).values()
        if record.standing
    }
    assert standing == {Outcome.VOID}


# What one desk has written and another has not heard


def bust_on_sevens() -> tuple[list[Entry], Entry, Entry]:
    """Two sevens, a third card and the end of the hand: either of the last two decides Super Sevens."""
    table = TableSystem()
    table.place(("s", "super-sevens", 1, "p", 10))
    table.initial_deal("TD", box1="7H 7C")
    table.deal(1, "KD")
    table.end(1, "bust")
    *before, card, end = table.events
    return before, card, end


@pytest.mark.parametrize("first", ["card", "end"])
def test_a_fact_that_only_another_desk_has_heard_is_still_news(first: str) -> None:
    before, card, end = bust_on_sevens()
    store = MemoryStore()
    for entry in before:
        at(Desk.SUPER_SEVENS, entry)(store)
    at(Desk.MAIN, end)(store)
    for entry in (card, end) if first == "card" else (end, card):
        at(Desk.SUPER_SEVENS, entry)(store)
    assert len(accounts(store, ROUND)["s"].entries) == 1


class Died(Exception):
    pass


class Dying:
    """A store whose caller dies right after its first write."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> Any:
            getattr(self._store, name)(*arguments)
            raise Died

        return call


@pytest.mark.parametrize("dying", ["card", "end"])
def test_an_event_whose_handler_died_is_handled_whole_when_it_comes_again_after_another(dying: str) -> None:
    before, card, end = bust_on_sevens()
    dies, other = (card, end) if dying == "card" else (end, card)
    store = MemoryStore()
    for entry in before:
        at(Desk.SUPER_SEVENS, entry)(store)
    with pytest.raises(Died):
        at(Desk.SUPER_SEVENS, dies)(Dying(store))
    at(Desk.SUPER_SEVENS, other)(store)
    at(Desk.SUPER_SEVENS, dies)(store)
    assert len(accounts(store, ROUND)["s"].entries) == 1
