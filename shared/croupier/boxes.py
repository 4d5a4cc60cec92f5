"""Boxes: what is said of one box's cards and hands, and every reading of it that is possible.

A *world* is one possible reading of what is known of a box and the dealer's hand. Without conflicts there is
exactly one. A wager is decided only if it ends the same in every world.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from croupier.cards import NO_CARD, Card, spell
from croupier.facts import BoxCard, DealtBox, HandEnded, HandSplit, RoundCompleted, Seen
from croupier.places import Conflict, Dealt, Places, Run, Source, conflict, whole_hand

Cards = tuple[Card, ...]
Hands = Mapping[int, Cards]
"""The finished hands of a box by their number. A hand of which nothing is known is not among them."""


@dataclass(frozen=True, slots=True)
class World:
    """One reading of a box and the dealer's hand. Nothing known: None.

    ``first`` and ``second`` are the box's first two cards; ``next_card`` is the third if it went to hand 1
    (14.5, reading 5), ``NO_CARD`` if none did; ``split``: the box was split; ``hands``: its finished hands.
    ``dealer`` is the dealer's finished hand; ``completion`` the completed round that this reading follows.
    """

    first: Dealt | None
    second: Dealt | None
    next_card: Dealt | None
    split: bool | None
    hands: Hands
    dealer_first: Dealt | None
    dealer_second: Dealt | None
    dealer: Cards | None
    completion: RoundCompleted | None


@dataclass(frozen=True, slots=True)
class SplitBox:
    """A split box as one completed round tells it."""

    dealt: Cards
    hands: Hands
    source: Source


@dataclass(slots=True)
class BoxReading:
    """All that is said of one box under one version of the completed round, or before it.

    ``dealt_to``: the hand that each later card of a split box went to, by the card's ``nth``; ``ended``: split
    hands as their ends tell them; ``split_from``: by a new hand the hands it is said to be split from;
    ``completed``: the box as the completed round has it, if that says that it was split.
    """

    places: Places
    splits: dict[bool, Source] = field(default_factory=dict)
    dealt_to: dict[int, dict[int, Source]] = field(default_factory=dict)
    ended: dict[int, dict[Cards, Source]] = field(default_factory=dict)
    split_from: dict[int, set[int]] = field(default_factory=dict)
    completed: SplitBox | None = None

    def conflicts(self) -> Iterator[Conflict]:
        """What was told in more than one way: cards, whether the box was split, which hand holds what."""
        yield from self.places.conflicts()
        owner = self.places.owner
        split = {"split" if told else "not split": source for told, source in self.splits.items()}
        third = {f"to hand {hand}": source for hand, source in self.dealt_to.get(3, {}).items()}
        for what, versions in (("split or not", split), ("hand of the third card", third)):
            if len(versions) > 1:
                yield conflict(f"{owner}, {what}", versions.items())
        for hand, told in sorted(self._hands_told().items()):
            if len(told) > 1:
                yield conflict(f"{owner}, hand {hand}", told.items())

    def worlds(self, dealer: Places, completion: RoundCompleted | None) -> Iterator[World]:
        """Every possible reading of the box beside every possible dealer's hand."""
        splits: list[bool | None] = [*sorted(self.splits)] or [None]
        thirds: list[int | None] = [*sorted(self.dealt_to.get(3, {}))] or [None]
        for run in self.places.runs():
            for split in splits:
                for third_to in thirds:
                    for hands in self._hands(run, split=split):
                        for dealer_run in dealer.runs():
                            yield _world(run, split, third_to, hands, dealer_run, completion)

    def _hands(self, run: Run, *, split: bool | None) -> Iterator[Hands]:
        whole = whole_hand(run)
        if split:
            yield from self._split_hands(self.places.numbered(run))
        else:
            yield {} if whole is None else {1: whole}

    def _split_hands(self, dealt: Mapping[int, Dealt]) -> Iterator[Hands]:
        """The split hands in every way that is told, where the box's cards are ``dealt``."""
        completed = {} if self.completed is None else self.completed.hands
        for hands in [completed] if self.completed is None else self._as_completed(self.completed, dealt):
            numbers = sorted({*hands, *self.ended})
            versions = [
                [
                    *([hands[number]] if number in hands else []),
                    *(
                        cards
                        for cards in sorted(self.ended.get(number, {}), key=spell)
                        if completed.get(number) != cards
                    ),
                    *([None] if number not in hands and self._is_doubtful(number, dealt) else []),
                ]
                for number in numbers
            ]
            for chosen in product(*versions):
                yield {number: cards for number, cards in zip(numbers, chosen, strict=True) if cards is not None}

    def _is_doubtful(self, hand: int, dealt: Mapping[int, Dealt]) -> bool:
        """Whether the ends of a hand that no completed round tells of can all be wrong."""
        cards = {nth: card for nth, card in dealt.items() if isinstance(card, Card)}
        return self.completed is not None or any(self._missing(hand, end, cards) for end in self.ended[hand])

    def _as_completed(self, told: SplitBox, dealt: Mapping[int, Dealt]) -> Iterator[Hands]:
        """The hands of the completed round, put right where its cards are not those that are ``dealt``.

        Each card that was told to be dealt to a hand other than its own may lie in either.
        """
        numbered = self.places.numbered_as_dealt(told.dealt)
        said = {nth: numbered.get(nth, NO_CARD) for nth in dealt}
        changes = [(nth, said[nth], card) for nth, card in dealt.items() if card != said[nth]]
        cards = {nth: card for nth, card in dealt.items() if isinstance(card, Card)}
        for hands in self._put_right(told.hands, changes):
            astray = self._astray(hands, cards)
            for moving in product((False, True), repeat=len(astray)):
                moved = hands
                for (_, hand, card), moves in zip(astray, moving, strict=True):
                    moved = _moved(moved, card, hand) if moves else moved
                yield moved

    def _put_right(self, hands: Hands, changes: Sequence[tuple[int, Dealt, Dealt]]) -> Iterator[Hands]:
        """``hands`` with every change (``nth``, what the completed round has there, what lies there) made."""
        if not changes:
            yield hands
            return
        for other in self._with(hands, *changes[0]):
            yield from self._put_right(other, changes[1:])

    def _with(self, hands: Hands, nth: int, said: Dealt, card: Dealt) -> Iterator[Hands]:
        """``hands`` with ``card`` where the completed round has ``said``; none known where nothing tells which."""
        to = {nth} if nth <= 2 else set(self.dealt_to.get(nth, {}))
        if not isinstance(card, Card):
            yield {}
        elif not isinstance(said, Card):
            # A card that the completed round does not have: it went where it was told to go.
            yield from ({**hands, hand: (*hands[hand], card)} if hand in hands else {} for hand in sorted(to))
        else:
            found = [(hand, i) for hand, held in hands.items() for i, lies in enumerate(held) if lies == said]
            for hand, i in [place for place in found if place[0] in to] or found:
                yield {**hands, hand: (*hands[hand][:i], card, *hands[hand][i + 1 :])}

    def _astray(self, hands: Hands, cards: Mapping[int, Card]) -> list[tuple[int, int, Card]]:
        """Cards that were told to be dealt to a hand and lie in another one: (``nth``, hand told, card).

        A card that begins a later hand may have been moved there by a re-split.
        """
        begins = Counter(held[0] for hand, held in hands.items() if hand > 2 and held)
        lying = {hand: Counter(held) for hand, held in hands.items()}
        found: list[tuple[int, int, Card]] = []
        for nth, card in sorted(cards.items()):
            for hand in sorted(self.dealt_to.get(nth, {})):
                if lying.get(hand, Counter())[card] > 0:
                    lying[hand][card] -= 1
                elif begins[card] > 0:
                    begins[card] -= 1
                else:
                    found.append((nth, hand, card))
        return found

    def _missing(self, hand: int, end: Cards, cards: Mapping[int, Card]) -> list[tuple[int, Card]]:
        """The cards (``nth``, card) that a hand had by all that is told and that its end does not tell of."""
        first = cards.get(hand) if hand <= 2 else None
        found = [] if first is None or first in end[:1] else [(hand, first)]
        lying = Counter(end[1:])
        for nth, card in sorted(cards.items()):
            if set(self.dealt_to.get(nth, {})) != {hand}:
                continue
            if lying[card] > 0:
                lying[card] -= 1
            elif not end or card.points != end[0].points:
                # Nor can it have begun another hand (12.3.1).
                found.append((nth, card))
        return found

    def _hands_told(self) -> dict[int, dict[str, Source]]:
        """By hand of a split box, what is told of it; ends that contradict only each other are told elsewhere."""
        return self._told_before_completion() if self.completed is None else self._told_beside(self.completed)

    def _told_beside(self, told: SplitBox) -> dict[int, dict[str, Source]]:
        """What is told of each hand, the completed round's word first."""
        found: dict[int, dict[str, Source]] = {}
        for hand in {*told.hands, *self.ended, *(to for hands in self.dealt_to.values() for to in hands)}:
            found[hand] = {spell(told.hands[hand]) if hand in told.hands else "no such hand": told.source}
            for end, source in self.ended.get(hand, {}).items():
                found[hand].setdefault(spell(end), source)
        for nth, hand, card in self._astray(told.hands, self.places.numbered_as_dealt(told.dealt)):
            found[hand][f"with {card}"] = self.dealt_to[nth][hand]
        return found

    def _told_before_completion(self) -> dict[int, dict[str, Source]]:
        """The ends of hands that lack cards which were told to be dealt to them."""
        found: dict[int, dict[str, Source]] = {}
        for hand, ends in self.ended.items():
            for end, source in ends.items():
                for nth, card in self._missing(hand, end, self._cards()):
                    told_by = self.dealt_to[nth][hand] if nth > 2 else self.places.claims[nth][card]
                    found.setdefault(hand, {}).setdefault(spell(end), source)
                    found[hand][f"with {card}"] = told_by
        return found

    def _cards(self) -> dict[int, Card]:
        """The cards of which one content is told, by ``nth``."""
        only = {nth: next(iter(versions)) for nth, versions in self.places.claims.items() if len(versions) == 1}
        return {nth: card for nth, card in only.items() if isinstance(card, Card)}


def _moved(hands: Hands, card: Card, to: int) -> Hands:
    """``hands`` with ``card`` in the hand ``to`` and not where it lies; none known where there is no such hand."""
    here = next((hand for hand, held in hands.items() if hand != to and card in held[1:]), None)
    if here is None or to not in hands:
        return {}
    at = len(hands[here]) - 1 - hands[here][::-1].index(card)
    return {**hands, here: (*hands[here][:at], *hands[here][at + 1 :]), to: (*hands[to], card)}


def _world(
    run: Run,
    split: bool | None,
    third_to: int | None,
    hands: Hands,
    dealer_run: Run,
    completion: RoundCompleted | None,
) -> World:
    first, second, third = (*run, None, None, None)[:3]
    if split and isinstance(third, Card) and third_to != 1:
        # What went to hand 2 does not count (reading 5).
        third = None if third_to is None else NO_CARD
    dealer_first, dealer_second = (*dealer_run, None, None)[:2]
    dealer = None if completion is None else whole_hand(dealer_run)
    return World(first, second, third, split, hands, dealer_first, dealer_second, dealer, completion)


def read_card(reading: BoxReading, dealt: BoxCard, seen: Seen) -> None:
    """``CardDealt`` to the box."""
    reading.places.claim(dealt.nth, dealt.card, Source(seen, "data.card"))
    # 12.4: a third card before a split rules a split out; after one it tells of it.
    if dealt.nth >= 3:
        reading.splits.setdefault(dealt.split, Source(seen, "data.split"))
        reading.dealt_to.setdefault(dealt.nth, {}).setdefault(dealt.hand, Source(seen, "data.hand"))


def read_split(reading: BoxReading, split: HandSplit, seen: Seen) -> None:
    """``HandSplit`` of the box."""
    reading.split_from.setdefault(split.new_hand, set()).add(split.hand)
    reading.splits.setdefault(True, Source(seen, "data.hand"))


def read_end(reading: BoxReading, ended: HandEnded, seen: Seen) -> None:
    """``HandEnded`` of the box, after every card that is told otherwise was read."""
    reading.splits.setdefault(ended.split, Source(seen, "data.split"))
    source = Source(seen, "data.cards")
    if ended.split:
        reading.ended.setdefault(ended.hand, {}).setdefault(ended.cards, source)
        return
    following = reading.places.claim_as_dealt(ended.cards, source)
    reading.places.claim_none([following, *(nth for nth in reading.places.claims if nth > following)], source)


def read_reconstruction(reading: BoxReading, dealt: DealtBox | None, seen: Seen) -> None:
    """The cards of the box as a reconstruction leaves them, with more to come."""
    if dealt is None:
        return
    source = Source(seen, "data.boxes")
    reading.places.claim_as_dealt(dealt.dealt, source)
    if len(dealt.hands) > 1:
        reading.splits.setdefault(True, source)
        _read_third(reading, dealt, source)
    elif len(dealt.dealt) > 2:
        # 12.4: a third card rules a split out.
        reading.splits.setdefault(False, source)


def read_completion(reading: BoxReading, dealt: DealtBox | None, seen: Seen) -> None:
    """The box as the completed round has it; None if it has none. Read after everything else."""
    source = Source(seen, "data.boxes")
    if dealt is None:
        reading.places.claim_all((), source)
        return
    reading.places.claim_all(dealt.dealt, source)
    reading.splits.setdefault(len(dealt.hands) > 1, source)
    if len(dealt.hands) > 1:
        reading.completed = SplitBox(dealt.dealt, dict(dealt.hands), source)
        _read_third(reading, dealt, source)


def _read_third(reading: BoxReading, dealt: DealtBox, source: Source) -> None:
    if len(dealt.dealt) > 2:
        for hand in sorted(_third_to(dealt.dealt, dict(dealt.hands), reading.split_from.get(3, set()))):
            reading.dealt_to.setdefault(3, {}).setdefault(hand, source)


def _third_to(dealt: Cards, hands: Hands, third_hand_from: set[int]) -> set[int]:
    """The hand of a split box to which the third card went; none where its cards do not tell.

    Hand 1 (12.2), where it is the second card or began another hand. A player who refuses a card gets no more
    (16.3), so one card on hand 1 of three means that it split again, if nothing else was dealt. With more cards
    only the split into hand 3 tells; and of two hands hand 2 got what the player of hand 1 refused.
    """
    first = hands.get(1, ())
    begins = {held[0] for hand, held in hands.items() if hand > 2 and held}
    if len(first) > 1:
        return {1} if dealt[2] in {first[1], *begins} else set()
    if len(hands) == 2:
        return {2}
    return {1} if len(dealt) == 3 else third_hand_from
