"""Shadow settlement: recorded events through the code at hand, and what would stand compared with what does."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from croupier.events.parsing import parse
from croupier.events.records import SettlementRecord
from croupier.facts import RoundId
from croupier.ledger import Notice
from croupier.settling.desks import read_entry
from croupier.settling.watch import look
from croupier.stores.memory import MemoryStore
from local.connect.findings import Finding
from local.connect.standing import Standing, standing_in
from local.connect.told import Told, read_line
from local.patterns import JsonObject
from local.recordings import Line
from local.stack import MemoryStack


class Shadow:
    """Runs rounds through the code at hand, in memory; ``rule_books`` are replaced in their events, old by new."""

    def __init__(self, rule_books: Mapping[str, str]) -> None:
        self._stack = MemoryStack()
        self._rule_books = rule_books

    def run(self, round_id: RoundId, lines: Iterable[Line]) -> tuple[Standing, list[Finding]]:
        """What stands after every event of a round and the last look; and what was rejected."""
        store = self._stack.store = MemoryStore()
        rejected: list[Finding] = []
        for line in lines:
            held = self._under_the_new_book(line.held)
            # A book that is only tried need not be in force at the site yet.
            read = read_line(replace(line, held=held), read_entry if held is line.held else parse)
            if isinstance(read, Told):
                self._stack.tell(read.event, read.entry)
            else:
                rejected.append(read)
        look(round_id, store)
        return standing_in(store, round_id), rejected

    def _under_the_new_book(self, held: JsonObject | Notice) -> JsonObject | Notice:
        detail = None if isinstance(held, Notice) else held.get("detail")
        where = detail.get("round") if isinstance(detail, dict) else None
        if isinstance(held, Notice) or not isinstance(detail, dict) or not isinstance(where, dict):
            return held
        old = where.get("rule_book")
        new = self._rule_books.get(old) if isinstance(old, str) else None
        return held if new is None else {**held, "detail": {**detail, "round": {**where, "rule_book": new}}}


class Side(StrEnum):
    """Where a wager has a standing entry: in the store, by the code at hand, or both."""

    BOTH = "both"
    ONLY_THERE = "only-there"
    ONLY_HERE = "only-here"


@dataclass(frozen=True, slots=True)
class Difference:
    """A wager whose standing entry differs: ``there`` in the store, ``here`` by the code at hand."""

    round_id: RoundId
    there: SettlementRecord | None
    here: SettlementRecord | None

    @property
    def side(self) -> Side:
        if self.there is None:
            return Side.ONLY_HERE
        return Side.ONLY_THERE if self.here is None else Side.BOTH

    @property
    def wager(self) -> SettlementRecord:
        """The entry that tells of the wager itself: the one by the code at hand, if there is one."""
        wager = self.here or self.there
        if wager is None:
            raise ValueError("a wager without an entry on either side differs in nothing")
        return wager

    @property
    def moves(self) -> Mapping[tuple[str, str], int]:
        """What players would be given more than stands, stakes included (less, where below 0), by player and
        currency; in minor units.
        """
        moved: dict[tuple[str, str], int] = {}
        for record, sign in ((self.there, -1), (self.here, 1)):
            if record is not None:
                key = record.player, record.currency
                moved[key] = moved.get(key, 0) - sign * record.house_win
        return moved

    def fields(self) -> dict[str, object]:
        """As JSON values."""
        wager = self.wager
        return {
            "type": "difference",
            "side": str(self.side),
            "site_id": wager.site_id,
            "table_id": wager.table_id,
            "round_id": wager.round_id,
            "wager_id": wager.wager_id,
            "moves": [
                {"player": player, "currency": currency, "amount": amount}
                for (player, currency), amount in self.moves.items()
            ],
            "there": None if self.there is None else self.there.fields(),
            "here": None if self.here is None else self.here.fields(),
        }


def same_result(one: SettlementRecord, other: SettlementRecord) -> bool:
    """Contract, section 2: clause and provenance do not decide. Whose wager it is, and where it lay, does."""
    return all(getattr(one, name) == getattr(other, name) for name in RESULT)


RESULT = (
    *("outcome", "odds", "stake", "winnings", "returned", "currency"),
    *("kind", "player", "box", "hand", "tender"),
)


def differences(round_id: RoundId, there: Standing, here: Standing) -> Iterator[Difference]:
    """The wagers of a round whose standing entry differs, in the order of the boxes."""
    found = [
        Difference(round_id, there.get(wager_id), here.get(wager_id))
        for wager_id in {**there, **here}
        if wager_id not in there or wager_id not in here or not same_result(there[wager_id], here[wager_id])
    ]
    yield from sorted(found, key=lambda each: (each.wager.box, each.wager.hand, each.wager.wager_id))
