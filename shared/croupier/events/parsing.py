"""From an entry of the bus to an event's facts, or to a precise rejection."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from croupier.events.envelope import KINDS, SUPERVISOR, TABLE, EventKind, RoundShape, TableMetadata
from croupier.events.fields import DataShape
from croupier.events.table_events import WagersPlaced
from croupier.facts import Content, Fact, RoundId, Seen
from croupier.wagers import Wager

LARGEST_DETAIL = 200_000
"""Bytes of a detail as compact JSON in UTF-8 (contract, section 1)."""

_READABLE = re.compile(r"[A-Za-z0-9._:-]{1,64}")

SHOWN = 80
"""Characters of an offending value that a message shows."""


@dataclass(frozen=True, slots=True)
class Event:
    """A well-formed event of the table bus: its facts and the wagers it places."""

    name: str
    by_supervisor: bool
    round_id: RoundId
    revision: int
    seen: Seen
    round_gaming_day: str
    tags: Mapping[str, str]
    facts: tuple[Fact[Content], ...]
    wagers: tuple[Wager, ...]


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why an entry of the bus is no event: the field, its value as JSON (shortened), and what is wrong.

    The identifiers are those that could be read.
    """

    field: str
    value: str
    wrong: str
    event_id: str | None = None
    occurred_at: str | None = None
    site_id: str | None = None
    table_id: str | None = None
    round_id: str | None = None

    @property
    def about_round(self) -> RoundId | None:
        """The round it is about, where that is known whole."""
        if self.site_id is None or self.table_id is None or self.round_id is None:
            return None
        return RoundId(self.site_id, self.table_id, self.round_id)

    @property
    def because(self) -> str:
        event = f"event {self.event_id}" if self.event_id else "an event without a readable event_id"
        return f"{event}: {self.field} is {self.value}: {self.wrong}"


def parse(entry: object) -> Event | Rejection:
    """Read an EventBridge entry ``{"source", "detail-type", "detail"}``, as JSON values.

    Answers a Rejection that names the first thing wrong; never raises for bad input.
    """
    frame = _frame(entry)
    if isinstance(frame, Rejection):
        return frame
    source, kind, detail = frame
    try:
        metadata = kind.metadata.model_validate_json(_json(detail.get("metadata")))
    except ValidationError as error:
        return _rejection(error, detail, "metadata")
    try:
        round_shape = RoundShape.model_validate_json(_json(detail.get("round")))
    except ValidationError as error:
        return _rejection(error, detail, "round")
    site = source.removeprefix(kind.source)
    if round_shape.site_id != site:
        return _known(detail, "source", source, f"round.site_id is {round_shape.site_id}")
    shape = _shape(kind, detail)
    if isinstance(shape, Rejection):
        return shape
    try:
        data = shape.model_validate_json(_json(detail.get("data")))
    except ValidationError as error:
        return _rejection(error, detail, "data")
    sequence = metadata.sequence if isinstance(metadata, TableMetadata) else None
    seen = Seen(metadata.event_id, metadata.occurred_at, sequence, round_shape.terms(), metadata.gaming_day)
    stated = data.states(metadata.event_id, round_shape.revision)
    return Event(
        name=kind.name,
        by_supervisor=kind.supervisor,
        round_id=round_shape.id(),
        revision=round_shape.revision,
        seen=seen,
        round_gaming_day=round_shape.gaming_day,
        tags=round_shape.tags(),
        facts=tuple(Fact(content, seen) for content in stated),
        wagers=data.placed() if isinstance(data, WagersPlaced) else (),
    )


def _frame(entry: object) -> tuple[str, EventKind, Mapping[str, object]] | Rejection:
    if not isinstance(entry, dict):
        return Rejection("entry", shown(entry), "an entry is an object with source, detail-type and detail")
    for name in ("source", "detail-type", "detail"):
        if name not in entry:
            return _known(entry.get("detail"), name, None, "the field is missing", missing=True)
    source, name, detail = entry["source"], entry["detail-type"], entry["detail"]
    if not isinstance(detail, dict):
        return Rejection("detail", shown(detail), "a detail is an object with metadata, round and data")
    if not isinstance(name, str) or name not in KINDS:
        return _known(detail, "detail-type", name, f"an event is one of {', '.join(KINDS)}")
    if not isinstance(source, str) or not source.startswith((TABLE, SUPERVISOR)):
        return _known(detail, "source", source, f"a source is {TABLE}<site_id> or {SUPERVISOR}<site_id>")
    kind = KINDS[name]
    if not source.startswith(kind.source):
        return _known(detail, "source", source, f"{name} is told by {kind.source}<site_id> only")
    size = len(json.dumps(detail, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass"))
    if size > LARGEST_DETAIL:
        return _known(detail, "detail", f"{size} bytes", f"a detail is at most {LARGEST_DETAIL} bytes")
    return source, kind, detail


def _shape(kind: EventKind, detail: Mapping[str, object]) -> type[DataShape] | Rejection:
    """The shape that ``data`` must have; where its tag chooses, by the tag."""
    if kind.tag is None:
        return kind.shapes[""]
    data = detail.get("data")
    if not isinstance(data, dict):
        missing = "data" not in detail
        wrong = "the field is missing" if missing else "data is an object"
        return _known(detail, "data", data, wrong, missing=missing)
    tag = data.get(kind.tag)
    if not isinstance(tag, str) or tag not in kind.shapes:
        wrong = f"it is one of {', '.join(kind.shapes)}"
        return _known(detail, f"data.{kind.tag}", tag, wrong, missing=kind.tag not in data)
    return kind.shapes[tag]


def _json(value: object) -> bytes:
    # Escaped, so that a lone surrogate in a string is carried like any other character.
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()


def shown(value: object) -> str:
    """A value as JSON, shortened for a message."""
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text)} characters)"


def _rejection(error: ValidationError, detail: Mapping[str, object], part: str) -> Rejection:
    """The first thing that is wrong with a part of the detail."""
    errors = error.errors(include_url=False, include_context=False)
    first = errors[0]
    path = part + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in first["loc"])
    missing = first["type"] == "missing" or part not in detail
    more = "" if len(errors) == 1 else f" (and {len(errors) - 1} more)"
    wrong = "the field is missing" if missing else _sentence(first)
    value = None if missing else _at(detail[part], first["loc"])
    return _known(detail, path, value, f"{wrong}{more}", missing=missing)


def _sentence(error: ErrorDetails) -> str:
    text = error["msg"].removeprefix("Value error, ")
    return text[:1].lower() + text[1:] if text.startswith("Input ") else text


def _at(value: object, location: tuple[int | str, ...]) -> object:
    for step in location:
        match value, step:
            case dict() as fields, str() if step in fields:
                value = fields[step]
            case list() as items, int():
                value = items[step]
            case _:
                break
    return value


def _known(detail: object, field: str, value: object, wrong: str, *, missing: bool = False) -> Rejection:
    """A rejection with the identifiers that the detail still shows."""
    metadata, where = _part(detail, "metadata"), _part(detail, "round")
    return Rejection(
        field=field,
        value="missing" if missing else shown(value),
        wrong=wrong,
        event_id=_text(metadata, "event_id"),
        occurred_at=_text(metadata, "occurred_at"),
        site_id=_text(where, "site_id"),
        table_id=_text(where, "table_id"),
        round_id=_text(where, "round_id"),
    )


def _part(detail: object, name: str) -> Mapping[str, object]:
    part = detail.get(name) if isinstance(detail, dict) else None
    return part if isinstance(part, dict) else {}


def _text(part: Mapping[str, object], name: str) -> str | None:
    """An identifier or instant, if it can be read: what is not shaped like one is not shown as one."""
    value = part.get(name)
    return value if isinstance(value, str) and _READABLE.fullmatch(value) else None
