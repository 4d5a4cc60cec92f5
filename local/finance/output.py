"""What finance's commands print: tables for people on standard output, warnings on standard error."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table

from local import display
from local.finance.journal import AccountTotal, account_totals
from local.finance.reconciling import Difference, Reconciled
from local.finance.workspace import Unusable, Workspace
from local.money import shown
from local.patterns import JsonObject
from local.pit.words import counted


def tell_doubled(doubled: int) -> None:
    """Repeats are nothing wrong where delivery is at least once, but somebody may wonder."""
    if doubled:
        click.echo(f"{counted(doubled, 'exact repeat')} counted once", err=True)


def tell_missing(missing: Sequence[str], in_all: int) -> None:
    """The gaps, by the entries that must be there."""
    for entry_id in missing[:10]:
        click.echo(f"the entry {entry_id} is missing: a later entry of its wager is there", err=True)
    if in_all > 10:
        click.echo(f"{in_all} entries are missing in all", err=True)


def write_journal(work: Workspace, path: Path, csv: Path | None, parquet: Path | None) -> None:
    """The journal where it was asked for; as CSV on standard output where no file was named."""
    made = work.folder / "journal.csv"
    if csv is not None or parquet is None:
        work.do("journal/as_csv", {"journal": str(path), "path": str(made)})
    for source, file in ((made, csv), (path, parquet)):
        if file is not None:
            copy(source, file)
    if csv is None and parquet is None:
        with made.open("rb") as lines:
            shutil.copyfileobj(lines, sys.stdout.buffer)
        return
    display.console().print(accounts_table(account_totals(work, path)))


def copy(source: Path, file: Path) -> None:
    """Put a file where it was asked for."""
    try:
        shutil.copyfile(source, file)
    except OSError as error:
        raise Unusable(f"{file} cannot be written: {error}") from error


def accounts_table(totals: Sequence[AccountTotal]) -> Table:
    """The totals of a journal, one account a line."""
    table = Table(title="Accounts", title_justify="left", header_style="bold", pad_edge=False)
    table.add_column("Account", no_wrap=True)
    for name in ("Debit", "Credit"):
        table.add_column(name, justify="right", no_wrap=True)
    for total in totals:
        debit, credit = shown(total.debit, total.currency), shown(total.credit, total.currency)
        table.add_row(f"{total.currency} {total.account}", debit, credit)
    return table


def tell_close(day: str, manifest: JsonObject, folder: Path, *, written: bool) -> None:
    """What was closed, in a few lines."""
    entries = manifest["entries"]
    accounts = manifest["accounts"]
    if not isinstance(entries, dict) or not isinstance(accounts, list):
        raise TypeError("a manifest has entries and accounts")
    totals = [AccountTotal(**total) for total in accounts if isinstance(total, dict)]  # type: ignore[arg-type]
    if totals:
        display.console().print(accounts_table(totals))
    late = f"{entries['of_earlier_days']} of earlier days"
    click.echo(
        f"{day}: {entries['entries']} entries, {late}, {entries['voids']} void, {entries['reversals']} reversed"
    )
    click.echo(f"closed in {folder}" if written else f"was closed in {folder} already, with the same content")


def tell_reconciled(found: Reconciled) -> None:
    """The counts, the money between the sets by kind, and the first differences."""
    console = display.console()
    table = Table(title="Due to players", title_justify="left", header_style="bold", pad_edge=False)
    table.add_column("Kind", no_wrap=True)
    for name in ("in A", "in B", "B less A"):
        table.add_column(name, justify="right", no_wrap=True)
    for net in found.net:
        amounts = (net.in_a, net.in_b, net.net)
        table.add_row(f"{net.currency} {net.kind}", *(in_currency(amount, net.currency) for amount in amounts))
    if found.net:
        console.print(table)
    for difference in found.differences:
        click.echo(_difference_words(difference))
    counts = found.counts
    listed = counts.missing_in_a + counts.missing_in_b + counts.different
    if listed > len(found.differences):
        click.echo(f"... and {listed - len(found.differences)} more")
    for side, times in found.doubled.items():
        if times:
            allowed = "; it may" if side in found.at_least_once else ""
            click.echo(f"{side} repeats {counted(times, 'record')} exactly{allowed}")
    click.echo(
        f"by {found.by}: {counts.matched} matched, {counts.missing_in_a} missing in A, "
        f"{counts.missing_in_b} missing in B, {counts.different} different"
    )


def in_currency(amount: int, currency: str) -> str:
    """Minor units in their currency; bare where no currency was told."""
    return shown(amount, currency) if len(currency) == 3 else str(amount)


def _difference_words(difference: Difference) -> str:
    if difference.verdict == "different":
        fields = [f"{name} {one} and {other}" for name, (one, other) in difference.fields.items()]
        return f"different: {difference.key}: {', '.join(fields)}"
    held = difference.in_b if difference.in_a is None else difference.in_a
    where = "A" if difference.in_a is None else "B"
    return f"missing in {where}: {difference.key}, {held} returned"
