"""The archive as files, and publishing again from the table."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from local.command import main
from local.lambdas import LambdaStack
from local.outlets import Outlets, outlets
from tests.playing import outcome_of
from tests.rounds import RECORDED
from tests.table_system import Entry, TableSystem

NAME = "every-super-sevens"


def croupier(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def recorded() -> list[Entry]:
    return RECORDED[NAME]()[0]


def write(path: Path, events: list[Entry]) -> Path:
    path.write_text("".join(f"{json.dumps(entry)}\n" for entry in events))
    return path


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def test_a_replay_writes_settlements_and_events_by_gaming_day_and_site(tmp_path: Path) -> None:
    events = write(tmp_path / "events.jsonl", recorded())
    archive = tmp_path / "archive"
    assert croupier("replay", str(events), "--json", "--archive", str(archive)).exit_code == 0
    files = sorted(path.relative_to(archive).as_posix() for path in archive.rglob("*.gz"))
    assert files == [
        "events/gaming_day=2026-11-28/site=akl/part-00001.jsonl.gz",
        "settlements/gaming_day=2026-11-28/site=akl/part-00001.jsonl.gz",
    ]
    assert lines(archive / files[0]) == recorded()
    assert lines(archive / files[1]) == [dict(record.fields()) for record in outcome_of(recorded()).settlements]


def test_the_archive_is_only_added_to_and_the_same_records_are_the_same_bytes(tmp_path: Path) -> None:
    events = write(tmp_path / "events.jsonl", recorded())
    for _ in range(2):
        croupier("replay", str(events), "--archive", str(tmp_path / "archive"))
    first, second = sorted((tmp_path / "archive" / "settlements").rglob("*.gz"))
    assert (first.name, second.name) == ("part-00001.jsonl.gz", "part-00002.jsonl.gz")
    assert first.read_bytes() == second.read_bytes()


def test_what_is_no_event_is_archived_all_the_same_and_makes_no_folder_of_its_own(tmp_path: Path) -> None:
    bad = TableSystem(site_id="../..", gaming_day="..").open()
    events = write(tmp_path / "events.jsonl", [bad, {"source": "x", "detail-type": "y", "detail": {}}])
    archive = tmp_path / "archive"
    croupier("replay", str(events), "--archive", str(archive))
    (path,) = archive.rglob("*.gz")
    assert path.relative_to(archive).parts[:3] == ("events", "gaming_day=unknown", "site=unknown")
    assert len(lines(path)) == 2


def test_an_archive_that_cannot_be_written_is_an_unusable_argument(tmp_path: Path) -> None:
    events = write(tmp_path / "events.jsonl", recorded())
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "events").write_text("in the way")
    out = croupier("replay", str(events), "--archive", str(tmp_path / "archive"))
    assert out.exit_code == 2
    assert "--archive" in out.output


# Republishing


@pytest.fixture
def downstream() -> Iterator[tuple[LambdaStack, Outlets]]:
    with outlets() as opened:
        yield opened


def test_a_table_export_is_what_was_published_to_the_byte(tmp_path: Path) -> None:
    events = write(tmp_path / "events.jsonl", recorded())
    export = tmp_path / "export.jsonl"
    out = croupier("republish", "--events", str(events), "--file", str(export))
    printed = [dict(record.fields()) for record in outcome_of(recorded()).settlements]
    assert (out.exit_code, out.stderr) == (0, f"{len(printed)} entries republished.\n")
    exported = [json.loads(line) for line in export.read_text().splitlines()]
    assert sorted(exported, key=str) == sorted(printed, key=str)


def test_an_interval_of_postings_is_published_again_to_stream_and_bus(
    downstream: tuple[LambdaStack, Outlets],
) -> None:
    stack, out = downstream
    for entry in recorded():
        stack.put(entry)
    posted = sorted(record.posted_at for record in outcome_of(recorded()).settlements)
    chosen = ["--from", posted[2], "--to", posted[4]]
    where = [
        "--store",
        "aws",
        "--records",
        "RoundsTable",
        "--stream",
        "SettlementStream",
        "--bus",
        "SettlementBus",
    ]
    result = croupier("republish", *chosen, *where)
    assert result.exit_code == 0, result.output
    again = out.settlements()
    assert sorted(str(record["posted_at"]) for record in again) == [
        at for at in posted if posted[2] <= at <= posted[4]
    ]
    assert len(out.heard()) == len(again)


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ([], "say where to"),
        (["--file", "-", "--from", "2026-11-28T10:00:00"], "names no time zone"),
        (["--file", "-", "--from", "2026-11-29T00:00:00Z", "--to", "2026-11-28T00:00:00Z"], "is after --to"),
    ],
)
def test_unusable_arguments_are_named(words: list[str], wrong: str, tmp_path: Path) -> None:
    events = write(tmp_path / "events.jsonl", recorded())
    out = croupier("republish", "--events", str(events), *words)
    assert out.exit_code == 2
    assert wrong in out.output
