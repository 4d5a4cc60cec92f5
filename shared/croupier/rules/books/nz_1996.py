"""``nz-1996``: Super Sevens and irregularities of NZ Gazette 1996 No 7 p 212.

The page begins at 14.4(c); (b) is named in 14.5 and (a) inferred. The main game of 1996 is not held: its
money follows the nearest text, NZ Gazette 1994 No 112 p 3229, 4.1(a) to (g). That page holds neither the
odds nor what becomes of insurance, doubles and splits: there no clause is cited.
"""

from datetime import datetime, timedelta, timezone

from croupier.rules.book import Provision, RuleBook, SevensSplit, inferred, nearest, not_held, text

NZDT = timezone(timedelta(hours=13), "NZDT")

BOOK = RuleBook(
    id="nz-1996",
    title="New Zealand rules of 1996: Super Sevens",
    source="NZ Gazette 1996 No 7 p 212; main game after NZ Gazette 1994 No 112 p 3229, 4.1",
    effective=datetime(1996, 1, 30, 10, 0, tzinfo=NZDT),
    sevens_split=SevensSplit.AT_ONCE,
    clauses={
        # 1994 No 112, 4.1: the main game
        Provision.BLACKJACK_OVER_BUST: nearest("4.1(a)", "3/2"),
        Provision.DEALER_OVER_21: nearest("4.1(a)", "1/1"),
        Provision.BLACKJACK_OVER_LESS: nearest("4.1(b)", "3/2"),
        Provision.PLAYER_HIGHER: nearest("4.1(b)", "1/1"),
        Provision.BLACKJACK_OVER_DRAWN_21: nearest("4.1(c)", "3/2"),
        Provision.DEALER_BLACKJACK_OVER_DRAWN_21: nearest("4.1(d)"),
        Provision.BOTH_BLACKJACK: nearest("4.1(e)"),
        Provision.SAME_TOTAL: nearest("4.1(e)"),
        Provision.HAND_OVER_21: nearest("4.1(f)"),
        Provision.DEALER_BLACKJACK_OVER_LESS: nearest("4.1(g)"),
        Provision.DEALER_HIGHER: nearest("4.1(g)"),
        # Of insurance nothing is held.
        Provision.INSURANCE_WINS: not_held("2/1"),
        # 1996 No 7, 14.4 and 14.5: Super Sevens
        Provision.ONE_SEVEN: inferred("14.4(a)", "3/1"),
        Provision.TWO_SEVENS: text("14.4(b)", "50/1"),
        Provision.TWO_SEVENS_SUITED: text("14.4(c)", "100/1"),
        Provision.THREE_SEVENS: text("14.4(d)", "500/1"),
        Provision.THREE_SEVENS_SUITED: text("14.4(e)", "5000/1"),
        Provision.NO_SEVEN: text("14.4(f)"),
        Provision.SEVENS_SPLIT: text("14.5"),
        # 15 Irregularities
        Provision.TWO_INITIAL_CARDS: text("15.4"),
    },
)
