"""Money in whole minor units, odds as exact fractions, and the one function that rounds."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """What a winning wager is paid for each unit staked: 3 to 2 is ``Odds(Fraction(3, 2))``."""

    ratio: Fraction

    @classmethod
    def parse(cls, text: str) -> "Odds":
        """The odds written ``3/2``.

        Raises:
            ValueError: ``text`` is not two whole numbers above zero with a stroke between them.
        """
        won, _, staked = text.partition("/")
        if not (won.isdecimal() and staked.isdecimal() and int(won) > 0 and int(staked) > 0):
            raise ValueError(f"{text!r} are not odds: write them as 3/2")
        return cls(Fraction(int(won), int(staked)))

    def __str__(self) -> str:
        return f"{self.ratio.numerator}/{self.ratio.denominator}"

    @property
    def words(self) -> str:
        """``3 to 2``, as a table sign has it."""
        return f"{self.ratio.numerator} to {self.ratio.denominator}"


@dataclass(frozen=True, slots=True)
class Winnings:
    """``amount`` in minor units is paid; ``dropped`` is the part, in minor units, that could not be."""

    amount: int
    dropped: Fraction


def winnings(stake: int, odds: Odds, smallest_payment: int) -> Winnings:
    """What ``stake`` wins at ``odds``, paid down to a multiple of ``smallest_payment`` (readings 12 and 21).

    The text pays 3 to 2 exactly; a house has no coin below its smallest payment, so the rest is dropped
    and reported. Nothing else in Croupier rounds.
    """
    exact = stake * odds.ratio
    paid = exact // smallest_payment * smallest_payment
    return Winnings(amount=int(paid), dropped=exact - paid)
