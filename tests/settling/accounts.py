"""What must hold of every account at every moment, and in the end."""

from croupier.facts import RoundId
from croupier.ledger import EntryType, WagerRecord
from croupier.round import gather
from croupier.rules import library
from croupier.rules.rulings import Ruling, Undecided
from croupier.settling.correcting import really
from croupier.settling.deciding import decide
from croupier.stores.port import Store
from croupier.wagers import Desk


def accounts(store: Store, round_id: RoundId) -> dict[str, WagerRecord]:
    return {record.wager.wager_id: record for desk in Desk for record in store.read_wagers(round_id, desk)}


def check_accounts(before: dict[str, WagerRecord], after: dict[str, WagerRecord]) -> None:
    """Entries are only appended, dense, and sum to the standing one; a reversal undoes the entry before it."""
    for wager_id, record in after.items():
        earlier = before[wager_id].entries if wager_id in before else ()
        assert record.entries[: len(earlier)] == earlier, "an entry was changed"
        assert [entry.number for entry in record.entries] == list(range(1, len(record.entries) + 1))
        for one, two in zip(record.entries, record.entries[1:], strict=False):
            assert (one.type is EntryType.SETTLEMENT) is (two.type is EntryType.REVERSAL), "two standing entries"
            if two.type is EntryType.REVERSAL:
                assert two.reverses == one.number
                assert (two.stake, two.winnings, two.returned) == (-one.stake, -one.winnings, -one.returned)
        standing = record.standing
        assert sum(entry.house_win for entry in record.entries) == (0 if standing is None else standing.house_win)
        assert sum(entry.returned for entry in record.entries) == (0 if standing is None else standing.returned)


def check_decided(store: Store, round_id: RoundId) -> None:
    """What stands is what all the facts decide."""
    facts = [*store.read_hands(round_id), *store.read_round(round_id)]
    for record in accounts(store, round_id).values():
        told = gather(facts, record.placement.seen.terms)
        book = library.shelf()[record.placement.seen.terms.rule_book]
        decision, standing = decide(book, record.wager, told), record.standing
        match decision:
            case Ruling():
                assert standing is not None, f"{record.wager.wager_id} is decided and not settled"
                wager = really(record.wager, told)
                assert (standing.outcome, standing.odds, standing.wager) == (
                    decision.outcome,
                    decision.odds,
                    wager,
                )
            case Undecided(in_conflict=False):
                assert standing is None, f"{record.wager.wager_id} is settled and not decided"
            case _:
                pass
