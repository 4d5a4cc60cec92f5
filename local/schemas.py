"""The contract's JSON Schemas, generated from the models into ``events/schemas``.

``python -m local.schemas`` writes them anew; a test fails while they are stale.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic.json_schema import models_json_schema

from croupier.events.envelope import KINDS, EventKind, RoundShape
from croupier.events.fields import Shape
from croupier.events.records import NoticeRecord, SettlementRecord
from local.patterns import Json, JsonObject

SCHEMAS = Path(__file__).parent.parent / "events" / "schemas"

DIALECT = "https://json-schema.org/draft/2020-12/schema"


DEFINITIONS = "#/$defs/{model}"
"""Where a schema that stands alone keeps the shapes it refers to."""


def event_schema(kind: EventKind) -> JsonObject:
    """The whole EventBridge entry of one detail-type, standing alone."""
    _, definitions = models_json_schema([(model, "validation") for model in event_models(kind)])
    return {"$schema": DIALECT, "title": kind.name, **event_shape(kind), **definitions}


def event_models(kind: EventKind) -> list[type[Shape]]:
    """The models that an entry of this detail-type is made of."""
    return [kind.metadata, RoundShape, *kind.shapes.values()]


def event_shape(kind: EventKind, at: str = DEFINITIONS) -> JsonObject:
    """The entry's source, detail-type and detail; ``at`` says where the shapes it refers to are."""
    shapes: list[Json] = [_reference(shape, at) for shape in kind.shapes.values()]
    detail = exactly(
        {
            "metadata": _reference(kind.metadata, at),
            "round": _reference(RoundShape, at),
            "data": shapes[0] if kind.tag is None else {"oneOf": shapes},
        }
    )
    site = "[A-Za-z0-9._-]{1,64}"
    source: JsonObject = {"type": "string", "pattern": f"^{kind.source.replace('.', '[.]')}{site}$"}
    return exactly({"source": source, "detail-type": {"const": kind.name}, "detail": detail})


def exactly(properties: JsonObject) -> JsonObject:
    """An object with these fields, all of them required; others are allowed and ignored."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def _reference(model: type, at: str) -> JsonObject:
    return {"$ref": at.format(model=model.__name__)}


def schemas() -> Iterator[tuple[str, JsonObject]]:
    """Every schema of the contract: the name of its file, and its content."""
    for kind in KINDS.values():
        yield f"{kind.name}.json", event_schema(kind)
    yield "settlement.json", {"$schema": DIALECT, **SettlementRecord.model_json_schema()}
    yield "notice.json", {"$schema": DIALECT, **NoticeRecord.model_json_schema()}


def as_text(schema: JsonObject) -> str:
    """The schema as its file holds it."""
    return json.dumps(schema, indent=2) + "\n"


def write() -> None:
    """Write every schema to its file."""
    SCHEMAS.mkdir(exist_ok=True)
    for name, schema in schemas():
        (SCHEMAS / name).write_text(as_text(schema))


if __name__ == "__main__":
    write()
