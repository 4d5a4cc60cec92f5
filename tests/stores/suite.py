"""What every store must do: the store port's promises, one test each. An adapter's test inherits the suite."""

from abc import ABC, abstractmethod
from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.cards import cards
from croupier.facts import (
    Authority,
    BoxCard,
    Burned,
    DealerCard,
    DealtBox,
    DisputedWager,
    EndReason,
    Fact,
    HandEnded,
    HandFact,
    HandKey,
    HandSplit,
    InitialDeal,
    Irregularity,
    Limits,
    RoundCompleted,
    RoundFact,
    RoundId,
    RoundOpened,
    RoundReconstructed,
    Seen,
    Terms,
    VoidRescinded,
    VoidScope,
    WagersCorrected,
    WagersUpheld,
    WagersVoided,
)
from croupier.ledger import (
    Citation,
    Entry,
    EntryType,
    Notice,
    NoticeType,
    Placement,
    Provenance,
    Version,
    WagerRecord,
)
from croupier.money import Odds
from croupier.stores.port import RoundDue, Store
from croupier.wagers import Desk, Kind, Outcome, Tender, UnknownKind, Wager

ROUND = RoundId("akl", "bj-07", "r-1")
OTHER_ROUND = RoundId("akl", "bj-07", "r-2")
BEFORE, AT, LOOK_AT, LATER = (f"2026-11-28T21:{minute}:00.000Z" for minute in (13, 14, 16, 30))
TERMS, OTHER_TERMS = Terms("au-2", "NZD"), Terms("au-2", "AUD")
AUTHORITY = Authority("supervisor.kahu", "manager.lee", "the recording shows it")
(SEVEN, EIGHT) = cards("7H 8C")

WAGER = Wager("w-1", Kind.SUPER_SEVENS, 3, 1, "p-1", 10**12, original=10**12, tender=Tender.CREDIT, patron="m-77")

ROUND_FACTS: list[RoundFact] = [
    RoundOpened(8, (Kind.SUPER_SEVENS,), ((Kind.MAIN, Limits(0, 10**12)),)),
    InitialDeal(0, ((3, cards("7H 8C")), (4, ())), cards("TD")),
    RoundCompleted(
        0,
        (DealtBox(3, cards("7H 8C"), ((1, cards("7H 8C")),)),),
        cards("TD 9C"),
        10**6,
        (Burned(None, 3, SEVEN, "16.5"), Burned(4, 1, EIGHT, "15.3")),
    ),
    Irregularity("e-9", "16.7", "too few cards in the shoe", None, cards("2C")),
    DisputedWager(WAGER),
    WagersVoided("s-1", "16.6", VoidScope(boxes=(1, 2)), 17, "stand", AUTHORITY),
    VoidRescinded("s-1", replace(AUTHORITY, second=None)),
    RoundReconstructed(1, (DealtBox(3, cards("7H"), ()),), (), complete=False, clause="16.6", authority=AUTHORITY),
    WagersCorrected(1, (WAGER,), AUTHORITY),
    WagersUpheld("s-5", ("w-1", "w-2"), AUTHORITY),
]


def seen(event_id: str = "e-1", terms: Terms = TERMS, sequence: int | None = 1) -> Seen:
    return Seen(event_id, "2026-11-28T21:14:03.120Z", sequence, terms, "2026-11-28")


def placement(wager: Wager = WAGER, event_id: str = "e-1", terms: Terms = TERMS) -> Placement:
    return Placement(wager, seen(event_id, terms), "2026-11-28", {"shift": "night", "shoe_id": "s-4"})


def entry(number: int = 1, because: str = "7H is a seven") -> Entry:
    return Entry(
        wager=WAGER,
        type=EntryType.SETTLEMENT,
        number=number,
        reverses=None,
        outcome=Outcome.WIN,
        odds=Odds(Fraction(3, 2)),
        stake=10**12,
        winnings=15 * 10**11,
        returned=25 * 10**11,
        rounding=Fraction(1, 2),
        clause="14.4.1",
        citation=Citation.TEXT,
        because=because,
        cards=cards("7H 8C"),
        dealer_cards=cards("TD"),
        provenance=Provenance("e-1", "2026-11-28T21:14:03.120Z", "2026-11-28T21:14:03.500Z", "2026-11-28"),
    )


def recorded(
    store: Store, key: HandKey, fact: Fact[HandFact], round_id: RoundId = ROUND
) -> tuple[Fact[HandFact], ...]:
    """All that is known of the hand once Super Sevens has heard the fact."""
    return store.record_hand(round_id, key, fact, Desk.SUPER_SEVENS).facts


class StoreSuite(ABC):
    """The behaviour of a store. ``store`` makes an empty one."""

    @abstractmethod
    def store(self) -> Store: ...

    # Facts of a hand

    def test_a_fact_of_a_box_is_answered_with_all_that_is_known_of_the_box(self) -> None:
        store, key = self.store(), HandKey(3, 0)
        card = Fact(BoxCard(0, 3, 1, SEVEN, 1, split=False), seen("e-1"))
        split = Fact(HandSplit(0, 3, 1, 2), seen("e-2"))
        ended = Fact(HandEnded(0, 3, 2, split=True, cards=cards("7H 8C"), reason=EndReason.STAND), seen("e-3"))
        assert set(recorded(store, key, card)) == {card}
        assert set(recorded(store, key, split)) == {card, split}
        assert set(recorded(store, key, ended)) == {card, split, ended}
        assert set(store.read_hands(ROUND)) == {card, split, ended}

    def test_the_dealers_hand_is_a_hand_of_its_own(self) -> None:
        store = self.store()
        card, dealers = (
            Fact(BoxCard(0, 3, 1, SEVEN, 1, split=False), seen()),
            Fact(DealerCard(0, 1, SEVEN), seen("e-2")),
        )
        recorded(store, HandKey(3, 0), card)
        assert set(recorded(store, HandKey(None, 0), dealers)) == {dealers}
        assert set(store.read_hands(ROUND)) == {card, dealers}

    def test_the_same_fact_twice_is_one_fact_and_the_first_event_keeps_it(self) -> None:
        store, key = self.store(), HandKey(3, 0)
        first, again = (
            Fact(BoxCard(0, 3, 1, SEVEN, 1, split=False), seen(event_id)) for event_id in ("e-1", "e-2")
        )
        recorded(store, key, first)
        assert recorded(store, key, again) == (first,)
        assert recorded(store, key, first) == (first,)

    def test_another_content_at_the_same_place_is_kept_beside_the_first(self) -> None:
        store, key = self.store(), HandKey(3, 0)
        one = Fact(BoxCard(0, 3, 1, SEVEN, 1, split=False), seen("e-1"))
        two = Fact(BoxCard(0, 3, 1, EIGHT, 1, split=False), seen("e-2"))
        recorded(store, key, one)
        assert set(recorded(store, key, two)) == {one, two}

    def test_the_same_content_under_other_terms_is_another_fact(self) -> None:
        store, key = self.store(), HandKey(3, 0)
        one = Fact(BoxCard(0, 3, 1, SEVEN, 1, split=False), seen("e-1"))
        two = Fact(BoxCard(0, 3, 1, SEVEN, 1, split=False), seen("e-2", OTHER_TERMS))
        recorded(store, key, one)
        assert set(recorded(store, key, two)) == {one, two}

    def test_boxes_revisions_and_rounds_do_not_mix(self) -> None:
        store = self.store()
        three = Fact(BoxCard(0, 3, 1, SEVEN, 1, split=False), seen("e-1"))
        thirty = Fact(BoxCard(0, 30, 1, SEVEN, 1, split=False), seen("e-2"))
        revised = Fact(BoxCard(1, 3, 1, EIGHT, 1, split=False), seen("e-3"))
        recorded(store, HandKey(3, 0), three)
        assert recorded(store, HandKey(30, 0), thirty) == (thirty,)
        assert recorded(store, HandKey(3, 1), revised) == (revised,)
        assert recorded(store, HandKey(3, 0), three, OTHER_ROUND) == (three,)
        assert set(store.read_hands(ROUND)) == {three, thirty, revised}

    def test_each_desk_is_told_what_it_had_heard_of_the_hand_before(self) -> None:
        store, key = self.store(), HandKey(3, 0)
        one = Fact(BoxCard(0, 3, 1, SEVEN, 1, split=False), seen("e-1"))
        two = Fact(BoxCard(0, 3, 2, EIGHT, 1, split=False), seen("e-2"))
        assert store.record_hand(ROUND, key, one, Desk.MAIN).heard_before == frozenset()
        heard = store.record_hand(ROUND, key, two, Desk.SUPER_SEVENS)
        assert (set(heard.facts), heard.heard_before) == ({one, two}, frozenset())
        assert store.record_hand(ROUND, key, one, Desk.SUPER_SEVENS).heard_before == {"e-2"}
        assert store.record_hand(ROUND, key, one, Desk.SUPER_SEVENS).heard_before == {"e-1", "e-2"}

    # Facts of the round

    @pytest.mark.parametrize("content", ROUND_FACTS, ids=lambda content: type(content).__name__)
    def test_a_fact_of_the_round_is_read_as_it_was_written(self, content: RoundFact) -> None:
        store, fact = self.store(), Fact(content, seen(sequence=None))
        store.record_round(ROUND, [fact])
        assert store.read_round(ROUND) == (fact,)
        assert store.read_round(OTHER_ROUND) == ()
        assert store.read_hands(ROUND) == ()

    def test_all_facts_of_the_round_are_kept_each_once(self) -> None:
        store = self.store()
        facts = [Fact(content, seen(f"e-{number}")) for number, content in enumerate(ROUND_FACTS)]
        store.record_round(ROUND, facts)
        store.record_round(ROUND, [Fact(fact.content, seen("e-again")) for fact in facts])
        assert set(store.read_round(ROUND)) == set(facts)

    def test_two_contents_of_a_completed_round_are_both_kept(self) -> None:
        store = self.store()
        one, two = (Fact(RoundCompleted(0, (), cards(text), 0, ()), seen(text[:2])) for text in ("TD 9C", "TD 8C"))
        store.record_round(ROUND, [one])
        store.record_round(ROUND, [two])
        assert set(store.read_round(ROUND)) == {one, two}

    # Wagers

    def test_a_placement_opens_an_account_that_reads_as_it_was_written(self) -> None:
        store, placed = self.store(), placement()
        assert store.place_wager(ROUND, placed) == (placed,)
        assert store.read_wagers(ROUND, Desk.SUPER_SEVENS) == (WagerRecord(ROUND, placed),)
        assert store.read_wagers(OTHER_ROUND, Desk.SUPER_SEVENS) == ()

    def test_a_wager_of_an_unknown_kind_keeps_its_kind(self) -> None:
        store = self.store()
        placed = placement(replace(WAGER, kind=UnknownKind("surrender"), original=None, patron=None))
        store.place_wager(ROUND, placed)
        (record,) = store.read_wagers(ROUND, Desk.FRONT)
        assert record.placement == placed
        assert isinstance(record.wager.kind, UnknownKind)

    def test_the_same_placement_twice_is_one_and_the_first_event_keeps_it(self) -> None:
        store, first = self.store(), placement(event_id="e-1")
        store.place_wager(ROUND, first)
        assert store.place_wager(ROUND, placement(event_id="e-2")) == (first,)
        assert store.read_wagers(ROUND, Desk.SUPER_SEVENS) == (WagerRecord(ROUND, first),)

    def test_another_content_of_a_wager_id_is_answered_and_opens_no_second_account(self) -> None:
        store, first = self.store(), placement()
        second = placement(replace(WAGER, kind=Kind.MAIN, box=4), "e-2")
        store.place_wager(ROUND, first)
        assert store.place_wager(ROUND, second) == (first, second)
        assert store.place_wager(ROUND, first) == (first, second)
        accounts = [record for desk in Desk for record in store.read_wagers(ROUND, desk)]
        assert accounts == [WagerRecord(ROUND, first)]

    def test_a_wager_under_other_terms_is_another_content(self) -> None:
        store, first, second = self.store(), placement(), placement(terms=OTHER_TERMS)
        store.place_wager(ROUND, first)
        assert store.place_wager(ROUND, second) == (first, second)

    def test_accounts_are_read_by_desk_and_by_box(self) -> None:
        store = self.store()
        kinds = [Kind.MAIN, Kind.DOUBLE, Kind.SPLIT, Kind.INSURANCE, Kind.SUPER_SEVENS, Kind.PERFECT_PAIRS]
        for box in (3, 30):
            for kind in kinds:
                store.place_wager(ROUND, placement(replace(WAGER, wager_id=f"{kind}-{box}", kind=kind, box=box)))
        assert {record.wager.wager_id for record in store.read_wagers(ROUND, Desk.MAIN, 3)} == {
            "main-3",
            "double-3",
            "split-3",
        }
        assert len(store.read_wagers(ROUND, Desk.MAIN)) == 6
        assert [record.wager.wager_id for record in store.read_wagers(ROUND, Desk.INSURANCE, 30)] == [
            "insurance-30"
        ]
        assert store.read_wagers(ROUND, Desk.PERFECT_PAIRS, 4) == ()

    def test_all_wagers_of_a_full_table_are_read(self) -> None:
        store = self.store()
        for number in range(120):
            store.place_wager(ROUND, placement(replace(WAGER, wager_id=f"w-{number}", patron="x" * 60)))
        assert len(store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)) == 120

    # Entries

    def test_posting_appends_and_moves_the_version_by_one(self) -> None:
        store = self.store()
        store.place_wager(ROUND, placement())
        (record,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        assert store.post(record, [entry()])
        (moved,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        assert (moved.version, moved.entries) == (record.version + 1, (entry(),))
        assert moved.standing == entry()

    def test_posting_to_an_account_that_has_moved_does_nothing(self) -> None:
        store = self.store()
        store.place_wager(ROUND, placement())
        (record,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        assert store.post(record, [entry(because="first")])
        assert not store.post(record, [entry(because="second")])
        (moved,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        assert [posted.because for posted in moved.entries] == ["first"]

    def test_a_reversal_and_a_new_settlement_are_appended_together(self) -> None:
        store = self.store()
        store.place_wager(ROUND, placement())
        (record,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        store.post(record, [entry()])
        (record,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        why = Provenance(
            "s-1", "2026-11-29T01:00:00.000Z", "2026-11-29T01:00:01.000Z", "2026-11-28", "k", "l", "m"
        )
        undone, anew = entry().reversal(2, why), entry(3)
        assert store.post(record, [undone, anew])
        (record,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        assert (record.version, record.entries) == (2, (entry(), undone, anew))

    def test_moving_the_version_without_an_entry_makes_a_stale_post_fail(self) -> None:
        store = self.store()
        store.place_wager(ROUND, placement())
        (record,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        assert store.post(record, [])
        assert not store.post(record, [entry()])
        (record,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        assert (record.version, record.entries, record.standing) == (1, (), None)

    def test_placing_a_settled_wager_again_leaves_its_account_alone(self) -> None:
        store = self.store()
        store.place_wager(ROUND, placement())
        (record,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        store.post(record, [entry()])
        store.place_wager(ROUND, placement())
        (record,) = store.read_wagers(ROUND, Desk.SUPER_SEVENS, 3)
        assert (record.version, record.entries) == (1, (entry(),))

    # Notices

    def test_a_notice_is_told_once_and_reads_as_it_was_written(self) -> None:
        store = self.store()
        notice = Notice(
            NoticeType.ROUND_UNDER_REVIEW,
            "box 3, card 2: 7C or 7S",
            "told in different ways",
            "akl",
            "bj-07",
            "r-1",
            "e-41",
            "2026-11-28T21:14:31.907Z",
            "w-9",
            "14.4.2",
            "data.card",
            "7S",
            (Version("e-17", "7C"), Version("e-41", "7S")),
        )
        assert store.notify(notice)
        assert not store.notify(replace(notice, because="told again", event_id="e-42"))
        assert store.read_notices(ROUND) == (notice,)
        assert store.read_notices(OTHER_ROUND) == ()
        assert store.read_notices(None) == ()

    def test_a_notice_of_another_type_about_the_same_is_told_too(self) -> None:
        store = self.store()
        notice = Notice(NoticeType.WAGER_REFUSED, "wager w-1", "refused", "akl", "bj-07", "r-1", wager_id="w-1")
        assert store.notify(notice)
        assert store.notify(replace(notice, type=NoticeType.ROUND_UNDER_REVIEW))
        assert len(store.read_notices(ROUND)) == 2

    def test_a_rejected_event_without_a_known_round_is_kept_whole(self) -> None:
        store = self.store()
        notice = Notice(
            NoticeType.EVENT_REJECTED, "rejected 1f", "no such event", field="detail-type", raw="{}" * 1000
        )
        assert store.notify(notice)
        assert not store.notify(notice)
        assert store.read_notices(None) == (notice,)

    def test_every_account_of_every_round_can_be_read(self) -> None:
        store = self.store()
        assert list(store.every_account()) == []
        for round_id in (ROUND, OTHER_ROUND):
            for number in range(3):
                wager = replace(WAGER, wager_id=f"w-{number}", box=number + 1)
                store.place_wager(round_id, Placement(wager, seen("e-1"), "2026-11-28", {}))
        store.record_round(ROUND, [Fact(ROUND_FACTS[0], seen("e-2"))])
        found = {(record.round_id, record.wager.wager_id) for record in store.every_account()}
        assert found == {(round_id, f"w-{number}") for round_id in (ROUND, OTHER_ROUND) for number in range(3)}

    # Rounds that are due

    def test_a_round_is_due_from_its_first_event_on_and_tells_what_was_heard(self) -> None:
        store = self.store()
        assert store.read_due(ROUND) is None
        store.hear(ROUND, 2, AT, LOOK_AT)
        store.hear(ROUND, None, LATER, LATER)
        store.hear(ROUND, 1, LATER, LATER)
        store.hear(ROUND, 1, LATER, LATER)
        assert store.read_due(ROUND) == RoundDue(ROUND, AT, LOOK_AT, frozenset({1, 2}), events=4)
        assert store.read_due(OTHER_ROUND) is None

    def test_the_rounds_due_are_those_to_be_looked_at_by_then_the_earliest_first(self) -> None:
        store = self.store()
        store.hear(OTHER_ROUND, 1, AT, LOOK_AT)
        store.hear(ROUND, 1, AT, AT)
        assert list(store.rounds_due(BEFORE)) == []
        assert list(store.rounds_due(AT)) == [ROUND]
        assert list(store.rounds_due(LOOK_AT)) == [ROUND, OTHER_ROUND]

    def test_a_round_can_be_looked_at_again_later_and_has_been_due_since_the_same_time(self) -> None:
        store = self.store()
        store.hear(ROUND, 1, AT, AT)
        store.look_again(self.due(store), LATER)
        assert (self.due(store).since, self.due(store).look_at) == (AT, LATER)
        assert list(store.rounds_due(LOOK_AT)) == []

    def test_a_closed_round_is_due_no_more_until_another_event_is_heard(self) -> None:
        store = self.store()
        store.hear(ROUND, 1, AT, AT)
        closed = self.due(store)
        assert store.close(closed)
        assert store.read_due(ROUND) is None
        assert list(store.rounds_due(LATER)) == []
        store.look_again(closed, LATER)
        assert store.read_due(ROUND) is None
        store.hear(ROUND, 3, LOOK_AT, LATER)
        assert store.read_due(ROUND) == RoundDue(ROUND, LOOK_AT, LATER, frozenset({1, 3}), events=2)

    def test_a_round_of_which_an_event_was_heard_since_is_not_closed(self) -> None:
        store = self.store()
        store.hear(ROUND, 1, AT, AT)
        read = self.due(store)
        store.hear(ROUND, 1, AT, AT)
        assert not store.close(read)
        assert self.due(store).events == 2

    def test_that_a_round_is_due_is_no_fact_of_it(self) -> None:
        store = self.store()
        store.hear(ROUND, 1, AT, AT)
        assert store.read_round(ROUND) == ()
        assert store.read_hands(ROUND) == ()

    def due(self, store: Store) -> RoundDue:
        due = store.read_due(ROUND)
        assert due is not None
        return due

    # The rounds of a gaming table

    def test_the_rounds_of_a_table_are_those_that_anything_is_recorded_of(self) -> None:
        store = self.store()
        hand, told, placed, noticed = (RoundId("akl", "bj-07", f"r-{number}") for number in range(4))
        key = HandKey(3, 0)
        card = Fact(BoxCard(0, 3, 1, SEVEN, 1, split=False), seen())
        for desk in (Desk.MAIN, Desk.SUPER_SEVENS):
            store.record_hand(hand, key, card, desk)
        store.record_round(told, [Fact(content, seen()) for content in ROUND_FACTS])
        store.place_wager(placed, placement())
        store.notify(Notice(NoticeType.EVENT_REJECTED, "rejected 1f", "no such card", "akl", "bj-07", "r-3"))
        store.notify(Notice(NoticeType.EVENT_REJECTED, "rejected 2f", "of no known round"))
        for other in (
            RoundId("akl", "bj-0", "r-9"),
            RoundId("akl", "bj-071", "r-9"),
            RoundId("syd", "bj-07", "r-9"),
        ):
            store.place_wager(other, placement())
        store.read_round(RoundId("akl", "bj-07", "r-never"))
        assert sorted(store.rounds_of("akl", "bj-07")) == [hand, told, placed, noticed]
        assert list(store.rounds_of("akl", "bj-99")) == []

    def test_every_round_of_a_busy_table_is_found(self) -> None:
        store = self.store()
        rounds = [RoundId("akl", "bj-07", f"r-{number:04}") for number in range(120)]
        # Long enough that DynamoDB answers in several pages of a megabyte.
        because = "x" * 10_000
        for round_id in rounds:
            store.notify(
                Notice(NoticeType.EVENT_REJECTED, "rejected 1f", because, "akl", "bj-07", round_id.round_id)
            )
        assert sorted(store.rounds_of("akl", "bj-07")) == rounds
