"""Sending recorded events: in order, in batches; of a batch that was taken in part, only the rest once more."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO

from croupier.publishing import in_chunks
from local.cloud import LARGEST, MOST, BusEntry, NotSent, Refused, TableBus, Taken

ATTEMPTS = 6
"""So often an entry is put on the bus before it counts as not taken."""

PAUSE_MS = 100
"""Milliseconds before the second attempt; twice as long before each further one."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """An entry for the bus, the line that holds it, and its event's id where that can be read."""

    line: int
    event_id: str | None
    entry: BusEntry

    @property
    def name(self) -> str:
        return f"line {self.line}" if self.event_id is None else f"line {self.line}, event {self.event_id}"


class Outbox:
    """Entries that wait to be sent, in order, in a file: in memory there is one batch."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.count = 0

    def add(self, numbered: Numbered) -> None:
        entry = numbered.entry
        told = [numbered.line, numbered.event_id, entry.source, entry.detail_type, entry.detail]
        self._file.write(json.dumps(told).encode() + b"\n")
        self.count += 1

    def __iter__(self) -> Iterator[Numbered]:
        self._file.seek(0)
        for text in self._file:
            line, event_id, *entry = json.loads(text)
            yield Numbered(line, event_id, BusEntry(*entry))


@dataclass(slots=True)
class Sender:
    """Puts entries on a bus. ``rate``: at most so many a second on average; None: as fast as the bus takes them.

    ``sent`` counts what was taken, ``again`` how often an entry was put on the bus once more.
    """

    bus: TableBus
    rate: int | None = None
    pause: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    sent: int = 0
    again: int = 0

    def send(self, entries: Iterable[Numbered]) -> Iterator[int]:
        """Send everything, batch by batch; how many were taken so far, after each.

        Raises:
            NotSent: the bus did not take an entry at any attempt, or did not answer; the message names the line.
        """
        most = MOST if self.rate is None else min(MOST, self.rate)
        began = self.clock()
        for batch in in_chunks(entries, lambda numbered: numbered.entry.size, most=most, largest=LARGEST):
            self._keep_to_rate(began)
            self._send(batch)
            yield self.sent

    def _keep_to_rate(self, began: float) -> None:
        """Wait until what was sent has taken as long as the rate allows."""
        if self.rate is not None:
            early = self.sent / self.rate - (self.clock() - began)
            if early > 0:
                self.pause(early)

    def _send(self, batch: Sequence[Numbered]) -> None:
        left = list(batch)
        for attempt in range(ATTEMPTS):
            if attempt:
                self.pause(PAUSE_MS * 2 ** (attempt - 1) / 1000)
                self.again += len(left)
            answers = self._put(left)
            self.sent += sum(isinstance(answer, Taken) for answer in answers)
            refused = [(each, why) for each, why in zip(left, answers, strict=True) if isinstance(why, Refused)]
            if not refused:
                return
            left = [each for each, _ in refused]
        first, answer = refused[0]
        tries = f"at {ATTEMPTS} attempts"
        raise NotSent(f"{first.name}: the bus {self.bus.name} did not take it {tries}: {answer.why}")

    def _put(self, batch: Sequence[Numbered]) -> list[Taken | Refused]:
        try:
            return self.bus.put([numbered.entry for numbered in batch])
        except NotSent as error:
            raise NotSent(f"{batch[0].name}: {error}") from error
