"""What a correction would do: the real desks handle it on a copy of the round, and the accounts are compared.

Nothing is written to the record. Amounts are in minor units of the round's currency.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from croupier.events.parsing import Event
from croupier.facts import Fact, HandFact, RoundFact, RoundId, hand_key
from croupier.ledger import Entry, Notice, WagerRecord
from croupier.round import gather
from croupier.rules import library
from croupier.rules.rulings import Illegal, Undecided
from croupier.settling.deciding import decide
from croupier.settling.desks import handle
from croupier.stores.memory import MemoryStore
from croupier.stores.port import Store
from croupier.wagers import Desk, Wager
from local.patterns import JsonObject
from local.pit.drafts import NoDraft, correction, looked_at
from local.pit.record import RecordedRound, read
from local.stack import happened

Purse = tuple[RoundId, str, str]
"""Whose money, in which currency; a player's name is his for one round only (contract, section 1)."""


@dataclass(frozen=True, slots=True)
class Change:
    """One wager as it stands and as it would stand; ``wager`` as it would be read then."""

    round_id: RoundId
    wager: Wager
    currency: str
    before: Entry | None
    after: Entry | None

    @property
    def changes(self) -> bool:
        """Whether an entry would be appended: also where only the box or the player is another."""
        if self.before is None or self.after is None:
            return self.before is not self.after
        return not self.before.same_result(self.after)

    @property
    def moves(self) -> Mapping[str, int]:
        """What each player would be given (taken, where less than 0); a corrected player makes two of them."""
        moved: dict[str, int] = {}
        for entry, sign in ((self.before, -1), (self.after, 1)):
            if entry is not None:
                player = entry.wager.player
                moved[player] = moved.get(player, 0) + sign * won(entry)
        return moved or {self.wager.player: 0}


def won(entry: Entry) -> int:
    """What the player has won by an entry: what is returned, less the stake."""
    return -entry.house_win


@dataclass(slots=True)
class Preview:
    """The wagers of every round that is corrected, and what would be told beside the money.

    ``events`` are the drafted ones; ``known`` the ids of those that the record holds already. ``kept`` says why
    an entry would stay although it is not what the corrected facts come to.
    """

    events: list[Event] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def per_player(self) -> Mapping[Purse, int]:
        """What each player of each round would be given in all (give back, where less than 0)."""
        given: dict[Purse, int] = defaultdict(int)
        for change in self.changes:
            for player, amount in change.moves.items():
                given[change.round_id, player, change.currency] += amount
        return dict(sorted(given.items()))

    def moved(self) -> Mapping[str, int]:
        """What would change hands, wager by wager and whichever way, by currency: more than what it nets to."""
        moved: dict[str, int] = defaultdict(int)
        for change in self.changes:
            moved[change.currency] += sum(abs(amount) for amount in change.moves.values())
        return dict(sorted(moved.items()))


def preview(store: Store, entries: Iterable[JsonObject]) -> Preview:
    """What the drafts would do, one after another, to the rounds as the record has them now.

    Raises:
        NoDraft: one of them would be rejected, or corrects nothing.
        NotOnRecord: the record has no such round.
    """
    found = Preview()
    before: dict[RoundId, RecordedRound] = {}
    copies: dict[RoundId, MemoryStore] = {}
    for draft in entries:
        entry = looked_at(draft)
        event = correction(entry)
        found.events.append(event)
        round_id = event.round_id
        if round_id not in before:
            before[round_id] = read(store, round_id)
            copies[round_id] = copied(before[round_id])
        # Without an authoriser it is no event yet, and its id will be another.
        if entry is draft and is_known(event, before[round_id]):
            found.known.append(event.seen.event_id)
        for desk in Desk:
            found.notices += handle(event, entry, desk, copies[round_id], happened).notices
    for round_id, told in before.items():
        after = read(copies[round_id], round_id)
        found.changes += compared(told, after)
        found.kept += kept(after)
    return found


def is_known(event: Event, told: RecordedRound) -> bool:
    """Whether the record holds the event already.

    Raises:
        NoDraft: it holds another event under the same id.
    """
    if event.seen.event_id not in {seen.event_id for seen in told.seen}:
        return False
    held = {(fact.content, fact.seen.terms) for fact in told.facts}
    if not all((fact.content, fact.seen.terms) in held for fact in event.facts):
        raise NoDraft(f"event_id {event.seen.event_id} names another event of round {told.round_id} already")
    return True


def kept(told: RecordedRound) -> Iterator[str]:
    """Why settled wagers stay as they stand: what the rules could not produce reverses nothing (reading 20)."""
    for record in sorted(told.records, key=lambda record: record.wager.wager_id):
        if record.standing is None:
            continue
        terms = record.placement.seen.terms
        match decide(library.shelf()[terms.rule_book], record.wager, gather(told.facts, terms)):
            case Illegal() as fault:
                yield f"wager {record.wager.wager_id} stays as it stands: {fault.because}"
            case Undecided(in_conflict=True) as undecided:
                yield f"wager {record.wager.wager_id} stays as it stands; it waits for {undecided.waiting_for}"
            case _:
                continue


def copied(told: RecordedRound) -> MemoryStore:
    """A store in memory that holds what the record holds of a round."""
    copy, round_id = MemoryStore(), told.round_id
    for fact in told.facts:
        content = fact.content
        if isinstance(content, HandFact):
            # Which desk has heard a card matters to cards only; a correction reads them all.
            copy.record_hand(round_id, hand_key(content), Fact(content, fact.seen), Desk.FRONT)
    whole = [Fact(fact.content, fact.seen) for fact in told.facts if isinstance(fact.content, RoundFact)]
    # A wager's first content opens its account; the others are kept as facts of the round.
    copy.record_round(round_id, whole)
    for record in told.records:
        copy.place_wager(round_id, record.placement)
        if record.entries:
            copy.post(WagerRecord(round_id, record.placement), record.entries)
    for notice in told.notices:
        copy.notify(notice)
    return copy


def compared(before: RecordedRound, after: RecordedRound) -> Iterator[Change]:
    """Every wager of a round as it stands before and after, in the order of the boxes."""
    stood = {record.wager.wager_id: record.standing for record in before.records}
    changes = [
        Change(
            round_id=after.round_id,
            wager=after.wager_now(record.wager.wager_id),
            currency=record.placement.seen.terms.currency,
            before=stood[record.wager.wager_id],
            after=record.standing,
        )
        for record in after.records
    ]
    yield from sorted(changes, key=lambda change: (change.wager.box, change.wager.hand, change.wager.wager_id))
