"""Perfect Pairs: rules 14.7, 14.8.1 to 14.8.3 and 14.9. A pair is of one rank, not of one value (reading 7)."""

from croupier.cards import Card
from croupier.rules.book import Provision, RuleBook
from croupier.rules.rulings import Ruling, Shown, lose, win


def settle(book: RuleBook, first: Card, second: Card) -> Ruling:
    """How Perfect Pairs ends by the two cards of the initial deal, whatever becomes of the hand (reading 7)."""
    shown = Shown((first, second))
    # 14.7, 14.9
    if first.rank is not second.rank:
        because = f"{first} {second} are not a pair: {first.rank.noun} and {second.rank.noun}"
        return lose(book, Provision.NO_PAIR, shown, because)
    ranks = first.rank.plural
    # 14.8.1
    if first.suit.colour is not second.suit.colour:
        because = f"{first} {second} are a mixed pair: {ranks}, one red and one black"
        return win(book, Provision.MIXED_PAIR, shown, because)
    # 14.8.2
    if first.suit is not second.suit:
        because = f"{first} {second} are a coloured pair: {ranks}, both {first.suit.colour}, of different suits"
        return win(book, Provision.COLOURED_PAIR, shown, because)
    # 14.8.3
    because = f"{first} {second} are a perfect pair: {ranks}, both {first.suit.plural}"
    return win(book, Provision.PERFECT_PAIR, shown, because)
