"""The consumer's page: its tables are fresh, and its program does what the page promises."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from local.command import main
from local.pages import CORRECTED, PAGE, written
from tests.docs.test_documented_commands import programs
from tests.rounds import ROUNDS

WAGER = "akl/bj-07/r-000132/w-2"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    ((text, name),) = programs(PAGE.name)
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def consume(program: Path, lines: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, program, program.with_name("books.sqlite")],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def replayed(path: Path) -> list[str]:
    return CliRunner().invoke(main, ["replay", str(path), "--json"]).stdout.splitlines()


def test_the_tables_are_those_of_the_models_and_of_a_replay() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == written(text), "run make schemas"
    assert re.findall(r"<!-- (\w+): written by make schemas -->", text) == [
        "correction",
        "entry_fields",
        "notice_fields",
    ]


def test_the_program_is_short() -> None:
    ((text, _),) = programs(PAGE.name)
    assert len(text.splitlines()) < 40
    assert max(len(line) for line in text.splitlines()) <= 115


def test_the_output_that_the_page_shows_is_that_of_every_record_sent_twice(program: Path) -> None:
    lines = replayed(CORRECTED)
    done = consume(program, [*lines, *lines])
    assert (done.returncode, done.stderr) == (0, "")
    assert f"```text\n{done.stdout}```" in PAGE.read_text(encoding="utf-8")


def test_in_any_order_and_however_often_it_comes_to_the_same(program: Path) -> None:
    lines = [line for path in sorted(ROUNDS.iterdir()) for line in replayed(path)] + replayed(CORRECTED)
    shuffled = [*lines, *lines[::3]]
    random.Random(7).shuffle(shuffled)
    done = consume(program, shuffled)
    assert done.returncode == 0
    repeats, *days = done.stdout.splitlines()
    assert repeats == f"repeats dropped: {len(lines[::3])}"
    records = [json.loads(line) for line in lines]
    won: dict[tuple[str, str], int] = {}
    for record in records:
        day = (record["gaming_day"], record["currency"])
        won[day] = won.get(day, 0) + record["house_win"]
    assert days == [f"{day} {currency} house win {total}" for (day, currency), total in sorted(won.items())]


@pytest.mark.parametrize("lost", [1, 2])
def test_a_gap_is_named_until_the_lost_record_is_read_again(program: Path, lost: int) -> None:
    lines = replayed(CORRECTED)
    lacking = [line for line in lines if json.loads(line)["entry_id"] != f"{WAGER}#{lost}"]
    assert len(lacking) == len(lines) - 1
    gap = f"gap: of {WAGER} 2 of 3 entries are here"
    assert gap in consume(program, lacking).stdout.splitlines()
    assert "gap" not in consume(program, lines).stdout


def test_the_same_key_with_other_figures_stops_the_batch_and_books_nothing_of_it(program: Path) -> None:
    first, *others = replayed(CORRECTED)
    consume(program, [first])
    other = json.dumps(json.loads(first) | {"house_win": 1})
    done = consume(program, [*others, other])
    assert done.returncode == 1
    assert "was booked as" in done.stderr
    assert consume(program, [*others]).stdout.startswith("repeats dropped: 0\n")


def test_notices_are_passed_over(program: Path) -> None:
    notice = json.dumps({"type": "large-win", "wager_id": "w-1", "because": "more than enough"})
    assert consume(program, [notice, *replayed(CORRECTED)]).returncode == 0
