"""The rule books as the library holds them, clause by clause as the texts number them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from croupier.ledger import Citation
from croupier.money import Odds
from croupier.rules import books, library
from croupier.rules.book import Clause, Provision, RuleBook, SevensSplit
from tests.rules.expected import AU_1, AU_2, NZ, every_book

# Read off the texts by hand: number, odds. Nothing but rules 8, 10 and 11 is inferred, and who loses
# insurance without the dealer's ace, which 15.1.4 says by what it leaves out.
NUMBERED_TEXT = {
    "12.1": None,
    "12.3.1": None,
    "12.3.2": None,
    "13.2": None,
    "13.3": None,
    "13.4": None,
    "14.2": None,
    "14.3": None,
    "14.4.1": "3/1",
    "14.4.2": "50/1",
    "14.4.3": "100/1",
    "14.4.4": "500/1",
    "14.4.5": "5000/1",
    "14.4.6": None,
    "14.5": None,
    "15.1.1": "3/2",
    "15.1.2": "1/1",
    "15.1.3": "1/1",
    "15.1.4": "2/1",
    "15.1.5": None,
    "15.1.6": None,
    "15.1.7": None,
    "15.1.8": None,
    "15.1.9": None,
    "16.6": None,
}
INFERRED = {"8": None, "10.5": None, "11": None, "15.1.4": None}
PERFECT_PAIRS = {"14.8.1": "5/1", "14.8.2": "10/1", "14.8.3": "30/1", "14.9": None}

GAZETTE_1996 = {"14.4(c)": "100/1", "14.4(d)": "500/1", "14.4(e)": "5000/1", "14.4(f)": None, "14.5": None}
GAZETTE_1994 = {
    ("4.1(a)", "3/2"),
    ("4.1(a)", "1/1"),
    ("4.1(b)", "3/2"),
    ("4.1(b)", "1/1"),
    ("4.1(c)", "3/2"),
    ("4.1(d)", None),
    ("4.1(e)", None),
    ("4.1(f)", None),
    ("4.1(g)", None),
}


def clauses(book: RuleBook, citation: Citation | None) -> set[tuple[str | None, str | None]]:
    return {
        (clause.number, None if clause.odds is None else str(clause.odds))
        for clause in book.clauses.values()
        if clause.citation is citation
    }


def test_au_1_holds_the_numbered_text_and_infers_what_it_refers_to() -> None:
    assert clauses(AU_1, Citation.TEXT) == set(NUMBERED_TEXT.items())
    assert clauses(AU_1, Citation.INFERRED) == set(INFERRED.items())
    assert clauses(AU_1, Citation.NEAREST_TEXT) == clauses(AU_1, None) == set()


def test_au_2_is_au_1_with_perfect_pairs() -> None:
    malfunction = {("17.4", None), ("17.5", None)}
    assert clauses(AU_2, Citation.TEXT) == {*NUMBERED_TEXT.items(), *PERFECT_PAIRS.items(), *malfunction}
    assert clauses(AU_2, Citation.INFERRED) == set(INFERRED.items())
    assert AU_2.clauses.items() >= AU_1.clauses.items()
    assert len(AU_2.clauses) - len(AU_1.clauses) == 4 + 2


def test_nz_1996_holds_its_page_of_super_sevens_and_irregularities() -> None:
    assert clauses(NZ, Citation.TEXT) >= {*GAZETTE_1996.items(), ("15.4", None)}
    # (a) is before the page's beginning; (b), also before it, is named in 14.5
    assert ("14.4(a)", "3/1") in clauses(NZ, Citation.INFERRED)
    assert ("14.4(b)", "50/1") in clauses(NZ, Citation.INFERRED) | clauses(NZ, Citation.TEXT)
    numbers = {clause.number for clause in NZ.clauses.values()}
    assert numbers == {None, "14.4(a)", "14.4(b)", "15.4", *GAZETTE_1996, *(number for number, _ in GAZETTE_1994)}


def test_nz_1996_takes_its_main_game_from_the_nearest_text() -> None:
    assert clauses(NZ, Citation.NEAREST_TEXT) == GAZETTE_1994


def test_nz_1996_cites_nothing_for_insurance() -> None:
    assert clauses(NZ, None) == {(None, "2/1")}
    assert NZ.clause(Provision.INSURANCE_WINS) == Clause(None, None, Odds.parse("2/1"))


@pytest.mark.parametrize(
    "provision",
    [
        Provision.DEALER_DRAWS_TO_17,
        Provision.DEALER_NEED_NOT_DRAW,
        Provision.INSURANCE_LOSES,
        Provision.EXTRA_WAGER_STANDS_OFF,
        Provision.SPLIT_EQUALS_ORIGINAL,
        Provision.THREE_HANDS,
        Provision.SIDE_WAGER_WITH_INITIAL,
        Provision.PERFECT_PAIR,
    ],
)
def test_nz_1996_holds_no_rule_12_or_13_and_no_perfect_pairs(provision: Provision) -> None:
    assert not NZ.holds(provision)
    assert NZ.clause(provision) == Clause(None, None)


def test_nz_1996_takes_effect_at_ten_in_the_morning_of_30_january_1996() -> None:
    # New Zealand daylight time is thirteen hours ahead of UTC
    assert NZ.effective is not None
    assert NZ.effective.astimezone(UTC) == datetime(1996, 1, 29, 21, 0, tzinfo=UTC)
    assert (NZ.effective.hour, NZ.effective.day) == (10, 30)


def test_the_numbered_text_does_not_say_when_it_takes_effect_nor_where() -> None:
    assert AU_1.effective is None
    assert AU_2.effective is None
    assert "does not name its jurisdiction" in AU_1.source
    assert "does not name its jurisdiction" in AU_2.source


def test_14_5_of_each_text_says_when_split_sevens_are_decided() -> None:
    assert AU_1.sevens_split is AU_2.sevens_split is SevensSplit.NEXT_CARD
    assert NZ.sevens_split is SevensSplit.AT_ONCE


@every_book
def test_reading_21_one_minor_unit_is_the_smallest_payment_unless_the_house_says_otherwise(book: RuleBook) -> None:
    assert book.smallest_payment == 1


def test_the_library_holds_the_three_books_by_their_ids() -> None:
    assert dict(library.shelf()) == {"au-1": AU_1, "au-2": AU_2, "nz-1996": NZ}
    assert library.find("nz-1996") is NZ
    assert library.find("nz-1997") is None


def test_a_book_names_the_odds_that_it_pays_and_no_others() -> None:
    assert AU_2.odds(Provision.PERFECT_PAIR) == Odds.parse("30/1")
    with pytest.raises(KeyError, match="au-1 names no odds"):
        AU_1.odds(Provision.NO_SEVEN)
    with pytest.raises(KeyError):
        AU_1.odds(Provision.PERFECT_PAIR)


@pytest.fixture
def empty_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory in place of ``rules/books``, for editions of a test."""
    monkeypatch.setattr(books, "__path__", [str(tmp_path)])
    library.shelf.cache_clear()
    yield tmp_path
    library.shelf.cache_clear()


EDITION = """
from dataclasses import replace
from croupier.rules.book import Provision, inferred, text
from croupier.rules.books.au_2 import BOOK as AU_2
BOOK = {book}
"""


def shelve(shelf: Path, name: str, book: str) -> None:
    (shelf / f"{name}.py").write_text(EDITION.format(book=book))


def test_an_edition_is_found_by_its_module_alone(empty_shelf: Path) -> None:
    shelve(empty_shelf, "edition_of_a_house", "replace(AU_2, id='house-1', smallest_payment=50)")
    assert list(library.shelf()) == ["house-1"]
    found = library.find("house-1")
    assert found is not None
    assert found.smallest_payment == 50


def test_two_books_of_one_id_are_refused(empty_shelf: Path) -> None:
    shelve(empty_shelf, "edition_twice_a", "replace(AU_2, id='house-2')")
    shelve(empty_shelf, "edition_twice_b", "replace(AU_2, id='house-2')")
    with pytest.raises(ValueError, match="two rule books have the id 'house-2'"):
        library.shelf()


def test_a_module_that_holds_no_rule_book_is_refused(empty_shelf: Path) -> None:
    shelve(empty_shelf, "edition_of_nothing", "'au-2'")
    with pytest.raises(TypeError, match="edition_of_nothing"):
        library.shelf()


@pytest.mark.parametrize("provision", sorted(library.PAYING))
def test_a_clause_that_pays_must_name_its_odds(empty_shelf: Path, provision: Provision) -> None:
    clauses_of = f"{{**AU_2.clauses, Provision.{provision.name}: text('1.1')}}"
    name = f"edition_unpaid_{provision.name.lower()}"
    shelve(empty_shelf, name, f"replace(AU_2, id='house-3', clauses={clauses_of})")
    with pytest.raises(ValueError, match="house-3 names no odds"):
        library.shelf()


@pytest.mark.parametrize("lacking", ["MIXED_PAIR", "THREE_SEVENS", "DEALER_OVER_21"])
def test_a_wager_must_be_held_whole_or_not_at_all(empty_shelf: Path, lacking: str) -> None:
    clauses_of = f"{{p: c for p, c in AU_2.clauses.items() if p is not Provision.{lacking}}}"
    name = f"edition_lacking_{lacking.lower()}"
    shelve(empty_shelf, name, f"replace(AU_2, id='house-5', clauses={clauses_of})")
    with pytest.raises(ValueError, match=r"house-5 holds .* wagers only in part"):
        library.shelf()


def test_a_wager_that_is_held_in_part_is_refused_with_what_is_missing(empty_shelf: Path) -> None:
    lacking = "(Provision.MIXED_PAIR, Provision.COLOURED_PAIR)"
    clauses_of = f"{{p: c for p, c in AU_2.clauses.items() if p not in {lacking}}}"
    shelve(empty_shelf, "edition_lacking_two", f"replace(AU_2, id='house-6', clauses={clauses_of})")
    with pytest.raises(ValueError, match="house-6 holds Perfect Pairs wagers") as raised:
        library.shelf()
    missing = str(raised.value).partition("without: ")[2]
    assert missing == (
        "Perfect Pairs: a pair of different colours, Perfect Pairs: a pair of one colour, different suits"
    )


def test_a_clause_that_pays_nothing_must_name_none(empty_shelf: Path) -> None:
    clauses_of = "{**AU_2.clauses, Provision.NO_PAIR: text('14.9', '1/1')}"
    shelve(empty_shelf, "edition_overpaid", f"replace(AU_2, id='house-4', clauses={clauses_of})")
    with pytest.raises(ValueError, match="house-4 names odds of 1/1"):
        library.shelf()


def test_every_win_of_the_texts_is_a_clause_that_must_name_its_odds() -> None:
    # a blackjack three ways, a dealer over 21, a higher total; insurance; 14.4.1 to 14.4.5; 14.8.1 to 14.8.3
    assert len(library.PAYING) == 5 + 1 + 5 + 3
    paying = {provision for book in (AU_1, AU_2, NZ) for provision, clause in book.clauses.items() if clause.odds}
    assert paying == library.PAYING
