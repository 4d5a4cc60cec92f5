"""A place with two contents is unknown: both are kept and shown; what comes out the same either way settles."""

from itertools import permutations

import pytest

from tests.playing import changed, named, outcome_of
from tests.table_system import TableSystem


def dealt(first: str, second: str) -> TableSystem:
    """Main, Super Sevens and Perfect Pairs on box 3, two cards, stood on against the dealer's 19."""
    table = TableSystem()
    table.open()
    table.place(("m", "main", 3, "p", 100), ("s", "super-sevens", 3, "p", 10), ("q", "perfect-pairs", 3, "p", 10))
    table.initial_deal("TD", box3=f"{first} {second}")
    table.end(3, "stand")
    table.dealer("9C")
    table.complete()
    return table


def test_two_cards_for_one_place_put_the_round_under_review_and_show_both() -> None:
    table = dealt("8H", "9C")
    second = named(table.events, "CardDealt")[2]
    other = changed(changed(second, "detail.data.card", "9D"), "detail.metadata.event_id", "e-other")
    out = outcome_of([*table.events, other])
    (notice,) = out.told("round-under-review")
    assert (notice.event_id, notice.field, notice.value) == ("e-other", "data.card", "9D")
    assert {(version.event_id, version.value) for version in notice.versions} == {("e-5", "9C"), ("e-other", "9D")}
    assert "box 3, card 2" in notice.because


def test_a_conflict_in_either_order_tells_of_the_same_versions_and_leaves_the_same_wagers_open() -> None:
    table = dealt("7H", "9C")
    before, (card,) = table.events[:3], [named(table.events, "CardDealt")[2]]
    other = changed(changed(card, "detail.data.card", "7D"), "detail.metadata.event_id", "e-other")
    for pair in permutations([card, other]):
        out = outcome_of([*before[:2], *pair, *table.events[6:]])
        assert {version.value for notice in out.told("round-under-review") for version in notice.versions} >= {
            "9C",
            "7D",
        }


def test_what_comes_out_the_same_either_way_is_settled() -> None:
    # 8H with 9C or 9D: no pair either way; no seven either way; 17 against 19 either way.
    table = dealt("8H", "9C")
    card = named(table.events, "CardDealt")[2]
    other = changed(changed(card, "detail.data.card", "9D"), "detail.metadata.event_id", "e-other")
    out = outcome_of([*table.events[:2], other, *table.events[2:]])
    assert {wager: result[0] for wager, result in out.standing.items()} == {"m": "lose", "s": "lose", "q": "lose"}


def test_what_does_not_is_left_open_and_says_so() -> None:
    # 8H with 8C or 3D: a mixed pair and 16, or no pair and 11; the dealer's 19 beats both.
    table = dealt("8H", "8C")
    card = named(table.events, "CardDealt")[2]
    other = changed(changed(card, "detail.data.card", "3D"), "detail.metadata.event_id", "e-other")
    out = outcome_of([*table.events[:2], other, *table.events[2:]])
    assert set(out.standing) == {"m", "s"}
    (still_open,) = out.still_open
    assert still_open.wager_id == "q"
    assert "supervisor" in still_open.waiting_for


def test_a_conflict_after_the_settlement_changes_nothing_and_is_told() -> None:
    table = dealt("9H", "9C")
    first = named(table.events, "CardDealt")[0]
    other = changed(changed(first, "detail.data.card", "7H"), "detail.metadata.event_id", "e-other")
    out = outcome_of([*table.events, other])
    assert out.of("s").outcome == "lose"
    assert len(out.told("round-under-review")) == 1


def test_the_completed_round_against_a_card_is_a_conflict_too() -> None:
    table = dealt("TH", "9C")
    completed = table.events[-1]
    other = changed(completed, "detail.data.dealer", ["TD", "8C"])
    out = outcome_of([*table.events[:-1], other])
    assert "m" not in out.standing
    (notice,) = out.told("round-under-review")
    assert notice.because == "dealer, card 2 was told in different ways: 8C in event e-9, 9C in event e-8"


def test_two_completed_rounds_that_give_the_same_result_settle() -> None:
    table = dealt("TH", "TC")
    other = changed(changed(table.events[-1], "detail.data.wager_count", 4), "detail.metadata.event_id", "e-other")
    out = outcome_of([*table.events[:-1], other, table.events[-1]])
    assert out.standing["m"][0] == "win"
    assert out.told("round-under-review")[0].because.startswith("completed round was told in different ways")


def test_a_dealers_card_beyond_the_completed_hand_is_a_conflict_unless_it_was_burned() -> None:
    table = dealt("TH", "9C")
    completed = table.events.pop()
    table.dealer("5D")
    out = outcome_of([*table.events, completed])
    assert "m" not in out.standing
    assert "no card" in out.told("round-under-review")[0].because
    burned = [{"to": "dealer", "nth": 3, "card": "5D", "clause": "16.5"}]
    out = outcome_of([*table.events, changed(completed, "detail.data.burned", burned)])
    assert out.standing["m"][0] == "stand-off"
    assert out.notices == []


def test_a_card_in_conflict_on_a_split_box_leaves_open_only_what_depends_on_it() -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100))
    table.place(("x", "split", 1, "p", 100), hand=2)
    table.initial_deal("TD", box1="8H 8C")
    table.split(1)
    table.deal(1, "TC")
    table.end(1, "stand")
    table.deal(1, "3S", "TS", hand=2)
    table.end(1, "twenty-one", hand=2)
    table.dealer("9C")
    table.complete()
    third = named(table.events, "CardDealt")[3]
    other = changed(changed(third, "detail.data.card", "JC"), "detail.metadata.event_id", "e-other")
    assert set(outcome_of([*table.events[:3], other, *table.events[3:]]).standing) == {"m", "x"}
    other = changed(changed(third, "detail.data.card", "AC"), "detail.metadata.event_id", "e-other")
    out = outcome_of([*table.events[:3], other, *table.events[3:]])
    assert set(out.standing) == {"x"}


@pytest.mark.parametrize("field", ["amount", "player", "box", "kind"])
def test_a_wager_id_used_twice_with_another_content_is_left_open_and_both_are_shown(field: str) -> None:
    table = dealt("8H", "9C")
    other = {"amount": 200, "player": "q", "box": 4, "kind": "double"}[field]
    placed = changed(table.events[1], f"detail.data.wagers.0.{field}", other)
    placed = changed(placed, "detail.metadata.event_id", "e-other")
    for events in ([*table.events[:2], placed, *table.events[2:]], [placed, *table.events]):
        out = outcome_of(events)
        assert "m" not in out.standing
        assert set(out.standing) == {"s", "q"}
        assert [still_open.wager_id for still_open in out.still_open] == ["m"]
        (notice,) = out.told("round-under-review")
        assert notice.because.startswith("wager m was told in different ways: ")


def test_a_round_opened_twice_with_different_contents_is_under_review() -> None:
    table = dealt("8H", "9C")
    other = changed(changed(table.events[0], "detail.data.decks", 6), "detail.metadata.event_id", "e-other")
    out = outcome_of([*table.events, other])
    (notice,) = out.told("round-under-review")
    assert notice.because == (
        "round opened was told in different ways: 6 decks, perfect-pairs, super-sevens in event e-other, "
        "8 decks, perfect-pairs, super-sevens in event e-1"
    )
    assert set(out.standing) == {"m", "s", "q"}


def test_the_same_card_retried_with_a_new_event_id_is_nothing() -> None:
    table = dealt("8H", "9C")
    again = changed(named(table.events, "CardDealt")[2], "detail.metadata.event_id", "e-again")
    out = outcome_of([*table.events, again])
    assert out.notices == []
    assert len(out.settlements) == 3


@pytest.mark.parametrize(
    ("field", "value", "named_field"),
    [("currency", "AUD", "round.currency"), ("rule_book", "au-1", "round.rule_book")],
)
@pytest.mark.parametrize("name", ["WagersPlaced", "CardDealt", "InitialDealCompleted", "HandEnded", "RoundOpened"])
def test_another_currency_or_rule_book_within_a_round_is_told_and_stops_nothing_else(
    field: str, value: str, named_field: str, name: str
) -> None:
    table = dealt("8H", "8C")
    table.place(("w-odd", "main", 3, "p", 100))
    odd = named(table.events, name)[-1]
    odd_event = odd["detail"]["metadata"]["event_id"]
    events = [changed(entry, f"detail.round.{field}", value) if entry is odd else entry for entry in table.events]
    for order in (events, events[::-1]):
        out = outcome_of(order)
        (notice,) = out.told("round-under-review")
        assert notice.field == named_field
        assert {version.value for version in notice.versions} >= {value}
        assert odd_event in {version.event_id for version in notice.versions}
        assert set(out.standing) >= {"m", "s", "q"}


def test_a_completed_round_in_another_currency_leaves_its_wagers_open() -> None:
    table = dealt("8H", "9C")
    events = [*table.events[:-1], changed(table.events[-1], "detail.round.currency", "AUD")]
    out = outcome_of(events)
    assert set(out.standing) == {"s", "q"}
    assert [wager.wager_id for wager in out.still_open] == ["m"]
    assert out.told("round-under-review")[0].value == "AUD"


def test_a_split_and_a_third_card_that_denies_it_are_told_of() -> None:
    """Under ``nz-1996`` the one pays 50 at once and the other 500: whichever came first, somebody must look."""
    table = TableSystem(rule_book="nz-1996")
    table.open()
    table.place(("s", "super-sevens", 1, "p", 500))
    table.initial_deal("TD", box1="7H 7D")
    table.split(1)
    table.deal(1, "7S")
    denied = changed(table.events[-1], "detail.data.split", False)
    for events in ([*table.events[:-1], denied], [*table.events[:-2], denied, table.events[-2]]):
        (notice,) = outcome_of(events).told("round-under-review")
        assert notice.because.startswith("box 1, split or not was told in different ways: ")


def test_another_patron_of_the_same_wager_is_shown_in_the_conflict() -> None:
    table = dealt("8H", "9C")
    other = changed(
        changed(table.events[1], "detail.data.wagers.0.patron", "m-9"), "detail.metadata.event_id", "e-o"
    )
    (notice,) = outcome_of([*table.events, other]).told("round-under-review")
    assert "patron m-9" in notice.because
