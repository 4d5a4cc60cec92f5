"""Contradictions found by playing against the code: each once crashed, paid by one version or cried wolf."""

from itertools import permutations

import pytest

from tests.playing import changed, named, outcome_of
from tests.settling.test_split_conflicts import replaced, reviews, split_eights, still_open, told_otherwise
from tests.table_system import Entry, TableSystem

WHO = {"authorised_by": "s.kahu", "reason": "the recording shows it"}


@pytest.mark.parametrize("place", [9, -1, None])
def test_two_ends_of_one_split_hand_leave_it_open_and_are_shown(place: int | None) -> None:
    # Hand 1 makes 15 or 16, the dealer 22: a win either way. Hand 2, 18, wins as well.
    table = split_eights("5D 2C", "TS", "TD 2S TC")
    other = told_otherwise(named(table.events, "HandEnded")[0], cards=["8H", "5D", "3C"])
    events = list(table.events)
    events.insert(len(events) if place is None else place, other)
    out = outcome_of(events)
    assert out.standing == {"m": ("win", "1/1", 100, 200), "x": ("win", "1/1", 100, 200)}
    assert "8H 5D 3C" in reviews(out)


def doubled_split(third: str = "5S") -> TableSystem:
    table = TableSystem()
    table.place(("m", "main", 1, "p", 100))
    table.place(("x", "split", 1, "p", 100), hand=2)
    table.initial_deal("TD", box1="8H 8C")
    table.split(1)
    table.deal(1, "3D")
    table.place(("d", "double", 1, "p", 100))
    table.deal(1, third)
    table.end(1, "double")
    table.deal(1, "TS", hand=2)
    table.end(1, "stand", hand=2)
    table.dealer("7C")
    table.complete()
    return table


def test_a_card_in_conflict_on_a_doubled_split_hand_stops_no_question() -> None:
    table = doubled_split()
    other = told_otherwise(named(table.events, "CardDealt")[3], card="4D")
    out = outcome_of([*table.events, other])
    assert "box 1, card 3" in reviews(out)
    assert out.told("wager-questioned") == []


def test_a_double_is_not_called_late_while_the_doubled_card_is_missing_and_equals_the_one_before() -> None:
    table = doubled_split("3D")
    lost = named(table.events, "CardDealt")[4]
    assert outcome_of([entry for entry in table.events if entry is not lost]).told("wager-questioned") == []


def illegal(dealer: str = "5C") -> tuple[list[Entry], Entry, Entry]:
    """8H TC against a dealer who stopped at 15; a void of the round, and its rescission."""
    table = TableSystem()
    table.place(("m", "main", 1, "p", 100))
    table.initial_deal("TD", box1="8H TC")
    table.end(1, "stand")
    table.dealer(dealer)
    table.complete()
    base = list(table.events)
    void = table.supervise("WagersVoided", clause="16.6", scope={"round": True}, after_sequence=2, **WHO)
    rescinded = table.supervise("VoidRescinded", voided_event_id="s-1", **WHO)
    return base, void, rescinded


def test_a_rescinded_void_holds_no_longer_though_the_cards_are_not_possible() -> None:
    base, void, rescinded = illegal()
    for order in permutations([base, [void], [rescinded]]):
        out = outcome_of([entry for part in order for entry in part])
        assert out.standing == {}
        assert still_open(out) == {"m"}


def test_a_rescinded_void_holds_no_longer_though_a_card_is_in_conflict() -> None:
    base, void, rescinded = illegal("9C")
    other = told_otherwise(named(base, "CardDealt")[-1], card="5C")
    for order in permutations([[other, *base], [void], [rescinded]]):
        out = outcome_of([entry for part in order for entry in part])
        assert out.standing == {}
        assert still_open(out) == {"m"}


@pytest.mark.parametrize(("field", "value"), [("amount", 500), ("player", "q"), ("tender", "credit")])
def test_a_void_of_a_wager_in_dispute_pays_neither_version(field: str, value: object) -> None:
    table = TableSystem()
    one = table.place(("m", "main", 1, "p", 100))
    other = changed(told_otherwise(one), f"detail.data.wagers.0.{field}", value)
    void = table.supervise("WagersVoided", clause="16.6", scope={"round": True}, after_sequence=1, **WHO)
    for pair in ([one, other], [other, one]):
        out = outcome_of([*pair, void])
        assert out.standing == {}
        assert still_open(out) == {"m"}


def test_a_void_that_gives_each_version_the_same_money_back_holds() -> None:
    table = TableSystem()
    one = table.place(("m", "main", 1, "p", 100))
    other = changed(told_otherwise(one), "detail.data.wagers.0.box", 2)
    void = table.supervise("WagersVoided", clause="16.6", scope={"round": True}, after_sequence=1, **WHO)
    for pair in ([one, other], [other, one]):
        assert outcome_of([*pair, void]).standing == {"m": ("void", None, 0, 100)}


@pytest.mark.parametrize("split", [False, True])
def test_a_burned_card_that_was_reported_after_the_hand_had_ended_is_no_contradiction(split: bool) -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100), ("s", "super-sevens", 1, "p", 10))
    table.initial_deal("TD", box1="7H 7C")
    if split:
        table.split(1)
        table.deal(1, "5S")
    table.end(1, "stand")
    nth = len(table.box(1).dealt) + 1
    table.deal(1, "KD")
    table.box(1).hands[1].pop()
    table.box(1).dealt.pop()
    table.burned.append({"to": "box", "box": 1, "nth": nth, "card": "KD", "clause": "16.5"})
    if split:
        table.deal(1, "9S", hand=2)
        table.end(1, "stand", hand=2)
    table.dealer("7C")
    completed = table.complete()
    for events in (table.events, [*table.events[:2], completed, *table.events[2:-1]]):
        assert reviews(outcome_of(events)) == ""


def test_a_card_that_could_not_begin_a_hand_was_not_moved_there() -> None:
    table = TableSystem(rule_book="au-1")
    table.place(("m", "main", 1, "p", 100), ("s", "super-sevens", 1, "p", 10))
    table.initial_deal("TD", box1="7H 7C")
    table.split(1)
    table.deal(1, "7D")
    table.split(1, 1)
    table.deal(1, "5S")
    table.end(1, "stand")
    for hand, card in ((2, "9S"), (3, "9C")):
        table.deal(1, card, hand=hand)
        table.end(1, "stand", hand=hand)
    third = named(table.events, "CardDealt")[3]
    out = outcome_of(replaced(table.events, third, told_otherwise(third, card="KD")))
    assert "with KD" in reviews(out)
