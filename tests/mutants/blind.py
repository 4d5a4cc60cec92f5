"""Tests that look at nothing: every mutant of ``money.py`` must live through them, or mutmut is mistaken.

No name here begins as pytest's collection wants it; ``python -m tests.mutants`` names this file.
"""

from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import croupier
from croupier.money import Odds, winnings

WRONG = (ArithmeticError, AttributeError, TypeError, ValueError)
"""What a mutant raises. Not all there is: mutmut fails on purpose once, and wants to see it."""


def test_the_package_is_mutmuts_copy_and_not_the_installed_one() -> None:
    assert Path(str(croupier.__file__)).is_relative_to(Path.cwd())
    assert Path.cwd().name == "mutants"


def test_that_looks_at_nothing() -> None:
    odds = Odds(Fraction(3, 2))
    for text in ("3/2", "0/1", "3/0", "3"):
        with suppress(*WRONG):
            Odds.parse(text)
    with suppress(*WRONG):
        str(odds)
    with suppress(*WRONG):
        _ = odds.words
    with suppress(*WRONG):
        winnings(2501, odds, 1)
