"""The template deployed for real: events on the table bus in, settlements on the settlement bus out."""

import time
from collections.abc import Iterator

import pytest

from croupier.facts import RoundId
from tests.cloud.deployed import DECLARED, EDITS, PARAMETERS, Deployed, deployed, until
from tests.playing import outcome_of
from tests.rounds import RECORDED
from tests.settling.accounts import accounts

pytestmark = pytest.mark.e2e

ROUND_NAME = "insurance-won"
WITHIN = 150
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
