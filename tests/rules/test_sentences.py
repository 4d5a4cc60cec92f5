"""The page of all sentences is fresh, and whole: no phrase that the rules can say is missing from it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from croupier.rules import insurance, legality, main_wagers, perfect_pairs, placing, super_sevens
from tests.rules.sentences import PAGE, page


def phrases(source: str) -> Iterator[str]:
    """What stands between the braces of the texts in functions, docstrings apart."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            body = function.body[1:] if ast.get_docstring(function) else function.body
            for node in (node for statement in body for node in ast.walk(statement)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.rules.sentences"


@pytest.mark.parametrize(
    "module",
    [insurance, legality, main_wagers, perfect_pairs, placing, super_sevens],
    ids=lambda module: module.__name__.rpartition(".")[2],
)
def test_every_phrase_of_the_rules_is_on_the_page(module: ModuleType) -> None:
    said = list(phrases(Path(str(module.__file__)).read_text(encoding="utf-8")))
    assert said
    written = page()
    assert [phrase for phrase in said if phrase not in written] == []


def test_phrases_are_those_of_the_functions() -> None:
    source = (
        'X = "no"\ndef say(x):\n    """Nor this."""\n    because = f"the {x} stops"\n    return because or "none"'
    )
    assert list(phrases(source)) == ["the ", " stops", "none"]
