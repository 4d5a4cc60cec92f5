"""Recorded lines as events of the contract, or as the finding that they are none."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from croupier.events.envelope import SUPERVISOR
from croupier.events.parsing import Event, Rejection
from croupier.ledger import Notice
from croupier.settling.desks import read_entry
from local.connect.findings import Finding, FindingType
from local.patterns import JsonObject
from local.recordings import Line

Reading = Callable[[object], Event | Rejection]

LARGEST_SEQUENCE = 10**9
"""As the contract has it."""

CORRECT_IT = (
    "correct the field where the event is made; nothing was recorded of a rejected event, so the corrected one "
    "keeps its event_id and its sequence"
)


@dataclass(frozen=True, slots=True)
class Told:
    """An event of the contract with the line that tells it."""

    number: int
    entry: JsonObject
    event: Event

    @property
    def event_id(self) -> str:
        return self.event.seen.event_id

    @property
    def sequence(self) -> int | None:
        """Its place among the table's events; None of a supervisor's."""
        return self.event.seen.sequence

    def said(self) -> str:
        """All that the producer said, as text that is the same for the same content."""
        told = {name: self.entry[name] for name in ("source", "detail-type", "detail")}
        return json.dumps(told, sort_keys=True)


def read_line(line: Line, reading: Reading = read_entry) -> Told | Finding:
    """The event on a line, or why there is none; ``reading`` says what is an event."""
    if isinstance(line.held, Notice):
        return _unreadable(line.number, line.held)
    event = reading(line.held)
    if isinstance(event, Event):
        return Told(line.number, line.held, event)
    return _rejected(line.number, event)


def _unreadable(number: int, notice: Notice) -> Finding:
    return Finding(
        FindingType.UNREADABLE_LINE,
        lines=(number,),
        field="line",
        value=notice.value or "",
        because=notice.because.removeprefix(f"line {number} "),
        advice='write one JSON object {"source", "detail-type", "detail"} a line, in UTF-8',
    )


def _rejected(number: int, rejection: Rejection) -> Finding:
    return Finding(
        FindingType.NOT_THE_CONTRACT,
        lines=(number,),
        field=rejection.field,
        value=rejection.value,
        because=rejection.wrong,
        advice=CORRECT_IT,
        event_id=rejection.event_id,
        round_id=rejection.about_round,
    )


def lines_of(told: Iterable[Told]) -> tuple[int, ...]:
    """The numbers of their lines, each once."""
    return tuple(sorted({each.number for each in told}))


def sequence_named(line: Line) -> int | None:
    """The place in the table's sequence that a line names, whatever else is wrong with it."""
    if isinstance(line.held, Notice) or str(line.held.get("source")).startswith(SUPERVISOR):
        return None
    detail = line.held.get("detail")
    metadata = detail.get("metadata") if isinstance(detail, dict) else None
    place = metadata.get("sequence") if isinstance(metadata, dict) else None
    return place if type(place) is int and 0 < place <= LARGEST_SEQUENCE else None
