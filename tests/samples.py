"""Samples of every event and of everything that goes out, for ``events/samples``.

``python -m tests.samples`` writes what is missing. A sample once published is never changed: it must parse
for ever. What goes out is taken from replays, so that the samples stay true; those of it without a dot in their
names were published before and stay as they are.
"""

import json
from pathlib import Path

from croupier.events.records import NoticeRecord, SettlementRecord, notice_record
from croupier.facts import RoundId
from croupier.settling.house import HOUSE, later
from croupier.settling.watch import watch
from local.stack import MemoryStack
from tests.playing import Outcome, changed, outcome_of
from tests.rounds import new_zealand_1996, sevens_and_splits, voided_after_settlement
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
    """What the settlement bus carries, from replays: ``<detail-type>.<what it shows>``."""
    corrected, faulty = outcome_of(voided_after_settlement()[0]), outcome_of(faulty_round())
    entries = {(entry.wager_id, entry.entry): entry for entry in corrected.settlements}
    shown: dict[str, SettlementRecord | NoticeRecord] = {
        "WagerSettled.win-rounded": entries["w-1", 1],
        "WagerSettled.win": entries["w-2", 1],
        "WagerSettled.win-side-wager": entries["w-4", 1],
        "WagerSettled.lose": entries["w-3", 1],
        "WagerSettled.stand-off": entries["w-5", 1],
        "WagerSettled.void-by-supervisor": entries["w-2", 3],
        "WagerSettled.void-refused": faulty.of("w-4"),
        "SettlementReversed.win-voided": entries["w-2", 2],
        "WagerRefused.insurance-above-half": _only(faulty, "wager-refused"),
        "WagerQuestioned.insurance-without-ace": _only(faulty, "wager-questioned"),
        "EventRejected.no-such-card": _only(faulty, "event-rejected"),
        "RoundUnderReview.two-cards-in-one-place": _only(faulty, "round-under-review"),
        "LargeWin.three-sevens-of-hearts": _only(faulty, "large-win"),
        "WagerOverdue.round-not-completed": overdue_notice(),
    }
    return {
        name: {
            "source": "blackjack.settlement",
            "detail-type": name.partition(".")[0],
            "detail": dict(record.fields()),
        }
        for name, record in shown.items()
    }


def _only(outcome: Outcome, type: str) -> NoticeRecord:
    (notice,) = outcome.told(type)
    return notice


def faulty_round() -> list[Entry]:
    """A round about which everything is told that needs no clock."""
    table = TableSystem(round_id="r-000133")
    table.open(limits={"main": {"min": 500, "max": 500000}})
    table.place(("w-1", "main", 1, "p-1", 5000), ("w-2", "super-sevens", 1, "p-1", 500))
    table.initial_deal("9C", box1="7H 7H")
    table.place(("w-3", "insurance", 1, "p-1", 2500), original=5000)
    table.place(("w-4", "insurance", 1, "p-1", 3000), original=5000)
    table.deal(1, "7H")
    told = table.events[-1]
    misread = changed(changed(told, "detail.data.card", "1H"), "detail.metadata.event_id", "e-10")
    another = changed(changed(told, "detail.data.card", "7S"), "detail.metadata.event_id", "e-11")
    return [*table.events, misread, another]


def overdue_notice() -> NoticeRecord:
    """What the watch tells of a round whose end nobody told."""
    stack = MemoryStack()
    events = voided_after_settlement()[0]
    for entry in events[:4]:
        stack.put(entry)
    round_id = RoundId("akl", "bj-07", "r-000132")
    due = stack.store.read_due(round_id)
    assert due is not None
    watch(due, stack.store, later(due.since, HOUSE.overdue))
    (notice, *_) = (each for each in stack.store.read_notices(round_id) if each.type == "wager-overdue")
    return notice_record(notice)


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
