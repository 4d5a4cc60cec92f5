"""A round as the set of its facts, whatever order they came in.

A *world* is one possible reading of what is known of a box and the dealer's hand. Without conflicts there is
exactly one. A wager is decided only if it ends the same in every world.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import TypeVar

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
from croupier.wagers import Wager

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
    splits: dict[bool, Source] = field(default_factory=dict)
    third_to: dict[int, Source] = field(default_factory=dict)
    split_hands: dict[int, set[tuple[Card, ...]]] = field(default_factory=dict)

    def readings(self) -> int:
        versions = [len(self.splits) or 1, len(self.third_to) or 1, *map(len, self.split_hands.values())]
        return self.places.readings() * prod(versions)

    def conflicts(self) -> Iterator[Conflict]:
        """What was told in more than one way: cards, whether the box was split, the third card's hand."""
        yield from self.places.conflicts()
        split = {"split" if told else "not split": source for told, source in self.splits.items()}
        third = {f"to hand {hand}": source for hand, source in self.third_to.items()}
        for what, versions in (("split or not", split), ("hand of the third card", third)):
            if len(versions) > 1:
                yield conflict(f"{self.places.owner}, {what}", versions.items())

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
    """What is known of a round under one set of terms and one reconstruction.

    ``reconstructions`` are those whose round goes on; one that is complete is among the ``completions``.
    ``initial_deal_over``: 14.9, the initial deal was completed, under this reconstruction or before it.
    """

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
    reconstructions: tuple[Fact[RoundReconstructed], ...]
    initial_deal_over: bool
    facts: tuple[Fact[Content], ...]

    def up_to(self, sequence: int) -> "Round":
        """The round as the table had seen it by an event of its own; supervisors' facts stay."""
        seen = [fact for fact in self.facts if fact.seen.sequence is None or fact.seen.sequence <= sequence]
        return gather(seen, self.terms, self.revision)

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
                found |= dict.fromkeys(self._box(number, completion).conflicts())
            found |= dict.fromkeys(self._dealer(completion).conflicts())
        return tuple(found)

    def _boxes(self) -> set[int]:
        dealt = {number for deal in self.initial_deals for number, _ in deal.content.boxes}
        completed = {box.box for completion in self.completions for box in completion.content.boxes}
        reconstructed = {box.box for told in self.reconstructions for box in told.content.boxes}
        return {*self.box_facts, *dealt, *completed, *reconstructed}

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
        for told in self.reconstructions:
            _read_reconstruction(reading, told, box)
        for fact in facts:
            if isinstance(fact.content, HandEnded):
                _read_end(reading, fact.content, fact.seen)
        origins: dict[int, int] = {}
        for fact in facts:
            if isinstance(fact.content, HandSplit):
                origins[fact.content.new_hand] = fact.content.hand
                reading.splits.setdefault(True, Source(fact.seen, "data.hand"))
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
        for told in self.reconstructions:
            places.claim_as_dealt(told.content.dealer, Source(told.seen, "data.dealer"))
        if completion is not None:
            places.claim_all(completion.content.dealer, Source(completion.seen, "data.dealer"))
        return places

    def _told_twice(self, boxes: Iterable[int]) -> Iterator[Conflict]:
        """Natural keys, other than a card's, that were told with two contents."""
        told: dict[str, dict[str, Source]] = {}
        rebuilt = {fact.seen for fact in self.corrections if isinstance(fact.content, RoundReconstructed)}
        completed = [completion for completion in self.completions if completion.seen not in rebuilt]
        # A reconstruction tells of the cards only: beside one only those are compared.
        cards_only = len(completed) < len(self.completions)
        versions = [completion.content for completion in self.completions] if completed else []
        for completion in self.completions if completed else ():
            text = _completion_text(completion.content, versions, cards_only=cards_only)
            told.setdefault(completion.content.place, {})[text] = Source(completion.seen, "data")
        for opening in self.openings:
            text = _opening_text(opening.content)
            told.setdefault(opening.content.place, {})[text] = Source(opening.seen, "data")
        for box in boxes:
            for fact in self.box_facts.get(box, ()):
                text, field_name = _box_fact_text(fact.content)
                told.setdefault(fact.content.place, {})[text] = Source(fact.seen, field_name)
        for correction in self.corrections:
            for place, text in _correction_texts(correction.content):
                told.setdefault(place, {})[text] = Source(correction.seen, "data")
        for disputed in self.disputed:
            text = wager_text(disputed.content.wager)
            told.setdefault(disputed.content.place, {})[text] = Source(disputed.seen, "data.wagers")
        for place, held in told.items():
            if len(held) > 1:
                yield conflict(place, held.items())


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
        reading.splits.setdefault(dealt.split, Source(seen, "data.split"))
    if dealt.nth == 3:
        reading.third_to.setdefault(dealt.hand, Source(seen, "data.hand"))


def _read_end(reading: BoxReading, ended: HandEnded, seen: Seen) -> None:
    reading.splits.setdefault(ended.split, Source(seen, "data.split"))
    if ended.split:
        reading.split_hands.setdefault(ended.hand, set()).add(ended.cards)
        return
    source = Source(seen, "data.cards")
    following = reading.places.claim_as_dealt(ended.cards, source)
    reading.places.claim_none([following, *(nth for nth in reading.places.claims if nth > following)], source)


def _read_reconstruction(reading: BoxReading, told: Fact[RoundReconstructed], box: int) -> None:
    """The cards of a box as a reconstruction leaves them, with more to come."""
    dealt = next((held for held in told.content.boxes if held.box == box), None)
    if dealt is None:
        return
    source = Source(told.seen, "data.boxes")
    reading.places.claim_as_dealt(dealt.dealt, source)
    hands = dict(dealt.hands)
    if len(hands) > 1:
        reading.splits.setdefault(True, source)
        if len(dealt.dealt) > 2:
            reading.third_to.setdefault(_third_to(hands, None), source)
    elif len(dealt.dealt) > 2:
        # 12.4: a third card rules a split out.
        reading.splits.setdefault(False, source)


def _read_completion(reading: BoxReading, dealt: DealtBox | None, seen: Seen, third_hand_of: int | None) -> None:
    source = Source(seen, "data.boxes")
    if dealt is None:
        reading.places.claim_all((), source)
        return
    reading.places.claim_all(dealt.dealt, source)
    hands = dict(dealt.hands)
    split = len(hands) > 1
    reading.splits.setdefault(split, source)
    if split:
        for number, cards in hands.items():
            reading.split_hands.setdefault(number, set()).update(_with_conflicts(reading.places, cards))
        if len(dealt.dealt) > 2:
            reading.third_to.setdefault(_third_to(hands, third_hand_of), source)


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


def gather(facts: Iterable[Fact[Content]], terms: Terms, revision: int | None = None) -> Round:
    """The round as ``facts`` under ``terms`` tell it.

    It follows reconstruction ``revision``, or (None) the latest that is known: its cards replace those of all
    lower revisions, and cards of a higher one wait for it.
    """
    told = [fact for fact in facts if fact.seen.terms == terms or isinstance(fact.content, DisputedWager)]
    reconstructed = list(_of(told, RoundReconstructed))
    latest = max((fact.content.revision for fact in reconstructed), default=0) if revision is None else revision
    current = [fact for fact in told if _revision(fact.content) in (None, latest)]
    boxes: dict[int, list[Fact[BoxFact]]] = {}
    for fact in current:
        if isinstance(fact.content, BoxFact):
            boxes.setdefault(fact.content.box, []).append(Fact(fact.content, fact.seen))
    rebuilt = [fact for fact in reconstructed if fact.content.revision == latest]
    completions = [
        *_of(current, RoundCompleted),
        *(_as_completed(fact) for fact in rebuilt if fact.content.complete),
    ]
    going_on = [fact for fact in rebuilt if not fact.content.complete]
    over = any(_ends_initial_deal(fact.content, latest) for fact in told)
    return Round(
        terms=terms,
        revision=latest,
        box_facts={number: tuple(held) for number, held in boxes.items()},
        dealer_cards=tuple(_of(current, DealerCard)),
        openings=tuple(_of(told, RoundOpened)),
        initial_deals=tuple(_of(current, InitialDeal)),
        completions=_sorted(completions),
        irregularities=tuple(_of(told, Irregularity)),
        disputed=tuple(_of(told, DisputedWager)),
        corrections=tuple(_corrections(told)),
        reconstructions=tuple(going_on),
        initial_deal_over=over,
        facts=tuple(told),
    )


K = TypeVar("K", bound=Content)


def _of(facts: Iterable[Fact[Content]], kind: type[K]) -> Iterator[Fact[K]]:
    """The facts of one kind."""
    for fact in facts:
        if isinstance(fact.content, kind):
            yield Fact(fact.content, fact.seen)


def _corrections(facts: Iterable[Fact[Content]]) -> Iterator[Fact[Correction]]:
    for fact in facts:
        if isinstance(fact.content, Correction):
            yield Fact(fact.content, fact.seen)


def _revision(content: Content) -> int | None:
    """The reconstruction that a content's cards follow; None of a content without cards."""
    match content:
        case BoxCard() | DealerCard() | HandSplit() | HandEnded() | InitialDeal() | RoundCompleted():
            return content.revision
        case _:
            return None


def _as_completed(fact: Fact[RoundReconstructed]) -> Fact[RoundCompleted]:
    """A reconstruction that is complete tells all that a completed round tells of the cards."""
    content = fact.content
    completed = RoundCompleted(content.revision, content.boxes, content.dealer, wager_count=0, burned=())
    return Fact(completed, fact.seen)


def _ends_initial_deal(content: Content, latest: int) -> bool:
    match content:
        case InitialDeal() | RoundCompleted():
            return content.revision <= latest
        case RoundReconstructed():
            whole = bool(content.boxes) and all(len(box.dealt) >= 2 for box in content.boxes)
            return content.revision == latest and (content.complete or whole)
        case _:
            return False


def _sorted(completions: list[Fact[RoundCompleted]]) -> tuple[Fact[RoundCompleted], ...]:
    """The versions of the completed round in one order, whatever order they came in."""
    if len(completions) > 1:
        completions.sort(key=lambda fact: repr(fact.content))
    return tuple(completions)


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


def _completion_text(content: RoundCompleted, versions: list[RoundCompleted], *, cards_only: bool) -> str:
    """The completed round in words: the dealer's hand, and the boxes that the versions tell differently."""
    parts = [f"dealer {spell(content.dealer)}"]
    parts += [] if cards_only else [f"{content.wager_count} wagers"]
    parts += [
        f"box {box.box} {_hands_text(box)}{_deal_order(box)}"
        for box in content.boxes
        if any(version.box(box.box) != box for version in versions)
    ]
    parts += [] if cards_only else [f"burned {burned.card}" for burned in content.burned]
    return ", ".join(parts)


def _deal_order(box: DealtBox) -> str:
    """How a split box was dealt, which its hands do not tell."""
    return f" (dealt {spell(box.dealt)})" if len(box.hands) > 1 else ""


def wager_text(wager: Wager) -> str:
    """A wager in words."""
    parts = [f"{wager.kind} of {wager.amount} by {wager.player} on box {wager.box}, hand {wager.hand}"]
    parts += [] if wager.original is None else [f"original {wager.original}"]
    parts += [] if wager.patron is None else [f"patron {wager.patron}"]
    return ", ".join([*parts, str(wager.tender)])


def _correction_texts(content: Correction) -> Iterator[tuple[str, str]]:
    """The natural keys of a correction that another one may contradict, each with its content in words."""
    match content:
        case RoundReconstructed():
            boxes = ", ".join(f"box {box.box} {_hands_text(box)}" for box in content.boxes)
            whole = "complete" if content.complete else "to go on"
            yield content.place, f"{boxes}, dealer {spell(content.dealer)}, {whole}"
        case WagersCorrected():
            for wager in content.wagers:
                yield f"correction {content.revision} of wager {wager.wager_id}", wager_text(wager)
        case WagersVoided() | VoidRescinded() | WagersUpheld():
            return
