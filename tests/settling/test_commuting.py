"""Facts commute: whatever their order, repeated or lost, they end in the same standing entries."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.events.parsing import Event
from croupier.settling.desks import handle, read_entry
from croupier.stores.memory import MemoryStore
from croupier.wagers import Desk
from local import template
from local.stack import DESKS, happened, heard_by
from tests.dealing import dealt_round
from tests.oracle import due
from tests.playing import EARLY_FACTS, Result, named, outcome_of
from tests.table_system import Entry, TableSystem

RULES = template.rules(template.load())


def split_eights() -> TableSystem:
    table = TableSystem(rule_book="au-1")
    table.place(("m", "main", 1, "p", 100), ("s", "super-sevens", 1, "p", 10), ("x", "split", 1, "q", 5))
    table.deal(1, "8H", "8C")
    table.split(1)
    table.deal(1, "TD", "6S")
    table.end(1, "bust")
    table.complete()
    table.events.remove(named(table.events, "CardDealt")[-1])  # lost on the way
    return table


def split_sevens(rule_book: str) -> TableSystem:
    table = TableSystem(rule_book=rule_book)
    table.place(("s", "super-sevens", 2, "p", 10))
    table.deal(2, "7H", "7H")
    table.split(2)
    table.deal(2, "7H")
    table.deal(2, "TD", hand=2)
    table.dealers += ["TH", "8H"]
    table.complete()
    return table


def sevens_stood_on() -> TableSystem:
    table = TableSystem()
    table.place(("s", "super-sevens", 1, "p", 10), ("q", "perfect-pairs", 1, "p", 10))
    table.initial_deal("TC", box1="7D 7H")
    table.end(1, "stand")
    table.dealers.append("9C")
    table.complete()
    return table


def insured_blackjack() -> TableSystem:
    table = TableSystem()
    table.place(("m", "main", 1, "p", 101), ("i", "insurance", 1, "p", 50))
    table.deal(1, "AH", "KC")
    table.dealer("AS")
    table.end(1, "blackjack")
    table.dealer("TC")
    table.complete()
    return table


SMALL_ROUNDS = {
    "split eights, hand 1 bust": split_eights(),
    "split sevens, au": split_sevens("au-2"),
    "split sevens, nz": split_sevens("nz-1996"),
    "sevens stood on, a mixed pair": sevens_stood_on(),
    "an insured blackjack": insured_blackjack(),
}


Heard = tuple[Event, tuple[Desk, ...]]


def heard(entry: Entry) -> Heard:
    """The event, read once for all orders, and the desks that hear it."""
    event = read_entry(entry)
    assert isinstance(event, Event)
    return event, tuple(DESKS[function] for function in heard_by(RULES, entry))


def standing_after(order: Sequence[Heard]) -> dict[str, Result]:
    """What stands after the events, straight through the desks that hear them: no entry may be reversed."""
    store = MemoryStore()
    standing: dict[str, Result] = {}
    for event, desks in order:
        for desk in desks:
            for record, posted in handle(event, None, desk, store, happened).entries:
                assert record.wager.wager_id not in standing, "an ordinary fact changed a decision"
                odds = None if posted.odds is None else str(posted.odds)
                result = (str(posted.outcome), odds, posted.winnings, posted.returned)
                standing[record.wager.wager_id] = result
    return standing


# The others are exhausted too, by make exhaust.
AT_ONCE = list(SMALL_ROUNDS)[:2]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in AT_ONCE else [pytest.mark.slow]) for name in SMALL_ROUNDS]
)
def test_every_order_of_a_small_round_ends_in_the_same_standing_entries(name: str) -> None:
    events = SMALL_ROUNDS[name].events
    assert len(events) <= 7
    told = [heard(entry) for entry in events]
    first = standing_after(told)
    assert len(first) == sum(len(wagers_of(entry)) for entry in events)
    for order in permutations(told):
        assert standing_after(order) == first


def wagers_of(entry: Entry) -> list[object]:
    detail = entry["detail"]
    assert isinstance(detail, dict)
    placed = detail["data"].get("wagers", [])
    assert isinstance(placed, list)
    return placed


@pytest.mark.parametrize("rule_book", ["au-1", "au-2", "nz-1996"])
@settings(deadline=None, max_examples=60)
@given(deal=st.integers(0, 2**32), order=st.integers(0, 2**32), lost=st.sets(st.sampled_from(EARLY_FACTS)))
def test_a_large_round_comes_to_what_is_due_however_its_events_arrive(
    rule_book: str, deal: int, order: int, lost: set[str]
) -> None:
    table = dealt_round(random.Random(deal), rule_book)
    chance = random.Random(order)
    arriving = [entry for entry in table.events if entry["detail-type"] not in lost]
    arriving += chance.choices(arriving, k=chance.randrange(len(arriving)))
    chance.shuffle(arriving)

    out = outcome_of(arriving)

    assert out.standing == due(table)
    assert len(out.settlements) == len(out.standing), "one entry a wager, no reversal"
    assert out.still_open == []
    assert out.told("round-under-review") == []


@pytest.mark.parametrize("rule_book", ["au-1", "au-2", "nz-1996"])
@settings(deadline=None, max_examples=40)
@given(deal=st.integers(0, 2**32), order=st.integers(0, 2**32))
def test_each_early_fact_lost_by_itself_changes_nothing(rule_book: str, deal: int, order: int) -> None:
    table = dealt_round(random.Random(deal), rule_book)
    chance = random.Random(order)
    arriving = [
        entry for entry in table.events if entry["detail-type"] not in EARLY_FACTS or chance.random() < 0.5
    ]
    out = outcome_of(arriving)
    assert out.standing == due(table)
    assert {notice.type for notice in out.notices} <= {"wager-questioned"}
