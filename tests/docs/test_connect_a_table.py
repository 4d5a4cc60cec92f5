"""docs/connect-a-table.md is run from its first command to its last, and prints what it says it prints."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from moto.server import ThreadedMotoServer

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "connect-a-table.md"
FENCED = re.compile(r"^```(sh|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)
END = "--- the end of a block ---"


def blocks() -> list[tuple[str, str | None]]:
    """Each block of commands with what the page shows below it."""
    found = FENCED.findall(PAGE.read_text(encoding="utf-8"))
    beside = [*found[1:], ("sh", "")]
    return [
        (block, text if language == "text" else None)
        for (kind, block), (language, text) in zip(found, beside, strict=True)
        if kind == "sh"
    ]


@pytest.fixture
def bus() -> Iterator[dict[str, str]]:
    """The environment of the page: a bus that listens on loopback."""
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    session = boto3.Session("local", "local", region_name="ap-southeast-2")
    session.client("events", endpoint_url=endpoint).create_event_bus(Name="table-bus")
    try:
        yield {"BUS": "table-bus", "ENDPOINT": endpoint}
    finally:
        server.stop()


def test_a_newcomer_comes_from_nothing_to_a_settled_round(bus: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    # Setting up was done by whoever runs these tests.
    setup = re.compile(r"^make setup.*$", re.MULTILINE)
    commands = [setup.sub("test -e .venv/.ready", block) for block, _ in blocks()]
    bash = shutil.which("bash")
    assert bash is not None
    done = subprocess.run(
        [bash, "-euc", "".join(f"{block}echo '{END}'\n" for block in commands)],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", **bus},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    printed = done.stdout.split(f"{END}\n")[:-1]
    assert len(printed) == len(blocks())
    for out, (block, shown) in zip(printed, blocks(), strict=True):
        assert shown is None or _trimmed(shown) in _trimmed(out), block


def _trimmed(text: str) -> str:
    """Without the spaces that fill a table's lines."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())
