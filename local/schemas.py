"""The contract's JSON Schemas, generated from the models into ``events/schemas``.

``python -m local.schemas`` writes them anew; a test fails while they are stale.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic.json_schema import models_json_schema

from croupier.events.envelope import KINDS, EventKind, RoundShape
from croupier.events.records import NoticeRecord, SettlementRecord
from local.patterns import Json, JsonObject

SCHEMAS = Path(__file__).parent.parent / "events" / "schemas"

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def event_schema(kind: EventKind) -> JsonObject:
    """The whole EventBridge entry of one detail-type: source, detail-type and detail."""
    models = [kind.metadata, RoundShape, *kind.shapes.values()]
    _, definitions = models_json_schema([(model, "validation") for model in models])
    shapes: list[Json] = [_reference(shape) for shape in kind.shapes.values()]
    site = "[A-Za-z0-9._-]{1,64}"
    return {
        "$schema": DIALECT,
        "title": kind.name,
        **_exactly(
            {
                "source": {"type": "string", "pattern": f"^{kind.source.replace('.', '[.]')}{site}$"},
                "detail-type": {"const": kind.name},
                "detail": _exactly(
                    {
                        "metadata": _reference(kind.metadata),
                        "round": _reference(RoundShape),
                        "data": shapes[0] if kind.tag is None else {"oneOf": shapes},
                    }
                ),
            }
        ),
        **definitions,
    }


def _exactly(properties: JsonObject) -> JsonObject:
    """An object with these fields, all of them required; others are allowed and ignored."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def _reference(model: type) -> JsonObject:
    return {"$ref": f"#/$defs/{model.__name__}"}


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
