"""What finance's commands print: tables for people on standard output, warnings on standard error."""

import csv
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path

import click
from rich.table import Table

from local import display
from local.edge import fraction_text, percent
from local.finance.journal import AccountTotal, account_totals
from local.finance.reconciling import Difference, Reconciled
from local.finance.reporting import COUNTS, Counted, Part, Report, SideWagers
from local.finance.theory import whole
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


def write_text(text: str, file: Path) -> None:
    """Write a page where it was asked for."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unusable(f"{file} cannot be written: {error}") from error


def write_tables(work: Workspace, report: Report, folder: Path) -> None:
    """The report's tables as CSV: amounts in minor units, theory as exact fractions."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = str(folder / "handle-and-win.csv")
        work.do("report/cells_csv", {"day": report.asked.day, "path": path})
        _rows(folder / "side-wagers.csv", SIDE_COLUMNS, map(_side_row, report.side_wagers))
        for name, rows, columns in (
            ("corrections", report.corrections, CORRECTION_COLUMNS),
            ("large-wins", report.large_wins, LARGE_COLUMNS),
        ):
            _rows(folder / f"{name}.csv", columns, (asdict(row) for row in rows))
        if report.counted is not None:
            _rows(folder / "counts.csv", COUNT_COLUMNS, map(_count_row, report.counted))
    except OSError as error:
        raise Unusable(f"{folder} cannot be written: {error}") from error


SIDE_COLUMNS = (
    *("currency", "kind", "rule_book", "decks", "wagers", "handle", "win"),
    *("edge_low", "edge_high", "expected_low", "expected_high", "band_low", "band_high", "is_rough"),
)
CORRECTION_COLUMNS = (
    *("authorised_by", "second", "currency", "corrections", "reversed", "settled", "to_players", "to_house"),
)
LARGE_COLUMNS = (
    *("entry_id", "kind", "player", "currency", "stake", "odds", "winnings", "reversed", "because", "occurred_at"),
)
COUNT_COLUMNS = (
    *COUNTS.known,
    *("counted_win", "hold", "settled_win"),
)


def _rows(path: Path, columns: Sequence[str], rows: Iterable[dict[str, object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _side_row(side: SideWagers) -> dict[str, object]:
    row: dict[str, object] = {name: getattr(side, name) for name in SIDE_COLUMNS[:7]}
    theory = side.expected
    if theory is not None:
        row |= {
            "edge_low": fraction_text(theory.edge_low),
            "edge_high": fraction_text(theory.edge_high),
            "expected_low": fraction_text(theory.low),
            "expected_high": fraction_text(theory.high),
            "band_low": theory.band_low,
            "band_high": theory.band_high,
            "is_rough": str(theory.is_rough).lower(),
        }
    return row


def _count_row(counted_: Counted) -> dict[str, object]:
    row = asdict(counted_) | {"drop": counted_.dropped}
    del row["dropped"]
    return row | {"hold": "" if counted_.hold is None else fraction_text(counted_.hold)}


def tell_report(report: Report) -> None:
    """The report for a terminal."""
    console = display.console()
    if not report.parts:
        click.echo(f"{report.asked.day}: nothing was settled")
    for currency in report.currencies:
        console.print(_parts_table(report, currency))
    if report.side_wagers:
        console.print(_side_table(report.side_wagers))
    if report.counted is not None:
        console.print(_counts_table(report.counted))
    for row in report.corrections:
        second = "" if row.second is None else f" and {row.second}"
        to_players, to_house = (shown(amount, row.currency) for amount in (row.to_players, row.to_house))
        click.echo(
            f"{counted(row.corrections, 'correction')} by {row.authorised_by}{second}: "
            f"net {to_players} to players, {to_house} to the house"
        )
    for win in report.large_wins:
        undone = " (reversed)" if win.reversed else ""
        click.echo(f"large win{undone}: {shown(win.winnings, win.currency)}, {win.entry_id}: {win.because}")


def _table(title: str, words: Sequence[str], numbers: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left", header_style="bold", pad_edge=False)
    for name in words:
        table.add_column(name, no_wrap=True)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _parts_table(report: Report, currency: str) -> Table:
    numbers = ("Wagers", "Void", "Handle", "Win", "Win of handle")
    table = _table(f"Gaming day {report.asked.day}, {currency}", ("", ""), numbers)
    for level in ("all", "site", "table", "shift", "kind"):
        for part in report.of(level, currency):
            table.add_row(level, "" if level == "all" else part.name, *_part_cells(part))
    return table


def _part_cells(part: Part) -> tuple[str, ...]:
    money = (shown(part.handle, part.currency), shown(part.win, part.currency))
    return str(part.wagers), str(part.voids), *money, _share(part.win_share)


def _share(value: Fraction | None) -> str:
    return "" if value is None else f"{percent(value, 2)} %"


def _side_table(found: Sequence[SideWagers]) -> Table:
    numbers = ("Handle", "House edge", "Theoretical win", "95 % band", "Win")
    table = _table("Side wagers beside theory", ("Wager", "Book", "Decks", ""), numbers)
    for side in found:
        table.add_row(side.kind, side.rule_book, str(side.decks or "not told"), *_side_cells(side))
    return table


def _side_cells(side: SideWagers) -> tuple[str, ...]:
    handle, win = shown(side.handle, side.currency), shown(side.win, side.currency)
    theory = side.expected
    if theory is None:
        return "no theory", handle, "", "", "", win
    edges = _span(_share(theory.edge_low), _share(theory.edge_high))
    wins = _span(shown(whole(theory.low), side.currency), shown(whole(theory.high), side.currency))
    band = _span(shown(theory.band_low, side.currency), shown(theory.band_high, side.currency))
    mark = "" if theory.holds(side.win) else "outside"
    return f"{mark} rough band".strip() if theory.is_rough else mark, handle, edges, wins, band, win


def _span(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _counts_table(rows: Sequence[Counted]) -> Table:
    table = _table("Counts and hold", ("Gaming table", "Shift"), ("Drop", "Win by count", "Hold", "Settled win"))
    for row in rows:
        money = [shown(amount, row.currency) for amount in (row.dropped, row.counted_win, row.settled_win)]
        table.add_row(f"{row.site_id}/{row.table_id}", row.shift, *money[:2], _share(row.hold), money[2])
    return table
