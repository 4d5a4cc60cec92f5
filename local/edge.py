"""The exact return and house edge of a side wager, by counting combinations, for any paytable of a rule book.

Cards are dealt from a full shoe by the rule itself, face by face, and only as far as the rule needs them: one
face stands for all its copies. Nothing is sampled and nothing rounded but the last printed digit.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from croupier.cards import NO_CARD, Card, Rank, Suit
from croupier.rules import insurance, perfect_pairs, super_sevens
from croupier.rules.book import RuleBook
from croupier.rules.placing import WIN_OF
from croupier.rules.rulings import Decision, Ruling
from croupier.rules.super_sevens import SevensPlay
from croupier.wagers import Kind, Outcome

FACES = tuple(Card(rank, suit) for rank in Rank for suit in Suit)

SIDE_WAGERS = (Kind.SUPER_SEVENS, Kind.PERFECT_PAIRS)


@dataclass(frozen=True, slots=True)
class Edge:
    """What a wager of one unit returns, stake included, and what the house keeps of it.

    ``combinations`` counts the equally likely ones of each outcome as published tables do: ordered triples
    for Super Sevens, unordered pairs for Perfect Pairs, second cards under an ace for insurance. ``chances`` is
    how likely each return is.
    """

    book: str
    wager: Kind
    decks: int
    returned: Fraction
    combinations: Mapping[str, int]
    pays: Mapping[str, str]
    chances: Mapping[Fraction, Fraction]

    @property
    def edge(self) -> Fraction:
        return 1 - self.returned

    def moment(self, power: int) -> Fraction:
        """The central moment of the return, exactly: the second is its variance."""
        parts = (chance * (value - self.returned) ** power for value, chance in self.chances.items())
        return sum(parts, start=Fraction(0))

    def fields(self) -> dict[str, object]:
        """As JSON values: fractions as ``"n/d"``, per cent as text with four decimals."""
        return {
            "book": self.book,
            "wager": str(self.wager),
            "decks": self.decks,
            "return": fraction_text(self.returned),
            "edge": fraction_text(self.edge),
            "edge_percent": percent(self.edge),
            "combinations": dict(self.combinations),
        }


def fraction_text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def percent(value: Fraction, decimals: int = 4) -> str:
    """Per cent, rounded half up to so many decimals."""
    scaled = value * 100 * 10**decimals
    units = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    sign, digits = "-" if units < 0 else "", str(abs(units)).rjust(decimals + 1, "0")
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"


def offered(book: RuleBook) -> tuple[Kind, ...]:
    """The side wagers that the book holds."""
    return tuple(kind for kind in SIDE_WAGERS if book.holds(WIN_OF[kind]))


def edge(book: RuleBook, wager: Kind, decks: int, *, third_card: bool = True) -> Edge:
    """The edge of a side wager with so many decks.

    ``third_card``: Super Sevens with a third card dealt to every pair of sevens, as tables are published; or
    with none (always stood on, or split where that pays at once).

    Raises:
        ValueError: the book does not hold the wager, or it is no side wager.
    """
    if wager not in offered(book):
        held = ", ".join(offered(book)) or "none"
        raise ValueError(f"rule book {book.id} has no side wager {wager}; it has {held}")
    if wager is Kind.PERFECT_PAIRS:
        return _count(book, wager, decks, 2, lambda cards: _pair(book, cards), _PAIRS, 2)
    never = None if third_card else NO_CARD
    return _count(book, wager, decks, 3, lambda cards: _sevens(book, cards, never), _SEVENS, 1)


def insurance_edge(book: RuleBook, decks: int) -> Edge:
    """The edge of insurance with so many decks: the dealer shows an ace, and nothing else is known.

    Raises:
        ValueError: the book does not hold insurance.
    """
    if not book.holds(WIN_OF[Kind.INSURANCE]):
        raise ValueError(f"rule book {book.id} has no insurance")
    ace = Card(Rank.ACE, Suit.SPADES)
    shoe = Counter(dict.fromkeys(FACES, decks)) - Counter([ace])
    counts: Counter[str] = Counter()
    pays: dict[str, str] = {}
    ways: Counter[Fraction] = Counter()
    for second, copies in shoe.items():
        ruling = insurance.settle(book, ace, second)
        if not isinstance(ruling, Ruling):
            raise TypeError(f"two cards decide insurance, and {ace} {second} do not")
        name = "ten-value" if second.points == 10 else "other"
        counts[name] += copies
        pays[name] = "lose" if ruling.odds is None else ruling.odds.words
        ways[_return(ruling)] += copies
    chances = _chances(ways, shoe.total())
    return Edge(book.id, Kind.INSURANCE, decks, _mean(chances), dict(counts), pays, chances)


def _return(ruling: Ruling) -> Fraction:
    """What a unit staked returns by a ruling on a side wager, none of which stands off."""
    if ruling.outcome is Outcome.WIN and ruling.odds is not None:
        return 1 + ruling.odds.ratio
    return Fraction(0)


def _chances(ways: Mapping[Fraction, int], in_all: int) -> dict[Fraction, Fraction]:
    return {value: Fraction(count, in_all) for value, count in ways.items()}


def _mean(chances: Mapping[Fraction, Fraction]) -> Fraction:
    return sum((value * chance for value, chance in chances.items()), start=Fraction(0))


def _pair(book: RuleBook, cards: tuple[Card, ...]) -> Decision | None:
    return perfect_pairs.settle(book, *cards) if len(cards) == 2 else None


def _sevens(book: RuleBook, cards: tuple[Card, ...], third: object) -> Decision:
    first, second, dealt = (*cards, None, None, None)[:3]
    known = dealt if dealt is not None or third is not NO_CARD else NO_CARD
    return super_sevens.settle(book, SevensPlay(first, second, known, split=False))


def _pair_name(cards: tuple[Card, ...]) -> str:
    first, second = cards
    if first.rank is not second.rank:
        return "none"
    if first.suit is second.suit:
        return "perfect"
    return "coloured" if first.suit.colour is second.suit.colour else "mixed"


def _sevens_name(cards: tuple[Card, ...]) -> str:
    sevens = 0
    while sevens < len(cards) and cards[sevens].rank is Rank.SEVEN:
        sevens += 1
    suited = "suited " if len({card.suit for card in cards[:sevens]}) == 1 else ""
    return ("none", "one seven", f"{suited}7-7", f"{suited}7-7-7")[sevens]


_PAIRS = (("perfect", "coloured", "mixed", "none"), _pair_name)
_SEVENS = (("suited 7-7-7", "7-7-7", "suited 7-7", "7-7", "one seven", "none"), _sevens_name)


def _count(
    book: RuleBook,
    wager: Kind,
    decks: int,
    length: int,
    settle: Callable[[tuple[Card, ...]], Decision | None],
    named: tuple[tuple[str, ...], Callable[[tuple[Card, ...]], str]],
    orders: int,
) -> Edge:
    """Deal every combination of ``length`` cards; ``orders`` of them are one in a published table."""
    names, name = named
    size = 52 * decks
    counts = dict.fromkeys(names, 0)
    pays: dict[str, str] = {}
    ways_of: Counter[Fraction] = Counter()
    for cards, ways, ruling in _dealt(settle, decks, ()):
        count = ways * perm(size - len(cards), length - len(cards))
        counts[name(cards)] += count
        pays[name(cards)] = "lose" if ruling.odds is None else ruling.odds.words
        ways_of[_return(ruling)] += count
    combinations = {held: counts[held] // orders for held in names if counts[held]}
    chances = _chances(ways_of, perm(size, length))
    return Edge(book.id, wager, decks, _mean(chances), combinations, pays, chances)


def _dealt(
    settle: Callable[[tuple[Card, ...]], Decision | None], decks: int, cards: tuple[Card, ...]
) -> Iterator[tuple[tuple[Card, ...], int, Ruling]]:
    """Every run of faces that the rule decides, and in how many ways its copies can be dealt."""
    decision = settle(cards)
    if isinstance(decision, Ruling):
        yield cards, _ways(cards, decks), decision
        return
    for face in FACES:
        if cards.count(face) < decks:
            yield from _dealt(settle, decks, (*cards, face))


def _ways(cards: tuple[Card, ...], decks: int) -> int:
    ways = 1
    for number, card in enumerate(cards):
        ways *= decks - cards[:number].count(card)
    return ways
