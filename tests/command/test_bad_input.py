"""Bad input is rejected or put under review, naming event, field and value, and never stops the other events."""

import json
from collections.abc import Sequence

import pytest

from croupier.events.records import NoticeRecord
from local.replay import play
from local.stack import MemoryStack
from local.watching import Watch
from tests.command.test_replay import croupier
from tests.playing import DROP, Outcome, changed, named, outcome_of
from tests.rounds import as_lines
from tests.table_system import Entry, TableSystem


def good_round() -> TableSystem:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 3, "p", 100), ("s", "super-sevens", 3, "p", 10))
    table.initial_deal("TD", box3="8H 9C")
    table.end(3, "stand")
    table.dealer("9C")
    table.complete()
    return table


def with_bad(name: str, path: str, value: object) -> tuple[Outcome, str]:
    """The good round with one more event of a name, one field of it wrong; and that event's id."""
    table = good_round()
    (first, *_) = named(table.events, name)
    bad = changed(changed(first, "detail.metadata.event_id", "e-bad"), path, value)
    return outcome_of([*table.events[:3], bad, *table.events[3:]]), "e-bad"


MISSING = "missing"
LONG = "x" * 10_000

REJECTED = [
    ("WagersPlaced", "detail.data.wagers.0.amount", DROP, "data.wagers[0].amount", MISSING),
    ("WagersPlaced", "detail.data.wagers.0.amount", "100", "data.wagers[0].amount", '"100"'),
    ("WagersPlaced", "detail.data.wagers.0.amount", 100.0, "data.wagers[0].amount", "100.0"),
    ("WagersPlaced", "detail.data.wagers.0.amount", True, "data.wagers[0].amount", "true"),
    ("WagersPlaced", "detail.data.wagers.0.amount", None, "data.wagers[0].amount", "null"),
    ("WagersPlaced", "detail.data.wagers.0.amount", -5, "data.wagers[0].amount", "-5"),
    ("WagersPlaced", "detail.data.wagers.0.amount", 0, "data.wagers[0].amount", "0"),
    ("WagersPlaced", "detail.data.wagers.0.amount", 10**12 + 1, "data.wagers[0].amount", "1000000000001"),
    ("WagersPlaced", "detail.data.wagers.0.amount", 10**30, "data.wagers[0].amount", "1" + "0" * 30),
    ("WagersPlaced", "detail.data.wagers.0.original", -1, "data.wagers[0].original", "-1"),
    ("WagersPlaced", "detail.data.wagers.1.box", 0, "data.wagers[1].box", "0"),
    ("WagersPlaced", "detail.data.wagers.1.hand", 0, "data.wagers[1].hand", "0"),
    ("WagersPlaced", "detail.data.wagers.1.tender", "cheque", "data.wagers[1].tender", '"cheque"'),
    ("WagersPlaced", "detail.data.wagers.1.wager_id", "w 1", "data.wagers[1].wager_id", '"w 1"'),
    ("WagersPlaced", "detail.data.wagers", [], "data.wagers", "[]"),
    ("WagersPlaced", "detail.data.wagers", "w", "data.wagers", '"w"'),
    ("CardDealt", "detail.data.card", "1H", "data.card", '"1H"'),
    ("CardDealt", "detail.data.card", "10H", "data.card", '"10H"'),
    ("CardDealt", "detail.data.card", "7h", "data.card", '"7h"'),
    ("CardDealt", "detail.data.card", "", "data.card", '""'),
    ("CardDealt", "detail.data.card", 7, "data.card", "7"),
    ("CardDealt", "detail.data.nth", 0, "data.nth", "0"),
    ("CardDealt", "detail.data.nth", -1, "data.nth", "-1"),
    ("CardDealt", "detail.data.nth", 1001, "data.nth", "1001"),
    ("CardDealt", "detail.data.nth", 10**9, "data.nth", "1000000000"),
    ("CardDealt", "detail.data.box", 0, "data.box", "0"),
    ("CardDealt", "detail.data.split", DROP, "data.split", MISSING),
    ("CardDealt", "detail.data.split", "no", "data.split", '"no"'),
    ("CardDealt", "detail.data.to", "player", "data.to", '"player"'),
    ("CardDealt", "detail.data.to", DROP, "data.to", MISSING),
    ("HandEnded", "detail.data.reason", "surrender", "data.reason", '"surrender"'),
    ("HandEnded", "detail.data.cards", ["8H", "1C"], "data.cards[1]", '"1C"'),
    ("RoundOpened", "detail.data.side_wagers", ["lucky-ladies"], "data.side_wagers[0]", '"lucky-ladies"'),
    ("RoundOpened", "detail.data.decks", 0, "data.decks", "0"),
    ("RoundCompleted", "detail.data.wager_count", -1, "data.wager_count", "-1"),
    ("RoundCompleted", "detail.data.dealer", DROP, "data.dealer", MISSING),
    ("CardDealt", "detail.data", DROP, "data", MISSING),
    ("CardDealt", "detail.data", [], "data", "[]"),
    ("CardDealt", "detail.metadata", DROP, "metadata", MISSING),
    ("CardDealt", "detail.round", DROP, "round", MISSING),
    ("CardDealt", "detail.metadata.sequence", 0, "metadata.sequence", "0"),
    ("CardDealt", "detail.metadata.sequence", DROP, "metadata.sequence", MISSING),
    ("CardDealt", "detail.metadata.schema_version", "2", "metadata.schema_version", '"2"'),
    ("CardDealt", "detail.metadata.schema_version", 1, "metadata.schema_version", "1"),
    ("CardDealt", "detail.metadata.occurred_at", "yesterday", "metadata.occurred_at", '"yesterday"'),
    (
        "CardDealt",
        "detail.metadata.occurred_at",
        "2026-02-30T21:14:03.120Z",
        "metadata.occurred_at",
        '"2026-02-30T21:14:03.120Z"',
    ),
    (
        "CardDealt",
        "detail.metadata.occurred_at",
        "2026-11-28T21:14:03Z",
        "metadata.occurred_at",
        '"2026-11-28T21:14:03Z"',
    ),
    ("CardDealt", "detail.metadata.gaming_day", "2026-13-01", "metadata.gaming_day", '"2026-13-01"'),
    ("CardDealt", "detail.round.rule_book", "au-9", "round.rule_book", '"au-9"'),
    ("CardDealt", "detail.round.currency", "nzd", "round.currency", '"nzd"'),
    ("CardDealt", "detail.round.revision", -1, "round.revision", "-1"),
    ("CardDealt", "detail.round.table_id", "", "round.table_id", '""'),
    ("CardDealt", "detail.round.round_id", LONG, "round.round_id", f'"{LONG[:79]}... (10002 characters)'),
    ("CardDealt", "source", "blackjack.table.syd", "source", '"blackjack.table.syd"'),
    ("CardDealt", "source", "roulette.table.akl", "source", '"roulette.table.akl"'),
    ("CardDealt", "source", "blackjack.supervisor.akl", "source", '"blackjack.supervisor.akl"'),
    ("CardDealt", "source", 7, "source", "7"),
    ("CardDealt", "source", DROP, "source", MISSING),
    ("CardDealt", "detail-type", "CardBurned", "detail-type", '"CardBurned"'),
    ("CardDealt", "detail-type", DROP, "detail-type", MISSING),
    ("CardDealt", "detail", DROP, "detail", MISSING),
]


@pytest.mark.parametrize(("name", "path", "value", "field", "shown"), REJECTED)
def test_a_wrong_field_is_rejected_by_name_and_value_and_stops_nothing(
    name: str, path: str, value: object, field: str, shown: str
) -> None:
    out, event_id = with_bad(name, path, value)
    (notice,) = out.notices
    assert (notice.type, notice.field, notice.value) == ("event-rejected", field, shown)
    assert notice.event_id == (event_id if path not in ("detail", "detail.metadata") else None)
    assert field in notice.because
    assert shown in notice.because
    assert set(out.standing) == {"m", "s"}


@pytest.mark.parametrize(
    "path",
    [
        "detail.metadata.event_id",
        "detail.round.site_id",
        "detail.round.dealer_id",
        "detail.data.wagers.0.player",
        "detail.data.wagers.0.kind",
        "detail.data.wagers.0.wager_id",
    ],
)
def test_a_10_kb_string_is_rejected_and_shown_short(path: str) -> None:
    out, _ = with_bad("WagersPlaced", path, LONG)
    (notice,) = out.told("event-rejected")
    assert notice.value is not None
    assert len(notice.value) < 200
    assert len(notice.because) < 400
    assert set(out.standing) == {"m", "s"}


def test_a_10_kb_string_in_a_field_that_nobody_knows_is_ignored() -> None:
    out, _ = with_bad("CardDealt", "detail.data.colour", LONG)
    assert out.notices == []


def test_a_detail_over_200_kb_is_rejected() -> None:
    out, _ = with_bad("CardDealt", "detail.data.colour", "x" * 200_000)
    (notice,) = out.told("event-rejected")
    assert notice.field == "detail"
    assert "at most 200000 bytes" in notice.because


@pytest.mark.parametrize(
    "name", ["WagersVoided", "VoidRescinded", "RoundReconstructed", "WagersCorrected", "WagersUpheld"]
)
def test_a_correction_from_a_tables_source_is_rejected(name: str) -> None:
    out, _ = with_bad("CardDealt", "detail-type", name)
    (notice,) = out.told("event-rejected")
    assert (notice.event_id, notice.field, notice.value) == ("e-bad", "source", '"blackjack.table.akl"')
    assert f"{name} is told by blackjack.supervisor.<site_id> only" in notice.because


def test_a_wager_of_an_unknown_kind_is_returned_and_the_round_put_under_review() -> None:
    table = good_round()
    table.place(("odd", "surrender", 3, "p", 50))
    out = outcome_of(table.events)
    assert (out.of("odd").outcome, out.of("odd").returned) == ("void", 50)
    (refused,) = out.told("wager-refused")
    assert refused.wager_id == "odd"
    (review,) = out.told("round-under-review")
    assert (review.event_id, review.field, review.value) == ("e-10", "data.wagers[0].kind", "surrender")
    assert set(out.standing) == {"m", "s", "odd"}


def test_a_box_listed_twice_in_a_completed_round_is_rejected() -> None:
    table = good_round()
    boxes = table.events[-1]["detail"]["data"]["boxes"]
    bad = changed(table.events[-1], "detail.data.boxes", [*boxes, *boxes])
    (notice,) = outcome_of([*table.events[:-1], bad]).told("event-rejected")
    assert "box 3 is listed twice" in notice.because


def lines_out(lines: Sequence[bytes]) -> list[NoticeRecord]:
    stack = MemoryStack()
    played = play(lines, stack, Watch(stack.store))
    return [line for one in played for line in one.out if isinstance(line, NoticeRecord)]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (b"{not json", "is not JSON"),
        (b"nonsense", "is not JSON"),
        (b'{"source": NaN}', "JSON has no NaN"),
        (b"[" * 100_000 + b"]" * 100_000, "is nested deeper than 100 levels"),
        (b'{"a": "\xff"}', "is not JSON"),
        (b"[1, 2]", "is not an object"),
        (b"null", "is not an object"),
        (b'{"detail": ' + b"[" * 3000 + b"]" * 3000 + b"}", "is nested deeper than 100 levels"),
        (b'"' + b"x" * 10_000 + b'"', "is not an object"),
    ],
)
def test_a_line_that_is_no_event_is_rejected_by_its_number_and_stops_nothing(line: bytes, wrong: str) -> None:
    good: list[Entry] = good_round().events
    lines = [json.dumps(entry).encode() for entry in good]
    (notice,) = lines_out([*lines[:4], b"\n", line, *lines[4:]])
    assert (notice.type, notice.field) == ("event-rejected", "line 6")
    assert notice.because.startswith("line 6 ")
    assert wrong in notice.because
    assert notice.value is not None
    assert len(notice.value) < 200


@pytest.mark.parametrize(
    "entry", [{}, {"source": None, "detail-type": None, "detail": None}, {"detail": {"metadata": 7}}]
)
def test_an_object_that_is_no_entry_is_rejected(entry: Entry) -> None:
    (notice,) = lines_out([json.dumps(entry).encode()])
    assert notice.type == "event-rejected"


def test_lone_surrogates_and_control_characters_are_carried_and_shown_escaped() -> None:
    out, _ = with_bad("HandEnded", "detail.data.reason", "\x1b[2J\x00")
    (notice,) = out.told("event-rejected")
    assert notice.value == '"\\u001b[2J\\u0000"'
    out, _ = with_bad("HandEnded", "detail.data.reason", "\ud800")
    (notice,) = out.told("event-rejected")
    assert "\\ud800" in (notice.value or "")


def test_the_same_bad_event_twice_is_told_once() -> None:
    table = good_round()
    bad = changed(named(table.events, "CardDealt")[0], "detail.data.card", "1H")
    assert len(outcome_of([bad, *table.events, bad]).told("event-rejected")) == 1


def test_a_detail_of_200_kb_in_any_alphabet_is_accepted() -> None:
    out, _ = with_bad("CardDealt", "detail.data.colour", "\u00e9" * 90_000)
    assert out.notices == []


def test_brackets_in_a_value_are_shown_as_they_are() -> None:
    table = good_round()
    bad = changed(named(table.events, "CardDealt")[0], "detail.data.card", "[/b]")
    done = croupier("replay", "-", stdin=as_lines([bad, *table.events]))
    assert done.returncode == 1
    assert '"[/b]"' in done.stdout
