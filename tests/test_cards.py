"""Cards: their writing, value (12.1), rank (14.7) and colour (14.8)."""

from itertools import product

import pytest

from croupier.cards import NO_CARD, Card, Colour, Rank, Suit, cards, spell

FACES = [f"{rank}{suit}" for rank, suit in product("A23456789TJQK", "SHDC")]


@pytest.mark.parametrize("text", FACES)
def test_every_card_reads_back_as_it_is_written(text: str) -> None:
    card = Card.parse(text)
    assert str(card) == text
    assert (card.rank.value, card.suit.value) == (text[0], text[1])


def test_a_deck_has_52_faces_of_13_ranks_and_4_suits() -> None:
    assert len({Card.parse(text) for text in FACES}) == 52
    assert len(Rank) * len(Suit) == 52


@pytest.mark.parametrize(
    "text", ["", "7", "H", "1H", "10H", "H7", "7h", "th", "7X", "XH", "7HH", "77H", " 7H", "7H ", "0S", "7♥"]
)
def test_what_is_not_a_card_is_named_in_the_error(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as raised:
        Card.parse(text)
    assert repr(text) in str(raised.value)


@pytest.mark.parametrize(("suit", "colour"), [("S", "black"), ("C", "black"), ("H", "red"), ("D", "red")])
def test_14_8_hearts_and_diamonds_are_red_spades_and_clubs_black(suit: str, colour: str) -> None:
    assert Suit(suit).colour is Colour(colour)


@pytest.mark.parametrize(
    ("rank", "points"),
    [
        ("A", 11),
        ("2", 2),
        ("3", 3),
        ("4", 4),
        ("5", 5),
        ("6", 6),
        ("7", 7),
        ("8", 8),
        ("9", 9),
        ("T", 10),
        ("J", 10),
        ("Q", 10),
        ("K", 10),
    ],
)
def test_12_1_the_value_of_every_rank(rank: str, points: int) -> None:
    assert Rank(rank).points == points
    assert Card.parse(f"{rank}D").points == points


def test_12_1_cards_of_equal_value_are_the_same_number_or_any_two_worth_ten() -> None:
    # of 13 * 13 pairs of ranks: nine ranks equal themselves, four ranks worth ten equal one another
    equal = [(first, second) for first, second in product(Rank, repeat=2) if first.points == second.points]
    assert len(equal) == 9 + 4 * 4
    assert (Rank.KING, Rank.QUEEN) in equal
    assert (Rank.TEN, Rank.JACK) in equal


@pytest.mark.parametrize(
    ("rank", "noun", "plural"),
    [
        ("A", "an ace", "aces"),
        ("2", "a two", "twos"),
        ("3", "a three", "threes"),
        ("4", "a four", "fours"),
        ("5", "a five", "fives"),
        ("6", "a six", "sixes"),
        ("7", "a seven", "sevens"),
        ("8", "an eight", "eights"),
        ("9", "a nine", "nines"),
        ("T", "a ten", "tens"),
        ("J", "a jack", "jacks"),
        ("Q", "a queen", "queens"),
        ("K", "a king", "kings"),
    ],
)
def test_a_rank_in_a_sentence(rank: str, noun: str, plural: str) -> None:
    assert (Rank(rank).noun, Rank(rank).plural) == (noun, plural)


@pytest.mark.parametrize(("suit", "plural"), [("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs")])
def test_a_suit_in_a_sentence(suit: str, plural: str) -> None:
    assert Suit(suit).plural == plural


def test_many_cards_are_written_apart_by_spaces() -> None:
    assert cards("7H 7C KD") == (Card.parse("7H"), Card.parse("7C"), Card.parse("KD"))
    assert cards("") == ()
    assert spell(cards("7H 7C KD")) == "7H 7C KD"
    with pytest.raises(ValueError, match="'7H7C' is not a card"):
        cards("7H7C")


def test_no_card_is_said_in_words() -> None:
    assert str(NO_CARD) == "no card"
