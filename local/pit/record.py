"""The record that the pit's commands read: a DynamoDB table, or recorded events settled in memory first."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import IO
from urllib.parse import urlsplit

import click

from croupier.facts import Content, Fact, RoundId, Seen, Terms
from croupier.ledger import Notice, NoticeType, Placement, WagerRecord
from croupier.round import Round, gather
from croupier.settling.correcting import really
from croupier.stores.port import Store
from croupier.wagers import Desk, Wager
from local.replay import play
from local.stack import MemoryStack, StoreUnusable
from local.watching import Watch

RECORDS = "RoundsTable"
"""The name of the DynamoDB table: the template's logical id, as ``replay --store`` makes it."""

_IDENTIFIER = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ENTRY_NUMBER = re.compile(r"#[1-9][0-9]*$")


class NotOnRecord(LookupError):
    """The record holds no such round, wager, box, player or event."""


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """All that the record holds of one round; ``facts`` and ``records`` in no particular order."""

    round_id: RoundId
    facts: tuple[Fact[Content], ...]
    records: tuple[WagerRecord, ...]
    notices: tuple[Notice, ...]

    @property
    def seen(self) -> list[Seen]:
        """Where every fact and placement comes from."""
        return [*(record.placement.seen for record in self.records), *(fact.seen for fact in self.facts)]

    @property
    def terms(self) -> Terms:
        """The round's rule book and currency: where its events disagree, those of most of them."""
        return min(Counter(seen.terms for seen in self.seen).items(), key=lambda told: (-told[1], told[0]))[0]

    @property
    def gaming_day(self) -> str:
        """The day on which the round opened, by its first wager's event; without one, that of its first fact."""
        first = self.first_placement
        if first is not None:
            return first.round_gaming_day
        return min(self.seen, key=lambda seen: seen.occurred_at).gaming_day

    @property
    def first_placement(self) -> Placement | None:
        placements = [record.placement for record in self.records]
        return min(placements, key=lambda placed: (placed.seen.occurred_at, placed.wager.wager_id), default=None)

    @property
    def latest_sequence(self) -> int:
        """The table's last event that the record knows of; 0 if it knows none."""
        return max((seen.sequence or 0 for seen in self.seen), default=0)

    def told(self) -> Round:
        """The round under its terms."""
        return gather(self.facts, self.terms)

    def wager(self, wager_id: str) -> WagerRecord:
        """The account of a wager.

        Raises:
            NotOnRecord: the round has no such wager.
        """
        for record in self.records:
            if record.wager.wager_id == wager_id:
                return record
        known = ", ".join(sorted(record.wager.wager_id for record in self.records)) or "none"
        raise NotOnRecord(f"there is no wager {wager_id} in round {self.round_id}; its wagers are {known}")

    def wager_now(self, wager_id: str) -> Wager:
        """The wager as it was placed, or as supervisors have corrected it.

        Raises:
            NotOnRecord: the round has no such wager.
        """
        record = self.wager(wager_id)
        return really(record.wager, gather(self.facts, record.placement.seen.terms)) or record.wager


def read(store: Store, round_id: RoundId) -> RecordedRound:
    """Everything that the record holds of a round.

    Raises:
        NotOnRecord: the record has no fact and no wager of it.
    """
    facts = (*store.read_hands(round_id), *store.read_round(round_id))
    records = tuple(record for desk in Desk for record in store.read_wagers(round_id, desk))
    if not facts and not records:
        raise NotOnRecord(f"there is no round {round_id} in the record")
    return RecordedRound(round_id, facts, records, store.read_notices(round_id))


class RoundName(click.ParamType[RoundId]):
    """A round by its name, ``SITE/TABLE/ROUND``."""

    name = "round"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> RoundId:
        if isinstance(value, RoundId):
            return value
        parts = str(value).split("/")
        if len(parts) != 3 or not all(map(_IDENTIFIER.fullmatch, parts)):
            self.fail(f"{value!r} is not a round: it is SITE/TABLE/ROUND, as in akl/bj-07/r-000123", param, ctx)
        return RoundId(*parts)


@dataclass(frozen=True, slots=True)
class WagerOrRound:
    """A round, or (``wager_id``) one wager of it."""

    round_id: RoundId
    wager_id: str | None


class WagerOrRoundName(click.ParamType[WagerOrRound]):
    """``SITE/TABLE/ROUND``, or ``SITE/TABLE/ROUND/WAGER``: an entry's id, with its number or without."""

    name = "wager or round"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> WagerOrRound:
        if isinstance(value, WagerOrRound):
            return value
        *parts, last = str(value).split("/")
        # An entry_id names the wager that the entry is of.
        parts.append(_ENTRY_NUMBER.sub("", last) if len(parts) == 3 else last)
        if len(parts) not in (3, 4) or not all(map(_IDENTIFIER.fullmatch, parts)):
            self.fail(
                f"{value!r} is no wager and no round: it is SITE/TABLE/ROUND or SITE/TABLE/ROUND/WAGER", param, ctx
            )
        return WagerOrRound(RoundId(*parts[:3]), parts[3] if len(parts) == 4 else None)


def reads_the_record(command: Callable[..., None]) -> Callable[..., None]:
    """Options that say where the record is; the command gets it as ``record``, a ``Store``.

    What is not there to be read is an unusable argument: exit status 2.
    """

    @click.option(
        "--store",
        metavar="http://HOST:PORT|aws",
        help="Read the record from the DynamoDB at an address, or from the account and region of the environment.",
    )
    @click.option(
        "--records", metavar="NAME", default=RECORDS, show_default=True, help="The DynamoDB table of --store."
    )
    @click.option(
        "--events",
        type=click.Path(exists=True, dir_okay=False, allow_dash=True),
        metavar="FILE",
        help="Read recorded table events, one a line as replay takes them, instead of a store.",
    )
    @wraps(command)
    def reading(store: str | None, records: str, events: str | None, **options: object) -> None:
        with opened(store, records, events) as record:
            try:
                command(record=record, **options)
            except NotOnRecord as error:
                raise click.UsageError(str(error)) from error

    return reading


@contextmanager
def opened(store: str | None, records: str, events: str | None) -> Iterator[Store]:
    """The record in a DynamoDB table, or after recorded events; exactly one of them is to be named."""
    if (store is None) == (events is None):
        raise click.UsageError("name the record: either --store http://HOST:PORT or aws, or --events FILE")
    if events is not None:
        try:
            with click.open_file(events, "rb") as file:
                held = replayed(file)
        except OSError as error:
            raise click.BadParameter(f"{events} cannot be read: {error}", param_hint="--events") from error
        yield held
        return
    # boto3 takes its time to import: only for those who need it.
    from local.cloud import stored  # noqa: PLC0415

    try:
        with stored(address_of(str(store)), records) as table:
            yield table
    except StoreUnusable as error:
        raise click.BadParameter(str(error), param_hint="--store") from error


def address_of(store: str) -> str | None:
    """The address of a DynamoDB, or None for the account of the environment."""
    if store == "aws":
        return None
    return http_address(store, "--store", "a store: it is http://HOST:PORT or aws")


def http_address(text: str, option: str, wanted: str) -> str:
    """An address that a client can call."""
    try:
        address = urlsplit(text)
        usable = address.scheme in ("http", "https") and bool(address.hostname) and address.port != 0
    except ValueError:  # a port or a host that is none
        usable = False
    if not usable:
        raise click.BadParameter(f"{text!r} is not {wanted}", param_hint=option)
    return text


def replayed(events: IO[bytes]) -> Store:
    """A store in memory that has heard the recorded events; those that are rejected are told on standard error."""
    stack = MemoryStack()
    for played in play(events, stack, Watch(stack.store)):
        for line in played.out:
            if line.type == NoticeType.EVENT_REJECTED:
                click.echo(f"{events.name}: {line.because}", err=True)
    return stack.store
