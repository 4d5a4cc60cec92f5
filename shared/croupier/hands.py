"""Hands: point totals, hard and soft, and what makes a blackjack."""

from dataclasses import dataclass

from croupier.cards import Card, Rank, spell

BLACKJACK_POINTS = 21


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one hand in the order of the deal.

    ``of_split`` says that the box was split. Such a hand never is a blackjack: split aces and ten-values
    cannot make one (12.3.3), and no other split pair can (reading 10).
    """

    cards: tuple[Card, ...]
    of_split: bool = False

    @property
    def points(self) -> int:
        """The total, an ace counting eleven unless that passes 21."""
        total = sum(card.points for card in self.cards)
        for card in self.cards:
            if total > BLACKJACK_POINTS and card.rank is Rank.ACE:
                total -= 10
        return total

    @property
    def is_bust(self) -> bool:
        return self.points > BLACKJACK_POINTS

    @property
    def is_blackjack(self) -> bool:
        return len(self.cards) == 2 and self.points == BLACKJACK_POINTS and not self.of_split

    @property
    def sentence(self) -> str:
        """``TH 9C make 19``, for sentences; of a 21 that only looks like a blackjack it says why it is none."""
        verb = "makes" if len(self.cards) == 1 else "make"
        no_blackjack = self.of_split and Hand(self.cards).is_blackjack
        return f"{self} {verb} {self.points}{' (no blackjack after a split)' if no_blackjack else ''}"

    def __str__(self) -> str:
        return spell(self.cards)
