"""The frame of every event on the table bus: who tells it, of which round, and which shapes there are."""

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.events import supervisor_events, table_events
from croupier.events.fields import (
    CurrencyCode,
    DataShape,
    Day,
    Identifier,
    Instant,
    Ordinal,
    Revision,
    SchemaVersion,
    Shape,
)
from croupier.facts import RoundId, Terms
from croupier.ledger import TAGS

TABLE, SUPERVISOR = "blackjack.table.", "blackjack.supervisor."


class TableMetadata(Shape):
    """Of a table's event: ``sequence`` is its place among the table's events of the round, from 1."""

    event_id: Identifier
    schema_version: SchemaVersion
    sequence: Ordinal
    occurred_at: Instant
    gaming_day: Day


class SupervisorMetadata(Shape):
    """Of a supervisor's event, which has no place in the table's sequence."""

    event_id: Identifier
    schema_version: SchemaVersion
    occurred_at: Instant
    gaming_day: Day


class RoundShape(Shape):
    """The round an event is about. ``rule_book`` and ``currency`` are the same in every event of it."""

    site_id: Identifier
    table_id: Identifier
    round_id: Identifier
    revision: Revision
    gaming_day: Day
    rule_book: Identifier
    currency: CurrencyCode
    shift: Identifier | None = None
    dealer_id: Identifier | None = None
    shoe_id: Identifier | None = None
    shuffler_id: Identifier | None = None

    def id(self) -> RoundId:
        return RoundId(self.site_id, self.table_id, self.round_id)

    def terms(self) -> Terms:
        return Terms(self.rule_book, self.currency)

    def tags(self) -> dict[str, str]:
        """The optional identifiers that entries copy, as far as they are told."""
        told = {name: getattr(self, name) for name in TAGS}
        return {name: value for name, value in told.items() if value is not None}


@dataclass(frozen=True, slots=True)
class EventKind:
    """One detail-type: the shape of its ``data``, and from which source it may come.

    Where several shapes share a detail-type, ``tag`` names the field that chooses one of ``shapes``.
    """

    name: str
    shapes: Mapping[str, type[DataShape]]
    supervisor: bool = False
    tag: str | None = None

    @property
    def source(self) -> str:
        return SUPERVISOR if self.supervisor else TABLE

    @property
    def metadata(self) -> type[TableMetadata] | type[SupervisorMetadata]:
        return SupervisorMetadata if self.supervisor else TableMetadata


def _told_by_table(shape: type[DataShape]) -> EventKind:
    return EventKind(shape.__name__, {"": shape})


def _told_by_supervisor(shape: type[DataShape]) -> EventKind:
    return EventKind(shape.__name__, {"": shape}, supervisor=True)


KINDS: Mapping[str, EventKind] = {
    kind.name: kind
    for kind in (
        _told_by_table(table_events.RoundOpened),
        _told_by_table(table_events.WagersPlaced),
        EventKind("CardDealt", {"box": table_events.CardToBox, "dealer": table_events.CardToDealer}, tag="to"),
        _told_by_table(table_events.InitialDealCompleted),
        _told_by_table(table_events.HandSplit),
        _told_by_table(table_events.HandEnded),
        _told_by_table(table_events.RoundCompleted),
        _told_by_table(table_events.IrregularityRecorded),
        _told_by_supervisor(supervisor_events.WagersVoided),
        _told_by_supervisor(supervisor_events.VoidRescinded),
        _told_by_supervisor(supervisor_events.RoundReconstructed),
        _told_by_supervisor(supervisor_events.WagersCorrected),
        _told_by_supervisor(supervisor_events.WagersUpheld),
    )
}
"""Every detail-type of the table bus, in the contract's order."""
