"""The store port: what settling needs of a store, and promises to every adapter's users.

- A fact is written once: the same content under the same terms changes nothing; another one is kept beside
  the first. What a write answers includes it and all that was written before it.
- An account moves from version n to n+1 by one conditional write, or not at all.
- Reads are consistent: they show every write that was answered before they began.
- Nothing is ever changed or deleted, but for when a round is to be looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from croupier.facts import Fact, HandFact, HandKey, RoundFact, RoundId
from croupier.ledger import Entry, Notice, Placement, WagerRecord
from croupier.wagers import Desk


@dataclass(frozen=True, slots=True)
class HandRecord:
    """What is known of a hand after a write: every fact, and the events that the writing desk had heard before.

    A fact that only another desk has heard is known and not heard: nobody may have settled by it at this desk.
    """

    facts: tuple[Fact[HandFact], ...]
    heard_before: frozenset[str]


@dataclass(frozen=True, slots=True)
class RoundDue:
    """A round that is not known to be finished and checked.

    ``since``: when its first event was heard, or the first one after it was closed; ``look_at``: when it is to
    be looked at next; ``heard``: the places in the table's sequence that were heard; ``events``: how many events,
    repeated ones counted again.
    """

    round_id: RoundId
    since: str
    look_at: str
    heard: frozenset[int]
    events: int


class Store(Protocol):
    """One table of rounds, their facts, wagers, entries and notices."""

    def record_hand(self, round_id: RoundId, key: HandKey, fact: Fact[HandFact], desk: Desk) -> HandRecord:
        """Write a fact of one box or of the dealer's hand, as heard by a desk; answer with all that is known."""
        ...

    def record_round(self, round_id: RoundId, facts: Sequence[Fact[RoundFact]]) -> None:
        """Write facts of the round as a whole."""
        ...

    def read_hands(self, round_id: RoundId) -> tuple[Fact[HandFact], ...]:
        """Everything known of all boxes and the dealer's hand."""
        ...

    def read_round(self, round_id: RoundId) -> tuple[Fact[RoundFact], ...]:
        """Everything known of the round as a whole."""
        ...

    def place_wager(self, round_id: RoundId, placement: Placement) -> tuple[Placement, ...]:
        """Write a placement; answer with every content that its wager id has, the first one first.

        The first content of an id opens the wager's account.
        """
        ...

    def read_wagers(self, round_id: RoundId, desk: Desk, box: int | None = None) -> tuple[WagerRecord, ...]:
        """The accounts of a desk, of one box or (None) of all."""
        ...

    def post(self, record: WagerRecord, entries: Sequence[Entry]) -> bool:
        """Append entries to the account as it was read; False if it has moved since."""
        ...

    def notify(self, notice: Notice) -> bool:
        """Write a notice; False if it was told before."""
        ...

    def read_notices(self, round_id: RoundId | None) -> tuple[Notice, ...]:
        """The notices of a round, or (None) those of which the round is not known."""
        ...

    def hear(self, round_id: RoundId, sequence: int | None, at: str, look_at: str) -> None:
        """Note that an event of the round was heard: the round is due, since ``at`` unless it was due already."""
        ...

    def rounds_due(self, at: str) -> Iterator[RoundId]:
        """The rounds to be looked at by ``at``, earliest first; what was written just now may be missing."""
        ...

    def read_due(self, round_id: RoundId) -> RoundDue | None:
        """How long the round has been due and what was heard of it; None if it is not due."""
        ...

    def look_again(self, due: RoundDue, look_at: str) -> None:
        """Let the round be looked at again at ``look_at``, if it is still due."""
        ...

    def close(self, due: RoundDue) -> bool:
        """The round is finished and checked: no longer due. False if an event was heard since it was read."""
        ...

    def rounds_of(self, site_id: str, table_id: str) -> Iterator[RoundId]:
        """Every round of a gaming table that anything is recorded of, once each, in no particular order.

        For the desk, never for the money path: an adapter may read the whole store to answer.
        """
        ...

    def every_account(self) -> Iterator[WagerRecord]:
        """Every account there is, in no particular order; never for the money path, as ``rounds_of``."""
        ...
