"""Which events reach which function, pinned; read from template.yaml."""

import json

import pytest

from croupier.events.envelope import KINDS
from local import template
from local.patterns import MalformedPattern, UnknownOperator, compile_pattern
from local.stack import DESKS, heard_by
from tests.playing import changed, named
from tests.rounds import RECORDED
from tests.samples import SAMPLES
from tests.table_system import Entry, TableSystem

RULES = template.rules(template.load())

SETTLING = ["settle_main", "settle_insurance", "settle_super_sevens", "settle_perfect_pairs"]

REACHES = {
    "RoundOpened": [],
    "WagersPlaced": ["settle_main", "settle_super_sevens"],  # the sample places a main and a Super Sevens wager
    "CardDealt": ["settle_super_sevens"],  # the sample is a card to a box
    "InitialDealCompleted": ["settle_perfect_pairs"],
    "HandSplit": ["settle_super_sevens"],
    "HandEnded": ["settle_super_sevens"],  # the sample ends at 21
    "RoundCompleted": SETTLING,
    "IrregularityRecorded": [],
    "WagersVoided": SETTLING,
    "VoidRescinded": SETTLING,
    "RoundReconstructed": SETTLING,
    "WagersCorrected": SETTLING,
    "WagersUpheld": SETTLING,
}
"""By sample: the functions that hear it beside ``admit_events``, which hears everything."""


def sample(name: str) -> Entry:
    entry: Entry = json.loads((SAMPLES / f"{name}.json").read_text())
    return entry


def reached(entry: Entry) -> list[str]:
    return list(heard_by(RULES, entry))


def test_the_table_is_whole() -> None:
    assert list(REACHES) == list(KINDS)


def test_each_function_has_one_rule_and_every_function_is_a_desk() -> None:
    assert sorted(rule.function for rule in RULES) == sorted(DESKS)


@pytest.mark.parametrize("name", REACHES)
def test_a_sample_reaches_exactly_the_functions_whose_kind_it_can_decide(name: str) -> None:
    assert reached(sample(name)) == [*REACHES[name], "admit_events"]


def test_a_card_to_the_dealer_reaches_insurance() -> None:
    table = TableSystem()
    table.dealer("AS")
    assert reached(table.events[0]) == ["settle_insurance", "admit_events"]


@pytest.mark.parametrize(
    ("kind", "function"),
    [
        ("main", "settle_main"),
        ("double", "settle_main"),
        ("split", "settle_main"),
        ("insurance", "settle_insurance"),
        ("super-sevens", "settle_super_sevens"),
        ("perfect-pairs", "settle_perfect_pairs"),
    ],
)
def test_a_wager_reaches_the_function_of_its_kind(kind: str, function: str) -> None:
    table = TableSystem()
    table.place(("w", kind, 1, "p", 100))
    assert reached(table.events[0]) == [function, "admit_events"]


def test_a_wager_of_an_unknown_kind_reaches_the_front_desk_only() -> None:
    table = TableSystem()
    table.place(("w", "surrender", 1, "p", 100))
    assert reached(table.events[0]) == ["admit_events"]


@pytest.mark.parametrize(
    ("reason", "functions"), [("bust", ["settle_main", "settle_super_sevens"]), ("stand", ["settle_super_sevens"])]
)
def test_the_end_of_a_hand_reaches_main_wagers_only_if_it_is_over_21(reason: str, functions: list[str]) -> None:
    ended = changed(sample("HandEnded"), "detail.data.reason", reason)
    assert reached(ended) == [*functions, "admit_events"]


@pytest.mark.parametrize(
    "source", ["roulette.table.akl", "aws.ec2", "blackjack.settlement", "Blackjack.table.akl"]
)
def test_what_comes_from_elsewhere_reaches_the_front_desk_only(source: str) -> None:
    assert reached(changed(sample("RoundCompleted"), "source", source)) == ["admit_events"]


def test_every_recorded_event_is_heard_by_somebody_who_records_it() -> None:
    for play in RECORDED.values():
        for entry in play()[0]:
            functions = reached(entry)
            recorded_at_the_front = entry["detail-type"] in ("RoundOpened", "IrregularityRecorded")
            assert recorded_at_the_front or functions != ["admit_events"]


def test_no_pattern_stands_anywhere_but_in_the_template() -> None:
    for folder in ("functions", "local", "shared"):
        for path in (template.TEMPLATE.parent / folder).rglob("*.py"):
            assert '"detail-type": [' not in path.read_text(), f"{path} holds a pattern"


def test_an_operator_that_the_matcher_does_not_know_is_an_error() -> None:
    with pytest.raises(UnknownOperator, match="sounds-like"):
        compile_pattern({"source": [{"sounds-like": "blackjack"}]})
    with pytest.raises(MalformedPattern):
        compile_pattern({"source": "blackjack"})


def test_the_sample_ends_a_hand_at_21() -> None:
    assert sample("HandEnded")["detail"]["data"]["reason"] == "twenty-one"
    assert named([sample("CardDealt")], "CardDealt")
