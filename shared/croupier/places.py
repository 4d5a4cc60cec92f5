"""Places: what lies where in a box or in the dealer's hand, and who says so.

Several events may speak of one place. Where they agree it is known; where they do not it is in conflict and
every content that was said stays possible.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, product

from croupier.cards import NO_CARD, Card, NoCard
from croupier.facts import Seen

Dealt = Card | NoCard
"""What lies at a card's place: a card, or that none was dealt there."""

Run = tuple[Dealt | None, ...]
"""What lies at the places from the first on; None where nothing is known."""


@dataclass(frozen=True, slots=True)
class Source:
    """Who says so: the event, and the field of its contract."""

    seen: Seen
    field: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place with more than one content: each as text with its source, in the order of the texts."""

    place: str
    versions: tuple[tuple[str, Source], ...]

    @property
    def about(self) -> str:
        """The natural key: the place and its contents, whatever order they came in."""
        return f"{self.place}: {' or '.join(text for text, _ in self.versions)}"

    @property
    def told_by(self) -> frozenset[str]:
        """The events that tell the versions."""
        return frozenset(source.seen.event_id for _, source in self.versions)

    @property
    def may_be_burned(self) -> bool:
        """Whether it is only about a card that somebody did not have: it may have gone to the rack (16.5)."""
        return any(text == str(NO_CARD) or text.startswith("with ") for text, _ in self.versions)


def conflict(place: str, versions: Iterable[tuple[str, Source]]) -> Conflict:
    return Conflict(place, tuple(sorted(versions, key=lambda version: version[0])))


@dataclass(slots=True)
class Places:
    """The cards of one box, or of the dealer, by the ``nth`` of their ``CardDealt``.

    ``burned`` cards were reported as dealt and went to the discard rack (16.5, NZ 15.3): their places are
    passed over.
    """

    owner: str
    burned: Mapping[int, Card] = field(default_factory=dict)
    claims: dict[int, dict[Dealt, Source]] = field(default_factory=dict)

    def claim(self, nth: int, dealt: Dealt, source: Source) -> None:
        if self.burned.get(nth) != dealt:
            self.claims.setdefault(nth, {}).setdefault(dealt, source)

    def claim_as_dealt(self, cards: tuple[Card, ...], source: Source) -> int:
        """``cards`` in deal order, burned ones among them or not; the place that comes after them."""
        nth = 1
        for card in cards:
            while nth in self.burned and card != self.burned[nth]:
                nth += 1
            self.claim(nth, card, source)
            nth += 1
        return nth

    def numbered_as_dealt(self, cards: tuple[Card, ...]) -> dict[int, Card]:
        """``cards`` in deal order, without burned ones, by the places they lie at."""
        counting = (nth for nth in count(1) if nth not in self.burned)
        return {nth: card for card, nth in zip(cards, counting, strict=False)}

    def claim_all(self, cards: tuple[Card, ...], source: Source) -> None:
        """``cards`` in deal order, without burned ones, and nothing besides."""
        held = self.numbered_as_dealt(cards)
        for nth, card in held.items():
            self.claim(nth, card, source)
        following = next(nth for nth in count(max(held, default=0) + 1) if nth not in self.burned)
        self.claim_none({*self.claims, following} - held.keys(), source)

    def claim_none(self, nths: Iterable[int], source: Source) -> None:
        for nth in nths:
            self.claim(nth, NO_CARD, source)

    def runs(self) -> Iterator[Run]:
        """Every possible run of cards, to the last place of which something is known."""
        unknown: Mapping[Dealt | None, Source | None] = {None: None}
        yield from product(*(sorted(self.claims.get(nth) or unknown, key=str) for nth in self._nths()))

    def numbered(self, run: Run) -> dict[int, Dealt]:
        """A run by the places it tells of; those of which nothing is known left out."""
        return {nth: dealt for nth, dealt in zip(self._nths(), run, strict=True) if dealt is not None}

    def _nths(self) -> list[int]:
        last = max(self.claims, default=0)
        return [nth for nth in range(1, last + 1) if nth not in self.burned or nth in self.claims]

    def conflicts(self) -> Iterator[Conflict]:
        for nth, versions in sorted(self.claims.items()):
            if len(versions) > 1:
                told = ((str(dealt), source) for dealt, source in versions.items())
                yield conflict(f"{self.owner}, card {nth}", told)


def whole_hand(run: Run) -> tuple[Card, ...] | None:
    """The cards of a run that is known to its end, else None."""
    held: list[Card] = []
    for dealt in run:
        if isinstance(dealt, NoCard):
            return tuple(held)
        if dealt is None:
            return None
        held.append(dealt)
    return None
