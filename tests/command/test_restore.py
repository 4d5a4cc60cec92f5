"""``croupier restore``: a table put back to any moment, and what came after it put back too."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.events.records import SettlementRecord, settlement_record
from croupier.facts import RoundId
from croupier.settling.desks import handle, read_entry
from croupier.settling.watch import look
from croupier.stores.memory import MemoryStore
from croupier.stores.port import Store
from local import template
from local.command import main
from local.outlets import outlets
from local.republish import posted_between
from local.restore import CannotRestore, restore
from local.stack import DESKS, heard_by
from tests.playing import changed, outcome_of
from tests.rounds import RECORDED
from tests.table_system import Entry, TableSystem

RULES = template.rules(template.load())


def settled(events: Sequence[Entry], clock: str) -> MemoryStore:
    """The events handled, the entries posted at a time of this store's own."""
    store = MemoryStore()
    for entry in events:
        event = read_entry(entry)
        for function in heard_by(RULES, entry):
            handle(event, entry, DESKS[function], store, lambda _: clock)
    return store


def exported(store: Store) -> list[str]:
    return sorted(json.dumps(record.fields()) for record in posted_between(store, None, None))


def voided() -> list[Entry]:
    """Settled, voided, the void rescinded, and a stake corrected."""
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 101), ("s", "super-sevens", 1, "p", 10))
    table.initial_deal("TD", box1="AH KC")
    table.end(1, "blackjack")
    table.dealer("8C")
    table.complete()
    who = {"reason": "the recording shows it", "authorised_by": "s.kahu"}
    scope = {"round": True}
    table.supervise("WagersVoided", clause="16.6", scope=scope, after_sequence=table.sequence, **who)
    table.supervise("VoidRescinded", voided_event_id="s-1", **who)
    really = {"wager_id": "m", "kind": "main", "box": 1, "hand": 1, "player": "q", "amount": 1001}
    table.supervise("WagersCorrected", revision=1, wagers=[really], **who)
    return table.events


ROUND = RoundId("akl", "bj-07", "r-000123")


def insured() -> list[Entry]:
    """A recorded round with insurance on several boxes, told as of the same round."""
    events = RECORDED["insurance-won"]()[0]
    return [changed(entry, "detail.round.round_id", ROUND.round_id) for entry in events]


@pytest.mark.parametrize("play", [voided, insured], ids=lambda play: play.__name__)
def test_restored_to_any_moment_the_table_comes_to_what_was_published_to_the_byte(
    play: Callable[[], list[Entry]],
) -> None:
    events = play()
    before = settled(events, "2026-11-28T22:00:00.000Z")
    published = list(posted_between(before, None, None))
    for cut in range(len(events) + 1):
        table = settled(events[:cut], "2026-11-28T22:00:00.000Z")
        restore(table, events, published)
        assert exported(table) == exported(before)
        # What runs again finds nothing to do, whatever the clock says by then.
        for entry in events:
            for function in heard_by(RULES, entry):
                handle(read_entry(entry), entry, DESKS[function], table, lambda _: "2026-12-01T00:00:00.000Z")
        look(ROUND, table, "2026-12-01T00:00:00.000Z")
        assert exported(table) == exported(before)


def test_settling_the_events_anew_instead_would_publish_the_same_ids_with_another_content() -> None:
    events = voided()
    before = settled(events, "2026-11-28T22:00:00.000Z")
    anew = settled(events, "2026-12-01T00:00:00.000Z")
    assert exported(anew) != exported(before)


def test_an_entry_with_another_content_than_was_published_stops_it() -> None:
    events = voided()
    published = list(posted_between(settled(events, "2026-11-28T22:00:00.000Z"), None, None))
    table = settled(events[:9], "2026-12-01T00:00:00.000Z")
    with pytest.raises(CannotRestore, match="#1 is in the record with another content than was published"):
        restore(table, events, published)


def test_a_wager_whose_event_is_missing_stops_it() -> None:
    events = voided()
    published = list(posted_between(settled(events, "2026-11-28T22:00:00.000Z"), None, None))
    with pytest.raises(CannotRestore, match=r"wager akl/bj-07/r-000123/[ms] is not in the record"):
        restore(MemoryStore(), [], published)


def test_an_entry_whose_predecessor_was_not_given_stops_it() -> None:
    events = voided()
    published = list(posted_between(settled(events, "2026-11-28T22:00:00.000Z"), None, None))
    later = [record for record in published if record.entry > 1]
    with pytest.raises(CannotRestore, match="follows entries that were not published or are not given"):
        restore(MemoryStore(), events, later)


# The command, on a table


@pytest.fixture
def table() -> Iterator[Store]:
    with outlets() as (stack, _):
        yield stack.store


def test_the_command_puts_archived_events_and_settlements_back_and_again_nothing_new(
    table: Store, tmp_path: Path
) -> None:
    events = voided()
    recorded, archive = tmp_path / "events.jsonl", tmp_path / "archive"
    recorded.write_text("".join(f"{json.dumps(entry)}\n" for entry in events))
    CliRunner().invoke(main, ["replay", str(recorded), "--archive", str(archive)])
    given = [
        word
        for what, option in (("events", "--events"), ("settlements", "--settlements"))
        for path in sorted((archive / what).rglob("*.gz"))
        for word in (option, str(path))
    ]
    command = ["restore", "--store", "aws", "--records", "RoundsTable", *given]
    first, again = (CliRunner().invoke(main, command) for _ in range(2))
    entries = len(outcome_of(events).settlements)
    recorded_again = f"{len(events)} events of 1 rounds recorded (0 rejected as before)"
    assert first.output == f"{recorded_again}, {entries} entries put back, 0 were there.\n"
    assert f"0 entries put back, {entries} were there." in again.output
    assert exported(table) == sorted(json.dumps(record.fields()) for record in outcome_of(events).settlements)


def test_the_record_of_an_entry_says_everything_that_the_entry_holds() -> None:
    for name in RECORDED:
        store = settled(RECORDED[name]()[0], "2026-11-28T22:00:00.000Z")
        for account in store.every_account():
            for entry in account.entries:
                told = settlement_record(account.round_id, account.placement, entry)
                assert SettlementRecord.model_validate_json(json.dumps(told.fields())) == told
