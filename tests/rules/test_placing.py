"""Which wagers are refused, by their own event and the rule book alone: reading 17, 'Refused'."""

from dataclasses import replace

import pytest

from croupier.rules.book import Provision, RuleBook, text
from croupier.rules.placing import refusal
from croupier.rules.rulings import Ruling
from croupier.wagers import Kind, Wager, kind_named
from tests.rules.expected import (
    AU_1,
    AU_2,
    INFERRED,
    NZ,
    TEXT,
    VOID,
    both_au_books,
    due,
    every_book,
)


def wager(kind: str, amount: int, *, hand: int = 1, original: int | None = None) -> Wager:
    return Wager("w-1", kind_named(kind), box=3, hand=hand, player="p-1", amount=amount, original=original)


def assert_refused(ruling: Ruling | None, clause: str | None, citation: object, *names: str) -> None:
    """Void, citing the clause; the sentence names what is wrong, and no cards are shown."""
    assert due(ruling) == (VOID, None, clause, citation)
    assert isinstance(ruling, Ruling)
    assert ruling.cards == ruling.dealer_cards == ()
    for name in names:
        assert name in ruling.because


ALLOWED = [
    wager("main", 500),
    wager("main", 500, original=500),
    wager("double", 500, original=500),
    wager("double", 500, hand=2, original=500),
    wager("double", 500, hand=3, original=500),
    wager("double", 1, original=500),
    wager("split", 500, hand=2, original=500),
    wager("split", 500, hand=3, original=500),
    wager("split", 500, hand=2),
    wager("insurance", 250, original=500),
    wager("insurance", 1, original=500),
    wager("insurance", 250),
    wager("super-sevens", 100),
    wager("super-sevens", 900, original=500),
]


@every_book
@pytest.mark.parametrize("placed", ALLOWED, ids=str)
def test_what_the_rules_allow_is_not_refused(book: RuleBook, placed: Wager) -> None:
    assert refusal(book, placed) is None


@pytest.mark.parametrize("original", [None, 500])
def test_14_2_perfect_pairs_are_allowed_where_the_book_holds_them(original: int | None) -> None:
    assert refusal(AU_2, wager("perfect-pairs", 100, original=original)) is None


@pytest.mark.parametrize("book", [AU_1, NZ], ids=lambda book: book.id)
def test_reading_17_perfect_pairs_are_refused_under_a_book_without_them(book: RuleBook) -> None:
    assert_refused(refusal(book, wager("perfect-pairs", 100)), None, None, "perfect-pairs", book.id)


@pytest.mark.parametrize(
    ("provision", "kind"),
    [(Provision.ONE_SEVEN, "super-sevens"), (Provision.INSURANCE_WINS, "insurance")],
)
def test_reading_17_a_kind_that_the_book_does_not_have_is_refused(provision: Provision, kind: str) -> None:
    clauses = {held: clause for held, clause in AU_2.clauses.items() if held is not provision}
    book = replace(AU_2, id="au-2-without", clauses=clauses)
    assert_refused(refusal(book, wager(kind, 100)), None, None, kind, "au-2-without")


@every_book
@pytest.mark.parametrize("kind", ["surrender", "even-money", "dealer-match", ""])
def test_reading_16_a_wager_of_an_unknown_kind_is_refused(book: RuleBook, kind: str) -> None:
    assert_refused(refusal(book, wager(kind, 100)), None, None, kind)


@every_book
def test_reading_16_an_unknown_kind_is_refused_for_that_before_anything_else(book: RuleBook) -> None:
    placed = wager("surrender", 100, hand=9, original=0)
    assert_refused(refusal(book, placed), None, None, "surrender")


@both_au_books
@pytest.mark.parametrize("amount", [1, 499, 501, 1000])
def test_12_1_a_split_not_equal_to_the_original_wager_is_refused(book: RuleBook, amount: int) -> None:
    # on hand 1 it is refused for that already; of hand 3 12.3.1 says the same
    ruling = refusal(book, wager("split", amount, hand=2, original=500))
    assert_refused(ruling, "12.1", TEXT, str(amount), "500")
    assert due(refusal(book, wager("split", amount, hand=1, original=500))) == (VOID, None, "12.1", TEXT)


@both_au_books
def test_12_1_a_split_wager_is_never_on_hand_1_which_keeps_the_original_wager(book: RuleBook) -> None:
    assert_refused(refusal(book, wager("split", 500, original=500)), "12.1", TEXT, "hand 1")


@both_au_books
@pytest.mark.parametrize("kind", ["split", "double", "main", "insurance", "super-sevens"])
@pytest.mark.parametrize("hand", [4, 5, 99])
def test_12_3_1_a_box_has_at_most_three_hands(book: RuleBook, kind: str, hand: int) -> None:
    ruling = refusal(book, wager(kind, 100, hand=hand, original=100))
    assert_refused(ruling, "12.3.1", TEXT, f"hand {hand}")


@both_au_books
def test_12_5_1_a_back_bettors_matching_split_wager_is_allowed_and_no_other_amount_is(book: RuleBook) -> None:
    back = Wager("w-2", Kind.SPLIT, box=3, hand=2, player="p-9", amount=70, original=70)
    assert refusal(book, back) is None
    assert due(refusal(book, replace(back, amount=69)))[0] is VOID


@both_au_books
@pytest.mark.parametrize("hand", [2, 3])
def test_14_2_super_sevens_are_placed_on_the_box_and_not_on_a_later_hand(book: RuleBook, hand: int) -> None:
    ruling = refusal(book, wager("super-sevens", 100, hand=hand))
    assert_refused(ruling, "14.2", TEXT, "super-sevens", f"hand {hand}")


@pytest.mark.parametrize("hand", [2, 3])
def test_14_2_perfect_pairs_are_placed_on_the_box_and_not_on_a_later_hand(hand: int) -> None:
    ruling = refusal(AU_2, wager("perfect-pairs", 100, hand=hand))
    assert_refused(ruling, "14.2", TEXT, "perfect-pairs", f"hand {hand}")


@pytest.mark.parametrize("kind", ["super-sevens", "perfect-pairs"])
def test_14_3_a_side_wager_without_an_initial_wager_is_refused(kind: str) -> None:
    ruling = refusal(AU_2, wager(kind, 100, original=0))
    assert_refused(ruling, "14.3", TEXT, kind, "initial wager")


def test_12_3_1_the_wager_on_a_third_hand_equals_the_original() -> None:
    assert_refused(refusal(AU_2, wager("split", 99, hand=3, original=100)), "12.3.1", TEXT, "99", "100")
    assert refusal(AU_2, wager("split", 100, hand=3, original=100)) is None


@every_book
@pytest.mark.parametrize("kind", ["main", "insurance"])
@pytest.mark.parametrize("hand", [2, 3])
def test_reading_17_a_main_or_insurance_wager_on_a_later_hand_is_refused(
    book: RuleBook, kind: str, hand: int
) -> None:
    assert_refused(refusal(book, wager(kind, 100, hand=hand)), None, None, kind, f"hand {hand}")


@every_book
@pytest.mark.parametrize(
    "placed",
    [
        wager("main", 500, original=0),
        wager("split", 500, hand=2, original=0),
        wager("double", 500, original=0),
        wager("insurance", 1, original=0),
        wager("super-sevens", 100, original=0),
    ],
    ids=lambda placed: placed.kind,
)
def test_reading_17_an_original_wager_of_0_is_refused(book: RuleBook, placed: Wager) -> None:
    assert due(refusal(book, placed))[0] is VOID


@both_au_books
@pytest.mark.parametrize(
    ("amount", "original", "refused"),
    [(250, 500, False), (251, 500, True), (500, 500, True), (2, 5, False), (3, 5, True), (1, 1, True)],
)
def test_reading_11_insurance_is_at_most_half_of_the_main_wager(
    book: RuleBook, amount: int, original: int, refused: bool
) -> None:
    ruling = refusal(book, wager("insurance", amount, original=original))
    if refused:
        assert_refused(ruling, "8", INFERRED, f"{amount} ", str(original))
    else:
        assert ruling is None


@both_au_books
@pytest.mark.parametrize(("amount", "refused"), [(499, False), (500, False), (501, True), (1000, True)])
@pytest.mark.parametrize("hand", [1, 2, 3])
def test_reading_17_a_double_above_the_original_wager_is_refused(
    book: RuleBook, hand: int, amount: int, refused: bool
) -> None:
    ruling = refusal(book, wager("double", amount, hand=hand, original=500))
    if refused:
        assert_refused(ruling, "11", INFERRED, str(amount), "500")
    else:
        assert ruling is None


@pytest.mark.parametrize(
    ("provision", "placed"),
    [
        (Provision.UNKNOWN_KIND, wager("surrender", 100)),
        (Provision.KIND_NOT_HELD, wager("perfect-pairs", 100)),
        (Provision.INITIAL_WAGER, wager("main", 100, hand=2)),
        (Provision.INITIAL_WAGER, wager("insurance", 100, hand=2)),
        (Provision.INITIAL_WAGER, wager("main", 100, original=0)),
    ],
    ids=lambda value: str(value.kind) if isinstance(value, Wager) else value.name,
)
def test_reading_17_an_edition_that_holds_the_clause_of_a_refusal_is_cited(
    provision: Provision, placed: Wager
) -> None:
    # The books that ship hold no clause for these; a licensee's own text may.
    house = replace(AU_1, id="au-1-house", clauses={**AU_1.clauses, provision: text("5.1")})
    assert_refused(refusal(house, placed), "5.1", TEXT)
