"""What a table saw: the events of source ``blackjack.table.<site_id>`` (contract, section 1).

Each ``data`` shape answers with the facts that it states, at their natural keys.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field, model_validator

from croupier import facts
from croupier.cards import Card
from croupier.events.fields import (
    Amount,
    AmountOrNone,
    BoxNumber,
    CardNumber,
    Cards,
    CardText,
    DataShape,
    HandNumber,
    Identifier,
    Note,
    Shape,
)
from croupier.facts import Content, EndReason
from croupier.wagers import Kind, Tender, Wager, kind_named


def parsed(texts: Iterable[str]) -> tuple[Card, ...]:
    return tuple(Card.parse(text) for text in texts)


def once_each(numbers: Iterable[int], what: str) -> None:
    """Raise ValueError if ``numbers`` holds one twice."""
    twice = [number for number, times in Counter(numbers).items() if times > 1]
    if twice:
        raise ValueError(f"{what} {twice[0]} is listed twice")


class LimitsShape(Shape):
    min: AmountOrNone
    max: Amount


class RoundOpened(DataShape):
    """The table takes wagers."""

    decks: Annotated[int, Field(ge=1, le=100)]
    side_wagers: list[Kind]
    limits: dict[Kind, LimitsShape] | None = None

    def states(self, event_id: str, revision: int) -> list[Content]:
        limits = ((kind, facts.Limits(held.min, held.max)) for kind, held in sorted((self.limits or {}).items()))
        return [facts.RoundOpened(self.decks, tuple(sorted(self.side_wagers)), tuple(limits))]


class PlacedWager(Shape):
    """One wager accepted by the table. A ``kind`` that no rule book has is refused, not rejected."""

    wager_id: Identifier
    kind: Identifier
    box: BoxNumber
    hand: HandNumber
    player: Identifier
    amount: Amount
    original: AmountOrNone | None = None
    tender: Tender | None = None
    patron: Identifier | None = None

    def wager(self) -> Wager:
        return Wager(
            wager_id=self.wager_id,
            kind=kind_named(self.kind),
            box=self.box,
            hand=self.hand,
            player=self.player,
            amount=self.amount,
            original=self.original,
            tender=self.tender or Tender.CHIPS,
            patron=self.patron,
        )


class WagersPlaced(DataShape):
    """One or more wagers accepted by the table."""

    wagers: Annotated[list[PlacedWager], Field(min_length=1)]

    def states(self, event_id: str, revision: int) -> list[Content]:
        return []

    def placed(self) -> tuple[Wager, ...]:
        return tuple(wager.wager() for wager in self.wagers)


class CardToBox(DataShape):
    """One card to a box. ``nth`` counts every card of the box, all its hands together, from 1."""

    to: Literal["box"]
    box: BoxNumber
    hand: HandNumber
    split: bool
    nth: CardNumber
    card: CardText

    def states(self, event_id: str, revision: int) -> list[Content]:
        card = Card.parse(self.card)
        return [facts.BoxCard(revision, self.box, self.nth, card, self.hand, self.split)]


class CardToDealer(DataShape):
    """One card to the dealer. ``nth`` counts the dealer's cards from 1."""

    to: Literal["dealer"]
    nth: CardNumber
    card: CardText

    def states(self, event_id: str, revision: int) -> list[Content]:
        return [facts.DealerCard(revision, self.nth, Card.parse(self.card))]


class InitialBox(Shape):
    box: BoxNumber
    cards: Annotated[list[CardText], Field(max_length=2)]


class InitialDealCompleted(DataShape):
    """The initial deal is finished: two cards a box (fewer only when the dealer missed it), the dealer's first."""

    boxes: list[InitialBox]
    dealer: Annotated[list[CardText], Field(max_length=2)]

    @model_validator(mode="after")
    def _boxes_once(self) -> "InitialDealCompleted":
        once_each((box.box for box in self.boxes), "box")
        return self

    def states(self, event_id: str, revision: int) -> list[Content]:
        boxes = sorted((box.box, parsed(box.cards)) for box in self.boxes)
        return [facts.InitialDeal(revision, tuple(boxes), parsed(self.dealer))]


class HandSplit(DataShape):
    """The controlling player split ``hand``; its second card became the first card of ``new_hand``."""

    box: BoxNumber
    hand: HandNumber
    new_hand: HandNumber

    @model_validator(mode="after")
    def _two_hands(self) -> "HandSplit":
        if self.hand >= self.new_hand:
            raise ValueError(f"new_hand {self.new_hand} does not come after hand {self.hand}")
        return self

    def states(self, event_id: str, revision: int) -> list[Content]:
        return [facts.HandSplit(revision, self.box, self.hand, self.new_hand)]


class HandEnded(DataShape):
    """No more cards go to the hand; ``cards`` are all of that hand, in order: none of a box that was missed."""

    box: BoxNumber
    hand: HandNumber
    split: bool
    cards: Cards
    reason: EndReason

    def states(self, event_id: str, revision: int) -> list[Content]:
        return [facts.HandEnded(revision, self.box, self.hand, self.split, parsed(self.cards), self.reason)]


class CompletedHand(Shape):
    hand: HandNumber
    cards: Cards


class CompletedBox(Shape):
    """``dealt`` in deal order; ``hands`` as they stood at the end."""

    box: BoxNumber
    dealt: Cards
    hands: list[CompletedHand]

    @model_validator(mode="after")
    def _hands_once(self) -> "CompletedBox":
        once_each((hand.hand for hand in self.hands), "hand")
        return self

    def dealt_box(self) -> facts.DealtBox:
        hands = sorted((hand.hand, parsed(hand.cards)) for hand in self.hands)
        return facts.DealtBox(self.box, parsed(self.dealt), tuple(hands))


def dealt_boxes(boxes: Iterable[CompletedBox]) -> tuple[facts.DealtBox, ...]:
    return tuple(sorted((box.dealt_box() for box in boxes), key=lambda box: box.box))


class BurnedCard(Shape):
    """A card reported as dealt that went to the discard rack (16.5, NZ 15.3)."""

    to: Literal["box", "dealer"]
    box: BoxNumber | None = None
    nth: CardNumber
    card: CardText
    clause: Note

    @model_validator(mode="after")
    def _box_named(self) -> "BurnedCard":
        if (self.to == "box") is (self.box is None):
            raise ValueError("a card burned from a box names the box, one burned from the dealer's hand does not")
        return self


class RoundCompleted(DataShape):
    """The dealer's hand is finished; all that was dealt."""

    boxes: list[CompletedBox]
    dealer: Cards
    wager_count: Annotated[int, Field(ge=0, le=10**6)]
    burned: list[BurnedCard] | None = None

    @model_validator(mode="after")
    def _boxes_once(self) -> "RoundCompleted":
        once_each((box.box for box in self.boxes), "box")
        return self

    def states(self, event_id: str, revision: int) -> list[Content]:
        burned = sorted(
            (facts.Burned(card.box, card.nth, Card.parse(card.card), card.clause) for card in self.burned or ()),
            key=repr,
        )
        boxes = dealt_boxes(self.boxes)
        return [facts.RoundCompleted(revision, boxes, parsed(self.dealer), self.wager_count, tuple(burned))]


class IrregularityRecorded(DataShape):
    """For the record: burned cards, reshuffles, device failures. Settles nothing."""

    clause: Note
    cause: Note
    device: Note | None = None
    cards: Cards | None = None

    def states(self, event_id: str, revision: int) -> list[Content]:
        return [facts.Irregularity(event_id, self.clause, self.cause, self.device, parsed(self.cards or ()))]
