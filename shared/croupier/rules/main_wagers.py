"""Main wagers, doubles and splits: rules 10.5, 13.2, 13.4 and 15.1.1 to 15.1.9.

Clause numbers beside the branches are those of the numbered text; the ruling cites the book's own.
"""

from croupier.hands import BLACKJACK_POINTS, Hand
from croupier.rules.book import Provision, RuleBook
from croupier.rules.rulings import (
    Decision,
    Illegal,
    Shown,
    Undecided,
    illegal,
    lose,
    stand_off,
    win,
)

DEALER_STANDS_ON = 17


def settle(book: RuleBook, *, original: bool, hand: Hand, dealer: Hand | None) -> Decision:
    """How a wager on ``hand`` ends against the dealer's finished hand.

    ``original``: the main wager; otherwise a double or a split. ``hand`` is finished; ``dealer`` is None
    while the dealer's hand is not.
    """
    # 10.5: whatever the dealer gets, a later blackjack included (reading 9).
    if hand.is_bust:
        because = f"{hand} make {hand.points}, over 21"
        return lose(book, Provision.HAND_OVER_21, Shown(hand.cards), because)
    # 13.1: the dealer's second card comes after every player's hand is finished.
    if dealer is None:
        return Undecided("the completed round")
    if fault := dealers_fault(book, hand, dealer):
        return fault
    return _final_settlement(book, original, hand, dealer)


def _final_settlement(book: RuleBook, original: bool, hand: Hand, dealer: Hand) -> Decision:
    # Reading 8: a blackjack also has 21 points; where two clauses fit, the one about the blackjack wins.
    shown = Shown(hand.cards, dealer.cards)
    mine, theirs = hand.sentence, f"the dealer's {dealer.sentence}"

    # 15.1.1
    if hand.is_blackjack and not dealer.is_blackjack:
        because = f"{hand} are a blackjack and the dealer's hand, {dealer}, is not"
        return win(book, _blackjack_provision(dealer), shown, because)
    # 15.1.2
    if dealer.is_bust:
        return win(book, Provision.DEALER_OVER_21, shown, f"{theirs}, over 21, and {mine}")
    # 15.1.3
    if hand.points > dealer.points:
        return win(book, Provision.PLAYER_HIGHER, shown, f"{mine} and {theirs}")
    # 15.1.9 and 12.6, before 15.1.6: the dealer's blackjack takes the original wager only
    if dealer.is_blackjack and not original:
        because = f"the dealer's {dealer} are a blackjack, which takes the original wager only"
        return stand_off(book, Provision.EXTRA_WAGER_STANDS_OFF, shown, because)
    # 15.1.5
    if dealer.is_blackjack and not hand.is_blackjack:
        because = f"the dealer's {dealer} are a blackjack and {hand} are not"
        return lose(book, _dealers_blackjack_provision(hand), shown, because)
    # 15.1.6
    if dealer.points > hand.points:
        return lose(book, Provision.DEALER_HIGHER, shown, f"{theirs} and {mine}")
    # 15.1.7
    if hand.is_blackjack and dealer.is_blackjack:
        because = f"{hand} and the dealer's {dealer} are both a blackjack"
        return stand_off(book, Provision.BOTH_BLACKJACK, shown, because)
    # 15.1.8
    because = f"{mine} and so do the dealer's {dealer}"
    return stand_off(book, Provision.SAME_TOTAL, shown, because)


def _blackjack_provision(dealer: Hand) -> Provision:
    if dealer.is_bust:
        return Provision.BLACKJACK_OVER_BUST
    if dealer.points == BLACKJACK_POINTS:
        return Provision.BLACKJACK_OVER_DRAWN_21
    return Provision.BLACKJACK_OVER_LESS


def _dealers_blackjack_provision(hand: Hand) -> Provision:
    if hand.points == BLACKJACK_POINTS:
        return Provision.DEALER_BLACKJACK_OVER_DRAWN_21
    return Provision.DEALER_BLACKJACK_OVER_LESS


def dealers_fault(book: RuleBook, hand: Hand, dealer: Hand) -> Illegal | None:
    """Why the dealer's hand cannot be a finished one for a wager on ``hand``, if so (13.2, 13.4).

    By the dealer's rule only under books that hold it (reading 20); under any other a dealer's hand without a
    card is no hand to compare with: not a clause but arithmetic.
    """
    if not dealer.cards:
        because = f"the completed round shows no card in the dealer's hand with {hand} undecided"
        return illegal(book, Provision.DEALER_DRAWS_TO_17, because)
    if not book.holds(Provision.DEALER_DRAWS_TO_17):
        return None
    # 13.2: no card is drawn to a hard or soft 17 or more.
    for drawn in range(1, len(dealer.cards)):
        stood = Hand(dealer.cards[:drawn])
        if stood.points >= DEALER_STANDS_ON:
            because = f"the dealer drew {dealer.cards[drawn]} to {stood}, which make {stood.points} already"
            return illegal(book, Provision.DEALER_DRAWS_TO_17, because)
    if dealer.points >= DEALER_STANDS_ON:
        return None
    # 13.4: the dealer may stop early only where no further card could matter.
    if hand.is_blackjack and not could_be_blackjack(dealer):
        return None
    because = f"the dealer stopped at {dealer.points} ({dealer}) with {hand} undecided"
    return illegal(book, Provision.DEALER_DRAWS_TO_17, because)


def could_be_blackjack(dealer: Hand) -> bool:
    """Whether the next card could make the dealer's hand a blackjack."""
    return len(dealer.cards) == 1 and dealer.points >= 10
