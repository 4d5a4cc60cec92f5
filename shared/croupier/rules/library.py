"""The library: every rule book that a module of ``rules/books`` holds, by its id."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from croupier.rules import books
from croupier.rules.book import Provision, RuleBook

PAID: Mapping[str, frozenset[Provision]] = {
    "main": frozenset(
        {
            Provision.BLACKJACK_OVER_LESS,
            Provision.BLACKJACK_OVER_DRAWN_21,
            Provision.BLACKJACK_OVER_BUST,
            Provision.DEALER_OVER_21,
            Provision.PLAYER_HIGHER,
        }
    ),
    "insurance": frozenset({Provision.INSURANCE_WINS}),
    "Super Sevens": frozenset(
        {
            Provision.ONE_SEVEN,
            Provision.TWO_SEVENS,
            Provision.TWO_SEVENS_SUITED,
            Provision.THREE_SEVENS,
            Provision.THREE_SEVENS_SUITED,
        }
    ),
    "Perfect Pairs": frozenset({Provision.MIXED_PAIR, Provision.COLOURED_PAIR, Provision.PERFECT_PAIR}),
}
"""What pays, by the wagers it pays. A book holds all of a group, each with odds, or none of it."""

PAYING = frozenset[Provision]().union(*PAID.values())


@cache
def shelf() -> Mapping[str, RuleBook]:
    """All rule books by id.

    Raises:
        TypeError: a module holds something else as its ``BOOK``.
        ValueError: two books have one id, a clause that pays names no odds, or a wager is held in part.
    """
    found: dict[str, RuleBook] = {}
    for module in iter_modules(books.__path__, f"{books.__name__}."):
        book = import_module(module.name).BOOK
        if not isinstance(book, RuleBook):
            raise TypeError(f"{module.name}.BOOK is not a rule book")
        if book.id in found:
            raise ValueError(f"two rule books have the id {book.id!r}; one is {module.name}")
        _check(book)
        found[book.id] = book
    return found


def find(rule_book: str) -> RuleBook | None:
    return shelf().get(rule_book)


def _check(book: RuleBook) -> None:
    for provision, clause in book.clauses.items():
        if (provision in PAYING) is (clause.odds is None):
            verb = "names no odds" if clause.odds is None else f"names odds of {clause.odds}"
            raise ValueError(f"rule book {book.id} {verb} for: {provision}")
    for kind, paid in PAID.items():
        held = {provision for provision in paid if book.holds(provision)}
        if held and held != paid:
            missing = ", ".join(sorted(paid - held))
            raise ValueError(f"rule book {book.id} holds {kind} wagers only in part, without: {missing}")
