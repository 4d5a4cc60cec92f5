"""What a side wager should win by the cards alone, and how far chance may carry it from that.

The mean, the variance and the third moment are exact: every combination is counted (``local.edge``). The band is
the normal approximation's, 95 per cent. A sum of few or very uneven wagers is not normal: where its skewness is
more than a fifth (Cochran's rule for sums: n > 25 times the squared skewness) the band is marked as rough.
Wagers on the same cards win and lose together and are one exposure; that two boxes of a round share a shoe is left
out, as it hardly matters.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt

from croupier.rules import library
from croupier.wagers import Kind
from local.edge import Edge, edge, insurance_edge

NORMAL_95 = Fraction(196, 100)
"""Standard deviations on either side of the mean that hold 95 per cent of a normal distribution."""

SKEWNESS_ALLOWED = Fraction(1, 5)


@dataclass(frozen=True, slots=True)
class Expected:
    """The theoretical win in minor units: ``low`` and ``high`` are the same unless play decides between them.

    ``band_low`` and ``band_high`` are whole minor units, rounded outwards. ``is_rough``: the wagers are too few or
    too uneven for the normal approximation.
    """

    low: Fraction
    high: Fraction
    edge_low: Fraction
    edge_high: Fraction
    band_low: int
    band_high: int
    is_rough: bool

    def holds(self, win: int) -> bool:
        """Whether a win lies in the band."""
        return self.band_low <= win <= self.band_high


def expected(kind: str, rule_book: str, decks: int, stakes: Mapping[int, int]) -> Expected | None:
    """The theoretical win of exposures, told as how many there are of each stake.

    None for a kind whose win the cards alone do not fix (the main game), or that the rule book does not hold.
    """
    edges = side_edges(kind, rule_book, decks)
    if not edges or not stakes:
        return None
    powers = [sum(times * stake**power for stake, times in stakes.items()) for power in range(4)]
    handle, squares, cubes = powers[1:]
    low, high = (Fraction(pick(each.edge for each in edges)) for pick in (min, max))
    # Between always and never a third card the spread is between theirs too: the wider one holds for all.
    spread = max(_root_up(each.moment(2) * squares * NORMAL_95**2) for each in edges)
    rough = any(
        each.moment(3) ** 2 * cubes**2 > SKEWNESS_ALLOWED**2 * each.moment(2) ** 3 * squares**3 for each in edges
    )
    return Expected(
        low * handle,
        high * handle,
        low,
        high,
        int(low * handle // 1) - spread,
        -int(-high * handle // 1) + spread,
        rough,
    )


@cache
def side_edges(kind: str, rule_book: str, decks: int) -> tuple[Edge, ...]:
    """The edges between which play decides; one where it decides nothing, none where no theory holds."""
    book = library.find(rule_book)
    if book is None:
        return ()
    try:
        if kind == Kind.INSURANCE:
            return (insurance_edge(book, decks),)
        if kind == Kind.PERFECT_PAIRS:
            return (edge(book, Kind.PERFECT_PAIRS, decks),)
        if kind == Kind.SUPER_SEVENS:
            return tuple(edge(book, Kind.SUPER_SEVENS, decks, third_card=third) for third in (True, False))
    except ValueError:  # the book does not hold it
        return ()
    return ()


def _root_up(value: Fraction) -> int:
    """The square root, rounded up to a whole number."""
    root = isqrt(-(-value.numerator // value.denominator))
    return root if root * root >= value else root + 1


def whole(value: Fraction) -> int:
    """Rounded half up to minor units, for display."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
