"""``croupier finance``: the commands. DuckDB and the plotting library are imported only when one of them runs."""

import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)


class Day(click.ParamType[str]):
    """A gaming day by its date."""

    name = "day"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        try:
            is_day = date.fromisoformat(text).isoformat() == text
        except ValueError:
            is_day = False
        if not is_day:
            self.fail(f"{text!r} is no gaming day: it is a date, as in 2026-11-28", param, ctx)
        return text


records_option = click.option(
    "--records",
    required=True,
    multiple=True,
    metavar="PATH",
    help="Settlement entries: a file (.jsonl, .jsonl.gz, .parquet), a folder, a pattern, or s3://...; repeatable.",
)


@click.group()
def finance() -> None:
    """Journal, close, reconcile and report the settlement entries of a gaming day.

    Amounts are in the currency's minor unit. What is due is said, never what was paid.
    """


@finance.command()
@click.argument("day", type=Day())
@records_option
@click.option("--csv", "csv", type=FILE, metavar="FILE", help="Write the journal as CSV.")
@click.option("--parquet", type=FILE, metavar="FILE", help="Write the journal as Parquet.")
def journal(day: str, records: Sequence[str], csv: Path | None, parquet: Path | None) -> None:
    """Write the double-entry journal of the entries of a gaming day.

    Without --csv and --parquet the journal is printed as CSV; with one of them, the totals of the accounts.

    \b
    wagers-in-play    stakes that lie on the table: debited when decided
    due-to-players    credited with what a decided wager returns, stake included
    due-from-players  debited with what a reversed entry had made due
    gaming-win        credited with what the house has won, debited with its loss
    promotional-wagers-in-play, promotional-gaming-win: of stakes in promotional tender

    Each entry balances; this is checked before anything is written.
    """
    from local.finance import journal as books  # noqa: PLC0415
    from local.finance import output  # noqa: PLC0415
    from local.finance.records import open_records  # noqa: PLC0415
    from local.finance.workspace import workspace  # noqa: PLC0415

    with workspace() as work:
        opened = open_records(work, records)
        output.tell_doubled(opened.doubled)
        path = work.folder / "journal.parquet"
        books.write_day(work, day, path)
        output.write_journal(work, path, csv, parquet)


@finance.command()
@click.argument("day", type=Day())
@records_option
@click.option("--closes", type=FOLDER, required=True, metavar="DIR", help="Where the closes lie; DIR/DAY is made.")
@click.option(
    "--events",
    multiple=True,
    metavar="PATH",
    help="The tables' events, for the wagers that are open; without them these are not known. Repeatable.",
)
@click.option("--allow-gaps", is_flag=True, help="Close even where a wager's entries have gaps.")
def close(day: str, records: Sequence[str], closes: Path, events: Sequence[str], allow_gaps: bool) -> None:
    """Close a gaming day: take every entry up to it that is in no other close.

    Entries of earlier gaming days, which arrived after their own day's close, are listed apart. A close never
    changes: closing the day again with the same inputs writes nothing, and with others it is refused.

    Exit status 0: the day is closed. 1: entries are missing, and nothing was written. 2: unusable inputs.
    """
    from local.finance import output  # noqa: PLC0415
    from local.finance.closing import close_day  # noqa: PLC0415
    from local.finance.workspace import workspace  # noqa: PLC0415

    with workspace() as work:
        closed = close_day(work, day, records, closes, events, allow_gaps=allow_gaps)
    output.tell_doubled(closed.doubled)
    output.tell_missing(closed.missing, closed.missing_in_all)
    if closed.missing and not allow_gaps:
        click.echo(f"{day} was not closed: --allow-gaps closes it all the same", err=True)
        sys.exit(1)
    output.tell_close(day, closed.manifest, closes / day, written=closed.written)
