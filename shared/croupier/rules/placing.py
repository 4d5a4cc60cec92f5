"""Which wagers the rules refuse, by the wager's own event and the rule book alone (reading 17).

A refused wager is returned as ``void``. What other facts show about a wager is a question, not a refusal.
"""

from croupier.rules.book import Provision, RuleBook
from croupier.rules.rulings import Ruling, returned
from croupier.wagers import Kind, UnknownKind, Wager

HANDS_A_BOX = 3


def refusal(book: RuleBook, wager: Wager) -> Ruling | None:
    """Why the rules do not allow the wager, or None where they do (reading 17, "Refused")."""
    kind = wager.kind
    # Reading 16: surrender, even money and the like do not exist in these texts.
    if isinstance(kind, UnknownKind):
        return returned(book, Provision.UNKNOWN_KIND, f"the rules know no wager of the kind {kind!s}")
    # 14.1: side wagers are optional; a book holds them or not.
    if not book.holds(WIN_OF[kind]):
        return returned(book, Provision.KIND_NOT_HELD, f"rule book {book.id} has no {kind} wager")
    return _wrong_hand(book, kind, wager) or _wrong_amount(book, kind, wager)


WIN_OF = {
    Kind.MAIN: Provision.PLAYER_HIGHER,
    Kind.DOUBLE: Provision.PLAYER_HIGHER,
    Kind.SPLIT: Provision.PLAYER_HIGHER,
    Kind.INSURANCE: Provision.INSURANCE_WINS,
    Kind.SUPER_SEVENS: Provision.ONE_SEVEN,
    Kind.PERFECT_PAIRS: Provision.PERFECT_PAIR,
}


def _wrong_hand(book: RuleBook, kind: Kind, wager: Wager) -> Ruling | None:
    # 12.3.1
    if wager.hand > HANDS_A_BOX:
        because = f"a box has at most three hands and the wager is on hand {wager.hand}"
        return returned(book, Provision.THREE_HANDS, because)
    match kind:
        case Kind.SPLIT:
            # 12.1: the original wager stays on hand 1; a split wager is on the hand newly formed.
            if wager.hand == 1:
                because = "a split wager is on the hand newly formed, and hand 1 keeps the original wager"
                return returned(book, Provision.SPLIT_EQUALS_ORIGINAL, because)
        case Kind.DOUBLE:
            return None
        case Kind.SUPER_SEVENS | Kind.PERFECT_PAIRS:
            # 14.2: in the area of the initial wager, before the round.
            if wager.hand != 1:
                because = f"{_a(kind)} wager is on the box, hand 1, and this one is on hand {wager.hand}"
                return returned(book, Provision.SIDE_WAGER_ON_THE_BOX, because)
        case Kind.MAIN | Kind.INSURANCE:
            if wager.hand != 1:
                because = f"{_a(kind)} wager is on the box, hand 1, and this one is on hand {wager.hand}"
                return returned(book, Provision.INITIAL_WAGER, because)
    return None


def _a(kind: Kind) -> str:
    return f"an {kind}" if kind is Kind.INSURANCE else f"a {kind}"


def _wrong_amount(book: RuleBook, kind: Kind, wager: Wager) -> Ruling | None:
    amount, original = wager.amount, wager.original
    if original is None:
        return None
    match kind:
        case Kind.MAIN:
            if original == 0:
                because = f"the wager of {amount} says that the original wager was 0"
                return returned(book, Provision.INITIAL_WAGER, because)
        case Kind.SUPER_SEVENS | Kind.PERFECT_PAIRS:
            # 14.3
            if original == 0:
                because = f"a {kind} wager needs an initial wager on the box, and there was none"
                return returned(book, Provision.SIDE_WAGER_WITH_INITIAL, because)
        case Kind.SPLIT:
            # 12.1 and 12.5.1, on a third hand 12.3.1
            if amount != original:
                because = f"the wager on a split hand is {amount}, not the original wager of {original}"
                third = wager.hand == HANDS_A_BOX
                provision = Provision.THIRD_HAND_EQUALS_ORIGINAL if third else Provision.SPLIT_EQUALS_ORIGINAL
                return returned(book, provision, because)
        case Kind.INSURANCE:
            # Rule 8 (reading 11)
            if 2 * amount > original:
                because = f"insurance of {amount} is more than half of the original wager of {original}"
                return returned(book, Provision.INSURANCE_HALF, because)
        case Kind.DOUBLE:
            # Rule 11
            if amount > original:
                because = f"the double of {amount} is more than the original wager of {original}"
                return returned(book, Provision.DOUBLE_UP_TO_ORIGINAL, because)
    return None
