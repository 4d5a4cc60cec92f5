"""The stream that finance reads, the archive and a table export: three record sets that reconcile."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from local.command import main
from local.lambdas import LambdaStack
from local.outlets import Outlets, outlets
from tests.rounds import RECORDED
from tests.table_system import Entry

ROUNDS = ("insurance-won", "sevens-and-splits")


@pytest.fixture
def downstream() -> Iterator[tuple[LambdaStack, Outlets]]:
    with outlets() as opened:
        yield opened


def croupier(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def events() -> list[Entry]:
    return [entry for name in ROUNDS for entry in RECORDED[name]()[0]]


def lines(path: Path, held: object) -> str:
    assert isinstance(held, list)
    path.write_text("".join(f"{json.dumps(each)}\n" for each in held))
    return str(path)


@pytest.fixture
def sets(downstream: tuple[LambdaStack, Outlets], tmp_path: Path) -> dict[str, str]:
    """Every record set of two rounds; the publisher was stopped until all was played."""
    stack, out = downstream
    for entry in events():
        stack.put(entry)
    out.publish()
    recorded, archive = tmp_path / "events.jsonl", tmp_path / "archive"
    lines(recorded, events())
    assert croupier("replay", str(recorded), "--json", "--archive", str(archive)).exit_code == 0
    export = tmp_path / "export.jsonl"
    assert (
        croupier("republish", "--store", "aws", "--records", "RoundsTable", "--file", str(export)).exit_code == 0
    )
    return {
        "stream": lines(tmp_path / "stream.jsonl", out.settlements()),
        "export": str(export),
        "archive": str(archive / "settlements" / "**" / "*.jsonl.gz"),
    }


def test_table_export_stream_and_archive_reconcile_without_a_difference(sets: dict[str, str]) -> None:
    for one, other in (("stream", "export"), ("stream", "archive"), ("export", "archive")):
        out = croupier("finance", "reconcile", sets[one], sets[other])
        assert out.exit_code == 0, f"{one} and {other}: {out.output}"


def test_a_changed_cent_a_missing_and_a_doubled_record_are_found(sets: dict[str, str], tmp_path: Path) -> None:
    held = [json.loads(line) for line in Path(sets["export"]).read_text().splitlines()]
    won = next(number for number, record in enumerate(held) if record["winnings"] > 1)
    cent = [*held[:won], held[won] | {"winnings": held[won]["winnings"] + 1}, *held[won + 1 :]]
    for name, spoilt in (("changed", cent), ("missing", held[1:]), ("doubled", [*held, held[0]])):
        out = croupier("finance", "reconcile", sets["stream"], lines(tmp_path / f"{name}.jsonl", spoilt))
        assert out.exit_code == 1, f"{name}: {out.output}"
