"""Insurance: numbered text 13.3, 13.4 and 15.1.4; reading 11; every pair of the dealer's first two cards."""

from collections import Counter
from itertools import product

import pytest

from croupier.cards import NO_CARD, Card
from croupier.rules.book import RuleBook
from croupier.rules.insurance import settle
from croupier.rules.rulings import Decision
from tests.rules.expected import (
    INFERRED,
    LOSE,
    NZ,
    TEXT,
    WIN,
    Due,
    assert_illegal,
    assert_ruling,
    assert_undecided,
    both_au_books,
    due,
    every_book,
    faces,
)

WON: Due = (WIN, "2/1", "15.1.4", TEXT)
LOST_ON_THE_SECOND_CARD: Due = (LOSE, None, "13.3", TEXT)
LOST_BY_EXCLUSION: Due = (LOSE, None, "15.1.4", INFERRED)


def settled(book: RuleBook, dealer: str) -> Decision:
    """``dealer``: the dealer's first cards; ``-`` in place of the second: it was never dealt."""
    known = [NO_CARD if word == "-" else Card.parse(word) for word in dealer.split()]
    first, second = (*known, None, None)[:2]
    return settle(book, first, second)


@both_au_books
@pytest.mark.parametrize("second", ["TH", "JC", "QD", "KS"])
def test_15_1_4_insurance_pays_two_to_one_on_the_dealers_blackjack(book: RuleBook, second: str) -> None:
    assert_ruling(settled(book, f"AS {second}"), WON, dealer=f"AS {second}")


@both_au_books
@pytest.mark.parametrize("second", ["AH", "2C", "7D", "9S"])
def test_13_3_insurance_loses_on_a_second_card_that_is_not_worth_ten(book: RuleBook, second: str) -> None:
    assert_ruling(settled(book, f"AS {second}"), LOST_ON_THE_SECOND_CARD, dealer=f"AS {second}")


@both_au_books
@pytest.mark.parametrize("dealer", ["2C", "9S", "9S AH", "9S -"])
def test_15_1_4_a_first_card_that_can_make_no_blackjack_loses_on_that_card(book: RuleBook, dealer: str) -> None:
    assert_ruling(settled(book, dealer), LOST_BY_EXCLUSION, dealer=dealer[:2])


@both_au_books
@pytest.mark.parametrize("dealer", ["KS 9D", "TH TC"])
def test_15_1_4_a_first_card_worth_ten_loses_on_a_second_that_is_no_ace(book: RuleBook, dealer: str) -> None:
    assert_undecided(settled(book, dealer[:2]), "second card")
    assert_ruling(settled(book, dealer), LOST_BY_EXCLUSION, dealer=dealer)


@both_au_books
def test_13_3_waits_for_the_second_card(book: RuleBook) -> None:
    assert_undecided(settled(book, ""), "first card")
    assert_undecided(settled(book, "AS"), "second card")


@both_au_books
def test_13_4_the_dealer_cannot_stop_at_an_ace_while_insurance_is_undecided(book: RuleBook) -> None:
    assert_illegal(settled(book, "AS -"), "13.4", names="AS")


def test_nz_the_dealers_rule_is_not_held_so_a_missing_second_card_is_not_illegal() -> None:
    assert_undecided(settled(NZ, "AS -"), "second card")


@pytest.mark.parametrize("second", ["TH", "KS"])
def test_nz_insurance_pays_two_to_one_and_cites_nothing(second: str) -> None:
    assert_ruling(settled(NZ, f"AS {second}"), (WIN, "2/1", None, None), dealer=f"AS {second}")


@pytest.mark.parametrize("second", ["AH", "9S"])
def test_nz_insurance_loses_without_a_blackjack_and_cites_nothing(second: str) -> None:
    assert_ruling(settled(NZ, f"AS {second}"), (LOSE, None, None, None), dealer=f"AS {second}")


@every_book
@pytest.mark.parametrize("first", ["2C", "7D", "9S"])
def test_reading_11_insurance_without_an_ace_is_decided_by_the_cards_all_the_same(
    book: RuleBook, first: str
) -> None:
    # It is questioned and not refused (reading 17): the question never enters the decision.
    assert due(settled(book, f"{first} TH"))[0] is LOSE
    assert due(settled(book, f"TH {first}"))[0] is LOSE
    assert due(settled(book, "TH AS"))[:2] == (WIN, "2/1")


@both_au_books
def test_all_pairs_of_the_dealers_first_two_cards_of_eight_decks(book: RuleBook) -> None:
    counts: Counter[Due] = Counter()
    for first, second in product(faces(), repeat=2):
        decision = settle(book, first, second)
        counts[due(decision)] += 8 * 7 if first == second else 8 * 8
    # 416 cards: 32 aces, 128 worth ten, 256 others.
    assert counts == {
        WON: 32 * 128 + 128 * 32,
        LOST_ON_THE_SECOND_CARD: 32 * (415 - 128),
        LOST_BY_EXCLUSION: 128 * (415 - 32) + 256 * 415,
    }
    assert counts.total() == 416 * 415
