"""Mutants that live, and the page that says why each may: ``tests/mutants/SURVIVORS.md``.

A mutant is known by its function and the lines that it changes, which outlive mutmut's numbers.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).with_name("SURVIVORS.md")
LEAST_KILLED = 95
"""Per cent of all mutants."""

PART = re.compile(
    r"^## `(?P<function>\S+)`$|^```diff\n(?P<diff>.*?)^```\n(?P<reason>.*?)(?=^```|^#|\Z)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Mutant:
    """``function`` with its module and class; ``diff`` the lines taken away and put in."""

    function: str
    diff: str

    def __str__(self) -> str:
        """As the page has it, but for the reason."""
        return f"## `{self.function}`\n\n```diff\n{self.diff}\n```\n"


ABSURD = Mutant("croupier.money.winnings", "-    exact = stake * odds.ratio\n+    exact = None")
"""Money without a stake or odds: a mutant that any test of a win must kill."""


def listed(page: str) -> dict[Mutant, str]:
    """The mutants on the page, each with the reason why it may live."""
    found: dict[Mutant, str] = {}
    function = ""
    for part in PART.finditer(page):
        if part["function"]:
            function = part["function"]
        else:
            found[Mutant(function, part["diff"].strip("\n"))] = part["reason"].strip()
    return found


def changed_lines(diff: str) -> str:
    """The lines of a unified diff that differ."""
    lines = [line for line in diff.splitlines() if line.startswith(("-", "+"))]
    return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


def function_of(name: str) -> str:
    """``croupier.hands.Hand.points`` of mutmut's ``croupier.hands.xǁHandǁpoints__mutmut_3``."""
    module, _, mangled = name.rpartition("__mutmut_")[0].rpartition(".")
    return f"{module}.{mangled.removeprefix('xǁ').removeprefix('x_').replace('ǁ', '.')}"


def complaints(total: int, alive: Collection[Mutant], reasons: dict[Mutant, str]) -> list[str]:
    """What is wrong with ``total`` mutants of which these live; nothing where there is nothing."""
    found: list[str] = []
    if total == 0 or (total - len(alive)) * 100 < LEAST_KILLED * total:
        found.append(f"{total - len(alive)} of {total} mutants were killed, fewer than {LEAST_KILLED} %")
    found += [
        f"a mutant lives and {PAGE.name} gives no reason why it may:\n\n{mutant}"
        for mutant in alive
        if not reasons.get(mutant)
    ]
    found += [
        f"{PAGE.name} lists a mutant that is killed or is none:\n\n{mutant}"
        for mutant in reasons
        if mutant not in alive
    ]
    return found
