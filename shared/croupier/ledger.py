"""The ledger: a wager with its entries, and the notices of what is not money but must be told.

Entries are only ever appended; a correction is a reversal and, if still decided, a new settlement
(contract, section 2). Amounts are in minor units.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from croupier.cards import Card
from croupier.facts import RoundId, Seen
from croupier.money import Odds
from croupier.wagers import Outcome, Wager


class EntryType(StrEnum):
    SETTLEMENT = "settlement"
    REVERSAL = "reversal"


class Citation(StrEnum):
    """How firmly a clause carries a ruling."""

    TEXT = "text"
    INFERRED = "inferred"
    NEAREST_TEXT = "nearest-text"


TAGS = ("shift", "dealer_id", "shoe_id", "shuffler_id")


@dataclass(frozen=True, slots=True)
class Placement:
    """A wager as its event placed it. ``tags`` are the optional identifiers of ``round``, by name."""

    wager: Wager
    seen: Seen
    round_gaming_day: str
    tags: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Provenance:
    """The event behind an entry. ``gaming_day`` is the day the entry counts to."""

    decided_by: str
    occurred_at: str
    posted_at: str
    gaming_day: str
    authorised_by: str | None = None
    second: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a wager's account; ``number`` counts from 1 without gaps. ``wager`` as it was read then."""

    wager: Wager
    type: EntryType
    number: int
    reverses: int | None
    outcome: Outcome
    odds: Odds | None
    stake: int
    winnings: int
    returned: int
    rounding: Fraction | None
    clause: str | None
    citation: Citation | None
    because: str
    cards: tuple[Card, ...]
    dealer_cards: tuple[Card, ...]
    provenance: Provenance

    @property
    def house_win(self) -> int:
        return self.stake - self.returned

    def same_result(self, other: "Entry") -> bool:
        """Contract, section 2: outcome, odds, winnings and returned decide; provenance does not.

        Of a corrected wager, whose money it is and where it lay are part of the result.
        """
        mine = (self.outcome, self.odds, self.winnings, self.returned, self.wager)
        return mine == (other.outcome, other.odds, other.winnings, other.returned, other.wager)

    def reversal(self, number: int, provenance: Provenance) -> "Entry":
        """The exact opposite of this entry: same figures, opposite signs."""
        return replace(
            self,
            type=EntryType.REVERSAL,
            number=number,
            reverses=self.number,
            stake=-self.stake,
            winnings=-self.winnings,
            returned=-self.returned,
            rounding=None if self.rounding is None else -self.rounding,
            provenance=provenance,
        )


@dataclass(frozen=True, slots=True)
class WagerRecord:
    """A wager and its account as last read. ``version`` moves with every write to the account."""

    round_id: RoundId
    placement: Placement
    version: int = 0
    entries: tuple[Entry, ...] = ()

    @property
    def wager(self) -> Wager:
        return self.placement.wager

    @property
    def standing(self) -> Entry | None:
        """The last settlement, unless it was reversed."""
        if not self.entries or self.entries[-1].type is EntryType.REVERSAL:
            return None
        return self.entries[-1]


class NoticeType(StrEnum):
    WAGER_REFUSED = "wager-refused"
    WAGER_QUESTIONED = "wager-questioned"
    EVENT_REJECTED = "event-rejected"
    ROUND_UNDER_REVIEW = "round-under-review"
    LARGE_WIN = "large-win"
    WAGER_OVERDUE = "wager-overdue"


@dataclass(frozen=True, slots=True)
class Version:
    """One of the contents that are in conflict, as text, with the event that said it."""

    event_id: str
    value: str


@dataclass(frozen=True, slots=True)
class Notice:
    """What is not money but must be told. ``about`` is its natural key within the round: told once.

    ``raw`` is a rejected event, whole, so that nothing is lost; it is stored and not published.
    """

    type: NoticeType
    about: str
    because: str
    site_id: str | None = None
    table_id: str | None = None
    round_id: str | None = None
    event_id: str | None = None
    occurred_at: str | None = None
    wager_id: str | None = None
    clause: str | None = None
    field: str | None = None
    value: str | None = None
    versions: tuple[Version, ...] = ()
    raw: str | None = None

    @property
    def about_round(self) -> RoundId | None:
        """The round it is about, where that is known whole."""
        if self.site_id is None or self.table_id is None or self.round_id is None:
            return None
        return RoundId(self.site_id, self.table_id, self.round_id)
