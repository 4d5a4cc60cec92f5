"""The cashier: makes accounts say what is decided, and tells of what is not money.

Who calls it has recorded the facts before it read the accounts: the last of any two that race sees both.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from croupier.facts import Content, Fact, RoundId
from croupier.ledger import Entry, Notice, WagerRecord
from croupier.round import Round, gather
from croupier.rules import library
from croupier.rules.book import RuleBook
from croupier.rules.rulings import Decision, Illegal
from croupier.settling import telling
from croupier.settling.deciding import decide, refused
from croupier.settling.house import House
from croupier.settling.posting import Cause, Posting, Unauthorised
from croupier.stores.port import Store
from croupier.wagers import Desk

LOST_RACES = 10
"""So often in a row an account may move between reading and posting before the cashier gives up."""


class AccountKeepsMoving(RuntimeError):
    """An account moved at every try to post to it; the event is to be handled again."""


@dataclass(slots=True)
class Posted:
    """What was added to the record."""

    entries: list[tuple[WagerRecord, Entry]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


@dataclass(slots=True)
class Cashier:
    """Settles accounts of one round and keeps what it has added to the record in ``posted``."""

    round_id: RoundId
    store: Store
    house: House
    posted: Posted = field(default_factory=Posted)

    def everything(self) -> list[Fact[Content]]:
        """Every fact of the round."""
        return [*self.store.read_hands(self.round_id), *self.store.read_round(self.round_id)]

    def accounts(self, desk: Desk, boxes: Iterable[int]) -> list[WagerRecord]:
        """A desk's accounts on some boxes."""
        return [record for box in sorted(boxes) for record in self.store.read_wagers(self.round_id, desk, box)]

    def settle(self, desk: Desk, record: WagerRecord, told: Round, cause: Cause) -> None:
        """Make the account say what is decided; whoever loses the race to do so reads and decides again.

        Raises:
            AccountKeepsMoving: no try to post went through.
        """
        terms = record.placement.seen.terms
        book = book_of(record)
        for _ in range(LOST_RACES):
            decision = decide(book, record.wager, told)
            difference = Posting(book, record, told, cause).difference(decision)
            if isinstance(difference, Unauthorised):
                self.tell([telling.would_change(record, difference.ruling, cause.seen)])
                difference = ()
            if self._post(record, difference, cause):
                standing = difference[-1] if difference else record.standing
                self._tell_of(record, standing, told, decision, cause)
                return
            record = self._read_again(desk, record)
            told = gather(self.everything(), terms)
        raise AccountKeepsMoving(
            f"wager {record.wager.wager_id} of round {record.round_id} moved {LOST_RACES} times"
        )

    def tell(self, notices: Iterable[Notice]) -> None:
        """Tell what was not told before."""
        self.posted.notices += [notice for notice in notices if self.store.notify(notice)]

    def _post(self, record: WagerRecord, entries: Sequence[Entry], cause: Cause) -> bool:
        """Append the entries; a correction moves the version even without any (design idea 5)."""
        if not entries and not cause.is_correction:
            return True
        if not self.store.post(record, entries):
            return False
        self.posted.entries += [(record, entry) for entry in entries]
        return True

    def _read_again(self, desk: Desk, record: WagerRecord) -> WagerRecord:
        accounts = self.accounts(desk, [record.wager.box])
        return next(moved for moved in accounts if moved.wager.wager_id == record.wager.wager_id)

    def _tell_of(
        self, record: WagerRecord, standing: Entry | None, told: Round, decision: Decision, cause: Cause
    ) -> None:
        if isinstance(decision, Illegal):
            self.tell([telling.not_possible(record, decision, cause.seen)])
        if ruling := refused(book_of(record), record.wager, told):
            self.tell([telling.refused(record, ruling, cause.seen)])
        if standing is not None and standing.winnings > self.house.large_win:
            self.tell([telling.large_win(record, standing, self.house.large_win, cause.seen)])


def book_of(record: WagerRecord) -> RuleBook:
    """The rule book that the wager was placed under."""
    return library.shelf()[record.placement.seen.terms.rule_book]
