"""``croupier replay`` as the contract, section 3, has it: what it prints, where, and how it ends."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.playing import changed, outcome_of
from tests.rounds import CORRECTED, CORRECTIONS, RECORDED, ROUNDS, Round, as_lines

CROUPIER = Path(sys.executable).with_name("croupier")

ENTRY_FIELDS = [
    "type", "entry_id", "entry", "reverses", "wager_id", "kind", "player", "box", "hand", "tender", "site_id",
    "table_id", "round_id", "rule_book", "currency", "gaming_day", "round_gaming_day", "outcome", "odds", "stake",
    "winnings", "returned", "house_win", "rounding", "clause", "citation", "because", "cards", "dealer_cards",
    "decided_by", "occurred_at", "posted_at", "authorised_by", "second", "reason", "schema_version",
]  # fmt: skip


def croupier(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [CROUPIER, *arguments], input=stdin, capture_output=True, text=True, timeout=60, check=False, env={}
    )


def json_lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_every_recorded_round_ends_well_and_prints_one_settlement_a_wager(name: str) -> None:
    done = croupier("replay", str(ROUNDS / f"{name}.jsonl"), "--json")
    lines = json_lines(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert {line["wager_id"] for line in lines} == set(RECORDED[name]()[1])
    assert {line["type"] for line in lines} == {"settlement"}


@pytest.mark.parametrize("name", sorted(CORRECTED))
def test_every_corrected_round_ends_with_what_is_due_after_the_correction(name: str) -> None:
    events, due = CORRECTED[name]()
    settled = outcome_of(events)
    standing = {each.wager_id: each for each in settled.settlements}
    assert {
        wager_id: (str(entry.outcome), entry.odds, entry.returned, entry.clause)
        for wager_id, entry in standing.items()
    } == due
    assert (settled.notices, settled.still_open) == ([], [])


@pytest.mark.parametrize(
    ("folder", "rounds"), [(ROUNDS, RECORDED), (CORRECTIONS, CORRECTED)], ids=["recorded", "corrected"]
)
def test_the_files_are_the_rounds_as_they_were_played(
    folder: Path, rounds: dict[str, Callable[[], Round]]
) -> None:
    played = {f"{name}.jsonl": as_lines(play()[0]) for name, play in rounds.items()}
    assert {path.name: path.read_text() for path in folder.iterdir()} == played, "run make rounds"


def test_an_entry_has_exactly_the_contracts_fields_in_its_order() -> None:
    done = croupier("replay", str(ROUNDS / "first-round.jsonl"), "--json")
    (line,) = json_lines(done.stdout)
    assert list(line) == ENTRY_FIELDS
    assert line == {
        "type": "settlement",
        "entry_id": "syd/bj-01/r-000001/w-1#1",
        "entry": 1,
        "reverses": None,
        "wager_id": "w-1",
        "kind": "main",
        "player": "p-1",
        "box": 1,
        "hand": 1,
        "tender": "chips",
        "site_id": "syd",
        "table_id": "bj-01",
        "round_id": "r-000001",
        "rule_book": "au-1",
        "currency": "AUD",
        "gaming_day": "2026-11-28",
        "round_gaming_day": "2026-11-28",
        "outcome": "win",
        "odds": "1/1",
        "stake": 2500,
        "winnings": 2500,
        "returned": 5000,
        "house_win": -2500,
        "rounding": None,
        "clause": "15.1.3",
        "citation": "text",
        "because": "KH QS make 20 and the dealer's 9D TC make 19",
        "cards": ["KH", "QS"],
        "dealer_cards": ["9D", "TC"],
        "decided_by": "e-9",
        "occurred_at": "2026-11-28T21:14:14.080Z",
        "posted_at": "2026-11-28T21:14:14.080Z",
        "authorised_by": None,
        "second": None,
        "reason": None,
        "schema_version": "1",
    }


def test_the_optional_identifiers_of_the_round_are_copied_to_its_entries() -> None:
    done = croupier("replay", str(ROUNDS / "sevens-and-splits.jsonl"), "--json")
    for line in json_lines(done.stdout):
        assert list(line) == [*ENTRY_FIELDS, "shift", "dealer_id", "shoe_id"]
        assert line["shoe_id"] == "shoe-4"


def test_three_to_two_on_an_odd_stake_says_what_was_dropped() -> None:
    done = croupier("replay", str(ROUNDS / "dealer-need-not-draw.jsonl"), "--json")
    (blackjack,) = [line for line in json_lines(done.stdout) if line["odds"] == "3/2"]
    assert (blackjack["stake"], blackjack["winnings"], blackjack["rounding"]) == (1001, 1501, "1/2")


def test_standard_input_is_read_and_rounds_may_be_interleaved() -> None:
    one, two = RECORDED["insurance-lost"]()[0], RECORDED["insurance-won"]()[0]
    mixed = [entry for pair in zip(one, two, strict=False) for entry in pair]
    mixed += one[len(two) :] + two[len(one) :]
    done = croupier("replay", "-", "--json", stdin=as_lines(mixed))
    standing = {(line["round_id"], line["wager_id"]): line["outcome"] for line in json_lines(done.stdout)}
    assert done.returncode == 0
    assert len(standing) == len(outcome_of(one).standing) + len(outcome_of(two).standing)


def test_what_is_still_open_at_the_end_of_input_is_told_last() -> None:
    events = RECORDED["first-round"]()[0][:-1]
    done = croupier("replay", "-", "--json", stdin=as_lines(events))
    assert done.returncode == 0
    assert json_lines(done.stdout) == [
        {
            "type": "open",
            "wager_id": "w-1",
            "round_id": "r-000001",
            "waiting_for": "the completed round",
        }
    ]


def test_a_rejected_event_ends_with_status_1_and_everything_else_is_settled() -> None:
    events = RECORDED["first-round"]()[0]
    done = croupier("replay", "-", "--json", stdin="{not json\n" + as_lines(events))
    assert done.returncode == 1
    assert [line["type"] for line in json_lines(done.stdout)] == ["event-rejected", "settlement"]


def test_a_round_under_review_ends_with_status_1() -> None:
    events = RECORDED["first-round"]()[0]
    other = changed(changed(events[-1], "detail.data.dealer", ["9D", "8C"]), "detail.metadata.event_id", "e-other")
    done = croupier("replay", "-", "--json", stdin=as_lines([*events, other]))
    assert done.returncode == 1
    assert json_lines(done.stdout)[-1]["type"] == "round-under-review"


def test_a_refused_wager_alone_ends_with_status_0() -> None:
    events = RECORDED["first-round"]()[0]
    placed = changed(events[1], "detail.data.wagers.0.kind", "perfect-pairs")
    done = croupier("replay", "-", "--json", stdin=as_lines([events[0], placed, *events[2:]]))
    assert done.returncode == 0
    assert [line["type"] for line in json_lines(done.stdout)] == ["settlement", "wager-refused"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay",),
        ("replay", "no-such-file.jsonl"),
        ("replay", str(ROUNDS)),
        ("replay", "-", "--store", "paper"),
        ("replay", "-", "--store", "http://x:bad"),
        ("replay", "-", "--store", "http://127.0.0.1:99999"),
        ("replay", "-", "--store", "http://[bad"),
        ("replay", "-", "--no-such-option"),
        ("no-such-command",),
        ("demo", "no-such-round"),
    ],
)
def test_unusable_arguments_end_with_status_2_and_say_why(arguments: tuple[str, ...]) -> None:
    done = croupier(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Error: " in done.stderr


def test_an_empty_input_is_read_and_ends_well() -> None:
    done = croupier("replay", "-", "--json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_without_json_a_person_reads_a_table_with_totals() -> None:
    done = croupier("replay", str(ROUNDS / "insurance-won.jsonl"))
    assert done.returncode == 0
    assert "the dealer's AS KD are a blackjack" in done.stdout
    assert "NZD: staked NZ$305.00, due to players NZ$225.00, house win NZ$80.00" in done.stdout
    assert "7 entries, 0 notices, 0 wagers still open" in done.stdout


def test_a_narrow_terminal_shows_every_entry_whole() -> None:
    reader, writer = pty.openpty()
    subprocess.run(
        [CROUPIER, "replay", str(ROUNDS / "insurance-won.jsonl")],
        stdout=writer,
        stderr=subprocess.DEVNULL,
        timeout=60,
        check=True,
        env={"TERM": "dumb", "COLUMNS": "80"},
    )
    os.close(writer)
    shown = os.read(reader, 65536).decode()
    os.close(reader)
    assert "insurance on box 1 (w-5): win at 2 to 1; stake NZ$25.00, due NZ$75.00" in " ".join(shown.split())
    assert "because the dealer's AS KD are a blackjack" in shown


def test_a_byte_order_mark_and_windows_line_ends_are_read() -> None:
    events = as_lines(RECORDED["first-round"]()[0]).replace("\n", "\r\n")
    done = croupier("replay", "-", "--json", stdin=f"\ufeff{events}")
    assert (done.returncode, len(json_lines(done.stdout))) == (0, 1)


def test_a_terminal_is_shown_how_far_the_input_is_read() -> None:
    reader, writer = pty.openpty()
    done = subprocess.run(
        [CROUPIER, "replay", str(ROUNDS / "first-round.jsonl"), "--json"],
        stdout=subprocess.PIPE,
        stderr=writer,
        timeout=60,
        check=True,
        env={"TERM": "xterm"},
    )
    os.close(writer)
    shown = b""
    while True:
        try:
            shown += os.read(reader, 65536)
        except OSError:  # the other end is closed and all is read
            break
    os.close(reader)
    assert b"events read" in shown
    assert len(done.stdout.splitlines()) == 1


def test_the_demo_tells_the_round_card_by_card_and_every_wager_with_its_clause_and_sentence() -> None:
    done = croupier("demo")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    third_seven = lines.index("card to box 1: 7♠")
    assert lines[third_seven + 1].startswith("    ▶ p-1's super-sevens on box 1 (w-2): win at 500 to 1")
    assert "clause 14.4.4" in lines[third_seven + 1]
    assert lines[third_seven + 2] == "      because 7H 7C 7S are three sevens, not all of one suit"
    assert done.stdout.count("▶") == len(RECORDED["sevens-and-splits"]()[1])


def test_help_is_there_for_every_command() -> None:
    for arguments in (("--help",), ("replay", "--help"), ("demo", "-h")):
        done = croupier(*arguments)
        assert done.returncode == 0
        assert "Usage: croupier" in done.stdout
