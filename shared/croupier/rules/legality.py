"""What the rules could not have produced: not settled but put under review, as narrowly as reading 20 says.

Only clauses that the book holds are used. The dealer's hand is judged beside the wagers it decides, in
``main_wagers`` and ``insurance``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from croupier.cards import Card, Rank, spell
from croupier.rules.book import NOT_HELD, Provision, RuleBook
from croupier.rules.placing import HANDS_A_BOX
from croupier.rules.rulings import Illegal, illegal

Hands = Mapping[int, tuple[Card, ...]]
"""The hands of a box by their number."""


def box_fault(book: RuleBook, dealt: tuple[Card, ...], hands: Hands) -> Illegal | None:
    """Why a completed box cannot be right: ``dealt`` in deal order, ``hands`` as they stood at the end."""
    held = tuple(card for cards in hands.values() for card in cards)
    told = " and ".join(spell(cards) for _, cards in sorted(hands.items()))
    # Not a clause but arithmetic: every card that was dealt lies in one hand.
    if Counter(dealt) != Counter(held):
        return Illegal(NOT_HELD, f"the box's hands, {told}, do not add up to what was dealt, {spell(dealt)}")
    if len(hands) == 1 and held != dealt:
        return Illegal(NOT_HELD, f"the box's hand, {told}, is not in the order of the deal, {spell(dealt)}")
    # 16.6, NZ 15.4: every box in play has two initial cards.
    if len(dealt) < 2:
        only = f", only {spell(dealt)}" if dealt else ""
        because = f"the completed round shows no two initial cards on the box{only}"
        return illegal(book, Provision.TWO_INITIAL_CARDS, because)
    return None if len(hands) == 1 else _split_fault(book, dealt, hands, told)


def _split_fault(book: RuleBook, dealt: tuple[Card, ...], hands: Hands, told: str) -> Illegal | None:
    # 12.3.1
    if book.holds(Provision.THREE_HANDS) and len(hands) > HANDS_A_BOX:
        return illegal(book, Provision.THREE_HANDS, f"the box has {len(hands)} hands, {told}; three are the most")
    # 12.1
    if book.holds(Provision.SPLIT_EQUALS_ORIGINAL) and dealt[0].points != dealt[1].points:
        because = f"{spell(dealt[:2])} are not equal in value and were split"
        return illegal(book, Provision.SPLIT_EQUALS_ORIGINAL, because)
    # 12.3.1: a card that is split again equals the cards that were split first.
    odd = [cards for cards in hands.values() if cards and cards[0].points != dealt[0].points]
    if book.holds(Provision.THIRD_HAND_EQUALS_ORIGINAL) and odd:
        because = f"{odd[0][0]} begins a hand of a box on which {spell(dealt[:2])} were split"
        return illegal(book, Provision.THIRD_HAND_EQUALS_ORIGINAL, because)
    return None


def hand_fault(book: RuleBook, cards: tuple[Card, ...], *, split: bool, doubled: bool) -> Illegal | None:
    """Why a finished hand cannot be right for a wager on it; ``doubled``: the wager is a double."""
    # 12.3.2
    if book.holds(Provision.SPLIT_ACES_ONE_CARD) and split and len(cards) > 2 and cards[0].rank is Rank.ACE:
        because = f"{spell(cards)} are a hand of split aces, which get one card each"
        return illegal(book, Provision.SPLIT_ACES_ONE_CARD, because)
    # Rule 11; reading 15 for a back-bettor's double.
    if book.holds(Provision.DOUBLE_UP_TO_ORIGINAL) and doubled and len(cards) > 3:
        because = f"{spell(cards)} are a doubled hand, which gets one more card"
        return illegal(book, Provision.DOUBLE_UP_TO_ORIGINAL, because)
    return None


def too_many_copies(dealt: Iterable[Card], decks: int) -> frozenset[Card]:
    """The cards of which more were dealt in the round than ``decks`` decks hold."""
    return frozenset(card for card, copies in Counter(dealt).items() if copies > decks)


def copies_fault(cards: Iterable[Card], too_many: frozenset[Card], decks: int) -> Illegal | None:
    """Why a hand that holds one of those cards cannot be right. Arithmetic, not a clause."""
    held = sorted({str(card) for card in cards if card in too_many})
    if not held:
        return None
    shoe = "one deck" if decks == 1 else f"{decks} decks"
    return Illegal(NOT_HELD, f"the round was dealt more copies of {held[0]} than a shoe of {shoe} holds")


RESHUFFLED = ("16.7", "17.3")
"""After an irregularity under these the shoe is another one, and copies are not counted (reading 20)."""


def counts_copies(irregularities: Iterable[str]) -> bool:
    """Whether copies are counted, given the clauses of the irregularities that were recorded."""
    return not any(
        clause == reshuffled or clause.startswith(f"{reshuffled}.")
        for clause in irregularities
        for reshuffled in RESHUFFLED
    )
