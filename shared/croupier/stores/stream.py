"""The table's stream: what an item's change has added to the record.

A change is published from the images in it alone, never from a second read: what is told once is told for ever.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.facts import RoundId
from croupier.ledger import Entry, Notice, Placement
from croupier.stores.codec import decode


class UnreadableChange(ValueError):
    """A stream record that is no change of an account or a notice; trying again does not help."""


@dataclass(frozen=True, slots=True)
class Posting:
    """An entry that was appended to a wager's account."""

    round_id: RoundId
    placement: Placement
    entry: Entry


@dataclass(frozen=True, slots=True)
class Change:
    """What one stream record has added: entries of one account, or a notice, or nothing."""

    entries: tuple[Posting, ...] = ()
    notices: tuple[Notice, ...] = ()


def read_change(record: Mapping[str, object]) -> Change:
    """The change in a record of the table's stream, as Lambda hands it over.

    Raises:
        UnreadableChange: the record, or an item in it, has another shape than this store writes.
    """
    try:
        return _read(record)
    except Exception as error:  # whatever is wrong with its shape; cattrs raises groups of its own
        raise UnreadableChange(f"{type(error).__name__}: {error}") from error


def _read(record: Mapping[str, object]) -> Change:
    change = _mapping(record["dynamodb"])
    keys, new, old = _mapping(change["Keys"]), _mapping(change["NewImage"]), _mapping(change.get("OldImage", {}))
    sk = _text(keys["sk"])
    if sk.startswith("N#"):
        return Change(notices=() if old else (decode(_text(new["notice"]), Notice),))
    if not sk.startswith("W#"):
        raise ValueError(f"sk {sk!r} is neither an account nor a notice")
    round_id = RoundId(*_text(keys["pk"]).split("#"))
    placement = decode(_text(new["placement"]), Placement)
    known = len(_list(old["entries"])) if old else 0
    fresh = _list(new["entries"])[known:]
    return Change(entries=tuple(Posting(round_id, placement, decode(_text(text), Entry)) for text in fresh))


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{value!r} is no object")
    return value


def _text(value: object) -> str:
    held = _mapping(value)["S"]
    if not isinstance(held, str):
        raise TypeError(f"{held!r} is no text")
    return held


def _list(value: object) -> list[object]:
    held = _mapping(value)["L"]
    if not isinstance(held, list):
        raise TypeError(f"{held!r} is no list")
    return held
