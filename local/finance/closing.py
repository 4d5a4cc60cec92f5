"""The day's close: every entry that no other close has taken, with its journal and a manifest of all of it.

The records say which gaming day they count to, so a close needs no clock and no time zone, and what it writes
depends on nothing but the records, the other closes and the events. An entry that arrives after its day was closed
is taken by the next close, apart; an earlier close never changes.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb

from local.finance.journal import account_totals, write_journal
from local.finance.records import FACTS, FIELDS, find_unreadable, open_records
from local.finance.sources import find
from local.finance.workspace import Unusable, Workspace, first_line
from local.patterns import Json, JsonObject

FORMAT = "croupier-close/1"
ENTRIES, EARLIER, JOURNAL = "entries.parquet", "earlier-days.parquet", "journal.parquet"
TOTALS, ACCOUNTS = "totals.csv", "accounts.csv"
MANIFEST = "manifest.json"
BY = ("currency", "site", "table", "kind", "tender", "gaming_day")


@dataclass(frozen=True, slots=True)
class Closed:
    """What a close has done. ``missing`` names the first entries that are not there; ``doubled`` counts repeats.

    ``written`` is false where the same close was there already, or where entries are missing and that was not
    allowed: then nothing was written.
    """

    manifest: JsonObject
    missing: tuple[str, ...]
    missing_in_all: int
    doubled: int
    written: bool


@dataclass(frozen=True, slots=True)
class Close:
    """A close that lies in the folder of closes."""

    day: str
    folder: Path

    def files(self) -> list[str]:
        """The Parquet files of its entries."""
        return [str(self.folder / name) for name in (ENTRIES, EARLIER)]


@dataclass(frozen=True, slots=True)
class _First:
    day: str | None


@dataclass(frozen=True, slots=True)
class _Changed:
    entry_id: str
    file: str
    same: bool


@dataclass(frozen=True, slots=True)
class _Missing:
    entry_id: str
    total: int


def close_day(
    work: Workspace, day: str, records: Iterable[str], folder: Path, events: Sequence[str], *, allow_gaps: bool
) -> Closed:
    """Close a gaming day into ``folder/<day>``.

    Raises:
        Unusable: a file or record is not what it must be; a later day is closed and this one is not; the day is
            closed and a close of it now would differ; a closed entry has changed.
    """
    others = [close for close in closes_in(folder) if close.day != day]
    target = folder / day
    later = [close.day for close in others if close.day > day]
    if later and not target.exists():
        raise Unusable(f"{day} cannot be closed: {later[0]} is closed already, and days are closed in their order")
    opened = open_records(work, records)
    _find_closed(work, others)
    missing = _missing(work, day, others)
    if missing and not allow_gaps:
        return Closed({}, tuple(gap.entry_id for gap in missing), missing[0].total, opened.doubled, written=False)
    work.do("close/take", {"day": day})
    earlier = [close for close in others if close.day < day]
    with _beside(folder) as name:
        made = Path(name) / day
        made.mkdir()
        manifest = _write(work, day, earlier, made, events, missing)
        written = _put(made, target)
    total = missing[0].total if missing else 0
    return Closed(manifest, tuple(gap.entry_id for gap in missing), total, opened.doubled, written=written)


def _beside(folder: Path) -> "tempfile.TemporaryDirectory[str]":
    """A folder where a close is made before it is moved to its place on the same disk."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryDirectory(prefix=".closing-", dir=folder)
    except OSError as error:
        raise Unusable(f"{folder} cannot be written: {error}") from error


def closes_in(folder: Path) -> list[Close]:
    """The closes in a folder, in the order of their days.

    Raises:
        Unusable: a close lacks a file.
    """
    if not folder.exists():
        return []
    found = [Close(held.name, held) for held in sorted(folder.iterdir()) if held.is_dir() and held.name[0] != "."]
    for close in found:
        for name in (ENTRIES, EARLIER, JOURNAL, MANIFEST):
            if not (close.folder / name).is_file():
                raise Unusable(f"{close.folder} is no close: it has no {name}")
    return found


def _find_closed(work: Workspace, others: Sequence[Close]) -> None:
    """The table ``closed``: which of the records other closes have taken.

    A close takes no entry of a later gaming day, so closes before the first record's day need not be read.
    """
    (first,) = work.rows(_First, "close/first_day")
    near = [close for close in others if close.day >= (first.day or "9999")]
    paths = [file for close in near for file in close.files()]
    for close in near:
        _check_unchanged(close)
    if not paths:
        work.do("close/none_closed")
        return
    facts = {
        f"{table}_facts": ", ".join(f"{alias}.{field}" for field in FIELDS)
        for table, alias in (("closed", "held"), ("record", "records"))
    }
    work.do("close/closed", {"paths": paths}, **facts)
    for changed in work.rows(_Changed, "close/changed"):
        where = Path(changed.file).parent
        if changed.same:
            raise Unusable(f"the entry {changed.entry_id} lies in two closes, one of them {where}")
        raise Unusable(f"the entry {changed.entry_id} has another content than in the close {where}")


def _check_unchanged(close: Close) -> None:
    """What a close's manifest says of its files still holds."""
    told = json.loads((close.folder / MANIFEST).read_text(encoding="utf-8"))["files"]
    for name in (ENTRIES, EARLIER):
        if digest(close.folder / name) != told[name]["sha256"]:
            raise Unusable(f"{close.folder / name} is not what was closed: its SHA-256 is not the manifest's")


def _missing(work: Workspace, day: str, others: Sequence[Close]) -> list[_Missing]:
    work.do("close/no_numbers")
    missing = work.rows(_Missing, "close/missing", {"day": day})
    paths = [file for close in others for file in close.files()]
    if not missing or not paths:
        return missing
    # What seems to be missing may lie in a close of any day.
    work.do("close/numbers", {"paths": paths})
    return work.rows(_Missing, "close/missing", {"day": day})


def _write(
    work: Workspace,
    day: str,
    earlier: Sequence[Close],
    folder: Path,
    events: Sequence[str],
    missing: Sequence[_Missing],
) -> JsonObject:
    work.in_order()
    entries = [folder / ENTRIES, folder / EARLIER]
    for path, which in zip(entries, ("=", "<"), strict=True):
        work.do("records/write", {"day": day, "path": str(path)}, table="records", fields=FACTS, which=which)
    write_journal(work, entries, folder / JOURNAL)
    work.do("journal/totals_csv", {"journal": str(folder / JOURNAL), "path": str(folder / ACCOUNTS)})
    work.do("close/totals_csv", {"path": str(folder / TOTALS)})
    (ends,) = work.records("close/ends", {"day": day})
    manifest: JsonObject = {
        "format": FORMAT,
        "day": day,
        "previous": _previous(earlier),
        "entries": {name: _json(ends[name]) for name in _COUNTS},
        "first_entry": _end(ends, "first"),
        "last_entry": _end(ends, "last"),
        "sums": _sums(work),
        "accounts": [dict(asdict(total)) for total in account_totals(work, folder / JOURNAL)],
        "open_wagers": _open_wagers(work, day, earlier, events),
        "missing_entries": {
            "count": missing[0].total if missing else 0,
            "first": [gap.entry_id for gap in missing],
        },
        "files": {path.name: _file(path) for path in sorted(folder.iterdir())},
    }
    (folder / MANIFEST).write_text(canonical(manifest), encoding="utf-8")
    return manifest


_COUNTS = ("entries", "of_the_day", "of_earlier_days", "voids", "reversals", "rounds")


def canonical(manifest: JsonObject) -> str:
    """JSON with its keys sorted: the same content has the same bytes."""
    return json.dumps(manifest, indent=1, sort_keys=True, ensure_ascii=True) + "\n"


def _json(value: object) -> Json:
    return value if isinstance(value, int) else str(value)


def _end(ends: Mapping[str, object], which: str) -> Json:
    entry = ends[f"{which}_entry"]
    return None if entry is None else {"entry_id": str(entry), "posted_at": str(ends[f"{which}_posted_at"])}


def _previous(earlier: Sequence[Close]) -> Json:
    """The close before this one, with the digest of its manifest: the closes are a chain."""
    if not earlier:
        return None
    last = earlier[-1]
    return {"day": last.day, "manifest_sha256": digest(last.folder / MANIFEST)}


def _sums(work: Workspace) -> JsonObject:
    sums: JsonObject = {}
    rows: dict[str, list[Json]] = {by: [] for by in BY}
    for row in work.records("close/sums"):
        by = str(row.pop("level"))
        row["class"] = row["class"] or "all"
        rows[by].append({name: _json(value) for name, value in row.items() if value is not None})
    sums.update(rows)
    return sums


def _open_wagers(work: Workspace, day: str, earlier: Sequence[Close], events: Sequence[str]) -> Json:
    """Wagers that were placed and of which no closed entry stands; None where no events were given."""
    if not events:
        return None
    sources = find(events, work.folder)
    if any(source.is_parquet for source in sources):
        raise Unusable(f"{sources[0].shown}: events are JSON Lines")
    try:
        work.do("close/placed", {"day": day, "paths": [str(source.path) for source in sources]})
    except duckdb.Error as error:
        for source in sources:
            find_unreadable(source)
        raise Unusable(
            f"{sources[0].shown} and what was named with it cannot be read: {first_line(error)}"
        ) from error
    work.do("close/accounts")
    if earlier:
        work.do("close/earlier_accounts", {"paths": [file for close in earlier for file in close.files()]})
    rows = work.records("close/open_wagers", {"day": day})
    return {
        when: [
            {
                "currency": str(row["currency"]),
                "wagers": _json(row[f"wagers_{when}"]),
                "stake": _json(row[f"stake_{when}"]),
            }
            for row in rows
            if row[f"wagers_{when}"]
        ]
        for when in ("at_start", "at_end")
    }


def _file(path: Path) -> Json:
    return {"bytes": path.stat().st_size, "sha256": digest(path)}


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _put(made: Path, target: Path) -> bool:
    """Move a close to its place, all at once; whether it was moved, as the same may be there already.

    Raises:
        Unusable: another close is there.
    """
    if not target.exists():
        _sync(made)
        try:
            made.rename(target)
        except OSError as error:
            raise Unusable(f"{target} cannot be written: {error}") from error
        return True
    names = {path.name for path in (*made.iterdir(), *target.iterdir())}
    for name in sorted(names):
        one, other = made / name, target / name
        if not (one.exists() and other.exists() and digest(one) == digest(other)):
            raise Unusable(
                f"{target.name} is closed already, and closed now its {name} would differ: a close never changes; "
                "entries that arrived later are taken by the next day's close"
            )
    shutil.rmtree(made)
    return False


def _sync(folder: Path) -> None:
    """What a power cut must not take back."""
    for path in folder.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())
