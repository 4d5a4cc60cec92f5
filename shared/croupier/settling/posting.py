"""From a decision to entries: what should be, less what is (design idea 5). Only here odds meet money."""

from dataclasses import dataclass

from croupier.facts import Correction, Fact, Seen, WagersVoided
from croupier.ledger import Entry, EntryType, Provenance, WagerRecord
from croupier.money import winnings
from croupier.round import Round
from croupier.rules.book import RuleBook
from croupier.rules.rulings import Decision, Illegal, Ruling, Undecided
from croupier.settling.correcting import concerning, really, void_of
from croupier.wagers import Outcome, Wager


@dataclass(frozen=True, slots=True)
class Unauthorised:
    """The facts now say otherwise than the standing entry, and no supervisor has said why."""

    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Cause:
    """Why an account is looked at now: by which event, what time its entries show, whether it is a correction."""

    seen: Seen
    posted_at: str
    is_correction: bool


@dataclass(frozen=True, slots=True)
class Posting:
    """One wager, its account and its round, at one time of looking."""

    book: RuleBook
    record: WagerRecord
    told: Round
    cause: Cause

    def difference(self, decision: Decision) -> tuple[Entry, ...] | Unauthorised:
        """The entries that make the account say what was decided; none where it does already."""
        standing = self.record.standing
        match decision:
            case Ruling():
                due = self._settlement(decision, len(self.record.entries) + 1)
                if standing is None:
                    return (due,)
                if standing.same_result(due):
                    return ()
                if self._cause(decision) is None:
                    return Unauthorised(decision)
                return (
                    self._reversal(standing, decision),
                    self._settlement(decision, len(self.record.entries) + 2),
                )
            case Undecided():
                # A rescinded void, or a reconstruction that goes on: the wager is open again. A conflict
                # never takes an entry back, but for a void that no longer holds.
                if standing is None or self._cause(decision) is None:
                    return ()
                if decision.in_conflict and not self._was_rescinded(standing):
                    return ()
                return (self._reversal(standing, decision),)
            case Illegal():
                if standing is None or not self._was_rescinded(standing):
                    return ()
                return (self._reversal(standing, decision),)

    def _settlement(self, ruling: Ruling, number: int) -> Entry:
        wager = really(self.record.wager, self.told) or self.record.wager
        won = None if ruling.odds is None else winnings(wager.amount, ruling.odds, self.book.smallest_payment)
        amount = 0 if won is None else won.amount
        return Entry(
            wager=wager,
            type=EntryType.SETTLEMENT,
            number=number,
            reverses=None,
            outcome=ruling.outcome,
            odds=ruling.odds,
            stake=wager.amount,
            winnings=amount,
            returned=0 if ruling.outcome is Outcome.LOSE else wager.amount + amount,
            rounding=None if won is None or won.dropped == 0 else won.dropped,
            clause=ruling.clause.number,
            citation=ruling.clause.citation,
            because=ruling.because,
            cards=ruling.cards,
            dealer_cards=ruling.dealer_cards,
            provenance=self._provenance(ruling),
        )

    def _reversal(self, standing: Entry, decision: Decision) -> Entry:
        return standing.reversal(len(self.record.entries) + 1, self._provenance(decision))

    def _provenance(self, decision: Decision) -> Provenance:
        cause = self._cause(decision) if self._is_correction(decision) else None
        posted_at = self.cause.posted_at
        if cause is None:
            seen = self.cause.seen
            return Provenance(seen.event_id, seen.occurred_at, posted_at, self.record.placement.round_gaming_day)
        # A first settlement counts to the round's gaming day, a correction to the supervisor's.
        first = not self.record.entries
        authority = cause.content.authority
        return Provenance(
            decided_by=cause.seen.event_id,
            occurred_at=cause.seen.occurred_at,
            posted_at=posted_at,
            gaming_day=self.record.placement.round_gaming_day if first else cause.seen.gaming_day,
            authorised_by=authority.authorised_by,
            second=authority.second,
            reason=authority.reason,
        )

    def _is_correction(self, decision: Decision) -> bool:
        """Whether a supervisor's event is behind the entry: it undoes one, it is a void, or it is handled now."""
        handled = any(cause.seen.event_id == self.cause.seen.event_id for cause in self._corrections())
        return self.record.standing is not None or handled or self._void(decision) is not None

    def _cause(self, decision: Decision) -> Fact[Correction] | None:
        """The correction behind a change: the void of a voided wager, else the latest that concerns the wager."""
        if void := self._void(decision):
            return void
        corrections = self._corrections()
        mine = [cause for cause in corrections if cause.seen.event_id == self.cause.seen.event_id]
        return mine[-1] if mine else corrections[-1] if corrections else None

    def _void(self, decision: Decision) -> Fact[Correction] | None:
        wager = self._wager()
        void = None if wager is None else void_of(wager, self.told)
        voided = isinstance(decision, Ruling) and decision.outcome is Outcome.VOID
        return None if void is None or not voided else Fact(void.content, void.seen)

    def _was_rescinded(self, standing: Entry) -> bool:
        """Whether the entry is of a void that no longer holds."""
        voids = {
            cause.content.event_id for cause in self._corrections() if isinstance(cause.content, WagersVoided)
        }
        wager = self._wager()
        still_void = wager is not None and void_of(wager, self.told) is not None
        return standing.outcome is Outcome.VOID and standing.provenance.decided_by in voids and not still_void

    def _wager(self) -> Wager | None:
        return really(self.record.wager, self.told)

    def _corrections(self) -> tuple[Fact[Correction], ...]:
        return concerning(self.record.wager, self.told)
