"""Split boxes told in contradictory ways: nothing is paid by one version alone, and both are shown.

What each hand comes to is worked out by hand beside each test.
"""

from collections.abc import Sequence
from itertools import permutations

import pytest

from tests.playing import Outcome, changed, named, outcome_of, without
from tests.table_system import Entry, TableSystem


def split_eights(first: str, second: str, dealer: str) -> TableSystem:
    """8H 8C split, ``first`` and ``second`` dealt to its hands, a main wager and a split wager on them."""
    table = TableSystem()
    table.place(("m", "main", 1, "p", 100))
    table.place(("x", "split", 1, "p", 100), hand=2)
    up, *drawn = dealer.split()
    table.initial_deal(up, box1="8H 8C")
    table.split(1)
    table.deal(1, *first.split())
    table.end(1, "stand")
    table.deal(1, *second.split(), hand=2)
    table.end(1, "stand", hand=2)
    table.dealer(*drawn)
    table.complete()
    return table


def told_otherwise(entry: Entry, event_id: str = "e-other", **data: object) -> Entry:
    """Another event that says something else of the same place."""
    for name, value in data.items():
        entry = changed(entry, f"detail.data.{name}", value)
    return changed(entry, "detail.metadata.event_id", event_id)


def replaced(events: Sequence[Entry], old: Entry, new: Entry) -> list[Entry]:
    return [new if entry is old else entry for entry in events]


def reviews(out: Outcome) -> str:
    return " / ".join(notice.because for notice in out.told("round-under-review"))


def still_open(out: Outcome) -> set[str]:
    return {wager.wager_id for wager in out.still_open}


@pytest.mark.parametrize("reason", ["bust", "stand"])
def test_an_end_that_tells_other_cards_than_were_dealt_to_its_hand_settles_nothing_on_it(reason: str) -> None:
    # Hand 1 as dealt makes 15 and wins against the dealer's 22; as its end tells it, 23 loses. Hand 2: 18.
    table = split_eights("5D 2C", "TS", "TD 2S TC")
    end = named(table.events, "HandEnded")[0]
    wrong = told_otherwise(end, cards=["8H", "5D", "TC"], reason=reason)
    out = outcome_of(replaced(table.events, end, wrong))
    assert out.standing == {"x": ("win", "1/1", 100, 200)}
    assert still_open(out) == {"m"}
    assert (
        "box 1, hand 1 was told in different ways: 8H 5D 2C in event e-15, 8H 5D TC in event e-other"
        in reviews(out)
    )


def test_such_an_end_is_told_of_before_the_round_is_completed_too() -> None:
    table = split_eights("5D 2C", "TS", "TD 2S TC")
    end = named(table.events, "HandEnded")[0]
    wrong = told_otherwise(end, cards=["8H", "5D", "TC"], reason="bust")
    out = outcome_of(replaced(table.events, end, wrong)[: table.events.index(end) + 1])
    assert out.standing == {}
    assert (
        reviews(out) == "box 1, hand 1 was told in different ways: 8H 5D TC in event e-other, with 2C in event e-9"
    )


def test_such_an_end_after_the_completed_round_changes_nothing_and_is_told_of() -> None:
    table = split_eights("5D 2C", "TS", "TD 2S TC")
    wrong = told_otherwise(named(table.events, "HandEnded")[0], cards=["8H", "5D", "TC"], reason="bust")
    out = outcome_of([*table.events[:2], table.events[-1], wrong])
    assert out.standing == {"m": ("win", "1/1", 100, 200), "x": ("win", "1/1", 100, 200)}
    assert "8H 5D TC in event e-other" in reviews(out)


def test_an_end_that_tells_the_other_first_card_settles_nothing() -> None:
    # The initial deal says that hand 1 begins with 8H.
    table = split_eights("5D TC", "TS", "TD 7C")
    end = named(table.events, "HandEnded")[0]
    wrong = told_otherwise(end, cards=["9H", "5D", "TC"], reason="bust")
    out = outcome_of(replaced(table.events, end, wrong)[: table.events.index(end) + 1])
    assert out.standing == {}
    assert "9H 5D TC in event e-other, with 8H in event e-3" in reviews(out)


@pytest.mark.parametrize("hand", [1, 2, 3])
def test_a_card_that_the_completed_round_does_not_have_leaves_its_hand_open(hand: int) -> None:
    # With TC hand 1 (13) makes 23 and hand 2 (18) 28, against the dealer's 22. A hand 3 there never was.
    table = split_eights("5D", "TS", "TD 2C TS")
    extra = told_otherwise(named(table.events, "CardDealt")[0], nth=5, card="TC", split=True, hand=hand)
    out = outcome_of([extra, *table.events])
    open_wagers = {1: {"m"}, 2: {"x"}, 3: {"m", "x"}}[hand]
    assert still_open(out) == open_wagers
    assert set(out.standing) == {"m", "x"} - open_wagers
    assert "box 1, card 5 was told in different ways: TC in event e-other, no card in event" in reviews(out)


def test_two_cards_in_conflict_on_one_hand_are_read_together() -> None:
    # 8H 3D 4S make 15 and lose to 17; 8H 4D 5S make 17 and stand off; each card alone makes 16.
    table = split_eights("3D 4S", "TS", "TD 7C")
    third, fourth = named(table.events, "CardDealt")[3:5]
    events = without(table.events, "HandEnded")
    events = replaced(events, third, told_otherwise(third, "e-a", card="4D"))
    out = outcome_of(replaced(events, fourth, told_otherwise(fourth, "e-b", card="5S")))
    assert still_open(out) == {"m"}
    assert set(out.standing) == {"x"}


def test_an_equal_card_on_the_other_hand_is_not_drawn_into_a_conflict() -> None:
    # 5D or 6D on hand 1: 13 or 14 lose to 18 either way. Hand 2, 8C 5D 4S: 17, loses too.
    table = split_eights("5D", "5D 5S", "TD 8S")
    out = outcome_of([told_otherwise(named(table.events, "CardDealt")[3], card="TD"), *table.events])
    # TD on hand 1 makes 18 and stands off: open. 18 on hand 2 stands off, whatever lies on hand 1.
    assert still_open(out) == {"m"}
    assert set(out.standing) == {"x"}


def test_a_card_told_to_one_hand_and_completed_on_the_other_may_lie_on_either() -> None:
    # Told: 5D to hand 2 and TS to hand 1, so 18 and 13. Completed: 13 and 18. The dealer's 17 parts them.
    table = split_eights("5D", "TS", "TD 7C")
    third, fourth = named(table.events, "CardDealt")[3:5]
    events = without(table.events, "HandEnded")
    events = replaced(events, third, told_otherwise(third, "e-a", hand=2))
    events = replaced(events, fourth, told_otherwise(fourth, "e-b", hand=1))
    for order in (events, events[::-1]):
        out = outcome_of(order)
        assert out.standing == {}
        assert still_open(out) == {"m", "x"}
        assert "box 1, hand 1 was told in different ways: 8H 5D in event e-13, with TS in event e-b" in reviews(
            out
        )


def test_what_comes_out_the_same_on_either_hand_is_settled() -> None:
    # Told 5D to hand 1 and completed on hand 2: 8H and 8C 5D TS (23), or 13 and 18, against a dealer over 21.
    table = split_eights("5D", "TS", "TD 2C TS")
    fourth = named(table.events, "CardDealt")[4]
    events = replaced(without(table.events, "HandEnded"), fourth, told_otherwise(fourth, hand=1))
    out = outcome_of(events)
    # Hand 1: 13 or 8H 5D TS, 23. Hand 2: 18, or 8C alone: both win.
    assert still_open(out) == {"m"}
    assert out.standing == {"x": ("win", "1/1", 100, 200)}


def test_a_refused_hand_1_and_a_hand_2_that_split_again_never_depend_on_what_came_first() -> None:
    """16.3 forbids it. What tells where the third card went decides; the completed round alone does not."""
    table = TableSystem(rule_book="au-1")
    table.place(("s", "super-sevens", 1, "p", 10))
    table.initial_deal("TD", box1="7H 7C")
    table.split(1)
    table.end(1, "refused")
    table.deal(1, "7D", hand=2)
    table.split(1, 2)
    table.deal(1, "5S", hand=2)
    table.deal(1, "6S", hand=3)
    table.dealer("7C")
    table.complete()
    placed, completed = table.events[0], table.events[-1]
    assert still_open(outcome_of([placed, completed])) == {"s"}
    for events in (table.events, [placed, completed, *table.events[1:-1]], [placed, *table.events[::-1]]):
        assert outcome_of(events).standing["s"] == ("win", "50/1", 500, 510)


def test_two_splits_into_one_hand_leave_open_what_the_origin_decides() -> None:
    """Hand 3 from hand 1: 7D was hand 1's second card, 500 to 1. From hand 2: hand 1 got no card, 50 to 1."""
    table = TableSystem(rule_book="au-1")
    table.place(("s", "super-sevens", 1, "p", 10))
    table.initial_deal("TD", box1="7H 7C")
    table.split(1)
    table.deal(1, "7D", hand=2)
    table.split(1, 2)
    table.deal(1, "5S", hand=2)
    table.dealer("7C")
    completed = table.complete()
    split = named(table.events, "HandSplit")[1]
    splits = [split, told_otherwise(split, hand=1)]
    for order in permutations([*splits, completed]):
        out = outcome_of([table.events[0], *order])
        if order[-1] is completed:
            assert still_open(out) == {"s"}
        assert "box 1, split into hand 3 was told in different ways" in reviews(out)


def test_an_id_told_with_a_wager_that_the_rules_refuse_and_one_that_they_allow_is_in_dispute() -> None:
    table = split_eights("5D", "TS", "TD 7C")
    placed = table.events[0]
    refused = told_otherwise(placed, wagers=[placed["detail"]["data"]["wagers"][0] | {"original": 0}])
    out = outcome_of([placed, refused, *table.events[1:]])
    assert "m" not in out.standing
    assert still_open(out) == {"m"}
    assert "wager m was told in different ways" in reviews(out)
