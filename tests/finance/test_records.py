"""Record sets: what is read, each entry once, and what is wrong told by file, row, field and value."""

import gzip
import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from croupier.events.records import SettlementRecord
from local.finance.records import FIELDS, LISTS, NUMBERS, open_records
from local.finance.workspace import workspace
from tests.finance.days import (
    DAY,
    finance,
    generated,
    on_day,
    records_of,
    refused,
    said,
    small_round,
    voided,
    write,
)


def held(*names: object) -> list[dict[str, Any]]:
    with workspace() as work:
        open_records(work, map(str, names))
        work.connection.execute(f"SELECT {', '.join(FIELDS)} FROM records ORDER BY entry_id")
        return [dict(zip(FIELDS, row, strict=True)) for row in work.connection.fetchall()]


def test_the_columns_are_the_contracts() -> None:
    types = {name: field.annotation for name, field in SettlementRecord.model_fields.items()}
    assert tuple(types) == FIELDS
    assert {name for name, kind in types.items() if kind is int} == set(NUMBERS)
    assert {name for name in types if "cards" in name} == set(LISTS)


def test_every_field_is_read_as_it_is(tmp_path: Path) -> None:
    lines, _ = generated(10)
    records = sorted(map(json.loads, lines), key=lambda record: str(record["entry_id"]))
    missing = dict.fromkeys(FIELDS)
    assert held(write(tmp_path / "r.jsonl", lines)) == [missing | record for record in records]


def test_lines_zipped_lines_parquet_folders_and_patterns_hold_the_same(tmp_path: Path) -> None:
    lines, _ = generated(10)
    plain = write(tmp_path / "all.jsonl", lines)
    zipped = tmp_path / "z" / "all.jsonl.gz"
    zipped.parent.mkdir()
    zipped.write_bytes(gzip.compress(plain.read_bytes()))
    said("close", DAY, "--records", plain, "--closes", tmp_path / "closes")
    parquet = tmp_path / "closes" / DAY / "entries.parquet"
    half = tmp_path / "half"
    half.mkdir()
    write(half / "1.jsonl", lines[:20])
    write(half / "2.jsonl", lines[20:])
    expected = held(plain)
    assert (
        held(zipped) == held(parquet) == held(half) == held(half / "*.jsonl") == held(plain, parquet) == expected
    )


def test_the_archives_own_folders_are_read_and_say_nothing_that_the_records_do_not(tmp_path: Path) -> None:
    records = on_day(records_of(small_round()), "2026-11-29")
    # A close never believes the name of a folder.
    folder = tmp_path / "settlements" / f"gaming_day={DAY}" / "site=syd"
    folder.mkdir(parents=True)
    plain = write(folder / "part-00001.jsonl", records)
    (folder / "part-00002.jsonl.gz").write_bytes(2 * gzip.compress(plain.read_bytes()))
    said("close", "2026-11-29", "--records", plain, "--closes", folder)
    expected = held(plain)
    assert {row["gaming_day"] for row in expected} == {"2026-11-29"}
    for names in (
        [plain, folder / "part-00002.jsonl.gz"],
        [folder / "2026-11-29" / "entries.parquet"],
        [f"{tmp_path}/**/*.gz"],
    ):
        assert held(*names) == expected


def test_notices_and_open_wagers_are_passed_over(tmp_path: Path) -> None:
    records = records_of(small_round())
    notices = [{"type": "wager-refused", "because": "x"}, {"type": "open", "wager_id": "w"}]
    assert len(held(write(tmp_path / "r.jsonl", [notices[0], *records, notices[1]]))) == len(records)


def test_exact_repeats_are_one_record_and_are_told(tmp_path: Path) -> None:
    records = records_of(small_round())
    path = write(tmp_path / "r.jsonl", [*records, *records[:2], records[0]])
    done = finance("journal", DAY, "--records", path)
    assert done.stdout == said("journal", DAY, "--records", write(tmp_path / "once.jsonl", records))
    assert "3 exact repeats counted once" in done.stderr


def test_the_same_entry_with_other_content_is_an_error_that_names_it(tmp_path: Path) -> None:
    records = records_of(small_round())
    other = {**records[0], "because": "another reason"}
    told = refused("journal", DAY, "--records", write(tmp_path / "r.jsonl", [*records, other]))
    assert f"the entry {records[0]['entry_id']} is there with two contents: because is" in told


FAULTS = [
    ("stake", "500", '"500"', "is a whole number of minor units"),
    ("stake", 500.0, "500.0", "is a whole number of minor units"),
    ("stake", 10**30, "1" + "0" * 30, "is a whole number of minor units"),
    ("stake", None, "null", "is a whole number of minor units"),
    ("stake", -5, "-5", "is above 0 in a settlement and below it in a reversal"),
    ("returned", 1, "1", "is stake and winnings together, and 0 where the wager is lost"),
    ("house_win", 0, "0", "is stake less returned"),
    ("winnings", 7, "7", "has the stake's sign, and is 0 unless it is a win"),
    ("type", "adjustment", '"adjustment"', "is settlement or reversal, or a notice's name"),
    ("type", None, "null", "is settlement or reversal, or a notice's name"),
    ("entry_id", "akl/bj-07/r-1/zz#1", '"akl/bj-07/r-1/zz#1"', "is <site>/<table>/<round>/<wager>#<entry>"),
    ("entry", 0, "0", "is a whole number from 1"),
    ("reverses", "akl/bj-07/r-1/k#1", '"akl/bj-07/r-1/k#1"', "is null in a settlement"),
    ("outcome", "push", '"push"', "is win, lose, stand-off or void"),
    ("tender", "cheque", '"cheque"', "is chips, credit or promotional"),
    ("currency", "nzd", '"nzd"', "is a currency's three letters (ISO 4217)"),
    ("gaming_day", "2026-02-30", '"2026-02-30"', "is a day, as in 2026-11-28"),
    ("gaming_day", "28/11/2026", '"28/11/2026"', "is a day, as in 2026-11-28"),
    ("posted_at", "2026-11-28 21:14", '"2026-11-28 21:14"', "is RFC 3339 in UTC with milliseconds"),
    ("player", "p 1", '"p 1"', "is an identifier of up to 64 letters, digits, . _ -"),
    ("schema_version", "2", '"2"', "is 1, or a minor version of it"),
]


@pytest.mark.parametrize(("field", "value", "shown", "wrong"), FAULTS)
def test_a_wrong_field_is_told_by_file_line_field_and_value(
    field: str, value: object, shown: str, wrong: str, tmp_path: Path
) -> None:
    records = [record for record in records_of(small_round()) if record["outcome"] == "lose"]
    good, bad = records[0], {**records[1], field: value}
    path = tmp_path / "r.jsonl"
    path.write_text(f"{json.dumps(good)}\n\n{json.dumps(bad)}\n", encoding="utf-8")
    assert f"{path}, line 3: {field} is {shown}; it {wrong}" in refused("journal", DAY, "--records", path)


def test_a_missing_field_is_told(tmp_path: Path) -> None:
    bad = records_of(small_round())[0]
    del bad["house_win"]
    path = write(tmp_path / "r.jsonl", [bad])
    assert f"{path}, line 1: house_win is missing" in refused("journal", DAY, "--records", path)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("{", 'line 2: "{" is not JSON'),
        ("[1]", 'line 2: "[1]" is not an object'),
        ('"text"', 'line 2: "\\"text\\"" is not an object'),
    ],
)
def test_a_line_that_is_no_object_is_told(line: str, wrong: str, tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", [json.dumps(records_of(small_round())[0]), line])
    assert f"{path}, {wrong}" in refused("journal", DAY, "--records", path)


def test_a_reversal_that_is_not_the_opposite_is_an_error(tmp_path: Path) -> None:
    records = records_of(voided(small_round(), wagers=["k"]))
    (reversal,) = [record for record in records if record["type"] == "reversal"]
    reversal |= {"stake": reversal["stake"] - 1, "house_win": reversal["house_win"] - 1}
    told = refused("journal", DAY, "--records", write(tmp_path / "r.jsonl", records))
    assert f"the reversal {reversal['entry_id']} is not the opposite of the entry that it reverses" in told


@pytest.mark.parametrize("reverses", [None, "akl/bj-07/r-1/k#2", "akl/bj-07/r-1/k#0", "akl/bj-07/r-1/m#1"])
def test_a_reversal_names_an_earlier_entry_of_its_wager(reverses: str | None, tmp_path: Path) -> None:
    records = records_of(voided(small_round(), wagers=["k"]))
    (reversal,) = [record for record in records if record["type"] == "reversal"]
    path = write(tmp_path / "r.jsonl", [{**reversal, "reverses": reverses}])
    told = refused("journal", DAY, "--records", path)
    assert f"line 1: reverses is {json.dumps(reverses)}; it is an earlier entry of the same wager" in told


def test_a_wrong_row_of_a_parquet_file_is_told(tmp_path: Path) -> None:
    plain = write(tmp_path / "r.jsonl", records_of(small_round()))
    said("close", DAY, "--records", plain, "--closes", tmp_path)
    made, bad = tmp_path / DAY / "entries.parquet", tmp_path / "bad.parquet"
    duckdb.sql(f"COPY (SELECT * REPLACE (house_win + 1 AS house_win) FROM '{made}') TO '{bad}'")
    assert f"{bad}, row 1: house_win is -39; it is stake less returned" in refused(
        "journal", DAY, "--records", bad
    )
    duckdb.sql(f"COPY (SELECT * REPLACE (stake::DOUBLE AS stake) FROM '{made}') TO '{bad}'")
    assert f"{bad}: the column stake is DOUBLE, not whole numbers" in refused("journal", DAY, "--records", bad)
    duckdb.sql(f"COPY (SELECT * EXCLUDE (stake) FROM '{made}') TO '{bad}'")
    assert f"{bad}: the column stake is missing" in refused("journal", DAY, "--records", bad)
    bad.write_bytes(b"PAR1")
    assert f"{bad} is not a Parquet file" in refused("journal", DAY, "--records", bad)


def test_what_is_not_there_or_of_another_sort_is_refused(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.jsonl"
    assert f"{nowhere}: there is no such file" in refused("journal", DAY, "--records", nowhere)
    text = tmp_path / "notes.txt"
    text.write_text("x")
    assert f"{text} is neither JSON Lines nor Parquet" in refused("journal", DAY, "--records", text)
