"""Every command that the documentation shows is run: here, or by CI."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "events" / "CATALOG.md"]
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROGRAM = re.compile(r"^```python\n(# (\w+[.]py): .*?)^```", re.MULTILINE | re.DOTALL)
BY_CI = {
    f"make {target}"
    for target in re.findall(r"^make ([a-z0-9]+)$", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)
}

BY_OTHER_TESTS = {"make redrive STACK=croupier DRY_RUN=1", "make redrive STACK=croupier"}
"""Commands on a deployed stack: tests/cloud/test_deployment.py runs them there (make e2e)."""


def blocks() -> list[tuple[str, str]]:
    return [(page.name, block) for page in PAGES for block in BLOCK.findall(page.read_text(encoding="utf-8"))]


def commands_for_ci(block: str) -> list[str]:
    return [line.partition("#")[0].strip() for line in block.splitlines()]


def programs(page: str) -> list[tuple[str, str]]:
    """The programs that a page shows whole, by the file name in their first line."""
    (path,) = (path for path in PAGES if path.name == page)
    return [(program, name) for program, name in PROGRAM.findall(path.read_text(encoding="utf-8"))]


RUN_WHOLE = {"connect-a-table.md"}
"""Pages whose blocks go on from each other: their own test runs them from the first to the last."""

RUN_HERE = [
    (page, block)
    for page, block in blocks()
    if page not in RUN_WHOLE and not set(commands_for_ci(block)) <= BY_CI | BY_OTHER_TESTS
]


def test_the_readme_opens_with_the_two_commands() -> None:
    page, block = blocks()[0]
    assert (page, commands_for_ci(block)) == ("README.md", ["make demo", "make test"])


@pytest.mark.parametrize(("page", "block"), RUN_HERE, ids=[page for page, _ in RUN_HERE])
def test_the_commands_of_a_block_run(page: str, block: str, tmp_path: Path) -> None:
    for name in ("events", ".venv"):
        (tmp_path / name).symlink_to(ROOT / name)
    for program, name in programs(page):
        (tmp_path / name).write_text(program, encoding="utf-8")
    # Setting up was done by whoever runs these tests.
    script = "set -e\n" + re.sub(r"^make setup$", "test -e .venv/.ready", block, flags=re.MULTILINE)
    bash = shutil.which("bash")
    assert bash is not None
    done = subprocess.run(
        [bash, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    if "first-event" in block:
        assert "the first card, 9H, is not a seven" in done.stdout


def test_every_page_that_is_linked_is_there() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page.name} links {link}"
