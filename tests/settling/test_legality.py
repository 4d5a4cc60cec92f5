"""What the rules could not have produced is put under review with its clause, as narrowly as reading 20 says."""

from dataclasses import replace

import pytest

from croupier.events.records import NoticeRecord
from croupier.rules import library
from tests.playing import Outcome, named, outcome_of
from tests.table_system import TableSystem


def table_of(*boxes: int, rule_book: str = "au-2") -> TableSystem:
    """Main wagers m-1, m-2 ... on boxes, each with Super Sevens and Perfect Pairs (s-1, q-1)."""
    table = TableSystem(rule_book=rule_book)
    table.open()
    for box in boxes:
        table.place((f"m-{box}", "main", box, "p", 100), (f"s-{box}", "super-sevens", box, "p", 10))
        if rule_book == "au-2":
            table.place((f"q-{box}", "perfect-pairs", box, "p", 10))
    return table


def open_ids(out: Outcome) -> set[str]:
    return {wager.wager_id for wager in out.still_open}


def reviewed(out: Outcome) -> dict[str | None, NoticeRecord]:
    return {notice.wager_id: notice for notice in out.told("round-under-review")}


def test_13_2_the_dealer_stopped_under_17_with_an_undecided_hand() -> None:
    table = table_of(1, 2)
    table.initial_deal("TD", box1="TH 9C", box2="AH KC")
    table.dealer("6C")
    table.complete()
    out = outcome_of(table.events)
    # box 2's blackjack is paid: the dealer's sixteen in two cards cannot become a blackjack.
    assert open_ids(out) == {"m-1"}
    notice = reviewed(out)["m-1"]
    assert notice.clause == "13.2"
    assert "the dealer stopped at 16 (TD 6C) with TH 9C undecided" in notice.because


@pytest.mark.parametrize("cards", ["7C 2S", "8D TS", "7C 2S 3S"])
def test_13_2_the_dealer_drew_after_17(cards: str) -> None:
    table = table_of(1, 2)
    table.initial_deal("TD", box1="TH 9C", box2="TS 6H")
    table.deal(2, "KH")
    table.end(2, "bust")
    table.dealer(*cards.split())
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == {"m-1"}
    assert reviewed(out)["m-1"].clause == "13.2"


def test_13_4_with_insurance_alive_the_dealers_second_card_is_required() -> None:
    table = table_of(1)
    table.initial_deal("AD", box1="TH 6C")
    table.place(("i", "insurance", 1, "p", 50), original=100)
    table.deal(1, "KC")
    table.end(1, "bust")
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == {"i"}
    assert reviewed(out)["i"].clause == "13.4"


def test_12_3_1_a_fourth_hand_puts_only_its_box_under_review() -> None:
    table = table_of(1, 2)
    table.initial_deal("TD", box1="8H 8C", box2="TH 9C")
    for card in ("8D", "8S", "TC"):
        table.split(1)
        table.deal(1, card)
    for hand in (2, 3, 4):
        table.deal(1, "9D", hand=hand)
    table.dealer("8C")
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == {"m-1"}
    assert reviewed(out)["m-1"].clause == "12.3.1"


def test_12_1_a_split_of_unequal_values() -> None:
    table = table_of(1, 2)
    table.initial_deal("TD", box1="8H 9C", box2="TH 9C")
    table.place(("x", "split", 1, "p", 100), hand=2)
    table.split(1)
    table.deal(1, "TC")
    table.deal(1, "TS", hand=2)
    table.dealer("8C")
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == {"m-1", "x"}
    assert reviewed(out)["x"].clause == "12.1"
    assert "8H 9C are not equal in value and were split" in reviewed(out)["x"].because


def test_12_1_tens_and_pictures_are_equal_in_value() -> None:
    table = table_of(1)
    table.initial_deal("TD", box1="TH JC")
    table.place(("x", "split", 1, "p", 100), hand=2)
    table.split(1)
    table.deal(1, "AC")
    table.deal(1, "9S", hand=2)
    table.dealer("8C")
    table.complete()
    out = outcome_of(table.events)
    # 12.3.3: ace and ten after a split are 21, not a blackjack.
    assert out.standing["m-1"] == ("win", "1/1", 100, 200)
    assert out.standing["x"] == ("win", "1/1", 100, 200)


def test_12_3_1_a_third_hand_that_begins_with_another_value() -> None:
    table = table_of(1)
    table.initial_deal("TD", box1="8H 8C")
    table.split(1)
    table.deal(1, "5C")
    table.split(1)
    table.deal(1, "TC")
    table.deal(1, "TS", hand=2)
    table.deal(1, "TS", hand=3)
    table.dealer("8C")
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == {"m-1"}
    assert reviewed(out)["m-1"].clause == "12.3.1"


def test_12_3_2_a_hand_of_split_aces_with_a_third_card_and_no_other_hand() -> None:
    table = table_of(1)
    table.initial_deal("TD", box1="AH AC")
    table.place(("x", "split", 1, "p", 100), hand=2)
    table.split(1)
    table.deal(1, "2C", "5C")
    table.deal(1, "9S", hand=2)
    table.dealer("8C")
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == {"m-1"}
    assert out.standing["x"][0] == "win"
    assert reviewed(out)["m-1"].clause == "12.3.2"


def test_rule_11_a_doubled_hand_with_two_extra_cards() -> None:
    table = table_of(1)
    table.initial_deal("TD", box1="5H 4C")
    table.place(("d", "double", 1, "p", 100), original=100)
    table.deal(1, "2C", "5C")
    table.end(1, "stand")
    table.dealer("8C")
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == {"d"}
    assert (reviewed(out)["d"].clause, out.standing["m-1"][0]) == ("11", "lose")


def test_hands_that_do_not_add_up_to_what_was_dealt() -> None:
    table = table_of(1, 2)
    table.initial_deal("TD", box1="TH 9C", box2="TH 9C")
    table.dealer("8C")
    table.complete()
    table.events[-1]["detail"]["data"]["boxes"][0]["hands"][0]["cards"] = ["TH", "8C"]
    out = outcome_of(table.events)
    assert open_ids(out) == {"m-1"}
    assert reviewed(out)["m-1"].clause is None
    assert "TH 8C, do not add up to what was dealt, TH 9C" in reviewed(out)["m-1"].because


def test_reading_20_more_copies_of_a_card_than_the_shoe_holds() -> None:
    table = TableSystem()
    table.open(decks=1)
    table.place(*((f"m-{box}", "main", box, "p", 100) for box in (1, 2, 3)))
    table.initial_deal("TD", box1="TH 9C", box2="TH 8C", box3="KC 9S")
    table.dealer("9D")
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == {"m-1", "m-2"}
    assert "more copies of TH than a shoe of one deck holds" in reviewed(out)["m-1"].because


@pytest.mark.parametrize(
    ("clause", "counted"), [("16.7", False), ("17.3", False), ("17.3.4", False), ("16.5", True)]
)
def test_reading_20_copies_are_not_counted_after_a_reshuffle(clause: str, counted: bool) -> None:
    table = TableSystem()
    table.open(decks=1)
    table.place(("m", "main", 1, "p", 100))
    table.initial_deal("TD", box1="TH 9C")
    table.tell("IrregularityRecorded", {"clause": clause, "cause": "too few cards"})
    table.dealer("4D", "TH")
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == ({"m"} if counted else set())


def test_reading_20_a_dealers_card_too_many_puts_all_that_depend_on_it_under_review() -> None:
    table = TableSystem()
    table.open(decks=1)
    table.place(("m-1", "main", 1, "p", 100), ("m-2", "main", 2, "p", 100), ("q-1", "perfect-pairs", 1, "p", 5))
    table.initial_deal("TD", box1="TH 9C", box2="8S 5C")
    table.deal(2, "KH")
    table.end(2, "bust")
    table.dealer("2D", "2D", "5S")
    table.complete()
    assert open_ids(outcome_of(table.events)) == {"m-1"}


def test_reading_20_a_box_without_a_complete_hand_puts_only_itself_under_review() -> None:
    table = table_of(1, 2)
    table.initial_deal("TD", box1="TH", box2="TH 9C")
    table.end(2, "stand")
    table.dealer("8C")
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == {"m-1", "q-1"}
    assert {notice.clause for notice in reviewed(out).values()} == {"16.6"}
    assert out.standing["m-2"][0] == "win"


def test_reading_20_a_split_hand_may_have_one_card_when_a_card_was_refused() -> None:
    table = table_of(1)
    table.initial_deal("TD", box1="8H 8C")
    table.place(("x", "split", 1, "p", 100), hand=2)
    table.split(1)
    table.end(1, "refused")
    table.end(1, "refused", hand=2)
    table.dealer("8C")
    table.complete()
    out = outcome_of(table.events)
    assert out.standing["m-1"][0] == out.standing["x"][0] == "lose"
    assert out.told("round-under-review") == []


def test_legality_uses_only_clauses_that_the_book_holds() -> None:
    table = table_of(1, rule_book="nz-1996")
    table.initial_deal("TD", box1="8H 9C")
    table.split(1)
    table.deal(1, "TC")
    table.deal(1, "TS", hand=2)
    table.dealer("6C")
    table.complete()
    out = outcome_of(table.events)
    assert open_ids(out) == set()
    assert out.standing["m-1"][0] == "win"


@pytest.mark.parametrize("switch", [False, True])
@pytest.mark.parametrize("second_bust", [False, True])
def test_reading_19_one_live_hand_for_a_bust_one_is_a_switch_of_the_book(
    switch: bool, second_bust: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cases of 12.6: dealer A-K after a split of eights, the first hand bust, the second too or not."""
    house = replace(library.shelf()["au-2"], id="house", live_hand_for_bust=switch)
    monkeypatch.setattr(library, "shelf", lambda: {"house": house})
    table = TableSystem(rule_book="house")
    table.open()
    table.place(("m", "main", 1, "p", 100))
    table.place(("x", "split", 1, "p", 100), hand=2)
    table.place(("y", "split", 1, "p", 100), hand=3)
    table.place(("d", "double", 1, "p", 100), hand=3)
    table.initial_deal("AD", box1="8H 8C")
    table.split(1)
    table.deal(1, "8D")
    table.split(1)
    table.deal(1, "TC", "9C")
    table.end(1, "bust")
    table.deal(1, "TS", *(["KH"] if second_bust else []), hand=2)
    table.end(1, "bust" if second_bust else "stand", hand=2)
    table.deal(1, "2S", "9S", hand=3)
    table.end(1, "double", hand=3)
    table.dealer("KD")
    table.complete()
    outcomes = {wager: result[0] for wager, result in outcome_of(table.events).standing.items()}
    taken = {"x"} if second_bust else set()
    if switch:
        taken.add("y" if second_bust else "x")
    assert outcomes == {
        "m": "lose",
        "x": "lose" if "x" in taken else "stand-off",
        "y": "lose" if "y" in taken else "stand-off",
        "d": "stand-off",
    }


def test_a_doubled_hand_over_21_loses_both_wagers_whatever_the_dealer_gets() -> None:
    for dealers in (["KD"], ["5D", "TD"], ["8D"]):
        table = table_of(1)
        table.place(("d", "double", 1, "p", 100))
        table.initial_deal("AD" if dealers == ["KD"] else "TD", box1="TH 2C")
        table.deal(1, "KC")
        table.end(1, "bust")
        table.dealer(*dealers)
        table.complete()
        out = outcome_of(named(table.events, "WagersPlaced") + table.events[-1:])
        assert out.standing["m-1"][0] == out.standing["d"][0] == "lose"
