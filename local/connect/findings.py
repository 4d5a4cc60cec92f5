"""What ``croupier check`` finds: where, which field, which value, what is wrong, and what to do."""

from dataclasses import dataclass
from enum import StrEnum

from croupier.facts import RoundId


class FindingType(StrEnum):
    """The sorts of finding, by their names in ``--json``."""

    UNREADABLE_LINE = "unreadable-line"
    NOT_THE_CONTRACT = "not-the-contract"
    SEQUENCE_GAP = "sequence-gap"
    SEQUENCE_TWICE = "sequence-twice"
    EVENT_ID_TWICE = "event-id-twice"
    OTHER_TERMS = "other-terms"
    UNKNOWN_REVISION = "unknown-revision"
    WAGER_COUNT = "wager-count"
    NOT_COMPLETED = "not-completed"
    UNDER_REVIEW = "round-under-review"
    WAGER_REFUSED = "wager-refused"
    WAGER_QUESTIONED = "wager-questioned"
    WAGER_OPEN = "wager-open"

    @property
    def is_fault(self) -> bool:
        """Whether the contract is not kept. What is not a fault is a remark: a table may mean it."""
        return self not in REMARKS


REMARKS = frozenset({FindingType.WAGER_REFUSED, FindingType.WAGER_QUESTIONED, FindingType.WAGER_OPEN})


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. ``lines`` count from 1, in order; ``value`` is as the events have it, as text.

    ``because`` says what is wrong, ``advice`` what to do about it, one sentence each.
    """

    type: FindingType
    lines: tuple[int, ...]
    field: str
    value: str
    because: str
    advice: str
    event_id: str | None = None
    round_id: RoundId | None = None

    def fields(self) -> dict[str, object]:
        """As JSON values, in the order that docs/connect-a-table.md shows."""
        where = self.round_id
        return {
            "type": str(self.type),
            "level": "fault" if self.type.is_fault else "remark",
            "lines": list(self.lines),
            "site_id": None if where is None else where.site_id,
            "table_id": None if where is None else where.table_id,
            "round_id": None if where is None else where.round_id,
            "event_id": self.event_id,
            "field": self.field,
            "value": self.value,
            "because": self.because,
            "advice": self.advice,
        }
