"""The template deployed for real: events on the table bus in, settlements on the settlement bus out."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.facts import RoundId
from tests.cloud.deployed import DECLARED, EDITS, PARAMETERS, Deployed, deployed, until
from tests.playing import outcome_of
from tests.rounds import RECORDED
from tests.settling.accounts import accounts
from tests.table_system import TableSystem

pytestmark = pytest.mark.e2e

ROUND_NAME = "insurance-won"
WITHIN = 90
"""Seconds in which a whole round is settled on an emulator whose every function starts cold."""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    with deployed(tmp_path_factory.mktemp("deployed")) as running:
        yield running


def test_the_template_is_deployed_with_no_other_change_than_these() -> None:
    assert [old for old, _ in EDITS] == [
        f"Architectures: [{DECLARED}]",
        f"BuildArchitecture: {DECLARED}",
        "DeploymentPreference: { Enabled: true,",
    ]
    assert PARAMETERS == ("OnAws=no",)


def test_a_whole_round_is_settled_published_and_replayed_without_anything_new(stack: Deployed) -> None:
    events = RECORDED[ROUND_NAME]()[0]
    told = events[0]["detail"]["round"]
    round_id = RoundId(told["site_id"], told["table_id"], told["round_id"])
    expected = outcome_of(events)

    def standing() -> dict[str, str]:
        held = {wager: record.standing for wager, record in accounts(stack.store, round_id).items()}
        return {wager: str(entry.outcome) for wager, entry in held.items() if entry is not None}

    stack.put(events)
    due = {wager: result[0] for wager, result in expected.standing.items()}
    until(lambda: standing() == due, WITHIN, "the wagers are settled")

    heard: list[str] = []

    def all_heard() -> bool:
        heard.extend(
            event["detail"]["entry_id"] for event in stack.heard() if event["detail-type"] == "WagerSettled"
        )
        return set(heard) == {record.entry_id for record in expected.settlements}

    until(all_heard, WITHIN, "the settlements are on the settlement bus")
    before = accounts(stack.store, round_id)

    stack.put(events)
    # The front desk has heard them all; the others are given time to do what they must not.
    for _ in range(10):
        assert accounts(stack.store, round_id) == before
        assert [event for event in stack.heard() if event["detail-type"] == "WagerSettled"] == []
        time.sleep(0.5)


# An event that fails for good


def test_an_event_that_fails_for_good_is_kept_with_its_cause_put_back_by_one_command_and_settles(
    stack: Deployed,
) -> None:
    table = TableSystem(round_id="r-failed")
    table.place(("s", "super-sevens", 1, "p", 10))
    table.deal(1, "9H")
    placed, dealt = table.events
    stack.put([placed])
    round_id = RoundId("akl", "bj-07", "r-failed")
    with stack.unreadable(round_id):
        stack.invoke("SettleSuperSevens", dealt)
        until(lambda: stack.failed_events() > 0, WITHIN, "the event lies in the dead-letter queue")
    looked = stack.make("redrive", "STACK=croupier", "DRY_RUN=1")
    assert "1 would be put back" in looked.stdout, looked.stdout + looked.stderr
    assert "CardDealt" in looked.stdout
    assert stack.failed_events() == 1
    done = stack.make("redrive", "STACK=croupier")
    assert "1 put back" in done.stdout, done.stdout + done.stderr

    def settled() -> bool:
        held = accounts(stack.store, round_id)
        return [str(entry.outcome) for entry in held["s"].entries] == ["lose"]

    until(settled, WITHIN, "the wager is settled")
    assert stack.failed_events() == 0


# The runbook on a deployed stack


def test_the_runbooks_commands_read_check_and_put_back_what_a_deployed_table_holds(
    stack: Deployed, tmp_path: Path
) -> None:
    events = RECORDED[ROUND_NAME]()[0]
    told = events[0]["detail"]["round"]
    name = f"{told['site_id']}/{told['table_id']}/{told['round_id']}"
    recorded, export = tmp_path / "events.jsonl", tmp_path / "export.jsonl"
    recorded.write_text("".join(f"{json.dumps(entry)}\n" for entry in events))
    where = ["--store", stack.address, "--records", stack.outputs["RoundsTableName"]]
    settled = outcome_of(events).settlements

    assert settled[0].because in " ".join(stack.croupier("history", name, *where).stdout.split())
    shadowed = stack.croupier(
        "shadow", "--against", stack.address, "--records", stack.outputs["RoundsTableName"], str(recorded)
    )
    assert (shadowed.returncode, "0 wagers differ" in shadowed.stdout) == (0, True), (
        shadowed.stdout + shadowed.stderr
    )
    assert stack.croupier("republish", *where, "--file", str(export)).returncode == 0
    exported = [json.loads(line)["entry_id"] for line in export.read_text().splitlines()]
    assert {record.entry_id for record in settled} <= set(exported)
    mine = [line for line in export.read_text().splitlines() if told["round_id"] in line]
    export.write_text("\n".join(mine) + "\n")
    restored = stack.croupier("restore", *where, "--events", str(recorded), "--settlements", str(export))
    assert f"0 entries put back, {len(settled)} were there." in restored.stdout, restored.stdout + restored.stderr


def test_after_a_roll_back_the_version_before_handles_events(stack: Deployed) -> None:
    before = stack.version("SettleSuperSevens")
    stack.roll_back("SettleSuperSevens", "1")
    try:
        table = TableSystem(round_id="r-rolled-back")
        table.place(("s", "super-sevens", 1, "p", 10))
        table.deal(1, "9H")
        stack.put(table.events)

        def settled() -> bool:
            held = accounts(stack.store, RoundId("akl", "bj-07", "r-rolled-back"))
            return "s" in held and held["s"].standing is not None

        until(settled, WITHIN, "the wager is settled")
    finally:
        stack.roll_back("SettleSuperSevens", before)
