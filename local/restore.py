"""``croupier restore``: what came after the point in time that a table was put back to, put back too.

A table that was restored to a second lacks what was recorded and published after it. Settling those events anew
would make the same entries at another time, and an entry that was published once must never have another
content. So the events are recorded without settling, and the published entries are put back as they were.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction

import click

from croupier.cards import Card
from croupier.events.parsing import Rejection
from croupier.events.records import SettlementRecord, settlement_record
from croupier.facts import RoundId, WagersCorrected
from croupier.ledger import Entry, EntryType, Notice, Provenance, WagerRecord
from croupier.money import Odds
from croupier.round import Round
from croupier.settling.cashier import Cashier
from croupier.settling.desks import Handling, read_entry
from croupier.settling.house import HOUSE
from croupier.settling.posting import Cause
from croupier.stores.port import Store
from croupier.wagers import Desk, Wager
from local import template
from local.patterns import JsonObject
from local.pit.record import RECORDS, opened
from local.recordings import RecordedFile, lines_of, read_lines
from local.stack import DESKS, heard_by


class CannotRestore(click.ClickException):
    """The record and what was published contradict each other; nothing further was written."""

    exit_code = 1


class Recorder(Cashier):
    """A cashier who settles nothing and tells nothing: what is recorded is recorded."""

    def settle(self, desk: Desk, record: WagerRecord, told: Round, cause: Cause) -> None:
        pass

    def tell(self, notices: Iterable[Notice]) -> None:
        pass


@dataclass(slots=True)
class Restored:
    """What was put back: ``known`` entries lay in the table already."""

    events: int = 0
    rejected: int = 0
    entries: int = 0
    known: int = 0
    rounds: set[RoundId] = field(default_factory=set)


def record_events(store: Store, entries: Iterable[JsonObject], restored: Restored) -> None:
    """Record what the events tell, as the functions that hear them would, and settle nothing."""
    rules = template.rules(template.load())
    for entry in entries:
        event = read_entry(entry)
        if isinstance(event, Rejection):
            restored.rejected += 1
            continue
        for function in heard_by(rules, entry):
            Handling(event, DESKS[function], Recorder(event.round_id, store, HOUSE), event.seen.occurred_at).run()
        restored.events += 1
        restored.rounds.add(event.round_id)


def put_back(store: Store, records: Iterable[SettlementRecord], restored: Restored) -> None:
    """Append the published entries that the accounts lack, each as it was published.

    Raises:
        CannotRestore: a wager is not in the record, an entry is there with another content, or one is missing.
    """
    published: dict[RoundId, dict[str, dict[int, SettlementRecord]]] = defaultdict(lambda: defaultdict(dict))
    for record in records:
        entries = published[RoundId(record.site_id, record.table_id, record.round_id)][record.wager_id]
        if entries.setdefault(record.entry, record) != record:
            raise CannotRestore(f"{record.entry_id} was published with two contents")
    for round_id, wagers in published.items():
        accounts = {each.wager.wager_id: each for desk in Desk for each in store.read_wagers(round_id, desk)}
        for wager_id, entries in wagers.items():
            if wager_id not in accounts:
                raise CannotRestore(f"wager {round_id}/{wager_id} is not in the record: its event is missing")
            _put_back(store, accounts[wager_id], [entries[number] for number in sorted(entries)], restored)


def _put_back(store: Store, account: WagerRecord, records: Sequence[SettlementRecord], restored: Restored) -> None:
    held = {entry.number: entry for entry in account.entries}
    faces = _faces(store, account)
    missing: list[Entry] = []
    for record in records:
        entry = held.get(record.entry)
        if entry is None:
            entry = _entry(record, faces)
            if entry.number != len(held) + len(missing) + 1:
                raise CannotRestore(f"{record.entry_id} follows entries that were not published or are not given")
            missing.append(entry)
        else:
            restored.known += 1
        if settlement_record(account.round_id, account.placement, entry) != record:
            raise CannotRestore(f"{record.entry_id} is in the record with another content than was published")
    if missing and not store.post(account, missing):
        raise CannotRestore(f"the account of {account.wager.wager_id} moved: something else writes to the table")
    restored.entries += len(missing)


def _faces(store: Store, account: WagerRecord) -> list[Wager]:
    """The wager as it was placed and as supervisors have said that it was."""
    corrected = [
        wager
        for fact in store.read_round(account.round_id)
        if isinstance(fact.content, WagersCorrected)
        for wager in fact.content.wagers
        if wager.wager_id == account.wager.wager_id
    ]
    return [account.wager, *corrected]


def _entry(record: SettlementRecord, faces: Iterable[Wager]) -> Entry:
    """The entry that was published as this record."""
    told = (record.kind, record.box, record.hand, record.player, abs(record.stake), record.tender)
    for wager in faces:
        if (str(wager.kind), wager.box, wager.hand, wager.player, wager.amount, wager.tender) == told:
            break
    else:
        raise CannotRestore(f"{record.entry_id} is of a wager that was neither placed nor corrected like that")
    return Entry(
        wager=wager,
        type=EntryType(record.type),
        number=record.entry,
        reverses=None if record.reverses is None else int(record.reverses.rpartition("#")[2]),
        outcome=record.outcome,
        odds=None if record.odds is None else Odds.parse(record.odds),
        stake=record.stake,
        winnings=record.winnings,
        returned=record.returned,
        rounding=None if record.rounding is None else Fraction(record.rounding),
        clause=record.clause,
        citation=record.citation,
        because=record.because,
        cards=tuple(Card.parse(card) for card in record.cards),
        dealer_cards=tuple(Card.parse(card) for card in record.dealer_cards),
        provenance=Provenance(
            record.decided_by,
            record.occurred_at,
            record.posted_at,
            record.gaming_day,
            record.authorised_by,
            record.second,
            record.reason,
        ),
    )


def restore(store: Store, events: Iterable[JsonObject], records: Iterable[SettlementRecord]) -> Restored:
    """Record the events, then put the published entries back. Doing it again changes nothing.

    Raises:
        CannotRestore: as for ``put_back``.
    """
    restored = Restored()
    record_events(store, events, restored)
    put_back(store, records, restored)
    return restored


@click.command("restore")
@click.option("--store", required=True, metavar="http://HOST:PORT|aws", help="Where the restored table is.")
@click.option("--records", metavar="NAME", default=RECORDS, show_default=True, help="The restored table's name.")
@click.option(
    "--events", type=RecordedFile(), multiple=True, required=True, metavar="FILE", help="Archived events."
)
@click.option(
    "--settlements",
    type=RecordedFile(),
    multiple=True,
    required=True,
    metavar="FILE",
    help="Archived settlements.",
)
def restore_command(store: str, records: str, events: Sequence[str], settlements: Sequence[str]) -> None:
    """Put back what came after the second that a table was restored to, before anything writes to it again.

    Give the archive's events and settlements from a little before that second on: what lies in the table already
    is known by its key. Nothing is settled and nothing is changed; at the first contradiction it stops.
    """
    with opened(store, records, None) as table, ExitStack() as exits:
        entries = _events(exits, events)
        published = _settlements(exits, settlements)
        done = restore(table, entries, published)
    click.echo(
        f"{done.events} events of {len(done.rounds)} rounds recorded ({done.rejected} rejected as before), "
        f"{done.entries} entries put back, {done.known} were there."
    )


def _events(exits: ExitStack, paths: Sequence[str]) -> Iterator[JsonObject]:
    for path in paths:
        for line in read_lines(exits.enter_context(lines_of(path, "--events"))):
            if isinstance(line.held, Notice):
                raise click.BadParameter(f"{path}: {line.held.because}", param_hint="--events")
            yield line.held


def _settlements(exits: ExitStack, paths: Sequence[str]) -> Iterator[SettlementRecord]:
    for path in paths:
        for number, text in enumerate(exits.enter_context(lines_of(path, "--settlements")), start=1):
            try:
                told = json.loads(text)
                if told.get("type") in ("settlement", "reversal"):
                    yield SettlementRecord.model_validate_json(text)
            except (ValueError, AttributeError) as error:
                why = " ".join(str(error).split())[:200]
                raise click.BadParameter(f"{path}, line {number}: {why}", param_hint="--settlements") from error
