"""Main wagers, doubles and splits, clause by clause: 10.5, 12.3.3, 12.6, 13.1 to 13.4, 15.1.1 to 15.1.9.

For ``nz-1996`` NZ Gazette 1994 No 112 p 3229, 4.1(a) to (g). ``test_settlement_grid`` tests every cell.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.cards import cards
from croupier.hands import Hand
from croupier.money import Odds, Winnings, winnings
from croupier.rules.book import RuleBook
from croupier.rules.main_wagers import settle
from croupier.rules.placing import refusal
from croupier.rules.rulings import Decision, Illegal, Ruling
from croupier.wagers import Kind, Wager
from tests.rules.expected import (
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
    assert_undecided,
    both_au_books,
    due,
    every_book,
)

OVER_21: Due = (LOSE, None, "10.5", INFERRED)
BLACKJACK: Due = (WIN, "3/2", "15.1.1", TEXT)
DEALER_OVER_21: Due = (WIN, "1/1", "15.1.2", TEXT)
HIGHER: Due = (WIN, "1/1", "15.1.3", TEXT)
DEALER_BLACKJACK: Due = (LOSE, None, "15.1.5", TEXT)
DEALER_HIGHER: Due = (LOSE, None, "15.1.6", TEXT)
TWO_BLACKJACKS: Due = (STAND_OFF, None, "15.1.7", TEXT)
SAME_TOTAL: Due = (STAND_OFF, None, "15.1.8", TEXT)
EXTRA_WAGER: Due = (STAND_OFF, None, "15.1.9", TEXT)


def settled(
    book: RuleBook, hand: str, dealer: str | None, *, original: bool = True, split: bool = False
) -> Decision:
    held = None if dealer is None else Hand(cards(dealer))
    return settle(book, original=original, hand=Hand(cards(hand), of_split=split), dealer=held)


def assert_settles(
    book: RuleBook, hand: str, dealer: str, expected: Due, *, original: bool = True, split: bool = False
) -> None:
    """As ``expected``; the ruling shows both hands and names every card of those that decided it."""
    decision = settled(book, hand, dealer, original=original, split=split)
    # 15.1.9 looks at the dealer's blackjack alone
    names = dealer if expected == EXTRA_WAGER else f"{hand} {dealer}"
    assert_ruling(decision, expected, shows=hand, dealer=dealer, names=names)


@both_au_books
@pytest.mark.parametrize("dealer", [None, "9S", "TS 9D", "TS 6D KC", "AS KD"])
@pytest.mark.parametrize("original", [True, False])
def test_10_5_a_hand_over_21_loses_at_once(book: RuleBook, dealer: str | None, original: bool) -> None:
    decision = settled(book, "TH 6C KD", dealer, original=original)
    assert_ruling(decision, OVER_21, shows="TH 6C KD")


@both_au_books
@pytest.mark.parametrize(("hand", "bust"), [("TH 6C 5D", False), ("TH 6C 6D", True), ("AH AC TD 9S", False)])
def test_10_5_is_about_more_than_21_and_counts_aces_as_one(book: RuleBook, hand: str, bust: bool) -> None:
    decision = settled(book, hand, None)
    assert isinstance(decision, Ruling) is bust


@both_au_books
@pytest.mark.parametrize("hand", ["AH TD", "KH AD"])
def test_12_3_3_a_split_ace_or_ten_value_makes_no_blackjack(book: RuleBook, hand: str) -> None:
    assert_settles(book, hand, "TS TC", HIGHER, split=True)
    assert_settles(book, hand, "TS 5C 6D", SAME_TOTAL, split=True)
    assert_settles(book, hand, "AS KC", DEALER_BLACKJACK, split=True)


@both_au_books
def test_12_6_the_dealers_blackjack_after_a_split_takes_the_original_wager_only(book: RuleBook) -> None:
    assert_settles(book, "8H TD", "AS KC", DEALER_BLACKJACK, original=True, split=True)
    assert_settles(book, "8C 9D", "AS KC", EXTRA_WAGER, original=False, split=True)


@both_au_books
def test_12_6_is_subject_to_10_5(book: RuleBook) -> None:
    # a split hand over 21 has lost its wager before the dealer's blackjack
    decision = settled(book, "8C 9D TS", "AS KC", original=False, split=True)
    assert_ruling(decision, OVER_21, shows="8C 9D TS")


@every_book
@pytest.mark.parametrize("hand", ["TH 9D", "AH KD", "5H 5C"])
def test_13_1_the_dealers_hand_comes_last_and_is_waited_for(book: RuleBook, hand: str) -> None:
    assert_undecided(settled(book, hand, None), "completed round")


@both_au_books
@pytest.mark.parametrize("dealer", ["TS 7D", "AS 6D", "4S AD 2C", "2S 3D 4C 8H", "AS 9D", "5S AD 5H"])
def test_13_2_the_dealer_stands_on_every_17_to_21_soft_too(book: RuleBook, dealer: str) -> None:
    assert due(settled(book, "TH 4D 7C", dealer))[0] in (WIN, STAND_OFF)


@both_au_books
@pytest.mark.parametrize(
    ("dealer", "drawn"), [("TS 7D 2C", "2C"), ("AS 6D 3H", "3H"), ("TS 6D 2C AH", "AH"), ("AS 8D TC", "TC")]
)
def test_13_2_no_card_is_drawn_to_17_or_more_hard_or_soft(book: RuleBook, dealer: str, drawn: str) -> None:
    assert_illegal(settled(book, "TH 9D", dealer), "13.2", names=drawn)


@both_au_books
def test_13_2_no_card_is_drawn_to_a_blackjack(book: RuleBook) -> None:
    assert_illegal(settled(book, "TH 9D", "AS KD 5C"), "13.2", names="5C")


@both_au_books
@pytest.mark.parametrize("dealer", ["TS 2D", "TS 6D", "AS 5D", "9S", "6S 4D 2C"])
def test_13_2_the_dealer_draws_to_16_while_a_hand_is_undecided(book: RuleBook, dealer: str) -> None:
    assert_illegal(settled(book, "TH 9D", dealer), "13.2", names=f"{dealer} TH 9D")
    assert_illegal(settled(book, "TH 6D 5C", dealer, original=False), "13.2", names=dealer)


@both_au_books
@pytest.mark.parametrize("dealer", ["9S", "2S", "TS 2D", "TS 6D", "AS 5D"])
def test_13_4_against_a_blackjack_the_dealer_stops_where_none_can_follow(book: RuleBook, dealer: str) -> None:
    assert_settles(book, "AH KD", dealer, BLACKJACK)


@both_au_books
@pytest.mark.parametrize("dealer", ["AS", "TS", "JD", "QC", "KH"])
def test_13_4_against_a_blackjack_the_dealers_ace_or_ten_value_needs_a_second_card(
    book: RuleBook, dealer: str
) -> None:
    assert_illegal(settled(book, "AH KD", dealer), "13.2", names=dealer)


@both_au_books
@pytest.mark.parametrize("dealer", ["9S", "AS", "TS 2D", "TS 6D"])
def test_13_4_against_a_hand_over_21_the_dealer_stops_anywhere(book: RuleBook, dealer: str) -> None:
    assert due(settled(book, "TH 6C KD", dealer)) == OVER_21


@both_au_books
@pytest.mark.parametrize("hand", ["AH TD", "KH AD", "AC JS", "QD AS"])
@pytest.mark.parametrize("dealer", ["TS 7D", "TS TD", "7S 7D 7C", "TS 6D KC", "AS 9D"])
def test_15_1_1_a_blackjack_pays_three_to_two_if_the_dealer_has_none(
    book: RuleBook, hand: str, dealer: str
) -> None:
    assert_settles(book, hand, dealer, BLACKJACK)


@both_au_books
@pytest.mark.parametrize("hand", ["2H 2D", "TH 6D", "TH 6D 5C"])
def test_15_1_2_pays_one_to_one_if_the_dealer_is_over_21(book: RuleBook, hand: str) -> None:
    assert_settles(book, hand, "TS 6D KC", DEALER_OVER_21)
    assert_settles(book, hand, "TS 6D KC", DEALER_OVER_21, original=False)


@both_au_books
@pytest.mark.parametrize(
    ("hand", "dealer"), [("TH 8D", "TS 7D"), ("AH 7D", "TS 7D"), ("TH 4D 7C", "KS QD"), ("TH TD", "AS 8D")]
)
def test_15_1_3_pays_one_to_one_if_the_total_exceeds_the_dealers(book: RuleBook, hand: str, dealer: str) -> None:
    assert_settles(book, hand, dealer, HIGHER)
    assert_settles(book, hand, dealer, HIGHER, original=False)


@both_au_books
@pytest.mark.parametrize("hand", ["2H 2D", "TH TD", "TH 6D 5C"])
@pytest.mark.parametrize("dealer", ["AS KD", "TS AD"])
def test_15_1_5_the_dealers_blackjack_takes_the_original_wager(book: RuleBook, hand: str, dealer: str) -> None:
    assert_settles(book, hand, dealer, DEALER_BLACKJACK)


@both_au_books
@pytest.mark.parametrize(
    ("hand", "dealer"), [("2H 2D", "TS 7D"), ("TH 7D", "AS 7D"), ("TH TD", "TS 6D 5C"), ("AH 5D", "KS 7D")]
)
def test_15_1_6_loses_if_the_dealers_total_is_higher_without_passing_21(
    book: RuleBook, hand: str, dealer: str
) -> None:
    assert_settles(book, hand, dealer, DEALER_HIGHER)
    assert_settles(book, hand, dealer, DEALER_HIGHER, original=False)


@both_au_books
@pytest.mark.parametrize(("hand", "dealer"), [("AH TD", "AS KD"), ("KH AD", "TS AC")])
def test_15_1_7_two_blackjacks_stand_off(book: RuleBook, hand: str, dealer: str) -> None:
    assert_settles(book, hand, dealer, TWO_BLACKJACKS)


@both_au_books
@pytest.mark.parametrize(
    ("hand", "dealer"), [("TH 7D", "AS 6D"), ("9H 9D", "TS 8D"), ("TH TD", "AS 9D"), ("TH 6D 5C", "7S 7D 7C")]
)
def test_15_1_8_the_same_total_stands_off(book: RuleBook, hand: str, dealer: str) -> None:
    assert_settles(book, hand, dealer, SAME_TOTAL)
    assert_settles(book, hand, dealer, SAME_TOTAL, original=False)


@both_au_books
@pytest.mark.parametrize("hand", ["5H 6D 2C", "TH 6D 5C", "TH TD"])
@pytest.mark.parametrize("split", [False, True])
def test_15_1_9_doubles_and_splits_stand_off_against_the_dealers_blackjack(
    book: RuleBook, hand: str, split: bool
) -> None:
    assert_settles(book, hand, "AS KD", EXTRA_WAGER, original=False, split=split)


@pytest.mark.parametrize("hand", ["2H 2D", "TH 6D 5C"])
def test_nz_1994_4_1_a_wins_if_the_dealer_is_over_21(hand: str) -> None:
    assert_settles(NZ, hand, "TS 6D KC", (WIN, "1/1", "4.1(a)", NEAREST))


def test_nz_1994_4_1_a_a_blackjack_wins_against_a_dealer_over_21() -> None:
    assert_settles(NZ, "AH TD", "TS 6D KC", (WIN, "3/2", "4.1(a)", NEAREST))


def test_nz_1994_4_1_b_wins_if_the_total_exceeds_the_dealers() -> None:
    assert_settles(NZ, "TH 8D", "TS 7D", (WIN, "1/1", "4.1(b)", NEAREST))


def test_nz_1994_4_1_b_a_blackjack_exceeds_every_total_below_21() -> None:
    assert_settles(NZ, "AH TD", "TS TD", (WIN, "3/2", "4.1(b)", NEAREST))


def test_nz_1994_4_1_c_a_blackjack_wins_against_21_in_more_than_two_cards() -> None:
    assert_settles(NZ, "AH TD", "7S 7D 7C", (WIN, "3/2", "4.1(c)", NEAREST))


def test_nz_1994_4_1_d_21_in_more_than_two_cards_loses_to_a_blackjack() -> None:
    assert_settles(NZ, "TH 6D 5C", "AS KD", (LOSE, None, "4.1(d)", NEAREST))


@pytest.mark.parametrize(("hand", "dealer"), [("TH 7D", "AS 6D"), ("TH 6D 5C", "7S 7D 7C"), ("AH TD", "AS KD")])
def test_nz_1994_4_1_e_the_same_total_or_two_blackjacks_stand_off(hand: str, dealer: str) -> None:
    assert_settles(NZ, hand, dealer, (STAND_OFF, None, "4.1(e)", NEAREST))


@pytest.mark.parametrize("dealer", [None, "TS 9D", "TS 6D KC", "AS KD"])
def test_nz_1994_4_1_f_loses_over_21(dealer: str | None) -> None:
    assert_ruling(settled(NZ, "TH 6C KD", dealer), (LOSE, None, "4.1(f)", NEAREST), shows="TH 6C KD")


@pytest.mark.parametrize(("hand", "dealer"), [("TH 7D", "AS 7D"), ("2H 2D", "TS 7D"), ("TH TD", "AS KD")])
def test_nz_1994_4_1_g_loses_if_the_dealer_is_higher_without_passing_21(hand: str, dealer: str) -> None:
    assert_settles(NZ, hand, dealer, (LOSE, None, "4.1(g)", NEAREST))


@every_book
def test_reading_8_a_blackjack_beats_a_drawn_21(book: RuleBook) -> None:
    assert due(settled(book, "AH TD", "7S 7D 7C"))[:2] == (WIN, "3/2")


@every_book
def test_reading_8_two_blackjacks_stand_off(book: RuleBook) -> None:
    assert due(settled(book, "AH TD", "AS KD"))[0] is STAND_OFF


@every_book
def test_reading_8_a_drawn_21_loses_to_a_blackjack(book: RuleBook) -> None:
    assert due(settled(book, "TH 6D 5C", "AS KD"))[0] is LOSE


@every_book
@pytest.mark.parametrize("hand", ["TH 6D 5C", "TH TD"])
def test_reading_8_extra_wagers_stand_off_against_a_blackjack(book: RuleBook, hand: str) -> None:
    assert due(settled(book, hand, "AS KD", original=False))[0] is STAND_OFF


@every_book
@pytest.mark.parametrize("original", [True, False])
def test_reading_9_a_later_dealers_blackjack_restores_no_wager_on_a_hand_over_21(
    book: RuleBook, original: bool
) -> None:
    before = settled(book, "TH 6C KD", None, original=original)
    after = settled(book, "TH 6C KD", "AS KD", original=original)
    assert due(before)[0] is due(after)[0] is LOSE
    assert before == after


@every_book
def test_reading_9_the_dealers_blackjack_takes_the_main_wager_only(book: RuleBook) -> None:
    assert due(settled(book, "9H 2D 5C", "AS KD", original=True))[0] is LOSE
    assert due(settled(book, "9H 2D 5C", "AS KD", original=False))[0] is STAND_OFF


@every_book
@pytest.mark.parametrize("hand", ["AH TD", "TH AD", "KH AD"])
def test_reading_10_a_box_that_was_split_has_no_blackjack(book: RuleBook, hand: str) -> None:
    assert due(settled(book, hand, "TS TC", split=True))[:2] == (WIN, "1/1")
    assert due(settled(book, hand, "7S 7D 7C", split=True))[0] is STAND_OFF


@both_au_books
def test_reading_12_an_odd_stake_is_paid_three_to_two_but_for_the_half(book: RuleBook) -> None:
    decision = settled(book, "AH TD", "TS 9D")
    assert isinstance(decision, Ruling)
    assert decision.odds == Odds(Fraction(3, 2))
    # 2501 * 3 / 2 = 3751 1/2
    assert winnings(2501, decision.odds, book.smallest_payment) == Winnings(3751, Fraction(1, 2))


@every_book
def test_reading_15_a_back_bettors_double_is_allowed_and_bound_by_the_hands_one_card(book: RuleBook) -> None:
    double = Wager("w-2", Kind.DOUBLE, box=1, hand=1, player="back-bettor", amount=300, original=500)
    assert refusal(book, double) is None
    assert due(settled(book, "6H 5D TC", "TS 9D", original=False))[:2] == (WIN, "1/1")
    assert due(settled(book, "6H 5D 2C", "TS 9D", original=False))[0] is LOSE


@pytest.mark.parametrize("dealer", ["9S", "TS 2D", "TS 6D"])
def test_reading_20_where_the_dealers_rule_is_not_held_an_early_stop_is_not_illegal(dealer: str) -> None:
    assert due(settled(NZ, "TH 9D", dealer)) == (WIN, "1/1", "4.1(b)", NEAREST)


@pytest.mark.parametrize("dealer", ["TS 7D 2C", "AS 6D 2H"])
def test_reading_20_where_the_dealers_rule_is_not_held_a_card_to_17_is_not_illegal(dealer: str) -> None:
    assert due(settled(NZ, "TH 9D", dealer)) == (STAND_OFF, None, "4.1(e)", NEAREST)


@every_book
@pytest.mark.parametrize("held", ["TH 9D", "AH KD", "2H 2D"])
def test_reading_20_no_hand_is_compared_with_a_dealers_hand_without_a_card(book: RuleBook, held: str) -> None:
    decision = settled(book, held, "")
    assert isinstance(decision, Illegal)
    assert decision.clause.number == (None if book is NZ else "13.2")
    assert held in decision.because
    assert due(settled(book, "TH 9D 5C", ""))[0] is LOSE


@both_au_books
def test_reading_20_a_split_hand_may_have_one_card(book: RuleBook) -> None:
    # the next card was refused (16.3)
    assert_settles(book, "8H", "TS 7D", DEALER_HIGHER, split=True)
    assert_settles(book, "8H", "TS 6D KC", DEALER_OVER_21, split=True)
    assert_settles(book, "AH", "AS KD", EXTRA_WAGER, split=True, original=False)


def test_reading_21_a_blackjack_is_paid_down_to_the_houses_smallest_payment() -> None:
    house = replace(AU_2, id="au-2-house", smallest_payment=50)
    decision = settled(house, "AH TD", "TS 9D")
    assert isinstance(decision, Ruling)
    assert decision.odds is not None
    # 2550 * 3 / 2 = 3825, of which 76 * 50 = 3800 can be paid
    assert winnings(2550, decision.odds, house.smallest_payment) == Winnings(3800, Fraction(25))
