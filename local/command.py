"""The ``croupier`` command."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, TypeAlias
from urllib.parse import urlsplit

import click

from croupier.events.parsing import Event
from croupier.events.records import NoticeRecord, SettlementRecord
from croupier.rules import library
from croupier.rules.book import RuleBook
from croupier.settling.desks import read_entry
from croupier.wagers import Kind
from local import books, display
from local.archive import Archive
from local.connect.check import check
from local.connect.send import send
from local.connect.shadow import shadow
from local.edge import SIDE_WAGERS, offered
from local.edge import edge as side_edge
from local.finance.commands import finance
from local.pit.correct import correct
from local.pit.history import history_command
from local.pit.suspects import suspects
from local.recordings import counted
from local.redrive import redrive
from local.replay import FAULTS, Played, play
from local.republish import republish
from local.restore import restore_command
from local.stack import Stack, StoreUnusable, memory_stack
from local.watching import OpenWager, Watch

ROUNDS = Path(__file__).parent.parent / "events" / "rounds"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="croupier")
def main() -> None:
    """Settle blackjack wagers under the licensed rule book."""


Opening: TypeAlias = Callable[[], AbstractContextManager[Stack]]


class StoreChoice(click.ParamType[Opening]):
    """Where the record is kept: ``memory``, ``moto`` or the address of a DynamoDB endpoint."""

    name = "store"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Opening:
        if value == "memory":
            return memory_stack
        # moto takes a second to import: only for those who ask for it.
        from local.lambdas import lambda_stack  # noqa: PLC0415

        if value == "moto":
            return lambda_stack
        try:
            address = urlsplit(str(value))
            usable = address.scheme in ("http", "https") and bool(address.hostname) and address.port != 0
        except ValueError:  # a port or a host that is none
            usable = False
        if not usable:
            self.fail(f"{value!r} is not a store: it is memory, moto or http://HOST:PORT", param, ctx)
        return partial(lambda_stack, str(value))


def store_option(default: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """``--store``, with the store that is used where none is named."""
    return click.option(
        "--store",
        "opening",
        type=StoreChoice(),
        default=default,
        show_default=True,
        metavar="memory|moto|http://HOST:PORT",
        help="Where the record is kept: in memory, or by the functions' real handlers on moto or on a DynamoDB.",
    )


@main.command()
@click.argument("file", type=click.File("rb"))
@store_option("memory")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, and nothing else.")
@click.option(
    "--archive",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Also write settlements and events into this folder, as the archive has them.",
)
def replay(file: BinaryIO, opening: Opening, as_json: bool, folder: Path | None) -> None:
    """Settle recorded events and print what came out.

    FILE holds one EventBridge entry a line ({"source", "detail-type", "detail"}), in order of arrival; rounds
    may be interleaved. "-" reads standard input.

    Exit status 0: all was read, nothing rejected or under review. 1: something was. 2: unusable arguments.
    """
    out: list[SettlementRecord | NoticeRecord | OpenWager] = []
    faulty = False
    with opened(opening) as stack, counted(file) as lines, archived(folder) as archive:
        watch = Watch(stack.store)
        for played in play(lines, stack, watch):
            archive(played)
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


@contextmanager
def archived(folder: Path | None) -> Iterator[Callable[[Played], None]]:
    """What writes everything that was played into the archive in ``folder``, if there is to be one."""
    if folder is None:
        yield lambda _: None
        return

    def write(played: Played) -> None:
        if played.entry is not None:
            archive.add_event(played.entry)
        for line in played.out:
            if isinstance(line, SettlementRecord):
                archive.add_settlement(line.fields())

    try:
        with Archive(folder) as archive:
            yield write
    except OSError as error:
        raise click.BadParameter(f"{folder} cannot be written: {error}", param_hint="--archive") from error


@contextmanager
def opened(opening: Opening) -> Iterator[Stack]:
    """The stack that was asked for; a store that cannot be used is an unusable argument."""
    with ExitStack() as exits:
        try:
            stack = exits.enter_context(opening())
        except StoreUnusable as error:
            raise click.BadParameter(str(error), param_hint="--store") from error
        yield stack


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
        console.print(display.settlements(settlements, console.width), display.totals(settlements))
    if notices:
        console.print(display.notices(notices, console.width))
    if wagers:
        console.print(display.open_wagers(wagers))
    console.print(f"{len(settlements)} entries, {len(notices)} notices, {len(wagers)} wagers still open")


@main.command()
@click.argument("name", default="sevens-and-splits", metavar="[ROUND]")
@store_option("moto")
def demo(name: str, opening: Opening) -> None:
    """Play a recorded round and tell what happens, card by card.

    ROUND is the name of a file in events/rounds.
    """
    path = ROUNDS / f"{name}.jsonl"
    if not path.is_file():
        known = ", ".join(sorted(round_file.stem for round_file in ROUNDS.glob("*.jsonl")))
        raise click.BadParameter(f"there is no round {name!r}; there are {known}", param_hint="ROUND")
    console = display.console()
    records: list[SettlementRecord] = []
    with opened(opening) as stack, path.open("rb") as lines:
        watch = Watch(stack.store)
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
        still_open = list(watch.still_open())
    console.print()
    print_tables([*records, *still_open])


class Book(click.ParamType[RuleBook]):
    """The id of a rule book."""

    name = "book"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> RuleBook:
        if isinstance(value, RuleBook):
            return value
        book = library.find(str(value))
        if book is None:
            self.fail(f"there is no rule book {value!r}; there are {', '.join(library.shelf())}", param, ctx)
        return book


@main.command()
@click.argument("book", type=Book(), required=False)
@click.option(
    "--diff", "pair", type=Book(), nargs=2, metavar="BOOK BOOK", help="Show what differs between two books."
)
def rules(book: RuleBook | None, pair: tuple[RuleBook, RuleBook] | None) -> None:
    """Print a rule book readably, or all there are.

    BOOK is the id of a rule book: every clause that decides money, how firmly it is held, what it pays.
    """
    console = display.console()
    if pair is not None:
        if book is not None:
            raise click.UsageError("--diff takes two books and BOOK none")
        console.print(books.difference(*pair))
    elif book is not None:
        console.print(books.whole(book))
    else:
        console.print(books.shelf(list(library.shelf().values())))


@main.command()
@click.argument("book", type=Book())
@click.option("--decks", type=click.IntRange(1, 100), default=8, show_default=True, help="Decks in the shoe.")
@click.option("--wager", type=click.Choice([str(kind) for kind in SIDE_WAGERS]), help="One side wager only.")
@click.option(
    "--third-card/--no-third-card",
    default=True,
    show_default=True,
    help="Super Sevens with a third card dealt to every pair of sevens, or to none.",
)
@click.option("--json", "as_json", is_flag=True, help="A list of JSON objects, and nothing else.")
def edge(book: RuleBook, decks: int, wager: str | None, third_card: bool, as_json: bool) -> None:
    """Print the exact return and house edge of a book's side wagers.

    Combinations are counted, not sampled: ordered triples for Super Sevens, unordered pairs for Perfect Pairs.
    """
    kinds = offered(book) if wager is None else (Kind(wager),)
    try:
        edges = [side_edge(book, kind, decks, third_card=third_card) for kind in kinds]
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--wager") from error
    if as_json:
        click.echo(json.dumps([each.fields() for each in edges]))
        return
    for each in edges:
        display.console().print(display.edge_table(each))


main.add_command(correct)
main.add_command(suspects)
main.add_command(history_command)
main.add_command(redrive)
main.add_command(republish)
main.add_command(restore_command)
main.add_command(check)
main.add_command(send)
main.add_command(shadow)
main.add_command(finance)
