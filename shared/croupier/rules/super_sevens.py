"""Super Sevens: rules 14.4.1 to 14.4.6 and 14.5 (``nz-1996``: 14.4(a) to (f) and 14.5)."""

from dataclasses import dataclass

from croupier.cards import Card, NoCard, Rank, spell
from croupier.rules.book import Provision, RuleBook, SevensSplit
from croupier.rules.rulings import Decision, Ruling, Shown, Undecided, lose, win
from croupier.wagers import Outcome


@dataclass(frozen=True, slots=True)
class SevensPlay:
    """What is known of a box (reading 4). None: not known.

    ``next_card`` is the card dealt next after the first two: to the hand, or, once sevens are split, to
    hand 1 (reading 5); ``NO_CARD`` where it was never dealt.
    """

    first: Card | None = None
    second: Card | None = None
    next_card: Card | NoCard | None = None
    split: bool | None = None


def settle(book: RuleBook, play: SevensPlay) -> Decision:
    """How Super Sevens on the box ends. The classes are disjoint (reading 1)."""
    first, second = play.first, play.second
    if first is None:
        return Undecided("the first card")
    # 14.4.6
    if first.rank is not Rank.SEVEN:
        return lose(book, Provision.NO_SEVEN, Shown((first,)), f"the first card, {first}, is not a seven")
    if second is None:
        return Undecided("the second card")
    # 14.4.1
    if second.rank is not Rank.SEVEN:
        because = f"{first} is a seven and the next card, {second}, is not"
        return win(book, Provision.ONE_SEVEN, Shown((first, second)), because)
    return _two_sevens(book, first, second, play)


def _two_sevens(book: RuleBook, first: Card, second: Card, play: SevensPlay) -> Decision:
    # NZ 14.5: notwithstanding 14.4, split sevens are paid at once.
    if book.sevens_split is SevensSplit.AT_ONCE:
        if play.split:
            return _paid_at_the_split(book, first, second)
        if play.split is None and _is_seven(play.next_card):
            return Undecided("whether the sevens were split")
    # Reading 6: the card of a doubled hand is a next card like any other.
    if play.next_card is None:
        return Undecided("the next card, or the end of the hand")
    if isinstance(play.next_card, Card) and _is_seven(play.next_card):
        return _three_sevens(book, (first, second, play.next_card))
    return _fifty_or_hundred(book, first, second, play)


def _three_sevens(book: RuleBook, sevens: tuple[Card, Card, Card]) -> Ruling:
    # 14.4.5
    if len({card.suit for card in sevens}) == 1:
        because = f"{spell(sevens)} are three sevens of {sevens[0].suit.plural}"
        return win(book, Provision.THREE_SEVENS_SUITED, Shown(sevens), because)
    # 14.4.4, a suited pair and a seven of another suit among them (reading 3)
    because = f"{spell(sevens)} are three sevens, not all of one suit"
    return win(book, Provision.THREE_SEVENS, Shown(sevens), because)


def _fifty_or_hundred(book: RuleBook, first: Card, second: Card, play: SevensPlay) -> Ruling:
    # 14.4.2, 14.4.3; reading 2: without a next card the exception is not met either. 14.5: split or not.
    split = ", were split," if play.split else ""
    if isinstance(play.next_card, Card):
        shown = Shown((first, second, play.next_card))
        exception = f"{split} and the next card, {play.next_card}, is not a seven"
    else:
        shown = Shown((first, second))
        exception = f"{split} and no further card was dealt to the hand"
    because = f"{_sentence(first, second)}{exception}"
    return win(book, _provision(first, second), shown, because)


def _paid_at_the_split(book: RuleBook, first: Card, second: Card) -> Ruling:
    # The odds are those of 14.4(b) or (c), "whichever applies"; the clause that pays them is 14.5.
    because = f"{_sentence(first, second)} and were split, which is paid whatever the next card is"
    odds = book.odds(_provision(first, second))
    return Ruling(Outcome.WIN, odds, book.clause(Provision.SEVENS_SPLIT), because, (first, second))


def _provision(first: Card, second: Card) -> Provision:
    return Provision.TWO_SEVENS_SUITED if first.suit is second.suit else Provision.TWO_SEVENS


def _sentence(first: Card, second: Card) -> str:
    suits = f"of {first.suit.plural}" if first.suit is second.suit else "of different suits"
    return f"{first} {second} are two sevens {suits}"


def _is_seven(card: Card | NoCard | None) -> bool:
    return isinstance(card, Card) and card.rank is Rank.SEVEN
