"""The standing entry of each wager: in a store, or in a file of settlement records. Nothing is written."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from croupier.events.records import SettlementRecord, settlement_record
from croupier.facts import RoundId
from croupier.ledger import NoticeType
from croupier.stores.port import Store
from croupier.wagers import Desk

Standing = Mapping[str, SettlementRecord]
"""The standing entry of every wager of a round that has one, by wager id."""


class Standings(Protocol):
    """Where standing entries are read; nothing is ever written."""

    def of(self, round_id: RoundId) -> Standing:
        """The standing entries of a round; none where nothing is known of it."""
        ...


class NoRecords(ValueError):
    """A file is none of settlement records; the sentence names the line."""


def standing_in(store: Store, round_id: RoundId) -> Standing:
    """The standing entries of a round in a store."""
    records = [record for desk in Desk for record in store.read_wagers(round_id, desk)]
    return {
        record.wager.wager_id: settlement_record(round_id, record.placement, entry)
        for record in records
        if (entry := record.standing) is not None
    }


@dataclass(frozen=True, slots=True)
class InStore:
    """The standing entries in a store."""

    store: Store

    def of(self, round_id: RoundId) -> Standing:
        return standing_in(self.store, round_id)


@dataclass(slots=True)
class InRecords:
    """The standing entries in settlement records: of each wager its last entry, unless that is a reversal."""

    _latest: dict[RoundId, dict[str, SettlementRecord]] = field(default_factory=dict)

    def of(self, round_id: RoundId) -> Standing:
        latest = self._latest.get(round_id, {})
        return {wager_id: record for wager_id, record in latest.items() if record.type == "settlement"}

    def rounds(self) -> frozenset[RoundId]:
        """Every round that there is an entry of."""
        return frozenset(self._latest)

    def add(self, record: SettlementRecord) -> None:
        """Take an entry into account, in any order; the same entry twice is one.

        Raises:
            NoRecords: another entry has the same entry_id.
        """
        latest = self._latest.setdefault(RoundId(record.site_id, record.table_id, record.round_id), {})
        held = latest.get(record.wager_id)
        if held is not None and held.entry == record.entry and held != record:
            raise NoRecords(f"entry_id {record.entry_id} is there with two contents")
        if held is None or held.entry < record.entry:
            latest[record.wager_id] = record


SHOWN = 300
"""Characters that are shown of what is wrong with a line."""

PASSED_OVER = frozenset({*NoticeType, "open"})
"""What else ``croupier replay --json`` prints, by its ``type``."""


def read_records(lines: Iterable[bytes]) -> InRecords:
    """The settlement records, one a line; notices and open wagers are passed over.

    Raises:
        NoRecords: a line is something else.
    """
    found = InRecords()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            told = json.loads(line)
            if not (isinstance(told, dict) and str(told.get("type")) in PASSED_OVER):
                found.add(SettlementRecord.model_validate_json(line))
        except NoRecords:
            raise
        except (ValueError, RecursionError) as error:
            reason = " ".join(str(error).split())[:SHOWN]
            raise NoRecords(f"line {number} is no settlement record: {reason}") from error
    return found
