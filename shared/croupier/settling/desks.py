"""The four desks and the front desk: what each does with an event of the table bus.

parse ▸ record ▸ read ▸ decide ▸ post. Of any two handlers that race, whichever writes last sees the other's
write, so no settlement is missed and none waits for another (design idea 3).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from croupier.events.parsing import Event, Rejection, parse
from croupier.facts import (
    BoxCard,
    Content,
    DealerCard,
    DisputedWager,
    Fact,
    HandEnded,
    HandFact,
    HandKey,
    HandSplit,
    Irregularity,
    RoundFact,
    RoundOpened,
    hand_key,
)
from croupier.ledger import Entry, Notice, Placement, WagerRecord
from croupier.round import Round, gather
from croupier.rules import library
from croupier.rules.book import RuleBook
from croupier.rules.rulings import Decision, Illegal, Ruling
from croupier.settling import telling
from croupier.settling.deciding import decide, refused
from croupier.settling.posting import Posting, Unauthorised
from croupier.stores.port import HandRecord, Store
from croupier.wagers import Desk, Kind, UnknownKind, Wager, desk_of

LOST_RACES = 10
"""So often in a row an account may move between reading and posting before the handler gives up."""


class AccountKeepsMoving(RuntimeError):
    """An account moved at every try to post to it; the event is to be handled again."""


@dataclass(slots=True)
class Posted:
    """What handling one event has added to the record."""

    entries: list[tuple[WagerRecord, Entry]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


def read_entry(entry: object) -> Event | Rejection:
    """The event in an entry of the bus, under a rule book that there is; or why it is rejected."""
    event = parse(entry)
    if isinstance(event, Rejection) or library.find(event.seen.terms.rule_book) is not None:
        return event
    return Rejection(
        field="round.rule_book",
        value=f'"{event.seen.terms.rule_book}"',
        wrong=f"there is no such rule book; there are {', '.join(library.shelf())}",
        event_id=event.seen.event_id,
        occurred_at=event.seen.occurred_at,
        site_id=event.round_id.site_id,
        table_id=event.round_id.table_id,
        round_id=event.round_id.round_id,
    )


def handle(
    event: Event | Rejection, entry: object, desk: Desk, store: Store, posted_at: Callable[[Event], str]
) -> Posted:
    """Handle one entry of the bus, as ``read_entry`` reads it, at one desk.

    ``posted_at`` gives the time that entries show; nothing is decided by it.

    Raises:
        AccountKeepsMoving: no try to post went through; handling the event again is safe.
    """
    if isinstance(event, Event):
        return Handling(event, desk, store, posted_at).run()
    posted = Posted()
    if desk is Desk.FRONT:
        notice = telling.rejected(event, entry)
        if store.notify(notice):
            posted.notices.append(notice)
    return posted


@dataclass(slots=True)
class Handling:
    """One event at one desk."""

    event: Event
    desk: Desk
    store: Store
    posted_at: Callable[[Event], str]
    posted: Posted = field(default_factory=Posted)

    def run(self) -> Posted:
        self._wagers_placed([wager for wager in self.event.wagers if desk_of(wager.kind) is self.desk])
        for fact in self.event.facts:
            match fact.content:
                case BoxCard() | HandSplit() | HandEnded() | DealerCard() as content:
                    if self.desk is not Desk.FRONT:
                        self._hand_told(Fact(content, fact.seen))
                case RoundOpened() | Irregularity() as content:
                    # What no other desk hears: recorded at the front, so that nothing goes unseen.
                    if self.desk is Desk.FRONT:
                        self._unheard(Fact(content, fact.seen))
                case content:
                    if self.desk is not Desk.FRONT:
                        self._round_told(Fact(content, fact.seen))
        return self.posted

    def _wagers_placed(self, wagers: Sequence[Wager]) -> None:
        """Open the accounts of this desk's wagers, and settle what earlier facts have decided already."""
        if not wagers:
            return
        for wager in wagers:
            self._place(wager)
        placed = {wager.wager_id for wager in wagers}
        boxes = {wager.box for wager in wagers}
        records = [record for record in self._accounts(boxes) if record.wager.wager_id in placed]
        self._settle(records, self._everything(), boxes)

    def _place(self, wager: Wager) -> None:
        event, round_id = self.event, self.event.round_id
        placement = Placement(wager, event.seen, event.round_gaming_day, event.tags)
        versions = self.store.place_wager(round_id, placement)
        if len(versions) > 1:
            disputed = [Fact(DisputedWager(version.wager), version.seen) for version in versions]
            self.store.record_round(round_id, disputed)

    def _hand_told(self, fact: Fact[HandFact]) -> None:
        """A card, a split or the end of a hand: settled as soon as the outcome is known (14.6).

        What decides nothing here costs this one write.
        """
        key = hand_key(fact.content)
        record = self.store.record_hand(self.event.round_id, key, fact, self.desk)
        known = record.facts
        boxes = set() if key.box is None else {key.box}
        if not self._is_news(record, key):
            told = gather(known, self.event.seen.terms, key.revision)
            self._tell(
                telling.in_conflict(self.event.round_id, each, self.event) for each in told.conflicts(boxes)
            )
            self._tell_of_other_terms(known, [])
            return
        records = self.store.read_wagers(self.event.round_id, self.desk, key.box)
        facts: list[Fact[Content]] = [*known, *self.store.read_round(self.event.round_id)]
        self._settle(records, facts, boxes)

    def _is_news(self, record: HandRecord, key: HandKey) -> bool:
        """Whether the known facts decide some wager of this desk that what it had heard before did not.

        What only another desk has heard does not count as heard: nobody has settled by it here. And an event
        that this desk has heard already is handled whole: the handler that heard it first may have died.
        """
        terms = self.event.seen.terms
        book = _book(terms.rule_book)
        heard = [fact for fact in record.facts if fact.seen.event_id in record.heard_before]
        repeated = self.event.seen.event_id in record.heard_before
        now, then = gather(record.facts, terms, key.revision), gather(heard, terms, key.revision)
        return any(
            isinstance(decide(book, wager, now), Ruling)
            and (repeated or not isinstance(decide(book, wager, then), Ruling))
            for wager in _imaginable(self.desk, key, now)
        )

    def _round_told(self, fact: Fact[RoundFact]) -> None:
        """The initial deal, the completed round, or a correction."""
        self.store.record_round(self.event.round_id, [fact])
        records = self.store.read_wagers(self.event.round_id, self.desk)
        self._settle(records, self._everything(), None)

    def _unheard(self, fact: Fact[RoundFact]) -> None:
        """The opening of the round, or an irregularity: settles nothing, and may contradict what is known."""
        self.store.record_round(self.event.round_id, [fact])
        self._settle([], self._everything(), None)

    def _everything(self) -> list[Fact[Content]]:
        round_id = self.event.round_id
        return [*self.store.read_hands(round_id), *self.store.read_round(round_id)]

    def _accounts(self, boxes: Iterable[int]) -> list[WagerRecord]:
        round_id = self.event.round_id
        return [record for box in sorted(boxes) for record in self.store.read_wagers(round_id, self.desk, box)]

    def _settle(
        self, records: Sequence[WagerRecord], facts: Sequence[Fact[Content]], boxes: Iterable[int] | None
    ) -> None:
        """Decide each wager, post what is decided, and tell of what is in conflict in ``boxes`` (None: all)."""
        readings = {record.placement.seen.terms: gather(facts, record.placement.seen.terms) for record in records}
        for record in records:
            self._settle_one(record, readings[record.placement.seen.terms])
        told = readings.get(self.event.seen.terms) or gather(facts, self.event.seen.terms)
        self._tell(telling.in_conflict(self.event.round_id, each, self.event) for each in told.conflicts(boxes))
        self._tell_of_other_terms(facts, records)

    def _settle_one(self, record: WagerRecord, told: Round) -> None:
        """Make the account say what is decided; whoever loses the race to do so reads and decides again."""
        book = _book(record.placement.seen.terms.rule_book)
        for _ in range(LOST_RACES):
            decision = decide(book, record.wager, told)
            posting = Posting(book, record, told, self.event, self.posted_at(self.event))
            difference = posting.difference(decision)
            if isinstance(difference, Unauthorised):
                self._tell([telling.would_change(record, difference.ruling, self.event)])
                difference = ()
            if self._post(record, difference):
                self._tell_of(record, told, decision)
                return
            record = self._read_again(record)
            told = gather(self._everything(), record.placement.seen.terms)
        raise AccountKeepsMoving(
            f"wager {record.wager.wager_id} of round {record.round_id} moved {LOST_RACES} times"
        )

    def _post(self, record: WagerRecord, entries: Sequence[Entry]) -> bool:
        """Append the entries; a correction moves the version even without any (design idea 5)."""
        if not entries and not self.event.by_supervisor:
            return True
        if not self.store.post(record, entries):
            return False
        self.posted.entries += [(record, entry) for entry in entries]
        return True

    def _read_again(self, record: WagerRecord) -> WagerRecord:
        accounts = self._accounts([record.wager.box])
        return next(moved for moved in accounts if moved.wager.wager_id == record.wager.wager_id)

    def _tell_of(self, record: WagerRecord, told: Round, decision: Decision) -> None:
        if isinstance(decision, Illegal) and record.standing is None:
            self._tell([telling.not_possible(record, decision, self.event)])
        if ruling := refused(_book(record.placement.seen.terms.rule_book), record.wager, told):
            self._tell([telling.refused(record, ruling, self.event)])
            if isinstance(record.wager.kind, UnknownKind):
                self._tell([telling.unknown_kind(record, self.event)])

    def _tell(self, notices: Iterable[Notice]) -> None:
        self.posted.notices += [notice for notice in notices if self.store.notify(notice)]

    def _tell_of_other_terms(self, facts: Iterable[Fact[Content]], records: Iterable[WagerRecord]) -> None:
        notice = telling.other_terms(facts, records, self.event)
        self._tell([] if notice is None else [notice])


def _book(rule_book: str) -> RuleBook:
    return library.shelf()[rule_book]


def _imaginable(desk: Desk, key: HandKey, told: Round) -> list[Wager]:
    """A wager of each sort that the desk could hold on this hand: does the fact decide one of them?"""
    match desk:
        case Desk.SUPER_SEVENS:
            return [] if key.box is None else [_wager(Kind.SUPER_SEVENS, key.box, 1)]
        case Desk.INSURANCE:
            return [_wager(Kind.INSURANCE, 1, 1)] if key.box is None else []
        case Desk.MAIN:
            ended = [
                fact.content
                for fact in told.box_facts.get(key.box or 0, ())
                if isinstance(fact.content, HandEnded)
            ]
            return [_wager(Kind.MAIN if end.hand == 1 else Kind.DOUBLE, end.box, end.hand) for end in ended]
        case Desk.PERFECT_PAIRS | Desk.FRONT:
            return []


def _wager(kind: Kind, box: int, hand: int) -> Wager:
    return Wager("imagined", kind, box, hand, player="imagined", amount=1)
