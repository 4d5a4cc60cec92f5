"""``croupier correct``: what it moves is shown before anything moves, and is what then moves."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from moto import mock_aws

from croupier.events.records import SettlementRecord
from local.lambdas import TABLE, create_table
from local.money import shown
from local.pit.preview import preview
from local.pit.record import replayed
from tests.command.pit import (
    AT,
    ROUND,
    Bus,
    cells_of,
    dealt,
    drafts_in,
    dynamodb,
    listening,
    per_player,
    pit,
    recorded,
    refused,
    said,
)
from tests.command.test_replay import croupier
from tests.playing import Outcome, Result, changed, outcome_of
from tests.rounds import RECORDED
from tests.table_system import Entry, TableSystem

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

VOID = ("void", "--clause", "16.6", "--reason", "a card was exposed")
KAHU = ("--authorised-by", "kahu")


@pytest.fixture
def bus() -> Iterator[Bus]:
    with listening() as bus:
        yield bus


@pytest.fixture
def events(tmp_path: Path) -> str:
    return recorded(tmp_path / "events.jsonl", dealt().events)


def correct(*arguments: str, events: str) -> str:
    return said("correct", ROUND, *arguments, *AT, "--events", events)


# What is shown


def test_a_void_previewed_moves_nothing_and_shows_the_money_per_player(events: str, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir()), said("history", ROUND, "--events", events)
    shows = correct(*VOID, "--round", events=events)
    # p: 1.00 won is given back, 0.20 lost come back. k: 20.00 lost come back.
    assert per_player(shows) == {"k": "+NZ$20.00", "p": "-NZ$0.80"}
    assert "NZD: NZ$21.20 change hands; players in all +NZ$19.20, house -NZ$19.20" in shows
    assert "Nothing was sent. To send it, add --authorised-by NAME and --bus NAME." in shows
    assert (sorted(tmp_path.iterdir()), said("history", ROUND, "--events", events)) == before


def test_each_wager_is_shown_as_it_stands_and_as_it_would_stand(events: str) -> None:
    rows = map(cells_of, correct(*VOID, "--box", "3", events=events).splitlines())
    cells = [row for row in rows if len(row) == 5]
    assert cells[:4] == [
        ["m", "p", "win", "void", "-NZ$1.00"],
        ["main, box 3", "", "NZ$2.00", "NZ$1.00", ""],
        ["q", "p", "lose", "void", "+NZ$0.10"],
        ["perfect-pairs, box 3", "", "NZ$0.00", "NZ$0.10", ""],
    ]
    assert cells[-2:] == [
        ["k", "k", "lose", "lose", "NZ$0.00"],
        ["main, box 4", "", "NZ$0.00", "NZ$0.00", ""],
    ]


def test_a_wager_given_to_another_player_is_taken_from_the_one_and_given_to_the_other(events: str) -> None:
    shows = correct("wagers", "--set", "m.player=z", "--reason", "z's chips", events=events)
    assert per_player(shows) == {"k": "NZ$0.00", "p": "-NZ$1.00", "z": "+NZ$1.00"}
    assert "NZ$2.00 change hands; players in all NZ$0.00" in shows


def test_an_open_wager_is_shown_as_open(tmp_path: Path) -> None:
    events = recorded(tmp_path / "events.jsonl", dealt().events[:4])
    shows = correct(*VOID, "--wager", "m", events=events)
    assert ["m", "p", "open", "void", "NZ$0.00"] in [*map(cells_of, shows.splitlines())]


def test_what_a_correction_would_put_under_review_is_shown(tmp_path: Path) -> None:
    draft, events = tmp_path / "draft.json", recorded(tmp_path / "events.jsonl", dealt().events[:8])
    correct("reconstruct", "--complete", "--reason", "the recording", "--draft", str(draft), events=events)
    (entry,) = drafts_in(draft)
    told = changed(entry, "detail.data.boxes", entry["detail"]["data"]["boxes"][1:])
    draft.write_text(json.dumps(told))
    shows = said("correct", "send", str(draft), "--events", events)
    assert "! round-under-review: " in shows
    assert "the completed round shows no two initial cards on box 3" in shows


def test_a_reconstruction_that_the_rules_could_not_produce_says_why_it_moves_nothing(
    events: str, tmp_path: Path
) -> None:
    draft = tmp_path / "draft.json"
    correct("reconstruct", "--reason", "the recording", "--draft", str(draft), events=events)
    (entry,) = drafts_in(draft)
    draft.write_text(json.dumps(changed(entry, "detail.data.boxes", entry["detail"]["data"]["boxes"][1:])))
    shows = said("correct", "send", str(draft), "--events", events)
    assert "NZ$0.00 change hands" in shows
    assert "! wager m stays as it stands: the completed round shows no two initial cards on box 3" in shows


# What is sent


def test_nothing_is_sent_without_an_authoriser(events: str, bus: Bus) -> None:
    shows = correct(*VOID, "--round", *bus.options, events=events)
    assert "Nothing was sent. To send it, add --authorised-by NAME." in shows
    assert bus.taken == []


def test_nothing_is_sent_without_a_bus(events: str) -> None:
    assert "Nothing was sent. To send it, add --bus NAME." in correct(*VOID, "--round", *KAHU, events=events)


def test_an_authorised_void_is_sent_as_the_contract_has_it(events: str, bus: Bus) -> None:
    shows = correct(*VOID, "--round", *KAHU, *bus.options, events=events)
    (entry,) = bus.taken
    event_id = entry["detail"]["metadata"]["event_id"]
    assert f"Sent WagersVoided {event_id} of {ROUND} to table as bus-1." in shows
    assert entry == {
        "source": "blackjack.supervisor.akl",
        "detail-type": "WagersVoided",
        "detail": {
            "metadata": {
                "event_id": event_id,
                "schema_version": "1",
                "occurred_at": "2026-11-29T03:00:00.000Z",
                "gaming_day": "2026-11-28",
            },
            "round": {
                "site_id": "akl",
                "table_id": "bj-07",
                "round_id": "r-000123",
                "revision": 0,
                "gaming_day": "2026-11-28",
                "rule_book": "au-2",
                "currency": "NZD",
            },
            "data": {
                "clause": "16.6",
                "scope": {"round": True},
                "after_sequence": 13,
                "reason": "a card was exposed",
                "authorised_by": "kahu",
            },
        },
    }


def test_sending_twice_gives_the_same_event_id_and_moves_nothing_the_second_time(
    events: str, bus: Bus, tmp_path: Path
) -> None:
    sends = [*VOID, "--round", *KAHU, *bus.options, "--events"]
    said("correct", ROUND, *sends, events, "--at", "2026-11-29T03:00:00Z")
    said("correct", ROUND, *sends, events, "--at", "2026-11-29T04:00:00Z")
    first, second = bus.taken
    assert first["detail"]["metadata"]["event_id"] == second["detail"]["metadata"]["event_id"]
    once, twice = (outcome_of([*dealt().events, *sent]) for sent in ([first], [first, second]))
    assert once.settlements == twice.settlements
    known = recorded(tmp_path / "known.jsonl", dealt().events, [first])
    shows = said("correct", ROUND, *sends, known)
    assert "sent again it is the same fact and moves nothing" in shows
    assert "NZ$0.00 change hands" in shows


@pytest.mark.parametrize(
    "other",
    [
        ("--reason", "two cards were exposed"),
        ("--clause", "17.4"),
        ("--authorised-by", "lee"),
        ("--second", "lee"),
        ("--completed-side-wagers", "stand"),
        ("--after-sequence", "12"),
    ],
)
def test_another_correction_has_another_event_id(other: tuple[str, str], events: str, bus: Bus) -> None:
    correct(*VOID, "--round", *KAHU, *bus.options, events=events)
    correct(*VOID, "--round", *KAHU, *other, *bus.options, events=events)
    first, second = bus.taken
    assert first["detail"]["metadata"]["event_id"] != second["detail"]["metadata"]["event_id"]


def test_an_event_id_that_names_another_event_is_not_sent(events: str, bus: Bus) -> None:
    sends = ("correct", ROUND, *VOID, "--round", *KAHU, "--event-id", "e-1", *bus.options, "--events", events)
    assert f"event_id e-1 names another event of round {ROUND} already" in refused(*sends)
    assert bus.taken == []


def test_an_event_id_and_a_gaming_day_that_are_given_are_sent(events: str, bus: Bus) -> None:
    mine = ("--event-id", "s-77", "--gaming-day", "2026-11-29")
    correct(*VOID, "--round", *KAHU, *mine, *bus.options, events=events)
    metadata = bus.taken[0]["detail"]["metadata"]
    assert (metadata["event_id"], metadata["gaming_day"]) == ("s-77", "2026-11-29")


def test_above_the_limit_a_second_authoriser_is_required(events: str, bus: Bus) -> None:
    sends = ("correct", ROUND, *VOID, "--round", *KAHU, *bus.options, "--events", events)
    wrong = refused(*sends, "--second-above", "2119")
    assert "NZ$21.20 change hands, more than the NZ$21.19 of --second-above: add --second NAME" in wrong
    assert bus.taken == []
    assert "Sent WagersVoided" in said(*sends, "--second-above", "2120")
    assert "Sent WagersVoided" in said(*sends, "--second-above", "2119", "--second", "lee")
    assert [entry["detail"]["data"].get("second") for entry in bus.taken] == [None, "lee"]


def test_what_is_taken_and_given_counts_to_the_limit_even_where_it_nets_to_nothing(events: str) -> None:
    sends = ("correct", ROUND, "wagers", "--set", "m.player=z", "--reason", "z's", *KAHU, "--events", events)
    assert "NZ$2.00 change hands" in refused(*sends, "--second-above", "199")


def test_the_limit_is_a_thousand_dollars_unless_it_is_said(tmp_path: Path) -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 3, "p", 100_000), ("n", "main", 4, "p", 100_001))
    table.initial_deal("TD", box3="TH 9C", box4="TH 9S")
    table.dealer("7D")
    table.complete()
    sends = ("correct", ROUND, *VOID, *KAHU, "--events", recorded(tmp_path / "events.jsonl", table.events))
    said(*sends, "--wager", "m")
    assert "NZ$1,000.01 change hands" in refused(*sends, "--wager", "n")


def test_the_second_authoriser_is_somebody_else(events: str, bus: Bus) -> None:
    wrong = refused(
        "correct", ROUND, *VOID, "--round", *KAHU, "--second", " Kahu", *bus.options, "--events", events
    )
    assert "two people are to authorise it" in wrong
    assert bus.taken == []


def test_what_the_bus_does_not_take_is_said_with_its_error(events: str, bus: Bus) -> None:
    bus.refuse = True
    done = pit("correct", ROUND, *VOID, "--round", *KAHU, *bus.options, "--events", events)
    assert done.exit_code == 1
    assert "the bus table did not take the event: ThrottlingException: slow down (0 of 1 were sent" in done.stderr


def test_a_bus_that_does_not_answer_is_said(events: str) -> None:
    with listening() as gone:
        options = gone.options
    done = pit("correct", ROUND, *VOID, "--round", *KAHU, *options, "--events", events)
    assert done.exit_code == 1
    assert "the bus table did not take the event: Could not connect" in done.stderr


# Drafts


def test_a_draft_is_written_edited_and_sent(events: str, bus: Bus, tmp_path: Path) -> None:
    draft = tmp_path / "draft.json"
    shows = correct("reconstruct", "--reason", "the recording", "--draft", str(draft), events=events)
    assert f"Drafted in {draft}: 1 correction." in shows
    assert bus.taken == []
    text = draft.read_text()
    assert '"dealt": ["6H", "TC"]' in text
    # The dealer's second card was an eight, not a seven: 18 still loses to 19, and beats 16.
    draft.write_text(text.replace('"dealer": ["TD", "7D"]', '"dealer": ["TD", "9D"]'))
    shows = said("correct", "send", str(draft), "--events", events, *KAHU, *bus.options)
    # 19 to 19: the main wager's winnings go back.
    assert per_player(shows) == {"k": "NZ$0.00", "p": "-NZ$1.00"}
    (entry,) = bus.taken
    assert entry["detail"]["data"]["dealer"] == ["TD", "9D"]
    assert entry["detail"]["metadata"]["event_id"] != json.loads(text)["detail"]["metadata"]["event_id"]
    assert entry["detail"]["metadata"]["occurred_at"] == "2026-11-29T03:00:00.000Z"
    assert outcome_of([*dealt().events, entry]).standing["m"] == ("stand-off", None, 0, 100)


def test_an_edited_draft_keeps_the_event_id_that_a_person_gave_it(events: str, bus: Bus, tmp_path: Path) -> None:
    draft = tmp_path / "draft.json"
    correct(*VOID, "--round", "--event-id", "s-77", "--draft", str(draft), events=events)
    draft.write_text(draft.read_text().replace("16.6", "17.4"))
    said("correct", "send", str(draft), "--events", events, *KAHU, *bus.options)
    assert bus.taken[0]["detail"]["metadata"]["event_id"] == "s-77"


def test_a_draft_may_be_sent_as_having_happened_at_another_time(events: str, bus: Bus, tmp_path: Path) -> None:
    draft = tmp_path / "draft.json"
    correct(*VOID, "--round", "--draft", str(draft), events=events)
    at = ("--at", "2026-11-30T09:00:00+13:00")
    said("correct", "send", str(draft), "--events", events, *at, *KAHU, *bus.options)
    assert bus.taken[0]["detail"]["metadata"]["occurred_at"] == "2026-11-29T20:00:00.000Z"


def test_a_draft_that_was_authorised_is_sent_as_it_is_and_twice_with_one_event_id(
    events: str, bus: Bus, tmp_path: Path
) -> None:
    draft = tmp_path / "draft.json"
    correct(*VOID, "--round", *KAHU, "--draft", str(draft), events=events)
    for _ in range(2):
        said("correct", "send", str(draft), "--events", events, *KAHU, *bus.options)
    assert bus.taken == [*drafts_in(draft), *drafts_in(draft)]


def test_a_draft_that_somebody_else_authorised_is_not_sent(events: str, bus: Bus, tmp_path: Path) -> None:
    draft = tmp_path / "draft.json"
    correct(*VOID, "--round", *KAHU, "--draft", str(draft), events=events)
    sends = ("correct", "send", str(draft), "--events", events, "--authorised-by", "lee", *bus.options)
    assert "the draft has data.authorised_by 'kahu', not 'lee'" in refused(*sends)
    assert bus.taken == []


def test_a_draft_that_is_there_is_not_written_over(events: str, tmp_path: Path) -> None:
    draft = tmp_path / "draft.json"
    draft.write_text("edited for an hour")
    wrong = refused("correct", ROUND, *VOID, "--round", "--draft", str(draft), "--events", events)
    assert f"--draft {draft} is there already" in wrong
    assert draft.read_text() == "edited for an hour"


@pytest.mark.parametrize(
    ("path", "value", "wrong"),
    [
        ("detail.data.dealer", ["TD", "1D"], 'data.dealer[1] is "1D"'),
        ("detail.data.revision", 0, "data.revision is 0"),
        ("detail.round.currency", "dollars", 'round.currency is "dollars"'),
        ("detail.round.rule_book", "fr-1", 'round.rule_book is "fr-1": there is no such rule book'),
        ("detail.round.round_id", "r-9", "there is no round akl/bj-07/r-9 in the record"),
        ("detail-type", "RoundCompleted", 'source is "blackjack.supervisor.akl"'),
        ("detail", [], "detail is []"),
    ],
)
def test_a_draft_that_would_be_rejected_is_not_sent_and_says_why(
    path: str, value: object, wrong: str, events: str, bus: Bus, tmp_path: Path
) -> None:
    draft = tmp_path / "draft.json"
    correct("reconstruct", "--reason", "the recording", "--draft", str(draft), events=events)
    (entry,) = drafts_in(draft)
    draft.write_text(json.dumps(changed(entry, path, value)))
    assert wrong in refused("correct", "send", str(draft), "--events", events, *KAHU, *bus.options)
    assert bus.taken == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "holds no draft"),
        ("{}\n{", "line 2 begins no JSON object"),
        ("[]", "line 1 is no object with source, detail-type and detail"),
        ("{}", "source is missing: the field is missing"),
    ],
)
def test_a_file_without_a_draft_is_unusable(text: str, wrong: str, events: str, tmp_path: Path) -> None:
    draft = tmp_path / "draft.json"
    draft.write_text(text)
    assert wrong in refused("correct", "send", str(draft), "--events", events)


def test_a_tables_own_event_is_no_correction(events: str, tmp_path: Path) -> None:
    draft = tmp_path / "draft.json"
    draft.write_text(json.dumps(dealt().events[0]))
    assert "event e-1 is RoundOpened, which only a table tells" in refused(
        "correct", "send", str(draft), "--events", events
    )


# What is drafted


def test_a_second_reconstruction_and_a_second_correction_of_wagers_have_the_next_revision(
    tmp_path: Path, bus: Bus
) -> None:
    events = list(dealt().events)
    for revision in (1, 2):
        for command in (("reconstruct",), ("wagers", "--set", f"m.amount={100 + revision}")):
            path = recorded(tmp_path / "events.jsonl", events)
            correct(*command, "--reason", f"revision {revision}", *KAHU, *bus.options, events=path)
            events.append(bus.taken[-1])
            assert bus.taken[-1]["detail"]["data"]["revision"] == revision
    assert [entry["detail"]["round"]["revision"] for entry in bus.taken] == [0, 1, 1, 2]


def test_corrected_wagers_are_whole_and_an_empty_value_drops_an_optional_field(tmp_path: Path, bus: Bus) -> None:
    table = TableSystem()
    table.place(("w.1", "insurance", 3, "p", 50), original=100, patron="m-7", tender="credit")
    events = recorded(tmp_path / "events.jsonl", table.events)
    settings = [f"--set=w.1.{text}" for text in ("amount=40", "box=4", "patron=", "original=80")]
    correct("wagers", *settings, "--reason", "the recording", *KAHU, *bus.options, events=events)
    assert bus.taken[0]["detail"]["data"]["wagers"] == [
        {
            "wager_id": "w.1",
            "kind": "insurance",
            "box": 4,
            "hand": 1,
            "player": "p",
            "amount": 40,
            "original": 80,
            "tender": "credit",
        }
    ]


def test_a_round_that_goes_on_is_reconstructed_with_the_hands_as_its_splits_have_made_them(
    tmp_path: Path, bus: Bus
) -> None:
    table = TableSystem(rule_book="au-1")
    table.place(("w-1", "main", 1, "p", 100))
    table.deal(1, "8S", "8C")
    table.dealer("6D")
    table.split(1)
    table.deal(1, "8H")
    table.split(1)
    table.deal(1, "2C", "3C")
    table.deal(1, "4C", hand=2)
    events = recorded(tmp_path / "events.jsonl", table.events)
    correct("reconstruct", "--reason", "the recording", *KAHU, *bus.options, events=events)
    data = bus.taken[0]["detail"]["data"]
    assert data["boxes"] == [
        {
            "box": 1,
            "dealt": ["8S", "8C", "8H", "2C", "3C", "4C"],
            "hands": [
                {"hand": 1, "cards": ["8S", "2C", "3C"]},
                {"hand": 2, "cards": ["8C", "4C"]},
                {"hand": 3, "cards": ["8H"]},
            ],
        }
    ]
    assert (data["dealer"], data["complete"]) == (["6D"], False)


def test_two_stories_of_a_card_are_told_and_the_earlier_one_is_drafted(tmp_path: Path, bus: Bus) -> None:
    table = dealt()
    other = changed(table.events[3], "detail.data.card", "TS")
    other = changed(other, "detail.metadata.event_id", "e-other")
    other = changed(other, "detail.metadata.occurred_at", "2026-11-28T23:00:00.000Z")
    events = recorded(tmp_path / "events.jsonl", table.events[:7], [other])
    done = pit("correct", ROUND, "reconstruct", "--reason", "x", *KAHU, *bus.options, "--events", events)
    assert "the record has two stories of box 3, card 1: TH or TS; edit the draft" in done.stderr
    assert bus.taken[0]["detail"]["data"]["boxes"][0]["dealt"][0] == "TH"


def test_the_rounds_tags_and_revision_are_in_the_draft(tmp_path: Path, bus: Bus) -> None:
    tags = {"shift": "late", "dealer_id": "d-1", "shoe_id": "shoe-4", "shuffler_id": "sh-2"}
    events = recorded(tmp_path / "events.jsonl", dealt(tags=tags).events)
    correct(*VOID, "--round", *KAHU, *bus.options, events=events)
    assert bus.taken[0]["detail"]["round"].items() >= tags.items()


# The preview is what then happens


def standing(told: Outcome) -> dict[str, Result]:
    return dict(told.standing)


def moved(told: Sequence[SettlementRecord]) -> dict[str, int]:
    won: dict[str, int] = {}
    for record in told:
        won[record.player] = won.get(record.player, 0) - record.house_win
    return won


def promised(path: str, entry: Entry) -> dict[str, Result]:
    with Path(path).open("rb") as file:
        changes = preview(replayed(file), [entry]).changes
    return {
        change.wager.wager_id: (
            str(after.outcome),
            None if after.odds is None else str(after.odds),
            after.winnings,
            after.returned,
        )
        for change in changes
        if (after := change.after) is not None
    }


def check(events: Sequence[Entry], path: Path, *command: str) -> Entry:
    """Preview a correction, draft it, replay the draft after the recorded events: the same."""
    where = events[0]["detail"]["round"]
    name = f"{where['site_id']}/{where['table_id']}/{where['round_id']}"
    file = recorded(path, events)
    limit = ("--second-above", "100000000")
    draft = path.with_name("draft.json")
    draft.unlink(missing_ok=True)
    shows = said("correct", name, *command, *AT, *KAHU, *limit, "--draft", str(draft), "--events", file)
    (entry,) = drafts_in(draft)
    without, with_it = outcome_of(events), outcome_of([*events, entry])
    assert promised(file, entry) == standing(with_it)
    given = moved(with_it.settlements[len(without.settlements) :])
    told = per_player(shows)
    for player, amount in given.items():
        money = shown(amount, where["currency"])
        assert told.pop(player) == (f"+{money}" if amount > 0 else money)
    assert set(told.values()) <= {shown(0, where["currency"])}
    return entry


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_what_is_previewed_of_every_correction_of_every_recorded_round_is_what_replay_does(
    name: str, tmp_path: Path
) -> None:
    events, due = RECORDED[name]()
    path, why = tmp_path / "events.jsonl", ("--reason", "the recording")
    (first, *_), void = sorted(due), ("void", "--clause", "16.6", *why)
    placed = [wager for entry in events for wager in entry["detail"]["data"].get("wagers", [])]
    (wager,) = [wager for wager in placed if wager["wager_id"] == first]
    check(events, path, *void, "--round", "--completed-side-wagers", "stand")
    check(events, path, *void, "--box", str(wager["box"]))
    check(events, path, *void, "--player", wager["player"])
    check(events, path, *void, "--wager", first, "--after-sequence", "1")
    check(events, path, "wagers", "--set", f"{first}.amount=7777", *why)
    check(events, path, "wagers", "--set", f"{first}.player=somebody-else", *why)
    check(events, path, "uphold", first, *why)
    whole = check(events, path, *void, "--round")
    event_id = whole["detail"]["metadata"]["event_id"]
    check([*events, whole], path, "rescind", event_id, *why)


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_a_reconstruction_that_nobody_edited_moves_nothing(name: str, tmp_path: Path) -> None:
    events, _ = RECORDED[name]()
    entry = check(events, tmp_path / "events.jsonl", "reconstruct", "--reason", "the recording")
    assert outcome_of([*events, entry]).settlements == outcome_of(events).settlements


@pytest.mark.parametrize("cut", range(2, 27))
def test_what_is_previewed_of_a_round_that_goes_on_is_what_replay_does(cut: int, tmp_path: Path) -> None:
    events = RECORDED["sevens-and-splits"]()[0][:cut]
    path, why = tmp_path / "events.jsonl", ("--reason", "the recording")
    check(events, path, "void", "--round", "--clause", "16.6", *why)
    check(events, path, "void", "--box", "1", "--clause", "16.6", *why, "--completed-side-wagers", "stand")
    check(events, path, "wagers", "--set", "w-1.amount=7777", *why)
    check(events, path, "reconstruct", *why)


def test_what_is_previewed_of_an_edited_reconstruction_is_what_replay_does(
    events: str, bus: Bus, tmp_path: Path
) -> None:
    draft = tmp_path / "draft.json"
    correct("reconstruct", "--reason", "the recording", "--draft", str(draft), events=events)
    draft.write_text(draft.read_text().replace('["TH", "9C"]', '["7H", "7C"]'))
    shows = said("correct", "send", str(draft), "--events", events, *KAHU, *bus.options)
    # Main: 14 to 17 loses 1.00 and its 1.00 of winnings. Super Sevens at 100 to 1? No: two suits, 50 to 1 wins
    # 5.00 and the 0.10 lost come back. Perfect Pairs: hearts and clubs, mixed, 5 to 1 wins 0.50, and 0.10.
    assert per_player(shows) == {"k": "NZ$0.00", "p": "+NZ$3.70"}
    out = outcome_of([*dealt().events, bus.taken[0]])
    assert out.standing == {
        "m": ("lose", None, 0, 0),
        "s": ("win", "50/1", 500, 510),
        "q": ("win", "5/1", 50, 60),
        "k": ("lose", None, 0, 0),
    }
    assert promised(events, bus.taken[0]) == standing(out)


def test_what_is_previewed_of_an_upheld_wager_is_what_replay_does(tmp_path: Path) -> None:
    table = TableSystem()
    table.place(("m", "main", 3, "p", 100))
    table.place(("d", "double", 3, "p", 200), original=100)
    table.initial_deal("TD", box3="5H 6C")
    table.deal(3, "9C")
    table.end(3, "double")
    table.dealer("7D")
    table.complete()
    assert outcome_of(table.events).standing["d"] == ("void", None, 0, 200)
    path = tmp_path / "events.jsonl"
    entry = check(table.events, path, "uphold", "d", "--reason", "the sign allows it")
    assert outcome_of([*table.events, entry]).standing["d"] == ("win", "1/1", 200, 400)


# What is not there


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ((ROUND, *VOID), "a void is of one of --round, --box, --player, --wager"),
        ((ROUND, *VOID, "--round", "--box", "3"), "a void is of one of --round, --box, --player, --wager"),
        ((ROUND, *VOID, "--box", "9"), f"there is no wager on box 9 of round {ROUND}; there are wagers of 3, 4"),
        ((ROUND, *VOID, "--player", "x"), f"x has no wager in round {ROUND}; there are wagers of k, p"),
        ((ROUND, *VOID, "--wager", "x"), f"there is no wager x in round {ROUND}; its wagers are k, m, q, s"),
        ((ROUND, "uphold", "m", "x", "--reason", "y"), f"there is no wager x in round {ROUND}"),
        ((ROUND, "wagers", "--set", "x.amount=1", "--reason", "y"), f"there is no wager x in round {ROUND}"),
        ((ROUND, "wagers", "--set", "m.amount=1.5", "--reason", "y"), "'m.amount=1.5': amount is a whole number"),
        ((ROUND, "wagers", "--set", "m.amount=-1", "--reason", "y"), "'m.amount=-1': amount is a whole number"),
        ((ROUND, "wagers", "--set", "m.amount=0", "--reason", "y"), "data.wagers[0].amount is 0"),
        ((ROUND, "wagers", "--set", "m.amount=", "--reason", "y"), "'m.amount=': amount is not optional"),
        ((ROUND, "wagers", "--set", "m.stake=1", "--reason", "y"), "'m.stake=1' is not WAGER.FIELD=VALUE"),
        ((ROUND, "wagers", "--set", "m", "--reason", "y"), "'m' is not WAGER.FIELD=VALUE"),
        ((ROUND, "wagers", "--set", "m.box=0", "--reason", "y"), "data.wagers[0].box is 0"),
        ((ROUND, "rescind", "s-1", "--reason", "y"), f"there is no void s-1 of round {ROUND}; its voids are none"),
        ((ROUND, *VOID, "--round", "--gaming-day", "today"), 'metadata.gaming_day is "today"'),
        ((ROUND, *VOID, "--round", "--event-id", "no good"), 'metadata.event_id is "no good"'),
        ((ROUND, *VOID, "--round", "--at", "2026-11-29T03:00:00"), "names no time zone"),
        ((ROUND, *VOID, "--round", "--endpoint", "here"), "'here' is not an address"),
        ((ROUND, *VOID, "--round", "--second", "lee"), "--second 'lee' is the second one: add --authorised-by"),
        ((ROUND, "send", str(__file__)), "send takes no round, its drafts name theirs"),
        (("send", "no-such-file.json"), "File 'no-such-file.json' does not exist"),
        (("akl/bj-07/r-9", *VOID, "--round"), "there is no round akl/bj-07/r-9 in the record"),
        (("bj-07/r-9", *VOID, "--round"), "'bj-07/r-9' is not a round: it is SITE/TABLE/ROUND"),
        ((*VOID, "--round"), "the round is missing: croupier correct SITE/TABLE/ROUND void"),
    ],
)
def test_what_the_record_does_not_have_is_said_and_ends_with_status_2(
    arguments: tuple[str, ...], wrong: str, events: str
) -> None:
    assert wrong in refused("correct", *arguments, "--events", events)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--store", "aws", "--events", "/dev/null"),
        ("--store", "paper"),
        ("--store", "http://x:bad"),
        ("--events", "no-such-file.jsonl"),
    ],
)
def test_a_record_that_is_not_named_once_ends_with_status_2(arguments: tuple[str, ...]) -> None:
    assert "Error: " in refused("correct", ROUND, *VOID, "--round", *arguments)


def test_a_recorded_event_that_is_rejected_is_told_on_standard_error(tmp_path: Path) -> None:
    bad = changed(dealt().events[3], "detail.data.card", "1H")
    events = recorded(tmp_path / "events.jsonl", dealt().events, [bad])
    done = pit("correct", ROUND, *VOID, "--round", "--events", events)
    assert done.exit_code == 0
    assert done.stderr.startswith(f'{events}: event e-4: data.card is "1H"')


# A store


@pytest.fixture
def table_in_aws(monkeypatch: pytest.MonkeyPatch) -> Iterator["DynamoDBClient"]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "ap-southeast-2")
    with mock_aws():
        client = boto3.client("dynamodb")
        create_table(client)
        yield client


def test_the_account_of_the_environment_is_read(table_in_aws: "DynamoDBClient") -> None:
    wrong = refused("correct", ROUND, *VOID, "--round", "--store", "aws")
    assert f"there is no round {ROUND} in the record" in wrong
    wrong = refused("correct", ROUND, *VOID, "--round", "--store", "aws", "--records", "Other")
    assert "table Other in the DynamoDB of the account of the environment is not usable" in wrong


def test_a_bus_in_the_account_of_the_environment_is_sent_to(table_in_aws: "DynamoDBClient", events: str) -> None:
    boto3.client("events").create_event_bus(Name="table")
    shows = correct(*VOID, "--round", *KAHU, "--bus", "table", events=events)
    assert "Sent WagersVoided correction-" in shows


@pytest.mark.slow
def test_a_dynamodb_shows_what_recorded_events_show_and_holds_the_same_after_as_before(events: str) -> None:
    with dynamodb() as endpoint:
        assert croupier("replay", events, "--store", endpoint).returncode == 0
        before = items(endpoint)
        shows = croupier("correct", ROUND, *VOID, "--round", *AT, "--store", endpoint, "--records", TABLE)
        assert (shows.returncode, shows.stderr) == (0, "")
        assert shows.stdout == correct(*VOID, "--round", events=events)
        assert items(endpoint) == before


def items(endpoint: str) -> list[Any]:
    session = boto3.Session("local", "local", region_name="ap-southeast-2")
    client = session.client("dynamodb", endpoint_url=endpoint)
    return sorted(client.scan(TableName=TABLE)["Items"], key=repr)
