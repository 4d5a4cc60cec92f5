"""``croupier edge``: every published figure to all its printed digits, and the counts behind them."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from croupier.rules import library
from croupier.rules.book import Provision, RuleBook, text
from croupier.wagers import Kind
from local.edge import FACES, edge, percent
from tests.command.test_replay import croupier

AU_2 = library.shelf()["au-2"]


def paying(perfect: int, coloured: int, mixed: int) -> RuleBook:
    """``au-2`` with another Perfect Pairs paytable."""
    paytable = {
        Provision.PERFECT_PAIR: text("14.8.3", f"{perfect}/1"),
        Provision.COLOURED_PAIR: text("14.8.2", f"{coloured}/1"),
        Provision.MIXED_PAIR: text("14.8.1", f"{mixed}/1"),
    }
    return replace(AU_2, id=f"pairs-{perfect}-{coloured}-{mixed}", clauses={**AU_2.clauses, **paytable})


# Published by Wizard of Odds and (six decks) 888: readings, "Published figures".
@pytest.mark.parametrize(("decks", "published"), [(4, "15.92"), (5, "13.25"), (6, "11.40"), (8, "9.01")])
def test_super_sevens_with_a_third_card_always_dealt(decks: int, published: str) -> None:
    assert percent(edge(AU_2, Kind.SUPER_SEVENS, decks).edge, 2) == published


# Published by Wizard of Odds (two and eight decks), four and six by a secondary source.
@pytest.mark.parametrize(
    ("paytable", "decks", "published"),
    [
        ((30, 10, 5), 8, "3.3735"),
        ((25, 12, 6), 2, "22.3301"),
        ((25, 12, 6), 4, "10.14"),
        ((25, 12, 6), 6, "6.11"),
        ((25, 12, 6), 8, "4.0964"),
        ((25, 12, 5), 8, "7.9518"),
        ((25, 15, 5), 8, "2.1687"),
    ],
)
def test_perfect_pairs_under_every_published_paytable(
    paytable: tuple[int, int, int], decks: int, published: str
) -> None:
    decimals = len(published.partition(".")[2])
    assert percent(edge(paying(*paytable), Kind.PERFECT_PAIRS, decks).edge, decimals) == published


@pytest.mark.parametrize("book", ["au-1", "au-2", "nz-1996"])
def test_super_sevens_costs_36_31_per_cent_at_six_decks_when_no_third_card_is_dealt(book: str) -> None:
    without = edge(library.shelf()[book], Kind.SUPER_SEVENS, 6, third_card=False)
    assert percent(without.edge, 2) == "36.31"


def test_the_published_counts_of_super_sevens_at_six_decks() -> None:
    assert edge(AU_2, Kind.SUPER_SEVENS, 6).combinations == {
        "suited 7-7-7": 480,
        "7-7-7": 11_664,
        "suited 7-7": 34_560,
        "7-7": 124_416,
        "one seven": 2_142_720,
        "none": 27_766_080,
    }


def test_the_published_counts_of_perfect_pairs_at_eight_decks() -> None:
    counts = edge(AU_2, Kind.PERFECT_PAIRS, 8).combinations
    assert counts == {"perfect": 1_456, "coloured": 1_664, "mixed": 3_328, "none": 79_872}
    assert sum(counts.values()) == 86_320


@pytest.mark.parametrize("decks", [1, 2])
def test_the_counts_are_those_of_dealing_every_pair_of_physical_cards(decks: int) -> None:
    dealt: Counter[str] = Counter()
    for first, second in permutations([face for face in FACES for _ in range(decks)], 2):
        if first.rank is not second.rank:
            dealt["none"] += 1
        elif first.suit is second.suit:
            dealt["perfect"] += 1
        else:
            dealt["coloured" if first.suit.colour is second.suit.colour else "mixed"] += 1
    counts = edge(AU_2, Kind.PERFECT_PAIRS, decks).combinations
    assert {name: 2 * count for name, count in counts.items()} == dealt


def test_the_counts_are_those_of_dealing_every_triple_of_one_deck() -> None:
    dealt: Counter[str] = Counter()
    for cards in permutations(FACES, 3):
        sevens = [card.rank.value == "7" for card in cards]
        if not sevens[0]:
            dealt["none"] += 1
        elif not sevens[1]:
            dealt["one seven"] += 1
        else:
            dealt["7-7-7" if sevens[2] else "7-7"] += 1
    assert edge(AU_2, Kind.SUPER_SEVENS, 1).combinations == dealt


def test_the_return_is_what_the_combinations_pay() -> None:
    counted = edge(AU_2, Kind.PERFECT_PAIRS, 8)
    paid = {"perfect": 31, "coloured": 11, "mixed": 6, "none": 0}
    due = sum(paid[name] * count for name, count in counted.combinations.items())
    assert counted.returned == Fraction(due, 86_320)
    assert counted.edge == 1 - counted.returned


def test_json_is_a_list_of_objects_with_exact_fractions() -> None:
    done = croupier("edge", "au-2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    sevens, pairs = json.loads(done.stdout)
    assert list(sevens) == ["book", "wager", "decks", "return", "edge", "edge_percent", "combinations"]
    assert (sevens["wager"], sevens["decks"]) == ("super-sevens", 8)
    assert pairs == {
        "book": "au-2",
        "wager": "perfect-pairs",
        "decks": 8,
        "return": "401/415",
        "edge": "14/415",
        "edge_percent": "3.3735",
        "combinations": {"perfect": 1456, "coloured": 1664, "mixed": 3328, "none": 79872},
    }


def test_one_wager_and_a_number_of_decks_may_be_named() -> None:
    done = croupier("edge", "nz-1996", "--decks", "6", "--wager", "super-sevens", "--json", "--no-third-card")
    (only,) = json.loads(done.stdout)
    assert (only["book"], only["decks"], only["edge_percent"]) == ("nz-1996", 6, "36.3097")


def test_a_person_reads_the_combination_table() -> None:
    shown = croupier("edge", "au-2", "--wager", "perfect-pairs").stdout
    assert "│coloured │ 10 to 1 │        1,664 │" in shown
    assert "house edge  14/415, 3.3735 %" in shown


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("edge", "au-9"), "there is no rule book 'au-9'"),
        (("edge", "nz-1996", "--wager", "perfect-pairs"), "has no side wager perfect-pairs; it has super-sevens"),
        (("edge", "au-2", "--decks", "0"), "0 is not in the range"),
        (("edge", "au-2", "--wager", "main"), "'main' is not one of"),
    ],
)
def test_unusable_arguments_are_named(arguments: tuple[str, ...], wrong: str) -> None:
    done = croupier(*arguments)
    assert done.returncode == 2
    assert wrong in done.stderr


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (Fraction(1, 3), 4, "33.3333"),
        (Fraction(2, 3), 4, "66.6667"),
        (Fraction(-1, 3), 2, "-33.33"),
        (Fraction(1, 2000), 1, "0.1"),
        (Fraction(0), 4, "0.0000"),
        (Fraction(1), 2, "100.00"),
    ],
)
def test_per_cent_is_rounded_from_the_exact_fraction(value: Fraction, decimals: int, shown: str) -> None:
    assert percent(value, decimals) == shown


def test_rules_prints_every_book_and_one_whole() -> None:
    shelf, book = croupier("rules"), croupier("rules", "nz-1996")
    assert shelf.returncode == book.returncode == 0
    assert all(name in shelf.stdout for name in library.shelf())
    for said in ("14.4(c)", "100 to 1", "1996-01-30 10:00 NZDT", "nearest-text", "paid at the split"):
        assert said in book.stdout


def test_rules_diff_shows_what_differs_and_nothing_else() -> None:
    shown = croupier("rules", "--diff", "au-2", "nz-1996").stdout
    for said in (
        "14.4.3, text, 100 to 1",
        "14.4(c), text, 100 to 1",
        "paid at the split",
        "14.8.3, text, 30 to 1",
        "not held",
    ):
        assert said in shown
    shown = croupier("rules", "--diff", "au-1", "au-2").stdout
    assert "14.8.1, text, 5 to 1" in shown
    assert "15.1" not in shown
    same = croupier("rules", "--diff", "au-1", "au-1")
    assert same.stdout == "au-1 and au-1 differ in nothing that decides money\n"


@pytest.mark.parametrize(
    "arguments",
    [("rules", "au-9"), ("rules", "--diff", "au-1", "au-9"), ("rules", "au-1", "--diff", "au-1", "au-2")],
)
def test_rules_names_what_is_wrong(arguments: tuple[str, ...]) -> None:
    done = croupier(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Error: " in done.stderr
