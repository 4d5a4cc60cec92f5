"""Playing events through the stack, and reading what came of them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.events.records import NoticeRecord, SettlementRecord
from local.replay import play
from local.stack import MemoryStack, Stack
from local.watching import OpenWager, Watch
from tests.table_system import Entry

Result = tuple[str, str | None, int, int]
"""Outcome, odds, winnings and returned: what makes two results the same (contract, section 2)."""


@dataclass
class Outcome:
    """Everything that came out, in order, and what is still open."""

    settlements: list[SettlementRecord] = field(default_factory=list)
    notices: list[NoticeRecord] = field(default_factory=list)
    still_open: list[OpenWager] = field(default_factory=list)

    @property
    def standing(self) -> Mapping[str, Result]:
        """The standing result of each wager; None is never in it."""
        found: dict[str, Result] = {}
        for record in self.settlements:
            found.pop(record.wager_id, None)
            if record.type == "settlement":
                found[record.wager_id] = (str(record.outcome), record.odds, record.winnings, record.returned)
        return found

    def of(self, wager_id: str) -> SettlementRecord:
        """The one entry of a wager."""
        (record,) = [record for record in self.settlements if record.wager_id == wager_id]
        return record

    def told(self, type: str) -> list[NoticeRecord]:
        return [notice for notice in self.notices if notice.type == type]


def outcome_of(events: Iterable[Entry], stack: Stack | None = None) -> Outcome:
    """Play the events, in this order, through the template's rules."""
    stack = stack or MemoryStack()
    watch, out = Watch(stack.store), Outcome()
    for played in play((json.dumps(entry).encode() for entry in events), stack, watch):
        out.settlements += [line for line in played.out if isinstance(line, SettlementRecord)]
        out.notices += [line for line in played.out if isinstance(line, NoticeRecord)]
    out.still_open = list(watch.still_open())
    return out


def named(events: Sequence[Entry], name: str) -> list[Entry]:
    """The events of one detail-type."""
    return [entry for entry in events if entry["detail-type"] == name]


def without(events: Sequence[Entry], *names: str) -> list[Entry]:
    """The events less some detail-types."""
    return [entry for entry in events if entry["detail-type"] not in names]


def changed(entry: Entry, path: str, value: object) -> Entry:
    """A copy of the entry with another value at a dotted path; ``DROP`` drops the field."""
    copy: Entry = json.loads(json.dumps(entry))
    *steps, last = path.split(".")
    at: Any = copy
    for step in steps:
        at = at[int(step)] if isinstance(at, list) else at[step]
    assert isinstance(at, dict)
    if value is DROP:
        del at[last]
    else:
        at[last] = value
    return copy


DROP = object()
EARLY_FACTS = ("CardDealt", "HandEnded", "HandSplit", "InitialDealCompleted")
"""What may be lost as long as ``RoundCompleted`` arrives."""
