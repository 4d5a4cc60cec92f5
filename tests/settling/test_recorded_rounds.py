"""The recorded rounds come to what the rule text says, however their events arrive."""

import random
from itertools import chain, combinations

import pytest

from tests.playing import EARLY_FACTS, outcome_of, without
from tests.rounds import RECORDED, ROUNDS, as_lines

NAMES = sorted(RECORDED)
LOSSES = list(chain.from_iterable(combinations(EARLY_FACTS, count) for count in range(1, len(EARLY_FACTS) + 1)))


@pytest.mark.parametrize("name", NAMES)
def test_every_wager_comes_to_what_was_worked_out_by_hand(name: str) -> None:
    events, due = RECORDED[name]()
    out = outcome_of(events)
    came_to = {
        record.wager_id: (str(record.outcome), record.odds, record.returned, record.clause)
        for record in out.settlements
    }
    assert came_to == due
    assert len(out.settlements) == len(due), "one entry a wager"
    assert out.notices == []
    assert out.still_open == []


@pytest.mark.parametrize("name", NAMES)
def test_the_file_holds_the_round_as_it_was_played(name: str) -> None:
    assert (ROUNDS / f"{name}.jsonl").read_text() == as_lines(RECORDED[name]()[0])


def test_no_file_is_without_its_round() -> None:
    assert sorted(path.stem for path in ROUNDS.iterdir()) == NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lost", LOSSES)
def test_with_any_early_facts_lost_the_standing_entries_are_the_same(name: str, lost: tuple[str, ...]) -> None:
    events, _ = RECORDED[name]()
    out = outcome_of(without(events, *lost))
    assert out.standing == outcome_of(events).standing
    assert all(record.type == "settlement" for record in out.settlements)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(5))
def test_shuffled_and_doubled_the_standing_entries_are_the_same(name: str, seed: int) -> None:
    events, _ = RECORDED[name]()
    shuffled = [*events, *events]
    random.Random(seed).shuffle(shuffled)
    out = outcome_of(shuffled)
    assert out.standing == outcome_of(events).standing
    assert len(out.settlements) == len(out.standing), "no second entry, no reversal"
    assert out.notices == []


@pytest.mark.parametrize("name", NAMES)
def test_money_is_whole_and_adds_up(name: str) -> None:
    for record in outcome_of(RECORDED[name]()[0]).settlements:
        assert record.stake == record.returned + record.house_win
        assert all(type(amount) is int for amount in (record.stake, record.winnings, record.returned))
