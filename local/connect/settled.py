"""What settling a round shows to be wrong with it: the desks handle its events, and the watch looks at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from croupier.events.parsing import shown
from croupier.facts import RoundCompleted, RoundId
from croupier.ledger import Notice, NoticeType, WagerRecord
from croupier.round import Round, gather
from croupier.rules import library
from croupier.settling.deciding import waiting_for
from croupier.settling.questions import wagers_counted
from croupier.stores.port import Store
from croupier.wagers import Desk, Outcome
from local.connect.findings import Finding, FindingType
from local.connect.told import Told, lines_of

FOUND_ABOVE = ("data.wager_count", "round.rule_book", "round.currency")

ADVICE_ON_CONFLICT = (
    "tell each card, wager and hand in one way in every event that speaks of it; of a round that was sent already "
    "a supervisor tells how it was, the table does not"
)
ADVICE_ON_RULES = (
    "tell the cards as they lay on the table, burned ones in burned; what was really dealt against the rules is a "
    "supervisor's to reconstruct or to void"
)
ADVICE_ON_REFUSED = "take no such wager at the table; where it was allowed, a supervisor upholds it"
ADVICE_ON_QUESTIONED = "see whether the table took it so; no money moves until a supervisor voids or upholds it"


@dataclass(frozen=True, slots=True)
class Settled:
    """A round after all of its events were handled and the watch has looked at it."""

    round_id: RoundId
    store: Store
    told: Sequence[Told]

    @property
    def records(self) -> list[WagerRecord]:
        return [record for desk in Desk for record in self.store.read_wagers(self.round_id, desk)]

    def readings(self) -> list[Round]:
        """The round under each of its terms."""
        facts = [*self.store.read_hands(self.round_id), *self.store.read_round(self.round_id)]
        terms = {each.event.seen.terms for each in self.told}
        return [gather(facts, each) for each in sorted(terms)]

    @property
    def is_void(self) -> bool:
        """Whether every wager is void: such a round need not be completed (contract, section 1)."""
        standing = [record.standing for record in self.records]
        return bool(standing) and all(entry and entry.outcome is Outcome.VOID for entry in standing)

    def not_completed(self) -> Iterator[Finding]:
        """Nobody has told how the round ended."""
        if self.is_void or any(reading.completed for reading in self.readings()):
            return
        last = max(self.told, key=lambda each: each.number)
        yield Finding(
            FindingType.NOT_COMPLETED,
            lines=(last.number,),
            field="detail-type",
            value=shown(last.event.name),
            because=f"the last event of the round is {last.event.name}: it has no RoundCompleted, and not "
            "all of its wagers are void",
            advice="tell RoundCompleted, with everything that was dealt, when the dealer's hand is finished",
            event_id=last.event_id,
            round_id=self.round_id,
        )

    def wagers_counted(self) -> Iterator[Finding]:
        """RoundCompleted counts other wagers than were told."""
        known = len(self.records)
        for reading in self.readings():
            counted = wagers_counted(reading)
            if counted is None or counted == known or not self._completions(counted):
                continue
            wagers = "wager was" if known == 1 else "wagers were"
            yield Finding(
                FindingType.WAGER_COUNT,
                lines=lines_of(self._completions(counted)),
                field="data.wager_count",
                value=str(counted),
                because=f"{known} {wagers} told by WagersPlaced",
                advice="count the wagers of all kinds, refused and void ones too, and tell each of them once",
                event_id=self._completions(counted)[0].event_id,
                round_id=self.round_id,
            )

    def _completions(self, counted: int) -> list[Told]:
        """The completed rounds that count so many wagers; a reconstruction counts none."""

        def counts(each: Told) -> bool:
            contents = [fact.content for fact in each.event.facts]
            return any(isinstance(told, RoundCompleted) and told.wager_count == counted for told in contents)

        return [each for each in self.told if counts(each)]

    def noticed(self) -> Iterator[Finding]:
        """What the desks and the watch tell, but for what is found above with the lines it is on."""
        for notice in sorted(
            self.store.read_notices(self.round_id), key=lambda notice: (notice.type, notice.about)
        ):
            if notice.field in FOUND_ABOVE:
                continue
            match notice.type:
                case NoticeType.ROUND_UNDER_REVIEW:
                    advice = ADVICE_ON_CONFLICT if notice.versions else ADVICE_ON_RULES
                    yield self._finding(FindingType.UNDER_REVIEW, notice, advice)
                case NoticeType.WAGER_REFUSED:
                    yield self._finding(FindingType.WAGER_REFUSED, notice, ADVICE_ON_REFUSED)
                case NoticeType.WAGER_QUESTIONED:
                    yield self._finding(FindingType.WAGER_QUESTIONED, notice, ADVICE_ON_QUESTIONED)
                case _:
                    # A large win is the house's affair; what is overdue is open, below.
                    continue

    def _finding(self, type: FindingType, notice: Notice, advice: str) -> Finding:
        named = {notice.event_id, *(version.event_id for version in notice.versions)}
        return Finding(
            type,
            lines=lines_of(each for each in self.told if each.event_id in named),
            field=notice.field or "data",
            value=notice.value or "",
            because=notice.because,
            advice=advice,
            event_id=notice.event_id,
            round_id=self.round_id,
        )

    def open_wagers(self) -> Iterator[Finding]:
        """Wagers of a completed round that are not settled: of one that goes on that is as it should be."""
        readings = {reading.terms: reading for reading in self.readings()}
        for record in sorted(self.records, key=lambda record: record.wager.wager_id):
            reading = readings[record.placement.seen.terms]
            if record.standing is not None or not reading.completed:
                continue
            wager, seen = record.wager, record.placement.seen
            waits = waiting_for(library.shelf()[seen.terms.rule_book], wager, reading)
            yield Finding(
                FindingType.WAGER_OPEN,
                lines=lines_of(each for each in self.told if each.event_id == seen.event_id),
                field="data.wagers",
                value=wager.wager_id,
                because=f"wager {wager.wager_id} is still open: it waits for {waits}",
                advice="mend the round's faults first; a wager that is open even then waits for a supervisor",
                event_id=seen.event_id,
                round_id=self.round_id,
            )
