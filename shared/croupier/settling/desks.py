"""The four desks and the front desk: what each does with an event of the table bus.

parse ▸ record ▸ read ▸ decide ▸ post. Of any two handlers that race, whichever writes last sees the other's
write, so no settlement is missed and none waits for another (design idea 3).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

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
    Seen,
    hand_key,
)
from croupier.ledger import Placement, WagerRecord
from croupier.round import Round, gather
from croupier.rules import library
from croupier.rules.book import RuleBook
from croupier.rules.rulings import Ruling
from croupier.settling import telling
from croupier.settling.cashier import Cashier, Posted
from croupier.settling.deciding import decide
from croupier.settling.house import HOUSE, House, later
from croupier.settling.posting import Cause
from croupier.sites import sites
from croupier.stores.port import HandRecord, Store
from croupier.wagers import Desk, Kind, UnknownKind, Wager, desk_of


def read_entry(entry: object) -> Event | Rejection:
    """The event in an entry of the bus, under a rule book that is in force there; or why it is rejected."""
    event = parse(entry)
    if isinstance(event, Rejection):
        return event
    round_id, book = event.round_id, event.seen.terms.rule_book
    if library.find(book) is None:
        return _rejected(event, "round.rule_book", book, f"there is no such rule book; there are {_shelf()}")
    site = sites().get(round_id.site_id)
    # What supervisors say of a round that was played in time may come at any time.
    if site is None or event.by_supervisor:
        return event
    opens = event.name in ("RoundOpened", "WagersPlaced")
    objection = site.objection(round_id.table_id, book, event.seen.occurred_at, opens=opens)
    if objection is None:
        return event
    field, wrong = objection
    return _rejected(event, field, book if field == "round.rule_book" else round_id.table_id, wrong)


def _shelf() -> str:
    return ", ".join(library.shelf())


def _rejected(event: Event, field: str, value: str, wrong: str) -> Rejection:
    return Rejection(
        field=field,
        value=f'"{value}"',
        wrong=wrong,
        event_id=event.seen.event_id,
        occurred_at=event.seen.occurred_at,
        site_id=event.round_id.site_id,
        table_id=event.round_id.table_id,
        round_id=event.round_id.round_id,
    )


def handle(
    event: Event | Rejection,
    entry: object,
    desk: Desk,
    store: Store,
    posted_at: Callable[[Seen], str],
    house: House = HOUSE,
) -> Posted:
    """Handle one entry of the bus, as ``read_entry`` reads it, at one desk.

    ``posted_at`` gives the time that entries show; nothing is decided by it, nor by ``house``.

    Raises:
        AccountKeepsMoving: no try to post went through; handling the event again is safe.
    """
    if isinstance(event, Event):
        cashier = Cashier(event.round_id, store, house.at(event.round_id.site_id))
        Handling(event, desk, cashier, posted_at(event.seen)).run()
        return cashier.posted
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
    cashier: Cashier
    posted_at: str

    @property
    def store(self) -> Store:
        return self.cashier.store

    @property
    def cause(self) -> Cause:
        return Cause(self.event.seen, self.posted_at, is_correction=self.event.by_supervisor)

    def run(self) -> None:
        if self.desk is Desk.FRONT:
            self._heard()
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
                    # A wager of an unknown kind lies at the front, and only a supervisor can change it.
                    if self.desk is not Desk.FRONT or self.event.by_supervisor:
                        self._round_told(Fact(content, fact.seen))

    def _heard(self) -> None:
        """The front hears every event: the round is due until the watch has found it finished."""
        look_at = later(self.posted_at, self.cashier.house.first_look)
        self.store.hear(self.event.round_id, self.event.seen.sequence, self.posted_at, look_at)

    def _wagers_placed(self, wagers: Sequence[Wager]) -> None:
        """Open the accounts of this desk's wagers, and settle what earlier facts have decided already."""
        if not wagers:
            return
        for wager in wagers:
            self._place(wager)
        placed = {wager.wager_id for wager in wagers}
        boxes = {wager.box for wager in wagers}
        accounts = self.cashier.accounts(self.desk, boxes)
        records = [record for record in accounts if record.wager.wager_id in placed]
        self._settle(records, self.cashier.everything(), boxes)
        unknown = [record for record in records if isinstance(record.wager.kind, UnknownKind)]
        self.cashier.tell(telling.unknown_kind(record, self.event) for record in unknown)

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
            self._tell_of_hand(known, key, boxes)
            return
        records = self.store.read_wagers(self.event.round_id, self.desk, key.box)
        facts: list[Fact[Content]] = [*known, *self.store.read_round(self.event.round_id)]
        self._settle(records, facts, boxes)

    def _tell_of_hand(self, known: Sequence[Fact[HandFact]], key: HandKey, boxes: set[int]) -> None:
        """What the hand's own facts contradict; before it is told, by all facts of the round."""
        told = gather(known, self.event.seen.terms, key.revision)
        facts: Sequence[Fact[Content]] = known
        if told.conflicts(boxes):
            facts = self.cashier.everything()
            told = gather(facts, self.event.seen.terms)
        self._tell_of(told, facts, [], boxes)

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
        decided = [
            wager for wager in _imaginable(self.desk, key, now) if isinstance(decide(book, wager, now), Ruling)
        ]
        return any(
            repeated
            or not isinstance(decide(book, wager, then), Ruling)
            or self._decides_earlier(wager, heard, key.revision)
            for wager in decided
        )

    def _decides_earlier(self, wager: Wager, heard: Sequence[Fact[HandFact]], revision: int) -> bool:
        """Whether this event, come after its successors, shows a wager decided sooner than they did.

        A void that lets completed side wagers stand asks when they were completed (reading 13).
        """
        seen = self.event.seen
        sequences = [fact.seen.sequence for fact in heard if fact.seen.sequence is not None]
        if seen.sequence is None or seen.sequence > max(sequences, default=0):
            return False
        book = _book(seen.terms.rule_book)
        mine = [Fact(fact.content, fact.seen) for fact in self.event.facts if isinstance(fact.content, HandFact)]
        told = [*heard, *mine]
        for sequence in sorted({seen.sequence, *sequences}):
            with_it = gather(told, seen.terms, revision).up_to(sequence)
            without = gather(heard, seen.terms, revision).up_to(sequence)
            if isinstance(decide(book, wager, without), Ruling):
                return False
            if isinstance(decide(book, wager, with_it), Ruling):
                return True
        return False

    def _round_told(self, fact: Fact[RoundFact]) -> None:
        """The initial deal, the completed round, or a correction."""
        self.store.record_round(self.event.round_id, [fact])
        records = self.store.read_wagers(self.event.round_id, self.desk)
        self._settle(records, self.cashier.everything(), None)

    def _unheard(self, fact: Fact[RoundFact]) -> None:
        """The opening of the round, or an irregularity: settles nothing, and may contradict what is known."""
        self.store.record_round(self.event.round_id, [fact])
        self._settle([], self.cashier.everything(), None)

    def _settle(
        self, records: Sequence[WagerRecord], facts: Sequence[Fact[Content]], boxes: Iterable[int] | None
    ) -> None:
        """Decide each wager, post what is decided, and tell of what is in conflict in ``boxes`` (None: all)."""
        readings = {record.placement.seen.terms: gather(facts, record.placement.seen.terms) for record in records}
        for record in records:
            self.cashier.settle(self.desk, record, readings[record.placement.seen.terms], self.cause)
        told = readings.get(self.event.seen.terms) or gather(facts, self.event.seen.terms)
        self._tell_of(told, facts, records, boxes)

    def _tell_of(
        self,
        told: Round,
        facts: Iterable[Fact[Content]],
        records: Iterable[WagerRecord],
        boxes: Iterable[int] | None,
    ) -> None:
        """What is in conflict in ``boxes``, and other terms within the round."""
        round_id, seen = self.event.round_id, self.event.seen
        ends = any(isinstance(fact.content, HandEnded) for fact in self.event.facts)
        conflicts = [
            each
            for each in told.conflicts(boxes)
            # Only the completed round tells whether a card too many went to the rack (16.5); but the end of a
            # hand that lacks a card it was dealt before is told of at once.
            if told.completed or not each.may_be_burned or (ends and seen.event_id in each.told_by)
        ]
        self.cashier.tell(telling.in_conflict(round_id, each, seen.event_id) for each in conflicts)
        notice = telling.other_terms(round_id, facts, records, seen)
        self.cashier.tell([] if notice is None else [notice])


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
