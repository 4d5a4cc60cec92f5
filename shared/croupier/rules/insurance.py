"""Insurance: rules 13.3 and 15.1.4. (Rule 8, under which it is made, is not held.)"""

from croupier.cards import Card, NoCard, Rank
from croupier.hands import Hand
from croupier.rules.book import Provision, RuleBook
from croupier.rules.rulings import Decision, Shown, Undecided, illegal, lose, win


def settle(book: RuleBook, first: Card | NoCard | None, second: Card | NoCard | None) -> Decision:
    """How insurance ends by the dealer's first two cards; None: not known, ``NO_CARD``: never dealt."""
    if not isinstance(first, Card):
        return Undecided("the dealer's first card")
    # 15.1.4 by exclusion: without an ace or a ten-value no blackjack can follow.
    if first.points < 10:
        because = f"the dealer's first card, {first}, cannot make a blackjack"
        return lose(book, Provision.INSURANCE_WITHOUT_ACE, Shown((), (first,)), because)
    # 13.4: while insurance is alive a second card does have an effect, so it must be dealt.
    if isinstance(second, NoCard) and book.holds(Provision.DEALER_NEED_NOT_DRAW):
        because = f"the dealer stopped at {first} with insurance undecided"
        return illegal(book, Provision.DEALER_NEED_NOT_DRAW, because)
    if not isinstance(second, Card):
        return Undecided("the dealer's second card")
    return _by_two_cards(book, first, second)


def _by_two_cards(book: RuleBook, first: Card, second: Card) -> Decision:
    shown = Shown((), (first, second))
    # 15.1.4
    if Hand((first, second)).is_blackjack:
        return win(book, Provision.INSURANCE_WINS, shown, f"the dealer's {first} {second} are a blackjack")
    # 13.3
    if first.rank is Rank.ACE:
        because = f"the dealer's first card, {first}, is an ace and the second, {second}, is not worth ten"
        return lose(book, Provision.INSURANCE_LOSES, shown, because)
    # 15.1.4 by exclusion
    because = f"the dealer's {first} {second} are not a blackjack"
    return lose(book, Provision.INSURANCE_WITHOUT_ACE, shown, because)
