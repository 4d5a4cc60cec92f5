"""From a ruling to an entry: the one place where odds meet money."""

from croupier.events.parsing import Event
from croupier.ledger import Entry, EntryType, Provenance, WagerRecord
from croupier.money import winnings
from croupier.rules.book import RuleBook
from croupier.rules.rulings import Ruling
from croupier.wagers import Outcome


def settlement(book: RuleBook, record: WagerRecord, ruling: Ruling, event: Event, posted_at: str) -> Entry:
    """The next entry of the account: what is due by the ruling."""
    stake = record.wager.amount
    won = None if ruling.odds is None else winnings(stake, ruling.odds, book.smallest_payment)
    amount = 0 if won is None else won.amount
    return Entry(
        type=EntryType.SETTLEMENT,
        number=len(record.entries) + 1,
        reverses=None,
        outcome=ruling.outcome,
        odds=ruling.odds,
        stake=stake,
        winnings=amount,
        returned=0 if ruling.outcome is Outcome.LOSE else stake + amount,
        rounding=None if won is None or won.dropped == 0 else won.dropped,
        clause=ruling.clause.number,
        citation=ruling.clause.citation,
        because=ruling.because,
        cards=ruling.cards,
        dealer_cards=ruling.dealer_cards,
        provenance=Provenance(
            decided_by=event.seen.event_id,
            occurred_at=event.seen.occurred_at,
            posted_at=posted_at,
            gaming_day=record.placement.round_gaming_day,
        ),
    )
