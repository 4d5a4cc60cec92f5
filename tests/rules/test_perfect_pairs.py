"""Perfect Pairs: numbered text 14.7 to 14.9, reading 7; every ordered pair of a shoe."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from croupier.cards import Card
from croupier.money import Odds
from croupier.rules.book import Provision, RuleBook
from croupier.rules.perfect_pairs import settle
from tests.rules.expected import AU_2, LOSE, TEXT, WIN, Due, assert_ruling, due, faces

MIXED: Due = (WIN, "5/1", "14.8.1", TEXT)
COLOURED: Due = (WIN, "10/1", "14.8.2", TEXT)
PERFECT: Due = (WIN, "30/1", "14.8.3", TEXT)
NO_PAIR: Due = (LOSE, None, "14.9", TEXT)


def assert_pays(dealt: str, expected: Due) -> None:
    first, second = dealt.split()
    assert_ruling(settle(AU_2, Card.parse(first), Card.parse(second)), expected, shows=dealt)


@pytest.mark.parametrize("number", list("A23456789T"))
def test_14_7_1_two_cards_of_the_same_number_are_a_pair(number: str) -> None:
    assert_pays(f"{number}H {number}S", MIXED)


@pytest.mark.parametrize("picture", list("JQK"))
def test_14_7_2_two_pictures_of_the_same_type_are_a_pair(picture: str) -> None:
    assert_pays(f"{picture}H {picture}S", MIXED)


@pytest.mark.parametrize("dealt", ["TH JH", "JS QS", "QD KD", "KC TC", "TH KH", "JD KD"])
def test_14_7_tens_jacks_queens_and_kings_are_four_ranks(dealt: str) -> None:
    assert_pays(dealt, NO_PAIR)


@pytest.mark.parametrize("dealt", ["4H 4S", "4S 4H", "9D 9C", "9H 9C", "QD QS"])
def test_14_8_1_a_pair_of_one_red_and_one_black_card_pays_five_to_one(dealt: str) -> None:
    assert_pays(dealt, MIXED)


@pytest.mark.parametrize("dealt", ["4H 4D", "4D 4H", "9S 9C", "AC AS", "KH KD"])
def test_14_8_2_a_pair_of_one_colour_and_two_suits_pays_ten_to_one(dealt: str) -> None:
    assert_pays(dealt, COLOURED)


@pytest.mark.parametrize("dealt", ["QS QS", "5C 5C", "AH AH", "TD TD"])
def test_14_8_3_a_pair_of_one_suit_pays_thirty_to_one(dealt: str) -> None:
    # "i.e. two Queens of Spades or two 5 of clubs"
    assert_pays(dealt, PERFECT)


@pytest.mark.parametrize("dealt", ["AC 2C", "7H 8H", "5S 6S", "2D 3C"])
def test_14_9_a_hand_that_is_no_pair_loses(dealt: str) -> None:
    assert_pays(dealt, NO_PAIR)


def test_reading_7_a_king_and_a_queen_are_equal_in_value_and_no_pair() -> None:
    king, queen = Card.parse("KS"), Card.parse("QS")
    assert king.points == queen.points == 10
    assert_pays("KS QS", NO_PAIR)


# An ordered pair of two different faces is there n * n times in n decks, one of the same face n * (n - 1) times.


def ordered_pairs(book: RuleBook, decks: int) -> dict[Due, int]:
    found: Counter[Due] = Counter()
    for first, second in product(faces(), repeat=2):
        copies = decks * (decks - 1) if first == second else decks * decks
        found[due(settle(book, first, second))] += copies
    return dict(found)


@pytest.mark.parametrize("decks", range(1, 9))
def test_all_ordered_pairs_of_a_shoe(decks: int) -> None:
    counts = ordered_pairs(AU_2, decks)
    # After any of the 52n first cards: n - 1 of its own face, n of the other suit of its colour, 2n of the
    # other colour, and 48n of other ranks.
    cards = 52 * decks
    assert counts == {
        PERFECT: cards * (decks - 1),
        COLOURED: cards * decks,
        MIXED: cards * 2 * decks,
        NO_PAIR: cards * 48 * decks,
    }
    assert sum(counts.values()) == cards * (cards - 1)


def test_all_unordered_pairs_of_eight_decks_as_published() -> None:
    counts = {result: number // 2 for result, number in ordered_pairs(AU_2, 8).items()}
    assert counts == {PERFECT: 1_456, COLOURED: 1_664, MIXED: 3_328, NO_PAIR: 79_872}
    assert sum(counts.values()) == 416 * 415 // 2 == 86_320


def with_paytable(perfect: str, coloured: str, mixed: str) -> RuleBook:
    """``au-2`` with a licensee's own odds: data of the book, never code."""
    paytable = {
        Provision.PERFECT_PAIR: perfect,
        Provision.COLOURED_PAIR: coloured,
        Provision.MIXED_PAIR: mixed,
    }
    clauses = {
        provision: replace(AU_2.clause(provision), odds=Odds.parse(f"{odds}/1"))
        for provision, odds in paytable.items()
    }
    return replace(AU_2, id="au-2-edition", clauses={**AU_2.clauses, **clauses})


@pytest.mark.parametrize(
    ("paytable", "decks", "edge"),
    [
        ("30/10/5", 8, "3.3735"),
        ("25/12/6", 2, "22.3301"),
        ("25/12/6", 4, "10.14"),
        ("25/12/6", 6, "6.11"),
        ("25/12/6", 8, "4.0964"),
        ("25/12/5", 8, "7.9518"),
        ("25/15/5", 8, "2.1687"),
    ],
)
def test_the_published_house_edge_of_perfect_pairs(paytable: str, decks: int, edge: str) -> None:
    # readings.md, published by Wizard of Odds (4 and 6 decks: secondary)
    perfect, coloured, mixed = paytable.split("/")
    counts = ordered_pairs(with_paytable(perfect, coloured, mixed), decks)
    paid = sum(number * (-1 if odds is None else Fraction(odds)) for (_, odds, _, _), number in counts.items())
    places = len(edge.partition(".")[2])
    assert round(Fraction(-100 * paid, sum(counts.values())), places) == Fraction(edge)
