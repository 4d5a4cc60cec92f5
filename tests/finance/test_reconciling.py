"""Reconciliation: the same sets agree; a changed cent, a missing and a doubled record are found."""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.finance.days import (
    DAY,
    Record,
    finance,
    generated,
    read,
    records_of,
    refused,
    said,
    small_round,
    voided,
    write,
)


def compared(*arguments: object) -> tuple[int, dict[str, Any]]:
    done = finance("reconcile", *arguments, "--json")
    return done.exit_code, json.loads(done.stdout)


def agreeing(found: dict[str, Any]) -> tuple[int, ...]:
    return tuple(found[name] for name in ("matched", "missing_in_a", "missing_in_b", "different"))


def test_generated_rounds_reconcile_with_their_close_and_with_themselves_in_another_order(tmp_path: Path) -> None:
    lines, _ = generated(40)
    archive = write(tmp_path / "a.jsonl", lines)
    said("close", DAY, "--records", archive, "--closes", tmp_path / "c")
    shuffled = random.Random(3).sample(lines, k=len(lines))
    for other in (tmp_path / "c" / DAY / "entries.parquet", write(tmp_path / "b.jsonl", shuffled)):
        status, found = compared(archive, other)
        assert (status, found["agrees"], agreeing(found)) == (0, True, (len(lines), 0, 0, 0))
        assert all(row["net"] == 0 for row in found["net"])


@pytest.mark.parametrize("field", ["stake", "winnings", "returned", "house_win"])
def test_a_changed_cent_is_found(field: str, tmp_path: Path) -> None:
    records = read(generated(10)[0])
    changed = dict(random.Random(field).choice(records))
    changed[field] += 1
    others = [changed if record["entry_id"] == changed["entry_id"] else record for record in records]
    status, found = compared(write(tmp_path / "a.jsonl", records), write(tmp_path / "b.jsonl", others))
    assert (status, agreeing(found)) == (1, (len(records) - 1, 0, 0, 1))
    (difference,) = found["differences"]
    assert (difference["verdict"], difference["key"]) == ("different", changed["entry_id"])
    assert difference["fields"] == {field: [changed[field] - 1, changed[field]]}
    net = {(row["kind"], row["currency"]): row["net"] for row in found["net"] if row["net"]}
    assert net == ({(changed["kind"], changed["currency"]): 1} if field == "returned" else {})


@pytest.mark.parametrize(("side", "counts"), [("a", (0, 1, 0)), ("b", (0, 0, 1))])
def test_a_missing_record_is_found_on_either_side(side: str, counts: tuple[int, int, int], tmp_path: Path) -> None:
    lines, _ = generated(10)
    sets = {"a": lines, "b": lines} | {side: lines[:7] + lines[8:]}
    status, found = compared(*(write(tmp_path / f"{name}.jsonl", held) for name, held in sets.items()))
    assert (status, found["different"], found["missing_in_a"], found["missing_in_b"]) == (1, *counts)
    assert found["differences"][0]["key"] == json.loads(lines[7])["entry_id"]


def test_a_doubled_record_is_found_where_each_must_be_there_once(tmp_path: Path) -> None:
    lines, _ = generated(10)
    archive, export = write(tmp_path / "a.jsonl", [*lines, lines[3]]), write(tmp_path / "b.jsonl", lines)
    status, found = compared(archive, export)
    assert (status, found["agrees"], found["doubled"]) == (1, False, {"A": 1, "B": 0})
    status, found = compared(archive, export, "--at-least-once", "A")
    assert (status, found["agrees"], found["doubled"]) == (0, True, {"A": 1, "B": 0})
    assert compared(archive, export, "--at-least-once", "B")[0] == 1


def test_a_field_may_be_ignored(tmp_path: Path) -> None:
    records = records_of(small_round())
    others = [{**record, "posted_at": "2026-11-29T00:00:00.000Z"} for record in records]
    sets = (write(tmp_path / "a.jsonl", records), write(tmp_path / "b.jsonl", others))
    assert compared(*sets)[0] == 1
    assert compared(*sets, "--ignore", "posted_at")[0] == 0


def results(path: Path, rows: Iterable[Record], *columns: str) -> Path:
    lines = [",".join(columns), *(",".join(str(row[column]) for column in columns) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


ALL = (
    "site_id",
    "table_id",
    "round_id",
    "wager_id",
    "currency",
    "kind",
    "outcome",
    "stake",
    "winnings",
    "returned",
)


def standing(records: Iterable[Record]) -> list[Record]:
    last = {
        (record["site_id"], record["table_id"], record["round_id"], record["wager_id"]): record
        for record in records
    }
    return [record for record in last.values() if record["type"] == "settlement"]


def test_a_table_systems_own_results_reconcile_with_what_stands(tmp_path: Path) -> None:
    lines, _ = generated(40)
    archive = write(tmp_path / "a.jsonl", lines)
    wagers = standing(read(lines))
    status, found = compared(archive, results(tmp_path / "t.csv", wagers, *ALL))
    assert (status, found["compared_by"], agreeing(found)) == (0, "wager", (len(wagers), 0, 0, 0))
    few = results(tmp_path / "few.csv", wagers, "round_id", "wager_id", "returned")
    assert compared(few, archive)[0] == 0


def test_results_by_hand(tmp_path: Path) -> None:
    records = records_of(voided(small_round(), wagers=["k"]))
    table = tmp_path / "t.csv"
    # m is a cent short, k still lost at the table, q is missing, z is the table's alone, o is there twice.
    table.write_text(
        "Round,Wager,Paid,kind\n"
        "r-1,m,199,main\nr-1,k,0,main\nr-1,o,500,main\nr-1,o,500,main\nr-1,f,80,main\nr-1,s,0,super-sevens\n"
        "r-1,z,7,main\n",
        encoding="utf-8",
    )
    named = [f"--csv-map={pair}" for pair in ("round_id=Round", "wager_id=Wager", "returned=Paid")]
    status, found = compared(write(tmp_path / "a.jsonl", records), table, *named)
    assert (status, agreeing(found), found["doubled"]) == (1, (3, 1, 1, 2), {"A": 0, "B": 1})
    assert [(row["verdict"], row["key"], row["fields"]) for row in found["differences"]] == [
        ("different", "r-1/k", {"returned": [2000, 0]}),
        ("different", "r-1/m", {"returned": [200, 199]}),
        ("missing-in-b", "r-1/q", {}),
        ("missing-in-a", "r-1/z", {}),
    ]
    assert {(row["currency"], row["kind"]): row["net"] for row in found["net"]} == {
        ("NZD", "main"): -2001,
        ("NZD", "perfect-pairs"): 0,
        ("NZD", "super-sevens"): 0,
        ("not told", "main"): 7,
    }
    told = finance("reconcile", tmp_path / "a.jsonl", table, *named)
    assert told.exit_code == 1
    assert "different: r-1/m: returned 200 and 199" in told.stdout
    assert "missing in A: r-1/z, 7 returned" in told.stdout
    assert "B repeats 1 record exactly" in told.stdout
    assert "by wager: 3 matched, 1 missing in A, 1 missing in B, 2 different" in told.stdout


def test_a_wager_that_is_open_again_has_no_standing_result(tmp_path: Path) -> None:
    records = [
        record
        for record in records_of(voided(small_round(), wagers=["k"]))
        if (record["wager_id"], record["entry"]) != ("k", 3)
    ]
    wagers = [record for record in records if record["wager_id"] != "k"]
    table = results(tmp_path / "t.csv", wagers, *ALL)
    status, found = compared(write(tmp_path / "a.jsonl", records), table)
    assert (status, agreeing(found)) == (0, (5, 0, 0, 0))


def test_a_record_set_may_be_narrowed_to_what_the_table_system_has(tmp_path: Path) -> None:
    lines, _ = generated(40)
    wagers = [
        record for record in standing(read(lines)) if (record["site_id"], record["table_id"]) == ("mel", "bj-08")
    ]
    table = results(tmp_path / "t.csv", wagers, *ALL)
    archive = write(tmp_path / "a.jsonl", lines)
    narrowed = ("--site", "mel", "--table", "bj-08", "--day", DAY)
    assert (compared(archive, table)[0], compared(archive, table, *narrowed)[0]) == (1, 0)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("round_id,wager_id\nr-1,m\n", "the column returned is missing; there are round_id, wager_id"),
        (
            "round_id,wager_id,returned\nr-1,m,2.00\n",
            "row 1: returned is '2.00'; it is a whole number",
        ),
        ("round_id,wager_id,returned\nr-1,m,2\nr-1,k,\n", "row 2: returned is missing; it is a whole number"),
        ("round_id,wager_id,returned\nr-1,m,2\n,k,3\n", "row 2: round_id is missing; it must be given"),
        ("round_id,wager_id,returned\nr-1,m\n", "row 1: it has 2 cells, and the header has 3"),
        ("round_id;wager_id;returned\nr-1;m;x\n", "row 1: returned is 'x'; it is a whole number"),
        ("", "the column round_id is missing; there are "),
        ("round_id,wager_id,returned\nr-1,m,2\nr-1,m,3\n", "the wager r-1/m is there with two results"),
    ],
)
def test_results_that_cannot_be_used_are_told_by_row_and_column(text: str, wrong: str, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(text, encoding="utf-8")
    told = refused("reconcile", write(tmp_path / "a.jsonl", records_of(small_round())), table)
    assert f"{table}" in told
    assert wrong in told


def test_wagers_at_two_tables_need_site_and_table_in_the_csv(tmp_path: Path) -> None:
    records = [*records_of(small_round()), *records_of(small_round(table_id="bj-09"))]
    archive = write(tmp_path / "a.jsonl", records)
    few = results(tmp_path / "t.csv", records[:1], "round_id", "wager_id", "returned")
    assert "is there at two tables: the CSV must name site_id and table_id" in refused("reconcile", archive, few)
    assert compared(archive, results(tmp_path / "u.csv", records, *ALL))[0] == 0


def test_a_wrong_map_is_refused(tmp_path: Path) -> None:
    assert "'paid=PAY' is not FIELD=COLUMN" in refused("reconcile", "a", "b", "--csv-map", "paid=PAY")
