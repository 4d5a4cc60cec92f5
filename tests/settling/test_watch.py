"""The watch: what a handler recorded and failed to settle, what no handler sees, what is missing of a round."""

import random
from datetime import timedelta

import pytest

from croupier.facts import RoundId
from croupier.ledger import NoticeType, WagerRecord
from croupier.settling.desks import handle, read_entry
from croupier.settling.house import House, between, later
from croupier.settling.watch import look, watch
from croupier.stores.memory import MemoryStore
from croupier.wagers import Desk
from local import template
from local.stack import DESKS, MemoryStack, happened, heard_by
from tests.dealing import dealt_round
from tests.oracle import due as due_of
from tests.playing import changed, named, outcome_of, without
from tests.settling.accounts import accounts, check_accounts, check_decided
from tests.table_system import Entry, TableSystem

ROUND = RoundId("akl", "bj-07", "r-000123")
RULES = template.rules(template.load())
HOUSE = House()


def told(*, second: str = "9C") -> TableSystem:
    """Main, Super Sevens and insurance, dealt and completed."""
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100), ("s", "super-sevens", 1, "p", 10))
    table.initial_deal("AS", box1=f"TH {second}")
    table.place(("i", "insurance", 1, "p", 50))
    table.end(1, "stand")
    table.dealer("8C")
    table.complete()
    return table


class Dying(MemoryStore):
    """A store before which handlers die as soon as they read a wager."""

    dying = True

    def read_wagers(self, round_id: RoundId, desk: Desk, box: int | None = None) -> tuple[WagerRecord, ...]:
        return () if self.dying else super().read_wagers(round_id, desk, box)


def recorded_only(events: list[Entry]) -> MemoryStore:
    """A store in which every handler has written what it heard and then died, before it settled anything."""

    store = Dying()
    for entry in events:
        event = read_entry(entry)
        for function in heard_by(RULES, entry):
            handle(event, entry, DESKS[function], store, happened)
    store.dying = False
    return store


def standing(store: MemoryStore) -> dict[str, str]:
    held = {wager: record.standing for wager, record in accounts(store, ROUND).items()}
    return {wager: str(entry.outcome) for wager, entry in held.items() if entry is not None}


def watched(store: MemoryStore, after: timedelta) -> None:
    """One look of the watch, so long after the round became due."""
    due = store.read_due(ROUND)
    assert due is not None
    watch(due, store, later(due.since, after), HOUSE)


def notices(store: MemoryStore, type: NoticeType) -> list[str]:
    return [notice.because for notice in store.read_notices(ROUND) if notice.type is type]


# Settling


def test_it_settles_every_kind_that_was_recorded_and_not_settled() -> None:
    store = recorded_only(told().events)
    assert standing(store) == {}
    posted = look(ROUND, store)
    # 19 against A 8, a soft 19; no seven; no blackjack.
    assert standing(store) == {"m": "stand-off", "s": "lose", "i": "lose"}
    assert len(posted.entries) == 3
    assert look(ROUND, store).entries == []


def test_its_entries_name_the_event_that_decided_and_not_the_last_one() -> None:
    events = told().events
    store = recorded_only(events)
    look(ROUND, store)
    decided_by = {
        wager: record.entries[0].provenance.decided_by for wager, record in accounts(store, ROUND).items()
    }
    settled_in_order = outcome_of(events)
    assert decided_by == {record.wager_id: record.decided_by for record in settled_in_order.settlements}


def test_it_settles_a_wager_that_was_placed_after_what_decided_it() -> None:
    table = told()
    table.place(("late", "super-sevens", 1, "p", 10))
    store = recorded_only(table.events)
    look(ROUND, store)
    (entry,) = accounts(store, ROUND)["late"].entries
    assert entry.provenance.decided_by == table.events[-1]["detail"]["metadata"]["event_id"]


def test_a_void_whose_handlers_all_died_is_posted_with_its_authority() -> None:
    table = told()
    stack = MemoryStack()
    for entry in table.events:
        stack.put(entry)
    void = table.supervise(
        "WagersVoided",
        clause="16.6",
        scope={"round": True},
        after_sequence=table.sequence,
        reason="shoe misloaded",
        authorised_by="s.kahu",
    )
    event = read_entry(void)
    assert isinstance(stack.store, MemoryStore)
    for fact in event.facts:  # type: ignore[union-attr]
        stack.store.record_round(ROUND, [fact])  # type: ignore[list-item]
    before = accounts(stack.store, ROUND)
    look(ROUND, stack.store, "2026-11-29T00:00:00.000Z")
    after = accounts(stack.store, ROUND)
    check_accounts(before, after)
    assert standing(stack.store) == {"m": "void", "s": "void", "i": "void"}
    provenance = after["m"].entries[-1].provenance
    assert (provenance.authorised_by, provenance.decided_by) == ("s.kahu", "s-1")


@pytest.mark.parametrize("rule_book", ["au-1", "au-2", "nz-1996"])
def test_it_comes_to_what_is_due_from_the_record_alone(rule_book: str) -> None:
    for seed in range(15):
        table = dealt_round(random.Random(seed), rule_book)
        store = recorded_only(table.events)
        look(ROUND, store)
        check_decided(store, ROUND)
        expected = {wager: result[0] for wager, result in due_of(table).items()}
        assert standing(store) == expected


# What no single handler sees


def test_a_card_in_conflict_that_decides_nothing_is_told_of() -> None:
    table = told()
    second = named(table.events, "CardDealt")[2]
    lost = [entry for entry in without(table.events, "HandEnded", "InitialDealCompleted") if entry is not second]
    out = outcome_of([*lost, changed(second, "detail.data.card", "2H")])
    assert out.standing["m"][0] == "stand-off"
    (notice,) = out.told("round-under-review")
    assert notice.because.startswith("box 1, card 2 was told in different ways: 2H in event")


def test_a_dealers_card_beyond_the_completed_hand_is_told_of_whenever_it_comes() -> None:
    table = told()
    dealt = named(table.events, "CardDealt")[-1]
    beyond = changed(changed(dealt, "detail.data.nth", 3), "detail.data.card", "4H")
    out = outcome_of([*table.events, changed(beyond, "detail.metadata.event_id", "e-beyond")])
    (notice,) = out.told("round-under-review")
    assert notice.because.startswith("dealer, card 3 was told in different ways: 4H in event e-beyond, no card")


def test_two_initial_deals_with_different_boxes_are_told_of() -> None:
    table = told()
    (deal,) = named(table.events, "InitialDealCompleted")
    other = changed(
        deal, "detail.data.boxes", [{"box": 1, "cards": ["TH", "9C"]}, {"box": 2, "cards": ["2C", "3C"]}]
    )
    out = outcome_of([*table.events, changed(other, "detail.metadata.event_id", "e-other")])
    assert any("box 2, card 1" in notice.because for notice in out.told("round-under-review"))


def test_the_round_opened_after_the_completed_round_lets_the_copies_be_counted_and_told_of() -> None:
    table = TableSystem()
    opened = table.open(decks=1)
    table.place(("m", "main", 1, "p", 100))
    table.initial_deal("TD", box1="9H 9H")
    table.end(1, "stand")
    table.dealer("7C")
    table.complete()
    out = outcome_of([*table.events[1:], opened])
    assert out.standing["m"][0] == "win"
    # Nobody may take the entry back but a supervisor; that the shoe cannot hold two 9H is for him to see.
    (wager,) = [notice for notice in out.notices if notice.type == "round-under-review"]
    assert "9H" in wager.because


# Late money


def test_more_wagers_counted_than_known_leave_the_round_due_and_visible() -> None:
    table = told()
    events = [*table.events[:-1], changed(table.events[-1], "detail.data.wager_count", 4)]
    (notice,) = outcome_of(events).told("round-under-review")
    assert notice.because == "the completed round counts 4 wagers and only 3 were told"
    assert (notice.field, notice.value) == ("data.wager_count", "4")
    stack = MemoryStack()
    for entry in events:
        stack.put(entry)
    assert isinstance(stack.store, MemoryStore)
    watched(stack.store, timedelta(hours=5))
    assert stack.store.read_due(ROUND) is not None
    late = changed(
        changed(table.events[1], "detail.data.wagers.0.wager_id", "late"), "detail.metadata.event_id", "l"
    )
    late = changed(late, "detail.data.wagers", [{**late["detail"]["data"]["wagers"][0]}])
    stack.put(late)
    watched(stack.store, timedelta(hours=6))
    assert stack.store.read_due(ROUND) is None


def test_a_card_three_weeks_late_settles_and_the_watch_looks_at_the_round_again() -> None:
    table = TableSystem()
    table.place(("s", "super-sevens", 1, "p", 10))
    table.deal(1, "9H")
    stack = MemoryStack()
    stack.put(table.events[0])
    assert isinstance(stack.store, MemoryStore)
    watched(stack.store, timedelta(days=21))
    stack.put(table.events[1])
    assert standing(stack.store) == {"s": "lose"}
    assert stack.store.read_due(ROUND) is not None


# What is missing, and when a round is closed


def settled() -> MemoryStore:
    stack = MemoryStack()
    for entry in told().events:
        stack.put(entry)
    assert isinstance(stack.store, MemoryStore)
    return stack.store


def test_a_finished_round_is_closed_at_the_first_look_and_nothing_is_told() -> None:
    store = settled()
    watched(store, HOUSE.first_look)
    assert store.read_due(ROUND) is None
    assert store.read_notices(ROUND) == ()


def test_an_event_that_comes_while_the_watch_looks_keeps_the_round_due() -> None:
    store = settled()
    due = store.read_due(ROUND)
    assert due is not None
    store.hear(ROUND, 3, "2026-11-28T21:20:00.000Z", "2026-11-28T21:22:00.000Z")
    watch(due, store, later(due.since, HOUSE.first_look))
    assert store.read_due(ROUND) is not None


def test_a_gap_in_the_sequence_is_told_when_the_round_has_long_been_quiet_and_then_the_round_is_closed() -> None:
    table = told()
    stack = MemoryStack()
    for entry in [*table.events[:3], *table.events[5:]]:
        stack.put(entry)
    assert isinstance(stack.store, MemoryStore)
    store = stack.store
    watched(store, HOUSE.first_look)
    assert notices(store, NoticeType.ROUND_UNDER_REVIEW) == []
    assert store.read_due(ROUND) is not None
    watched(store, HOUSE.quiet)
    assert notices(store, NoticeType.ROUND_UNDER_REVIEW) == [
        "of the table's events the following were never heard: 4, 5"
    ]
    assert store.read_due(ROUND) is None


def test_the_same_card_told_again_by_another_event_leaves_no_gap() -> None:
    table = told()
    again = table.tell("CardDealt", dict(table.events[2]["detail"]["data"]))
    stack = MemoryStack()
    for entry in [again, *table.events]:
        stack.put(entry)
    assert isinstance(stack.store, MemoryStore)
    watched(stack.store, HOUSE.quiet)
    assert stack.store.read_due(ROUND) is None
    assert stack.store.read_notices(ROUND) == ()


def test_an_open_wager_is_overdue_once_and_keeps_the_round_due() -> None:
    stack = MemoryStack()
    for entry in told().events[:-1]:
        stack.put(entry)
    assert isinstance(stack.store, MemoryStore)
    store = stack.store
    watched(store, HOUSE.quiet)
    assert notices(store, NoticeType.WAGER_OVERDUE) == []
    for age in (HOUSE.overdue, 2 * HOUSE.overdue):
        watched(store, age)
    assert notices(store, NoticeType.WAGER_OVERDUE) == ["wager m is still open: it waits for the completed round"]
    assert notices(store, NoticeType.ROUND_UNDER_REVIEW) == ["the round was neither completed nor voided"]
    assert store.read_due(ROUND) is not None


def test_a_round_voided_whole_needs_no_completed_round() -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100))
    table.supervise(
        "WagersVoided",
        clause="17.4",
        scope={"round": True},
        after_sequence=2,
        reason="device failed",
        authorised_by="s.kahu",
    )
    stack = MemoryStack()
    for entry in table.events:
        stack.put(entry)
    assert isinstance(stack.store, MemoryStore)
    watched(stack.store, HOUSE.first_look)
    assert stack.store.read_due(ROUND) is None
    assert stack.store.read_notices(ROUND) == ()


def test_it_looks_ever_more_rarely_and_at_least_every_hour() -> None:
    stack = MemoryStack()
    stack.put(told().events[1])
    assert isinstance(stack.store, MemoryStore)
    looks: list[timedelta] = []
    while (due := stack.store.read_due(ROUND)) and len(looks) < 9:
        looks.append(between(due.since, due.look_at))
        watch(due, stack.store, due.look_at)
    assert looks == [timedelta(minutes=minutes) for minutes in (2, 4, 8, 16, 32, 64, 124, 184, 244)]


# Large wins


def test_winnings_above_the_threshold_are_told_with_the_entry_and_once() -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100), ("s", "super-sevens", 1, "p", 200))
    table.initial_deal("AS", box1="7H 7C")
    table.deal(1, "7D")
    # 500 to 1 on 200 is 100,000.
    for threshold, expected in ((99_999, 1), (100_000, 0)):
        store = MemoryStore()
        for entry in [*table.events, *table.events]:
            event = read_entry(entry)
            for function in heard_by(RULES, entry):
                handle(event, entry, DESKS[function], store, happened, House(large_win=threshold))
        large = [notice for notice in store.read_notices(ROUND) if notice.type is NoticeType.LARGE_WIN]
        assert len(large) == expected
        if large:
            assert (large[0].wager_id, large[0].value) == ("s", "100000")
            assert "to be verified before it is paid" in large[0].because


def test_a_handler_that_dies_before_it_told_of_a_large_win_tells_when_it_is_tried_again() -> None:
    table = TableSystem()
    table.place(("s", "super-sevens", 1, "p", 200))
    table.initial_deal("AS", box1="7H 7C")
    table.deal(1, "7D")
    store = MemoryStore()
    for entry in table.events:
        for function in heard_by(RULES, entry):
            # Settled by a handler to which no win is large, as if it had died before it told.
            handle(read_entry(entry), entry, DESKS[function], store, happened, House(large_win=10**15))
    look(ROUND, store, house=House(large_win=1000))
    assert len(notices(store, NoticeType.LARGE_WIN)) == 1


def test_the_front_desk_changes_a_wager_of_an_unknown_kind_when_a_supervisor_says_what_it_was() -> None:
    table = TableSystem()
    table.open()
    table.place(("w", "even-money", 1, "p", 100))
    table.initial_deal("AS", box1="TH 9C")
    table.end(1, "stand")
    table.dealer("8C")
    table.complete()
    really = {"wager_id": "w", "kind": "main", "box": 1, "hand": 1, "player": "p", "amount": 100}
    table.supervise("WagersCorrected", revision=1, wagers=[really], reason="misread", authorised_by="s.kahu")
    out = outcome_of(table.events)
    assert [str(record.outcome) for record in out.settlements] == ["void", "void", "stand-off"]
