"""Cards: rank, suit, colour and value (rule 12.1 speaks of value, rule 14.7 of rank)."""

from dataclasses import dataclass
from enum import Enum, StrEnum


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"


class Suit(StrEnum):
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def colour(self) -> Colour:
        return Colour.RED if self in (Suit.HEARTS, Suit.DIAMONDS) else Colour.BLACK

    @property
    def plural(self) -> str:
        """``spades``, for sentences."""
        return self.name.lower()


class Rank(StrEnum):
    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def points(self) -> int:
        """The value of rule 12.1: an ace counts 11 here, every ten and picture 10."""
        return _POINTS[self]

    @property
    def plural(self) -> str:
        """``sixes``, ``kings``, for sentences."""
        return "sixes" if self is Rank.SIX else f"{self.name.lower()}s"

    @property
    def noun(self) -> str:
        """``an ace``, ``a king``, for sentences."""
        article = "an" if self in (Rank.ACE, Rank.EIGHT) else "a"
        return f"{article} {self.name.lower()}"


_POINTS = {rank: number for number, rank in enumerate(Rank, start=1)} | {
    Rank.ACE: 11,
    Rank.JACK: 10,
    Rank.QUEEN: 10,
    Rank.KING: 10,
}


@dataclass(frozen=True, slots=True)
class Card:
    """One card, written rank then suit: ``7H``, ``TD``."""

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card written as ``text``.

        Raises:
            ValueError: ``text`` is not a rank of ``A 2 3 4 5 6 7 8 9 T J Q K`` and a suit of ``S H D C``.
        """
        try:
            return cls(Rank(text[:1]), Suit(text[1:]))
        except ValueError:
            raise ValueError(
                f"{text!r} is not a card: a rank of A 2 3 4 5 6 7 8 9 T J Q K, then a suit of S H D C"
            ) from None

    @property
    def points(self) -> int:
        return self.rank.points

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"


class NoCard(Enum):
    """Said of a place to which no card was dealt; a place of which nothing is known holds ``None``."""

    NO_CARD = "no card"

    def __str__(self) -> str:
        return self.value


NO_CARD = NoCard.NO_CARD


def cards(text: str) -> tuple[Card, ...]:
    """The cards written in ``text``, apart by spaces: ``cards("7H 7C KD")``."""
    return tuple(Card.parse(word) for word in text.split())


def spell(held: tuple[Card, ...]) -> str:
    """The cards as a sentence shows them: ``7H 7C KD``."""
    return " ".join(str(card) for card in held)
