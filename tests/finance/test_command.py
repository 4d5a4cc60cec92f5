"""The group of commands: what it costs those who do not use it, and what each says of itself."""

import subprocess
import sys

import pytest

from tests.finance.days import said


def test_other_commands_do_not_wait_for_duckdb_and_the_charts() -> None:
    heavy = "duckdb", "matplotlib", "numpy"
    program = f"import sys, local.command; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("command", ["journal", "close", "reconcile", "report"])
def test_each_command_explains_itself(command: str) -> None:
    assert command in said("--help")
    assert "Usage:" in said(command, "--help")


def test_the_chart_of_accounts_is_in_the_help() -> None:
    from local.finance.journal import ACCOUNTS  # noqa: PLC0415

    text = said("journal", "--help")
    assert [account for account in ACCOUNTS if account not in text] == []
