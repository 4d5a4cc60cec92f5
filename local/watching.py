"""Watching a store: what handling an event has added to it, and what is still open."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier.events.records import NoticeRecord, SettlementRecord, notice_record, settlement_record
from croupier.facts import RoundId
from croupier.ledger import Notice, WagerRecord
from croupier.round import gather
from croupier.rules import library
from croupier.settling.deciding import waiting_for
from croupier.stores.port import Store
from croupier.wagers import Desk


@dataclass(frozen=True, slots=True)
class OpenWager:
    """A wager that is still undecided, and what it waits for."""

    wager_id: str
    round_id: str
    waiting_for: str

    def fields(self) -> dict[str, str]:
        """As JSON values, in the contract's order."""
        return {
            "type": "open",
            "wager_id": self.wager_id,
            "round_id": self.round_id,
            "waiting_for": self.waiting_for,
        }


@dataclass(slots=True)
class Watch:
    """Remembers what it has shown of each round, and shows what came since."""

    store: Store
    _rounds: dict[RoundId, None] = field(default_factory=dict)
    _entries: dict[tuple[RoundId, str], int] = field(default_factory=dict)
    _notices: dict[RoundId | None, set[tuple[str, str]]] = field(default_factory=dict)

    def take_stock(self, round_id: RoundId | None) -> None:
        """Before the first event of a round: what the store holds of it already is no news."""
        if round_id not in self._notices:
            for _ in self.news(round_id):
                pass

    def news(self, round_id: RoundId | None) -> Iterator[SettlementRecord | NoticeRecord]:
        """The entries and notices of the round (None: of no known round) that were not shown yet."""
        if round_id is not None:
            self._rounds.setdefault(round_id)
            for record in self._accounts(round_id):
                shown = self._entries.get((round_id, record.wager.wager_id), 0)
                for entry in record.entries[shown:]:
                    yield settlement_record(round_id, record.placement, entry)
                self._entries[round_id, record.wager.wager_id] = len(record.entries)
        told = self._notices.setdefault(round_id, set())
        fresh = [notice for notice in self.store.read_notices(round_id) if _by_key(notice) not in told]
        for notice in sorted(fresh, key=_by_key):
            told.add(_by_key(notice))
            yield notice_record(notice)

    def rounds(self) -> tuple[RoundId, ...]:
        """Every round that was looked at."""
        return tuple(self._rounds)

    def still_open(self) -> Iterator[OpenWager]:
        """The wagers without a standing entry, of every round that was looked at."""
        for round_id in self._rounds:
            facts = [*self.store.read_hands(round_id), *self.store.read_round(round_id)]
            for record in self._accounts(round_id):
                if record.standing is None:
                    terms = record.placement.seen.terms
                    book = library.shelf()[terms.rule_book]
                    reason = waiting_for(book, record.wager, gather(facts, terms))
                    yield OpenWager(record.wager.wager_id, round_id.round_id, reason)

    def _accounts(self, round_id: RoundId) -> list[WagerRecord]:
        accounts = [record for desk in Desk for record in self.store.read_wagers(round_id, desk)]
        return sorted(accounts, key=_in_order)


def _by_key(notice: Notice) -> tuple[str, str]:
    return str(notice.type), notice.about


def _in_order(record: WagerRecord) -> tuple[int, int, str]:
    return record.wager.box, record.wager.hand, record.wager.wager_id
