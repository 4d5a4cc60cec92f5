"""Drafts of corrections: entries of the table bus that a supervisor reads, edits, authorises and sends.

A draft is ``{"source", "detail-type", "detail"}`` (contract, section 1). Its event id is derived from what it
says, never from a clock or by chance: the same correction is the same fact however often it is sent.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from croupier.events.envelope import SUPERVISOR
from croupier.events.parsing import Event, Rejection
from croupier.settling.desks import read_entry
from croupier.stores.codec import digest, encode
from local.patterns import Json, JsonObject
from local.pit.record import RecordedRound

UNAUTHORISED = "nobody yet"
"""Stands for the authoriser where what a draft would do is looked at before anybody has authorised it."""

_DERIVED = re.compile(r"correction-[0-9a-f]{24}")
_LIST_OF_PLAIN = re.compile(r"\[\s+([^\[\]{}]*?)\s+\]")


class NoDraft(ValueError):
    """What a file holds is no draft of a correction; the sentence says where and what is wrong."""


class OtherAuthority(ValueError):
    """A draft names another authoriser than the one who sends it."""


@dataclass(frozen=True, slots=True)
class Particulars:
    """What every correction says beside its content. ``gaming_day`` and ``event_id``: None where derived."""

    reason: str
    at: str
    gaming_day: str | None = None
    event_id: str | None = None


def drafted(told: RecordedRound, name: str, data: JsonObject, particulars: Particulars) -> JsonObject:
    """A correction of a round, not authorised yet."""
    placement = told.first_placement
    tags: JsonObject = {} if placement is None else dict(placement.tags)
    where, terms = told.round_id, told.terms
    entry: JsonObject = {
        "source": f"{SUPERVISOR}{where.site_id}",
        "detail-type": name,
        "detail": {
            "metadata": {
                "event_id": particulars.event_id,
                "schema_version": "1",
                "occurred_at": particulars.at,
                "gaming_day": particulars.gaming_day or told.gaming_day,
            },
            "round": {
                "site_id": where.site_id,
                "table_id": where.table_id,
                "round_id": where.round_id,
                "revision": told.told().revision,
                "gaming_day": told.gaming_day,
                "rule_book": terms.rule_book,
                "currency": terms.currency,
                **tags,
            },
            "data": {**data, "reason": particulars.reason},
        },
    }
    return identified(entry)


def identified(entry: JsonObject) -> JsonObject:
    """The draft with the event id that its content has now, unless a person has given it one."""
    detail, metadata = _part(entry, "detail"), _part(_part(entry, "detail"), "metadata")
    if not metadata:  # no event; whoever reads it will say so
        return entry
    told = metadata.get("event_id")
    if told is not None and not (isinstance(told, str) and _DERIVED.fullmatch(told)):
        return entry
    return {**entry, "detail": {**detail, "metadata": {**metadata, "event_id": _event_id(entry)}}}


def _event_id(entry: JsonObject) -> str:
    """Derived from all that makes the fact: the round, its terms, and the data, authority and reason included.

    The time is left out: the same correction sent again later is the same fact.
    """
    detail = _part(entry, "detail")
    where = _part(detail, "round")
    names = ("site_id", "table_id", "round_id", "rule_book", "currency")
    content = [
        entry.get("source"),
        entry.get("detail-type"),
        [where.get(name) for name in names],
        detail.get("data"),
    ]
    return f"correction-{digest(encode(content))}"


def authorised(entry: JsonObject, by: str | None, second: str | None) -> JsonObject:
    """The draft as authorised; without anybody (None) as it is.

    Raises:
        OtherAuthority: the draft itself names somebody else.
    """
    detail = _part(entry, "detail")
    data = dict(_part(detail, "data"))
    if by is None or not data:
        return entry
    for field, name in (("authorised_by", by), ("second", second)):
        held = data.get(field)
        if held not in (None, name):
            raise OtherAuthority(f"the draft has data.{field} {held!r}, not {name!r}: take it out of the draft")
        if name is not None:
            data[field] = name
    return identified({**entry, "detail": {**detail, "data": data}})


def looked_at(entry: JsonObject) -> JsonObject:
    """The draft as it can be handled to see what it would do, though nobody has authorised it yet."""
    detail = _part(entry, "detail")
    data = _part(detail, "data")
    if not data or data.get("authorised_by") is not None:
        return entry
    return {**entry, "detail": {**detail, "data": {**data, "authorised_by": UNAUTHORISED}}}


def correction(entry: JsonObject) -> Event:
    """The event of a draft.

    Raises:
        NoDraft: it would be rejected, or is nothing that a supervisor tells.
    """
    event = read_entry(entry)
    if isinstance(event, Rejection):
        raise NoDraft(f"the draft would be rejected: {event.because}")
    if not event.by_supervisor:
        raise NoDraft(
            f"event {event.seen.event_id} is {event.name}, which only a table tells: it corrects nothing"
        )
    return event


def read_drafts(text: str) -> Iterator[JsonObject]:
    """The drafts in a text: JSON objects one after another, on a line each or over many lines.

    Raises:
        NoDraft: something else is in it.
    """
    decoder, at = json.JSONDecoder(), 0
    while (at := _next(text, at)) < len(text):
        try:
            entry, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise NoDraft(f"line {_line(text, at)} begins no JSON object: {error}") from error
        if not isinstance(entry, dict):
            raise NoDraft(f"line {_line(text, at)} is no object with source, detail-type and detail")
        yield entry
        at = end


def _next(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def for_editing(entry: JsonObject) -> str:
    """A draft laid out for a person who edits it, a hand of cards on one line."""

    def on_one_line(found: re.Match[str]) -> str:
        return f"[{' '.join(found.group(1).split())}]"

    return _LIST_OF_PLAIN.sub(on_one_line, json.dumps(entry, indent=2, ensure_ascii=False)) + "\n"


def as_lines(entries: Iterable[JsonObject]) -> str:
    """Drafts one a line, as ``croupier replay`` takes them."""
    return "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in entries)


def instant(at: datetime) -> str:
    """RFC 3339 in UTC with milliseconds, as the contract writes every time."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _part(value: JsonObject, name: str) -> JsonObject:
    part: Json = value.get(name)
    return part if isinstance(part, dict) else {}
