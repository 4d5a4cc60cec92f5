"""``croupier redrive``: events that failed for good, from their queue back onto the table bus.

Handling an event again is safe (design, idea 4): what was settled stays settled, and nothing is settled twice.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click
from rich.table import Table

from croupier.events.parsing import Rejection
from croupier.publishing import in_chunks
from croupier.settling.desks import read_entry
from local import display
from local.patterns import JsonObject

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient
    from mypy_boto3_sqs.type_defs import MessageTypeDef

    from local.cloud import TableBus

TOGETHER = 10
"""Messages that SQS hands over at once."""

HIDDEN = 300
"""Seconds for which a message that was taken is not handed over again: longer than putting it back takes."""


class NotRedriven(click.ClickException):
    """The queue, the bus or the stack cannot be used."""


CAUSES = ("ERROR_CODE", "ErrorCode", "ERROR_MESSAGE", "ErrorMessage")
"""The message attributes in which EventBridge and Lambda say why an event failed."""


@dataclass(frozen=True, slots=True)
class Failed:
    """One message of the queue: the event, and why it is there as far as Lambda or EventBridge say."""

    receipt: str
    entry: JsonObject
    why: str


@click.command()
@click.option("--stack", metavar="NAME", help="The deployed stack: its outputs name the queue and the bus.")
@click.option("--queue", metavar="URL", help="The queue, instead of the stack's.")
@click.option("--bus", metavar="NAME", help="The table bus, instead of the stack's.")
@click.option("--endpoint", metavar="URL", help="Where all that is; without it the environment's account.")
@click.option("--dry-run", is_flag=True, help="Only show what lies in the queue.")
def redrive(stack: str | None, queue: str | None, bus: str | None, endpoint: str | None, dry_run: bool) -> None:
    """Put events that failed for good back on the table bus, and take them out of their queue.

    What is no event of a table or supervisor stays in the queue and is shown. Repeating is always safe. The bus
    lets each site's events be put by that site's roles alone: run it as one of them.
    """
    import boto3  # noqa: PLC0415
    from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415

    from local.cloud import NotSent, TableBus  # noqa: PLC0415

    try:
        if stack is not None:
            outputs = _outputs(boto3.client("cloudformation", endpoint_url=endpoint), stack)
            queue, bus = queue or outputs["FailedEventsUrl"], bus or outputs["TableBusName"]
        if queue is None or bus is None:
            raise click.UsageError("say which: --stack NAME, or --queue URL and --bus NAME")
        sqs = boto3.client("sqs", endpoint_url=endpoint)
        back, left = _redrive(sqs, queue, TableBus(bus, endpoint), dry_run=dry_run)
    except (BotoCoreError, ClientError, KeyError, NotSent) as error:
        raise NotRedriven(f"the queue, the bus or the stack cannot be used: {error}") from error
    if dry_run:
        click.echo(f"{len(back)} would be put back, {len(left)} would stay. Nothing was moved.")
    else:
        click.echo(f"{len(back)} put back on {bus}, {len(left)} left in the queue.")
    raise SystemExit(1 if left else 0)


def _outputs(client: object, stack: str) -> dict[str, str]:
    (described,) = client.describe_stacks(StackName=stack)["Stacks"]  # type: ignore[attr-defined]
    return {output["OutputKey"]: output["OutputValue"] for output in described["Outputs"]}


def _redrive(sqs: "SQSClient", queue: str, bus: "TableBus", *, dry_run: bool) -> tuple[list[Failed], list[Failed]]:
    """What was put back, and what was left."""
    back: list[Failed] = []
    left: list[Failed] = []
    for batch in _batches(sqs, queue):
        fit = [failed for failed in batch if not isinstance(read_entry(failed.entry), Rejection)]
        left += [failed for failed in batch if failed not in fit]
        taken = fit if dry_run else _put(bus, fit)
        if not dry_run:
            for failed in taken:
                sqs.delete_message(QueueUrl=queue, ReceiptHandle=failed.receipt)
        back += taken
        left += [failed for failed in fit if failed not in taken]
    for failed in left if not dry_run else [*back, *left]:
        # Whoever looks next sees it at once.
        sqs.change_message_visibility(QueueUrl=queue, ReceiptHandle=failed.receipt, VisibilityTimeout=0)
    _show([*back, *left] if dry_run else left)
    return back, left


def _batches(sqs: "SQSClient", queue: str) -> Iterator[list[Failed]]:
    while messages := sqs.receive_message(
        QueueUrl=queue,
        MaxNumberOfMessages=TOGETHER,
        VisibilityTimeout=HIDDEN,
        WaitTimeSeconds=1,
        MessageAttributeNames=["All"],
    ).get("Messages"):
        yield [_failed(message) for message in messages]


def _failed(message: "MessageTypeDef") -> Failed:
    told = message.get("MessageAttributes", {})
    words = [told[name]["StringValue"] for name in CAUSES if name in told]
    try:
        held = json.loads(message["Body"])
    except ValueError:
        held = {}
    told_whole = held if isinstance(held, dict) else {}
    # A dead-letter queue holds the event itself; a failure destination wraps it.
    event = told_whole.get("requestPayload", told_whole)
    names = ("source", "detail-type", "detail")
    entry = {name: event[name] for name in names if name in event} if isinstance(event, dict) else {}
    return Failed(message["ReceiptHandle"], entry, ": ".join(words) or "not said")


def _put(bus: "TableBus", fit: list[Failed]) -> list[Failed]:
    """The events that the bus took; no request is larger than it takes."""
    from local.cloud import LARGEST, MOST, Taken, bus_entry  # noqa: PLC0415

    told = [(failed, bus_entry(failed.entry)) for failed in fit]
    taken: list[Failed] = []
    for chunk in in_chunks(told, lambda each: each[1].size, most=MOST, largest=LARGEST):
        answers = bus.put([entry for _, entry in chunk])
        pairs = zip(chunk, answers, strict=True)
        taken += [failed for (failed, _), answer in pairs if isinstance(answer, Taken)]
    return taken


def _show(shown: list[Failed]) -> None:
    """What lies in the queue, by what it is and why."""
    if not shown:
        return
    table = Table("Event", "Source", "Why it failed", "How many")
    kinds = Counter((str(f.entry.get("detail-type")), str(f.entry.get("source")), f.why) for f in shown)
    for (name, source, why), count in kinds.most_common():
        table.add_row(name, source, why, str(count))
    display.console().print(table)
