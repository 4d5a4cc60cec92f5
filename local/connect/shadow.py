"""``croupier shadow``: what the code at hand would settle otherwise, before it settles anything."""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from croupier.events.records import SettlementRecord
from croupier.facts import RoundId
from croupier.money import Odds
from croupier.rules import library
from local import display
from local.connect.check import as_text
from local.connect.progress import progress
from local.connect.shadowing import Difference, Shadow, Side, differences
from local.connect.standing import InRecords, InStore, NoRecords, Standings, read_records
from local.money import shown
from local.pit.money_tables import in_all, signed
from local.pit.preview import Purse
from local.pit.record import RECORDS, address_of
from local.pit.words import counted
from local.recordings import ByRound, RecordedFile, lines_of
from local.stack import StoreUnusable


class OldAndNew(click.ParamType[tuple[str, str]]):
    """``OLD=NEW``: the ids of two rule books, of which the new one must be there."""

    name = "rule book"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        old, _, new = str(value).partition("=")
        if not old or not new:
            self.fail(f"{value!r} names no two rule books: it is OLD=NEW, as in au-1=au-2", param, ctx)
        if library.find(new) is None:
            self.fail(f"there is no rule book {new!r}; there are {', '.join(library.shelf())}", param, ctx)
        return old, new


@dataclass(slots=True)
class Tally:
    """What was compared, and what differs; amounts in minor units by currency."""

    rounds: int = 0
    wagers: int = 0
    sides: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    per_player: dict[Purse, int] = field(default_factory=lambda: defaultdict(int))
    moved: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, difference: Difference) -> None:
        self.sides[difference.side] += 1
        if difference.side is Side.BOTH:
            for (player, currency), amount in difference.moves.items():
                self.per_player[difference.round_id, player, currency] += amount
                self.moved[currency] += abs(amount)

    @property
    def words(self) -> str:
        both, there, here = (self.sides[side] for side in Side)
        differ = f"{counted(both, 'wager')} {'differs' if both == 1 else 'differ'}"
        compared = f"{counted(self.wagers, 'wager')} of {counted(self.rounds, 'round')} compared"
        return f"{compared}: {differ}, {there} only there, {here} only here"


@click.command()
@click.argument("files", type=RecordedFile(), nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--against",
    required=True,
    metavar="http://HOST:PORT|aws|RECORDS",
    help="What stands: a DynamoDB, the one of the environment's account, or a file of settlement records.",
)
@click.option("--records", metavar="NAME", default=RECORDS, show_default=True, help="The DynamoDB table.")
@click.option(
    "--rule-book",
    "rule_books",
    type=OldAndNew(),
    multiple=True,
    metavar="OLD=NEW",
    help="Run the rounds of one rule book under another. May be given several times.",
)
@click.option("--json", "as_json", is_flag=True, help="One difference a line as a JSON object, and nothing else.")
def shadow(
    files: tuple[str, ...], against: str, records: str, rule_books: tuple[tuple[str, str], ...], as_json: bool
) -> None:
    """Tell which wagers the code at hand would settle otherwise, posting nothing.

    Every round of the recorded events in FILE... is run in memory, and the standing entry of each of its wagers
    compared with the one that stands: in a DynamoDB, or by a file of settlement records as "croupier replay
    --json" and "croupier republish --file" write it. Two results are the same when outcome, odds, winnings and
    returned are; clause and sentence do not count.

    Exit status 0: nothing differs. 1: something does. 2: unusable arguments.
    """
    books = dict(rule_books)
    if len(books) < len(rule_books):
        raise click.UsageError("--rule-book names a rule book of the events twice")
    tally = Tally()
    with _against(against, records) as stands, ByRound() as rounds:
        for file in files:
            _read(rounds, file)
        found = _compared(rounds, stands, Shadow(books), tally)
        if as_json:
            for difference in found:
                click.echo(json.dumps(difference.fields()))
        else:
            _print(list(found), tally)  # all of it first: what is printed while a bar is drawn would tear it
        _tell_uncompared(rounds, stands)
    sys.exit(1 if any(tally.sides.values()) else 0)


@contextmanager
def _against(store: str, records: str) -> Iterator[Standings]:
    """What stands, to be read only."""
    if store != "aws" and "://" not in store:
        yield _recorded(store)
        return
    # boto3 takes its time to import: only for those who need it.
    from local.cloud import stored  # noqa: PLC0415

    try:
        with stored(address_of(store), records) as table:
            yield InStore(table)
    except StoreUnusable as error:
        raise click.BadParameter(str(error), param_hint="--against") from error


def _recorded(path: str) -> InRecords:
    if not Path(path).is_file():
        raise click.BadParameter(
            f"{path!r} is no file, and no store: a store is http://HOST:PORT or aws", param_hint="--against"
        )
    try:
        with lines_of(path, "--against") as lines:
            return read_records(lines)
    except NoRecords as error:
        raise click.BadParameter(f"{path}: {error}", param_hint="--against") from error


def _read(rounds: ByRound, file: str) -> None:
    with lines_of(file) as lines:
        for line in rounds.add(lines, file):
            click.echo(f"{file}, line {line.number}: names no round and is passed over", err=True)


def _compared(rounds: ByRound, stands: Standings, shadow: Shadow, tally: Tally) -> Iterator[Difference]:
    """Every wager that differs, round by round."""
    named = rounds.rounds()
    with progress("running rounds", len(named)) as show:
        for round_id in named:
            there = stands.of(round_id)
            here, rejected = shadow.run(round_id, rounds.lines(round_id))
            for finding in rejected:
                click.echo(as_text(finding).plain, err=True)
            tally.rounds += 1
            tally.wagers += len({*there, *here})
            show(tally.rounds)
            for difference in differences(round_id, there, here):
                tally.add(difference)
                yield difference


def _tell_uncompared(rounds: ByRound, stands: Standings) -> None:
    """Of records it is known which rounds no file tells of; of a store it is not asked."""
    if isinstance(stands, InRecords) and (left := stands.rounds() - set(rounds.rounds())):
        they = "it was" if len(left) == 1 else "they were"
        click.echo(f"no FILE tells of {counted(len(left), 'round')} of the records: {they} not compared", err=True)


APART = {
    Side.ONLY_THERE: "Only there: stands, and the code at hand settles no such wager",
    Side.ONLY_HERE: "Only here: the code at hand settles it, and nothing stands",
}


def _print(found: list[Difference], tally: Tally) -> None:
    """The wagers that differ by round, then those on one side only, then the totals."""
    console = display.console()
    apart: list[Difference] = []
    for round_id, of_round in groupby(found, key=lambda difference: difference.round_id):
        differing: list[Difference] = []
        for difference in of_round:
            (differing if difference.side is Side.BOTH else apart).append(difference)
        if differing:
            console.print(_heading(round_id, differing), soft_wrap=True)
            _print_all(console, differing)
    for side, title in APART.items():
        if mine := [difference for difference in apart if difference.side is side]:
            console.print(Text(title, style="bold"), soft_wrap=True)
            _print_all(console, mine)
    if tally.moved:
        console.print(Text("\n".join(in_all(tally.per_player, tally.moved))), soft_wrap=True)
    console.print(Text(tally.words, style="bold"), soft_wrap=True)


def _heading(round_id: RoundId, differing: list[Difference]) -> Text:
    """The round, and what its players would be given more in all."""
    given: dict[str, int] = defaultdict(int)
    for difference in differing:
        for (_, currency), amount in difference.moves.items():
            given[currency] += amount
    money = ", ".join(signed(amount, currency) for currency, amount in sorted(given.items()))
    return Text.assemble(Text(f"round {round_id}", style="bold"), f": {money}")


def _print_all(console: Console, differing: list[Difference]) -> None:
    for difference in differing:
        console.print(_both(difference), soft_wrap=True)
    console.print()


def _both(difference: Difference) -> Text:
    """One wager: whose, the difference in money, and each side's result with its clause and sentence."""
    wager = difference.wager
    many = len(difference.moves) > 1
    moves = ", ".join(
        f"{signed(amount, currency)} to {player}" if many else signed(amount, currency)
        for (player, currency), amount in difference.moves.items()
    )
    where = display.where_text(wager.box, wager.hand)
    name = wager.wager_id if difference.side is Side.BOTH else f"{difference.round_id}/{wager.wager_id}"
    sides = [("there", difference.there), ("here", difference.here)]
    return Text.assemble(
        f"  {wager.player}'s {wager.kind} on {where} ({name}): ",
        Text(moves, style="bold"),
        *(part for side, record in sides if record is not None for part in _side(side, record)),
    )


def _side(side: str, record: SettlementRecord) -> tuple[str | Text, ...]:
    odds = "" if record.odds is None else f" at {Odds.parse(record.odds).words}"
    money = f"stake {shown(record.stake, record.currency)}, due {shown(record.returned, record.currency)}"
    return (
        f"\n    {side + ':':<6} ",
        display.outcome_text(record),
        f"{odds}; {money}; {record.rule_book} {display.clause_text(record)}\n           because {record.because}",
    )
