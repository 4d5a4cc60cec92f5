"""Hands: totals hard and soft, and that a blackjack is two unsplit cards (12.3.3, readings 8 and 10)."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from croupier.cards import cards
from croupier.hands import Hand

RANKS = "A23456789TJQK"
VALUES = {"A": (1, 11), "T": (10,), "J": (10,), "Q": (10,), "K": (10,)} | {str(n): (n,) for n in range(2, 10)}


def held(ranks: tuple[str, ...], *, of_split: bool = False) -> Hand:
    return Hand(cards(" ".join(f"{rank}H" for rank in ranks)), of_split=of_split)


def best_total(ranks: tuple[str, ...]) -> int:
    """By trying every value of every ace: the highest total that does not pass 21, else the lowest."""
    totals = {sum(values) for values in product(*(VALUES[rank] for rank in ranks))}
    return max((total for total in totals if total <= 21), default=min(totals))


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("TH 7D", 17),
        ("AH 6D", 17),
        ("AH 6D TC", 17),
        ("AH AD", 12),
        ("AH AD AC", 13),
        ("AH AD 9C", 21),
        ("AH AD TC", 12),
        ("AH AD TC TS", 22),
        ("AH 5D 5C", 21),
        ("KH QD 2C", 22),
        ("AH KD", 21),
        ("AH", 11),
        ("", 0),
    ],
)
def test_the_total_of_a_hand(hand: str, points: int) -> None:
    assert Hand(cards(hand)).points == points


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_total_of_every_hand_of_one_to_three_ranks(size: int) -> None:
    number = 0
    for ranks in product(RANKS, repeat=size):
        hand, expected = held(ranks), best_total(ranks)
        assert hand.points == expected, ranks
        assert hand.is_bust is (expected > 21), ranks
        number += 1
    assert number == 13**size


@pytest.mark.parametrize(("size", "hands"), [(4, 1_820), (5, 6_188)])
def test_the_total_of_every_hand_of_four_and_five_ranks_in_whatever_order(size: int, hands: int) -> None:
    # combinations with repetition: 16 choose 4, 17 choose 5
    number = 0
    for ranks in combinations_with_replacement(RANKS, size):
        expected = best_total(ranks)
        assert held(ranks).points == held(ranks[::-1]).points == expected, ranks
        number += 1
    assert number == hands


def test_how_many_hands_of_three_ranks_are_over_21() -> None:
    # Ordered, and none with an ace: 1 + 10 + 10 is 21. Three tens: 4 * 4 * 4. Two tens and a 2 to 9, all over:
    # 3 * 16 * 8. One ten and x + y >= 12 from 2 to 9: both short of 9 by 6 in all, 8 choose 2 ways, 3 * 4 * 28.
    # No ten and 22 or more: three short of 9 by 5 in all, 8 choose 3 = 56.
    found = sum(held(ranks).is_bust for ranks in product(RANKS, repeat=3))
    assert found == 64 + 384 + 336 + 56


def test_a_blackjack_is_an_ace_and_a_ten_value_and_nothing_else() -> None:
    found: Counter[int] = Counter()
    for size in (1, 2, 3):
        for ranks in product(RANKS, repeat=size):
            if held(ranks).is_blackjack:
                found[size] += 1
                assert "A" in ranks
                assert set(ranks) & set("TJQK")
    # an ace with each of four tens, in either order
    assert found == {2: 2 * 4}


@pytest.mark.parametrize("hand", ["7H 7D 7C", "AH 5D 5C", "AH 9D AC", "TH 6D 5C", "2H 9D TC"])
def test_reading_8_a_drawn_21_has_the_points_of_a_blackjack_and_is_none(hand: str) -> None:
    drawn = Hand(cards(hand))
    assert drawn.points == 21
    assert not drawn.is_blackjack
    assert not drawn.is_bust


def test_12_3_3_and_reading_10_no_hand_of_a_split_box_is_a_blackjack() -> None:
    for size in (1, 2, 3):
        for ranks in product(RANKS, repeat=size):
            split = held(ranks, of_split=True)
            assert not split.is_blackjack
            assert split.points == held(ranks).points


def test_a_hand_is_written_as_its_cards() -> None:
    assert str(Hand(cards("AH KD"))) == "AH KD"
