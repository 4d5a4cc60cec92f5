"""Reading 17, "Questioned": what other facts show that the rules did not allow. No money moves by it.

Each question is asked by an event file in every order, once, and the wager settles as its cards say.
"""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dealing import dealt_round
from tests.playing import changed, named, outcome_of, without
from tests.table_system import Entry, TableSystem


def played(
    *, rule_book: str = "au-2", cards: str = "TH 9C", dealer: str = "AS 8C", **limits: object
) -> TableSystem:
    """A main wager of 100 by p on box 1, its cards dealt; ``end_of`` finishes the round."""
    table = TableSystem(rule_book=rule_book)
    table.open()
    table.place(("m", "main", 1, "p", 100))
    table.initial_deal(dealer.split(maxsplit=1)[0], box1=cards)
    return table


def end_of(table: TableSystem, dealer: str = "8C") -> TableSystem:
    if not table.box(1).split:
        table.end(1, "stand")
    table.dealer(*dealer.split())
    table.complete()
    return table


def no_main_wager() -> TableSystem:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100), ("q", "super-sevens", 1, "other", 10))
    table.initial_deal("AS", box1="TH 9C")
    return end_of(table)


def fourth_of_a_kind() -> TableSystem:
    table = TableSystem()
    table.open()
    for number in range(1, 5):
        table.place((f"m-{number}", "main", 1, f"p-{number}", 100))
    for number in range(1, 4):
        table.place((f"s-{number}", "super-sevens", 1, f"p-{number}", 10))
    table.place(("q", "super-sevens", 1, "p-4", 10))
    table.initial_deal("AS", box1="TH 9C")
    return end_of(table)


def another_main_stake() -> TableSystem:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100))
    table.place(("q", "super-sevens", 1, "p", 10), original=150)
    table.initial_deal("AS", box1="TH 9C")
    return end_of(table)


def insurance_over_half() -> TableSystem:
    table = played()
    table.place(("q", "insurance", 1, "p", 60))
    return end_of(table)


def double_over_the_main_stake() -> TableSystem:
    table = played(cards="6H 5C")
    table.place(("q", "double", 1, "p", 120))
    table.deal(1, "TC")
    table.end(1, "double")
    table.dealer("8C")
    table.complete()
    return table


def split_unlike_the_main_stake() -> TableSystem:
    table = played(cards="8H 8C")
    table.place(("q", "split", 1, "p", 50), hand=2)
    table.split(1)
    table.deal(1, "TC")
    table.end(1, "stand")
    table.deal(1, "TS", hand=2)
    table.end(1, "stand", hand=2)
    return end_of(table)


def below_the_limits() -> TableSystem:
    table = TableSystem()
    table.open(limits={"main": {"min": 50, "max": 1000}, "super-sevens": {"min": 20, "max": 100}})
    table.place(("m", "main", 1, "p", 100), ("q", "super-sevens", 1, "p", 10))
    table.initial_deal("AS", box1="TH 9C")
    return end_of(table)


def insurance_without_an_ace() -> TableSystem:
    table = played(dealer="KS")
    table.place(("q", "insurance", 1, "p", 50))
    return end_of(table)


def second_double() -> TableSystem:
    table = played(cards="6H 5C")
    table.place(("d", "double", 1, "p", 50))
    table.place(("q", "double", 1, "p", 50))
    table.deal(1, "TC")
    table.end(1, "double")
    table.dealer("8C")
    table.complete()
    return table


def double_on_split_aces() -> TableSystem:
    table = played(cards="AH AC", dealer="TS")
    table.place(("x", "split", 1, "p", 100), hand=2)
    table.split(1)
    table.place(("q", "double", 1, "p", 100))
    table.deal(1, "9C")
    table.end(1, "split-ace")
    table.deal(1, "5S", hand=2)
    table.end(1, "split-ace", hand=2)
    return end_of(table)


def side_wager_after_the_first_card() -> TableSystem:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100))
    table.deal(1, "TH")
    table.place(("q", "super-sevens", 1, "p", 10))
    table.dealer("AS")
    table.deal(1, "9C")
    return end_of(table)


def insurance_after_the_dealers_second_card() -> TableSystem:
    table = played()
    table.end(1, "stand")
    table.dealer("8C")
    table.place(("q", "insurance", 1, "p", 50))
    table.complete()
    return table


def double_after_the_next_card() -> TableSystem:
    table = played(cards="6H 5C")
    table.deal(1, "TC")
    table.place(("q", "double", 1, "p", 100))
    table.end(1, "double")
    table.dealer("8C")
    table.complete()
    return table


def double_after_the_next_card_of_a_split_hand() -> TableSystem:
    """Hand 1 splits again: its third card is the one after the double's place."""
    table = played(cards="8H 8C")
    table.place(("x", "split", 1, "p", 100), hand=2)
    table.split(1)
    table.deal(1, "8D")
    table.place(("y", "split", 1, "p", 100), hand=3)
    table.split(1)
    table.deal(1, "3C", "TC")
    table.place(("q", "double", 1, "p", 100))
    table.end(1, "double")
    for hand in (2, 3):
        table.deal(1, "TS", hand=hand)
        table.end(1, "stand", hand=hand)
    return end_of(table)


def split_after_the_next_card() -> TableSystem:
    table = played(cards="8H 8C")
    table.split(1)
    table.deal(1, "TC")
    table.place(("q", "split", 1, "p", 100), hand=2)
    table.end(1, "stand")
    table.deal(1, "TS", hand=2)
    table.end(1, "stand", hand=2)
    return end_of(table)


def main_wager_after_the_completed_round() -> TableSystem:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100))
    table.wagers += 1
    table.initial_deal("AS", box1="TH 9C")
    end_of(table)
    table.wagers -= 1
    table.place(("q", "main", 1, "other", 100))
    return table


QUESTIONED: dict[Callable[[], TableSystem], tuple[str | None, str]] = {
    no_main_wager: ("14.3", "other has no main wager on box 1"),
    fourth_of_a_kind: ("14.2", "3 super-sevens wagers lay on box 1 before it"),
    another_main_stake: ("14.3", "p's main wager on box 1 is 100, and the wager says 150"),
    insurance_over_half: ("8", "p's main wager on box 1 is 100, and the wager is insurance of 60"),
    double_over_the_main_stake: ("11", "p's main wager on box 1 is 100, and the wager is a double of 120"),
    split_unlike_the_main_stake: ("12.1", "p's main wager on box 1 is 100, and the wager is 50 on a split hand"),
    below_the_limits: (None, "10 is outside the round's limits for super-sevens, 20 to 100"),
    insurance_without_an_ace: ("8", "the dealer's first card is KS, not an ace"),
    second_double: ("11", "p had doubled on box 1, hand 1, before it"),
    double_on_split_aces: ("12.3.2", "box 1 holds split aces"),
    side_wager_after_the_first_card: (
        None,
        "the round's first card was 3",
    ),
    insurance_after_the_dealers_second_card: (None, "the dealer's second card was 8"),
    double_after_the_next_card: (None, "the next card of box 1, hand 1 was 7"),
    double_after_the_next_card_of_a_split_hand: (None, "the next card of box 1, hand 1 was 13"),
    split_after_the_next_card: (None, "the next card of box 1 after the split was 8"),
    main_wager_after_the_completed_round: (None, "the completed round was 9"),
}
"""A round with one questionable wager, ``q``: the clause and what the question names."""

each_question = pytest.mark.parametrize("play", QUESTIONED, ids=lambda play: play.__name__)


@each_question
def test_reading_17_it_is_asked_once_and_the_wager_settles_as_the_cards_say(
    play: Callable[[], TableSystem],
) -> None:
    clause, because = QUESTIONED[play]
    out = outcome_of(play().events)
    (notice,) = out.told("wager-questioned")
    assert (notice.wager_id, notice.clause) == ("q", clause)
    assert because in notice.because
    assert "q" in out.standing
    assert out.still_open == []


@each_question
def test_reading_17_it_is_asked_in_every_order_once(play: Callable[[], TableSystem]) -> None:
    events = play().events
    usual = outcome_of(events)
    for seed in range(6):
        arriving = [*events, *events]
        random.Random(seed).shuffle(arriving)
        out = outcome_of(arriving)
        assert [(notice.wager_id, notice.clause) for notice in out.told("wager-questioned")] == [
            (notice.wager_id, notice.clause) for notice in usual.told("wager-questioned")
        ]
        assert out.standing == usual.standing


@each_question
def test_reading_17_what_a_supervisor_has_upheld_or_voided_is_asked_no_more(
    play: Callable[[], TableSystem],
) -> None:
    table = play()
    table.supervise("WagersUpheld", wagers=["q"], reason="as the sign allows", authorised_by="s.kahu")
    assert outcome_of(table.events).told("wager-questioned") == []
    table.events.pop()
    table.supervise(
        "WagersVoided",
        clause="16.6",
        scope={"wagers": ["q"]},
        after_sequence=table.sequence,
        reason="not allowed",
        authorised_by="s.kahu",
    )
    assert outcome_of(table.events).told("wager-questioned") == []


def test_reading_17_what_is_refused_is_not_questioned_as_well() -> None:
    table = played()
    table.place(("q", "insurance", 1, "p", 60), original=100)
    out = outcome_of(end_of(table).events)
    assert out.standing["q"][0] == "void"
    assert out.told("wager-questioned") == []


def test_reading_17_what_the_rules_allow_is_not_questioned() -> None:
    table = TableSystem()
    table.open(limits={"main": {"min": 50, "max": 100}})
    table.place(("m", "main", 1, "p", 100), ("s", "super-sevens", 1, "p", 10), original=100)
    table.initial_deal("AS", box1="8H 8C")
    table.place(("i", "insurance", 1, "p", 50), original=100)
    table.place(("x", "split", 1, "p", 100), hand=2, original=100)
    table.split(1)
    table.deal(1, "3D")
    table.place(("d", "double", 1, "p", 100), original=100)
    table.deal(1, "TC")
    table.end(1, "double")
    table.deal(1, "TS", hand=2)
    table.end(1, "stand", hand=2)
    out = outcome_of(end_of(table).events)
    assert out.notices == []


def test_that_there_is_no_main_wager_is_not_known_before_all_wagers_are() -> None:
    events = no_main_wager().events
    assert outcome_of(without(events, "RoundCompleted")).told("wager-questioned") == []
    # The completed round counts a third wager, which may be the main wager of that player.
    (completed,) = named(events, "RoundCompleted")
    more = changed(completed, "detail.data.wager_count", 3)
    assert outcome_of([*events[:-1], more]).told("wager-questioned") == []


def test_nz_1996_holds_neither_14_2_nor_14_3_and_asks_nothing_by_them() -> None:
    for play in (no_main_wager, fourth_of_a_kind):
        events = [changed(entry, "detail.round.rule_book", "nz-1996") for entry in play().events]
        assert outcome_of(events).told("wager-questioned") == []


@pytest.mark.parametrize("rule_book", ["au-1", "au-2", "nz-1996"])
@settings(deadline=None, max_examples=20)
@given(deal=st.integers(0, 2**32), order=st.integers(0, 2**32))
def test_the_same_questions_are_asked_of_a_round_in_any_order(rule_book: str, deal: int, order: int) -> None:
    events = dealt_round(random.Random(deal), rule_book).events

    def asked(arriving: list[Entry]) -> set[tuple[str | None, str]]:
        return {(notice.wager_id, notice.because) for notice in outcome_of(arriving).told("wager-questioned")}

    arriving = [*events]
    random.Random(order).shuffle(arriving)
    assert asked(arriving) == asked(events)
