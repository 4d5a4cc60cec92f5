"""``croupier suspects``: the rounds that a faulty shoe or shuffler may have spoilt, with the money both ways."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from pathlib import Path

import click

from croupier.facts import VoidRescinded, WagersVoided
from croupier.stores.port import Store
from local import display
from local.patterns import JsonObject
from local.pit import drafts, money_tables
from local.pit.drafts import NoDraft, Particulars
from local.pit.preview import preview
from local.pit.record import NotOnRecord, RecordedRound, read, reads_the_record
from local.pit.sending import Instant, Refused, at_option, happening, side_wagers_option, write
from local.pit.words import counted

ANY_CLAUSE, ANY_REASON = "no clause yet", "no reason yet"
"""Stand in a void that is only looked at: what it returns depends on neither."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Which rounds are looked for: both ends of the interval belong to it; ``tags`` of the wagers, by name."""

    site_id: str
    table_id: str
    first: datetime
    last: datetime
    tags: Mapping[str, str]

    def in_time(self, told: RecordedRound) -> bool:
        """Whether the table told anything of the round in the interval; supervisors' later events do not count."""
        instants = [datetime.fromisoformat(seen.occurred_at) for seen in told.seen if seen.sequence is not None]
        return any(self.first <= at <= self.last for at in instants)

    def fits(self, told: RecordedRound) -> bool:
        """Whether some wager of the round was placed under all of the tags."""
        held = [record.placement.tags for record in told.records]
        return not self.tags or any(self.tags.items() <= tags.items() for tags in held)

    def cannot_tell(self, told: RecordedRound) -> bool:
        """Whether no wager of the round says which shoe or shuffler it was, where that is asked for."""
        names = {name for record in told.records for name in record.placement.tags}
        return not set(self.tags) <= names


@dataclass(frozen=True, slots=True)
class Found:
    """The suspect rounds in the order of their first event, and those of the interval that name no tag."""

    rounds: tuple[RecordedRound, ...]
    unnamed: tuple[RecordedRound, ...]


def search(store: Store, suspicion: Suspicion) -> Found:
    """Read every round of the table, and keep those that are suspect."""
    in_time = [told for told in _rounds(store, suspicion) if suspicion.in_time(told)]
    in_time.sort(key=lambda told: (min(seen.occurred_at for seen in told.seen), told.round_id))
    return Found(
        tuple(told for told in in_time if suspicion.fits(told)),
        tuple(told for told in in_time if not suspicion.fits(told) and suspicion.cannot_tell(told)),
    )


def _rounds(store: Store, suspicion: Suspicion) -> Iterator[RecordedRound]:
    for round_id in store.rounds_of(suspicion.site_id, suspicion.table_id):
        try:
            yield read(store, round_id)
        except NotOnRecord:  # nothing but rejected events: it has no wager
            continue


def void_whole(told: RecordedRound, clause: str, side: str | None, particulars: Particulars) -> JsonObject:
    """A draft that voids the round whole, after all that the table has told of it."""
    data: JsonObject = {"clause": clause, "scope": {"round": True}, "after_sequence": told.latest_sequence}
    if side is not None:
        data["completed_side_wagers"] = side
    return drafts.drafted(told, "WagersVoided", data, particulars)


def is_void(told: RecordedRound) -> bool:
    """Whether the round is void whole already, by a void that was not rescinded."""
    contents = [fact.content for fact in told.facts]
    rescinded = {content.voided_event_id for content in contents if isinstance(content, VoidRescinded)}
    return any(
        isinstance(content, WagersVoided) and content.scope.round and content.event_id not in rescinded
        for content in contents
    )


def suspicion_options(command: Callable[..., None]) -> Callable[..., None]:
    """Options that say which rounds are suspect; the command gets them as ``suspicion``."""

    @click.option("--site", "site_id", required=True, metavar="S", help="The site.")
    @click.option("--table", "table_id", required=True, metavar="T", help="The gaming table.")
    @click.option("--from", "first", required=True, type=Instant(), metavar="INSTANT", help="The first instant.")
    @click.option("--to", "last", required=True, type=Instant(), metavar="INSTANT", help="The last instant.")
    @click.option("--shoe", metavar="S", help="Only rounds with a wager that names this shoe_id.")
    @click.option("--shuffler", metavar="D", help="Only rounds with a wager that names this shuffler_id.")
    @wraps(command)
    def suspecting(
        site_id: str,
        table_id: str,
        first: datetime,
        last: datetime,
        shoe: str | None,
        shuffler: str | None,
        **options: object,
    ) -> None:
        if first > last:
            raise click.UsageError(f"--from {first.isoformat()} is after --to {last.isoformat()}")
        told = {"shoe_id": shoe, "shuffler_id": shuffler}
        tags = {name: value for name, value in told.items() if value is not None}
        command(suspicion=Suspicion(site_id, table_id, first, last, tags), **options)

    return suspecting


@dataclass(frozen=True, slots=True)
class Wanted:
    """The voids that are to be drafted; ``clause`` and ``reason`` are needed only where ``draft`` is."""

    clause: str | None
    side: str | None
    reason: str | None
    gaming_day: str | None
    draft: Path | None

    def particulars(self, at: str) -> Particulars:
        return Particulars(self.reason or ANY_REASON, at, self.gaming_day)


def draft_options(command: Callable[..., None]) -> Callable[..., None]:
    """Options of the drafted voids; the command gets them as ``wanted``."""

    @click.option(
        "--draft",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Write a void of each round, one a line.",
    )
    @click.option("--clause", help="With --draft: the clause they are void under, as in 17.4.")
    @click.option("--reason", metavar="TEXT", help="With --draft: why.")
    @click.option("--gaming-day", metavar="DAY", help="The day they count to.  [default: each round's]")
    @side_wagers_option
    @wraps(command)
    def drafting(
        draft: Path | None,
        clause: str | None,
        reason: str | None,
        gaming_day: str | None,
        completed_side_wagers: str | None,
        **options: object,
    ) -> None:
        for name, value in (("--clause", clause), ("--reason", reason)):
            if draft is not None and value is None:
                raise click.UsageError(f"--draft needs {name}: a void says under which clause, and why")
        command(wanted=Wanted(clause, completed_side_wagers, reason, gaming_day, draft), **options)

    return drafting


@click.command()
@suspicion_options
@draft_options
@at_option
@reads_the_record
def suspects(record: Store, suspicion: Suspicion, wanted: Wanted, at: datetime | None) -> None:
    """List every round and wager of an interval, with the money as it stands and as it would be if void.

    A round belongs to the interval if the table told anything of it then. --draft writes a void of each round
    that is not void already, for "croupier correct send FILE" to preview and send; nothing moves by itself.

    With --store this reads the whole DynamoDB table: it is for the desk, and takes its time.
    """
    found = search(record, suspicion)
    particulars = wanted.particulars(happening(at))
    voids = [void_whole(told, wanted.clause or ANY_CLAUSE, wanted.side, particulars) for told in found.rounds]
    try:
        both = preview(record, voids)
    except NoDraft as error:
        raise Refused(str(error)) from error
    if both.changes:
        display.console().print(money_tables.both_ways(both, "If void"))
    _tell(found, suspicion)
    if wanted.draft is not None:
        due = [entry for told, entry in zip(found.rounds, voids, strict=True) if not is_void(told)]
        if not due:
            raise Refused(f"there is nothing to draft in {wanted.draft}")
        write(drafts.as_lines(due), wanted.draft, len(due))
    click.echo("Nothing was sent.")


def _tell(found: Found, suspicion: Suspicion) -> None:
    """How many rounds there are, and which are not what they seem."""
    wagers = sum(len(told.records) for told in found.rounds)
    click.echo(f"{counted(len(found.rounds), 'round')}, {counted(wagers, 'wager')}")
    for told in found.rounds:
        if not told.records:
            click.echo(f"round {told.round_id} has no wager")
        if is_void(told):
            click.echo(f"round {told.round_id} is void already and is not drafted")
    if found.unnamed:
        _tell_unnamed(found.unnamed, sorted(suspicion.tags))


def _tell_unnamed(unnamed: Sequence[RecordedRound], names: Sequence[str]) -> None:
    rounds = ", ".join(str(told.round_id) for told in unnamed)
    click.echo(f"left out, as they name no {' or no '.join(names)}: {rounds}")
