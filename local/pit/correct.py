"""``croupier correct``: corrections drafted from the record, shown in money, sent with their authorisers."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from pathlib import Path

import click

from croupier.facts import RoundId, WagersCorrected, WagersVoided
from croupier.stores.port import Store
from croupier.wagers import Wager
from local.patterns import JsonObject
from local.pit import drafts
from local.pit.drafts import NoDraft, Particulars
from local.pit.reconstruction import reconstruction
from local.pit.record import NotOnRecord, RecordedRound, RoundName, read, reads_the_record
from local.pit.sending import Instant, Sending, at_option, conclude, happening, may_be_sent, side_wagers_option

WHOLE_NUMBERS = ("amount", "box", "hand", "original")
OPTIONAL = ("original", "tender", "patron")
SETTABLE = ("amount", "box", "hand", "player", "kind", *OPTIONAL)


class RoundFirst(click.Group):
    """A group whose commands follow the round that they are about; ``send`` names its rounds in the draft."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # The name of a round has slashes, so no command can be taken for one.
        if args and args[0] in self.commands:
            args = ["", *args]
        return super().parse_args(ctx, args)


class MaybeRoundName(RoundName):
    """The name of a round; empty where a command stands in its place."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> RoundId:
        if value == "":
            return NO_ROUND
        return super().convert(value, param, ctx)


NO_ROUND = RoundId("", "", "")


@click.group(cls=RoundFirst, subcommand_metavar="COMMAND [ARGS]...")
@click.argument("round_id", metavar="ROUND", type=MaybeRoundName())
@click.pass_context
def correct(context: click.Context, round_id: RoundId) -> None:
    """Draft a correction, show the money per player, and send it when it is authorised.

    ROUND is SITE/TABLE/ROUND, as in akl/bj-07/r-000123. Nothing moves by itself: without --authorised-by and
    --bus a command only shows what would change. The preview is of the record as it is now; what the tables
    send meanwhile is settled with the correction when it arrives.

    "croupier correct send FILE" takes no ROUND: its drafts name theirs.
    """
    context.obj = round_id


def named_round() -> RoundId:
    """The round before the command."""
    context = click.get_current_context()
    round_id: RoundId = context.obj
    if round_id is NO_ROUND:
        name = context.info_name
        raise click.UsageError(f"the round is missing: croupier correct SITE/TABLE/ROUND {name}")
    return round_id


@dataclass(frozen=True, slots=True)
class Drafting:
    """What every drafted correction says, and where the draft is written."""

    particulars: Particulars
    draft: Path | None


def says_why(command: Callable[..., None]) -> Callable[..., None]:
    """Options of every drafted correction; the command gets them as ``drafting``."""

    @click.option("--reason", required=True, metavar="TEXT", help="Why, for the record and for the player.")
    @click.option("--gaming-day", metavar="DAY", help="The day it counts to.  [default: the round's]")
    @click.option("--event-id", metavar="ID", help="Its event id.  [default: derived from what it says]")
    @at_option
    @click.option(
        "--draft", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it, to be edited."
    )
    @wraps(command)
    def drafting(
        reason: str,
        gaming_day: str | None,
        event_id: str | None,
        at: datetime | None,
        draft: Path | None,
        **options: object,
    ) -> None:
        particulars = Particulars(reason, happening(at), gaming_day, event_id)
        command(drafting=Drafting(particulars, draft), **options)

    return drafting


Data = Callable[..., JsonObject]


def correction(name: str) -> Callable[[Data], Callable[..., None]]:
    """A command that drafts a ``name`` from what it answers of the recorded round: the event's data."""

    def command_of(data: Data) -> Callable[..., None]:
        @reads_the_record
        @says_why
        @may_be_sent
        @wraps(data)
        def command(record: Store, drafting: Drafting, sending: Sending, **options: object) -> None:
            told = read(record, named_round())
            entry = drafts.drafted(told, name, data(told, **options), drafting.particulars)
            conclude(record, [entry], sending, drafting.draft)

        return command

    return command_of


@correct.command()
@click.option("--round", "whole", is_flag=True, help="The round whole.")
@click.option("--box", "boxes", type=int, multiple=True, metavar="N", help="Every wager on a box.")
@click.option("--player", "players", multiple=True, metavar="P", help="Every wager of a player.")
@click.option("--wager", "wagers", multiple=True, metavar="W", help="One wager.")
@click.option("--clause", required=True, help="The clause it is void under, as in 16.6.")
@click.option(
    "--after-sequence",
    type=click.IntRange(min=0),
    metavar="N",
    help="The table's last event before it.  [default: the latest that the record knows]",
)
@side_wagers_option
@correction("WagersVoided")
def void(
    told: RecordedRound,
    whole: bool,
    boxes: Sequence[int],
    players: Sequence[str],
    wagers: Sequence[str],
    **options: object,
) -> JsonObject:
    """Return wagers: the round whole, or boxes, players or wagers of it (each may be given several times)."""
    scopes: JsonObject = {"round": whole, "boxes": [*boxes], "players": [*players], "wagers": [*wagers]}
    scope: JsonObject = {name: held for name, held in scopes.items() if held}
    if len(scope) != 1:
        raise click.UsageError("a void is of one of --round, --box, --player, --wager")
    _known_on_record(told, boxes, players, wagers)
    after = options["after_sequence"]
    data: JsonObject = {
        "clause": str(options["clause"]),
        "scope": scope,
        "after_sequence": after if isinstance(after, int) else told.latest_sequence,
    }
    side = options["completed_side_wagers"]
    return data if side is None else data | {"completed_side_wagers": str(side)}


def _known_on_record(
    told: RecordedRound, boxes: Iterable[int], players: Iterable[str], wagers: Iterable[str]
) -> None:
    """A scope without a wager in it is a slip of the pen."""
    held = [face for record in told.records for face in (record.wager, told.wager_now(record.wager.wager_id))]
    for wager_id in wagers:
        told.wager(wager_id)
    for box in boxes:
        _one_of(box, {wager.box for wager in held}, f"there is no wager on box {box} of round {told.round_id}")
    for player in players:
        _one_of(player, {wager.player for wager in held}, f"{player} has no wager in round {told.round_id}")


def _one_of(value: int | str, known: Iterable[int | str], wrong: str) -> None:
    names = sorted(known, key=str)
    if value not in names:
        raise NotOnRecord(f"{wrong}; there are wagers of {', '.join(map(str, names)) or 'nobody'}")


@correct.command()
@click.argument("event_id_of_void", metavar="EVENT_ID")
@correction("VoidRescinded")
def rescind(told: RecordedRound, event_id_of_void: str) -> JsonObject:
    """Let the void with EVENT_ID no longer hold."""
    voids = sorted(fact.seen.event_id for fact in told.facts if isinstance(fact.content, WagersVoided))
    if event_id_of_void not in voids:
        known = ", ".join(voids) or "none"
        raise NotOnRecord(f"there is no void {event_id_of_void} of round {told.round_id}; its voids are {known}")
    return {"voided_event_id": event_id_of_void}


@correct.command()
@click.option("--clause", default="16.6", show_default=True, help="The clause it is reconstructed under.")
@click.option(
    "--complete/--goes-on",
    default=None,
    help="Whether these are all cards of the round.  [default: complete if the record's round is]",
)
@correction("RoundReconstructed")
def reconstruct(told: RecordedRound, clause: str, complete: bool | None) -> JsonObject:
    """Draft the cards as the record has them, to be edited into what they should have been.

    Write the draft with --draft, put the cards right, and send the file: its preview shows what the edited
    cards move. Where the record has two stories of a card, the draft has the earlier one.
    """
    for conflict in told.told().conflicts():
        versions = " or ".join(text for text, _ in conflict.versions)
        click.echo(f"the record has two stories of {conflict.place}: {versions}; edit the draft", err=True)
    return reconstruction(told.told(), clause, complete)


@correct.command()
@click.option(
    "--set",
    "settings",
    multiple=True,
    required=True,
    metavar="WAGER.FIELD=VALUE",
    help=f"What a wager really was, as in w-1.amount=5000. FIELD is one of {', '.join(SETTABLE)}.",
)
@correction("WagersCorrected")
def wagers(told: RecordedRound, settings: Sequence[str]) -> JsonObject:
    """Say what wagers really were: stake (in minor units), box, player."""
    corrected: dict[str, JsonObject] = {}
    for setting in settings:
        wager_id, field, value = _setting(setting)
        held = corrected.setdefault(wager_id, placed(told.wager_now(wager_id)))
        if value is None:
            held.pop(field, None)
        else:
            held[field] = value
    revisions = [fact.content.revision for fact in told.facts if isinstance(fact.content, WagersCorrected)]
    return {"revision": max(revisions, default=0) + 1, "wagers": [*corrected.values()]}


def _setting(text: str) -> tuple[str, str, int | str | None]:
    """A wager, a field of it, and its value; None where an optional field is to have none."""
    target, equals, value = text.partition("=")
    # A wager's id may have dots in it, a field's name has none.
    wager_id, _, field = target.rpartition(".")
    if not equals or not wager_id or field not in SETTABLE:
        raise click.BadParameter(
            f"{text!r} is not WAGER.FIELD=VALUE with one of {', '.join(SETTABLE)}", param_hint="--set"
        )
    if not value:
        if field not in OPTIONAL:
            raise click.BadParameter(f"{text!r}: {field} is not optional", param_hint="--set")
        return wager_id, field, None
    if field not in WHOLE_NUMBERS:
        return wager_id, field, value
    if not (value.isascii() and value.isdigit()):
        raise click.BadParameter(f"{text!r}: {field} is a whole number", param_hint="--set")
    return wager_id, field, int(value)


def placed(wager: Wager) -> JsonObject:
    """The wager whole, as ``WagersPlaced`` has it."""
    data: JsonObject = {
        "wager_id": wager.wager_id,
        "kind": str(wager.kind),
        "box": wager.box,
        "hand": wager.hand,
        "player": wager.player,
        "amount": wager.amount,
        "tender": str(wager.tender),
    }
    optional: JsonObject = {"original": wager.original, "patron": wager.patron}
    return data | {name: held for name, held in optional.items() if held is not None}


@correct.command()
@click.argument("wager_ids", nargs=-1, required=True, metavar="W...")
@correction("WagersUpheld")
def uphold(told: RecordedRound, wager_ids: Sequence[str]) -> JsonObject:
    """Let refused or questioned wagers stand as if the rules allowed them."""
    return {"wagers": [told.wager(wager_id).wager.wager_id for wager_id in wager_ids]}


@correct.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--at", type=Instant(), metavar="INSTANT", help="When it happened, instead of the draft's time.")
@reads_the_record
@may_be_sent
def send(record: Store, file: str, at: datetime | None, sending: Sending) -> None:
    """Preview the drafts in FILE as they were edited, and send them.

    An event id that was derived is derived anew from what the draft says now; one that a person gave stays.
    """
    if click.get_current_context().obj is not NO_ROUND:
        raise click.UsageError("send takes no round, its drafts name theirs: croupier correct send FILE")
    try:
        with click.open_file(file, encoding="utf-8-sig") as text:
            entries = [drafts.identified(_timed(entry, at)) for entry in drafts.read_drafts(text.read())]
    except (NoDraft, OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{file}: {error}", param_hint="FILE") from error
    if not entries:
        raise click.BadParameter(f"{file} holds no draft", param_hint="FILE")
    conclude(record, entries, sending, None)


def _timed(entry: JsonObject, at: datetime | None) -> JsonObject:
    detail = entry.get("detail")
    if at is None or not isinstance(detail, dict) or not isinstance(metadata := detail.get("metadata"), dict):
        return entry
    return entry | {"detail": detail | {"metadata": metadata | {"occurred_at": drafts.instant(at)}}}
