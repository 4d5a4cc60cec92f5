"""Facts: what table systems and supervisors have said of a round, each at its natural key.

An event is taken apart into facts. A fact has a *place* (``box 3, card 2``) and a content. The same content
at the same place is one fact however often it is said; another content at the same place is a conflict.
The shapes are those of the contract, section 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from croupier.cards import Card
from croupier.wagers import Kind, Wager


@dataclass(frozen=True, slots=True, order=True)
class RoundId:
    """Unique for ever: the round within its table within its site."""

    site_id: str
    table_id: str
    round_id: str

    def __str__(self) -> str:
        return f"{self.site_id}/{self.table_id}/{self.round_id}"


@dataclass(frozen=True, slots=True, order=True)
class Terms:
    """What must be the same in every event of a round. Facts under other terms belong to another game."""

    rule_book: str
    currency: str


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a fact comes from: its event, when and on which gaming day it happened, its place in the sequence."""

    event_id: str
    occurred_at: str
    sequence: int | None
    terms: Terms
    gaming_day: str


class EndReason(StrEnum):
    BUST = "bust"
    BLACKJACK = "blackjack"
    SPLIT_ACE = "split-ace"
    DOUBLE = "double"
    TWENTY_ONE = "twenty-one"
    REFUSED = "refused"
    ABSENT = "absent"
    OUT_OF_PLAY = "out-of-play"
    STAND = "stand"


@dataclass(frozen=True, slots=True)
class BoxCard:
    """``CardDealt`` to a box. ``nth`` counts every card of the box; ``split``: the box was split by then."""

    revision: int
    box: int
    nth: int
    card: Card
    hand: int
    split: bool

    @property
    def place(self) -> str:
        return f"box {self.box}, card {self.nth}"


@dataclass(frozen=True, slots=True)
class DealerCard:
    """``CardDealt`` to the dealer."""

    revision: int
    nth: int
    card: Card

    @property
    def place(self) -> str:
        return f"dealer, card {self.nth}"


@dataclass(frozen=True, slots=True)
class HandSplit:
    """The second card of ``hand`` became the first card of ``new_hand``."""

    revision: int
    box: int
    hand: int
    new_hand: int

    @property
    def place(self) -> str:
        return f"box {self.box}, split into hand {self.new_hand}"


@dataclass(frozen=True, slots=True)
class HandEnded:
    """No more cards go to the hand; ``cards`` are all of that hand, in order."""

    revision: int
    box: int
    hand: int
    split: bool
    cards: tuple[Card, ...]
    reason: EndReason

    @property
    def place(self) -> str:
        return f"box {self.box}, end of hand {self.hand}"


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that may be staked, in minor units."""

    min: int
    max: int


@dataclass(frozen=True, slots=True)
class RoundOpened:
    decks: int
    side_wagers: tuple[Kind, ...]
    limits: tuple[tuple[Kind, Limits], ...]

    @property
    def place(self) -> str:
        return "round opened"


@dataclass(frozen=True, slots=True)
class InitialDeal:
    """``InitialDealCompleted``: the first two cards of each box (by box), the dealer's first."""

    revision: int
    boxes: tuple[tuple[int, tuple[Card, ...]], ...]
    dealer: tuple[Card, ...]

    @property
    def place(self) -> str:
        return "initial deal"

    def cards_of(self, box: int) -> tuple[Card, ...] | None:
        return dict(self.boxes).get(box)


@dataclass(frozen=True, slots=True)
class DealtBox:
    """One box of a completed round: ``dealt`` in deal order, ``hands`` as (number, cards)."""

    box: int
    dealt: tuple[Card, ...]
    hands: tuple[tuple[int, tuple[Card, ...]], ...]


@dataclass(frozen=True, slots=True)
class Burned:
    """A card reported as dealt that went to the discard rack (16.5, NZ 15.3). ``box`` None: the dealer's."""

    box: int | None
    nth: int
    card: Card
    clause: str


@dataclass(frozen=True, slots=True)
class RoundCompleted:
    """The dealer's hand is finished; all that was dealt."""

    revision: int
    boxes: tuple[DealtBox, ...]
    dealer: tuple[Card, ...]
    wager_count: int
    burned: tuple[Burned, ...]

    @property
    def place(self) -> str:
        return "completed round"

    def box(self, number: int) -> DealtBox | None:
        return next((box for box in self.boxes if box.box == number), None)

    def cards(self) -> tuple[Card, ...]:
        """Every card of the round, the burned ones too."""
        boxes = (card for box in self.boxes for card in box.dealt)
        return (*boxes, *self.dealer, *(burned.card for burned in self.burned))

    def burned_at(self, box: int | None) -> Mapping[int, Card]:
        """The burned cards of a box, or of the dealer (None), by ``nth``."""
        return {burned.nth: burned.card for burned in self.burned if burned.box == box}


@dataclass(frozen=True, slots=True)
class Irregularity:
    """For the record; settles nothing."""

    event_id: str
    clause: str
    cause: str
    device: str | None
    cards: tuple[Card, ...]

    @property
    def place(self) -> str:
        return f"irregularity {self.event_id}"


@dataclass(frozen=True, slots=True)
class DisputedWager:
    """One content of a wager id that was used with more than one."""

    wager: Wager

    @property
    def place(self) -> str:
        return f"wager {self.wager.wager_id}"


@dataclass(frozen=True, slots=True)
class Authority:
    """Who authorised a correction, who second, and why."""

    authorised_by: str
    second: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class VoidScope:
    """What a void returns: the round whole, or boxes, players or wagers of it."""

    round: bool = False
    boxes: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()

    def covers(self, wager: Wager) -> bool:
        return (
            self.round or wager.box in self.boxes or wager.player in self.players or wager.wager_id in self.wagers
        )


@dataclass(frozen=True, slots=True)
class WagersVoided:
    event_id: str
    clause: str
    scope: VoidScope
    after_sequence: int
    completed_side_wagers: str | None
    authority: Authority

    @property
    def place(self) -> str:
        return f"void {self.event_id}"


@dataclass(frozen=True, slots=True)
class VoidRescinded:
    voided_event_id: str
    authority: Authority

    @property
    def place(self) -> str:
        return f"rescission of void {self.voided_event_id}"


@dataclass(frozen=True, slots=True)
class RoundReconstructed:
    revision: int
    boxes: tuple[DealtBox, ...]
    dealer: tuple[Card, ...]
    complete: bool
    clause: str
    authority: Authority

    @property
    def place(self) -> str:
        return f"reconstruction {self.revision}"

    def box(self, number: int) -> DealtBox | None:
        return next((box for box in self.boxes if box.box == number), None)


@dataclass(frozen=True, slots=True)
class WagersCorrected:
    revision: int
    wagers: tuple[Wager, ...]
    authority: Authority

    @property
    def place(self) -> str:
        return f"corrected wagers {self.revision}"


@dataclass(frozen=True, slots=True)
class WagersUpheld:
    event_id: str
    wagers: tuple[str, ...]
    authority: Authority

    @property
    def place(self) -> str:
        return f"upheld wagers {self.event_id}"


Correction = WagersVoided | VoidRescinded | RoundReconstructed | WagersCorrected | WagersUpheld
BoxFact = BoxCard | HandSplit | HandEnded
HandFact = BoxFact | DealerCard
RoundFact = RoundOpened | InitialDeal | RoundCompleted | Irregularity | DisputedWager | Correction
Content = HandFact | RoundFact


C_co = TypeVar("C_co", bound=Content, covariant=True)


@dataclass(frozen=True, slots=True)
class Fact(Generic[C_co]):
    """A content and the first event that said it."""

    content: C_co
    seen: Seen


@dataclass(frozen=True, slots=True, order=True)
class HandKey:
    """Whose cards, under which reconstruction: a box, or the dealer (``box`` None)."""

    box: int | None
    revision: int


def hand_key(content: HandFact) -> HandKey:
    match content:
        case DealerCard():
            return HandKey(None, content.revision)
        case BoxCard() | HandSplit() | HandEnded():
            return HandKey(content.box, content.revision)
