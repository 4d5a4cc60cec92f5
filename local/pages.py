"""What documentation shows of the contract, written from the contract itself.

``python -m local.pages`` fills the parts of ``docs/consume-settlements.md`` that stand between
``<!-- NAME: written by make schemas -->`` and ``<!-- end -->``; a test fails while they are stale.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Union, get_args, get_origin

from croupier.events.fields import Shape
from croupier.events.records import NoticeRecord, SettlementRecord
from local.messages import EVENTS
from local.replay import play
from local.stack import MemoryStack
from local.watching import Watch

PAGE = EVENTS.parent / "docs" / "consume-settlements.md"

CORRECTED = EVENTS / "corrections" / "voided-after-settlement.jsonl"
"""The round that the page's worked example is about."""

_PART = re.compile(r"(<!-- (\w+): written by make schemas -->\n).*?(<!-- end -->)", re.DOTALL)


def entry_fields() -> str:
    """Every field of a settlement record: its type and what it means."""
    return _fields(SettlementRecord)


def notice_fields() -> str:
    """Every field of a notice: its type and what it means."""
    return _fields(NoticeRecord)


def correction() -> str:
    """The entries of the wager that the example's supervisor voids, as a replay gives them."""
    stack = MemoryStack()
    with CORRECTED.open("rb") as lines:
        out = [record for played in play(lines, stack, Watch(stack.store)) for record in played.out]
    entries = [record for record in out if isinstance(record, SettlementRecord)]
    voided = {entry.wager_id for entry in entries if entry.type == "reversal"}
    shown = [dict(entry.fields()) for entry in entries if entry.wager_id in voided]
    names = [name for name in shown[0] if len({str(entry[name]) for entry in shown}) > 1]
    rows = [[f"`{name}`", *(_value(entry[name]) for entry in shown)] for name in names]
    return _table(["", *(f"entry {entry['entry']}" for entry in shown)], rows)


PARTS: Mapping[str, Callable[[], str]] = {
    "entry_fields": entry_fields,
    "notice_fields": notice_fields,
    "correction": correction,
}


def written(text: str) -> str:
    """The page with every part anew.

    Raises:
        KeyError: a part has a name that nothing here writes.
    """
    return _PART.sub(lambda found: f"{found[1]}{PARTS[found[2]]()}{found[3]}", text)


def _fields(model: type[Shape]) -> str:
    rows = [
        [
            f"`{name}`",
            _type(field.annotation) + ("" if field.is_required() else ", or absent"),
            str(field.description),
        ]
        for name, field in model.model_fields.items()
    ]
    return _table(["field", "type", "meaning"], rows)


def _type(annotation: object) -> str:
    """What a JSON value of this type is."""
    if get_origin(annotation) is Annotated:
        return _type(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return " or ".join(_type(part) for part in get_args(annotation))
    if get_origin(annotation) is list:
        return "list"
    return {int: "integer", NoneType: "null"}.get(annotation, "string")


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _value(value: object) -> str:
    match value:
        case None:
            return "null"
        case list():
            return " ".join(str(part) for part in value) or "none"
        case _:
            return str(value)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
