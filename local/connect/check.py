"""``croupier check``: whether recorded events keep the contract."""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, groupby

import click
from rich.text import Text

from croupier.facts import RoundId
from local import display
from local.connect.contract import RoundCheck
from local.connect.findings import Finding
from local.connect.progress import progress
from local.connect.told import Told, read_line
from local.pit.words import counted
from local.recordings import ByRound, RecordedFile, lines_of

MOST_LINES = 8
"""Line numbers that are shown of one finding; --json has them all."""


@dataclass(slots=True)
class Tally:
    """What was read and found. ``lines`` are those that are not empty."""

    lines: int = 0
    rounds: int = 0
    faults: int = 0
    remarks: int = 0
    faulty: set[RoundId | None] = field(default_factory=set)

    def add(self, finding: Finding) -> None:
        if finding.type.is_fault:
            self.faults += 1
            self.faulty.add(finding.round_id)
        else:
            self.remarks += 1

    @property
    def words(self) -> str:
        """``24 lines, 2 rounds: 3 faults in 1 round, no remark``."""
        faulty = len(self.faulty - {None})
        where = f" in {counted(faulty, 'round')}" if faulty else ""
        faults, remarks = _some(self.faults, "fault"), _some(self.remarks, "remark")
        return f"{counted(self.lines, 'line')}, {counted(self.rounds, 'round')}: {faults}{where}, {remarks}"


def _some(number: int, thing: str) -> str:
    return counted(number, thing) if number else f"no {thing}"


@click.command()
@click.argument("file", type=RecordedFile())
@click.option("--json", "as_json", is_flag=True, help="One finding a line as a JSON object, and nothing else.")
def check(file: str, as_json: bool) -> None:
    """Tell whether recorded events keep the contract.

    FILE holds one EventBridge entry a line ({"source", "detail-type", "detail"}), in order of arrival, plain or
    packed with gzip; rounds may be interleaved. "-" reads standard input. What one line has wrong is told, and
    what a round has wrong once all of it is read: gaps, contradictions, cards that the rules could not produce.

    Exit status 0: no fault; there may be remarks. 1: a fault. 2: unusable arguments.
    """
    tally = Tally()
    with ByRound() as rounds:
        found = _findings(file, rounds, tally)
        if as_json:
            for finding in found:
                click.echo(json.dumps(finding.fields()))
        else:
            _print(list(found))  # all of it first: what is printed while a bar is drawn would tear it
    if not as_json:
        display.console().print(Text(tally.words, style="bold"))
    sys.exit(1 if tally.faults else 0)


def _findings(file: str, rounds: ByRound, tally: Tally) -> Iterator[Finding]:
    """Everything that is found, the lines that name no round first, then round by round."""

    def of_no_round() -> Iterator[Finding]:
        with lines_of(file) as lines:
            for line in rounds.add(lines):
                read = read_line(line)
                if isinstance(read, Told):  # an event of the contract names its round
                    raise TypeError(f"line {line.number} is an event without a round")
                yield read

    def of_rounds() -> Iterator[Finding]:
        round_check = RoundCheck()
        named = rounds.rounds()
        with progress("checking rounds", len(named)) as show:
            for done, round_id in enumerate(named):
                show(done)
                yield from round_check.check(round_id, rounds.lines(round_id))

    for finding in chain(of_no_round(), of_rounds()):
        tally.add(finding)
        yield finding
    tally.lines, tally.rounds = rounds.count, len(rounds.rounds())


def _print(found: Iterable[Finding]) -> None:
    """One heading a round, and under it each finding with what to do about it."""
    console = display.console()
    for round_id, findings in groupby(found, key=lambda finding: finding.round_id):
        console.print(Text("no round" if round_id is None else f"round {round_id}", style="bold"))
        for finding in findings:
            console.print(as_text(finding), soft_wrap=True)
        console.print()


def as_text(finding: Finding) -> Text:
    """A finding for people, on two lines."""
    mark, style = ("✗", "bold red") if finding.type.is_fault else ("!", "bold yellow")
    event = "" if finding.event_id is None else f"event {finding.event_id}, "
    where = f"{lines_text(finding.lines)}: {event}{finding.field} {finding.value}"
    return Text.assemble(
        Text(f"  {mark} ", style=style),
        Text(str(finding.type), style=style),
        f", {where}: {finding.because}\n",
        Text(f"      {finding.advice}", style="dim"),
    )


def lines_text(lines: tuple[int, ...]) -> str:
    """``line 3``, or ``lines 3, 5 and 7``."""
    names = [str(line) for line in lines]
    if len(names) == 1:
        return f"line {names[0]}"
    if len(names) > MOST_LINES:
        return f"lines {', '.join(names[: MOST_LINES - 1])} and {len(names) - MOST_LINES + 1} more"
    return f"lines {', '.join(names[:-1])} and {names[-1]}"
