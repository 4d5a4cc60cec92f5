"""The journal: worked out by hand for a small round, and balanced for any."""

import csv
import io
from collections import defaultdict
from pathlib import Path

import duckdb
import pytest

from tests.finance.days import DAY, finance, generated, read, records_of, said, small_round, voided, write


def lines_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def by_wager(text: str) -> dict[str, list[tuple[str, int, int]]]:
    found: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
    for line in lines_of(text):
        name = line["entry_id"].rpartition("/")[2]
        found[name].append((line["account"], int(line["debit"]), int(line["credit"])))
    return dict(found)


def test_a_small_round_by_hand(tmp_path: Path) -> None:
    records = write(tmp_path / "r.jsonl", records_of(small_round()))
    assert by_wager(said("journal", DAY, "--records", records)) == {
        "m#1": [("wagers-in-play", 100, 0), ("due-to-players", 0, 200), ("gaming-win", 100, 0)],
        "s#1": [("wagers-in-play", 10, 0), ("gaming-win", 0, 10)],
        "q#1": [("wagers-in-play", 30, 0), ("gaming-win", 0, 30)],
        "k#1": [("wagers-in-play", 2000, 0), ("gaming-win", 0, 2000)],
        "o#1": [("wagers-in-play", 500, 0), ("due-to-players", 0, 500)],
        "f#1": [
            ("promotional-wagers-in-play", 40, 0),
            ("due-to-players", 0, 80),
            ("promotional-gaming-win", 40, 0),
        ],
    }


def test_a_void_reverses_and_what_had_been_due_is_due_from_the_player(tmp_path: Path) -> None:
    table = voided(small_round(), wagers=["m", "k"])
    journal = by_wager(said("journal", DAY, "--records", write(tmp_path / "r.jsonl", records_of(table))))
    assert journal["m#2"] == [("wagers-in-play", 0, 100), ("due-from-players", 200, 0), ("gaming-win", 0, 100)]
    assert journal["m#3"] == [("wagers-in-play", 100, 0), ("due-to-players", 0, 100)]
    assert journal["k#2"] == [("wagers-in-play", 0, 2000), ("gaming-win", 2000, 0)]
    assert journal["k#3"] == [("wagers-in-play", 2000, 0), ("due-to-players", 0, 2000)]


def test_the_lines_say_where_and_whose(tmp_path: Path) -> None:
    records = write(tmp_path / "r.jsonl", records_of(small_round()))
    first = lines_of(said("journal", DAY, "--records", records))[0]
    assert first == {
        "entry_id": "akl/bj-07/r-1/f#1",
        "line": "1",
        "gaming_day": DAY,
        "site_id": "akl",
        "table_id": "bj-07",
        "round_id": "r-1",
        "kind": "main",
        "player": "f",
        "tender": "promotional",
        "currency": "NZD",
        "account": "promotional-wagers-in-play",
        "debit": "40",
        "credit": "0",
    }


def test_over_generated_rounds_the_money_adds_up_and_the_journal_sums_to_zero(
    tmp_path: Path,
) -> None:
    lines, _ = generated(40)
    records = read(lines)
    assert sum(record["stake"] for record in records) == sum(
        record["returned"] + record["house_win"] for record in records
    )
    journal = lines_of(said("journal", DAY, "--records", write(tmp_path / "r.jsonl", lines)))
    for by in (("entry_id",), ("site_id", "table_id", "round_id"), ("gaming_day",), ("currency",)):
        sums: dict[tuple[str, ...], int] = defaultdict(int)
        for line in journal:
            sums[tuple(line[name] for name in by)] += int(line["debit"]) - int(line["credit"])
        assert set(sums.values()) == {0}
    assert {line["entry_id"] for line in journal} == {record["entry_id"] for record in records}
    in_play = {
        purse: sum(int(line["debit"]) - int(line["credit"]) for line in journal if line["account"] == purse)
        for purse in ("wagers-in-play", "promotional-wagers-in-play")
    }
    stakes = {
        promotional: sum(
            record["stake"] for record in records if (record["tender"] == "promotional") == promotional
        )
        for promotional in (False, True)
    }
    assert in_play == {"wagers-in-play": stakes[False], "promotional-wagers-in-play": stakes[True]}
    assert stakes[True] > 0


def test_csv_and_parquet_hold_the_same(tmp_path: Path) -> None:
    records = write(tmp_path / "r.jsonl", records_of(small_round()))
    as_csv, as_parquet = tmp_path / "j.csv", tmp_path / "j.parquet"
    tells = said("journal", DAY, "--records", records, "--csv", as_csv, "--parquet", as_parquet)
    assert "NZD due-to-players" in tells
    held = duckdb.execute(f"SELECT * FROM '{as_parquet}'").fetchall()
    assert [tuple(map(str, row)) for row in held] == [tuple(row.values()) for row in lines_of(as_csv.read_text())]
    assert as_csv.read_text() == said("journal", DAY, "--records", records)


def test_another_day_has_no_entries(tmp_path: Path) -> None:
    records = write(tmp_path / "r.jsonl", records_of(small_round()))
    assert lines_of(said("journal", "2026-11-29", "--records", records)) == []


@pytest.mark.parametrize("day", ["today", "2026-13-01", "20261128", "2026-11-31"])
def test_what_is_no_day_is_refused(day: str) -> None:
    done = finance("journal", day, "--records", "r.jsonl")
    assert done.exit_code == 2
    assert f"'{day}' is no gaming day" in done.stderr
