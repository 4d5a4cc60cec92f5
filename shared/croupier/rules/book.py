"""A rule book: every clause that decides money, with its number, its odds and how firmly it is held.

A licensee's edition is a module in ``rules/books`` that holds one ``RuleBook``: other clause numbers,
another paytable, a switch turned. No rule changes for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from croupier.ledger import Citation
from croupier.money import Odds


class Provision(StrEnum):
    """What a clause provides, whatever number it has in a book."""

    HAND_OVER_21 = "a hand over 21 has lost, with every wager on it"
    BLACKJACK_OVER_LESS = "a blackjack against fewer than 21 points"
    BLACKJACK_OVER_DRAWN_21 = "a blackjack against 21 in three or more cards"
    BLACKJACK_OVER_BUST = "a blackjack against a dealer over 21"
    DEALER_OVER_21 = "21 or less against a dealer over 21"
    PLAYER_HIGHER = "more points than the dealer"
    DEALER_BLACKJACK_OVER_LESS = "fewer than 21 points against a dealer's blackjack: the original wager"
    DEALER_BLACKJACK_OVER_DRAWN_21 = "a 21 that is no blackjack against a dealer's blackjack: the original wager"
    DEALER_HIGHER = "fewer points than the dealer"
    BOTH_BLACKJACK = "two blackjacks"
    SAME_TOTAL = "the same total"
    EXTRA_WAGER_STANDS_OFF = "doubles and splits against a dealer's blackjack"

    DEALER_DRAWS_TO_17 = "the dealer draws to 16 and stands on every 17"
    DEALER_NEED_NOT_DRAW = "the dealer stops when more cards could change nothing"

    INSURANCE_WINS = "insurance when the dealer has a blackjack"
    INSURANCE_LOSES = "insurance when the dealer's ace makes no blackjack"
    INSURANCE_WITHOUT_ACE = "insurance when the dealer's first card is no ace and no blackjack follows"

    NO_SEVEN = "Super Sevens: the first card is not a seven"
    ONE_SEVEN = "Super Sevens: the first card is a seven, the next is not"
    TWO_SEVENS = "Super Sevens: the first two cards are sevens of different suits"
    TWO_SEVENS_SUITED = "Super Sevens: the first two cards are sevens of the same suit"
    THREE_SEVENS = "Super Sevens: the first three cards are sevens, not all of one suit"
    THREE_SEVENS_SUITED = "Super Sevens: the first three cards are sevens of one suit"
    SEVENS_SPLIT = "Super Sevens: the sevens are split"

    NO_PAIR = "Perfect Pairs: the first two cards are not a pair"
    MIXED_PAIR = "Perfect Pairs: a pair of different colours"
    COLOURED_PAIR = "Perfect Pairs: a pair of one colour, different suits"
    PERFECT_PAIR = "Perfect Pairs: a pair of one suit"

    UNKNOWN_KIND = "a wager of a kind the rules do not know"
    KIND_NOT_HELD = "a wager of a kind this rule book does not hold"
    SIDE_WAGER_ON_THE_BOX = "a side wager is placed on the box of the initial wager"
    SIDE_WAGER_WITH_INITIAL = "a side wager needs an initial wager first"
    INITIAL_WAGER = "an initial wager is placed on a box, not on a later hand"
    SPLIT_EQUALS_ORIGINAL = "the wager on a split hand equals the original wager"
    THIRD_HAND_EQUALS_ORIGINAL = "the wager on a third hand equals the original wager"
    THREE_HANDS = "at most three hands a box"
    SPLIT_ACES_ONE_CARD = "split aces get one card each"
    INSURANCE_HALF = "insurance is at most half of the original wager"
    DOUBLE_UP_TO_ORIGINAL = "a double is at most the original wager"

    TWO_INITIAL_CARDS = "two initial cards on every box in play"
    ROUND_VOID = "a round that cannot be reconstructed is void, and its wagers returned"
    DEVICE_DISADVANTAGES = "a shuffling device's malfunction disadvantages somebody: every amount is returned"
    DEVICE_NOT_REPLACED = "no spare shuffling device: each player may take every amount back"


class SevensSplit(StrEnum):
    """When Super Sevens on split sevens is decided: by the next card dealt (14.5), or by the split (NZ 14.5)."""

    NEXT_CARD = "the next card dealt decides"
    AT_ONCE = "paid at the split, whatever the next card is"


class CompletedSideWagers(StrEnum):
    """What a void does to side wagers that were completed before it (reading 13)."""

    RETURN = "return"
    STAND = "stand"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause's number in its book, how firmly it is held, and what it pays."""

    number: str | None
    citation: Citation | None
    odds: Odds | None = None


NOT_HELD = Clause(number=None, citation=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBook:
    """The rules of one licence.

    ``clauses`` holds what the book provides; what it does not name is ``NOT_HELD``, and a kind of wager
    without its clauses cannot be placed. ``effective``: from when, with its zone, or None where the text
    does not say. ``smallest_payment`` in minor units (reading 21).
    ``live_hand_for_bust`` is reading 19's rival: where hand 1 is bust and the dealer then has a blackjack, the
    wager on the first live hand is taken as well. ``completed_side_wagers`` is reading 13's, unless the void says.
    """

    id: str
    title: str
    source: str
    effective: datetime | None
    clauses: Mapping[Provision, Clause]
    sevens_split: SevensSplit
    smallest_payment: int = 1
    live_hand_for_bust: bool = False
    completed_side_wagers: CompletedSideWagers = CompletedSideWagers.RETURN

    def cited(self, number: str) -> Clause:
        """The clause that a supervisor cites, as firmly as the book holds it or the clause it is part of."""
        for clause in self.clauses.values():
            if clause.number is not None and (number == clause.number or number.startswith(f"{clause.number}.")):
                return Clause(number, clause.citation)
        return Clause(number, None)

    def clause(self, provision: Provision) -> Clause:
        return self.clauses.get(provision, NOT_HELD)

    def holds(self, provision: Provision) -> bool:
        return provision in self.clauses

    def odds(self, provision: Provision) -> Odds:
        """What the provision pays.

        Raises:
            KeyError: the book names no odds for it; ``library`` refuses such a book when it is loaded.
        """
        odds = self.clauses[provision].odds
        if odds is None:
            raise KeyError(f"rule book {self.id} names no odds for: {provision}")
        return odds


def text(number: str, odds: str | None = None) -> Clause:
    """A clause whose text is held."""
    return Clause(number, Citation.TEXT, None if odds is None else Odds.parse(odds))


def inferred(number: str, odds: str | None = None) -> Clause:
    """A clause known from references to it."""
    return Clause(number, Citation.INFERRED, None if odds is None else Odds.parse(odds))


def nearest(number: str, odds: str | None = None) -> Clause:
    """A clause of the nearest text that is held, for money that the book's own text does not cover."""
    return Clause(number, Citation.NEAREST_TEXT, None if odds is None else Odds.parse(odds))


def not_held(odds: str) -> Clause:
    """Nothing is held; the wager is taken all the same, at these odds."""
    return Clause(None, None, Odds.parse(odds))
