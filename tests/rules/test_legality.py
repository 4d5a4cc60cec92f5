"""What the rules could not have produced, by the cards of one box; whole rounds are in settling/test_legality."""

import pytest

from croupier.cards import cards
from croupier.rules.book import RuleBook
from croupier.rules.legality import box_fault
from croupier.rules.rulings import Illegal
from tests.rules.expected import NZ, assert_illegal, both_au_books, every_book


def fault(book: RuleBook, dealt: str, *hands: str) -> Illegal | None:
    return box_fault(book, cards(dealt), {number: cards(hand) for number, hand in enumerate(hands, start=1)})


def assert_no_sum(found: Illegal | None, *names: str) -> None:
    """Arithmetic and no clause: the hands are not what was dealt; the sentence names both."""
    assert isinstance(found, Illegal)
    assert (found.clause.number, found.clause.citation) == (None, None)
    for name in names:
        assert name in found.because


@every_book
@pytest.mark.parametrize(
    ("dealt", "hands"),
    [
        ("8H 8C TD 9S", ["8H TD", "8C"]),
        ("8H 8C TD", ["8H TD", "8C 9S"]),
        ("8H 8C TD 9S", ["8H TD", "8C 2S"]),
        ("8H 8C TD TD", ["8H TD", "8C TD TD"]),
    ],
)
def test_reading_20_the_hands_of_a_split_box_add_up_to_what_was_dealt(
    book: RuleBook, dealt: str, hands: list[str]
) -> None:
    assert_no_sum(fault(book, dealt, *hands), " and ".join(hands), dealt)


@every_book
def test_reading_20_a_box_that_was_not_split_holds_its_cards_in_the_order_of_the_deal(book: RuleBook) -> None:
    assert fault(book, "TH 6C 5D", "TH 6C 5D") is None
    assert_no_sum(fault(book, "TH 6C 5D", "TH 5D 6C"), "TH 5D 6C", "TH 6C 5D")


@every_book
def test_reading_20_the_cards_of_a_split_box_lie_in_its_hands_in_whatever_order(book: RuleBook) -> None:
    assert fault(book, "8H 8C TD 2S 9S", "8H TD 2S", "8C 9S") is None


@both_au_books
@pytest.mark.parametrize("dealt", ["", "TH"])
def test_16_6_a_box_in_play_has_two_initial_cards(book: RuleBook, dealt: str) -> None:
    assert_illegal(fault(book, dealt, dealt), "16.6", names=dealt)
    assert fault(book, "TH 9C", "TH 9C") is None


@pytest.mark.parametrize("dealt", ["", "TH"])
def test_nz_15_4_a_box_in_play_has_two_initial_cards(dealt: str) -> None:
    assert_illegal(fault(NZ, dealt, dealt), "15.4", names=dealt)
