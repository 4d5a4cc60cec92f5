"""The end of every correction: what it would move is shown, then the draft is written or sent, or neither.

Nothing is sent without ``--authorised-by`` and ``--bus``; nothing above a limit without a second authoriser.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path

import click

from croupier.rules.book import CompletedSideWagers
from croupier.stores.port import Store
from local import display
from local.money import shown
from local.patterns import JsonObject
from local.pit import drafts, money_tables
from local.pit.drafts import NoDraft, OtherAuthority
from local.pit.preview import Preview, preview
from local.pit.record import http_address
from local.pit.words import counted

SECOND_ABOVE = 100_000
"""Minor units that may change hands with one authoriser."""


class Refused(click.ClickException):
    """A correction that is not sent and not written: unusable as it was asked for."""

    exit_code = 2


class Instant(click.ParamType[datetime]):
    """RFC 3339 with its zone; a time without one could be meant in several."""

    name = "instant"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        if isinstance(value, datetime):
            return value
        try:
            at = datetime.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{value!r} is no instant: it is RFC 3339, as in 2026-11-28T21:14:03.120Z", param, ctx)
        if at.tzinfo is None:
            self.fail(f"{value!r} names no time zone: end it with Z, or with an offset like +13:00", param, ctx)
        return at


@dataclass(frozen=True, slots=True)
class Sending:
    """Who authorises a correction and where it is sent; ``second_above`` in minor units that change hands."""

    authorised_by: str | None
    second: str | None
    second_above: int
    bus: str | None
    endpoint: str | None


def may_be_sent(command: Callable[..., None]) -> Callable[..., None]:
    """Options that authorise a correction and send it; the command gets them as ``sending``."""

    @click.option("--authorised-by", metavar="NAME", help="Who authorises it; without it nothing is sent.")
    @click.option("--second", metavar="NAME", help="Who else authorises it, above the limit.")
    @click.option(
        "--second-above",
        type=click.IntRange(min=0),
        default=SECOND_ABOVE,
        show_default=True,
        metavar="AMOUNT",
        help="Minor units that may change hands in all without a second authoriser.",
    )
    @click.option("--bus", metavar="NAME", help="Send it to this event bus.")
    @click.option("--endpoint", metavar="URL", help="Where the bus is; without it the environment's account.")
    @wraps(command)
    def sendable(
        authorised_by: str | None,
        second: str | None,
        second_above: int,
        bus: str | None,
        endpoint: str | None,
        **options: object,
    ) -> None:
        if endpoint is not None:
            http_address(endpoint, "--endpoint", "an address: it is http://HOST:PORT")
        command(sending=Sending(authorised_by, second, second_above, bus, endpoint), **options)

    return sendable


def at_option(command: Callable[..., None]) -> Callable[..., None]:
    """``--at``: when a correction happened."""
    return click.option(
        "--at", type=Instant(), help="When it happened, instead of now: RFC 3339 with its zone.", metavar="INSTANT"
    )(command)


def side_wagers_option(command: Callable[..., None]) -> Callable[..., None]:
    """``--completed-side-wagers``: what a void does to them (reading 13)."""
    return click.option(
        "--completed-side-wagers",
        type=click.Choice([str(choice) for choice in CompletedSideWagers]),
        help="Whether side wagers that were completed before it stand.  [default: as the rule book has it]",
    )(command)


def happening(at: datetime | None) -> str:
    """``--at``, or now, as the contract writes it."""
    return drafts.instant(at or datetime.now(UTC))


def conclude(record: Store, entries: Sequence[JsonObject], sending: Sending, draft: Path | None) -> None:
    """Show what the drafts would move; write them, if a file is named; send them, if that is authorised.

    Raises:
        Refused: a draft is none, or is not authorised as it must be.
        NotOnRecord: the record has no such round.
    """
    if sending.second is not None and sending.authorised_by is None:
        raise Refused(f"--second {sending.second!r} is the second one: add --authorised-by NAME")
    try:
        named = [drafts.authorised(entry, sending.authorised_by, sending.second) for entry in entries]
        found = preview(record, named)
    except (NoDraft, OtherAuthority) as error:
        raise Refused(str(error)) from error
    display.console().print(money_tables.preview_tables(found))
    for event_id in found.known:
        click.echo(f"the record holds event {event_id} already; sent again it is the same fact and moves nothing")
    if sending.authorised_by is not None:
        authorise(found, sending)
    if draft is not None:
        write(drafts.for_editing(named[0]) if len(named) == 1 else drafts.as_lines(named), draft, len(named))
    if sending.authorised_by is None or sending.bus is None:
        click.echo(f"Nothing was sent. To send it, add {_lacking(sending)}.")
        return
    send(named, sending.bus, sending.endpoint)


def authorise(found: Preview, sending: Sending) -> None:
    """Two different people above the limit.

    Raises:
        Refused: there is no second one, or it is the first again.
    """
    first, second, limit = sending.authorised_by or "", sending.second, sending.second_above
    if second is not None and first.strip().casefold() == second.strip().casefold():
        raise Refused(f"--second {second!r} is --authorised-by {first!r}: two people are to authorise it")
    for currency, amount in found.moved().items():
        if amount > limit and second is None:
            raise Refused(
                f"{shown(amount, currency)} change hands, more than the {shown(limit, currency)} of "
                "--second-above: add --second NAME"
            )


def _lacking(sending: Sending) -> str:
    lacking = [] if sending.authorised_by is not None else ["--authorised-by NAME"]
    return " and ".join([*lacking, *([] if sending.bus is not None else ["--bus NAME"])])


def write(text: str, draft: Path, corrections: int) -> None:
    """Write drafts; a file that is there already is left alone."""
    try:
        with draft.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise Refused(f"--draft {draft} is there already and may have been edited: name another file") from error
    except OSError as error:
        raise Refused(f"--draft {draft} cannot be written: {error}") from error
    click.echo(f"Drafted in {draft}: {counted(corrections, 'correction')}.")


def send(entries: Sequence[JsonObject], bus: str, endpoint: str | None) -> None:
    """Put the corrections on the bus one by one; the first that is not taken ends it. Sending again is safe."""
    # boto3 takes its time to import: only for those who send.
    from local.cloud import NotSent, TableBus  # noqa: PLC0415

    sent = 0
    try:
        table_bus = TableBus(bus, endpoint)
        for entry in entries:
            event = drafts.correction(entry)
            received = table_bus.send(entry)
            sent += 1
            click.echo(f"Sent {event.name} {event.seen.event_id} of {event.round_id} to {bus} as {received}.")
    except NotSent as error:
        told = f"{sent} of {len(entries)} were sent; sending all of them again is safe"
        raise click.ClickException(f"{error} ({told})") from error
