"""Rule 12 and the readings about splits, as far as they are about which card or wager goes where."""

import pytest

from tests.playing import outcome_of, without
from tests.table_system import TableSystem


def sevens(rule_book: str = "au-2") -> TableSystem:
    """Super Sevens of two players on a box that gets 7H 7C."""
    table = TableSystem(rule_book=rule_book)
    table.open()
    table.place(("m", "main", 1, "p-1", 100), ("s", "super-sevens", 1, "p-1", 10))
    table.place(("n", "main", 1, "p-2", 50), ("t", "super-sevens", 1, "p-2", 20))
    table.initial_deal("TD", box1="7H 7C")
    return table


def finish(table: TableSystem) -> TableSystem:
    table.dealer("9C")
    table.complete()
    return table


@pytest.mark.parametrize("lost", [(), ("CardDealt",), ("CardDealt", "HandSplit", "HandEnded")])
def test_12_2_the_next_card_goes_to_hand_1_and_decides_super_sevens(lost: tuple[str, ...]) -> None:
    table = sevens()
    table.split(1)
    table.deal(1, "7D")
    table.end(1, "stand")
    table.deal(1, "KC", hand=2)
    table.end(1, "stand", hand=2)
    out = outcome_of(without(finish(table).events, *lost))
    assert (out.of("s").odds, out.of("s").cards) == ("500/1", ["7H", "7C", "7D"])


@pytest.mark.parametrize("lost", [(), ("CardDealt",), ("CardDealt", "HandSplit", "HandEnded")])
def test_12_2_what_hand_2_gets_after_hand_1_is_finished_does_not_count(lost: tuple[str, ...]) -> None:
    table = sevens()
    table.split(1)
    table.deal(1, "KD")
    table.end(1, "stand")
    table.deal(1, "7D", hand=2)
    table.end(1, "stand", hand=2)
    out = outcome_of(without(finish(table).events, *lost))
    assert out.of("s").odds == "50/1"


def test_12_3_after_a_split_a_hand_stands_draws_or_doubles() -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100))
    table.place(("x", "split", 1, "p", 100), hand=2, original=100)
    table.place(("y", "split", 1, "p", 100), hand=3, original=100)
    table.initial_deal("TD", box1="8H 8C")
    table.split(1)
    table.deal(1, "8D")
    table.split(1)
    table.deal(1, "TC")
    table.end(1, "stand")
    table.deal(1, "2C", "TS", hand=2)
    table.end(1, "stand", hand=2)
    table.place(("d", "double", 1, "p", 100), hand=3, original=100)
    table.deal(1, "3C", "TH", hand=3)
    table.end(1, "double", hand=3)
    out = outcome_of(finish(table).events)
    # 18, 20 and a doubled 21 against 19
    assert {wager: result[0] for wager, result in out.standing.items()} == {
        "m": "lose",
        "x": "win",
        "y": "win",
        "d": "win",
    }


def test_12_4_a_third_card_before_any_split_rules_a_split_out() -> None:
    """So under ``nz-1996`` three sevens are paid at the third card, though a split would have paid fifty."""
    table = sevens("nz-1996")
    table.deal(1, "7D")
    assert outcome_of(table.events).of("s").odds == "500/1"


def test_12_5_2_a_wager_that_is_not_matched_rides_hand_1_only() -> None:
    table = sevens()
    table.place(("x", "split", 1, "p-1", 100), hand=2, original=100)
    table.split(1)
    table.deal(1, "5D", "KS")
    table.end(1, "bust")
    table.deal(1, "KC", "4S", hand=2)
    table.end(1, "twenty-one", hand=2)
    out = outcome_of(finish(table).events)
    assert {wager: out.standing[wager][0] for wager in ("m", "n", "x")} == {"m": "lose", "n": "lose", "x": "win"}


def test_14_1_side_wagers_are_optional() -> None:
    table = TableSystem()
    table.open(side_wagers=[])
    table.place(("m", "main", 1, "p", 100))
    table.initial_deal("TD", box1="7H 7C")
    out = outcome_of(finish(table).events)
    assert set(out.standing) == {"m"}
    assert out.notices == []


def test_reading_4_what_is_dealt_to_that_player_is_read_per_box() -> None:
    table = sevens()
    table.deal(1, "7S")
    out = outcome_of(table.events)
    assert out.of("s").odds == out.of("t").odds == "500/1"
    assert (out.of("s").returned, out.of("t").returned) == (5010, 10020)


@pytest.mark.parametrize("lost", [(), ("CardDealt",), ("HandSplit",), ("CardDealt", "HandSplit", "HandEnded")])
@pytest.mark.parametrize(("third", "odds"), [("7S", "500/1"), ("7H", "500/1")])
def test_reading_5_a_resplit_does_not_move_the_deciding_card(lost: tuple[str, ...], third: str, odds: str) -> None:
    table = sevens()
    table.split(1)
    table.deal(1, third)
    table.split(1)
    table.deal(1, "KD")
    table.end(1, "stand")
    table.deal(1, "7D", hand=2)
    table.end(1, "stand", hand=2)
    table.deal(1, "2D", hand=3)
    table.end(1, "stand", hand=3)
    out = outcome_of(without(finish(table).events, *lost))
    assert (out.of("s").odds, out.of("s").cards) == (odds, ["7H", "7C", third])


@pytest.mark.parametrize("lost", [(), ("CardDealt",), ("CardDealt", "HandSplit", "HandEnded")])
def test_reading_5_the_controlling_players_split_binds_everyone_on_the_box(lost: tuple[str, ...]) -> None:
    table = sevens("nz-1996")
    table.place(("x", "split", 1, "p-1", 100), hand=2, original=100)
    table.split(1)
    table.deal(1, "7D")
    table.end(1, "stand")
    table.deal(1, "KC", hand=2)
    table.end(1, "stand", hand=2)
    out = outcome_of(without(finish(table).events, *lost))
    # 14.5 of New Zealand: paid at fifty, though the next card is a seven.
    assert out.of("s").odds == out.of("t").odds == "50/1"


def test_reading_5_a_split_hand_1_that_refuses_its_card_does_not_meet_the_exception() -> None:
    table = sevens()
    table.split(1)
    table.end(1, "refused")
    table.end(1, "refused", hand=2)
    assert outcome_of(finish(table).events).of("s").odds == "50/1"


def test_reading_7_a_later_split_bust_or_double_leaves_perfect_pairs_alone() -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100), ("q", "perfect-pairs", 1, "p", 10))
    table.initial_deal("TD", box1="9S 9S")
    table.split(1)
    table.deal(1, "2C")
    table.place(("d", "double", 1, "p", 100), original=100)
    table.deal(1, "5C")
    table.end(1, "double")
    table.deal(1, "5H", "KC", hand=2)
    table.end(1, "bust", hand=2)
    out = outcome_of(finish(table).events)
    assert (out.of("q").odds, out.of("q").returned) == ("30/1", 310)
