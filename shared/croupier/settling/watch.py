"""The watch: looks at a round as a whole, whoever heard its events, until it is finished and checked.

It settles what a handler recorded and then failed to settle, for all kinds by the same code; it tells of
contradictions that no single handler sees; it asks the questions of reading 17. Time only says when to look
and what is overdue.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from croupier.facts import Content, Fact, RoundId, Seen, Terms
from croupier.ledger import Notice, WagerRecord
from croupier.round import Round, gather
from croupier.rules.rulings import Ruling
from croupier.settling import telling
from croupier.settling.cashier import Cashier, Posted, book_of
from croupier.settling.deciding import decide, waiting_for
from croupier.settling.house import HOUSE, House, between, later
from croupier.settling.posting import Cause
from croupier.settling.questions import questions, wagers_counted
from croupier.stores.port import RoundDue, Store
from croupier.wagers import Desk, Outcome


def look(round_id: RoundId, store: Store, posted_at: str | None = None, house: House = HOUSE) -> Posted:
    """Settle what the facts of the round decide, tell of what they contradict, and ask what they ask.

    ``posted_at``: the time that entries show; None: that of the event that decides them, as in a replay.

    Raises:
        AccountKeepsMoving: an account moved at every try; looking again is safe.
    """
    cashier = Cashier(round_id, store, house.at(round_id.site_id))
    _look(cashier, posted_at)
    return cashier.posted


def watch(due: RoundDue, store: Store, at: str, house: House = HOUSE) -> Posted:
    """Look at a round that is due and tell what is missing of it ``at`` this time; close it, or look again later.

    Raises:
        AccountKeepsMoving: as for ``look``.
    """
    cashier = Cashier(due.round_id, store, house.at(due.round_id.site_id))
    view = _look(cashier, at)
    # What was told before ``due`` was read is in the view; what comes later keeps the round due.
    lacks = list(_lacking(view, due, house))
    age = between(due.since, at)
    for lack in lacks:
        if age >= lack.told_after:
            cashier.tell([lack.notice])
    if any(lack.keeps_due or age < lack.told_after for lack in lacks) or not store.close(due):
        store.look_again(due, later(at, min(max(age, house.first_look), house.last_look)))
    return cashier.posted


@dataclass(frozen=True, slots=True)
class _View:
    """A round as one look has left it, under each of its terms."""

    round_id: RoundId
    accounts: tuple[WagerRecord, ...]
    readings: dict[Terms, Round]

    @property
    def completed(self) -> bool:
        """All cards are told; or all wagers are void, and the table need not tell (contract, section 1)."""
        standing = [record.standing for record in self.accounts]
        void = bool(standing) and all(entry and entry.outcome is Outcome.VOID for entry in standing)
        return void or any(told.completed for told in self.readings.values())


@dataclass(frozen=True, slots=True)
class _Lack:
    """What is missing of a round: told when it is so old; ``keeps_due``: until it comes."""

    notice: Notice
    told_after: timedelta
    keeps_due: bool


def _look(cashier: Cashier, posted_at: str | None) -> _View:
    # Accounts before facts: a fact that came between is seen, an entry that did makes the posting lose its race.
    accounts = [(desk, record) for desk in Desk for record in cashier.store.read_wagers(cashier.round_id, desk)]
    facts = cashier.everything()
    records = [record for _, record in accounts]
    terms = {*(record.placement.seen.terms for record in records), *(fact.seen.terms for fact in facts)}
    readings = {each: gather(facts, each) for each in sorted(terms)}
    for desk, record in accounts:
        told = readings[record.placement.seen.terms]
        cashier.settle(desk, record, told, _cause(record, told, posted_at))
    for told in readings.values():
        cashier.tell(telling.in_conflict(cashier.round_id, each) for each in told.conflicts())
        cashier.tell(_asked(cashier.round_id, records, told))
    cashier.tell(_none_or(telling.other_terms(cashier.round_id, facts, records)))
    cashier.tell(_missing_wagers(cashier.round_id, records, readings))
    if cashier.posted.entries:
        records = [record for desk in Desk for record in cashier.store.read_wagers(cashier.round_id, desk)]
    return _View(cashier.round_id, tuple(records), readings)


def _cause(record: WagerRecord, told: Round, posted_at: str | None) -> Cause:
    """The event that decides the wager: the first after which the facts, as they happened, say what they say now.

    Where supervisors have spoken the version moves, as their own handlers would have moved it.
    """
    seen = _decided_at(record, told)
    placed = record.placement.seen
    seen = placed if seen is None or seen.occurred_at < placed.occurred_at else seen
    return Cause(seen, posted_at or seen.occurred_at, is_correction=bool(told.corrections))


def _decided_at(record: WagerRecord, told: Round) -> Seen | None:
    facts = sorted(told.facts, key=_as_happened)
    if not facts:
        return None
    book, terms = book_of(record), record.placement.seen.terms
    decision = decide(book, record.wager, told)
    settled_already = record.standing is not None and not told.corrections
    if isinstance(decision, Ruling) and not settled_already:
        for number, fact in enumerate(facts, start=1):
            then = decide(book, record.wager, gather(facts[:number], terms))
            if isinstance(then, Ruling) and then.same_result(decision):
                return fact.seen
    return facts[-1].seen


def _as_happened(fact: Fact[Content]) -> tuple[str, str]:
    return fact.seen.occurred_at, fact.seen.event_id


def _asked(round_id: RoundId, records: Sequence[WagerRecord], told: Round) -> Iterator[Notice]:
    mine = [record for record in records if record.placement.seen.terms == told.terms]
    by_id = {record.wager.wager_id: record for record in mine}
    if mine:
        for question in questions(book_of(mine[0]), mine, told):
            yield telling.questioned(round_id, question, by_id[question.wager.wager_id].placement.seen)


def _missing_wagers(
    round_id: RoundId, records: Sequence[WagerRecord], readings: dict[Terms, Round]
) -> Iterator[Notice]:
    for told in readings.values():
        counted = wagers_counted(told)
        if counted is not None and counted > len(records):
            yield telling.wagers_missing(round_id, counted, len(records), told)


def _lacking(view: _View, due: RoundDue, house: House) -> Iterator[_Lack]:
    """What keeps the round from being finished and checked."""
    gaps = sorted(set(range(1, max(due.heard, default=0) + 1)) - due.heard)
    if gaps:
        yield _Lack(telling.gaps(view.round_id, gaps), house.quiet, keeps_due=False)
    if not view.completed:
        yield _Lack(telling.not_completed(view.round_id), house.overdue, keeps_due=False)
    # The look has told of these already.
    for notice in _missing_wagers(view.round_id, view.accounts, view.readings):
        yield _Lack(notice, timedelta(), keeps_due=True)
    for told in view.readings.values():
        counted = wagers_counted(told)
        if counted is not None and counted < len(view.accounts):
            notice = telling.wagers_uncounted(view.round_id, counted, len(view.accounts), told)
            yield _Lack(notice, house.quiet, keeps_due=False)
    for record in view.accounts:
        if record.standing is None:
            told = view.readings[record.placement.seen.terms]
            waits = waiting_for(book_of(record), record.wager, told)
            yield _Lack(telling.overdue(record, waits), house.overdue, keeps_due=True)


def _none_or(notice: Notice | None) -> list[Notice]:
    return [] if notice is None else [notice]
