"""The map from clause to test to the branch that implements it: ``tests/rules/CLAUSES.md``.

A test proves the clause that its name begins with; a branch is a function or class whose comments or
docstring cite the clause. ``python -m tests.rules.clauses`` writes the page anew; a test fails while it is
stale, or while a clause has no test or no branch.
"""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = Path(__file__).with_name("CLAUSES.md")
LAYER = ROOT / "shared" / "croupier"

NUMBERED = [
    "10.5",
    "12.1",
    "12.2",
    "12.3",
    "12.3.1",
    "12.3.2",
    "12.3.3",
    "12.4",
    "12.5.1",
    "12.5.2",
    "12.6",
    "13.1",
    "13.2",
    "13.3",
    "13.4",
    "14.1",
    "14.2",
    "14.3",
    "14.4.1",
    "14.4.2",
    "14.4.3",
    "14.4.4",
    "14.4.5",
    "14.4.6",
    "14.5",
    "14.6",
    "14.7",
    "14.7.1",
    "14.7.2",
    "14.8.1",
    "14.8.2",
    "14.8.3",
    "14.9",
    "15.1.1",
    "15.1.2",
    "15.1.3",
    "15.1.4",
    "15.1.5",
    "15.1.6",
    "15.1.7",
    "15.1.8",
    "15.1.9",
]
GAZETTE = [f"NZ {clause}" for clause in ["14.4(a)", "14.4(b)", "14.4(c)", "14.4(d)", "14.4(e)", "14.4(f)", "14.5"]]
GAZETTE += [f"NZ 1994 4.1({letter})" for letter in "abcdefg"]
READINGS = [f"reading {number}" for number in [*range(1, 13), 15, 16, 17, 19, 20, 21]]
CLAUSES = [*NUMBERED, *GAZETTE, *READINGS]

# Where the code cites a whole rule, it implements each of its parts.
CITED_AS = {
    "12.5.1": ["12.5.1", "12.5"],
    "12.5.2": ["12.5.2", "12.5"],
    "14.7.1": ["14.7.1", "14.7"],
    "14.7.2": ["14.7.2", "14.7"],
}


def tests() -> dict[str, list[str]]:
    """The tests of each clause, by name."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            for clause in _clauses_of(name):
                found[clause].append(f"{path.relative_to(ROOT / 'tests')}: `{name}`")
    return found


def _clauses_of(name: str) -> Iterator[str]:
    """``test_14_4_2_and_14_4_3_wait...`` proves 14.4.2 and 14.4.3."""
    words = name.removeprefix("test_")
    while match := re.match(r"(nz_1994_|nz_|reading_)?(\d+(?:_\d+)*)(?:_([a-g])(?=_))?(?:_and_)?", words):
        prefix, numbers, letter = match.groups()
        dotted = numbers.replace("_", ".") + (
            f"({letter})" if letter and prefix and prefix.startswith("nz") else ""
        )
        yield {"nz_1994_": "NZ 1994 ", "nz_": "NZ ", "reading_": "reading "}.get(prefix or "", "") + dotted
        words = words[match.end() :]
        if "_and_" not in match.group(0):
            return


def branches() -> dict[str, list[str]]:
    """The functions and classes that cite each clause, as ``module.name``."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(LAYER.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        module = ".".join(path.relative_to(LAYER).with_suffix("").parts)
        for line, text in _cited(source):
            for clause in _citations(text):
                place = f"`{module}.{_enclosing(source, line)}`".replace(".`", "`")
                if place not in found[clause]:
                    found[clause].append(place)
    return found


def _cited(source: str) -> Iterator[tuple[int, str]]:
    """Every comment and docstring with its line, and every clause that a rule book lists."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and (text := ast.get_docstring(node)):
            yield node.lineno, text
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("text", "nearest", "inferred")
        ):
            prefix = {"nearest": "NZ 1994 ", "inferred": "NZ " if "nz-1996" in source else ""}.get(
                node.func.id, ""
            )
            prefix = prefix or ("NZ " if "nz-1996" in source else "")
            yield node.lineno, f"{prefix}{ast.literal_eval(node.args[0])}"


def _citations(text: str) -> Iterator[str]:
    for prefix, number in re.findall(
        r"(NZ 1994 |NZ |1994 No 112, )?\b(\d{1,2}\.\d+(?:\.\d+)*(?:\([a-g]\))?)", text
    ):
        yield ("NZ 1994 " if "1994" in prefix else prefix) + number
    for numbers in re.findall(r"[Rr]eadings? ((?:\d+(?:, | and )?)+)", text):
        for number in re.findall(r"\d+", numbers):
            yield f"reading {number}"


def _enclosing(source: str, line: int) -> str:
    """The innermost function or class around a line, or the book's data."""
    best, depth = "", -1
    for node in ast.walk(ast.parse(source)):
        inside = isinstance(node, ast.FunctionDef | ast.ClassDef) and node.lineno <= line <= (node.end_lineno or 0)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and inside and node.lineno > depth:
            best, depth = node.name, node.lineno
    return best


def page() -> str:
    """The page as it should be."""
    proved, implemented = tests(), branches()
    lines = [
        "# Clause, test, branch",
        "",
        "Generated by `python -m tests.rules.clauses`. A test fails while it is stale or a clause lacks a test.",
        "",
        "| clause | implemented in | proved by |",
        "|---|---|---|",
    ]
    for clause in CLAUSES:
        places = [place for cited in CITED_AS.get(clause, [clause]) for place in implemented.get(cited, [])]
        lines.append(
            f"| {clause} | {'<br>'.join(dict.fromkeys(places))} | {'<br>'.join(proved.get(clause, []))} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
