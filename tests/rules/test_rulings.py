"""Rulings: when two of them are the same result (contract, section 2)."""

from dataclasses import replace

from croupier.cards import cards
from croupier.money import Odds
from croupier.rules.book import NOT_HELD, Provision
from croupier.rules.rulings import Ruling
from croupier.wagers import Outcome
from tests.rules.expected import AU_2

PAID = Ruling(Outcome.WIN, Odds.parse("50/1"), AU_2.clause(Provision.TWO_SEVENS), "two sevens", cards("7H 7C KD"))


def test_the_same_outcome_at_the_same_odds_is_the_same_result_whatever_the_clause_and_the_cards() -> None:
    assert PAID.same_result(replace(PAID, clause=NOT_HELD, because="the sevens were split", cards=cards("7H 7C")))


def test_other_odds_are_another_result() -> None:
    assert not PAID.same_result(replace(PAID, odds=Odds.parse("100/1")))


def test_another_outcome_is_another_result() -> None:
    lost = Ruling(Outcome.LOSE, None, NOT_HELD, "the first card, 9H, is not a seven")
    assert not lost.same_result(PAID)
    assert not lost.same_result(replace(lost, outcome=Outcome.STAND_OFF))
