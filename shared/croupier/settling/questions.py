"""Questions: what other facts show that the rules did not allow (reading 17, "Questioned").

No money moves by a question: a supervisor voids the wager, upholds it, or lets it be. Each is asked once the
known facts suffice, whatever the unknown ones turn out to be; so what is asked in the end does not depend on
the order in which the facts came. Nothing here enters a decision.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from croupier.boxes import World
from croupier.cards import Card, Rank
from croupier.facts import (
    BoxCard,
    Content,
    DealerCard,
    Fact,
    HandEnded,
    HandSplit,
    InitialDeal,
    RoundCompleted,
)
from croupier.ledger import WagerRecord
from croupier.round import Round
from croupier.rules.book import NOT_HELD, Clause, Provision, RuleBook
from croupier.settling.correcting import is_corrected, is_upheld, really, void_of
from croupier.settling.deciding import refused
from croupier.wagers import Kind, Wager

OF_A_KIND = 3
"""14.2: so many side wagers of a kind may lie on a box (reading 18)."""

SIDE = (Kind.SUPER_SEVENS, Kind.PERFECT_PAIRS)


@dataclass(frozen=True, slots=True)
class Question:
    """``about``: what is asked of the wager, asked once; ``because`` names the facts."""

    wager: Wager
    about: str
    clause: Clause
    because: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A wager as it really was, and the place of its event in the table's sequence."""

    wager: Wager
    sequence: int


@dataclass(frozen=True, slots=True)
class Table:
    """All that is known of a round, to ask about one wager after another."""

    book: RuleBook
    told: Round
    placed: tuple[Placed, ...]

    @property
    def all_placed(self) -> bool:
        """Whether every wager of the round is known: so many as the completed round counts."""
        counted = wagers_counted(self.told)
        return counted is not None and len(self.placed) >= counted

    def of(self, wager: Wager, kind: Kind) -> list[Placed]:
        """The wagers of a kind by the same player on the same box."""
        mine = (wager.player, wager.box)
        return [each for each in self.placed if each.wager.kind is kind and _whose(each.wager) == mine]

    def first(self, when: Callable[[Content], bool]) -> int | None:
        """The sequence of the first fact of a sort, or None."""
        return _first(self.told.facts, when)


def wagers_counted(told: Round) -> int | None:
    """How many wagers the table says that the round has; None before it is completed."""
    counts = [fact.content.wager_count for fact in told.facts if isinstance(fact.content, RoundCompleted)]
    return max(counts, default=None)


def questions(book: RuleBook, records: Iterable[WagerRecord], told: Round) -> Iterator[Question]:
    """What is to be asked of the wagers, all of which were placed under the terms of ``told``."""
    placed = [(record, really(record.wager, told)) for record in records]
    known = tuple(Placed(wager or record.wager, record.placement.seen.sequence or 0) for record, wager in placed)
    table = Table(book, told, known)
    for (record, wager), each in zip(placed, known, strict=True):
        if wager is not None and _is_in_play(book, record.wager, wager, told):
            for ask in ASKED:
                yield from ask(table, each)


def _is_in_play(book: RuleBook, placed: Wager, wager: Wager, told: Round) -> bool:
    """Not refused, nor void, nor upheld already, nor in dispute: those are a supervisor's already."""
    disputed = any(dispute.content.wager.wager_id == wager.wager_id for dispute in told.disputed)
    if disputed and not is_corrected(placed, told):
        return False
    settled = is_upheld(wager, told) or void_of(wager, told) is not None
    return not settled and refused(book, wager, told) is None


def _no_main_wager(table: Table, placed: Placed) -> Iterator[Question]:
    # 14.2, 14.3 for side wagers; 8, 11 and 12.1 for those that follow an original wager.
    wager, provision = placed.wager, _beside_main(placed.wager)
    if wager.kind is Kind.MAIN or not table.book.holds(provision) or not table.all_placed:
        return
    if not table.of(wager, Kind.MAIN):
        because = f"{wager.player} has no main wager on box {wager.box}"
        yield _question(table, wager, "no main wager", provision, because)


def _fourth_of_a_kind(table: Table, placed: Placed) -> Iterator[Question]:
    wager, provision = placed.wager, Provision.SIDE_WAGER_ON_THE_BOX
    if wager.kind not in SIDE or not table.book.holds(provision):
        return
    lying = [each for each in table.placed if (each.wager.kind, each.wager.box) == (wager.kind, wager.box)]
    if len(_before(placed, lying)) >= OF_A_KIND:
        because = f"{OF_A_KIND} {wager.kind} wagers lay on box {wager.box} before it"
        yield _question(table, wager, "a fourth of its kind", provision, because)


def _another_main_stake(table: Table, placed: Placed) -> Iterator[Question]:
    wager = placed.wager
    for main in sorted(each.wager.amount for each in table.of(wager, Kind.MAIN)):
        stake = f"{wager.player}'s main wager on box {wager.box} is {main}"
        if wager.original is not None and wager.original != main:
            provision = _beside_main(wager)
            because = f"{stake}, and the wager says {wager.original}"
            yield _question(table, wager, "another main stake", provision, because)
        if limit := _too_much(wager, main):
            provision, wrong = limit
            if table.book.holds(provision):
                yield _question(table, wager, "its amount", provision, f"{stake}, and the wager is {wrong}")


def _beside_main(wager: Wager) -> Provision:
    """What binds the wager to its player's main wager on the box."""
    match wager.kind:
        case Kind.INSURANCE:
            return Provision.INSURANCE_HALF
        case Kind.DOUBLE:
            return Provision.DOUBLE_UP_TO_ORIGINAL
        case Kind.SPLIT:
            return Provision.SPLIT_EQUALS_ORIGINAL
        case Kind.SUPER_SEVENS | Kind.PERFECT_PAIRS:
            return Provision.SIDE_WAGER_WITH_INITIAL
        case _:
            return Provision.INITIAL_WAGER


def _too_much(wager: Wager, main: int) -> tuple[Provision, str] | None:
    """What the amount may not be beside that main wager, where the wager itself does not say (8, 11, 12.1)."""
    provision = _beside_main(wager)
    match wager.kind:
        case Kind.INSURANCE if 2 * wager.amount > main:
            return provision, f"insurance of {wager.amount}, more than half of it"
        case Kind.DOUBLE if wager.amount > main:
            return provision, f"a double of {wager.amount}, more than it"
        case Kind.SPLIT if wager.amount != main:
            return provision, f"{wager.amount} on a split hand, not the same"
        case _:
            return None


def _outside_limits(table: Table, placed: Placed) -> Iterator[Question]:
    wager, openings = placed.wager, table.told.openings
    limits = [dict(opening.content.limits).get(_kind(wager)) for opening in openings]
    if limits and all(limit and not limit.min <= wager.amount <= limit.max for limit in limits):
        told = " or ".join(sorted({f"{limit.min} to {limit.max}" for limit in limits if limit}))
        because = f"{wager.amount} is outside the round's limits for {wager.kind}, {told}"
        yield _question(table, wager, "limits", None, because)


def _insurance_without_ace(table: Table, placed: Placed) -> Iterator[Question]:
    if placed.wager.kind is not Kind.INSURANCE:
        return
    firsts = {world.dealer_first for world in _worlds(table, placed.wager)}
    if firsts and all(isinstance(first, Card) and first.rank is not Rank.ACE for first in firsts):
        because = f"the dealer's first card is {' or '.join(sorted(map(str, firsts)))}, not an ace"
        yield _question(table, placed.wager, "no ace", Provision.INSURANCE_HALF, because)


def _second_double(table: Table, placed: Placed) -> Iterator[Question]:
    wager = placed.wager
    if wager.kind is not Kind.DOUBLE:
        return
    lying = [each for each in table.of(wager, Kind.DOUBLE) if each.wager.hand == wager.hand]
    if _before(placed, lying):
        because = f"{wager.player} had doubled on box {wager.box}, hand {wager.hand}, before it"
        yield _question(table, wager, "a second double", Provision.DOUBLE_UP_TO_ORIGINAL, because)


def _double_on_split_aces(table: Table, placed: Placed) -> Iterator[Question]:
    wager, provision = placed.wager, Provision.SPLIT_ACES_ONE_CARD
    if wager.kind is not Kind.DOUBLE or not table.book.holds(provision):
        return
    worlds = _worlds(table, wager)
    aces = [isinstance(world.first, Card) and world.first.rank is Rank.ACE for world in worlds]
    if worlds and all(aces) and all(world.split for world in worlds):
        yield _question(table, wager, "split aces", provision, f"box {wager.box} holds split aces")


def _late(table: Table, placed: Placed) -> Iterator[Question]:
    """Lateness by ``sequence``, whatever order the events came in: one question, whatever it is late for."""
    wager, box = placed.wager, placed.wager.box
    after: tuple[str, int | None]
    match wager.kind:
        case Kind.MAIN | Kind.SUPER_SEVENS | Kind.PERFECT_PAIRS:
            after = "the round's first card", table.first(_tells_of_a_card)
        case Kind.INSURANCE:
            after = "the dealer's second card", table.first(_tells_of_dealers_second)
        case Kind.DOUBLE:
            after = f"the next card of box {box}, hand {wager.hand}", _third_card_of_hand(table, wager)
        case Kind.SPLIT:
            after = f"the next card of box {box} after the split", _card_after_split(table, wager)
        case _:
            return
    completed = "the completed round", table.first(lambda content: isinstance(content, RoundCompleted))
    for what, sequence in (completed, after):
        if sequence is not None and placed.sequence > sequence:
            because = f"its event is {placed.sequence} of the table's sequence and {what} was {sequence}"
            yield _question(table, wager, "late", None, because)
            return


def _tells_of_a_card(content: Content) -> bool:
    return isinstance(content, BoxCard | DealerCard | HandSplit | HandEnded | InitialDeal | RoundCompleted)


def _tells_of_dealers_second(content: Content) -> bool:
    match content:
        case DealerCard():
            return content.nth >= 2
        case RoundCompleted():
            return len(content.dealer) >= 2
        case _:
            return False


def _third_card_of_hand(table: Table, wager: Wager) -> int | None:
    """When the hand got the card after its first two: by that card, or by its end if that has three."""
    facts = table.told.box_facts.get(wager.box, ())
    ended = _first(
        facts,
        lambda content: isinstance(content, HandEnded) and content.hand == wager.hand and len(content.cards) > 2,
    )
    unsplit = _first(facts, lambda content: isinstance(content, BoxCard) and content.nth > 2 and not content.split)
    found = [ended, unsplit if wager.hand == 1 else None, _third_card_of_split_hand(table, wager)]
    return min((sequence for sequence in found if sequence is not None), default=None)


def _third_card_of_split_hand(table: Table, wager: Wager) -> int | None:
    """By the cards dealt to the hand, once every card of the box is told: else one more may lie between them."""
    told = {
        fact.content.nth: fact
        for fact in table.told.box_facts.get(wager.box, ())
        if isinstance(fact.content, BoxCard) and fact.content.split
    }
    boxes = [completion.content.box(wager.box) for completion in table.told.completions]
    dealt = {box.dealt for box in boxes if box is not None}
    if len(dealt) != 1 or set(told) != set(range(3, len(dealt.pop()) + 1)):
        return None
    mine = [fact for _, fact in sorted(told.items(), key=lambda held: held[0]) if fact.content.hand == wager.hand]
    finished = {world.hands.get(wager.hand, ()) for world in _worlds(table, wager)}
    if len(finished) != 1:
        return None
    drawn = finished.pop()[2:]
    last = mine[-len(drawn) :] if drawn else []
    same = tuple(fact.content.card for fact in last if isinstance(fact.content, BoxCard)) == drawn
    return last[0].seen.sequence if last and same else None


def _card_after_split(table: Table, wager: Wager) -> int | None:
    """When the box got a card after the split that made the wager's hand."""
    facts = table.told.box_facts.get(wager.box, ())
    if wager.hand == 2:
        # 12.4: the first split comes before the third card.
        return _first(facts, lambda content: isinstance(content, BoxCard) and content.nth > 2)
    split = _first(facts, lambda content: isinstance(content, HandSplit) and content.new_hand == wager.hand)
    if split is None:
        return None
    later = [fact for fact in facts if fact.seen.sequence is not None and fact.seen.sequence > split]
    return _first(later, lambda content: isinstance(content, BoxCard))


ASKED = (
    _no_main_wager,
    _fourth_of_a_kind,
    _another_main_stake,
    _outside_limits,
    _insurance_without_ace,
    _second_double,
    _double_on_split_aces,
    _late,
)
"""All of reading 17's questions."""


def _question(table: Table, wager: Wager, about: str, provision: Provision | None, because: str) -> Question:
    clause = NOT_HELD if provision is None else table.book.clause(provision)
    return Question(wager, about, clause, because)


def _first(facts: Iterable[Fact[Content]], when: Callable[[Content], bool]) -> int | None:
    told = [fact.seen.sequence for fact in facts if fact.seen.sequence is not None and when(fact.content)]
    return min(told, default=None)


def _before(placed: Placed, lying: Iterable[Placed]) -> list[Placed]:
    """Those that were placed before it; within one event by their ids, as their order is not kept."""
    mine = (placed.sequence, placed.wager.wager_id)
    return [each for each in lying if (each.sequence, each.wager.wager_id) < mine]


def _worlds(table: Table, wager: Wager) -> Sequence[World]:
    return table.told.worlds(wager.box) or ()


def _kind(wager: Wager) -> Kind:
    """The kind of a wager that was not refused."""
    if not isinstance(wager.kind, Kind):
        raise TypeError(f"a wager of the unknown kind {wager.kind} was not refused")
    return wager.kind


def _whose(wager: Wager) -> tuple[str, int]:
    return wager.player, wager.box
