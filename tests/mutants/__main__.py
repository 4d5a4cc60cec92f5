"""``make mutate``: the rules, money and hands broken in every small way that mutmut knows.

First blindly: tests that look at nothing must let every mutant of ``money.py`` live. Then with the tests that
``pyproject.toml`` names: they must kill nearly all, and of each that lives ``SURVIVORS.md`` must say why it may.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.mutants.layout import ROOT, lay_out
from tests.mutants.survivors import ABSURD, PAGE, Mutant, changed_lines, complaints, function_of, listed

MUTMUT = Path(sys.executable).with_name("mutmut")
WORK = ROOT / "mutants"

BLINDLY = """\
[tool.mutmut]
source_paths = ["croupier"]
only_mutate = ["croupier/money.py"]
pytest_add_cli_args_test_selection = ["tests/mutants/blind.py"]
pytest_add_cli_args = ["--import-mode=importlib"]
"""


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def mutmut(place: Path, *arguments: str, shown: bool = False) -> str:
    """What mutmut prints; its progress is ``shown`` as it comes where somebody may be looking."""
    seen = shown and sys.stdout.isatty()
    out = None if seen else subprocess.PIPE
    done = subprocess.run([MUTMUT, *arguments], cwd=place, stdout=out, stderr=out, encoding="utf-8", check=False)
    if done.returncode != 0:
        say(f"{done.stdout or ''}{done.stderr or ''}".replace("\r", "\n")[-4000:])
        raise SystemExit(f"mutmut {' '.join(arguments)} ended with {done.returncode}")
    return done.stdout or ""


def run(place: Path) -> dict[str, str]:
    """How each mutant came out, by mutmut's name of it."""
    mutmut(place, "run", shown=True)
    lines = [line.strip() for line in mutmut(place, "results", "--all", "true").splitlines()]
    return dict(line.split(": ", 1) for line in lines if line)


def mutant(place: Path, name: str) -> Mutant:
    return Mutant(function_of(name), changed_lines(mutmut(place, "show", name)))


def look_away() -> list[str]:
    """What is wrong with mutmut itself, if tests that look at nothing kill a mutant."""
    place = WORK / "blind"
    lay_out(place)
    (place / "pyproject.toml").write_text(BLINDLY, encoding="utf-8")
    found = run(place)
    alive = [name for name, status in found.items() if status == "survived"]
    say(f"tests that look at nothing: {len(alive)} of {len(found)} mutants live")
    return (
        []
        if alive and len(alive) == len(found)
        else ["every mutant should live through tests that look at nothing"]
    )


def look() -> list[str]:
    """What is wrong with the tests."""
    place = WORK / "sighted"
    lay_out(place)
    found = run(place)
    killed = [name for name, status in found.items() if status == "killed"]
    say(f"the tests of the rules: {len(killed)} of {len(found)} mutants killed, but for")
    alive = {name: mutant(place, name) for name in found if name not in killed}
    for name in alive:
        say(f"  {name}: {found[name]}")
    wrong = complaints(len(found), list(alive.values()), listed(PAGE.read_text(encoding="utf-8")))
    if not any(mutant(place, name) == ABSURD for name in killed if function_of(name) == ABSURD.function):
        wrong.append(f"a mutant that any test should kill was not killed:\n\n{ABSURD}")
    return wrong


def main() -> int:
    started = time.monotonic()
    shutil.rmtree(WORK, ignore_errors=True)
    say("breaking the rules, one small change at a time; it takes some minutes")
    wrong = look_away() or look()
    for complaint in wrong:
        say(complaint)
    say(f"{time.monotonic() - started:.0f} seconds")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
