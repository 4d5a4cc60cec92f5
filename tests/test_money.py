"""Money: odds as exact fractions, and the one function that rounds (readings 12 and 21)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.money import Odds, Winnings, winnings

THREE_TO_TWO = Odds(Fraction(3, 2))


@pytest.mark.parametrize(
    ("text", "ratio", "written", "words"),
    [
        ("3/2", Fraction(3, 2), "3/2", "3 to 2"),
        ("1/1", Fraction(1), "1/1", "1 to 1"),
        ("5000/1", Fraction(5000), "5000/1", "5000 to 1"),
        ("6/5", Fraction(6, 5), "6/5", "6 to 5"),
    ],
)
def test_odds_are_exact_and_read_back_as_they_are_written(
    text: str, ratio: Fraction, written: str, words: str
) -> None:
    odds = Odds.parse(text)
    assert odds.ratio == ratio
    assert (str(odds), odds.words) == (written, words)


@pytest.mark.parametrize(
    "text", ["", "3", "3/", "/2", "3/0", "0/1", "-3/2", "3/-2", "1.5", "1.5/1", "3 to 2", "3:2", "3/2/1", "a/b"]
)
def test_what_is_no_odds_is_named_in_the_error(text: str) -> None:
    with pytest.raises(ValueError, match="are not odds") as raised:
        Odds.parse(text)
    assert repr(text) in str(raised.value)


@pytest.mark.parametrize(
    ("stake", "paid", "dropped"),
    [
        (2, 3, Fraction(0)),
        (1, 1, Fraction(1, 2)),
        (3, 4, Fraction(1, 2)),
        (2500, 3750, Fraction(0)),
        (2501, 3751, Fraction(1, 2)),
        (10**12, 1_500_000_000_000, Fraction(0)),
        (10**12 - 1, 1_499_999_999_998, Fraction(1, 2)),
    ],
)
def test_reading_12_three_to_two_on_an_odd_stake_drops_the_half(stake: int, paid: int, dropped: Fraction) -> None:
    assert winnings(stake, THREE_TO_TWO, 1) == Winnings(paid, dropped)


@pytest.mark.parametrize(
    ("stake", "odds", "paid", "dropped"),
    [
        (100, "3/2", 150, Fraction(0)),
        (150, "3/2", 200, Fraction(25)),
        (2501, "3/2", 3750, Fraction(3, 2)),
        (33, "3/2", 0, Fraction(99, 2)),
        (2501, "1/1", 2500, Fraction(1)),
        (100, "6/5", 100, Fraction(20)),
        (1, "5000/1", 5000, Fraction(0)),
    ],
)
def test_reading_21_pays_down_to_the_smallest_payment_of_50(
    stake: int, odds: str, paid: int, dropped: Fraction
) -> None:
    assert winnings(stake, Odds.parse(odds), 50) == Winnings(paid, dropped)


@pytest.mark.parametrize(
    ("odds", "paid", "dropped"),
    [("6/5", 8, Fraction(2, 5)), ("2/3", 4, Fraction(2, 3)), ("7/3", 16, Fraction(1, 3))],
)
def test_reading_21_other_fractions_are_exact_too(odds: str, paid: int, dropped: Fraction) -> None:
    assert winnings(7, Odds.parse(odds), 1) == Winnings(paid, dropped)


def test_an_amount_is_a_whole_number_and_the_dropped_part_a_fraction() -> None:
    won = winnings(2501, THREE_TO_TWO, 1)
    assert type(won.amount) is int
    assert type(won.dropped) is Fraction


ODDS = st.builds(Odds, st.builds(Fraction, st.integers(1, 5000), st.integers(1, 12)))


@settings(database=None, deadline=None)
@given(stake=st.integers(1, 10**12), odds=ODDS, smallest=st.integers(1, 10_000))
def test_what_is_paid_and_what_is_dropped_make_up_the_odds_exactly(stake: int, odds: Odds, smallest: int) -> None:
    won = winnings(stake, odds, smallest)
    assert won.amount + won.dropped == stake * odds.ratio
    assert 0 <= won.dropped < smallest
    assert won.amount % smallest == 0
    assert won.amount >= 0
