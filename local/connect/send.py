"""``croupier send``: recorded events onto a bus."""

from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import click

from croupier.events.envelope import SUPERVISOR
from croupier.ledger import Notice
from local.connect.check import as_text
from local.connect.findings import Finding, FindingType
from local.connect.progress import progress
from local.connect.told import Told, read_line
from local.patterns import JsonObject
from local.pit.record import http_address
from local.pit.words import counted
from local.recordings import Line, RecordedFile, lines_of, read_lines
from local.replay import bus_takes

if TYPE_CHECKING:
    from local.connect.sending import Numbered

MOST_SHOWN = 20
"""Lines that are named one by one where they are refused."""


class Unsendable(click.ClickException):
    """Lines that are not sent, so that none is: unusable as they are."""

    exit_code = 2


@click.command()
@click.argument("file", type=RecordedFile())
@click.option("--bus", required=True, metavar="NAME", help="The event bus, by its name.")
@click.option("--endpoint", metavar="URL", help="Where the bus is; without it the environment's account.")
@click.option("--rate", type=click.IntRange(min=1), metavar="N", help="Send at most N events a second.")
@click.option("--unchecked", is_flag=True, help="Also send what is no event of the contract.")
@click.option("--corrections", is_flag=True, help="Also send supervisors' events: they move money.")
def send(file: str, bus: str, endpoint: str | None, rate: int | None, unchecked: bool, corrections: bool) -> None:
    """Put recorded events on an event bus, in order.

    FILE holds one EventBridge entry a line ({"source", "detail-type", "detail"}), plain or packed with gzip; "-"
    reads standard input. All lines are read before the first is sent: if one is no event of the contract, or is a
    supervisor's, none is sent. Sending again is safe: the same event is the same fact.

    Exit status 0: the bus took everything. 1: it did not; how much it took is told. 2: unusable arguments.
    """
    if endpoint is not None:
        http_address(endpoint, "--endpoint", "an address: it is http://HOST:PORT")
    # boto3 takes its time to import: only for those who send.
    from local.cloud import NotSent, TableBus  # noqa: PLC0415
    from local.connect.sending import Outbox, Sender  # noqa: PLC0415

    with TemporaryFile() as kept:
        outbox = Outbox(kept)
        with lines_of(file) as lines:
            for numbered in _sendable(read_lines(lines), unchecked=unchecked, corrections=corrections):
                outbox.add(numbered)
        sender: Sender | None = None
        try:
            sender = Sender(TableBus(bus, endpoint), rate)
            with progress("sending", outbox.count) as show:
                for sent in sender.send(outbox):
                    show(sent)
        except NotSent as error:
            sent = 0 if sender is None else sender.sent
            told = f"{sent} of {counted(outbox.count, 'event')} were sent; sending all of them again is safe"
            raise click.ClickException(f"{error} ({told})") from error
    again = f", {sender.again} of them again" if sender.again == 1 else f", {sender.again} times one again"
    click.echo(f"Sent {counted(sender.sent, 'event')} to {bus}{again if sender.again else ''}.")


def _sendable(lines: Iterable[Line], *, unchecked: bool, corrections: bool) -> "Iterator[Numbered]":
    """Every line for the bus.

    Raises:
        Unsendable: some cannot be sent; at the end, so that all of them are named.
    """
    from local.cloud import LARGEST, bus_entry  # noqa: PLC0415
    from local.connect.sending import Numbered  # noqa: PLC0415

    refused: list[Finding] = []
    wrong = 0
    for line in lines:
        read = read_line(line)
        finding = _unsendable(line, read, unchecked=unchecked, corrections=corrections)
        if finding is None and not isinstance(line.held, Notice):
            numbered = Numbered(line.number, read.event_id, bus_entry(line.held))
            if numbered.entry.size <= LARGEST:
                yield numbered
                continue
            finding = _too_large(numbered.line, numbered.entry.size, LARGEST)
        if finding is not None:
            wrong += 1
            refused += [finding] if wrong <= MOST_SHOWN else []
    if wrong:
        more = "" if wrong == len(refused) else f"\n  and {counted(wrong - len(refused), 'line')} more"
        sentences = "\n".join(as_text(finding).plain for finding in refused)
        raise Unsendable(f"nothing was sent, for {counted(wrong, 'line')} cannot be:\n{sentences}{more}")


def _unsendable(line: Line, read: Told | Finding, *, unchecked: bool, corrections: bool) -> Finding | None:
    """Why a line is not sent, or None."""
    if isinstance(line.held, Notice):
        return read if isinstance(read, Finding) else None
    if not corrections and str(line.held.get("source")).startswith(SUPERVISOR):
        return _correction(line, line.held)
    if isinstance(read, Finding) and not (unchecked and bus_takes(line.held)):
        return read
    return None


def _correction(line: Line, entry: JsonObject) -> Finding:
    return Finding(
        FindingType.NOT_THE_CONTRACT,
        lines=(line.number,),
        field="source",
        value=f'"{entry["source"]}"',
        because="a supervisor's event moves money, and a table sends none",
        advice='"croupier correct send" shows what it moves before it is sent; --corrections sends it as it is',
    )


def _too_large(number: int, size: int, largest: int) -> Finding:
    return Finding(
        FindingType.NOT_THE_CONTRACT,
        lines=(number,),
        field="detail",
        value=f"{size} bytes",
        because=f"EventBridge takes {largest} bytes an entry",
        advice="keep a detail under 200 kB",
    )
