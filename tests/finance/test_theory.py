"""Theoretical win against the published figures, worked out by hand where none are published."""

from fractions import Fraction

import pytest

from croupier.rules import library
from croupier.wagers import Kind
from local.edge import edge, insurance_edge, percent
from local.finance.theory import expected, side_edges, whole

AU_2 = library.shelf()["au-2"]


@pytest.mark.parametrize(("decks", "published"), [(4, "15.92"), (5, "13.25"), (6, "11.40"), (8, "9.01")])
def test_super_sevens_range_from_the_published_edge_with_every_third_card(decks: int, published: str) -> None:
    theory = expected("super-sevens", "au-2", decks, {100: 1000})
    assert theory is not None
    assert percent(theory.edge_low, 2) == published
    assert theory.low == theory.edge_low * 100_000


def test_super_sevens_range_to_the_published_edge_without_a_third_card() -> None:
    for book in ("au-1", "au-2", "nz-1996"):
        theory = expected("super-sevens", book, 6, {100: 1})
        assert theory is not None
        assert percent(theory.edge_high, 2) == "36.31"


def test_perfect_pairs_have_the_published_edge() -> None:
    theory = expected("perfect-pairs", "au-2", 8, {1000: 10})
    assert theory is not None
    assert percent(theory.edge_low) == "3.3735"
    assert theory.low == theory.high == Fraction(14, 415) * 10_000


@pytest.mark.parametrize(
    ("decks", "exact"), [(1, Fraction(3, 51)), (6, Fraction(23, 311)), (8, Fraction(31, 415))]
)
def test_insurance_loses_but_for_the_ten_values_left_under_an_ace(decks: int, exact: str) -> None:
    # 16 ten-values a deck among 52 a deck less the ace; 2 to 1: the edge is 1 - 3 p.
    assert Fraction(exact) == 1 - 3 * Fraction(16 * decks, 52 * decks - 1)
    found = insurance_edge(AU_2, decks)
    assert found.edge == Fraction(exact)
    assert found.combinations == {"ten-value": 16 * decks, "other": 36 * decks - 1}
    assert found.pays == {"ten-value": "2 to 1", "other": "lose"}
    # The return is 3 with p, else 0.
    p = Fraction(16 * decks, 52 * decks - 1)
    assert found.moment(2) == 9 * p * (1 - p)


def test_the_variance_is_that_of_the_published_combinations() -> None:
    # Eight decks, unordered pairs of 86,320: 1,456 return 31, 1,664 return 11, 3,328 return 6.
    returns = {31: 1456, 11: 1664, 6: 3328}
    mean = sum(Fraction(value * ways, 86320) for value, ways in returns.items())
    square = sum(Fraction(value**2 * ways, 86320) for value, ways in returns.items())
    assert edge(AU_2, Kind.PERFECT_PAIRS, 8).moment(2) == square - mean**2


def test_the_band_is_196_hundredths_of_the_exact_spread_on_either_side() -> None:
    theory = expected("perfect-pairs", "au-2", 8, {100: 400, 500: 16})
    variance = edge(AU_2, Kind.PERFECT_PAIRS, 8).moment(2)
    assert theory is not None
    squares = 400 * 100**2 + 16 * 500**2
    half = 1.96 * (float(variance) * squares) ** 0.5
    assert theory.band_low == pytest.approx(float(theory.low) - half, abs=2)
    assert theory.band_high == pytest.approx(float(theory.low) + half, abs=2)
    assert theory.holds(theory.band_low)
    assert theory.holds(theory.band_high)
    assert not theory.holds(theory.band_low - 1)
    assert not theory.holds(theory.band_high + 1)


def test_few_or_uneven_wagers_have_a_rough_band() -> None:
    def rough(stakes: dict[int, int]) -> bool:
        theory = expected("perfect-pairs", "au-2", 8, stakes)
        assert theory is not None
        return theory.is_rough

    found = edge(AU_2, Kind.PERFECT_PAIRS, 8)
    # Cochran: n > 25 times the squared skewness.
    enough = 25 * found.moment(3) ** 2 / found.moment(2) ** 3
    assert rough({100: int(enough)})
    assert not rough({100: int(enough) + 1})
    assert rough({100: int(enough) + 1, 1_000_000: 1})


def test_the_main_game_and_what_a_book_does_not_hold_have_no_theory() -> None:
    assert expected("main", "au-2", 8, {100: 5}) is None
    assert expected("perfect-pairs", "nz-1996", 8, {100: 5}) is None
    assert expected("super-sevens", "house-9", 8, {100: 5}) is None
    assert expected("super-sevens", "au-2", 8, {}) is None
    assert side_edges("double", "au-2", 8) == ()


@pytest.mark.parametrize(("value", "shown"), [("1/2", 1), ("-1/2", 0), ("149/100", 1), ("-3/2", -1), ("7", 7)])
def test_an_exact_win_is_rounded_half_up_to_be_shown(value: str, shown: int) -> None:
    assert whole(Fraction(value)) == shown
