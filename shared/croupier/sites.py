"""The sites that are known here: which tables they have, which rule books are in force there, what is a large win.

From ``sites/<site>.yaml`` by ``make sites``. A site without a file is bound by nothing but the contract: who may
speak for it is the account's business (the bus denies every source that no file names).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class InForce:
    """A rule book at a site: played ``since`` an instant; from ``until`` on no round opens under it."""

    book: str
    since: datetime
    until: datetime | None

    def holds_at(self, instant: datetime, *, opens: bool) -> bool:
        """Whether the book may be played then; ``opens``: whether a round may be opened under it."""
        return self.since <= instant and (self.until is None or not opens or instant < self.until)


@dataclass(frozen=True, slots=True)
class Site:
    """One house. ``large_win`` in minor units."""

    site_id: str
    time_zone: str
    tables: tuple[str, ...]
    rule_books: tuple[InForce, ...]
    large_win: int

    def objection(self, table_id: str, book: str, at: str, *, opens: bool) -> tuple[str, str] | None:
        """What is wrong with an event ``at`` this instant: the field and why; None if nothing is.

        ``opens``: the event opens a round or places wagers. A round that was opened in time is played to its end.
        """
        if table_id not in self.tables:
            return "round.table_id", f"site {self.site_id} has no such table; it has {', '.join(self.tables)}"
        instant = datetime.fromisoformat(at)
        if any(held.book == book and held.holds_at(instant, opens=opens) for held in self.rule_books):
            return None
        told = ", ".join(_told(held) for held in self.rule_books)
        return "round.rule_book", f"it is not in force at site {self.site_id} at {at}; there are {told}"


def _told(held: InForce) -> str:
    until = "" if held.until is None else f" until {held.until.isoformat()}"
    return f"{held.book} from {held.since.isoformat()}{until}"


@cache
def sites() -> Mapping[str, Site]:
    """Every known site by its id."""
    held = json.loads(files("croupier").joinpath("sites.json").read_text(encoding="utf-8"))
    return {site_id: read_site(site_id, told) for site_id, told in held.items()}


def read_site(site_id: str, told: Mapping[str, object]) -> Site:
    """A site as ``sites.json`` has it."""
    books, tables = told["rule_books"], told["tables"]
    if not isinstance(books, list) or not isinstance(tables, list):
        raise TypeError(f"site {site_id}: rule_books and tables are lists")
    return Site(
        site_id=site_id,
        time_zone=str(told["time_zone"]),
        tables=tuple(str(table) for table in tables),
        rule_books=tuple(
            InForce(
                str(held["book"]),
                datetime.fromisoformat(held["from"]),
                datetime.fromisoformat(held["until"]) if held.get("until") else None,
            )
            for held in books
        ),
        large_win=int(str(told["large_win"])),
    )
