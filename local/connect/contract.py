"""Whether recorded events keep the contract: line by line, and round by round once all of a round is told.

What can be seen of one event is what Croupier itself rejects; what can be seen of a round is what its desks and
its watch would tell, with the lines it comes from.
"""

from collections.abc import Iterable, Iterator, Sequence

from croupier.facts import RoundId
from croupier.settling.watch import look
from croupier.stores.memory import MemoryStore
from local.connect.findings import Finding
from local.connect.rounds import CHECKS, sequence_gaps
from local.connect.settled import Settled
from local.connect.told import Told, read_line, sequence_named
from local.recordings import Line
from local.stack import MemoryStack


class RoundCheck:
    """Checks one round after another, each whole, on a stack of its own."""

    def __init__(self) -> None:
        self._stack = MemoryStack()

    def check(self, round_id: RoundId, lines: Iterable[Line]) -> Iterator[Finding]:
        """Everything that is found in the lines of a round, the findings of single lines first."""
        told: list[Told] = []
        places: dict[int, int] = {}
        for line in lines:
            read = read_line(line)
            if (place := sequence_named(line)) is not None:
                places.setdefault(place, line.number)
            if isinstance(read, Told):
                told.append(read)
            else:
                yield read
        if not told:
            return
        yield from sequence_gaps(round_id, places)
        for check in CHECKS:
            yield from check(round_id, told)
        yield from self._settled(round_id, told)

    def _settled(self, round_id: RoundId, told: Sequence[Told]) -> Iterator[Finding]:
        """What the desks and the watch tell of the round, settled in order of arrival."""
        store = self._stack.store = MemoryStore()
        for each in told:
            self._stack.put(each.entry)
        look(round_id, store)
        settled = Settled(round_id, store, told)
        yield from settled.not_completed()
        yield from settled.wagers_counted()
        yield from settled.noticed()
        yield from settled.open_wagers()
