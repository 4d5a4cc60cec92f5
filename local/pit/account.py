"""The history of a round or of one wager: every fact, placement, entry and notice, by the event that it came with.

An *act* is one event and what was posted because of it. Acts are in order of ``occurred_at``, then of
``sequence``; a correction's entries are its act's, with what they moved.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from croupier.events.records import notice_record, settlement_record
from croupier.facts import (
    BoxFact,
    Content,
    Correction,
    DisputedWager,
    Fact,
    RoundId,
    WagersCorrected,
)
from croupier.ledger import Entry, Notice, Placement, WagerRecord
from croupier.places import Conflict
from croupier.round import gather
from croupier.settling.correcting import concerning
from croupier.stores.codec import encode
from croupier.wagers import Wager
from local.patterns import JsonObject
from local.pit.preview import won
from local.pit.record import RecordedRound
from local.pit.words import fact_words, wager_words

_ABOUT_BOX = re.compile(r"box ([0-9]+)\b")
_ABOUT_WAGER = re.compile(r"\bwager ([A-Za-z0-9._-]+)$")

Moved = tuple[str, str, str]
"""Which wager, whose money, in which currency."""


@dataclass(slots=True)
class Act:
    """One event of the round, as far as the record knows of it, and what was posted and told because of it.

    ``event_id`` and ``occurred_at`` are None for a notice that names none; ``sequence`` where it has none.
    """

    event_id: str | None
    occurred_at: str | None
    sequence: int | None = None
    facts: list[Fact[Content]] = field(default_factory=list)
    placements: list[Placement] = field(default_factory=list)
    entries: list[tuple[WagerRecord, Entry]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    @property
    def is_correction(self) -> bool:
        return any(isinstance(fact.content, Correction) for fact in self.facts)

    @property
    def by(self) -> str:
        """Who told it: of a notice or an entry alone it is not known."""
        if not self.facts and not self.placements:
            return "unknown"
        return "supervisor" if self.is_correction else "table"

    def moved(self) -> Mapping[Moved, int]:
        """What the entries gave each player (took, where less than 0), in minor units; an open wager counts 0."""
        given: dict[Moved, int] = defaultdict(int)
        for record, entry in self.entries:
            currency = record.placement.seen.terms.currency
            given[record.wager.wager_id, entry.wager.player, currency] += won(entry)
        return given


@dataclass(frozen=True, slots=True)
class History:
    """All acts of a round, or those that concern one wager; ``conflicts`` as the record has them now."""

    told: RecordedRound
    wager_id: str | None
    acts: tuple[Act, ...]
    conflicts: tuple[Conflict, ...]


def history(told: RecordedRound, wager_id: str | None = None) -> History:
    """The history of a round, or (``wager_id``) of one wager.

    Raises:
        NotOnRecord: the round has no such wager.
    """
    about = _Everything() if wager_id is None else _OneWager.of(told, wager_id)
    acts: dict[tuple[str | None, str | None], Act] = {}

    def act(event_id: str | None, occurred_at: str | None) -> Act:
        return acts.setdefault((event_id, occurred_at), Act(event_id, occurred_at))

    # What came with one event has an order of its own, not the store's.
    for fact in sorted(
        filter(about.fact, told.facts), key=lambda fact: (fact.content.place, encode(fact.content))
    ):
        found = act(fact.seen.event_id, fact.seen.occurred_at)
        found.sequence = fact.seen.sequence
        found.facts.append(fact)
    for record in sorted(filter(about.record, told.records), key=_by_box):
        seen = record.placement.seen
        found = act(seen.event_id, seen.occurred_at)
        found.sequence = seen.sequence
        found.placements.append(record.placement)
        for entry in record.entries:
            why = entry.provenance
            act(why.decided_by, why.occurred_at).entries.append((record, entry))
    for notice in sorted(filter(about.notice, told.notices), key=lambda notice: (notice.type, notice.about)):
        act(notice.event_id, notice.occurred_at).notices.append(notice)
    conflicts = tuple(filter(about.conflict, told.told().conflicts()))
    return History(told, wager_id, tuple(sorted(acts.values(), key=_in_order)), conflicts)


def _in_order(act: Act) -> tuple[bool, str, int, str]:
    # What names no time comes last; a supervisor's event has no place in the sequence and follows the table's.
    sequence = act.sequence if act.sequence is not None else 10**10
    return act.occurred_at is None, act.occurred_at or "", sequence, act.event_id or ""


def _by_box(record: WagerRecord) -> tuple[int, int, str]:
    return record.wager.box, record.wager.hand, record.wager.wager_id


class _Everything:
    """A whole round."""

    def fact(self, fact: Fact[Content]) -> bool:
        return True

    def record(self, record: WagerRecord) -> bool:
        return True

    def notice(self, notice: Notice) -> bool:
        return True

    def conflict(self, conflict: Conflict) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class _OneWager(_Everything):
    """What concerns one wager: its boxes, the dealer, the round as a whole, its own corrections."""

    wager_id: str
    boxes: frozenset[int]
    corrections: frozenset[Fact[Correction]]

    @classmethod
    def of(cls, told: RecordedRound, wager_id: str) -> "_OneWager":
        record = told.wager(wager_id)
        facts = gather(told.facts, record.placement.seen.terms)
        faces = [record.wager, told.wager_now(wager_id), *_versions(told.facts, wager_id)]
        return cls(
            wager_id,
            frozenset(wager.box for wager in faces),
            frozenset(concerning(record.wager, facts)),
        )

    def fact(self, fact: Fact[Content]) -> bool:
        content = fact.content
        if isinstance(content, Correction):
            return Fact(content, fact.seen) in self.corrections
        if isinstance(content, BoxFact):
            return content.box in self.boxes
        return not isinstance(content, DisputedWager) or content.wager.wager_id == self.wager_id

    def record(self, record: WagerRecord) -> bool:
        return record.wager.wager_id == self.wager_id

    def notice(self, notice: Notice) -> bool:
        return notice.wager_id == self.wager_id or (notice.wager_id is None and self._is_near(notice.about))

    def conflict(self, conflict: Conflict) -> bool:
        return self._is_near(conflict.place)

    def _is_near(self, place: str) -> bool:
        """Whether a place is of the round, the dealer, a box of the wager, or the wager itself."""
        place = place.partition(":")[0]
        box, wager = _ABOUT_BOX.match(place), _ABOUT_WAGER.search(place)
        if wager is not None:
            return wager.group(1) == self.wager_id
        return box is None or int(box.group(1)) in self.boxes


def _versions(facts: Iterable[Fact[Content]], wager_id: str) -> Iterator[Wager]:
    """Every content that the wager's id was told or corrected with."""
    for fact in facts:
        match fact.content:
            case DisputedWager(wager) if wager.wager_id == wager_id:
                yield wager
            case WagersCorrected() as corrected:
                yield from (wager for wager in corrected.wagers if wager.wager_id == wager_id)
            case _:
                continue


def as_json(told: History) -> Iterator[JsonObject]:
    """One object for each fact, placement, entry, notice and conflict; of a correction also what it moved.

    Entries and notices are the contract's own (section 2).
    """
    for act in told.acts:
        for placement in act.placements:
            yield _frame("placement", told.told.round_id, act) | {
                "words": wager_words(placement.wager, placement.seen.terms.currency),
                "gaming_day": placement.seen.gaming_day,
                "round_gaming_day": placement.round_gaming_day,
                "rule_book": placement.seen.terms.rule_book,
                "currency": placement.seen.terms.currency,
                "wager": json.loads(encode(placement.wager)),
                **placement.tags,
            }
        for fact in act.facts:
            yield _frame("fact", told.told.round_id, act) | {
                "fact": type(fact.content).__name__,
                "place": fact.content.place,
                "words": fact_words(fact.content, fact.seen.terms.currency),
                "gaming_day": fact.seen.gaming_day,
                "rule_book": fact.seen.terms.rule_book,
                "currency": fact.seen.terms.currency,
                "content": json.loads(encode(fact.content)),
            }
        for record, entry in act.entries:
            yield dict(settlement_record(told.told.round_id, record.placement, entry).fields())  # type: ignore[arg-type]
        if act.is_correction:
            moved: JsonObject = {"moved": [_moved(key, amount) for key, amount in sorted(act.moved().items())]}
            yield _frame("correction", told.told.round_id, act) | moved
        for notice in act.notices:
            yield dict(notice_record(notice).fields())  # type: ignore[arg-type]  # its fields are JSON values
    for conflict in told.conflicts:
        versions: JsonObject = {
            "versions": [{"event_id": source.seen.event_id, "value": text} for text, source in conflict.versions]
        }
        yield {"type": "conflict", **_round(told.told.round_id), "place": conflict.place, **versions}


def _frame(type: str, round_id: RoundId, act: Act) -> JsonObject:
    return {
        "type": type,
        **_round(round_id),
        "event_id": act.event_id,
        "sequence": act.sequence,
        "occurred_at": act.occurred_at,
        "by": act.by,
    }


def _round(round_id: RoundId) -> JsonObject:
    return {"site_id": round_id.site_id, "table_id": round_id.table_id, "round_id": round_id.round_id}


def _moved(key: Moved, amount: int) -> JsonObject:
    wager_id, player, currency = key
    return {"wager_id": wager_id, "player": player, "currency": currency, "amount": amount}
