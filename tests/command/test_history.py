"""``croupier history``: every fact and entry in order, and what each correction changed."""

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.command.pit import ROUND, dealt, dynamodb, pit, recorded, refused, said
from tests.command.test_replay import CROUPIER, croupier, json_lines
from tests.playing import changed, outcome_of
from tests.settling.test_corrections import reconstructed, rescinded, voided
from tests.table_system import Entry, TableSystem


def told(events: list[Entry], tmp_path: Path, name: str = ROUND) -> list[dict[str, Any]]:
    """The lines of ``history --json``."""
    return json_lines(said("history", name, "--json", "--events", recorded(tmp_path / "events.jsonl", events)))


def of(lines: list[dict[str, Any]], *types: str) -> list[dict[str, Any]]:
    return [line for line in lines if line["type"] in types]


def settled_voided_rescinded() -> TableSystem:
    table = dealt()
    rescinded(table, voided(table))
    return table


def test_a_wager_settled_voided_and_rescinded_has_five_entries_in_order(tmp_path: Path) -> None:
    lines = told(settled_voided_rescinded().events, tmp_path, f"{ROUND}/m")
    entries = of(lines, "settlement", "reversal")
    assert [(line["entry_id"], line["type"], line["outcome"], line["returned"]) for line in entries] == [
        (f"{ROUND}/m#1", "settlement", "win", 200),
        (f"{ROUND}/m#2", "reversal", "win", -200),
        (f"{ROUND}/m#3", "settlement", "void", 100),
        (f"{ROUND}/m#4", "reversal", "void", -100),
        (f"{ROUND}/m#5", "settlement", "win", 200),
    ]
    assert [(line["event_id"], line["moved"]) for line in of(lines, "correction")] == [
        ("s-1", [{"wager_id": "m", "player": "p", "currency": "NZD", "amount": -100}]),
        ("s-2", [{"wager_id": "m", "player": "p", "currency": "NZD", "amount": 100}]),
    ]
    assert [line["authorised_by"] for line in entries] == [None, *["supervisor.kahu"] * 4]


def test_entries_are_exactly_those_that_replay_prints(tmp_path: Path) -> None:
    events = settled_voided_rescinded().events
    lines = of(told(events, tmp_path), "settlement", "reversal")
    printed = [dict(record.fields()) for record in outcome_of(events).settlements]
    assert sorted(lines, key=repr) == sorted(printed, key=repr)


def test_everything_stands_under_its_event_in_order_of_time(tmp_path: Path) -> None:
    events = settled_voided_rescinded().events
    lines = told(events, tmp_path)
    assert [line["occurred_at"] for line in lines] == sorted(line["occurred_at"] for line in lines)
    facts = of(lines, "fact", "placement")
    assert list(dict.fromkeys(line["event_id"] for line in facts)) == [
        entry["detail"]["metadata"]["event_id"] for entry in events
    ]
    last = [line["type"] for line in lines if line.get("event_id", line.get("decided_by")) == "s-2"]
    assert last == ["fact", *["reversal", "settlement"] * 4, "correction"]


def test_what_happened_at_one_instant_is_in_the_tables_sequence_whatever_order_it_came_in(tmp_path: Path) -> None:
    table = settled_voided_rescinded()
    instant = "2026-11-28T21:14:03.120Z"
    events = [changed(entry, "detail.metadata.occurred_at", instant) for entry in table.events]
    lines = of(told(events[::-1], tmp_path), "fact", "placement")
    ids = list(dict.fromkeys(line["event_id"] for line in lines))
    assert ids == [*(f"e-{number}" for number in range(1, 14)), "s-1", "s-2"]


def test_of_a_wager_only_what_concerns_it_is_told(tmp_path: Path) -> None:
    table = dealt()
    voided(table, boxes=[4])
    voided(table, wagers=["q"])
    reconstructed(table, 1, "TD 9D", box3="TH 9C", box4="6H TC")
    events = table.events
    placed_badly = changed(table.events[2], "detail.data.wagers.0.wager_id", "x")
    placed_badly = changed(placed_badly, "detail.data.wagers.0.kind", "perfect-pears")
    placed_badly = changed(placed_badly, "detail.metadata.event_id", "e-x")
    lines = told([*events, placed_badly], tmp_path, f"{ROUND}/m")
    places = [line["place"] for line in of(lines, "fact")]
    assert [place for place in places if place.startswith("box")] == [
        "box 3, card 1",
        "box 3, card 2",
        "box 3, end of hand 1",
    ]
    assert {"round opened", "dealer, card 1", "dealer, card 2", "initial deal", "completed round"} <= {*places}
    assert [place for place in places if place.startswith(("void", "reconstruction"))] == ["reconstruction 1"]
    assert [line["wager"]["wager_id"] for line in of(lines, "placement")] == ["m"]
    assert {line["wager_id"] for line in of(lines, "settlement", "reversal")} == {"m"}
    assert of(lines, "wager-refused", "round-under-review") == []
    of_x = told([*events, placed_badly], tmp_path, f"{ROUND}/x")
    assert {line["type"] for line in of_x} >= {"wager-refused", "round-under-review"}


def test_an_entry_id_names_its_wager(tmp_path: Path) -> None:
    events = dealt().events
    assert told(events, tmp_path, f"{ROUND}/m#1") == told(events, tmp_path, f"{ROUND}/m")


def test_a_corrected_wagers_old_and_new_box_concern_it(tmp_path: Path) -> None:
    table = dealt()
    wager = {**table.events[1]["detail"]["data"]["wagers"][0], "box": 4}
    table.supervise("WagersCorrected", revision=1, wagers=[wager], authorised_by="kahu", reason="box 4")
    places = {line["place"] for line in of(told(table.events, tmp_path, f"{ROUND}/m"), "fact")}
    assert {"box 3, card 1", "box 4, card 1", "corrected wagers 1"} <= places


def test_two_stories_of_a_card_are_both_told_with_the_conflict_and_the_notice(tmp_path: Path) -> None:
    table = dealt()
    other = changed(table.events[3], "detail.data.card", "TS")
    other = changed(other, "detail.metadata.event_id", "e-other")
    lines = told([*table.events[:8], other, *table.events[8:]], tmp_path, f"{ROUND}/m")
    cards = [line["content"]["card"] for line in of(lines, "fact") if line["place"] == "box 3, card 1"]
    assert sorted(cards) == ["TH", "TS"]
    (conflict,) = of(lines, "conflict")
    assert conflict["place"] == "box 3, card 1"
    assert {version["value"] for version in conflict["versions"]} == {"TH", "TS"}
    assert of(lines, "round-under-review")
    shows = said("history", f"{ROUND}/m", "--events", str(tmp_path / "events.jsonl"))
    assert "in conflict: box 3, card 1" in shows
    assert "TS (event e-other)" in shows
    assert of(told(table.events, tmp_path, f"{ROUND}/k"), "conflict") == []


def test_a_wager_told_in_two_ways_is_told_in_both(tmp_path: Path) -> None:
    table = dealt()
    other = changed(table.events[1], "detail.data.wagers.0.amount", 900)
    other = changed(other, "detail.metadata.event_id", "e-other")
    lines = told([*table.events, other], tmp_path, f"{ROUND}/m")
    assert [line["place"] for line in of(lines, "conflict")] == ["wager m"]
    disputed = [line for line in of(lines, "fact") if line["fact"] == "DisputedWager"]
    assert {line["content"]["wager"]["amount"] for line in disputed} == {100, 900}
    of_s = told([*table.events, other], tmp_path, f"{ROUND}/s")
    assert of(of_s, "conflict") == []


def test_a_correction_that_changed_nothing_says_so(tmp_path: Path) -> None:
    table = dealt()
    reconstructed(table, 1, "TD 7D", box3="TH 9C", box4="6H TC")
    shows = said("history", ROUND, "--events", recorded(tmp_path / "events.jsonl", table.events))
    assert "= no entry: nothing moved" in shows


def test_a_person_reads_what_each_correction_changed_and_who_authorised_it(tmp_path: Path) -> None:
    events = recorded(tmp_path / "events.jsonl", settled_voided_rescinded().events)
    lines = [line.lstrip("│├└─ ") for line in said("history", f"{ROUND}/m", "--events", events).splitlines()]
    assert lines[:2] == [f"Wager {ROUND}/m", "au-2, NZD, gaming day 2026-11-28"]
    assert lines[4:6] == ["2026-11-28T21:14:04.490Z e-2, 2", "wager m placed: main of NZ$1.00 by p on box 3"]
    at = lines.index("2026-11-28T21:14:20.930Z s-1 supervisor")
    why = "authorised by supervisor.kahu: the recording shows it"
    assert lines[at:] == [
        "2026-11-28T21:14:20.930Z s-1 supervisor",
        f"the round whole void under 16.6 after the table's event 13; {why}",
        f"▶ {ROUND}/m#2 reversal of #1: win at 1 to 1",
        "p's main on box 3: stake -NZ$1.00, returned -NZ$2.00; clause 15.1.3; gaming day 2026-11-28",
        "because TH 9C make 19 and the dealer's TD 7D make 17",
        why,
        f"▶ {ROUND}/m#3 settlement: void",
        "p's main on box 3: stake NZ$1.00, returned NZ$1.00; clause 16.6; gaming day 2026-11-28",
        "because the round is void under 16.6: the recording shows it",
        why,
        "= p -NZ$1.00 (m)",
        "2026-11-28T21:14:22.300Z s-2 supervisor",
        f"void s-1 rescinded; {why}",
        f"▶ {ROUND}/m#4 reversal of #3: void",
        "p's main on box 3: stake -NZ$1.00, returned -NZ$1.00; clause 16.6; gaming day 2026-11-28",
        "because the round is void under 16.6: the recording shows it",
        why,
        f"▶ {ROUND}/m#5 settlement: win at 1 to 1",
        "p's main on box 3: stake NZ$1.00, returned NZ$2.00; clause 15.1.3; gaming day 2026-11-28",
        "because TH 9C make 19 and the dealer's TD 7D make 17",
        why,
        "= p +NZ$1.00 (m)",
    ]


def on_a_terminal(*arguments: str) -> str:
    """What eighty columns show."""
    reader, writer = pty.openpty()
    process = subprocess.Popen(
        [CROUPIER, *arguments], stdout=writer, stderr=subprocess.DEVNULL, env={"TERM": "dumb", "COLUMNS": "80"}
    )
    os.close(writer)
    shown = b""
    while True:
        try:
            shown += os.read(reader, 65536)
        except OSError:  # the other end is closed and all is read
            break
    os.close(reader)
    assert process.wait(timeout=60) == 0
    return shown.decode()


@pytest.mark.parametrize("command", ["history", "correct", "suspects"])
def test_eighty_columns_hold_the_longest_identifiers_whole(command: str, tmp_path: Path) -> None:
    wager, player = "w" * 64, "p" * 64
    table = TableSystem(round_id="r" * 64, table_id="t" * 64)
    table.open()
    table.place((wager, "main", 3, player, 10**12))
    table.initial_deal("TD", box3="TH 9C")
    table.dealer("7D")
    table.complete()
    voided(table)
    events = recorded(tmp_path / "events.jsonl", table.events)
    name = f"akl/{table.table_id}/{table.round_id}"
    arguments = {
        "history": ("history", name),
        "correct": ("correct", name, "void", "--round", "--clause", "16.6", "--reason", "y"),
        "suspects": (
            *("suspects", "--site", "akl", "--table", table.table_id),
            *("--from", "2026-11-28T21:00:00Z", "--to", "2026-11-28T22:00:00Z"),
        ),
    }[command]
    shown = on_a_terminal(*arguments, "--events", events)
    tables = [line for line in shown.splitlines() if command == "history" or set("┃│━─") & set(line)]
    assert max(map(len, tables)) <= 80
    assert "…" not in shown
    letters = {letter: shown.count(letter) for letter in "wprt"}
    # The wager, the player, the round and the table are all there, whichever lines they run over.
    assert all(count >= 64 for count in letters.values())


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("akl/bj-07/r-9", "there is no round akl/bj-07/r-9 in the record"),
        (f"{ROUND}/x", f"there is no wager x in round {ROUND}; its wagers are k, m, q, s"),
        ("r-000123", "'r-000123' is no wager and no round"),
        (f"{ROUND}/m/1", "is no wager and no round"),
        (f"{ROUND}/m#0", "is no wager and no round"),
        (f"{ROUND}#1", "is no wager and no round"),
    ],
)
def test_what_the_record_does_not_have_is_said_and_ends_with_status_2(
    name: str, wrong: str, tmp_path: Path
) -> None:
    events = recorded(tmp_path / "events.jsonl", dealt().events)
    assert wrong in refused("history", name, "--events", events)


@pytest.mark.slow
def test_a_dynamodb_tells_what_recorded_events_tell(tmp_path: Path) -> None:
    table = settled_voided_rescinded()
    other = changed(table.events[1], "detail.data.wagers.0.amount", 900)
    other = changed(other, "detail.metadata.event_id", "e-other")
    events = recorded(tmp_path / "events.jsonl", table.events, [other])
    with dynamodb() as endpoint:
        assert croupier("replay", events, "--store", endpoint).returncode == 1
        done = croupier("history", ROUND, "--json", "--store", endpoint)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == said("history", ROUND, "--json", "--events", events)


def test_with_json_nothing_else_is_on_standard_output(tmp_path: Path) -> None:
    bad = changed(dealt().events[3], "detail.data.card", "1H")
    events = recorded(tmp_path / "events.jsonl", dealt().events, [bad])
    done = pit("history", ROUND, "--json", "--events", events)
    assert [line["type"] for line in map(json.loads, done.stdout.splitlines())].count("event-rejected") == 1
    assert 'data.card is "1H"' in done.stderr
