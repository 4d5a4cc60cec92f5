"""``croupier suspects``: every round and wager of an interval, with the money both ways, and nothing moves."""

import json
from pathlib import Path

import pytest

from tests.command.pit import cells_of, dealt, drafts_in, dynamodb, listening, pit, recorded, refused, said
from tests.command.test_replay import croupier
from tests.playing import changed, outcome_of
from tests.table_system import Entry

# The rounds of tests.table_system begin at 21:14:03.120 UTC; they last some twenty seconds.
NIGHT = ("--from", "2026-11-28T21:00:00Z", "--to", "2026-11-28T22:00:00Z")
AT_BJ_07 = ("--site", "akl", "--table", "bj-07")
WHY = ("--clause", "17.4", "--reason", "shoe 4 was one card short")


def at_hour(events: list[Entry], hour: str) -> list[Entry]:
    """The events as if they had happened at another hour of the day."""
    old = "2026-11-28T21:"
    return [json.loads(json.dumps(entry).replace(old, f"2026-11-28T{hour}:")) for entry in events]


@pytest.fixture
def two_tables(tmp_path: Path) -> str:
    """Two tables, two shoes, and a round an hour earlier."""
    return recorded(
        tmp_path / "events.jsonl",
        dealt("r-1", tags={"shoe_id": "shoe-4", "shuffler_id": "sh-1"}).events,
        dealt("r-2", tags={"shoe_id": "shoe-5", "shuffler_id": "sh-1"}).events,
        dealt("r-3", table_id="bj-08", tags={"shoe_id": "shoe-4"}).events,
        at_hour(dealt("r-4", tags={"shoe_id": "shoe-4"}).events, "20"),
        dealt("r-5").events,
    )


def rounds(output: str) -> list[str]:
    return [line.split()[1] for line in output.splitlines() if line.startswith("Round akl/")]


def test_the_rounds_of_one_table_in_the_interval_are_listed(two_tables: str) -> None:
    shows = said("suspects", *AT_BJ_07, *NIGHT, "--events", two_tables)
    assert rounds(shows) == ["akl/bj-07/r-1", "akl/bj-07/r-2", "akl/bj-07/r-5"]
    assert "3 rounds, 12 wagers" in shows


def test_a_shoe_narrows_them_and_rounds_that_name_none_are_told(two_tables: str) -> None:
    shows = said("suspects", *AT_BJ_07, *NIGHT, "--shoe", "shoe-4", "--events", two_tables)
    assert rounds(shows) == ["akl/bj-07/r-1"]
    assert "1 round, 4 wagers" in shows
    assert "left out, as they name no shoe_id: akl/bj-07/r-5" in shows


def test_a_shuffler_narrows_them_and_both_together_do(two_tables: str) -> None:
    shuffler = ("--shuffler", "sh-1", "--events", two_tables)
    assert rounds(said("suspects", *AT_BJ_07, *NIGHT, *shuffler)) == ["akl/bj-07/r-1", "akl/bj-07/r-2"]
    both = said("suspects", *AT_BJ_07, *NIGHT, "--shoe", "shoe-5", *shuffler)
    assert rounds(both) == ["akl/bj-07/r-2"]


def test_the_other_table_has_its_own(two_tables: str) -> None:
    shows = said("suspects", "--site", "akl", "--table", "bj-08", *NIGHT, "--events", two_tables)
    assert rounds(shows) == ["akl/bj-08/r-3"]


def test_money_is_shown_both_ways_per_wager_and_in_all(two_tables: str) -> None:
    shows = said("suspects", *AT_BJ_07, *NIGHT, "--shoe", "shoe-4", "--events", two_tables)
    rows = [cells for cells in map(cells_of, shows.splitlines()) if len(cells) == 5]
    assert rows == [
        ["m", "p", "win", "void", "-NZ$1.00"],
        ["main, box 3", "", "NZ$2.00", "NZ$1.00", ""],
        ["q", "p", "lose", "void", "+NZ$0.10"],
        ["perfect-pairs, box 3", "", "NZ$0.00", "NZ$0.10", ""],
        ["s", "p", "lose", "void", "+NZ$0.10"],
        ["super-sevens, box 3", "", "NZ$0.00", "NZ$0.10", ""],
        ["k", "k", "lose", "void", "+NZ$20.00"],
        ["main, box 4", "", "NZ$0.00", "NZ$20.00", ""],
    ]
    assert "NZD: NZ$21.20 change hands; players in all +NZ$19.20, house -NZ$19.20" in shows


def test_a_player_is_told_per_round_as_his_name_is_his_for_one_round_only(two_tables: str) -> None:
    shows = said("suspects", *AT_BJ_07, *NIGHT, "--shuffler", "sh-1", "--events", two_tables)
    told = shows.partition("Per player")[2].splitlines()
    assert [cells for cells in map(cells_of, told) if len(cells) == 3] == [
        ["akl/bj-07/r-1", "k", "+NZ$20.00"],
        ["akl/bj-07/r-1", "p", "-NZ$0.80"],
        ["akl/bj-07/r-2", "k", "+NZ$20.00"],
        ["akl/bj-07/r-2", "p", "-NZ$0.80"],
    ]


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        # The first event of r-1 is told at 21:14:03.120, its last at 21:14:19.560.
        ("2026-11-28T21:14:19.561Z", "2026-11-28T22:00:00Z", False),
        ("2026-11-28T21:14:19.560Z", "2026-11-28T22:00:00Z", True),
        ("2026-11-28T21:00:00Z", "2026-11-28T21:14:03.119Z", False),
        ("2026-11-28T21:00:00Z", "2026-11-28T21:14:03.120Z", True),
        # The same instants in New Zealand's summer.
        ("2026-11-29T10:14:19.560+13:00", "2026-11-29T11:00:00+13:00", True),
        ("2026-11-29T10:14:19.561+13:00", "2026-11-29T11:00:00+13:00", False),
    ],
)
def test_both_ends_of_the_interval_belong_to_it_in_any_zone(
    first: str, last: str, found: bool, tmp_path: Path
) -> None:
    events = recorded(tmp_path / "events.jsonl", dealt("r-1").events)
    shows = said("suspects", *AT_BJ_07, "--from", first, "--to", last, "--events", events)
    assert rounds(shows) == (["akl/bj-07/r-1"] if found else [])


def test_a_correction_in_the_interval_makes_an_earlier_round_no_suspect(tmp_path: Path) -> None:
    table = dealt("r-1")
    void = table.supervise(
        "WagersVoided", clause="16.6", scope={"round": True}, after_sequence=1, authorised_by="kahu", reason="x"
    )
    later = changed(void, "detail.metadata.occurred_at", "2026-11-28T23:30:00.000Z")
    events = recorded(tmp_path / "events.jsonl", table.events[:-1], [later])
    hours = ("--from", "2026-11-28T23:00:00Z", "--to", "2026-11-29T00:00:00Z")
    assert rounds(said("suspects", *AT_BJ_07, *hours, "--events", events)) == []


def test_a_draft_has_one_void_of_each_round_and_is_previewed_and_sent(two_tables: str, tmp_path: Path) -> None:
    draft = tmp_path / "voids.jsonl"
    shows = said(
        "suspects", *AT_BJ_07, *NIGHT, "--shuffler", "sh-1", *WHY, "--draft", str(draft), "--events", two_tables
    )
    assert f"Drafted in {draft}: 2 corrections.\nNothing was sent." in shows
    assert len(draft.read_text().splitlines()) == 2
    voids = drafts_in(draft)
    assert [entry["detail"]["round"]["round_id"] for entry in voids] == ["r-1", "r-2"]
    for entry in voids:
        assert entry["detail-type"] == "WagersVoided"
        assert entry["detail"]["data"] == {
            "clause": "17.4",
            "scope": {"round": True},
            "after_sequence": 13,
            "reason": "shoe 4 was one card short",
        }
    with listening() as bus:
        sends = ("correct", "send", str(draft), "--events", two_tables, "--authorised-by", "kahu", *bus.options)
        # 42.40 change hands in all: each round alone is under the limit, both together are not.
        assert "NZ$42.40 change hands" in refused(*sends, "--second-above", "4239")
        assert bus.taken == []
        sent = said(*sends, "--second-above", "4239", "--second", "lee")
    assert sent.count("Sent WagersVoided correction-") == 2
    for name, void in zip(("r-1", "r-2"), bus.taken, strict=True):
        out = outcome_of([*dealt(name).events, void])
        assert {result[0] for result in out.standing.values()} == {"void"}


def test_a_round_that_is_void_already_is_listed_and_not_drafted(two_tables: str, tmp_path: Path) -> None:
    draft, again = tmp_path / "voids.jsonl", tmp_path / "again.jsonl"
    asks = ("suspects", *AT_BJ_07, *NIGHT, "--shuffler", "sh-1", *WHY)
    said(*asks, "--draft", str(draft), "--events", two_tables)
    first = changed(drafts_in(draft)[0], "detail.data.authorised_by", "kahu")
    events = recorded(tmp_path / "more.jsonl", dealt("r-1", tags={"shuffler_id": "sh-1"}).events, [first])
    shows = said("suspects", *AT_BJ_07, *NIGHT, "--events", events)
    assert "round akl/bj-07/r-1 is void already and is not drafted" in shows
    assert "NZ$0.00 change hands" in shows
    assert "there is nothing to draft" in refused(*asks, "--draft", str(again), "--events", events)
    assert not again.exists()


def test_a_round_without_a_wager_is_listed(tmp_path: Path) -> None:
    events = recorded(tmp_path / "events.jsonl", dealt("r-1").events[:1])
    shows = said("suspects", *AT_BJ_07, *NIGHT, "--events", events)
    assert "1 round, 0 wagers\nround akl/bj-07/r-1 has no wager\n" in shows


def test_completed_side_wagers_may_stand(two_tables: str) -> None:
    side = ("--completed-side-wagers", "stand", "--shoe", "shoe-4")
    shows = said("suspects", *AT_BJ_07, *NIGHT, *side, "--events", two_tables)
    assert "NZ$21.00 change hands; players in all +NZ$19.00" in shows


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("--from", "2026-11-28T21:00:00", *NIGHT[2:]), "'2026-11-28T21:00:00' names no time zone"),
        (("--from", "yesterday", *NIGHT[2:]), "'yesterday' is no instant"),
        (("--from", "2026-11-28T23:00:00Z", *NIGHT[2:]), "is after --to 2026-11-28T22:00:00+00:00"),
        ((*NIGHT, "--draft", "x.jsonl", "--clause", "17.4"), "--draft needs --reason"),
        ((*NIGHT, "--draft", "x.jsonl", "--reason", "y"), "--draft needs --clause"),
        ((*NIGHT, "--gaming-day", "today"), 'metadata.gaming_day is "today"'),
        (NIGHT[:2], "Missing option '--to'"),
    ],
)
def test_unusable_arguments_end_with_status_2_and_say_why(
    arguments: tuple[str, ...], wrong: str, two_tables: str
) -> None:
    assert wrong in refused("suspects", *AT_BJ_07, *arguments, "--events", two_tables)


def test_an_interval_without_rounds_says_so(two_tables: str) -> None:
    done = pit("suspects", "--site", "akl", "--table", "bj-99", *NIGHT, "--events", two_tables)
    assert (done.exit_code, done.stdout) == (0, "0 rounds, 0 wagers\nNothing was sent.\n")


@pytest.mark.slow
def test_a_dynamodb_lists_what_recorded_events_list(two_tables: str) -> None:
    with dynamodb() as endpoint:
        assert croupier("replay", two_tables, "--store", endpoint).returncode == 0
        done = croupier("suspects", *AT_BJ_07, *NIGHT, "--store", endpoint)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == said("suspects", *AT_BJ_07, *NIGHT, "--events", two_tables)
