"""Super Sevens: numbered text 14.4.1 to 14.6, NZ Gazette 1996 No 7 14.4(a) to (f) and 14.5, readings 1 to 6."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import pytest

from croupier.cards import NO_CARD, Card, NoCard, cards
from croupier.rules.book import RuleBook
from croupier.rules.rulings import Decision, Ruling
from croupier.rules.super_sevens import SevensPlay, settle
from tests.rules.expected import (
    AU_1,
    AU_2,
    INFERRED,
    LOSE,
    NZ,
    TEXT,
    WIN,
    Due,
    assert_ruling,
    assert_undecided,
    both_au_books,
    due,
    every_book,
    faces,
)

ONE_SEVEN: Due = (WIN, "3/1", "14.4.1", TEXT)
TWO_SEVENS: Due = (WIN, "50/1", "14.4.2", TEXT)
TWO_SEVENS_SUITED: Due = (WIN, "100/1", "14.4.3", TEXT)
THREE_SEVENS: Due = (WIN, "500/1", "14.4.4", TEXT)
THREE_SEVENS_SUITED: Due = (WIN, "5000/1", "14.4.5", TEXT)
NO_SEVEN: Due = (LOSE, None, "14.4.6", TEXT)


def settled(book: RuleBook, dealt: str, *, split: bool | None = False) -> Decision:
    """``dealt``: the box's first cards; ``-`` in place of the third: it was never dealt."""
    known: list[Card | NoCard | None] = [
        NO_CARD if word == "-" else Card.parse(word) for word in dealt.split()
    ] + [None] * 3
    first, second, next_card = known[:3]
    assert not isinstance(first, NoCard)
    assert not isinstance(second, NoCard)
    return settle(book, SevensPlay(first, second, next_card, split))


@both_au_books
@pytest.mark.parametrize("dealt", ["7H KD", "7S 8S", "7C 6C", "7D AH"])
def test_14_4_1_a_first_seven_pays_three_to_one(book: RuleBook, dealt: str) -> None:
    assert_ruling(settled(book, dealt), ONE_SEVEN, shows=dealt)


@both_au_books
def test_14_4_1_holds_for_a_seven_of_any_suit(book: RuleBook) -> None:
    for suit in "SHDC":
        assert_ruling(settled(book, f"7{suit} 2C"), ONE_SEVEN, shows=f"7{suit} 2C")


@both_au_books
def test_14_4_1_waits_for_the_next_card_which_may_be_a_seven(book: RuleBook) -> None:
    assert_undecided(settled(book, "7H"), "second card")


@both_au_books
@pytest.mark.parametrize("dealt", ["7H 7C KD", "7S 7C 8S", "7D 7H 6D", "7C 7D AS"])
def test_14_4_2_two_sevens_of_different_suits_pay_fifty_to_one(book: RuleBook, dealt: str) -> None:
    assert_ruling(settled(book, dealt), TWO_SEVENS, shows=dealt)


@both_au_books
@pytest.mark.parametrize("dealt", ["7H 7H KD", "7S 7S 8S", "7D 7D 6H", "7C 7C AC"])
def test_14_4_3_two_sevens_of_the_same_suit_pay_one_hundred_to_one(book: RuleBook, dealt: str) -> None:
    assert_ruling(settled(book, dealt), TWO_SEVENS_SUITED, shows=dealt)


@both_au_books
@pytest.mark.parametrize("dealt", ["7H 7C", "7H 7H"])
def test_14_4_2_and_14_4_3_wait_for_the_next_card_which_may_be_a_seven(book: RuleBook, dealt: str) -> None:
    assert_undecided(settled(book, dealt), "next card")
    assert_undecided(settled(book, dealt, split=None), "next card")


@both_au_books
@pytest.mark.parametrize("dealt", ["7H 7C 7D", "7S 7C 7S", "7D 7H 7H", "7C 7C 7S"])
def test_14_4_4_three_sevens_not_all_of_one_suit_pay_five_hundred_to_one(book: RuleBook, dealt: str) -> None:
    assert_ruling(settled(book, dealt), THREE_SEVENS, shows=dealt)


@both_au_books
@pytest.mark.parametrize("dealt", ["7H 7H 7H", "7S 7S 7S", "7D 7D 7D", "7C 7C 7C"])
def test_14_4_5_three_sevens_of_one_suit_pay_five_thousand_to_one(book: RuleBook, dealt: str) -> None:
    assert_ruling(settled(book, dealt), THREE_SEVENS_SUITED, shows=dealt)


@both_au_books
@pytest.mark.parametrize("first", ["AS", "2H", "6D", "8C", "TS", "KD"])
def test_14_4_6_a_first_card_that_is_no_seven_loses(book: RuleBook, first: str) -> None:
    assert_ruling(settled(book, first), NO_SEVEN, shows=first)


@both_au_books
def test_14_4_6_loses_whatever_sevens_come_later(book: RuleBook) -> None:
    assert_ruling(settled(book, "8H 7H 7H"), NO_SEVEN, shows="8H")


@both_au_books
@pytest.mark.parametrize(
    ("dealt", "expected"),
    [
        ("7H 7C KD", TWO_SEVENS),
        ("7H 7H KD", TWO_SEVENS_SUITED),
        ("7H 7C 7D", THREE_SEVENS),
        ("7H 7H 7H", THREE_SEVENS_SUITED),
    ],
)
def test_14_5_after_a_split_of_sevens_the_next_card_decides(book: RuleBook, dealt: str, expected: Due) -> None:
    assert_ruling(settled(book, dealt, split=True), expected, shows=dealt)


@both_au_books
def test_14_5_the_split_itself_decides_nothing(book: RuleBook) -> None:
    assert_undecided(settled(book, "7H 7C", split=True), "next card")
    assert_undecided(settled(book, "7H 7H", split=True), "next card")


@both_au_books
def test_14_5_says_that_the_sevens_were_split(book: RuleBook) -> None:
    decision = settled(book, "7H 7C KD", split=True)
    assert isinstance(decision, Ruling)
    assert "split" in decision.because


@both_au_books
def test_14_6_is_decided_as_soon_as_the_outcome_is_known(book: RuleBook) -> None:
    # each is decided by its last card, and by none before it
    assert_undecided(settled(book, ""), "first card")
    assert due(settled(book, "8H")) == NO_SEVEN
    assert due(settled(book, "7H 8H")) == ONE_SEVEN
    assert due(settled(book, "7H 7S 8H", split=None)) == TWO_SEVENS
    assert due(settled(book, "7H 7S 7D", split=None)) == THREE_SEVENS


NZ_ONE_SEVEN: Due = (WIN, "3/1", "14.4(a)", INFERRED)
NZ_TWO_SEVENS_SUITED: Due = (WIN, "100/1", "14.4(c)", TEXT)
NZ_THREE_SEVENS: Due = (WIN, "500/1", "14.4(d)", TEXT)
NZ_THREE_SEVENS_SUITED: Due = (WIN, "5000/1", "14.4(e)", TEXT)
NZ_NO_SEVEN: Due = (LOSE, None, "14.4(f)", TEXT)


def test_nz_14_4_a_a_first_seven_pays_three_to_one_by_inference() -> None:
    assert_ruling(settled(NZ, "7H KD"), NZ_ONE_SEVEN, shows="7H KD")


@pytest.mark.parametrize("dealt", ["7H 7C KD", "7S 7D 6S"])
def test_nz_14_4_b_two_sevens_of_different_suits_pay_fifty_to_one(dealt: str) -> None:
    # The clause itself is not held, only named in 14.5: how firmly it is cited is left open here.
    assert due(settled(NZ, dealt))[:3] == (WIN, "50/1", "14.4(b)")
    assert_undecided(settled(NZ, "7H 7C"), "next card")


@pytest.mark.parametrize("dealt", ["7H 7H KD", "7S 7S 6S"])
def test_nz_14_4_c_two_sevens_of_the_same_suit_pay_one_hundred_to_one(dealt: str) -> None:
    assert_ruling(settled(NZ, dealt), NZ_TWO_SEVENS_SUITED, shows=dealt)
    assert_undecided(settled(NZ, "7H 7H"), "next card")


@pytest.mark.parametrize("dealt", ["7H 7C 7D", "7H 7H 7S", "7S 7H 7H"])
def test_nz_14_4_d_three_sevens_not_all_of_one_suit_pay_five_hundred_to_one(dealt: str) -> None:
    assert_ruling(settled(NZ, dealt), NZ_THREE_SEVENS, shows=dealt)


@pytest.mark.parametrize("dealt", ["7H 7H 7H", "7C 7C 7C"])
def test_nz_14_4_e_three_sevens_of_one_suit_pay_five_thousand_to_one(dealt: str) -> None:
    assert_ruling(settled(NZ, dealt), NZ_THREE_SEVENS_SUITED, shows=dealt)


@pytest.mark.parametrize("dealt", ["KD", "8H 7H", "6S 7S 7S"])
def test_nz_14_4_f_otherwise_loses(dealt: str) -> None:
    assert_ruling(settled(NZ, dealt), NZ_NO_SEVEN, shows=dealt.split(maxsplit=1)[0])


@pytest.mark.parametrize("next_card", ["", " KD", " 7D", " 7H", " -"])
def test_nz_14_5_split_sevens_are_paid_at_once_whatever_the_next_card_is(next_card: str) -> None:
    different = settled(NZ, f"7H 7C{next_card}", split=True)
    assert_ruling(different, (WIN, "50/1", "14.5", TEXT), shows="7H 7C")
    suited = settled(NZ, f"7H 7H{next_card}", split=True)
    assert_ruling(suited, (WIN, "100/1", "14.5", TEXT), shows="7H 7H")


def test_nz_14_5_three_sevens_wait_for_whether_the_first_two_were_split() -> None:
    # split: 50 or 100; not split: 500 or 5000
    assert_undecided(settled(NZ, "7H 7C 7D", split=None), "split")
    assert_undecided(settled(NZ, "7H 7H 7H", split=None), "split")


def test_nz_14_5_two_sevens_and_another_card_come_out_the_same_split_or_not() -> None:
    assert due(settled(NZ, "7H 7C KD", split=None))[:2] == (WIN, "50/1")
    assert due(settled(NZ, "7H 7H KD", split=None))[:2] == (WIN, "100/1")


@every_book
def test_reading_1_the_classes_are_disjoint(book: RuleBook) -> None:
    # 7-7-x pays 50 or 100 and never 3 as well; 7-x-7 has no second seven in time
    assert due(settled(book, "7H 7C KD"))[1] == "50/1"
    assert due(settled(book, "7H 7H KD"))[1] == "100/1"
    assert due(settled(book, "7H KD 7H"))[1] == "3/1"


@every_book
@pytest.mark.parametrize("split", [False, None])
def test_reading_2_without_a_third_card_two_sevens_are_paid(book: RuleBook, split: bool | None) -> None:
    different, suited = settled(book, "7H 7C -", split=split), settled(book, "7D 7D -", split=split)
    assert due(different)[:2] == (WIN, "50/1")
    assert due(suited)[:2] == (WIN, "100/1")
    assert isinstance(different, Ruling)
    assert different.cards == cards("7H 7C")
    assert "7H 7C" in different.because


@every_book
@pytest.mark.parametrize("dealt", ["7H 7H 7C", "7H 7C 7H", "7C 7H 7H"])
def test_reading_3_a_suited_pair_and_a_seven_of_another_suit_are_five_hundred(book: RuleBook, dealt: str) -> None:
    assert due(settled(book, dealt))[1] == "500/1"


@both_au_books
def test_reading_5_a_second_card_of_hand_1_that_never_came_does_not_meet_the_exception(book: RuleBook) -> None:
    # sevens split, the next card refused (16.3); what goes to hand 2 does not count
    assert_ruling(settled(book, "7H 7C -", split=True), TWO_SEVENS, shows="7H 7C")
    assert_ruling(settled(book, "7C 7C -", split=True), TWO_SEVENS_SUITED, shows="7C 7C")


@both_au_books
def test_reading_6_a_doubled_pair_of_sevens_is_decided_by_the_doubled_card(book: RuleBook) -> None:
    assert due(settled(book, "7H 7C 7S", split=False)) == THREE_SEVENS
    assert due(settled(book, "7H 7C TS", split=False)) == TWO_SEVENS


# All ordered triples of faces; all ordered pairs where no third card is dealt. Of a triple whose faces are all
# different there are n * n * n ordered triples of physical cards in n decks; a face that comes again has only
# n - 1 copies left, and then n - 2.

CLASSES = {"5000/1", "500/1", "100/1", "50/1", "3/1", None}
BOOKS = {book.id: book for book in (AU_1, AU_2, NZ)}


def copies(decks: int, *, dealt: int, alike: int) -> int:
    """How often a run of ``dealt`` faces, of which ``alike`` are one face, is there in so many decks."""
    again = {1: 1, 2: decks - 1, 3: (decks - 1) * (decks - 2)}[alike]
    return again * prod([decks] * (dealt - alike + 1))


@cache
def runs(book_id: str, *, split: bool, third: bool) -> Counter[tuple[Due, int]]:
    """How many runs of faces end in each result, by how many of the faces are alike."""
    book, dealt = BOOKS[book_id], 3 if third else 2
    found: Counter[tuple[Due, int]] = Counter()
    for run in product(faces(), repeat=dealt):
        decision = settle(book, SevensPlay(run[0], run[1], run[2] if third else NO_CARD, split))
        found[due(decision), dealt + 1 - len(set(run))] += 1
    return found


def ordered_runs(book: RuleBook, decks: int, *, split: bool = False, third: bool = True) -> dict[Due, int]:
    """The results of all ordered triples (without a third card: pairs) of the cards of a shoe."""
    found: Counter[Due] = Counter()
    for (result, alike), number in runs(book.id, split=split, third=third).items():
        found[result] += number * copies(decks, dealt=3 if third else 2, alike=alike)
    return dict(found)


def by_odds(counts: dict[Due, int]) -> dict[str | None, int]:
    found: Counter[str | None] = Counter()
    for (_, odds, _, _), number in counts.items():
        found[odds] += number
    return dict(found)


# Six decks: 24 sevens, six of each suit, in 312 cards; 312 * 311 * 310 = 30,079,920 ordered triples.
SIX_DECKS = {
    "5000/1": 480,  # 4 suits * 6 * 5 * 4
    "500/1": 11_664,  # 24 * 23 * 22 - 480
    "100/1": 34_560,  # 4 suits * 6 * 5, then one of 288 others
    "50/1": 124_416,  # (24 * 23 - 4 * 6 * 5) * 288
    "3/1": 2_142_720,  # 24 * 288 * 310
    None: 27_766_080,  # 288 * 311 * 310
}


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("book", [AU_1, AU_2], ids=lambda book: book.id)
def test_all_triples_of_six_decks_split_or_not_are_decided_by_the_third_card(book: RuleBook, split: bool) -> None:
    assert ordered_runs(book, 6, split=split) == {
        THREE_SEVENS_SUITED: SIX_DECKS["5000/1"],
        THREE_SEVENS: SIX_DECKS["500/1"],
        TWO_SEVENS_SUITED: SIX_DECKS["100/1"],
        TWO_SEVENS: SIX_DECKS["50/1"],
        ONE_SEVEN: SIX_DECKS["3/1"],
        NO_SEVEN: SIX_DECKS[None],
    }
    assert sum(SIX_DECKS.values()) == 312 * 311 * 310 == 30_079_920


def test_all_triples_of_six_decks_not_split_in_new_zealand() -> None:
    counts = ordered_runs(NZ, 6)
    assert by_odds(counts) == SIX_DECKS
    assert counts[NZ_ONE_SEVEN] == SIX_DECKS["3/1"]
    assert counts[NZ_TWO_SEVENS_SUITED] == SIX_DECKS["100/1"]
    assert counts[NZ_THREE_SEVENS] == SIX_DECKS["500/1"]
    assert counts[NZ_THREE_SEVENS_SUITED] == SIX_DECKS["5000/1"]
    assert counts[NZ_NO_SEVEN] == SIX_DECKS[None]


# What the first two of 312 cards are; where the third place does not decide, any of 310 cards may be there.
PAIRS_OF_SIX_DECKS = {
    "100/1": 4 * 6 * 5,
    "50/1": 24 * 18,
    "3/1": 24 * 288,
    None: 288 * 311,
}


def test_all_triples_of_six_decks_split_in_new_zealand_are_decided_at_the_split() -> None:
    counts = ordered_runs(NZ, 6, split=True)
    assert by_odds(counts) == {odds: number * 310 for odds, number in PAIRS_OF_SIX_DECKS.items()}
    assert counts[WIN, "100/1", "14.5", TEXT] == 4 * 6 * 5 * 310
    assert counts[WIN, "50/1", "14.5", TEXT] == 24 * 18 * 310


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("book", [AU_2, NZ], ids=lambda book: book.id)
def test_reading_2_all_pairs_of_six_decks_when_no_third_card_is_dealt(book: RuleBook, split: bool) -> None:
    counts = by_odds(ordered_runs(book, 6, split=split, third=False))
    assert counts == PAIRS_OF_SIX_DECKS
    assert sum(counts.values()) == 312 * 311


@pytest.mark.parametrize("decks", range(1, 9))
def test_all_triples_of_any_shoe(decks: int) -> None:
    sevens, others, all_cards = 4 * decks, 48 * decks, 52 * decks
    suited_pairs = 4 * decks * (decks - 1)
    suited_triples = suited_pairs * (decks - 2)
    counts = by_odds(ordered_runs(AU_2, decks))
    assert {odds: counts.get(odds, 0) for odds in CLASSES} == {
        "5000/1": suited_triples,
        "500/1": sevens * (sevens - 1) * (sevens - 2) - suited_triples,
        "100/1": suited_pairs * others,
        "50/1": (sevens * (sevens - 1) - suited_pairs) * others,
        "3/1": sevens * others * (all_cards - 2),
        None: others * (all_cards - 1) * (all_cards - 2),
    }


def house_edge(counts: dict[str | None, int]) -> Fraction:
    """In per cent of the stake."""
    paid = sum(number * (-1 if odds is None else Fraction(odds)) for odds, number in counts.items())
    return Fraction(-100 * paid, sum(counts.values()))


@pytest.mark.parametrize(("decks", "edge"), [(4, "15.92"), (5, "13.25"), (6, "11.40"), (8, "9.01")])
def test_the_published_house_edge_of_super_sevens(decks: int, edge: str) -> None:
    # readings.md, published by Wizard of Odds and 888: the third card always dealt
    assert round(house_edge(by_odds(ordered_runs(AU_2, decks))), 2) == Fraction(edge)


@pytest.mark.parametrize("case", ["stood on", "split in New Zealand"])
def test_the_published_house_edge_when_no_pair_of_sevens_gets_a_third_card(case: str) -> None:
    # readings.md: 36.31 per cent at six decks
    stood = case == "stood on"
    counts = ordered_runs(AU_2 if stood else NZ, 6, split=not stood, third=not stood)
    assert round(house_edge(by_odds(counts)), 2) == Fraction("36.31")
