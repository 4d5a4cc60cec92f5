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

    Entries are only ever added. A correction adds a reversal, which has the figures of the entry it undoes with
    opposite signs, and, if the wager is still decided, a new settlement.
    """

    type: Annotated[
        Literal["settlement", "reversal"],
        Field(description="a settlement says what is due; a reversal undoes an earlier settlement exactly"),
    ]
    entry_id: Annotated[
        EntryId,
        Field(
            description="`<site>/<table>/<round>/<wager>#<entry>`: the key to drop repeats by, never used twice"
        ),
    ]
    entry: Annotated[
        int,
        Field(
            ge=1,
            description="the place among the wager's entries, from 1 without gaps: one that lacks was not read",
        ),
    ]
    reverses: Annotated[
        EntryId | None,
        Field(description="entry_id of the settlement that it undoes; null on a settlement"),
    ]
    wager_id: Annotated[Identifier, Field(description="the table's name for the wager, unique within the round")]
    kind: Annotated[
        Identifier,
        Field(
            description="main, double, split, insurance, super-sevens or perfect-pairs; another only on a refused "
            "wager, as the table named it"
        ),
    ]
    player: Annotated[Identifier, Field(description="whose money it is; constant within the round only")]
    box: Annotated[int, Field(description="the box on the layout, from 1")]
    hand: Annotated[
        int, Field(description="the hand of the box that the wager is on: 1, or a later one after a split")
    ]
    tender: Annotated[Tender, Field(description="what was staked: chips, credit or promotional")]
    site_id: Annotated[Identifier, Field(description="the casino")]
    table_id: Annotated[Identifier, Field(description="the table, within the site")]
    round_id: Annotated[Identifier, Field(description="the round, unique for ever within site and table")]
    rule_book: Annotated[Identifier, Field(description="the licensed rules that decided: au-1, au-2, nz-1996")]
    currency: Annotated[
        CurrencyCode, Field(description="ISO 4217; its minor unit is the unit of every amount in the record")
    ]
    gaming_day: Annotated[
        Day,
        Field(
            description="the day the entry counts to: the round's for a first settlement, the day of the "
            "supervisor's event for a correction"
        ),
    ]
    round_gaming_day: Annotated[Day, Field(description="the day on which the round opened, of corrections too")]
    outcome: Annotated[
        Outcome, Field(description="win, lose, stand-off or void; on a reversal that of the entry it undoes")
    ]
    odds: Annotated[
        OddsText | None, Field(description="what a win pays to the stake, as an exact fraction; null unless a win")
    ]
    stake: Annotated[int, Field(description="in minor units; negative on a reversal")]
    winnings: Annotated[
        int, Field(description="due on top of the stake, in minor units, without it; negative on a reversal")
    ]
    returned: Annotated[
        int,
        Field(
            description="due to the player in all, in minor units: stake and winnings of a win, the stake of a "
            "stand-off or void, 0 of a loss; negative on a reversal"
        ),
    ]
    house_win: Annotated[
        int,
        Field(
            description="stake less returned, in minor units: negative when the house pays; adds up over entries"
        ),
    ]
    rounding: Annotated[
        FractionText | None,
        Field(description="the part of a minor unit dropped from the winnings, as a fraction; null if none was"),
    ]
    clause: Annotated[
        str | None, Field(description="the clause of the rule book that decides; null where the book holds none")
    ]
    citation: Annotated[
        Citation | None,
        Field(description="how firmly the clause carries it: text, inferred, nearest-text; null without a clause"),
    ]
    because: Annotated[str, Field(description="one sentence for people; its wording may improve")]
    cards: Annotated[list[CardText], Field(description="the cards that decided, each as rank and suit")]
    dealer_cards: Annotated[
        list[CardText], Field(description="the dealer's cards that decided, each as rank and suit")
    ]
    decided_by: Annotated[Identifier, Field(description="event_id of the event that made the decision possible")]
    occurred_at: Annotated[Instant, Field(description="when that event happened at the table: RFC 3339 in UTC")]
    posted_at: Annotated[
        Instant,
        Field(
            description="when the entry was written, by the clock: RFC 3339 in UTC; for measuring and closing, "
            "nothing is decided by it; in a replay it equals occurred_at"
        ),
    ]
    authorised_by: Annotated[
        Note | None, Field(description="who authorised the correction behind the entry; null if there was none")
    ]
    second: Annotated[Note | None, Field(description="the correction's second authoriser, if it had one")]
    reason: Annotated[Note | None, Field(description="why it was corrected, in the supervisor's words")]
    schema_version: Annotated[
        str, Field(description="of this record; fields may be added within a major version and must be ignored")
    ]
    shift: Annotated[Identifier | None, Field(description="the shift, where the table told it")] = None
    dealer_id: Annotated[Identifier | None, Field(description="the dealer, where the table told it")] = None
    shoe_id: Annotated[Identifier | None, Field(description="the shoe, where the table told it")] = None
    shuffler_id: Annotated[Identifier | None, Field(description="the shuffler, where the table told it")] = None

    def fields(self) -> Mapping[str, object]:
        """As JSON values, in the contract's order; the optional identifiers only where they were told."""
        return self.model_dump(mode="json", exclude_unset=True)


class VersionShape(Shape):
    """One of the contents in conflict, and the event that said it."""

    event_id: Annotated[str, Field(description="the event that said it")]
    value: Annotated[str, Field(description="what it said")]


class NoticeRecord(Shape):
    """What is not money but must be told. Where a field is not about anything it is null."""

    type: Annotated[NoticeType, Field(description="the notice's name in kebab case")]
    site_id: Annotated[str | None, Field(description="the casino, where known")]
    table_id: Annotated[str | None, Field(description="the table, where known")]
    round_id: Annotated[str | None, Field(description="the round, where known")]
    event_id: Annotated[str | None, Field(description="the event that it is about or that brought it up")]
    wager_id: Annotated[str | None, Field(description="the wager that it is about")]
    clause: Annotated[str | None, Field(description="the clause of the rule book that it rests on")]
    field: Annotated[str | None, Field(description="the field that it is about, as a path in the event's detail")]
    value: Annotated[str | None, Field(description="what that field says, as text")]
    versions: Annotated[
        list[VersionShape], Field(description="the contents that contradict each other; empty without a conflict")
    ]
    because: Annotated[str, Field(description="one sentence for people; its wording may improve")]
    occurred_at: Annotated[
        str | None, Field(description="when that event happened: RFC 3339 in UTC with milliseconds")
    ]
    schema_version: Annotated[
        str, Field(description="of this record; fields may be added within a major version and must be ignored")
    ]

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
