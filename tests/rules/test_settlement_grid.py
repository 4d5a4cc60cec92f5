"""The settlement grid: every kind of finished hand against every kind of dealer's hand, in every book.

The oracle below is written from the text a second time and knows no cards: each row says itself what its
hand comes to. Every cell is a ruling or ``Illegal``, never an exception.
"""

from collections import Counter
from collections.abc import Iterator
from enum import Enum
from itertools import product
from typing import NamedTuple

import pytest

from croupier.cards import cards
from croupier.hands import Hand
from croupier.rules.book import RuleBook
from croupier.rules.main_wagers import settle
from croupier.rules.rulings import Decision, Illegal
from tests.rules.expected import (
    AU_1,
    AU_2,
    INFERRED,
    LOSE,
    NEAREST,
    NZ,
    STAND_OFF,
    TEXT,
    WIN,
    Due,
    assert_illegal,
    assert_ruling,
    both_au_books,
)


class Is(Enum):
    """What a hand is, beside its total."""

    BLACKJACK = "blackjack"
    BUST = "over 21"
    PLAIN = "a total of 21 or less"


class Row(NamedTuple):
    """A hand as it stands in the grid. ``total`` is worked out by hand."""

    held: str
    total: int
    is_: Is = Is.PLAIN


# Every total from 4 to 21, hard; from 12, soft too.
HARD = [
    Row("2H 2D", 4),
    Row("2H 3D", 5),
    Row("2H 4D", 6),
    Row("3H 4D", 7),
    Row("4H 4D", 8),
    Row("4H 5D", 9),
    Row("5H 5D", 10),
    Row("5H 6D", 11),
    Row("TH 2D", 12),
    Row("9H 4D", 13),
    Row("7H 7D", 14),
    Row("KH 5D", 15),
    Row("8H 8D", 16),
    Row("QH 7D", 17),
    Row("9H 9D", 18),
    Row("JH 4D 5C", 19),
    Row("TH KD", 20),
    Row("TH 6D 5C", 21),
]
SOFT = [
    Row("AH AD", 12),
    Row("AH 2D", 13),
    Row("AH 3D", 14),
    Row("AH 4D", 15),
    Row("AH 5D", 16),
    Row("AH 6D", 17),
    Row("AH 3D 4C", 18),
    Row("AH 8D", 19),
    Row("9H AD", 20),
    Row("AH 9D AC", 21),
]
BUST = [Row("TH 6D 6C", 22, Is.BUST), Row("AH 6D 9C 7S", 23, Is.BUST), Row("KH 6D QC", 26, Is.BUST)]
UNSPLIT = [*HARD, *SOFT, *BUST, Row("AH TD", 21, Is.BLACKJACK), Row("QH AD", 21, Is.BLACKJACK)]
# 12.3.3 and reading 10: not a blackjack; a split hand may have one card (16.3).
TWO_CARD_21_OF_A_SPLIT = [Row("AH TD", 21), Row("QH AD", 21)]
SPLIT = [*HARD, *SOFT, *BUST, *TWO_CARD_21_OF_A_SPLIT, Row("2H", 2), Row("8H", 8), Row("TH", 10), Row("AH", 11)]

PLAYERS = [*((row, False) for row in UNSPLIT), *((row, True) for row in SPLIT)]

STANDING = [
    Row("TS 7C", 17),
    Row("AS 6C", 17),
    Row("2S 4C 5D 6H", 17),
    Row("TS 8C", 18),
    Row("AS 2C 5D", 18),
    Row("TS 9C", 19),
    Row("AS 8C", 19),
    Row("TS QC", 20),
    Row("6S 6C 8D", 20),
    Row("7S 7C 7D", 21),
    Row("TS 2C 4D 5H", 21),
    Row("AS 5C 5D", 21),
]
DEALER_BLACKJACK = [Row("AS KC", 21, Is.BLACKJACK), Row("TS AC", 21, Is.BLACKJACK)]
DEALER_BUST = [Row("TS 6C 6D", 22, Is.BUST), Row("TS 2C 4D QH", 26, Is.BUST), Row("AS 5C 6D TH", 22, Is.BUST)]
ONE_LOW_CARD = [Row(f"{rank}S", int(rank)) for rank in "23456789"]
ONE_HIGH_CARD = [Row("TS", 10), Row("JS", 10), Row("QS", 10), Row("KS", 10), Row("AS", 11)]
STOPPED = [
    Row("TS 2C", 12),
    Row("AS AC", 12),
    Row("9S 4C", 13),
    Row("AS 3C", 14),
    Row("2S 5C 7D", 14),
    Row("KS 5C", 15),
    Row("TS 6C", 16),
    Row("AS 5C", 16),
]
OVERDRAWN = [Row("TS 7C 2D", 19), Row("AS 6C 3D", 20), Row("AS 7C TD", 18), Row("AS KC 5D", 16)]

# 13.2: these are finished. 13.4: these can still be finished against a blackjack. The others never are.
FINISHED = [*STANDING, *DEALER_BLACKJACK, *DEALER_BUST]
FINISHED_AGAINST_BLACKJACK = [*ONE_LOW_CARD, *STOPPED]
NEVER_FINISHED = [*ONE_HIGH_CARD, *OVERDRAWN]
DEALERS = [*FINISHED, *FINISHED_AGAINST_BLACKJACK, *NEVER_FINISHED]

ILLEGAL = "illegal"


class Numbers(NamedTuple):
    """A text's answer in each case, in the order in which its clauses stand."""

    over_21: Due
    blackjack: dict[str, Due]
    dealer_over_21: Due
    higher: Due
    lower: Due
    same_total: Due
    two_blackjacks: Due
    dealer_blackjack: dict[bool, Due]
    extra_wager: Due


THREE_TO_TWO: Due = (WIN, "3/2", "15.1.1", TEXT)
NUMBERED_TEXT = Numbers(
    over_21=(LOSE, None, "10.5", INFERRED),
    blackjack={"over less": THREE_TO_TWO, "over 21": THREE_TO_TWO, "over bust": THREE_TO_TWO},
    dealer_over_21=(WIN, "1/1", "15.1.2", TEXT),
    higher=(WIN, "1/1", "15.1.3", TEXT),
    lower=(LOSE, None, "15.1.6", TEXT),
    same_total=(STAND_OFF, None, "15.1.8", TEXT),
    two_blackjacks=(STAND_OFF, None, "15.1.7", TEXT),
    dealer_blackjack={False: (LOSE, None, "15.1.5", TEXT), True: (LOSE, None, "15.1.5", TEXT)},
    extra_wager=(STAND_OFF, None, "15.1.9", TEXT),
)
# 4.1(d) is about 21, 4.1(g) about less; reading 9 for the extra wagers, of which nothing is held.
GAZETTE_1994 = Numbers(
    over_21=(LOSE, None, "4.1(f)", NEAREST),
    blackjack={
        "over less": (WIN, "3/2", "4.1(b)", NEAREST),
        "over 21": (WIN, "3/2", "4.1(c)", NEAREST),
        "over bust": (WIN, "3/2", "4.1(a)", NEAREST),
    },
    dealer_over_21=(WIN, "1/1", "4.1(a)", NEAREST),
    higher=(WIN, "1/1", "4.1(b)", NEAREST),
    lower=(LOSE, None, "4.1(g)", NEAREST),
    same_total=(STAND_OFF, None, "4.1(e)", NEAREST),
    two_blackjacks=(STAND_OFF, None, "4.1(e)", NEAREST),
    dealer_blackjack={False: (LOSE, None, "4.1(g)", NEAREST), True: (LOSE, None, "4.1(d)", NEAREST)},
    extra_wager=(STAND_OFF, None, None, None),
)


def decided(text: Numbers, mine: Row, theirs: Row, *, original: bool) -> Due:
    """The clause that fits a hand of 21 or less and a dealer's hand that is finished, by the text."""
    if theirs.is_ is Is.BLACKJACK:
        if not original:
            return text.extra_wager
        return text.two_blackjacks if mine.is_ is Is.BLACKJACK else text.dealer_blackjack[mine.total == 21]
    if mine.is_ is Is.BLACKJACK:
        over = "over bust" if theirs.is_ is Is.BUST else "over 21" if theirs.total == 21 else "over less"
        return text.blackjack[over]
    if theirs.is_ is Is.BUST:
        return text.dealer_over_21
    compared = (mine.total > theirs.total) - (mine.total < theirs.total)
    return {1: text.higher, 0: text.same_total, -1: text.lower}[compared]


def by_the_numbered_text(mine: Row, theirs: Row, *, original: bool) -> Due | str:
    if mine.is_ is Is.BUST:
        return NUMBERED_TEXT.over_21
    finished = theirs in FINISHED or (theirs in FINISHED_AGAINST_BLACKJACK and mine.is_ is Is.BLACKJACK)
    return decided(NUMBERED_TEXT, mine, theirs, original=original) if finished else ILLEGAL


def by_the_gazette(mine: Row, theirs: Row, *, original: bool) -> Due:
    # Rule 13 is not held: the totals as they are decide (reading 20).
    if mine.is_ is Is.BUST:
        return GAZETTE_1994.over_21
    return decided(GAZETTE_1994, mine, theirs, original=original)


def grid() -> Iterator[tuple[Row, bool, bool]]:
    """Every hand, split or not, with the original wager on it or another one."""
    for (mine, split), original in product(PLAYERS, [True, False]):
        yield mine, split, original


def assert_shown(decision: Decision, expected: Due, mine: Row, theirs: Row) -> None:
    """As ``expected``, showing both hands, or a hand over 21 alone, and naming the cards that decided it."""
    dealer = "" if mine.is_ is Is.BUST else theirs.held
    extra = expected in (NUMBERED_TEXT.extra_wager, GAZETTE_1994.extra_wager)
    names = dealer if extra else f"{mine.held} {dealer}"
    assert_ruling(decision, expected, shows=mine.held, dealer=dealer, names=names)


@both_au_books
@pytest.mark.parametrize("theirs", DEALERS, ids=lambda row: row.held)
def test_every_hand_against_the_dealers(book: RuleBook, theirs: Row) -> None:
    for mine, split, original in grid():
        hand, dealer = Hand(cards(mine.held), of_split=split), Hand(cards(theirs.held))
        decision = settle(book, original=original, hand=hand, dealer=dealer)
        expected = by_the_numbered_text(mine, theirs, original=original)
        if isinstance(expected, str):
            # the card that was drawn, or those at which the dealer stopped
            named = theirs.held.split()[-1] if theirs in OVERDRAWN else theirs.held
            assert_illegal(decision, "13.2", names=named)
        else:
            assert_shown(decision, expected, mine, theirs)


@pytest.mark.parametrize("theirs", DEALERS, ids=lambda row: row.held)
def test_nz_every_hand_against_the_dealers(theirs: Row) -> None:
    for mine, split, original in grid():
        if theirs.is_ is Is.BLACKJACK and _left_open_in_new_zealand(mine, split, original):
            continue
        hand, dealer = Hand(cards(mine.held), of_split=split), Hand(cards(theirs.held))
        decision = settle(NZ, original=original, hand=hand, dealer=dealer)
        assert_shown(decision, by_the_gazette(mine, theirs, original=original), mine, theirs)


def _left_open_in_new_zealand(mine: Row, split: bool, original: bool) -> bool:
    """Cells against a dealer's blackjack on which the text that is held and the readings do not settle.

    21 in two cards of a split: 4.1(d) speaks of more than two cards, (e) of the same total. A double or
    split wager on a blackjack: no such hand can be, and (e) names two blackjacks.
    """
    return (split and mine in TWO_CARD_21_OF_A_SPLIT) if original else mine.is_ is Is.BLACKJACK


def test_the_grid_holds_every_total_and_as_many_cells_as_it_should() -> None:
    unsplit = {row.total for row, split in PLAYERS if not split and row.is_ is Is.PLAIN}
    split_totals = {row.total for row, split in PLAYERS if split and row.is_ is Is.PLAIN}
    assert unsplit == set(range(4, 22))
    assert split_totals >= set(range(4, 22))
    assert {row.total for row in STANDING} == {17, 18, 19, 20, 21}
    assert {row.total for row in STOPPED} == {12, 13, 14, 15, 16}
    # 18 hard + 10 soft + 3 bust + 2 blackjacks, and split 18 + 10 + 3 + 2 + 4; two wagers on each
    assert len(list(grid())) == 2 * (33 + 37) == 140
    # 12 + 2 + 3 finished, 8 + 8 stopped, 5 + 4 that cannot be
    assert len(DEALERS) == 17 + 16 + 9 == 42


@pytest.mark.parametrize("book", [AU_1, AU_2], ids=lambda book: book.id)
def test_the_grids_illegal_cells_are_as_many_as_the_text_makes_them(book: RuleBook) -> None:
    found: Counter[bool] = Counter()
    for (mine, split, original), theirs in product(grid(), DEALERS):
        hand, dealer = Hand(cards(mine.held), of_split=split), Hand(cards(theirs.held))
        found[isinstance(settle(book, original=original, hand=hand, dealer=dealer), Illegal)] += 1
    # Of 140 wagers 12 are on a hand over 21 and 4 on a blackjack. Against 9 dealer's hands all but the 12 are
    # illegal, against 16 the 4 are decided as well.
    assert found[True] == 9 * (140 - 12) + 16 * (140 - 12 - 4)
    assert found.total() == 140 * 42


RANKS = "A23456789TJQK"


def total(held: str) -> int:
    """The best total, for ranks written together: every ace 1, and ten more for one if that fits."""
    hard = sum(1 if rank == "A" else 10 if rank in "TJQK" else int(rank) for rank in held)
    return hard + 10 if "A" in held and hard <= 11 else hard


def test_13_2_every_dealers_hand_of_one_to_four_ranks_is_judged_by_its_totals() -> None:
    nineteen = Hand(cards("TH 9D"))
    judged: Counter[bool] = Counter()
    for size in range(1, 5):
        for ranks in product(RANKS, repeat=size):
            held = "".join(ranks)
            before = [total(held[:n]) for n in range(1, size)]
            legal = total(held) >= 17 and all(points < 17 for points in before)
            dealer = Hand(cards(" ".join(f"{rank}S" for rank in held)))
            decision = settle(AU_2, original=True, hand=nineteen, dealer=dealer)
            assert isinstance(decision, Illegal) is not legal, held
            judged[legal] += 1
    assert judged[True] > 0
    assert judged[False] > 0
