"""The close: each entry in exactly one, whenever it arrives; an earlier close never changes; the same bytes."""

import hashlib
import json
import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import duckdb
import pytest

from tests.finance.days import (
    DAY,
    Record,
    finance,
    generated,
    on_day,
    read,
    records_of,
    refused,
    said,
    small_round,
    voided,
    write,
)

DAYS = ("2026-11-28", "2026-11-29", "2026-11-30")


def manifest(closes: Path, day: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((closes / day / "manifest.json").read_text(encoding="utf-8"))
    return found


def rows_of(question: str) -> list[tuple[Any, ...]]:
    return duckdb.execute(question).fetchall()


def entries(closes: Path, day: str, name: str = "entries") -> list[str]:
    return [row[0] for row in rows_of(f"SELECT entry_id FROM '{closes / day / name}.parquet'")]


def digests(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def ids(records: Iterable[Record]) -> list[str]:
    return sorted(str(record["entry_id"]) for record in records)


def spread(seed: int) -> list[tuple[Record, int]]:
    """Generated records over three days, each with the close that it arrives before: its own day's, or a later."""
    chance = random.Random(seed)
    day_of: dict[str, int] = {}
    found = []
    for record in read(generated(40)[0]):
        first = day_of.setdefault(str(record["round_id"]), chance.randrange(3))
        counts_to = min(2, first + (chance.randrange(3) if record["authorised_by"] else 0))
        arrives = min(2, counts_to + chance.choice([0, 0, 0, 1, 2]))
        dated = {**record, "round_gaming_day": DAYS[first], "gaming_day": DAYS[counts_to]}
        found.append((dated, arrives))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_each_entry_is_in_exactly_one_close_and_an_earlier_close_never_changes(seed: int, tmp_path: Path) -> None:
    closes, archive = tmp_path / "closes", tmp_path / "archive"
    archive.mkdir()
    arriving = spread(seed)
    before: dict[str, str] = {}
    for number, day in enumerate(DAYS):
        write(archive / f"{number}.jsonl", [record for record, arrives in arriving if arrives == number])
        # What is late may leave a gap until it arrives.
        said("close", day, "--records", archive, "--closes", closes, "--allow-gaps")
        after = digests(closes)
        assert before.items() <= after.items()
        before = after
        taken = [record for record, arrives in arriving if arrives == number]
        assert entries(closes, day) == ids(record for record in taken if record["gaming_day"] == day)
        late = [record for record in taken if record["gaming_day"] < day]
        assert entries(closes, day, "earlier-days") == ids(late)
        assert manifest(closes, day)["entries"]["of_earlier_days"] == len(late)
    names = [(day, name) for day in DAYS for name in ("entries", "earlier-days")]
    closed = [entry for day, name in names for entry in entries(closes, day, name)]
    assert sorted(closed) == ids(record for record, _ in arriving)
    # The sums of all closes are the sums of all entries.
    for field in ("stake", "returned", "house_win"):
        rows = [row for day in DAYS for row in manifest(closes, day)["sums"]["currency"] if row["class"] == "all"]
        assert sum(row[field] for row in rows) == sum(record[field] for record, _ in arriving)


def test_closing_again_with_all_that_came_later_is_the_same_close(tmp_path: Path) -> None:
    closes = tmp_path / "closes"
    archive = write(tmp_path / "r.jsonl", [record for record, _ in spread(1)])
    for day in DAYS:
        said("close", day, "--records", archive, "--closes", closes)
    before = digests(closes)
    for day in DAYS:
        assert "already, with the same content" in said("close", day, "--records", archive, "--closes", closes)
    assert digests(closes) == before


def test_the_same_inputs_give_the_same_bytes_in_any_order_of_arrival(tmp_path: Path) -> None:
    lines, events = generated(40)
    shuffled = [*lines, *lines[:50]]
    random.Random(1).shuffle(shuffled)
    told = write(tmp_path / "e.jsonl", events)
    for name, held in (("one", lines), ("other", shuffled)):
        records = write(tmp_path / f"{name}.jsonl", held)
        said("close", DAY, "--records", records, "--closes", tmp_path / name, "--events", told)
    assert digests(tmp_path / "one") == digests(tmp_path / "other")
    files = digests(tmp_path / "one" / DAY)
    told_files = manifest(tmp_path / "one", DAY)["files"]
    assert {name: file["sha256"] for name, file in told_files.items()} == {
        name: digest for name, digest in files.items() if name != "manifest.json"
    }
    assert set(told_files) == {
        "accounts.csv", "earlier-days.parquet", "entries.parquet", "journal.parquet", "totals.csv",
    }  # fmt: skip


def test_the_manifest_of_a_small_day_by_hand(tmp_path: Path) -> None:
    table = voided(small_round(), wagers=["k"])
    records, events = write(tmp_path / "r.jsonl", records_of(table)), write(tmp_path / "e.jsonl", table.events)
    said("close", DAY, "--records", records, "--closes", tmp_path, "--events", events)
    found = manifest(tmp_path, DAY)
    assert found["entries"] == {
        "entries": 8,
        "of_the_day": 8,
        "of_earlier_days": 0,
        "voids": 1,
        "reversals": 1,
        "rounds": 1,
    }
    nzd = {"currency": "NZD"}
    settled = {"entries": 6, "stake": 2680, "winnings": 140, "returned": 780, "house_win": 1900}
    void = {"entries": 1, "stake": 2000, "winnings": 0, "returned": 2000, "house_win": 0}
    reversal = {"entries": 1, "stake": -2000, "winnings": 0, "returned": 0, "house_win": -2000}
    whole = {"entries": 8, "stake": 2680, "winnings": 140, "returned": 2780, "house_win": -100}
    classes = {"settled": settled, "reversal": reversal, "void": void, "all": whole}
    assert found["sums"]["currency"] == [
        nzd | {"class": name} | classes[name] for name in ("reversal", "settled", "void", "all")
    ]
    assert [row for row in found["sums"]["kind"] if row["kind"] == "perfect-pairs"] == [
        nzd | {"kind": "perfect-pairs", "class": name, "entries": 1, "stake": 30, "winnings": 0, "returned": 0}
        | {"house_win": 30}
        for name in ("settled", "all")
    ]  # fmt: skip
    assert found["sums"]["table"][-1] == nzd | {"site_id": "akl", "table_id": "bj-07", "class": "all"} | whole
    assert found["open_wagers"] == {"at_start": [], "at_end": []}
    assert found["accounts"] == [
        nzd | {"account": "due-to-players", "debit": 0, "credit": 2780},
        nzd | {"account": "gaming-win", "debit": 2100, "credit": 2040},
        nzd | {"account": "promotional-gaming-win", "debit": 40, "credit": 0},
        nzd | {"account": "promotional-wagers-in-play", "debit": 40, "credit": 0},
        nzd | {"account": "wagers-in-play", "debit": 4640, "credit": 2000},
    ]
    # Super Sevens are decided by the first card, before all others.
    assert found["first_entry"]["entry_id"] == "akl/bj-07/r-1/s#1"
    assert found["last_entry"]["entry_id"] == "akl/bj-07/r-1/k#3"
    assert found["previous"] is None
    assert found["missing_entries"] == {"count": 0, "first": []}


def test_a_day_on_which_nothing_happened_is_closed_too_and_the_closes_are_a_chain(tmp_path: Path) -> None:
    records = write(tmp_path / "r.jsonl", records_of(small_round()))
    said("close", DAYS[0], "--records", records, "--closes", tmp_path / "c")
    assert "0 entries" in said("close", DAYS[1], "--records", records, "--closes", tmp_path / "c")
    found = manifest(tmp_path / "c", DAYS[1])
    assert found["entries"]["entries"] == 0
    assert (found["first_entry"], found["last_entry"], found["open_wagers"]) == (None, None, None)
    assert found["sums"] == {by: [] for by in ("currency", "site", "table", "kind", "tender", "gaming_day")}
    first = hashlib.sha256((tmp_path / "c" / DAYS[0] / "manifest.json").read_bytes()).hexdigest()
    assert found["previous"] == {"day": DAYS[0], "manifest_sha256": first}
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    said("close", DAYS[0], "--records", empty, "--closes", tmp_path / "none")


def test_a_closed_day_closes_again_to_the_same_or_not_at_all(tmp_path: Path) -> None:
    records = records_of(small_round())
    closes = tmp_path / "c"
    said("close", DAY, "--records", write(tmp_path / "r.jsonl", records[1:]), "--closes", closes)
    before = digests(closes)
    told = refused("close", DAY, "--records", write(tmp_path / "r.jsonl", records), "--closes", closes)
    assert f"{DAY} is closed already, and closed now its accounts.csv would differ" in told
    assert digests(closes) == before


def test_where_no_close_can_be_written_is_told(tmp_path: Path) -> None:
    records = write(tmp_path / "r.jsonl", records_of(small_round()))
    told = refused("close", DAY, "--records", records, "--closes", records / "c")
    assert f"{records / 'c'} cannot be written" in told


def test_days_are_closed_in_their_order(tmp_path: Path) -> None:
    records = write(tmp_path / "r.jsonl", records_of(small_round()))
    said("close", DAYS[1], "--records", records, "--closes", tmp_path / "c")
    told = refused("close", DAYS[0], "--records", records, "--closes", tmp_path / "c")
    assert f"{DAYS[0]} cannot be closed: {DAYS[1]} is closed already" in told


def test_a_closed_entry_that_has_changed_since_is_an_error(tmp_path: Path) -> None:
    records = records_of(small_round())
    said("close", DAYS[0], "--records", write(tmp_path / "r.jsonl", records), "--closes", tmp_path / "c")
    changed = [{**records[0], "because": "another reason"}, *records[1:]]
    told = refused("close", DAYS[1], "--records", write(tmp_path / "r.jsonl", changed), "--closes", tmp_path / "c")
    where = tmp_path / "c" / DAYS[0]
    assert f"the entry {records[0]['entry_id']} has another content than in the close {where}" in told


def test_a_close_whose_file_was_touched_is_an_error(tmp_path: Path) -> None:
    records = write(tmp_path / "r.jsonl", records_of(small_round()))
    said("close", DAYS[0], "--records", records, "--closes", tmp_path / "c")
    held = tmp_path / "c" / DAYS[0] / "entries.parquet"
    duckdb.sql(f"COPY (SELECT * FROM '{held}' LIMIT 1) TO '{held}'")
    told = refused("close", DAYS[1], "--records", records, "--closes", tmp_path / "c")
    assert f"{held} is not what was closed" in told
    held.unlink()
    told = refused("close", DAYS[1], "--records", records, "--closes", tmp_path / "c")
    assert "is no close: it has no entries.parquet" in told


def gapped() -> tuple[list[Record], list[Record]]:
    """The records of a corrected round without one first entry, and that."""
    records = records_of(voided(small_round(), wagers=["k"]))
    return [record for record in records if record["entry_id"] != "akl/bj-07/r-1/k#1"], [
        record for record in records if record["entry_id"] == "akl/bj-07/r-1/k#1"
    ]


def test_a_gap_is_told_and_closes_nothing_unless_allowed(tmp_path: Path) -> None:
    records = write(tmp_path / "r.jsonl", gapped()[0])
    done = finance("close", DAY, "--records", records, "--closes", tmp_path / "c")
    assert done.exit_code == 1
    assert "the entry akl/bj-07/r-1/k#1 is missing: a later entry of its wager is there" in done.stderr
    assert not (tmp_path / "c").exists()
    done = finance("close", DAY, "--records", records, "--closes", tmp_path / "c", "--allow-gaps")
    assert done.exit_code == 0
    assert "k#1 is missing" in done.stderr
    assert manifest(tmp_path / "c", DAY)["missing_entries"] == {"count": 1, "first": ["akl/bj-07/r-1/k#1"]}


def test_a_number_far_off_is_a_gap_of_that_many(tmp_path: Path) -> None:
    (record,) = gapped()[1]
    far = {**record, "entry": 10**15, "entry_id": f"akl/bj-07/r-1/k#{10**15}"}
    records = write(tmp_path / "r.jsonl", [record, far])
    said("close", DAY, "--records", records, "--closes", tmp_path / "c", "--allow-gaps")
    found = manifest(tmp_path / "c", DAY)["missing_entries"]
    assert found == {"count": 10**15 - 2, "first": [f"akl/bj-07/r-1/k#{number}" for number in range(2, 102)]}


def test_a_gap_above_what_is_taken_is_a_later_closes(tmp_path: Path) -> None:
    records = records_of(voided(small_round(), wagers=["k"]))
    first, third = (next(held for held in records if held["entry_id"].endswith(f"/k#{entry}")) for entry in (1, 3))
    path = write(tmp_path / "r.jsonl", [first, {**third, "gaming_day": DAYS[1]}])
    said("close", DAYS[0], "--records", path, "--closes", tmp_path / "c")
    assert finance("close", DAYS[1], "--records", path, "--closes", tmp_path / "c").exit_code == 1


def test_what_an_earlier_close_holds_is_no_gap(tmp_path: Path) -> None:
    later, first = gapped()
    later = [record for record in later if record["wager_id"] == "k"]
    said("close", DAYS[0], "--records", write(tmp_path / "a.jsonl", first), "--closes", tmp_path / "c")
    late = [{**record, "gaming_day": DAYS[2]} for record in later]
    said("close", DAYS[2], "--records", write(tmp_path / "b.jsonl", late), "--closes", tmp_path / "c")
    assert entries(tmp_path / "c", DAYS[2]) == ["akl/bj-07/r-1/k#2", "akl/bj-07/r-1/k#3"]


def test_open_wagers_are_those_placed_without_a_standing_entry(tmp_path: Path) -> None:
    # Day 0: round r-1 whole, round r-2 only placed. Day 1: r-2 is settled, k of r-1 is void and open again.
    first, second = small_round("r-1"), small_round("r-2")
    one = records_of(voided(first, wagers=["k"]))
    reversal = [{**record, "gaming_day": DAYS[1]} for record in one if record["entry"] == 2]
    settled = [record for record in one if record["entry"] == 1]
    two = [{**record, "gaming_day": DAYS[1]} for record in records_of(second)]
    events = write(tmp_path / "e.jsonl", [*first.events, *second.events])
    closes = ("--closes", tmp_path / "c", "--events", events)
    said("close", DAYS[0], "--records", write(tmp_path / "a.jsonl", settled), *closes)
    assert manifest(tmp_path / "c", DAYS[0])["open_wagers"] == {
        "at_start": [],
        "at_end": [{"currency": "NZD", "wagers": 6, "stake": 2680}],
    }
    said("close", DAYS[1], "--records", write(tmp_path / "b.jsonl", [*reversal, *two]), *closes)
    assert manifest(tmp_path / "c", DAYS[1])["open_wagers"] == {
        "at_start": [{"currency": "NZD", "wagers": 6, "stake": 2680}],
        "at_end": [{"currency": "NZD", "wagers": 1, "stake": 2000}],
    }


def test_the_latest_correction_of_a_stake_is_the_open_stake(tmp_path: Path) -> None:
    table = small_round()
    placed = {"wager_id": "k", "kind": "main", "box": 4, "hand": 1, "player": "k"}
    corrected = [
        table.supervise(
            "WagersCorrected",
            revision=revision,
            wagers=[placed | {"amount": amount}],
            reason="x",
            authorised_by="kahu",
        )
        for revision, amount in ((2, 150), (1, 700), (3, 90))
    ]
    corrected[2]["detail"]["metadata"]["gaming_day"] = DAYS[1]
    empty = tmp_path / "r.jsonl"
    empty.touch()
    events = write(tmp_path / "e.jsonl", [*table.events, *table.events])
    stakes = []
    for day in DAYS[:2]:
        said("close", day, "--records", empty, "--closes", tmp_path / "c", "--events", events)
        held = manifest(tmp_path / "c", day)["open_wagers"]
        stakes.append([row["stake"] for when in ("at_start", "at_end") for row in held[when]])
    # On the first day 150 is the latest; the correction to 90 happened on the second.
    assert stakes == [[2680 - 2000 + 150], [2680 - 2000 + 150, 2680 - 2000 + 90]]


def test_events_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    records = write(tmp_path / "r.jsonl", records_of(small_round()))
    events = write(tmp_path / "e.jsonl", ['{"source": "x"}', "{"])
    told = refused("close", DAY, "--records", records, "--closes", tmp_path / "c", "--events", events)
    assert f'{events}, line 2: "{{" is not JSON' in told


# The gaming day begins at 06:00 in Auckland; clocks go forward on 2026-09-27 and back on 2026-04-05

AUCKLAND = ZoneInfo("Pacific/Auckland")


def gaming_day(at: datetime) -> str:
    local = at.astimezone(AUCKLAND)
    return (local.replace(tzinfo=None) - timedelta(hours=6)).date().isoformat()


def every_half_hour(first: datetime, days: int) -> Sequence[Record]:
    """One wager decided every half hour, each in a round of its own, with the gaming day as its table has it."""
    (record,) = [record for record in records_of(small_round()) if record["wager_id"] == "k"]
    found = []
    for number in range(48 * days):
        at = first + timedelta(minutes=30 * number)
        instant = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        name = f"r-{number:03d}"
        times = {"occurred_at": instant, "posted_at": instant, "round_id": name}
        entry = {"entry_id": f"akl/bj-07/{name}/k#1"}
        found += on_day([record | times | entry], gaming_day(at))
    return found


@pytest.mark.parametrize(
    ("first", "halves"),
    [
        (datetime(2026, 9, 25, 12, tzinfo=UTC), {"2026-09-26": 46, "2026-09-27": 48}),
        (datetime(2026, 4, 3, 12, tzinfo=UTC), {"2026-04-04": 50, "2026-04-05": 48}),
    ],
)
def test_days_of_23_and_25_hours_close_by_what_the_records_say(
    first: datetime, halves: dict[str, int], tmp_path: Path
) -> None:
    records = every_half_hour(first, 4)
    path = write(tmp_path / "r.jsonl", records)
    days = sorted({str(record["gaming_day"]) for record in records})
    for day in days:
        said("close", day, "--records", path, "--closes", tmp_path / "c")
        held = entries(tmp_path / "c", day)
        assert held == ids(record for record in records if record["gaming_day"] == day)
        assert len(held) == halves.get(day, len(held))
        assert entries(tmp_path / "c", day, "earlier-days") == []
    assert sum(len(entries(tmp_path / "c", day)) for day in days) == len(records)


def test_the_last_instant_before_six_counts_to_the_day_before() -> None:
    assert gaming_day(datetime(2026, 9, 26, 16, 59, 59, 999000, tzinfo=UTC)) == "2026-09-26"
    assert gaming_day(datetime(2026, 9, 26, 17, 0, tzinfo=UTC)) == "2026-09-27"
    assert gaming_day(datetime(2026, 4, 4, 17, 59, 59, 999000, tzinfo=UTC)) == "2026-04-04"
    assert gaming_day(datetime(2026, 4, 4, 18, 0, tzinfo=UTC)) == "2026-04-05"


def test_a_day_that_has_not_come_yet_is_not_closed_and_shuts_out_no_real_one(tmp_path: Path) -> None:
    path, closes = write(tmp_path / "records.jsonl", []), tmp_path / "closes"
    told = refused("close", "2999-01-01", "--records", path, "--closes", closes)
    assert "2999-01-01 has not come yet anywhere" in told
    assert not (closes / "2999-01-01").exists()
