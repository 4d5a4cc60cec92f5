"""A round as the set of its facts, whatever order they came in."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from croupier.boxes import (
    BoxReading,
    World,
    read_card,
    read_completion,
    read_end,
    read_reconstruction,
    read_split,
)
from croupier.facts import (
    BoxCard,
    BoxFact,
    Content,
    Correction,
    DealerCard,
    DisputedWager,
    Fact,
    HandEnded,
    HandSplit,
    InitialDeal,
    Irregularity,
    RoundCompleted,
    RoundOpened,
    RoundReconstructed,
    Terms,
)
from croupier.places import Conflict, Places, Source, conflict
from croupier.wording import box_fact_text, completion_text, correction_texts, opening_text, wager_text

MANY_WORLDS = 256
"""More readings than this are not told apart: the box is then simply unknown."""


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
        found = list(islice(self._worlds(box), MANY_WORLDS + 1))
        return (
            None
            if len(found) > MANY_WORLDS
            else tuple(world for i, world in enumerate(found) if world not in found[:i])
        )

    def _worlds(self, box: int) -> Iterator[World]:
        for completion in self.completions or (None,):
            content = None if completion is None else completion.content
            yield from self._box(box, completion).worlds(self._dealer(completion), content)

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
            match fact.content:
                case BoxCard():
                    read_card(reading, fact.content, fact.seen)
                case HandSplit():
                    read_split(reading, fact.content, fact.seen)
                case HandEnded():
                    # Read below: what ends a hand is read when all its cards are.
                    pass
        for deal in self.initial_deals:
            cards = deal.content.cards_of(box) or ()
            reading.places.claim_as_dealt(cards, Source(deal.seen, "data.boxes"))
        for told in self.reconstructions:
            read_reconstruction(reading, told.content.box(box), told.seen)
        for fact in facts:
            if isinstance(fact.content, HandEnded):
                read_end(reading, fact.content, fact.seen)
        if completion is not None:
            read_completion(reading, completion.content.box(box), completion.seen)
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
            text = completion_text(completion.content, versions, cards_only=cards_only)
            told.setdefault(completion.content.place, {})[text] = Source(completion.seen, "data")
        for opening in self.openings:
            text = opening_text(opening.content)
            told.setdefault(opening.content.place, {})[text] = Source(opening.seen, "data")
        for box in boxes:
            for fact in self.box_facts.get(box, ()):
                text, field_name = box_fact_text(fact.content)
                told.setdefault(fact.content.place, {})[text] = Source(fact.seen, field_name)
        for correction in self.corrections:
            for place, text in correction_texts(correction.content):
                told.setdefault(place, {})[text] = Source(correction.seen, "data")
        for disputed in self.disputed:
            text = wager_text(disputed.content.wager)
            told.setdefault(disputed.content.place, {})[text] = Source(disputed.seen, "data.wagers")
        for place, held in told.items():
            if len(held) > 1:
                yield conflict(place, held.items())


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
