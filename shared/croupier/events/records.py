"""What goes out: the settlement entry and the notices, exactly as contract, section 2, has them."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from croupier.events.fields import CardText, CurrencyCode, Day, Identifier, Instant, Note, Shape
from croupier.facts import RoundId
from croupier.ledger import Citation, Entry, EntryType, Notice, NoticeType, Placement
from croupier.wagers import Outcome, Tender

SCHEMA_VERSION = "1"

EntryId = Annotated[
    str, StringConstraints(pattern=r"^([A-Za-z0-9._-]{1,64}/){3}[A-Za-z0-9._-]{1,64}#[1-9][0-9]*$")
]
OddsText = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]*/[1-9][0-9]*$")]
FractionText = Annotated[str, StringConstraints(pattern=r"^-?[1-9][0-9]*/[1-9][0-9]*$")]


class SettlementRecord(Shape):
    """One entry of a wager's account: what is due by it, and why.

    ``winnings`` excludes the stake, ``returned`` includes it, ``house_win`` is stake less returned; all in
    the currency's minor unit, with opposite signs on a reversal. ``entry_id`` is the consumer's dedup key;
    ``entry`` is dense per wager.
    """

    type: Literal["settlement", "reversal"]
    entry_id: EntryId
    entry: Annotated[int, Field(ge=1)]
    reverses: EntryId | None
    wager_id: Identifier
    kind: Annotated[Identifier, Field(description="one of the contract's kinds; another only on a refused wager")]
    player: Identifier
    box: int
    hand: int
    tender: Tender
    site_id: Identifier
    table_id: Identifier
    round_id: Identifier
    rule_book: Identifier
    currency: CurrencyCode
    gaming_day: Day
    round_gaming_day: Day
    outcome: Outcome
    odds: OddsText | None
    stake: int
    winnings: int
    returned: int
    house_win: int
    rounding: FractionText | None
    clause: str | None
    citation: Citation | None
    because: str
    cards: list[CardText]
    dealer_cards: list[CardText]
    decided_by: Identifier
    occurred_at: Instant
    posted_at: Instant
    authorised_by: Note | None
    second: Note | None
    reason: Note | None
    schema_version: str
    shift: Identifier | None = None
    dealer_id: Identifier | None = None
    shoe_id: Identifier | None = None
    shuffler_id: Identifier | None = None

    def fields(self) -> Mapping[str, object]:
        """As JSON values, in the contract's order; the optional identifiers only where they were told."""
        return self.model_dump(mode="json", exclude_unset=True)


class VersionShape(Shape):
    """One of the contents in conflict, and the event that said it."""

    event_id: str
    value: str


class NoticeRecord(Shape):
    """What is not money but must be told. Where a field is not about anything it is null."""

    type: NoticeType
    site_id: str | None
    table_id: str | None
    round_id: str | None
    event_id: str | None
    wager_id: str | None
    clause: str | None
    field: str | None
    value: str | None
    versions: list[VersionShape]
    because: str
    occurred_at: str | None
    schema_version: str

    def fields(self) -> Mapping[str, object]:
        """As JSON values, in the contract's order."""
        return self.model_dump(mode="json")


def entry_id(round_id: RoundId, wager_id: str, number: int) -> str:
    """``<site>/<table>/<round>/<wager>#<entry>``: derived, never random."""
    return f"{round_id}/{wager_id}#{number}"


def settlement_record(round_id: RoundId, placement: Placement, entry: Entry) -> SettlementRecord:
    """The entry as finance reads it."""
    wager, provenance = entry.wager, entry.provenance
    return SettlementRecord(
        type="settlement" if entry.type is EntryType.SETTLEMENT else "reversal",
        entry_id=entry_id(round_id, wager.wager_id, entry.number),
        entry=entry.number,
        reverses=None if entry.reverses is None else entry_id(round_id, wager.wager_id, entry.reverses),
        wager_id=wager.wager_id,
        kind=str(wager.kind),
        player=wager.player,
        box=wager.box,
        hand=wager.hand,
        tender=wager.tender,
        site_id=round_id.site_id,
        table_id=round_id.table_id,
        round_id=round_id.round_id,
        rule_book=placement.seen.terms.rule_book,
        currency=placement.seen.terms.currency,
        gaming_day=provenance.gaming_day,
        round_gaming_day=placement.round_gaming_day,
        outcome=entry.outcome,
        odds=None if entry.odds is None else str(entry.odds),
        stake=entry.stake,
        winnings=entry.winnings,
        returned=entry.returned,
        house_win=entry.house_win,
        rounding=None if entry.rounding is None else f"{entry.rounding.numerator}/{entry.rounding.denominator}",
        clause=entry.clause,
        citation=entry.citation,
        because=entry.because,
        cards=[str(card) for card in entry.cards],
        dealer_cards=[str(card) for card in entry.dealer_cards],
        decided_by=provenance.decided_by,
        occurred_at=provenance.occurred_at,
        posted_at=provenance.posted_at,
        authorised_by=provenance.authorised_by,
        second=provenance.second,
        reason=provenance.reason,
        schema_version=SCHEMA_VERSION,
        **placement.tags,
    )


def notice_record(notice: Notice) -> NoticeRecord:
    """The notice as the settlement bus carries it."""
    return NoticeRecord(
        type=notice.type,
        site_id=notice.site_id,
        table_id=notice.table_id,
        round_id=notice.round_id,
        event_id=notice.event_id,
        wager_id=notice.wager_id,
        clause=notice.clause,
        field=notice.field,
        value=notice.value,
        versions=[VersionShape(event_id=version.event_id, value=version.value) for version in notice.versions],
        because=notice.because,
        occurred_at=notice.occurred_at,
        schema_version=SCHEMA_VERSION,
    )
