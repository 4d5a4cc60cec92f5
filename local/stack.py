"""The embedded stack: the table bus, the template's own rules, and what they lead to."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from croupier.events.parsing import Event, Rejection
from croupier.facts import Seen
from croupier.settling.desks import handle, read_entry
from croupier.stores.memory import MemoryStore
from croupier.stores.port import Store
from croupier.wagers import Desk
from local import template
from local.patterns import JsonObject, flatten

DESKS = {
    "settle_main": Desk.MAIN,
    "settle_insurance": Desk.INSURANCE,
    "settle_super_sevens": Desk.SUPER_SEVENS,
    "settle_perfect_pairs": Desk.PERFECT_PAIRS,
    "admit_events": Desk.FRONT,
}
"""Which desk each function on the table bus is."""


class StoreUnusable(ValueError):
    """The store that was asked for does not answer, or answers that it will not serve."""


class Stack(Protocol):
    """A table bus with everything behind it."""

    store: Store

    def put(self, entry: JsonObject) -> None:
        """Put one entry on the table bus and let every function that hears it handle it."""
        ...


def happened(seen: Seen) -> str:
    """In a replay, entries are posted at the time of the event that decides them (contract, section 3)."""
    return seen.occurred_at


class MemoryStack:
    """The functions' own code on the memory store, each hearing what the template lets it hear."""

    def __init__(self) -> None:
        self.store: Store = MemoryStore()
        self._rules = template.rules(template.load())

    def put(self, entry: JsonObject) -> None:
        self.tell(read_entry(entry), entry)

    def tell(self, event: Event | Rejection, entry: JsonObject) -> None:
        """Let every function that hears the entry handle it, read as ``event``."""
        for function in heard_by(self._rules, entry):
            handle(event, entry, DESKS[function], self.store, happened)


def heard_by(rules: Sequence[template.Rule], entry: JsonObject) -> Iterator[str]:
    """The functions whose rule on the table bus matches the entry."""
    fields = flatten(entry)
    return (rule.function for rule in rules if rule.pattern.accepts(fields))


@contextmanager
def memory_stack() -> Iterator[Stack]:
    """A stack that forgets everything at the end."""
    yield MemoryStack()
