"""The contract's messages and shapes as AsyncAPI has them: from the models, the catalog and the samples."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from pydantic.json_schema import models_json_schema

from croupier.events.envelope import KINDS
from croupier.events.fields import Shape
from croupier.events.records import NoticeRecord, SettlementRecord
from croupier.publishing import NOTICED, SETTLED, SOURCE
from local.patterns import Json, JsonObject
from local.schemas import event_models, event_shape, exactly

EVENTS = Path(__file__).parent.parent / "events"

Record = type[SettlementRecord] | type[NoticeRecord]

_SHAPE = "#/components/schemas/{model}"
_CATALOG_ROW = re.compile(r"^\| \[`(\w+)`\].*\| (.+) \|$", re.MULTILINE)


def messages() -> JsonObject:
    """Every message by its name: on a bus the whole entry, on the stream the record alone."""
    summaries = dict(_CATALOG_ROW.findall((EVENTS / "CATALOG.md").read_text(encoding="utf-8")))
    return {
        **{
            kind.name: _bus_message(
                f"{kind.source}<site_id>", kind.name, summaries[kind.name], event_shape(kind, _SHAPE)
            )
            for kind in KINDS.values()
        },
        **{
            name: _bus_message(SOURCE, name, summaries[name], outgoing_shape(record, type_, name, _SHAPE))
            for record, names in ((SettlementRecord, SETTLED), (NoticeRecord, NOTICED))
            for type_, name in names.items()
        },
        **{
            type_: _message(
                type_,
                summaries[name],
                _of_type(SettlementRecord, type_),
                {shows: entry["detail"] for shows, entry in _samples(name).items()},
            )
            for type_, name in SETTLED.items()
        },
    }


def shapes() -> JsonObject:
    """Every shape that a message refers to, by the name of its model."""
    models: list[type[Shape]] = [
        *(model for kind in KINDS.values() for model in event_models(kind)),
        SettlementRecord,
        NoticeRecord,
    ]
    _, found = models_json_schema([(model, "validation") for model in dict.fromkeys(models)], ref_template=_SHAPE)
    return {name: _siblings_kept(shape) for name, shape in found["$defs"].items()}


def _bus_message(source: str, name: str, summary: str, payload: JsonObject) -> JsonObject:
    """An EventBridge entry. AsyncAPI has no binding for EventBridge: an extension says what rules match."""
    message = _message(name, summary, payload, _samples(name))
    return {**message, "x-eventbridge": {"source": source, "detail-type": name}}


def _message(name: str, summary: str, payload: JsonObject, examples: Mapping[str, Json]) -> JsonObject:
    shown: list[Json] = [{"name": shows, "payload": example} for shows, example in examples.items()]
    return {"name": name, "summary": summary, "payload": payload, "examples": shown}


def outgoing_shape(record: Record, type_: str, name: str, at: str) -> JsonObject:
    """The entry of a detail-type of the settlement bus; ``at`` says where the record's shape is."""
    detail = _of_type(record, type_, at)
    return exactly({"source": {"const": SOURCE}, "detail-type": {"const": name}, "detail": detail})


def _of_type(record: Record, type_: str, at: str = _SHAPE) -> JsonObject:
    """The record with its ``type`` fixed."""
    fixed: JsonObject = {"properties": {"type": {"const": type_}}}
    return {"allOf": [{"$ref": at.format(model=record.__name__)}, fixed]}


def _samples(name: str) -> dict[str, JsonObject]:
    """The published samples of a detail-type, by what each shows."""
    paths = sorted(path for path in (EVENTS / "samples").iterdir() if path.name.partition(".")[0] == name)
    return {path.stem.partition(".")[2] or name: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def _siblings_kept(schema: Json) -> Json:
    """The schema in AsyncAPI's dialect, in which whatever stands beside a ``$ref`` is lost."""
    match schema:
        case dict():
            parts = {name: _siblings_kept(part) for name, part in schema.items()}
            if "$ref" in parts and len(parts) > 1:
                return {"allOf": [{"$ref": parts.pop("$ref")}], **parts}
            return parts
        case list():
            return [_siblings_kept(part) for part in schema]
        case _:
            return schema
