"""The ``croupier`` command."""

import json
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from croupier.events.parsing import Event
from croupier.events.records import NoticeRecord, SettlementRecord
from croupier.settling.desks import read_entry
from local import display
from local.replay import FAULTS, play
from local.stack import MemoryStack, Stack
from local.watching import OpenWager, Watch

ROUNDS = Path(__file__).parent.parent / "events" / "rounds"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="croupier")
def main() -> None:
    """Settle blackjack wagers under the licensed rule book."""


class StoreChoice(click.ParamType[Stack]):
    """``memory``."""

    name = "store"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Stack:
        if value != "memory":
            self.fail(f"{value!r} is not a store: it is memory", param, ctx)
        return MemoryStack()


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--store", "stack", type=StoreChoice(), default="memory", show_default=True, help="Where the record is kept."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, and nothing else.")
def replay(file: BinaryIO, stack: Stack, as_json: bool) -> None:
    """Settle recorded events and print what came out.

    FILE holds one EventBridge entry a line ({"source", "detail-type", "detail"}), in order of arrival; rounds
    may be interleaved. "-" reads standard input.

    Exit status 0: all was read, nothing rejected or under review. 1: something was. 2: unusable arguments.
    """
    watch = Watch(stack.store)
    out: list[SettlementRecord | NoticeRecord | OpenWager] = []
    faulty = False
    with counted(file) as lines:
        for played in play(lines, stack, watch):
            faulty |= any(line.type in FAULTS for line in played.out)
            if as_json:
                print_json(*played.out)
            else:
                out += played.out
    still_open = list(watch.still_open())
    if as_json:
        print_json(*still_open)
    else:
        print_tables([*out, *still_open])
    sys.exit(1 if faulty else 0)


def print_json(*lines: SettlementRecord | NoticeRecord | OpenWager) -> None:
    """One JSON object a line."""
    for line in lines:
        click.echo(json.dumps(line.fields()))


def print_tables(out: list[SettlementRecord | NoticeRecord | OpenWager]) -> None:
    """Tables for people; a table without rows is left out."""
    console = display.console()
    settlements = [line for line in out if isinstance(line, SettlementRecord)]
    notices = [line for line in out if isinstance(line, NoticeRecord)]
    wagers = [line for line in out if isinstance(line, OpenWager)]
    if settlements:
        console.print(display.settlements(settlements), display.totals(settlements))
    if notices:
        console.print(display.notices(notices))
    if wagers:
        console.print(display.open_wagers(wagers))
    console.print(f"{len(settlements)} entries, {len(notices)} notices, {len(wagers)} wagers still open")


@contextmanager
def counted(file: BinaryIO) -> Iterator[Iterator[bytes]]:
    """The lines of a file, with how far they are read on standard error where that is a terminal."""
    progress = Progress(
        TextColumn("{task.fields[events]} events read"),
        BarColumn(),
        DownloadColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )

    def lines() -> Iterator[bytes]:
        task = progress.add_task("reading", total=size_of(file), events=0)
        for number, line in enumerate(file, start=1):
            yield line
            progress.update(task, advance=len(line), events=number)

    with progress:
        yield lines()


def size_of(file: BinaryIO) -> int | None:
    """The bytes of a file, or None of a stream that has no size."""
    try:
        status = os.fstat(file.fileno())
    except OSError:
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


@main.command()
@click.argument("name", default="sevens-and-splits", metavar="[ROUND]")
@click.option(
    "--store", "stack", type=StoreChoice(), default="memory", show_default=True, help="Where the record is kept."
)
def demo(name: str, stack: Stack) -> None:
    """Play a recorded round and tell what happens, card by card.

    ROUND is the name of a file in events/rounds.
    """
    path = ROUNDS / f"{name}.jsonl"
    if not path.is_file():
        known = ", ".join(sorted(round_file.stem for round_file in ROUNDS.glob("*.jsonl")))
        raise click.BadParameter(f"there is no round {name!r}; there are {known}", param_hint="ROUND")
    console, watch = display.console(), Watch(stack.store)
    records: list[SettlementRecord] = []
    with path.open("rb") as lines:
        for played in play(lines, stack, watch):
            event = read_entry(played.entry)
            if isinstance(event, Event):
                console.print(display.told(event))
            for line in played.out:
                if isinstance(line, SettlementRecord):
                    records.append(line)
                    console.print(display.settled(line))
                else:
                    console.print(display.noticed(line))
    console.print()
    print_tables([*records, *watch.still_open()])
