"""Double entry: every settlement entry as lines of debit and credit that cancel each other.

A settlement takes the stake out of play, and says what is due to the player and what the house has won (lost,
where it is credited less than nothing). A reversal undoes it, but what had been due may be in the player's hands
by now: it becomes due *from* him, to be collected or netted with what is due by the new entry. Nothing here says
that anything was paid. Promotional stakes are no money the house was given: they have accounts of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from local.finance.records import FACTS
from local.finance.workspace import Unusable, Workspace, question

ACCOUNTS = {
    "wagers-in-play": "stakes on the table; debited when they are decided, credited when that is reversed",
    "due-to-players": "what decided wagers return to their players, stake included",
    "due-from-players": "what reversed entries had made due, to be collected or netted with what is due now",
    "gaming-win": "what the house has won of stakes, less what it has lost",
    "promotional-wagers-in-play": "as wagers-in-play, of stakes in promotional tender",
    "promotional-gaming-win": "as gaming-win, of stakes in promotional tender",
}
"""The chart of accounts."""


@dataclass(frozen=True, slots=True)
class AccountTotal:
    """What an account was debited and credited with, in minor units of its currency."""

    currency: str
    account: str
    debit: int
    credit: int


@dataclass(frozen=True, slots=True)
class _Named:
    entry_id: str


def write_journal(work: Workspace, entries: Sequence[Path], path: Path) -> None:
    """Write the journal of the entries in these Parquet files, in their order, as Parquet.

    Raises:
        Unusable: an entry does not balance; the records were checked, so this is a fault of the journal.
    """
    work.in_order()
    lines = question("journal/lines").format(entries="read_parquet($entries, hive_partitioning = false)")
    work.do("journal/write", {"entries": [str(file) for file in entries], "path": str(path)}, lines=lines)
    for unbalanced in work.rows(_Named, "journal/unbalanced", {"journal": str(path)}):
        raise Unusable(f"the journal of entry {unbalanced.entry_id} does not balance")


def write_day(work: Workspace, day: str, path: Path) -> None:
    """Write the journal of the records whose gaming day is ``day``."""
    entries = work.folder / "day.parquet"
    work.in_order()
    work.do("records/write", {"day": day, "path": str(entries)}, table="records", fields=FACTS, which="=")
    write_journal(work, [entries], path)


def account_totals(work: Workspace, path: Path) -> list[AccountTotal]:
    """The totals of a journal in a Parquet file, by currency and account."""
    return work.rows(AccountTotal, "journal/totals", {"journal": str(path)})
