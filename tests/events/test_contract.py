"""The contract: its schemas are fresh, its samples parse for ever, its models keep what the page says."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from croupier.events.envelope import KINDS
from croupier.events.parsing import Event, parse
from croupier.events.records import NoticeRecord, SettlementRecord, VersionShape
from local.command import main
from local.schemas import SCHEMAS, as_text, schemas
from tests.playing import DROP, changed
from tests.rounds import CORRECTIONS, ROUNDS, as_lines
from tests.samples import SAMPLES, faulty_round, outgoing, samples
from tests.table_system import Entry

SETTLEMENT_EVENTS = {"WagerSettled", "SettlementReversed"}
NOTICE_EVENTS = {
    "WagerRefused",
    "WagerQuestioned",
    "EventRejected",
    "RoundUnderReview",
    "LargeWin",
    "WagerOverdue",
}
CATALOG = SAMPLES.parent / "CATALOG.md"
FIRST = {f"{name}.json" for name in SETTLEMENT_EVENTS | NOTICE_EVENTS}
"""Published before samples were taken from replays."""


def sample(path: Path) -> Entry:
    entry: Entry = json.loads(path.read_text())
    return entry


def published(detail_types: set[str]) -> list[str]:
    return sorted(path.name for path in SAMPLES.iterdir() if path.name.partition(".")[0] in detail_types)


def schema_of(name: str) -> Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_the_schemas_are_those_of_the_models() -> None:
    fresh = {name: as_text(schema) for name, schema in schemas()}
    assert {path.name: path.read_text() for path in SCHEMAS.iterdir()} == fresh, "run make schemas"


def test_there_is_a_sample_of_every_event_and_no_other() -> None:
    for path in SAMPLES.iterdir():
        assert path.name.partition(".")[0] == sample(path)["detail-type"]
    named = {sample(path)["detail-type"] for path in SAMPLES.iterdir()}
    assert named == {*KINDS, *SETTLEMENT_EVENTS, *NOTICE_EVENTS}
    assert {*samples(), *FIRST} == {path.name for path in SAMPLES.iterdir()}, "run make schemas"


def test_what_a_replay_gives_today_is_what_the_samples_show() -> None:
    # A later version may add fields and say a sentence better; whatever else differs breaks a consumer.
    for name, entry in outgoing().items():
        published, today = sample(SAMPLES / f"{name}.json")["detail"], entry["detail"]
        same = {field for field in published if field != "because"}
        assert {field: today[field] for field in same} == {field: published[field] for field in same}


@pytest.mark.parametrize("name", KINDS)
def test_the_sample_of_a_table_event_parses_and_fits_its_schema(name: str) -> None:
    entry = sample(SAMPLES / f"{name}.json")
    event = parse(entry)
    assert isinstance(event, Event)
    assert event.name == name
    assert event.facts or event.wagers
    schema_of(name).validate(entry)


@pytest.mark.parametrize("name", published(SETTLEMENT_EVENTS))
def test_the_sample_of_a_settlement_parses_fits_its_schema_and_is_given_back_unchanged(name: str) -> None:
    detail = sample(SAMPLES / name)["detail"]
    assert SettlementRecord.model_validate_json(json.dumps(detail)).fields() == detail
    schema_of("settlement").validate(detail)


@pytest.mark.parametrize("name", published(NOTICE_EVENTS))
def test_the_sample_of_a_notice_parses_fits_its_schema_and_is_given_back_unchanged(name: str) -> None:
    detail = sample(SAMPLES / name)["detail"]
    assert NoticeRecord.model_validate_json(json.dumps(detail)).fields() == detail
    schema_of("notice").validate(detail)


def test_every_recorded_event_parses_and_fits_its_schema() -> None:
    validators = {name: schema_of(name) for name in KINDS}
    for path in [*ROUNDS.iterdir(), *CORRECTIONS.iterdir()]:
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            assert isinstance(parse(entry), Event)
            validators[entry["detail-type"]].validate(entry)


@pytest.mark.parametrize("path", [*ROUNDS.iterdir(), *CORRECTIONS.iterdir()], ids=lambda path: path.stem)
def test_every_line_that_a_replay_prints_fits_the_schema_of_its_type(path: Path) -> None:
    done = CliRunner().invoke(main, ["replay", str(path), "--json"])
    assert (done.exit_code, done.stderr) == (0, "")
    settlement = schema_of("settlement")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines
    for line in lines:
        assert line["type"] in {"settlement", "reversal"}
        settlement.validate(line)


def test_every_line_of_a_replay_in_which_much_is_wrong_fits_the_schema_of_its_type() -> None:
    done = CliRunner().invoke(main, ["replay", "-", "--json"], input=as_lines(faulty_round()))
    assert done.exit_code == 1
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    told = {"wager-refused", "wager-questioned", "event-rejected", "round-under-review", "large-win"}
    assert {line["type"] for line in lines} == {"settlement", "open", *told}
    for line in lines:
        if line["type"] != "open":
            schema_of("settlement" if line["type"] == "settlement" else "notice").validate(line)


def test_every_field_that_goes_out_says_what_it_means() -> None:
    for model in (SettlementRecord, NoticeRecord, VersionShape):
        assert [name for name, field in model.model_fields.items() if not field.description] == []


@pytest.mark.parametrize("version", ["1", "1.0", "1.7", "1.7.2"])
def test_minor_versions_and_unknown_fields_are_accepted(version: str) -> None:
    entry = json.loads((SAMPLES / "CardDealt.json").read_text())
    entry["detail"]["metadata"] |= {"schema_version": version, "colour": "green"}
    entry["detail"]["data"]["angle"] = {"degrees": 7}
    entry["id"] = "11111111-2222-3333-4444-555555555555"
    assert isinstance(parse(entry), Event)


@pytest.mark.parametrize(
    ("name", "place", "field"),
    [
        ("WagersPlaced", "data.wagers.0", "original"),
        ("WagersPlaced", "data.wagers.0", "tender"),
        ("WagersPlaced", "data.wagers.0", "patron"),
        ("RoundOpened", "data", "limits"),
        ("RoundCompleted", "data", "burned"),
        ("IrregularityRecorded", "data", "device"),
        ("IrregularityRecorded", "data", "cards"),
        ("CardDealt", "round", "shift"),
        ("WagersVoided", "data", "second"),
        ("WagersVoided", "data", "completed_side_wagers"),
    ],
)
def test_an_optional_field_may_be_left_out_or_null(name: str, place: str, field: str) -> None:
    entry = sample(SAMPLES / f"{name}.json")
    for value in (None, DROP):
        with_it = changed(entry, f"detail.{place}.{field}", None)
        assert isinstance(parse(changed(with_it, f"detail.{place}.{field}", value)), Event)


def test_a_hand_out_of_play_may_have_no_cards() -> None:
    entry = changed(sample(SAMPLES / "HandEnded.json"), "detail.data.cards", [])
    assert isinstance(parse(changed(entry, "detail.data.reason", "out-of-play")), Event)


@pytest.mark.parametrize("version", ["2", "2.0", "0", "10", "1x", "", "1."])
def test_another_major_version_is_rejected(version: str) -> None:
    entry = json.loads((SAMPLES / "CardDealt.json").read_text())
    entry["detail"]["metadata"]["schema_version"] = version
    assert not isinstance(parse(entry), Event)


def test_the_catalog_lists_every_event_with_its_sample_and_schema() -> None:
    text = CATALOG.read_text()
    for name in KINDS:
        assert f"[`{name}`](samples/{name}.json)" in text
        assert f"[schema](schemas/{name}.json)" in text
    for name in {*SETTLEMENT_EVENTS, *NOTICE_EVENTS}:
        assert f"[`{name}`](samples/{name}.json)" in text
