"""A reconstruction (16.6) drafted from the cards that the record has: the ``data`` of a ``RoundReconstructed``.

It says what the record says, to be edited into what should have been. Where two events tell a place
differently, the one that happened first is drafted.
"""

from collections.abc import Iterable
from typing import TypeVar

from croupier.cards import Card
from croupier.facts import BoxCard, Content, DealtBox, Fact, HandEnded, HandSplit
from croupier.round import Round
from local.patterns import Json, JsonObject

C = TypeVar("C", bound=Content)


def reconstruction(told: Round, clause: str, complete: bool | None) -> JsonObject:
    """The next revision of the round's cards, as the latest revision has them; not yet the reason for it.

    ``complete``: these are all cards of the round; None: they are if a completed round is known.
    """
    completed = [completion.content for completion in _first_first(told.completions)]
    if completed:
        boxes, dealer = completed[0].boxes, completed[0].dealer
    else:
        boxes, dealer = tuple(_box(told, number) for number in sorted(_boxes(told))), _dealer(told)
    data: JsonObject = {
        "revision": told.revision + 1,
        "boxes": [_as_told(box) for box in boxes],
        "dealer": _texts(dealer),
        "complete": bool(completed) if complete is None else complete,
        "clause": clause,
    }
    return data


def _as_told(box: DealtBox) -> Json:
    hands: list[Json] = [{"hand": number, "cards": _texts(cards)} for number, cards in box.hands]
    return {"box": box.box, "dealt": _texts(box.dealt), "hands": hands}


def _texts(cards: Iterable[Card]) -> Json:
    return [str(card) for card in cards]


def _boxes(told: Round) -> set[int]:
    dealt = {number for deal in told.initial_deals for number, _ in deal.content.boxes}
    rebuilt = {box.box for fact in told.reconstructions for box in fact.content.boxes}
    return {*told.box_facts, *dealt, *rebuilt}


def _dealer(told: Round) -> tuple[Card, ...]:
    places: dict[int, Card] = {}
    for fact in _first_first(told.dealer_cards):
        places.setdefault(fact.content.nth, fact.content.card)
    _fill(places, [deal.content.dealer for deal in _first_first(told.initial_deals)])
    _fill(places, [fact.content.dealer for fact in _first_first(told.reconstructions)])
    return _run(places)


def _box(told: Round, number: int) -> DealtBox:
    """The box as far as its cards are known one after another, and what its splits have made of them."""
    facts = _first_first(told.box_facts.get(number, ()))
    hand_of: dict[int, int] = {}
    places: dict[int, Card] = {}
    for fact in facts:
        if isinstance(fact.content, BoxCard):
            places.setdefault(fact.content.nth, fact.content.card)
            hand_of.setdefault(fact.content.nth, fact.content.hand)
    _fill(places, [deal.content.cards_of(number) or () for deal in _first_first(told.initial_deals)])
    rebuilt = [
        box for fact in _first_first(told.reconstructions) for box in fact.content.boxes if box.box == number
    ]
    _fill(places, [box.dealt for box in rebuilt])
    # A hand that ended unsplit tells all cards of its box.
    ends = [fact.content for fact in facts if isinstance(fact.content, HandEnded)]
    _fill(places, [end.cards for end in ends if not end.split])
    splits = {fact.content.new_hand: fact.content.hand for fact in facts if isinstance(fact.content, HandSplit)}
    dealt = _run(places)
    hands = _hands(dealt, hand_of, splits, dict(rebuilt[0].hands) if rebuilt else {})
    hands |= {end.hand: list(end.cards) for end in ends if end.split}
    return DealtBox(number, dealt, tuple((hand, tuple(cards)) for hand, cards in sorted(hands.items())))


def _hands(
    dealt: tuple[Card, ...], hand_of: dict[int, int], splits: dict[int, int], rebuilt: dict[int, tuple[Card, ...]]
) -> dict[int, list[Card]]:
    """The cards of each hand: dealt in order, a hand split when it had two cards and more came to it (12.2)."""
    hands = {number: list(cards) for number, cards in rebuilt.items()} or {1: []}
    waiting = {new: origin for new, origin in sorted(splits.items()) if new not in hands}
    for nth, card in list(enumerate(dealt, start=1))[sum(map(len, hands.values())) :]:
        hand = hand_of.get(nth, 1)
        for new, origin in list(waiting.items()):
            if len(hands.get(origin, ())) == 2 and hand in (origin, new):
                hands[new] = [hands[origin].pop()]
                del waiting[new]
                break
        hands.setdefault(hand, []).append(card)
    for new, origin in waiting.items():
        if len(hands.get(origin, ())) == 2:
            hands[new] = [hands[origin].pop()]
    return hands


def _fill(places: dict[int, Card], runs: Iterable[tuple[Card, ...]]) -> None:
    """What whole runs tell of places that no card's own event has told of."""
    for run in runs:
        for nth, card in enumerate(run, start=1):
            places.setdefault(nth, card)


def _run(places: dict[int, Card]) -> tuple[Card, ...]:
    """The cards from the first on, up to one that is not known."""
    cards: list[Card] = []
    while (card := places.get(len(cards) + 1)) is not None:
        cards.append(card)
    return tuple(cards)


def _first_first(facts: Iterable[Fact[C]]) -> list[Fact[C]]:
    return sorted(facts, key=lambda fact: (fact.seen.occurred_at, fact.seen.event_id))
