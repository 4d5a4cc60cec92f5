"""``croupier rules``: a rule book as somebody who knows the rules reads it, and what differs between two."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table

from croupier.rules.book import Clause, Provision, RuleBook
from croupier.rules.placing import WIN_OF


def shelf(books: list[RuleBook]) -> Table:
    """All books, one a line."""
    table = Table(title="Rule books", header_style="bold", pad_edge=False)
    for name in ("Book", "Title", "In force from", "Wagers"):
        table.add_column(name)
    for book in books:
        kinds = ", ".join(kind for kind, win in WIN_OF.items() if book.holds(win))
        table.add_row(book.id, book.title, in_force(book), kinds)
    return table


def in_force(book: RuleBook) -> str:
    return "not said" if book.effective is None else f"{book.effective:%Y-%m-%d %H:%M %Z (%z)}"


def whole(book: RuleBook) -> Group:
    """Every clause that decides money, in the order of its numbers, and every switch."""
    table = Table(header_style="bold", pad_edge=False)
    for name in ("Clause", "Held as", "Pays"):
        table.add_column(name, no_wrap=True)
    table.add_column("Provides")
    for provision, clause in sorted(book.clauses.items(), key=lambda held: _in_order(held[1])):
        table.add_row(clause.number or "none held", _citation(clause), _pays(clause), provision)
    about = f"{book.title}\n{book.source}\nin force from: {in_force(book)}"
    return Group(Panel(about, title=f"Rule book {book.id}", expand=False), table, _switches(book))


def _switches(book: RuleBook) -> Table:
    table = Table(title="Switches", header_style="bold", pad_edge=False)
    for name in ("Switch", "Set to"):
        table.add_column(name)
    for name, value in switches(book):
        table.add_row(name, value)
    return table


def switches(book: RuleBook) -> Iterator[tuple[str, str]]:
    """The marked choices of a book, in words."""
    yield "Super Sevens when sevens are split (14.5)", book.sevens_split
    yield "smallest payment, in minor units (reading 21)", str(book.smallest_payment)
    taken = "one live hand's wager is taken as well" if book.live_hand_for_bust else "nothing more is taken"
    yield "completed side wagers when a round is voided (reading 13)", book.completed_side_wagers
    yield "hand 1 bust, then a dealer's blackjack (reading 19)", taken


def difference(one: RuleBook, other: RuleBook) -> RenderableType:
    """What the books provide differently: clauses, odds, and switches."""
    table = Table(title=f"{one.id} and {other.id}", header_style="bold", pad_edge=False)
    for name in ("", one.id, other.id):
        table.add_column(name)
    if one.effective != other.effective:
        table.add_row("in force from", in_force(one), in_force(other))
    for provision in Provision:
        mine, theirs = one.clauses.get(provision), other.clauses.get(provision)
        if mine != theirs:
            table.add_row(provision, _held(mine), _held(theirs))
    for (name, mine_set), (_, theirs_set) in zip(switches(one), switches(other), strict=True):
        if mine_set != theirs_set:
            table.add_row(name, mine_set, theirs_set)
    return table if table.row_count else f"{one.id} and {other.id} differ in nothing that decides money"


def _held(clause: Clause | None) -> str:
    if clause is None:
        return "not held"
    parts = [clause.number or "no clause held", _citation(clause), _pays(clause)]
    return ", ".join(part for part in parts if part)


def _citation(clause: Clause) -> str:
    return "" if clause.citation is None else str(clause.citation)


def _pays(clause: Clause) -> str:
    return "" if clause.odds is None else clause.odds.words


def _in_order(clause: Clause) -> tuple[tuple[int, str], ...]:
    """By the numbers in the clause's number: 9 before 10, 14.4(a) before 14.4(b)."""
    if clause.number is None:
        return ((10**9, ""),)
    steps = clause.number.replace("(", ".(").split(".")
    return tuple((int(step), "") if step.isdecimal() else (0, step) for step in steps)
