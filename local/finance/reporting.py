"""The report of a gaming day: handle and win, side wagers beside theory, counts, corrections, large wins.

Handle is what was staked on wagers that were decided; a void wager is returned whole and counts in none. Win is
stake less returned. Entries count to the gaming day they state: a correction changes the day it was made on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import duckdb

from local.finance.csvs import Csv, read_csv
from local.finance.records import find_unreadable
from local.finance.sources import find
from local.finance.theory import Expected, expected
from local.finance.workspace import Unusable, Workspace, first_line

LEVELS = ("all", "site", "table", "shift", "kind")

COUNTS = Csv(
    known=("site_id", "table_id", "shift", "currency", "drop", "opener", "closer", "fills", "credits"),
    needed=("site_id", "table_id", "currency", "drop", "opener", "closer", "fills", "credits"),
    amounts=("drop", "opener", "closer", "fills", "credits"),
)
"""What is counted at a table: the drop box, the float at opening and closing, chips brought and taken away."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a report is of; ``decks`` where no event says it; ``threshold`` of a large win, in minor units."""

    day: str
    decks: int | None
    threshold: int
    events: Sequence[str] = ()
    counts: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Handle and win of one site, table, shift or kind, or of all; amounts in minor units."""

    level: str
    currency: str
    site_id: str | None
    table_id: str | None
    shift: str | None
    kind: str | None
    wagers: int
    handle: int
    win: int
    voids: int

    @property
    def name(self) -> str:
        if self.level == "table":
            return f"{self.site_id}/{self.table_id}"
        return self.site_id or self.shift or self.kind or "all"

    @property
    def win_share(self) -> Fraction | None:
        """Win as a part of handle; None without handle."""
        return Fraction(self.win, self.handle) if self.handle else None


@dataclass(frozen=True, slots=True)
class SideWagers:
    """The side wagers of one kind under one book from so many decks; ``expected`` None where no theory holds."""

    kind: str
    rule_book: str
    decks: int | None
    currency: str
    wagers: int
    handle: int
    win: int
    expected: Expected | None = None


@dataclass(frozen=True, slots=True)
class Corrections:
    """What one authoriser corrected; ``to_players`` and ``to_house`` in minor units, net."""

    authorised_by: str
    second: str | None
    currency: str
    corrections: int
    reversed: int
    settled: int
    to_players: int
    to_house: int


@dataclass(frozen=True, slots=True)
class LargeWin:
    """A settlement whose winnings reach the threshold; ``reversed`` by an entry of any day that is known."""

    entry_id: str
    kind: str
    player: str
    currency: str
    stake: int
    odds: str | None
    winnings: int
    because: str
    occurred_at: str
    reversed: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """A table's count: ``counted_win`` is closer, credits and drop less opener and fills."""

    site_id: str
    table_id: str
    shift: str
    currency: str
    opener: int
    closer: int
    fills: int
    credits: int
    dropped: int
    counted_win: int
    settled_win: int

    @property
    def hold(self) -> Fraction | None:
        """Win by count as a part of the drop; None without drop."""
        return Fraction(self.counted_win, self.dropped) if self.dropped else None


@dataclass(frozen=True, slots=True)
class Report:
    """All of it; ``counted`` is None where no counts were given."""

    asked: Asked
    rounds: int
    parts: tuple[Part, ...]
    side_wagers: tuple[SideWagers, ...]
    corrections: tuple[Corrections, ...]
    large_wins: tuple[LargeWin, ...]
    counted: tuple[Counted, ...] | None

    @property
    def currencies(self) -> tuple[str, ...]:
        return tuple(sorted({part.currency for part in self.parts}))

    def of(self, level: str, currency: str) -> list[Part]:
        """The parts of one level in one currency."""
        return [part for part in self.parts if (part.level, part.currency) == (level, currency)]


@dataclass(frozen=True, slots=True)
class _Stake:
    stake: int
    times: int


def report(work: Workspace, asked: Asked) -> Report:
    """The report of the table ``records``.

    Raises:
        Unusable: the events or the counts cannot be read.
    """
    day: Mapping[str, str] = {"day": asked.day}
    _read_decks(work, asked.events)
    work.do("report/exposures", {**day, "decks": asked.decks})
    return Report(
        asked,
        work.number("report/rounds", day),
        tuple(work.rows(Part, "report/breakdown", day)),
        tuple(_beside_theory(work, found) for found in work.rows(SideWagers, "report/side_wagers")),
        tuple(work.rows(Corrections, "report/corrections", day)),
        tuple(work.rows(LargeWin, "report/large_wins", {**day, "threshold": asked.threshold})),
        None if asked.counts is None else tuple(_counted(work, asked.day, asked.counts)),
    )


def _read_decks(work: Workspace, events: Sequence[str]) -> None:
    work.do("report/no_decks")
    if not events:
        return
    sources = find(events, work.folder)
    try:
        work.do("report/decks", {"paths": [str(source.path) for source in sources]})
    except duckdb.Error as error:
        for source in sources:
            find_unreadable(source)
        raise Unusable(
            f"{sources[0].shown} and what was named with it cannot be read: {first_line(error)}"
        ) from error


def _beside_theory(work: Workspace, found: SideWagers) -> SideWagers:
    if found.decks is None:
        return found
    named: dict[str, str | int] = {
        "kind": found.kind,
        "rule_book": found.rule_book,
        "decks": found.decks,
        "currency": found.currency,
    }
    stakes = {row.stake: row.times for row in work.rows(_Stake, "report/stakes", named)}
    return replace(found, expected=expected(found.kind, found.rule_book, found.decks, stakes))


def _counted(work: Workspace, day: str, path: str) -> list[Counted]:
    """Win by count and hold, of the tables that the file has; by shift where it has shifts."""
    columns = read_csv(work, path, "counts", COUNTS, {})
    by_shift = "shift" in columns
    shift = "coalesce(shift, 'not told')" if by_shift else "'all'"
    return work.rows(Counted, "report/counted", {"day": day}, shift=shift, counted_shift=shift)
