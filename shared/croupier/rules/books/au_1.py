"""``au-1``: the numbered text with Super Sevens, without Perfect Pairs and shuffling devices.

From the texts of 12 (splitting) and 13 (dealer's cards), 14.1 to 14.6 (Super Sevens), 15 (settlement) and
16 (irregularities). Rules 8, 10 and 11 are not held: 10.5, insurance and doubling are known from references.
"""

from croupier.rules.book import Provision, RuleBook, SevensSplit, inferred, text

BOOK = RuleBook(
    id="au-1",
    title="Australian numbered rules: Super Sevens",
    source="numbered rules 12, 13, 14.1 to 14.6, 15 and 16; the text does not name its jurisdiction",
    effective=None,
    sevens_split=SevensSplit.NEXT_CARD,
    clauses={
        # Rules not held, known from references to them.
        Provision.INSURANCE_HALF: inferred("8"),
        Provision.HAND_OVER_21: inferred("10.5"),
        Provision.DOUBLE_UP_TO_ORIGINAL: inferred("11"),
        # 12 Splitting
        Provision.SPLIT_EQUALS_ORIGINAL: text("12.1"),
        Provision.THIRD_HAND_EQUALS_ORIGINAL: text("12.3.1"),
        Provision.THREE_HANDS: text("12.3.1"),
        Provision.SPLIT_ACES_ONE_CARD: text("12.3.2"),
        # 13 Additional cards to the dealer's hand
        Provision.DEALER_DRAWS_TO_17: text("13.2"),
        Provision.INSURANCE_LOSES: text("13.3"),
        Provision.DEALER_NEED_NOT_DRAW: text("13.4"),
        # 14 Super Sevens
        Provision.SIDE_WAGER_ON_THE_BOX: text("14.2"),
        Provision.SIDE_WAGER_WITH_INITIAL: text("14.3"),
        Provision.ONE_SEVEN: text("14.4.1", "3/1"),
        Provision.TWO_SEVENS: text("14.4.2", "50/1"),
        Provision.TWO_SEVENS_SUITED: text("14.4.3", "100/1"),
        Provision.THREE_SEVENS: text("14.4.4", "500/1"),
        Provision.THREE_SEVENS_SUITED: text("14.4.5", "5000/1"),
        Provision.NO_SEVEN: text("14.4.6"),
        Provision.SEVENS_SPLIT: text("14.5"),
        # 15 Final settlement
        Provision.BLACKJACK_OVER_LESS: text("15.1.1", "3/2"),
        Provision.BLACKJACK_OVER_DRAWN_21: text("15.1.1", "3/2"),
        Provision.BLACKJACK_OVER_BUST: text("15.1.1", "3/2"),
        Provision.DEALER_OVER_21: text("15.1.2", "1/1"),
        Provision.PLAYER_HIGHER: text("15.1.3", "1/1"),
        Provision.INSURANCE_WINS: text("15.1.4", "2/1"),
        Provision.INSURANCE_WITHOUT_ACE: inferred("15.1.4"),
        Provision.DEALER_BLACKJACK_OVER_LESS: text("15.1.5"),
        Provision.DEALER_BLACKJACK_OVER_DRAWN_21: text("15.1.5"),
        Provision.DEALER_HIGHER: text("15.1.6"),
        Provision.BOTH_BLACKJACK: text("15.1.7"),
        Provision.SAME_TOTAL: text("15.1.8"),
        Provision.EXTRA_WAGER_STANDS_OFF: text("15.1.9"),
        # 16 Irregularities
        Provision.TWO_INITIAL_CARDS: text("16.6"),
        Provision.ROUND_VOID: text("16.6"),
    },
)
