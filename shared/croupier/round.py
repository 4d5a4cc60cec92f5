"""A round as the set of its facts, whatever order they came in.

A *world* is one possible reading of what is known of a box and the dealer's hand. Without conflicts there is
exactly one. A wager is decided only if it ends the same in every world.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod

from croupier.cards import NO_CARD, Card, spell
from croupier.facts import (
    BoxCard,
    BoxFact,
    Content,
    Correction,
    DealerCard,
    DealtBox,
    DisputedWager,
    Fact,
    HandEnded,
    HandSplit,
    InitialDeal,
    Irregularity,
    RoundCompleted,
    RoundOpened,
    RoundReconstructed,
    Seen,
    Terms,
    VoidRescinded,
    WagersCorrected,
    WagersUpheld,
    WagersVoided,
)
from croupier.places import Conflict, Dealt, Places, Run, Source, conflict, whole_hand

MANY_WORLDS = 256
"""More readings than this are not told apart: the box is then simply unknown."""

HandCards = tuple[tuple[Card, ...], ...]


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
    hands: Mapping[int, tuple[Card, ...]]
    dealer_first: Dealt | None
    dealer_second: Dealt | None
    dealer: tuple[Card, ...] | None
    completion: RoundCompleted | None


@dataclass(slots=True)
class BoxReading:
    """All that is said of one box under one version of the completed round, or before it."""

    places: Places
    splits: set[bool] = field(default_factory=set)
    third_to: set[int] = field(default_factory=set)
    split_hands: dict[int, set[tuple[Card, ...]]] = field(default_factory=dict)

    def readings(self) -> int:
        versions = [len(self.splits) or 1, len(self.third_to) or 1, *map(len, self.split_hands.values())]
        return self.places.readings() * prod(versions)

    def ways(self) -> Iterator[tuple[Run, bool | None, int | None, Mapping[int, tuple[Card, ...]]]]:
        hands = [
            [(number, cards) for cards in sorted(versions, key=spell)]
            for number, versions in sorted(self.split_hands.items())
        ]
        splits: list[bool | None] = [*sorted(self.splits)] or [None]
        third_to: list[int | None] = [*sorted(self.third_to)] or [None]
        for run, split, third, chosen in product(self.places.runs(), splits, third_to, product(*hands)):
            yield run, split, third, dict(chosen)


@dataclass(frozen=True, slots=True)
class Round:
    """What is known of a round under one set of terms and one reconstruction."""

    terms: Terms
    revision: int
    box_facts: Mapping[int, tuple[Fact[BoxFact], ...]]
    dealer_cards: tuple[Fact[DealerCard], ...]
    openings: tuple[Fact[RoundOpened], ...]
    initial_deals: tuple[Fact[InitialDeal], ...]
    completions: tuple[Fact[RoundCompleted], ...]
    irregularities: tuple[Fact[Irregularity], ...]
    disputed: tuple[Fact[DisputedWager], ...]
    corrections: tuple[Fact[Correction], ...]

    @property
    def initial_deal_over(self) -> bool:
        """14.9: the initial deal is completed, by its own event or because the whole round is."""
        return bool(self.initial_deals or self.completions)

    @property
    def completed(self) -> bool:
        return bool(self.completions)

    def worlds(self, box: int) -> tuple[World, ...] | None:
        """Every possible reading of the box and the dealer's hand; None where they are too many."""
        found: list[World] = []
        for completion in self.completions or (None,):
            reading, dealer = self._box(box, completion), self._dealer(completion)
            if reading.readings() * dealer.readings() > MANY_WORLDS:
                return None
            content = None if completion is None else completion.content
            for way, dealer_run in product(reading.ways(), dealer.runs()):
                world = _world(*way, dealer_run, content)
                if world not in found:
                    found.append(world)
        return tuple(found)

    def conflicts(self, boxes: Iterable[int] | None = None) -> tuple[Conflict, ...]:
        """Every place with more than one content: in ``boxes`` (all, if None), the dealer's hand, the round."""
        numbers = sorted(self._boxes() if boxes is None else boxes)
        found = dict.fromkeys(self._told_twice(numbers))
        for completion in self.completions or (None,):
            for number in numbers:
                found |= dict.fromkeys(self._box(number, completion).places.conflicts())
            found |= dict.fromkeys(self._dealer(completion).conflicts())
        return tuple(found)

    def _boxes(self) -> set[int]:
        dealt = {number for deal in self.initial_deals for number, _ in deal.content.boxes}
        completed = {box.box for completion in self.completions for box in completion.content.boxes}
        return {*self.box_facts, *dealt, *completed}

    def _box(self, box: int, completion: Fact[RoundCompleted] | None) -> BoxReading:
        burned = {} if completion is None else completion.content.burned_at(box)
        reading = BoxReading(Places(f"box {box}", burned))
        facts = self.box_facts.get(box, ())
        for fact in facts:
            if isinstance(fact.content, BoxCard):
                _read_card(reading, fact.content, fact.seen)
        for deal in self.initial_deals:
            cards = deal.content.cards_of(box) or ()
            reading.places.claim_as_dealt(cards, Source(deal.seen, "data.boxes"))
        for fact in facts:
            if isinstance(fact.content, HandEnded):
                _read_end(reading, fact.content, fact.seen)
        origins = {
            fact.content.new_hand: fact.content.hand for fact in facts if isinstance(fact.content, HandSplit)
        }
        if origins:
            reading.splits.add(True)
        if completion is not None:
            _read_completion(reading, completion.content.box(box), completion.seen, origins.get(3))
        return reading

    def _dealer(self, completion: Fact[RoundCompleted] | None) -> Places:
        burned = {} if completion is None else completion.content.burned_at(None)
        places = Places("dealer", burned)
        for fact in self.dealer_cards:
            places.claim(fact.content.nth, fact.content.card, Source(fact.seen, "data.card"))
        for deal in self.initial_deals:
            places.claim_as_dealt(deal.content.dealer, Source(deal.seen, "data.dealer"))
        if completion is not None:
            places.claim_all(completion.content.dealer, Source(completion.seen, "data.dealer"))
        return places

    def _told_twice(self, boxes: Iterable[int]) -> Iterator[Conflict]:
        """Natural keys, other than a card's, that were told with two contents."""
        told: dict[str, dict[str, Source]] = {}
        for completion in self.completions:
            text = _completion_text(completion.content, self.completions[0].content)
            told.setdefault(completion.content.place, {})[text] = Source(completion.seen, "data")
        for opening in self.openings:
            text = _opening_text(opening.content)
            told.setdefault(opening.content.place, {})[text] = Source(opening.seen, "data")
        for box in boxes:
            for fact in self.box_facts.get(box, ()):
                text, field_name = _box_fact_text(fact.content)
                told.setdefault(fact.content.place, {})[text] = Source(fact.seen, field_name)
        for disputed in self.disputed:
            text = _wager_text(disputed.content)
            told.setdefault(disputed.content.place, {})[text] = Source(disputed.seen, "data.wagers")
        for place, versions in told.items():
            if len(versions) > 1:
                yield conflict(place, versions.items())


def _world(
    run: Run,
    split: bool | None,
    third_to: int | None,
    split_hands: Mapping[int, tuple[Card, ...]],
    dealer_run: Run,
    completion: RoundCompleted | None,
) -> World:
    first, second, third = (*run, None, None, None)[:3]
    whole = whole_hand(run)
    if split and isinstance(third, Card) and third_to != 1:
        # What went to hand 2 does not count (reading 5).
        third = None if third_to is None else NO_CARD
    hands = split_hands if split else {} if whole is None else {1: whole}
    dealer_first, dealer_second = (*dealer_run, None, None)[:2]
    dealer = None if completion is None else whole_hand(dealer_run)
    return World(first, second, third, split, hands, dealer_first, dealer_second, dealer, completion)


def _read_card(reading: BoxReading, dealt: BoxCard, seen: Seen) -> None:
    reading.places.claim(dealt.nth, dealt.card, Source(seen, "data.card"))
    # 12.4: a third card before a split rules a split out; after one it tells of it.
    if dealt.nth >= 3:
        reading.splits.add(dealt.split)
    if dealt.nth == 3:
        reading.third_to.add(dealt.hand)


def _read_end(reading: BoxReading, ended: HandEnded, seen: Seen) -> None:
    reading.splits.add(ended.split)
    if ended.split:
        reading.split_hands.setdefault(ended.hand, set()).add(ended.cards)
        return
    source = Source(seen, "data.cards")
    following = reading.places.claim_as_dealt(ended.cards, source)
    reading.places.claim_none([following, *(nth for nth in reading.places.claims if nth > following)], source)


def _read_completion(reading: BoxReading, dealt: DealtBox | None, seen: Seen, third_hand_of: int | None) -> None:
    source = Source(seen, "data.boxes")
    if dealt is None:
        reading.places.claim_all((), source)
        return
    reading.places.claim_all(dealt.dealt, source)
    hands = dict(dealt.hands)
    split = len(hands) > 1
    reading.splits.add(split)
    if split:
        for number, cards in hands.items():
            reading.split_hands.setdefault(number, set()).update(_with_conflicts(reading.places, cards))
        if len(dealt.dealt) > 2:
            reading.third_to.add(_third_to(hands, third_hand_of))


def _third_to(hands: Mapping[int, tuple[Card, ...]], third_hand_of: int | None) -> int:
    """Which hand of a split box the third card went to; ``third_hand_of`` is what hand 3 was split from.

    Hand 1 (12.2), unless it refused that card and the table dealt on to hand 2 all the same. A player who
    refuses gets no more cards (16.3), so one card on hand 1 of three means that it split again.
    """
    if len(hands.get(1, ())) == 1:
        return 2 if len(hands) == 2 else third_hand_of or 1
    return 1


def _with_conflicts(places: Places, cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """``cards``, and what they would be if another event were right about a card that is in conflict."""
    yield cards
    for versions in places.claims.values():
        told = [dealt for dealt in versions if isinstance(dealt, Card)]
        for said, other in product(told, told):
            if said == other:
                continue
            for index, card in enumerate(cards):
                if card == said:
                    yield (*cards[:index], other, *cards[index + 1 :])


def gather(facts: Iterable[Fact[Content]], terms: Terms, revision: int = 0) -> Round:
    """The round as ``facts`` under ``terms`` tell it, following reconstruction ``revision``."""
    boxes: dict[int, list[Fact[BoxFact]]] = {}
    dealer: list[Fact[DealerCard]] = []
    openings: list[Fact[RoundOpened]] = []
    initial: list[Fact[InitialDeal]] = []
    completed: list[Fact[RoundCompleted]] = []
    irregularities: list[Fact[Irregularity]] = []
    disputed: list[Fact[DisputedWager]] = []
    corrections: list[Fact[Correction]] = []
    for fact in facts:
        content, seen = fact.content, fact.seen
        if isinstance(content, DisputedWager):
            disputed.append(Fact(content, seen))
        if seen.terms != terms:
            continue
        match content:
            case BoxCard() | HandSplit() | HandEnded() if content.revision == revision:
                boxes.setdefault(content.box, []).append(Fact(content, seen))
            case DealerCard() if content.revision == revision:
                dealer.append(Fact(content, seen))
            case RoundOpened():
                openings.append(Fact(content, seen))
            case InitialDeal() if content.revision == revision:
                initial.append(Fact(content, seen))
            case RoundCompleted() if content.revision == revision:
                completed.append(Fact(content, seen))
            case Irregularity():
                irregularities.append(Fact(content, seen))
            case WagersVoided() | VoidRescinded() | RoundReconstructed() | WagersCorrected() | WagersUpheld():
                corrections.append(Fact(content, seen))
            case _:
                continue
    return Round(
        terms,
        revision,
        {number: tuple(told) for number, told in boxes.items()},
        tuple(dealer),
        tuple(openings),
        tuple(initial),
        tuple(sorted(completed, key=lambda fact: repr(fact.content)) if len(completed) > 1 else completed),
        tuple(irregularities),
        tuple(disputed),
        tuple(corrections),
    )


def _box_fact_text(content: BoxFact) -> tuple[str, str]:
    """A box's fact beside its card, in words, and the field it is told in."""
    match content:
        case BoxCard():
            when = "after a split" if content.split else "before any split"
            return f"to hand {content.hand}, {when}", "data.hand"
        case HandSplit():
            return f"from hand {content.hand}", "data.hand"
        case HandEnded():
            when = "of a split box" if content.split else "of an unsplit box"
            return f"{spell(content.cards)} ({content.reason}), {when}", "data.cards"


def _opening_text(content: RoundOpened) -> str:
    limits = [f"{kind} from {limit.min} to {limit.max}" for kind, limit in content.limits]
    return ", ".join([f"{content.decks} decks", *content.side_wagers, *limits])


def _hands_text(dealt: DealtBox) -> str:
    return " and ".join(spell(cards) for _, cards in dealt.hands)


def _completion_text(content: RoundCompleted, other: RoundCompleted) -> str:
    """The completed round in words: the dealer's hand, and the boxes that the versions tell differently."""
    parts = [f"dealer {spell(content.dealer)}", f"{content.wager_count} wagers"]
    parts += [
        f"box {box.box} {_hands_text(box)}"
        for box in content.boxes
        if box != other.box(box.box) or content == other
    ]
    parts += [f"burned {burned.card}" for burned in content.burned]
    return ", ".join(parts)


def _wager_text(content: DisputedWager) -> str:
    wager = content.wager
    parts = [f"{wager.kind} of {wager.amount} by {wager.player} on box {wager.box}, hand {wager.hand}"]
    parts += [] if wager.original is None else [f"original {wager.original}"]
    return ", ".join([*parts, str(wager.tender)])
