"""House rules on money and rules, as a failing test: no float, no true division, no clock, no chance."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

CROUPIER = Path(__file__).parents[2] / "shared" / "croupier"
VOCABULARY = ["boxes", "cards", "hands", "money", "wagers", "facts", "ledger", "places", "round", "wording"]

BANNED_MODULES = {"time", "datetime", "random", "uuid", "secrets", "os"}
CLOCKS = {"now", "utcnow", "today"}


def modules() -> list[Path]:
    packages = [*CROUPIER.glob("rules/**/*.py"), *CROUPIER.glob("settling/**/*.py")]
    return sorted([*(CROUPIER / f"{name}.py" for name in VOCABULARY), *packages])


def may_name_an_instant(path: Path) -> bool:
    """A rule book takes effect at an instant with a zone, and the watch looks at times; nothing else knows any.

    That no decision imports the watch is a contract of import-linter.
    """
    if path.parent == CROUPIER / "settling":
        return path.stem in ("house", "watch")
    return path == CROUPIER / "rules" / "book.py" or path.parent == CROUPIER / "rules" / "books"


def offences(source: str, *, instants: bool = False) -> Iterator[str]:
    """What in ``source`` breaks the house rules, with its line. ``instants``: datetime may be imported."""
    for node in ast.walk(ast.parse(source)):
        for offence in _offences_of(node):
            if not (instants and offence == "import of datetime"):
                yield f"line {getattr(node, 'lineno', '?')}: {offence}"


def _offences_of(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=float() | complex() as value):
            yield f"float literal {value}"
        case ast.Name(id="float"):
            yield "float"
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            yield "true division"
        case ast.Import():
            yield from (f"import of {name}" for name in _banned(alias.name for alias in node.names))
        case ast.ImportFrom(module=str(module), level=0):
            yield from (f"import of {name}" for name in _banned([module]))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in CLOCKS:
            yield f"call of {name}()"


def _banned(names: Iterator[str] | list[str]) -> Iterator[str]:
    for name in names:
        package = name.partition(".")[0]
        if package in BANNED_MODULES:
            yield package


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(CROUPIER)))
def test_no_float_no_division_no_clock_and_no_chance(path: Path) -> None:
    assert list(offences(path.read_text(), instants=may_name_an_instant(path))) == []


def test_every_module_of_the_rules_is_looked_at() -> None:
    looked_at = {str(path.relative_to(CROUPIER)) for path in modules()}
    assert looked_at >= {f"{name}.py" for name in VOCABULARY}
    rules = {"main_wagers", "insurance", "super_sevens", "perfect_pairs", "placing", "library", "book", "rulings"}
    assert looked_at >= {f"rules/{name}.py" for name in rules}
    assert looked_at >= {f"rules/books/{name}.py" for name in ("au_1", "au_2", "nz_1996")}
    assert "settling/deciding.py" in looked_at


@pytest.mark.parametrize(
    ("source", "offence"),
    [
        ("ODDS = 1.5", "float literal 1.5"),
        ("ODDS = 1e3", "float literal 1000.0"),
        ("ODDS = 2j", "float literal 2j"),
        ("def pay(stake: int) -> int:\n    return int(stake * float('1.5'))", "float"),
        ("def pay(stake: float) -> None: ...", "float"),
        ("won = stake * 3 / 2", "true division"),
        ("stake /= 2", "true division"),
        ("import time", "import of time"),
        ("import datetime", "import of datetime"),
        ("import datetime as clock", "import of datetime"),
        ("from datetime import date", "import of datetime"),
        ("import random", "import of random"),
        ("from random import choice", "import of random"),
        ("import json, uuid", "import of uuid"),
        ("from uuid import uuid4", "import of uuid"),
        ("import secrets", "import of secrets"),
        ("import os", "import of os"),
        ("import os.path", "import of os"),
        ("from os import environ", "import of os"),
        ("def later():\n    from time import sleep", "import of time"),
        ("posted_at = clock.now()", "call of now()"),
        ("posted_at = now()", "call of now()"),
        ("posted_at = datetime.datetime.utcnow()", "call of utcnow()"),
        ("day = date.today()", "call of today()"),
    ],
)
def test_the_house_rules_catch(source: str, offence: str) -> None:
    found = [told.partition(": ")[2] for told in offences(source)]
    assert found == [offence]


@pytest.mark.parametrize(
    "source",
    [
        "paid = exact // smallest * smallest",
        "from croupier.rules import book",
        "from .time import x",
        "half = Fraction(1, 2)",
        'because = "1.5 / 2 now() and float"',
        "timely = 1",
        "import operator, timeit_of_mine",
    ],
)
def test_the_house_rules_let_pass(source: str) -> None:
    assert list(offences(source)) == []


def test_datetime_is_for_the_instant_of_a_rule_book_alone() -> None:
    source = "from datetime import datetime\nimport time\nNOW = datetime.now()"
    assert list(offences(source, instants=True)) == ["line 2: import of time", "line 3: call of now()"]
    assert may_name_an_instant(CROUPIER / "rules" / "book.py")
    assert may_name_an_instant(CROUPIER / "rules" / "books" / "nz_1996.py")
    assert not may_name_an_instant(CROUPIER / "rules" / "placing.py")
    assert not may_name_an_instant(CROUPIER / "settling" / "desks.py")
