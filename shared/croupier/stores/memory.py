"""The memory adapter: for bulk replay and tests. One process, one thread at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from croupier.facts import Fact, HandFact, HandKey, RoundFact, RoundId, Terms
from croupier.ledger import Entry, Notice, Placement, WagerRecord
from croupier.stores.port import HandRecord, RoundDue
from croupier.wagers import Desk, desk_of


@dataclass(slots=True)
class _RoundShelf:
    hands: dict[HandKey, dict[tuple[HandFact, Terms], Fact[HandFact]]] = field(default_factory=dict)
    heard: dict[tuple[HandKey, Desk], set[str]] = field(default_factory=dict)
    facts: dict[tuple[RoundFact, Terms], Fact[RoundFact]] = field(default_factory=dict)
    placements: dict[str, list[Placement]] = field(default_factory=dict)
    accounts: dict[str, WagerRecord] = field(default_factory=dict)
    sequences: set[int] = field(default_factory=set)
    events: int = 0
    due: tuple[str, str] | None = None

    @property
    def is_empty(self) -> bool:
        """Reading a round makes a shelf for it too."""
        return not (self.hands or self.facts or self.placements)


class MemoryStore:
    """A store in this process's memory. Keeps the store port's promises; forgets all at the end."""

    def __init__(self) -> None:
        self._rounds: dict[RoundId, _RoundShelf] = {}
        self._notices: dict[RoundId | None, dict[tuple[str, str], Notice]] = {}

    def record_hand(self, round_id: RoundId, key: HandKey, fact: Fact[HandFact], desk: Desk) -> HandRecord:
        shelf = self._shelf(round_id)
        known, heard = shelf.hands.setdefault(key, {}), shelf.heard.setdefault((key, desk), set())
        before = frozenset(heard)
        known.setdefault((fact.content, fact.seen.terms), fact)
        heard.add(fact.seen.event_id)
        return HandRecord(tuple(known.values()), before)

    def record_round(self, round_id: RoundId, facts: Sequence[Fact[RoundFact]]) -> None:
        known = self._shelf(round_id).facts
        for fact in facts:
            known.setdefault((fact.content, fact.seen.terms), fact)

    def read_hands(self, round_id: RoundId) -> tuple[Fact[HandFact], ...]:
        hands = self._shelf(round_id).hands
        return tuple(fact for known in hands.values() for fact in known.values())

    def read_round(self, round_id: RoundId) -> tuple[Fact[RoundFact], ...]:
        return tuple(self._shelf(round_id).facts.values())

    def place_wager(self, round_id: RoundId, placement: Placement) -> tuple[Placement, ...]:
        shelf, wager = self._shelf(round_id), placement.wager
        told = shelf.placements.setdefault(wager.wager_id, [])
        if (wager, placement.seen.terms) not in [(known.wager, known.seen.terms) for known in told]:
            told.append(placement)
        shelf.accounts.setdefault(wager.wager_id, WagerRecord(round_id, told[0]))
        return tuple(told)

    def read_wagers(self, round_id: RoundId, desk: Desk, box: int | None = None) -> tuple[WagerRecord, ...]:
        return tuple(
            record
            for record in self._shelf(round_id).accounts.values()
            if desk_of(record.wager.kind) is desk and box in (None, record.wager.box)
        )

    def post(self, record: WagerRecord, entries: Sequence[Entry]) -> bool:
        accounts = self._shelf(record.round_id).accounts
        if accounts[record.wager.wager_id].version != record.version:
            return False
        moved = replace(record, version=record.version + 1, entries=(*record.entries, *entries))
        accounts[record.wager.wager_id] = moved
        return True

    def notify(self, notice: Notice) -> bool:
        told, key = self._notices.setdefault(notice.about_round, {}), (notice.type, notice.about)
        if key in told:
            return False
        told[key] = notice
        return True

    def read_notices(self, round_id: RoundId | None) -> tuple[Notice, ...]:
        return tuple(self._notices.get(round_id, {}).values())

    def hear(self, round_id: RoundId, sequence: int | None, at: str, look_at: str) -> None:
        shelf = self._shelf(round_id)
        shelf.events += 1
        shelf.sequences |= set() if sequence is None else {sequence}
        shelf.due = shelf.due or (at, look_at)

    def rounds_due(self, at: str) -> Iterator[RoundId]:
        due = [(shelf.due[1], round_id) for round_id, shelf in self._rounds.items() if shelf.due is not None]
        yield from (round_id for look_at, round_id in sorted(due) if look_at <= at)

    def read_due(self, round_id: RoundId) -> RoundDue | None:
        shelf = self._shelf(round_id)
        if shelf.due is None:
            return None
        since, look_at = shelf.due
        return RoundDue(round_id, since, look_at, frozenset(shelf.sequences), shelf.events)

    def look_again(self, due: RoundDue, look_at: str) -> None:
        shelf = self._shelf(due.round_id)
        shelf.due = None if shelf.due is None else (shelf.due[0], look_at)

    def close(self, due: RoundDue) -> bool:
        shelf = self._shelf(due.round_id)
        if shelf.events != due.events:
            return False
        shelf.due = None
        return True

    def rounds_of(self, site_id: str, table_id: str) -> Iterator[RoundId]:
        told = [round_id for round_id, shelf in self._rounds.items() if not shelf.is_empty]
        noticed = [round_id for round_id in self._notices if round_id is not None and self._notices[round_id]]
        for round_id in dict.fromkeys([*told, *noticed]):
            if (round_id.site_id, round_id.table_id) == (site_id, table_id):
                yield round_id

    def every_account(self) -> Iterator[WagerRecord]:
        yield from (record for shelf in self._rounds.values() for record in shelf.accounts.values())

    def _shelf(self, round_id: RoundId) -> _RoundShelf:
        return self._rounds.setdefault(round_id, _RoundShelf())
