"""What ``make mutate`` complains of, the page of mutants that live, and the copy that mutmut works on."""

import importlib
import inspect
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants.layout import ROOT, laid_bare
from tests.mutants.survivors import ABSURD, PAGE, Mutant, changed_lines, complaints, function_of, listed

CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
MUTATED: list[str] = CONFIG["only_mutate"]
REASONS = listed(PAGE.read_text(encoding="utf-8"))
ODD, EVEN = Mutant("croupier.hands.odd", "-    x\n+    y"), Mutant("croupier.hands.even", "-    z")


def source_of(function: str) -> str:
    """The source of a function or method, found by its name with module and class."""
    names = function.split(".")
    for index in range(len(names) - 1, 0, -1):
        if (module := _module(".".join(names[:index]))) is not None:
            held: object = module
            for name in names[index:]:
                held = getattr(held, name)
            plain = held.fget if isinstance(held, property) else held
            assert callable(plain)
            return inspect.getsource(plain)
    raise AssertionError(f"{function} is in no module")


def _module(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


@pytest.mark.parametrize("mutant", [*REASONS, ABSURD], ids=lambda mutant: mutant.function)
def test_a_mutant_that_is_named_changes_lines_that_are_there(mutant: Mutant) -> None:
    source = source_of(mutant.function).splitlines()
    taken = [line[1:].strip() for line in mutant.diff.splitlines() if line.startswith("-")]
    assert taken
    assert [line for line in taken if line not in {there.strip() for there in source}] == []


def test_every_mutant_on_the_page_has_a_reason() -> None:
    assert [mutant for mutant, reason in REASONS.items() if not reason] == []


def test_the_page_lists_every_block_of_every_function() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(REASONS) == text.count("```diff\n") > 0
    assert {mutant.function for mutant in REASONS} == {
        line.strip("# `") for line in text.splitlines() if line.startswith("## ")
    }


def test_a_mutant_is_printed_as_the_page_has_it() -> None:
    page = f"# Mutants that live\n\n{ODD}\nA reason\nof two lines.\n\n{EVEN}\n"
    assert listed(page) == {ODD: "A reason\nof two lines.", EVEN: ""}
    assert listed(f"{ODD}\nOne.\n\n```diff\n-    again\n```\n\nTwo.\n") == {
        ODD: "One.",
        Mutant(ODD.function, "-    again"): "Two.",
    }


def test_all_killed_or_accounted_for_is_no_complaint() -> None:
    assert complaints(100, [], {}) == []
    assert complaints(100, [ODD], {ODD: "equivalent"}) == []


def test_a_mutant_that_lives_unlisted_or_without_a_reason_is_a_complaint() -> None:
    for reasons in ({}, {ODD: ""}):
        (complaint,) = complaints(100, [ODD], reasons)
        assert "lives" in complaint
        assert str(ODD) in complaint


def test_a_listed_mutant_that_does_not_live_is_a_complaint() -> None:
    (complaint,) = complaints(100, [ODD], {ODD: "equivalent", EVEN: "harmless"})
    assert str(EVEN) in complaint


@pytest.mark.parametrize(("total", "enough"), [(40, True), (39, False), (2, False), (0, False)])
def test_of_a_hundred_mutants_95_are_killed(total: int, enough: bool) -> None:
    # two live: of 40 that is 5 %
    alive = [ODD, EVEN] if total else []
    found = complaints(total, alive, dict.fromkeys(alive, "equivalent"))
    assert (found == []) is enough


def test_the_lines_that_differ_without_the_names_of_the_files() -> None:
    diff = "--- a/hands.py\n+++ b/hands.py\n@@ -1,3 +1,3 @@\n def f():\n-    x\n+    y\n     return"
    assert changed_lines(diff) == "-    x\n+    y"


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("croupier.rules.placing.x__wrong_hand__mutmut_10", "croupier.rules.placing._wrong_hand"),
        ("croupier.hands.xǁHandǁpoints__mutmut_3", "croupier.hands.Hand.points"),
        ("croupier.hands.xǁHandǁ__str____mutmut_1", "croupier.hands.Hand.__str__"),
    ],
)
def test_a_function_is_named_as_python_names_it(name: str, function: str) -> None:
    assert function_of(name) == function


DECORATED = '''\
@dataclass
class Hand:
    @property
    def points(self) -> int:
        """The total."""
        return 21

    @classmethod
    def parse(cls) -> "Hand": ...


@cache
def shelf():
    return {}
'''

BARE = '''\
@dataclass
class Hand:
    def points(self) -> int:
        """The total."""
        return 21
    points = property(points)

    @classmethod
    def parse(cls) -> "Hand": ...


def shelf():
    return {}
shelf = cache(shelf)
'''


def test_the_copy_has_assignments_in_place_of_decorators() -> None:
    assert laid_bare(DECORATED) == BARE


@pytest.mark.parametrize("path", sorted((ROOT / "shared" / "croupier").rglob("*.py")), ids=lambda path: path.name)
def test_no_function_that_is_mutated_keeps_a_decorator_but_for_classmethods(path: Path) -> None:
    bare = laid_bare(path.read_text(encoding="utf-8"))
    compile(bare, path.name, "exec")
    if str(path.relative_to(ROOT / "shared")) in MUTATED:
        kept = [line.strip() for line in bare.splitlines() if line.lstrip().startswith("@")]
        assert {line.partition("(")[0] for line in kept} <= {"@classmethod", "@dataclass"}


def test_every_module_of_the_rules_is_mutated_but_for_books() -> None:
    rules = {f"croupier/rules/{path.name}" for path in (ROOT / "shared" / "croupier" / "rules").glob("*.py")}
    assert rules - set(MUTATED) == {"croupier/rules/__init__.py", "croupier/rules/book.py"}
    assert set(MUTATED) - rules == {"croupier/hands.py", "croupier/money.py"}
