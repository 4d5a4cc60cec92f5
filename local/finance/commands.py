"""``croupier finance``: the commands. DuckDB and the plotting library are imported only when one of them runs."""

import json
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from local.finance.reporting import Asked

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
    from local.finance import output
    from local.finance.journal import write_day
    from local.finance.records import open_records
    from local.finance.workspace import workspace

    with workspace() as work:
        opened = open_records(work, records)
        output.tell_doubled(opened.doubled)
        path = work.folder / "journal.parquet"
        write_day(work, day, path)
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
    # Days are closed in their order: a slip of the year would shut out every real day.
    if date.fromisoformat(day) > datetime.now(UTC).date() + timedelta(days=1):
        raise click.BadParameter(f"{day} has not come yet anywhere", param_hint="DAY")
    from local.finance import output
    from local.finance.closing import close_day
    from local.finance.workspace import workspace

    with workspace() as work:
        closed = close_day(work, day, records, closes, events, allow_gaps=allow_gaps)
    output.tell_doubled(closed.doubled)
    output.tell_missing(closed.missing, closed.missing_in_all)
    if closed.missing and not allow_gaps:
        click.echo(f"{day} was not closed: --allow-gaps closes it all the same", err=True)
        sys.exit(1)
    output.tell_close(day, closed.manifest, closes / day, written=closed.written)


class Pair(click.ParamType[tuple[str, str]]):
    """``FIELD=COLUMN``."""

    name = "pair"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        field, _, column = str(value).partition("=")
        if not column or field not in RESULTS:
            self.fail(f"{value!r} is not FIELD=COLUMN with a FIELD of {', '.join(RESULTS)}", param, ctx)
        return field, column


RESULTS = (
    *("site_id", "table_id", "round_id", "wager_id"),
    *("kind", "currency", "outcome", "stake", "winnings", "returned"),
)


@finance.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--csv-map",
    "named",
    type=Pair(),
    multiple=True,
    metavar="FIELD=COLUMN",
    help="What a CSV calls a field, as in returned=PAYOUT; repeatable.",
)
@click.option(
    "--at-least-once",
    type=click.Choice(["A", "B"], case_sensitive=False),
    multiple=True,
    help="The side in which a record may lie more than once; repeatable.",
)
@click.option("--ignore", "ignored", multiple=True, metavar="FIELD", help="A field that may differ; repeatable.")
@click.option("--site", metavar="S", help="Of record sets, this site only.")
@click.option("--table", metavar="T", help="Of record sets, this gaming table only.")
@click.option("--day", type=Day(), metavar="DAY", help="Of record sets, this gaming day only.")
@click.option(
    "--show",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    metavar="N",
    help="How many differences are listed; all are counted.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, and nothing else.")
def reconcile(
    a: str,
    b: str,
    named: Sequence[tuple[str, str]],
    at_least_once: Sequence[str],
    ignored: Sequence[str],
    as_json: bool,
    show: int,
    **chosen: str | None,
) -> None:
    """Compare two record sets, or a record set with a table system's own results.

    A and B are each a file, folder, pattern or s3:// address of settlement entries, or a .csv file with one wager
    a row: round_id, wager_id and returned (minor units, stake included), and as far as it has them site_id,
    table_id, currency, kind, outcome, stake and winnings.

    Two record sets are compared entry by entry, a CSV with the standing result of each wager. An exact repeat is
    a difference too, except in a set that promises only --at-least-once.

    Exit status 0: no difference. 1: some. 2: unusable inputs.
    """
    from local.finance import output, reconciling
    from local.finance.workspace import workspace

    fields = {"site": "site_id", "table": "table_id", "day": "day"}
    asked = reconciling.Question(
        a=[a],
        b=[b],
        named=dict(named),
        ignored=frozenset(ignored),
        at_least_once=frozenset(side.upper() for side in at_least_once),
        chosen={fields[name]: value for name, value in chosen.items() if value is not None},
        show=show,
    )
    with workspace() as work:
        found = reconciling.reconcile(work, asked)
    if as_json:
        click.echo(json.dumps(found.fields()))
    else:
        output.tell_reconciled(found)
    sys.exit(0 if found.agrees else 1)


def asks(command: Callable[..., None]) -> Callable[..., None]:
    """What a report is of; the command gets it as ``asked``."""

    @click.argument("day", type=Day())
    @click.option("--events", multiple=True, metavar="PATH", help="The tables' events, for the decks; repeatable.")
    @click.option("--decks", type=click.IntRange(1, 100), metavar="N", help="Decks in use where no event says so.")
    @click.option(
        "--drop",
        type=click.Path(),
        metavar="CSV",
        help="Counts: site_id, table_id, currency, drop, opener, closer, fills, credits, and shift if by shift.",
    )
    @click.option(
        "--large",
        type=click.IntRange(min=1),
        default=1_000_000,
        show_default=True,
        metavar="AMOUNT",
        help="Winnings in minor units from which a win is large.",
    )
    @wraps(command)
    def asking(
        day: str, events: Sequence[str], decks: int | None, drop: str | None, large: int, **options: object
    ) -> None:
        from local.finance.reporting import Asked

        command(asked=Asked(day, decks, large, events, drop), **options)

    return asking


@finance.command()
@asks
@records_option
@click.option("--html", type=FILE, metavar="FILE", help="Write the report as one self-contained HTML page.")
@click.option("--csv", "csv", type=FOLDER, metavar="DIR", help="Write the report's tables as CSV files.")
def report(asked: "Asked", records: Sequence[str], html: Path | None, csv: Path | None) -> None:
    """Report a gaming day: handle, win, and win per cent of handle by site, table, shift and kind.

    Perfect Pairs, insurance and Super Sevens stand beside their exact theoretical win for the decks in use, with
    a 95 per cent band; the main game has none, as it depends on the players. Hold is told only where --drop is.
    """
    from local.finance import output
    from local.finance.page import page
    from local.finance.records import open_records
    from local.finance.reporting import report as report_of
    from local.finance.workspace import workspace

    with workspace() as work:
        output.tell_doubled(open_records(work, records).doubled)
        found = report_of(work, asked)
        if csv is not None:
            output.write_tables(work, found, csv)
    if html is not None:
        output.write_text(page(found), html)
    output.tell_report(found)
