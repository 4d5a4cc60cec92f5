"""What a rule answers: a ruling, what it still waits for, or that the rules could not have produced this."""

from dataclasses import dataclass

from croupier.cards import Card
from croupier.money import Odds
from croupier.rules.book import Clause, Provision, RuleBook
from croupier.wagers import Outcome


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a wager ends: outcome, exact odds (of a win), clause, and one sentence naming the cards."""

    outcome: Outcome
    odds: Odds | None
    clause: Clause
    because: str
    cards: tuple[Card, ...] = ()
    dealer_cards: tuple[Card, ...] = ()

    def same_result(self, other: "Ruling") -> bool:
        return (self.outcome, self.odds) == (other.outcome, other.odds)


@dataclass(frozen=True, slots=True)
class Undecided:
    """The known facts do not fix the result; ``waiting_for`` says which fact would.

    ``in_conflict``: they contradict each other, and only a supervisor's event can settle it.
    """

    waiting_for: str
    in_conflict: bool = False


@dataclass(frozen=True, slots=True)
class Illegal:
    """The rules could not have produced these cards: not settled, put under review (reading 20)."""

    clause: Clause
    because: str


Decision = Ruling | Undecided | Illegal


@dataclass(frozen=True, slots=True)
class Shown:
    """The cards that a ruling rests on, as its entry shows them."""

    cards: tuple[Card, ...] = ()
    dealer_cards: tuple[Card, ...] = ()


def win(book: RuleBook, provision: Provision, shown: Shown, because: str) -> Ruling:
    """A win at the odds of the provision."""
    return _ruling(book, Outcome.WIN, book.odds(provision), provision, shown, because)


def lose(book: RuleBook, provision: Provision, shown: Shown, because: str) -> Ruling:
    return _ruling(book, Outcome.LOSE, None, provision, shown, because)


def stand_off(book: RuleBook, provision: Provision, shown: Shown, because: str) -> Ruling:
    return _ruling(book, Outcome.STAND_OFF, None, provision, shown, because)


def returned(book: RuleBook, provision: Provision, because: str) -> Ruling:
    """The wager is void: the stake goes back."""
    return _ruling(book, Outcome.VOID, None, provision, Shown(), because)


def illegal(book: RuleBook, provision: Provision, because: str) -> Illegal:
    return Illegal(book.clause(provision), because)


def _ruling(
    book: RuleBook, outcome: Outcome, odds: Odds | None, provision: Provision, shown: Shown, because: str
) -> Ruling:
    return Ruling(outcome, odds, book.clause(provision), because, shown.cards, shown.dealer_cards)
