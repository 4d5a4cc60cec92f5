"""``croupier republish``: the entries of an interval, once more, from the table to whoever reads them.

For a stream that was lost, a consumer that starts anew, or a table export: what is written is the same to the
byte as what was published.
"""

import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import IO

import click
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from croupier.events.records import SettlementRecord, settlement_record
from croupier.publishing import Message, Sink, record_message
from croupier.stores.port import Store
from local.pit.record import reads_the_record
from local.pit.sending import Instant

TOGETHER = 500
"""Messages that are sent before progress is shown."""


def posted_between(store: Store, first: datetime | None, last: datetime | None) -> Iterator[SettlementRecord]:
    """Every entry that was posted in the interval, both ends included, as finance reads it."""
    for record in store.every_account():
        for entry in record.entries:
            at = datetime.fromisoformat(entry.provenance.posted_at)
            if (first is None or first <= at) and (last is None or at <= last):
                yield settlement_record(record.round_id, record.placement, entry)


class NotTaken(click.ClickException):
    """Entries that a sink did not take; sending all of them again is safe."""


@click.command()
@click.option("--from", "first", type=Instant(), metavar="INSTANT", help="Posted at or after it.")
@click.option("--to", "last", type=Instant(), metavar="INSTANT", help="Posted at or before it.")
@click.option("--stream", metavar="NAME", help="Put them on this Kinesis stream.")
@click.option("--bus", metavar="NAME", help="Put them on this settlement bus.")
@click.option(
    "--file", "out", type=click.File("w", encoding="utf-8"), help='Write them here, "-" for the terminal.'
)
@click.option("--endpoint", metavar="URL", help="Where stream and bus are; without it the environment's account.")
@reads_the_record
def republish(
    record: Store,
    first: datetime | None,
    last: datetime | None,
    stream: str | None,
    bus: str | None,
    out: IO[str] | None,
    endpoint: str | None,
) -> None:
    """Publish the entries of an interval once more, from the table.

    Consumers know them by their entry_id, so publishing again is safe. Without --from and --to it is everything:
    with --file that is the table export which "croupier finance reconcile" takes. It reads the whole table.
    """
    if first and last and first > last:
        raise click.UsageError(f"--from {first.isoformat()} is after --to {last.isoformat()}")
    if stream is None and bus is None and out is None:
        raise click.UsageError("say where to: --stream NAME, --bus NAME or --file FILE")
    messages = (record_message(each) for each in posted_between(record, first, last))
    sinks = list(_sinks(stream, bus, endpoint))
    sent = 0
    with _counting() as progress:
        task = progress.add_task("republishing", total=None, entries=0)
        for together in _by(TOGETHER, messages):
            for sink in sinks:
                not_taken = sink.send(together)
                if not_taken:
                    raise NotTaken(
                        f"{len(not_taken)} entries were not taken, the first {together[min(not_taken)].key}; "
                        f"{sent} before them were. Sending all again is safe"
                    )
            if out is not None:
                out.writelines(f"{message.body}\n" for message in together)
            sent += len(together)
            progress.update(task, entries=sent)
    click.echo(f"{sent} {'entry' if sent == 1 else 'entries'} republished.", err=True)


def _sinks(stream: str | None, bus: str | None, endpoint: str | None) -> Iterator[Sink]:
    # boto3 takes its time to import: only for those who send.
    import boto3  # noqa: PLC0415
    from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415

    from croupier.runtime.sinks import SettlementBus, SettlementStream  # noqa: PLC0415

    try:
        if stream is not None:
            yield SettlementStream(client=boto3.client("kinesis", endpoint_url=endpoint), name=stream)
        if bus is not None:
            yield SettlementBus(client=boto3.client("events", endpoint_url=endpoint), name=bus)
    except (BotoCoreError, ClientError, ValueError) as error:
        raise click.UsageError(f"stream and bus cannot be called: {error}") from error


def _by(size: int, messages: Iterable[Message]) -> Iterator[list[Message]]:
    waiting = iter(messages)
    while together := list(islice(waiting, size)):
        yield together


def _counting() -> Progress:
    return Progress(
        TextColumn("{task.fields[entries]} entries"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not os.isatty(2),
    )
