"""``croupier replay``: recorded events in, what came out of them out (contract, section 3)."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from croupier.events.parsing import Event, Rejection, shown
from croupier.events.records import NoticeRecord, SettlementRecord, notice_record
from croupier.facts import RoundId
from croupier.ledger import Notice, NoticeType
from croupier.settling.desks import read_entry
from croupier.settling.telling import rejected
from croupier.settling.watch import look
from local.patterns import JsonObject
from local.stack import Stack
from local.watching import OpenWager, Watch

Line = SettlementRecord | NoticeRecord | OpenWager

FAULTS = (NoticeType.EVENT_REJECTED, NoticeType.ROUND_UNDER_REVIEW)
"""With one of these among the notices a replay ends with exit status 1."""


DEEPEST = 100
"""Levels of nesting that are read; the contract's own shapes have eight."""


@dataclass(frozen=True, slots=True)
class Played:
    """One line of the input and what came out of it.

    ``entry`` is None where the line is not readable, and of what comes out at the end.
    """

    entry: JsonObject | None
    out: tuple[SettlementRecord | NoticeRecord, ...]


def play(lines: Iterable[bytes], stack: Stack, watch: Watch) -> Iterator[Played]:
    """Feed the lines to the stack one by one, in order of arrival; empty lines are passed over.

    At the end every round that was told of is looked at as the watch would, but for what is missing of it.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        entry = read_line(number, line)
        if isinstance(entry, Notice):
            yield Played(None, (notice_record(entry),))
            continue
        if not bus_takes(entry) and isinstance(event := read_entry(entry), Rejection):
            yield Played(None, (notice_record(rejected(event, entry)),))
            continue
        round_id = _round_of(entry)
        watch.take_stock(round_id)
        stack.put(entry)
        yield Played(entry, tuple(watch.news(round_id)))
    for round_id in watch.rounds():
        look(round_id, stack.store)
        yield Played(None, tuple(watch.news(round_id)))


def read_line(number: int, line: bytes) -> JsonObject | Notice:
    """The entry on a line, or the notice that the line holds none."""
    try:
        # Some editors put a byte order mark before the first line.
        text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        entry = json.loads(text, parse_constant=_no_constant)
        too_deep = _depth(entry) > DEEPEST
    except ValueError as error:
        return _unreadable(number, line, f"is not JSON: {error}")
    except RecursionError:
        # How deep the decoder itself can go differs from one Python to the next.
        too_deep = True
    if too_deep:
        return _unreadable(number, line, f"is nested deeper than {DEEPEST} levels")
    if not isinstance(entry, dict):
        return _unreadable(number, line, "is not an object with source, detail-type and detail")
    return entry


def bus_takes(entry: JsonObject) -> bool:
    """Whether EventBridge itself takes the entry: with a source, a detail-type and a detail."""
    texts = (entry.get("source"), entry.get("detail-type"))
    return all(isinstance(text, str) and text for text in texts) and isinstance(entry.get("detail"), dict)


def _depth(value: object) -> int:
    """How many levels of objects and arrays lie in each other, as far as that matters."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        level = [
            part
            for held in level
            if isinstance(held, dict | list)
            for part in (held.values() if isinstance(held, dict) else held)
        ]
        depth += 1
    return depth


def _no_constant(name: str) -> None:
    raise ValueError(f"JSON has no {name}")


def _unreadable(number: int, line: bytes, wrong: str) -> Notice:
    return Notice(
        type=NoticeType.EVENT_REJECTED,
        about=f"line {number}",
        because=f"line {number} {wrong}",
        field=f"line {number}",
        value=shown(line.decode(errors="replace").strip()),
    )


def _round_of(entry: JsonObject) -> RoundId | None:
    """The round that the entry's output is kept under."""
    event = read_entry(entry)
    return event.round_id if isinstance(event, Event) else event.about_round
