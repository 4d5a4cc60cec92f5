"""``croupier check``: every kind of finding once, worked out by hand, and none on what keeps the contract."""

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.command.pit import dealt, pit
from tests.dealing import dealt_round
from tests.playing import DROP, changed
from tests.rounds import ROUNDS, as_lines
from tests.table_system import Entry, TableSystem

Finding = dict[str, Any]

CORRECT_IT = (
    "correct the field where the event is made; nothing was recorded of a rejected event, so the corrected one "
    "keeps its event_id and its sequence"
)
NOT_COMPLETED = (
    'detail-type "CardDealt": the last event of the round is CardDealt: it has no RoundCompleted, and not all of '
    "its wagers are void"
)


def found_in(text: str | bytes, path: Path) -> list[Finding]:
    """The findings of a recording; the exit status says whether there is a fault among them."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = pit("check", str(path), "--json")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == (1 if any(each["level"] == "fault" for each in found) else 0)
    assert done.stderr == ""
    return found


def one_in(events: list[Entry], path: Path) -> Finding:
    """The one finding, which is about the round of ``dealt``."""
    (finding,) = found_in(as_lines(events), path)
    assert (finding["site_id"], finding["table_id"], finding["round_id"]) == ("akl", "bj-07", "r-000123")
    assert finding["because"]
    assert finding["advice"]
    return finding


def where(finding: Finding) -> tuple[str, list[int], str, str]:
    return finding["type"], finding["lines"], finding["field"], finding["value"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "recorded.jsonl"


@pytest.fixture
def events() -> list[Entry]:
    """13 events: 1 opening, 2 and 3 wagers, 4 to 8 cards, 9 the deal, 10 and 11 ends, 12 dealer, 13 completed."""
    told = dealt().events
    assert [entry["detail-type"] for entry in told] == [
        *("RoundOpened", "WagersPlaced", "WagersPlaced"),
        *("CardDealt",) * 5,
        *("InitialDealCompleted", "HandEnded", "HandEnded", "CardDealt", "RoundCompleted"),
    ]
    return told


@pytest.mark.parametrize("name", sorted(path.stem for path in ROUNDS.glob("*.jsonl")))
def test_every_recorded_round_keeps_the_contract(name: str) -> None:
    done = pit("check", str(ROUNDS / f"{name}.jsonl"), "--json")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("rule_book", ["au-1", "au-2", "nz-1996"])
@pytest.mark.parametrize("seed", range(5))
def test_a_round_dealt_by_the_rules_has_no_fault(rule_book: str, seed: int, path: Path) -> None:
    dealt_by_the_rules = dealt_round(random.Random(seed), rule_book).events
    assert [each for each in found_in(as_lines(dealt_by_the_rules), path) if each["level"] == "fault"] == []


def test_an_event_that_is_sent_again_unchanged_is_no_finding(events: list[Entry], path: Path) -> None:
    assert found_in(as_lines([*events[:6], *events]), path) == []


def test_the_order_of_arrival_is_no_finding(events: list[Entry], path: Path) -> None:
    assert found_in(as_lines(events[::-1]), path) == []


def test_rounds_that_are_interleaved_are_checked_each_by_itself(path: Path) -> None:
    mine, others = dealt().events, dealt("r-000124").events
    del others[4]
    mixed = [entry for pair in zip(mine[:-1], others, strict=True) for entry in pair] + mine[-1:]
    # The 5th event of the other round is missing: its 4th is on line 8, its 6th, told next, on line 10.
    (finding,) = found_in(as_lines(mixed), path)
    assert (finding["round_id"], *where(finding)) == (
        "r-000124",
        *("sequence-gap", [8, 10], "metadata.sequence", "5"),
    )


def test_a_line_that_is_no_json_is_named_by_its_number(events: list[Entry], path: Path) -> None:
    (finding,) = found_in(as_lines(events[:2]) + "\n{nonsense\n" + as_lines(events[2:]), path)
    assert where(finding) == ("unreadable-line", [4], "line", '"{nonsense"')
    assert finding["because"].startswith("is not JSON: ")


@pytest.mark.parametrize(("line", "because"), [("[1]", "is not an object"), ("[" * 500, "is not JSON")])
def test_a_line_without_an_entry_is_named_by_its_number(line: str, because: str, path: Path) -> None:
    (finding,) = found_in(line, path)
    assert (finding["type"], finding["lines"]) == ("unreadable-line", [1])
    assert because in finding["because"]


def test_an_object_that_is_no_entry_lacks_a_field(path: Path) -> None:
    (finding,) = found_in("{}", path)
    assert where(finding) == ("not-the-contract", [1], "source", "missing")


@pytest.mark.parametrize(
    ("at", "field", "value", "shown"),
    [
        ("detail.data.card", "data.card", "1H", '"1H"'),
        ("detail.data.nth", "data.nth", DROP, "missing"),
        ("detail.metadata.event_id", "metadata.event_id", "e 5", '"e 5"'),
        ("detail.round.rule_book", "round.rule_book", "au-9", '"au-9"'),
        ("source", "source", "blackjack.table.syd", '"blackjack.table.syd"'),
    ],
)
def test_an_event_that_croupier_rejects_is_named_with_line_field_and_value(
    at: str, field: str, value: object, shown: str, events: list[Entry], path: Path
) -> None:
    # The initial deal tells the card of line 4 again, and a rejected event still has its place in the sequence.
    events[3] = changed(events[3], at, value)
    assert where(one_in(events, path)) == ("not-the-contract", [4], field, shown)


def test_gaps_in_the_sequence_are_told_with_the_lines_beside_them(events: list[Entry], path: Path) -> None:
    # Sequences 1, 4 to 6 and 8 are missing: cards, of which the initial deal tells again, and the opening.
    left = [entry for entry in events if entry["detail"]["metadata"]["sequence"] not in (1, 4, 5, 6, 8)]
    found = found_in(as_lines(left), path)
    assert [where(each) for each in found] == [
        ("sequence-gap", [1], "metadata.sequence", "1"),
        ("sequence-gap", [2, 3], "metadata.sequence", "4 to 6"),
        ("sequence-gap", [3, 4], "metadata.sequence", "8"),
    ]


def test_an_event_id_with_two_contents_is_told_with_both(events: list[Entry], path: Path) -> None:
    other = changed(events[3], "detail.metadata.occurred_at", "2026-11-28T22:00:00.000Z")
    finding = one_in([*events, other], path)
    assert where(finding) == ("event-id-twice", [4, 14], "metadata.event_id", '"e-4"')
    assert (
        'metadata.occurred_at is "2026-11-28T21:14:07.230Z" on line 4 and "2026-11-28T22:00:00.000Z" on line 14'
        in (finding["because"])
    )


def test_one_place_in_the_sequence_for_two_events_is_told_with_both(events: list[Entry], path: Path) -> None:
    other = changed(changed(events[3], "detail.metadata.event_id", "e-99"), "detail.metadata.sequence", 5)
    finding = one_in([*events, other], path)
    assert where(finding) == ("sequence-twice", [5, 14], "metadata.sequence", "5")
    assert "e-5 (line 5), e-99 (line 14)" in finding["because"]


@pytest.mark.parametrize(
    ("name", "value", "usual"),
    [("rule_book", "au-1", "au-2"), ("currency", "AUD", "NZD"), ("gaming_day", "2026-11-29", "2026-11-28")],
)
def test_a_round_told_under_two_terms_names_the_odd_lines(
    name: str, value: str, usual: str, events: list[Entry], path: Path
) -> None:
    for place in (3, 5):
        events[place] = changed(events[place], f"detail.round.{name}", value)
    finding = one_in(events, path)
    assert where(finding) == ("other-terms", [4, 6], f"round.{name}", f'"{value}"')
    assert f'"{usual}", the first on line 1' in finding["because"]


def test_a_revision_that_no_reconstruction_introduced_is_named(events: list[Entry], path: Path) -> None:
    events[3] = changed(events[3], "detail.round.revision", 2)
    assert where(one_in(events, path)) == ("unknown-revision", [4], "round.revision", "2")


def test_a_revision_that_a_reconstruction_introduced_is_none(path: Path) -> None:
    table = dealt()
    completed = table.events[-1]["detail"]["data"]
    told = {"boxes": completed["boxes"], "dealer": ["TD", "8D"], "complete": True}
    table.supervise(
        "RoundReconstructed", revision=1, clause="16.6", reason="a wrong card", authorised_by="ms-1", **told
    )
    table.revision = 1
    table.tell("IrregularityRecorded", {"clause": "16.6", "cause": "a wrong card"})
    assert found_in(as_lines(table.events), path) == []


@pytest.mark.parametrize(("counted", "because"), [(5, "4 wagers were told"), (3, "4 wagers were told")])
def test_a_completed_round_that_counts_other_wagers_is_told(
    counted: int, because: str, events: list[Entry], path: Path
) -> None:
    events[-1] = changed(events[-1], "detail.data.wager_count", counted)
    finding = one_in(events, path)
    assert where(finding) == ("wager-count", [13], "data.wager_count", str(counted))
    assert because in finding["because"]


def test_a_round_that_nobody_completed_is_told_once(events: list[Entry], path: Path) -> None:
    finding = one_in(events[:-1], path)
    assert where(finding) == ("not-completed", [12], "detail-type", '"CardDealt"')


def test_a_round_void_whole_need_not_be_completed(path: Path) -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 3, "p", 100))
    table.supervise(
        "WagersVoided", clause="17.4", scope={"round": True}, after_sequence=2, reason="shoe", authorised_by="ms-1"
    )
    assert found_in(as_lines(table.events), path) == []


def test_a_conflict_names_the_lines_of_every_telling(events: list[Entry], path: Path) -> None:
    # Box 3 got TH and 9C (lines 4 and 7). Line 4 now says 8H, and lines 9, 10 and 13 go on telling TH.
    events[3] = changed(events[3], "detail.data.card", "8H")
    found = [each for each in found_in(as_lines(events), path) if each["type"] == "round-under-review"]
    (card,) = [each for each in found if "box 3, card 1 was told in different ways" in each["because"]]
    assert 4 in card["lines"]
    assert {9, 10, 13} & set(card["lines"])


def test_a_round_that_the_rules_could_not_produce_is_told(path: Path) -> None:
    # 13.2: a dealer with 16 draws; here TD 6D is the completed hand.
    table = TableSystem()
    table.open()
    table.place(("m", "main", 3, "p", 100))
    table.initial_deal("TD", box3="TH 9C")
    table.end(3, "stand")
    table.dealer("6D")
    table.complete()
    found = found_in(as_lines(table.events), path)
    assert [each["type"] for each in found] == ["round-under-review", "wager-open"]
    assert "16" in found[0]["because"]
    assert [each["level"] for each in found] == ["fault", "remark"]


def test_wagers_refused_and_questioned_are_remarks(path: Path) -> None:
    # 8: insurance of 80 is more than half of the original 100. 14.2: a side wager of n, who has no main wager.
    table = TableSystem()
    table.open()
    table.place(("m", "main", 3, "p", 100), ("s", "super-sevens", 3, "n", 10))
    table.initial_deal("AD", box3="TH 9C")
    table.place(("i", "insurance", 3, "p", 80), original=100)
    table.end(3, "stand")
    table.dealer("9D")
    table.complete()
    found = found_in(as_lines(table.events), path)
    assert [(each["type"], each["level"], each["lines"]) for each in found] == [
        ("wager-questioned", "remark", [2]),
        ("wager-refused", "remark", [7]),
    ]


def test_standard_input_and_a_packed_file_are_read_like_a_plain_one(events: list[Entry], tmp_path: Path) -> None:
    text = as_lines(events[:-1])
    plain = found_in(text, tmp_path / "recorded.jsonl")
    assert found_in(gzip.compress(text.encode()), tmp_path / "recorded.jsonl.gz") == plain
    piped = pit("check", "-", "--json", stdin=text.encode())
    assert [json.loads(line) for line in piped.stdout.splitlines()] == plain


def test_a_packed_file_that_is_cut_off_is_an_unusable_argument(events: list[Entry], path: Path) -> None:
    path.write_bytes(gzip.compress(as_lines(events).encode())[:-20])
    done = pit("check", str(path))
    assert done.exit_code == 2
    assert "cannot be read" in done.stderr


def test_a_file_that_is_not_there_is_an_unusable_argument(tmp_path: Path) -> None:
    assert pit("check", str(tmp_path / "none.jsonl")).exit_code == 2


def test_people_read_each_round_with_its_findings_and_a_summary(events: list[Entry], path: Path) -> None:
    others = [changed(entry, "detail.round.round_id", "r-2") for entry in events]
    path.write_text(as_lines([*events[:4], *events[5:], *others[:-1]]) + "{}\n")
    done = pit("check", str(path))
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "no round",
        "  ✗ not-the-contract, line 25: source missing: the field is missing",
        f"      {CORRECT_IT}",
        "",
        "round akl/bj-07/r-000123",
        "  ✗ sequence-gap, lines 4 and 5: metadata.sequence 5: no event of the table has the sequence 5",
        "      send what is missing, or count without gaps, from 1, only the events that are sent",
        "",
        "round akl/bj-07/r-2",
        f"  ✗ not-completed, line 24: event e-12, {NOT_COMPLETED}",
        "      tell RoundCompleted, with everything that was dealt, when the dealer's hand is finished",
        "",
        "25 lines, 2 rounds: 3 faults in 2 rounds, no remark",
    ]
