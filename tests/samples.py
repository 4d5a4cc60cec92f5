"""One sample of every event and of everything that goes out, for ``events/samples``.

``python -m tests.samples`` writes what is missing. A sample once published is never changed: it must parse
for ever.
"""

import json
from functools import partial
from pathlib import Path

from croupier.cards import cards
from croupier.events.records import notice_record, settlement_record
from croupier.facts import RoundId, Seen, Terms
from croupier.ledger import (
    Citation,
    EntryType,
    Notice,
    NoticeType,
    Placement,
    Provenance,
    Version,
    WagerRecord,
)
from croupier.ledger import (
    Entry as LedgerEntry,
)
from croupier.money import Odds
from croupier.wagers import Kind, Outcome, Wager
from tests.rounds import new_zealand_1996, sevens_and_splits
from tests.table_system import Entry, TableSystem

SAMPLES = Path(__file__).parent.parent / "events" / "samples"


def incoming() -> dict[str, Entry]:
    """The first of each table event in the recorded rounds, and one of each correction."""
    found: dict[str, Entry] = {}
    for entry in [*sevens_and_splits()[0], *new_zealand_1996()[0]]:
        found.setdefault(str(entry["detail-type"]), entry)
    table = TableSystem()
    who = {"authorised_by": "supervisor.kahu", "second": "manager.lee"}
    corrections = [
        table.supervise(
            "WagersVoided",
            clause="16.6",
            scope={"round": True},
            after_sequence=17,
            reason="the cards could not be reconstructed",
            completed_side_wagers="return",
            **who,
        ),
        table.supervise(
            "VoidRescinded",
            voided_event_id="s-1",
            reason="the recording shows every card",
            authorised_by="supervisor.kahu",
        ),
        table.supervise(
            "RoundReconstructed",
            revision=1,
            boxes=[{"box": 3, "dealt": ["7S", "7S"], "hands": [{"hand": 1, "cards": ["7S", "7S"]}]}],
            dealer=["TD", "9C"],
            complete=True,
            clause="16.6",
            reason="box 3's second card was misread as 7H",
            **who,
        ),
        table.supervise(
            "WagersCorrected",
            revision=1,
            wagers=[{"wager_id": "w-9", "kind": "main", "box": 3, "hand": 1, "player": "p-4", "amount": 500000}],
            reason="the stake was 5,000.00 and was read as 500.00",
            **who,
        ),
        table.supervise(
            "WagersUpheld",
            wagers=["w-12"],
            reason="the limit was raised for this player",
            authorised_by="supervisor.kahu",
        ),
    ]
    return found | {str(entry["detail-type"]): entry for entry in corrections}


def outgoing() -> dict[str, Entry]:
    """What the settlement bus carries: a settlement, its reversal, and every notice."""
    round_id = RoundId("akl", "bj-07", "r-000123")
    seen = Seen("e-41", "2026-11-28T21:14:31.907Z", 41, Terms("au-2", "NZD"), "2026-11-28")
    wager = Wager("w-9", Kind.SUPER_SEVENS, box=3, hand=1, player="p-4", amount=500)
    record = WagerRecord(round_id, Placement(wager, seen, "2026-11-28", {"shift": "evening", "shoe_id": "shoe-4"}))
    entry = LedgerEntry(
        wager=wager,
        type=EntryType.SETTLEMENT,
        number=1,
        reverses=None,
        outcome=Outcome.WIN,
        odds=Odds.parse("50/1"),
        stake=500,
        winnings=25000,
        returned=25500,
        rounding=None,
        clause="14.4.2",
        citation=Citation.TEXT,
        because="7H 7C are two sevens of different suits and the next card, KD, is not a seven",
        cards=cards("7H 7C KD"),
        dealer_cards=(),
        provenance=Provenance("e-41", "2026-11-28T21:14:31.907Z", "2026-11-28T21:14:32.011Z", "2026-11-28"),
    )
    correction = Provenance(
        decided_by="s-3",
        occurred_at="2026-11-28T22:02:10.500Z",
        posted_at="2026-11-28T22:02:10.902Z",
        gaming_day="2026-11-28",
        authorised_by="supervisor.kahu",
        second="manager.lee",
        reason="box 3's second card was misread as 7C",
    )
    records = {
        "WagerSettled": settlement_record(round_id, record.placement, entry),
        "SettlementReversed": settlement_record(round_id, record.placement, entry.reversal(2, correction)),
    }
    out = {name: dict(record.fields()) for name, record in records.items()}
    out |= {name: dict(notice_record(notice).fields()) for name, notice in _notices().items()}
    return {
        name: {"source": "blackjack.settlement", "detail-type": name, "detail": detail}
        for name, detail in out.items()
    }


def _notices() -> dict[str, Notice]:
    notice = partial(
        Notice,
        about="sample",
        site_id="akl",
        table_id="bj-07",
        round_id="r-000123",
        event_id="e-41",
        occurred_at="2026-11-28T21:14:31.907Z",
    )
    return {
        "WagerRefused": notice(
            type=NoticeType.WAGER_REFUSED,
            because="wager w-5 is refused and its stake of 3000 returned: insurance of 3000 is more than half of "
            "the original wager of 5000",
            wager_id="w-5",
            clause="8",
            field="data.wagers",
            value="insurance of 3000",
        ),
        "WagerQuestioned": notice(
            type=NoticeType.WAGER_QUESTIONED,
            because="wager w-6 is insurance and the dealer's first card, 9C, is not an ace",
            wager_id="w-6",
            clause="8",
            field="data.card",
            value="9C",
        ),
        "EventRejected": notice(
            type=NoticeType.EVENT_REJECTED,
            because="event e-41: data.card is \"1H\": '1H' is not a card: a rank of A 2 3 4 5 6 7 8 9 T J Q K, "
            "then a suit of S H D C",
            field="data.card",
            value='"1H"',
        ),
        "RoundUnderReview": notice(
            type=NoticeType.ROUND_UNDER_REVIEW,
            because="box 3, card 2 was told in different ways: 7C in event e-17, 7S in event e-41",
            field="data.card",
            value="7S",
            versions=(Version("e-17", "7C"), Version("e-41", "7S")),
        ),
        "LargeWin": notice(
            type=NoticeType.LARGE_WIN,
            because="wager w-9 wins 25000, above the site's threshold: verify before paying",
            wager_id="w-9",
            clause="14.4.2",
            field="winnings",
            value="25000",
        ),
        "WagerOverdue": notice(
            type=NoticeType.WAGER_OVERDUE,
            because="wager w-9 is still open: it waits for the completed round",
            wager_id="w-9",
        ),
    }


def samples() -> dict[str, Entry]:
    """Every sample by the name of its file."""
    return {f"{name}.json": entry for name, entry in (incoming() | outgoing()).items()}


def write() -> None:
    """Write the samples that are not published yet."""
    SAMPLES.mkdir(exist_ok=True)
    for name, entry in samples().items():
        if not (SAMPLES / name).exists():
            (SAMPLES / name).write_text(json.dumps(entry, indent=2) + "\n")


if __name__ == "__main__":
    write()
