"""Each wager is settled at the very event that decides it: readings, "When each wager is decided"."""

import pytest

from tests.playing import Outcome, outcome_of
from tests.table_system import TableSystem


def opened(rule_book: str, kind: str) -> TableSystem:
    """A table with one wager of a kind on box 1."""
    table = TableSystem(rule_book=rule_book)
    table.open()
    table.place(("w", kind, 1, "p", 100))
    return table


def assert_decided_by_the_last_event(table: TableSystem) -> Outcome:
    """There is no entry before the last event, and one right after it."""
    before, after = outcome_of(table.events[:-1]), outcome_of(table.events)
    assert before.settlements == [], "decided too early"
    (record,) = after.settlements
    assert record.decided_by == f"e-{len(table.events)}"
    return after


@pytest.mark.parametrize("rule_book", ["au-1", "au-2", "nz-1996"])
def test_super_sevens_first_card_not_a_seven_at_that_card(rule_book: str) -> None:
    table = opened(rule_book, "super-sevens")
    table.deal(1, "9H")
    assert assert_decided_by_the_last_event(table).of("w").outcome == "lose"


@pytest.mark.parametrize("rule_book", ["au-1", "au-2", "nz-1996"])
def test_super_sevens_seven_then_not_a_seven_at_the_second_card(rule_book: str) -> None:
    table = opened(rule_book, "super-sevens")
    table.deal(1, "7H", "KD")
    assert assert_decided_by_the_last_event(table).of("w").odds == "3/1"


@pytest.mark.parametrize("rule_book", ["au-1", "au-2", "nz-1996"])
@pytest.mark.parametrize(("third", "odds"), [("KD", "50/1"), ("7S", "500/1")])
def test_super_sevens_two_sevens_not_split_at_the_third_card(rule_book: str, third: str, odds: str) -> None:
    table = opened(rule_book, "super-sevens")
    table.deal(1, "7H", "7C", third)
    assert assert_decided_by_the_last_event(table).of("w").odds == odds


@pytest.mark.parametrize("rule_book", ["au-1", "au-2", "nz-1996"])
@pytest.mark.parametrize("reason", ["stand", "refused", "absent"])
def test_super_sevens_two_sevens_not_split_at_the_end_of_the_hand(rule_book: str, reason: str) -> None:
    table = opened(rule_book, "super-sevens")
    table.deal(1, "7H", "7H")
    table.end(1, reason)
    assert assert_decided_by_the_last_event(table).of("w").odds == "100/1"


@pytest.mark.parametrize("rule_book", ["au-1", "au-2"])
@pytest.mark.parametrize(("third", "odds"), [("KD", "50/1"), ("7S", "500/1")])
def test_super_sevens_split_in_au_at_the_next_card(rule_book: str, third: str, odds: str) -> None:
    table = opened(rule_book, "super-sevens")
    table.deal(1, "7H", "7C")
    table.split(1)
    table.deal(1, third)
    assert assert_decided_by_the_last_event(table).of("w").odds == odds


@pytest.mark.parametrize(("second", "odds"), [("7C", "50/1"), ("7H", "100/1")])
def test_super_sevens_split_in_nz_at_the_split(second: str, odds: str) -> None:
    table = opened("nz-1996", "super-sevens")
    table.deal(1, "7H", second)
    table.split(1)
    entry = assert_decided_by_the_last_event(table).of("w")
    assert (entry.odds, entry.clause) == (odds, "14.5")


def test_super_sevens_split_in_nz_at_the_third_card_if_the_split_was_lost() -> None:
    table = opened("nz-1996", "super-sevens")
    table.deal(1, "7H", "7C")
    table.split(1)
    table.events.pop()
    table.sequence -= 1
    table.deal(1, "7S")
    assert assert_decided_by_the_last_event(table).of("w").odds == "50/1"


@pytest.mark.parametrize(("second", "outcome"), [("7H", "win"), ("KD", "lose")])
def test_perfect_pairs_at_the_completed_initial_deal(second: str, outcome: str) -> None:
    table = opened("au-2", "perfect-pairs")
    table.initial_deal("5C", box1=f"7H {second}")
    assert assert_decided_by_the_last_event(table).of("w").outcome == outcome


def test_insurance_losing_at_the_dealers_second_card() -> None:
    table = opened("au-2", "insurance")
    table.dealer("AS", "5H")
    assert assert_decided_by_the_last_event(table).of("w").clause == "13.3"


def test_insurance_winning_at_the_dealers_second_card() -> None:
    table = opened("au-2", "insurance")
    table.dealer("AS", "KH")
    assert assert_decided_by_the_last_event(table).of("w").odds == "2/1"


@pytest.mark.parametrize("kind", ["main", "double"])
def test_main_and_double_on_a_hand_over_21_at_the_end_of_the_hand(kind: str) -> None:
    table = opened("au-2", kind)
    table.deal(1, "TH", "6C", "KD")
    table.end(1, "bust")
    entry = assert_decided_by_the_last_event(table).of("w")
    assert (entry.outcome, entry.clause, entry.citation) == ("lose", "10.5", "inferred")


def test_split_on_a_hand_over_21_at_the_end_of_the_hand() -> None:
    table = TableSystem()
    table.place(("w", "split", 1, "p", 100), hand=2)
    table.deal(1, "8H", "8C")
    table.split(1)
    table.deal(1, "KD")
    table.end(1, "stand")
    table.deal(1, "6S", "TD", hand=2)
    table.end(1, "bust", hand=2)
    assert assert_decided_by_the_last_event(table).of("w").clause == "10.5"


@pytest.mark.parametrize("kind", ["main", "double"])
def test_main_and_double_otherwise_at_the_completed_round(kind: str) -> None:
    table = opened("au-2", kind)
    table.initial_deal("TC", box1="TH 9C")
    table.end(1, "stand")
    table.dealer("8D")
    table.complete()
    assert assert_decided_by_the_last_event(table).of("w").odds == "1/1"


@pytest.mark.parametrize("kind", ["main", "double", "insurance", "super-sevens", "perfect-pairs"])
def test_every_kind_is_decided_by_the_completed_round_alone(kind: str) -> None:
    table = opened("au-2", kind)
    placed = len(table.events)
    table.initial_deal("AC", box1="TH 9C")
    table.end(1, "stand")
    table.dealer("8D")
    table.complete()
    (record,) = outcome_of([*table.events[:placed], table.events[-1]]).settlements
    assert record.decided_by == f"e-{len(table.events)}"


def test_a_wager_placed_after_its_card_is_settled_when_it_is_placed() -> None:
    table = TableSystem()
    table.deal(1, "9H")
    table.place(("w", "super-sevens", 1, "p", 100))
    assert assert_decided_by_the_last_event(table).of("w").outcome == "lose"


def test_a_refused_wager_is_returned_at_once() -> None:
    table = TableSystem()
    table.open()
    table.place(("w", "insurance", 1, "p", 51), original=100)
    entry = assert_decided_by_the_last_event(table).of("w")
    assert (entry.outcome, entry.returned, entry.clause) == ("void", 51, "8")
