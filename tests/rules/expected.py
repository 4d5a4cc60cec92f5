"""What a rule must answer, in one line: outcome, odds, clause and citation, then the cards it must name."""

import pytest

from croupier.cards import Card, cards
from croupier.ledger import Citation
from croupier.rules.books import au_1, au_2, nz_1996
from croupier.rules.rulings import Decision, Illegal, Ruling, Undecided
from croupier.wagers import Outcome

WIN, LOSE, STAND_OFF, VOID = Outcome.WIN, Outcome.LOSE, Outcome.STAND_OFF, Outcome.VOID
TEXT, INFERRED, NEAREST = Citation.TEXT, Citation.INFERRED, Citation.NEAREST_TEXT

AU_1, AU_2, NZ = au_1.BOOK, au_2.BOOK, nz_1996.BOOK

both_au_books = pytest.mark.parametrize("book", [AU_1, AU_2], ids=lambda book: book.id)
every_book = pytest.mark.parametrize("book", [AU_1, AU_2, NZ], ids=lambda book: book.id)

Due = tuple[Outcome, str | None, str | None, Citation | None]
"""Outcome, odds (of a win), clause number, citation."""


def due(decision: Decision | None) -> Due:
    """The ruling in short; anything but a ruling fails the test."""
    assert isinstance(decision, Ruling), decision
    odds = None if decision.odds is None else str(decision.odds)
    return decision.outcome, odds, decision.clause.number, decision.clause.citation


def assert_ruling(
    decision: Decision | None, expected: Due, *, shows: str = "", dealer: str = "", names: str | None = None
) -> None:
    """``decision`` is ``expected``; its entry shows these cards, and its sentence names them (or ``names``)."""
    assert due(decision) == expected
    assert isinstance(decision, Ruling)
    assert decision.cards == cards(shows)
    assert decision.dealer_cards == cards(dealer)
    named = f"{shows} {dealer}" if names is None else names
    assert set(named.split()) <= set(decision.because.replace(",", "").split()), decision.because


def assert_undecided(decision: Decision, waiting_for: str) -> None:
    assert isinstance(decision, Undecided), decision
    assert waiting_for in decision.waiting_for


def assert_illegal(decision: Decision | None, clause: str, *, names: str) -> None:
    """``decision`` is that the rules could not have produced this; its sentence names the cards ``names``."""
    assert isinstance(decision, Illegal), decision
    assert (decision.clause.number, decision.clause.citation) == (clause, TEXT)
    words = decision.because.replace(",", " ").replace("(", " ").replace(")", " ").split()
    assert set(names.split()) <= set(words), decision.because


def faces() -> tuple[Card, ...]:
    """The 52 faces of a deck, by name and not by the code's own enumerations."""
    return cards(" ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC"))
