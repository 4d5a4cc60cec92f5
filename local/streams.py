"""A stream before a Lambda function, as Lambda's own poller treats it: batches, bisecting, retries, what fails.

No emulator does this (a reported partial failure counts there as success). One shard; records in order. After
the documentation of Lambda's event source mappings for streams:

- a batch that raises is tried again, by halves if it is to be bisected; splitting costs no try;
- of a batch that reports failed items, Lambda goes on from the first of them: what lies before is done;
- a batch that has been tried too often goes where failures go, whole, and the next one is up.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from local.patterns import JsonObject, Pattern, compile_pattern, flatten

Record = JsonObject
Invoke = Callable[[JsonObject], object]


class MalformedMapping(ValueError):
    """The template describes an event source mapping that this runtime cannot follow."""


@dataclass(frozen=True, slots=True)
class Mapped:
    """An event source mapping of the template: how a stream's records reach a function."""

    patterns: tuple[Pattern, ...]
    batch_size: int
    bisects: bool
    reports_failures: bool
    retries: int

    @classmethod
    def of(cls, properties: JsonObject) -> "Mapped":
        """The mapping that an event of a function's ``Events`` describes.

        Raises:
            MalformedMapping: a property is missing or has another type.
        """
        criteria = _object(properties.get("FilterCriteria", {}), "FilterCriteria").get("Filters", [])
        if not isinstance(criteria, list):
            raise MalformedMapping(f"FilterCriteria.Filters is {criteria!r}, not a list")
        responses = properties.get("FunctionResponseTypes", [])
        return cls(
            patterns=tuple(_pattern(held) for held in criteria),
            batch_size=_number(properties, "BatchSize"),
            bisects=bool(properties.get("BisectBatchOnFunctionError", False)),
            reports_failures=isinstance(responses, list) and "ReportBatchItemFailures" in responses,
            retries=_number(properties, "MaximumRetryAttempts"),
        )

    def takes(self, record: Record) -> bool:
        """Whether the function is to see the record."""
        fields = flatten(record)
        return not self.patterns or any(pattern.accepts(fields) for pattern in self.patterns)


@dataclass(frozen=True, slots=True)
class Poller:
    """Hands a shard's records to a function; ``failed`` receives what was tried too often, and why."""

    mapped: Mapped
    invoke: Invoke
    failed: Callable[[Sequence[Record], str], None]

    def deliver(self, records: Sequence[Record]) -> None:
        """Deliver records, in order, until each is done or has failed for good."""
        seen = [record for record in records if self.mapped.takes(record)]
        size = self.mapped.batch_size
        waiting: list[tuple[Sequence[Record], int]] = [
            (seen[start : start + size], 0) for start in range(0, len(seen), size)
        ]
        while waiting:
            batch, tries = waiting.pop(0)
            waiting = [*self._tried(batch, tries), *waiting]

    def _tried(self, batch: Sequence[Record], tries: int) -> list[tuple[Sequence[Record], int]]:
        """One try of a batch; what of it is to be tried again, and how often that was tried."""
        try:
            answer = self.invoke({"Records": list(batch)})
            first = self._first_failed(batch, answer)
            why = "the function reported the record as failed"
        except Exception as error:  # whatever the function raises is a failed try
            first, why = 0, f"{type(error).__name__}: {error}"
            if self.mapped.bisects and len(batch) > 1:
                half = len(batch) // 2
                return [(batch[:half], tries), (batch[half:], tries)]
        if first is None:
            return []
        left = batch[first:]
        tries = tries + 1 if first == 0 else 1
        if tries <= self.mapped.retries:
            return [(left, tries)]
        # The whole rest of the batch: a function that knows which record is bad has to deal with it itself.
        self.failed(left, why)
        return []

    def _first_failed(self, batch: Sequence[Record], answer: object) -> int | None:
        """The place of the first record that the function gave back; None if it gave back none."""
        if not self.mapped.reports_failures:
            return None
        if not isinstance(answer, Mapping):
            raise TypeError(f"the function answered {answer!r}, not which records failed")
        failures = answer.get("batchItemFailures") or []
        if not isinstance(failures, list):
            raise TypeError(f"batchItemFailures is {failures!r}, not a list")
        numbers = [_sequence_number(record) for record in batch]
        # An identifier that is not of the batch fails the batch whole.
        places = [numbers.index(failure["itemIdentifier"]) for failure in failures]
        return min(places, default=None)


def _sequence_number(record: Record) -> object:
    change = record.get("dynamodb")
    return change.get("SequenceNumber") if isinstance(change, dict) else None


def _pattern(held: object) -> Pattern:
    pattern = json.loads(str(_object(held, "a filter").get("Pattern")))
    return compile_pattern(_object(pattern, "a filter's pattern"))


def _number(properties: JsonObject, name: str) -> int:
    value = properties.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise MalformedMapping(f"{name} is {value!r}, not a whole number")
    return value


def _object(value: object, where: str) -> JsonObject:
    if not isinstance(value, dict):
        raise MalformedMapping(f"{where} is {value!r}, not an object")
    return value
