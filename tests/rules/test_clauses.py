"""No clause without a test, none without a branch, and the page that maps them is fresh."""

import pytest

from tests.rules import clauses
from tests.rules.clauses import CITED_AS, CLAUSES, PAGE, page

PROVED, IMPLEMENTED = clauses.tests(), clauses.branches()


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_clause_has_a_test(clause: str) -> None:
    assert PROVED.get(clause), f"no test is named after {clause}"


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_clause_has_a_branch(clause: str) -> None:
    assert any(IMPLEMENTED.get(cited) for cited in CITED_AS.get(clause, [clause])), f"no branch cites {clause}"


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.rules.clauses"
