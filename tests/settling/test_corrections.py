"""Corrections: what should be is decided anew, and the account is made to say so, entry by entry."""

from itertools import pairwise, permutations

import pytest

from tests.playing import Outcome, changed, named, outcome_of, without
from tests.rounds import sevens_and_splits
from tests.table_system import Entry, TableSystem

WHO = {"authorised_by": "supervisor.kahu", "reason": "the recording shows it"}


def dealt(first: str = "TH", second: str = "9C", rule_book: str = "au-2") -> TableSystem:
    """Main, Super Sevens and Perfect Pairs on box 3; the dealer ends on 17."""
    table = TableSystem(rule_book=rule_book)
    table.open()
    table.place(("m", "main", 3, "p", 100), ("s", "super-sevens", 3, "p", 10), ("q", "perfect-pairs", 3, "p", 10))
    table.initial_deal("TD", box3=f"{first} {second}")
    table.end(3, "stand")
    table.dealer("7D")
    table.complete()
    return table


def voided(table: TableSystem, clause: str = "16.6", after: int | None = None, **scope: object) -> Entry:
    sequence = table.sequence if after is None else after
    return table.supervise(
        "WagersVoided", clause=clause, scope=scope or {"round": True}, after_sequence=sequence, **WHO
    )


def rescinded(table: TableSystem, void: Entry) -> Entry:
    return table.supervise("VoidRescinded", voided_event_id=void["detail"]["metadata"]["event_id"], **WHO)


def reconstructed(table: TableSystem, revision: int, dealer: str, complete: bool = True, **boxes: str) -> Entry:
    """``reconstructed(table, 1, "TD 7D", box3="7S 7S")``: unsplit boxes."""
    told = [
        {
            "box": int(name.removeprefix("box")),
            "dealt": cards.split(),
            "hands": [{"hand": 1, "cards": cards.split()}],
        }
        for name, cards in boxes.items()
    ]
    return table.supervise(
        "RoundReconstructed",
        revision=revision,
        boxes=told,
        dealer=dealer.split(),
        complete=complete,
        clause="16.6",
        **WHO,
    )


def account(out: Outcome, wager_id: str) -> list[tuple[str, str, int]]:
    """The wager's entries: type, outcome, what is returned. Numbers dense, a reversal undoes the one before."""
    records = [record for record in out.settlements if record.wager_id == wager_id]
    assert [record.entry for record in records] == list(range(1, len(records) + 1))
    for before, record in pairwise(records):
        if record.type == "reversal":
            assert record.reverses == before.entry_id
            assert (record.stake, record.winnings, record.returned, record.house_win) == (
                -before.stake,
                -before.winnings,
                -before.returned,
                -before.house_win,
            )
    return [(record.type, str(record.outcome), record.returned) for record in records]


def outcomes(out: Outcome) -> dict[str, str]:
    return {wager: result[0] for wager, result in out.standing.items()}


def test_a_void_before_the_wager_is_placed_leaves_its_mark() -> None:
    table = dealt()
    void = voided(table, wagers=["m"])
    out = outcome_of([void, *table.events[:-1]])
    assert account(out, "m") == [("settlement", "void", 100)]
    entry = out.of("m")
    assert (entry.clause, entry.citation, entry.authorised_by) == ("16.6", "text", "supervisor.kahu")
    assert entry.because == "wager m is void under 16.6: the recording shows it"


def test_open_wagers_return_at_once() -> None:
    table = dealt()
    void = voided(table)
    out = outcome_of([table.events[1], void])
    assert outcomes(out) == {"m": "void", "s": "void", "q": "void"}


def test_perfect_pairs_paid_thirty_to_one_then_the_round_is_void() -> None:
    table = dealt("9S", "9S")
    voided(table)
    out = outcome_of(table.events)
    assert account(out, "q") == [("settlement", "win", 310), ("reversal", "win", -310), ("settlement", "void", 10)]
    assert sum(record.house_win for record in out.settlements) == 0


@pytest.mark.parametrize("seen", ["all", "before the second card"])
def test_completed_side_wagers_stand_where_the_void_says_so(seen: str) -> None:
    table = dealt("9S", "9S")
    # Completed means: decided by what the table had seen. The second card is its fifth event, the initial
    # deal its sixth.
    void = voided(table, after=table.sequence if seen == "all" else 4)
    out = outcome_of([*table.events[:-1], changed(void, "detail.data.completed_side_wagers", "stand")])
    pairs = "win" if seen == "all" else "void"
    assert outcomes(out) == {"m": "void", "s": "lose", "q": pairs}


def test_a_rescinded_void_brings_back_what_the_cards_say() -> None:
    table = dealt()
    void = voided(table)
    rescinded(table, void)
    out = outcome_of(table.events)
    assert account(out, "m") == [
        ("settlement", "win", 200),
        ("reversal", "win", -200),
        ("settlement", "void", 100),
        ("reversal", "void", -100),
        ("settlement", "win", 200),
    ]


def test_a_void_rescinded_while_the_round_is_dealt_leaves_the_wager_open_for_its_card() -> None:
    table = TableSystem()
    table.open()
    table.place(("s", "super-sevens", 3, "p", 10))
    table.deal(3, "7H")
    rescinded(table, voided(table))
    events = list(table.events)
    assert outcome_of(events).standing == {}
    table.deal(3, "KD")
    out = outcome_of(table.events)
    assert account(out, "s") == [("settlement", "void", 10), ("reversal", "void", -10), ("settlement", "win", 40)]
    assert [wager.wager_id for wager in outcome_of(events).still_open] == ["s"]


def test_a_rescission_before_its_void_leaves_its_mark() -> None:
    table = dealt()
    void = voided(table)
    rescission = rescinded(table, void)
    out = outcome_of([*table.events[:-2], rescission, void])
    assert account(out, "m") == [("settlement", "win", 200)]


def test_17_5_1_for_player_a_of_two_on_one_box() -> None:
    table = TableSystem()
    table.open()
    table.place(("a", "main", 3, "A", 100), ("t", "super-sevens", 3, "A", 10), ("b", "main", 3, "B", 50))
    table.initial_deal("TD", box3="TH 9C")
    void = voided(table, clause="17.5.1", players=["A"])
    table.end(3, "stand")
    table.dealer("7D")
    table.complete()
    out = outcome_of(table.events)
    assert outcomes(out) == {"a": "void", "t": "void", "b": "win"}
    assert void["detail-type"] == "WagersVoided"
    assert account(out, "a")[-1] == ("settlement", "void", 100)
    assert out.of("a").citation == "text"


@pytest.mark.parametrize("after_completion", [False, True])
def test_15_4_for_box_2_under_nz_1996(after_completion: bool) -> None:
    table = TableSystem(rule_book="nz-1996")
    table.open()
    table.place(("m1", "main", 1, "p", 100), ("m2", "main", 2, "q", 100), ("s2", "super-sevens", 2, "q", 10))
    table.initial_deal("TD", box1="TH 9C", box2="")
    if not after_completion:
        voided(table, clause="15.4", boxes=[2])
    table.end(1, "stand")
    table.dealer("7D")
    table.boxes.pop(2, None)
    table.complete()
    if after_completion:
        voided(table, clause="15.4", boxes=[2])
    out = outcome_of(table.events)
    assert outcomes(out) == {"m1": "win", "m2": "void", "s2": "void"}
    assert out.still_open == []


def test_a_card_read_as_7h_7s_is_reconstructed_as_7s_7s() -> None:
    table = dealt("7H", "7S")
    reconstructed(table, 1, "TD 7D", box3="7S 7S")
    out = outcome_of(table.events)
    assert account(out, "s") == [
        ("settlement", "win", 510),
        ("reversal", "win", -510),
        ("settlement", "win", 1010),
    ]
    assert account(out, "q") == [("settlement", "win", 60), ("reversal", "win", -60), ("settlement", "win", 310)]
    assert account(out, "m") == [("settlement", "lose", 0)]
    last = [record for record in out.settlements if record.wager_id == "s"][-1]
    assert (last.decided_by, last.authorised_by, last.reason) == (
        "s-1",
        "supervisor.kahu",
        "the recording shows it",
    )


def test_a_reconstruction_that_changes_nothing_makes_no_entry() -> None:
    table = dealt()
    before = outcome_of(table.events)
    reconstructed(table, 1, "TD 7D", box3="TH 9C")
    assert outcome_of(table.events).settlements == before.settlements


@pytest.mark.parametrize("order", list(permutations([0, 1])))
def test_reconstruction_2_restores_what_1_replaced(order: tuple[int, ...]) -> None:
    table = dealt()
    first = reconstructed(table, 1, "TD TC", box3="TH 9C")
    second = reconstructed(table, 2, "TD 7D", box3="TH 9C")
    played = [*table.events[:-2], *([first, second][index] for index in order)]
    out = outcome_of(played)
    assert outcomes(out) == {"m": "win", "s": "lose", "q": "lose"}
    # 1 after 2 changes nothing at all; 1 before 2 moves and moves back.
    assert len(account(out, "m")) == (5 if order == (0, 1) else 1)


def test_17_against_17_paid_as_a_win_by_a_wrong_card() -> None:
    table = dealt("TH", "8C")
    reconstructed(table, 1, "TD 7D", box3="TH 7C")
    out = outcome_of(table.events)
    assert account(out, "m") == [
        ("settlement", "win", 200),
        ("reversal", "win", -200),
        ("settlement", "stand-off", 100),
    ]


def test_a_dealers_skipped_card_moves_only_the_hands_whose_result_changes() -> None:
    table = TableSystem()
    table.open()
    table.place(("a", "main", 1, "p", 100), ("b", "main", 2, "q", 100), ("c", "main", 3, "r", 100))
    table.initial_deal("TD", box1="TH 9C", box2="TS 2C", box3="TC JC")
    table.deal(2, "QH")
    table.end(2, "bust")
    table.dealer("8D")
    table.complete()
    # The dealer's second card was a skipped 2H; with it the hand is T 2 8: 20.
    reconstructed(table, 1, "TD 2H 8D", box1="TH 9C", box2="TS 2C QH", box3="TC JC")
    out = outcome_of(table.events)
    assert account(out, "a") == [("settlement", "win", 200), ("reversal", "win", -200), ("settlement", "lose", 0)]
    assert account(out, "b") == [("settlement", "lose", 0)]
    assert account(out, "c") == [
        ("settlement", "win", 200),
        ("reversal", "win", -200),
        ("settlement", "stand-off", 100),
    ]


def test_a_round_that_goes_on_follows_the_new_revision() -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100), ("s", "super-sevens", 1, "p", 10), ("q", "perfect-pairs", 1, "p", 10))
    table.initial_deal("TD", box1="9H 9C")
    reconstructed(table, 1, "TD", complete=False, box1="7H 7C")
    table.revision = 1
    table.box(1).dealt, table.box(1).hands = ["7H", "7C"], {1: ["7H", "7C"]}
    table.deal(1, "7D")
    table.end(1, "twenty-one")
    table.dealer("8D")
    out = outcome_of(table.events)
    assert account(out, "s") == [("settlement", "lose", 0), ("reversal", "lose", 0), ("settlement", "win", 5010)]
    assert outcomes(out) == {"s": "win", "q": "win"}
    table.complete()
    out = outcome_of(table.events)
    assert outcomes(out) == {"m": "win", "s": "win", "q": "win"}
    assert out.told("round-under-review") == []


def test_a_stake_corrected_from_500_to_5000_after_a_win() -> None:
    table = dealt()
    table.supervise(
        "WagersCorrected",
        revision=1,
        wagers=[{"wager_id": "m", "kind": "main", "box": 3, "hand": 1, "player": "p", "amount": 5000}],
        **WHO,
    )
    out = outcome_of(table.events)
    assert account(out, "m") == [
        ("settlement", "win", 200),
        ("reversal", "win", -200),
        ("settlement", "win", 10000),
    ]
    assert [record.stake for record in out.settlements if record.wager_id == "m"] == [100, -100, 5000]


@pytest.mark.parametrize(("field", "value"), [("player", "r"), ("box", 4)])
def test_the_wrong_player_or_box_is_reversed_there_and_settled_where_it_lay(field: str, value: object) -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 3, "p", 100))
    table.initial_deal("TD", box3="TH 9C", box4="TS 6C")
    table.dealer("7D")
    table.complete()
    wager = {"wager_id": "m", "kind": "main", "box": 3, "hand": 1, "player": "p", "amount": 100} | {field: value}
    table.supervise("WagersCorrected", revision=1, wagers=[wager], **WHO)
    out = outcome_of(table.events)
    assert [record.type for record in out.settlements] == ["settlement", "reversal", "settlement"]
    first, undone, anew = out.settlements
    assert getattr(undone, field) == getattr(first, field) != value
    assert getattr(anew, field) == value
    assert anew.outcome == ("win" if field == "player" else "lose")


@pytest.mark.parametrize("order", list(permutations([0, 1, 2])))
def test_the_latest_correction_of_a_wager_holds_whatever_the_order(order: tuple[int, ...]) -> None:
    table = dealt()
    corrections = [
        table.supervise(
            "WagersCorrected",
            revision=revision,
            wagers=[{"wager_id": "m", "kind": "main", "box": 3, "hand": 1, "player": "p", "amount": amount}],
            **WHO,
        )
        for revision, amount in ((1, 200), (2, 300), (3, 400))
    ]
    out = outcome_of([*table.events[:-3], *(corrections[index] for index in order)])
    assert out.standing["m"] == ("win", "1/1", 400, 800)


def test_a_disputed_wager_is_settled_by_the_supervisors_word() -> None:
    table = dealt()
    other = changed(
        changed(table.events[1], "detail.data.wagers.0.amount", 900), "detail.metadata.event_id", "e-o"
    )
    events = [*table.events, other]
    table.supervise(
        "WagersCorrected",
        revision=1,
        wagers=[{"wager_id": "m", "kind": "main", "box": 3, "hand": 1, "player": "p", "amount": 900}],
        **WHO,
    )
    out = outcome_of([table.events[0], other, *table.events[1:]])
    assert out.standing["m"] == ("win", "1/1", 900, 1800)
    assert len(outcome_of(events).told("round-under-review")) == 1


def test_a_refused_wager_that_is_upheld_settles_as_if_allowed() -> None:
    table = dealt()
    table.place(("i", "insurance", 3, "p", 80), original=100)
    table.supervise("WagersUpheld", wagers=["i"], **WHO)
    out = outcome_of(table.events)
    assert account(out, "i") == [("settlement", "void", 80), ("reversal", "void", -80), ("settlement", "lose", 0)]


def test_a_kind_that_the_book_does_not_hold_cannot_be_upheld() -> None:
    table = dealt(rule_book="au-1")
    table.supervise("WagersUpheld", wagers=["q"], **WHO)
    out = outcome_of(table.events)
    assert account(out, "q") == [("settlement", "void", 10)]


@pytest.mark.parametrize("order", list(permutations([0, 1])))
def test_of_overlapping_voids_the_first_stands_and_if_it_is_rescinded_the_other(order: tuple[int, ...]) -> None:
    table = dealt()
    voids = [voided(table, clause="17.4"), voided(table, clause="16.6", wagers=["m"])]
    rescission = rescinded(table, voids[0])
    played = [*table.events[:-3], *(voids[index] for index in order)]
    assert [record.clause for record in outcome_of(played).settlements if record.outcome == "void"][-1] == "17.4"
    out = outcome_of([*played, rescission])
    assert outcomes(out) == {"m": "void", "s": "lose", "q": "lose"}


def test_a_wrong_card_and_a_right_one_are_settled_by_a_reconstruction() -> None:
    table = dealt("8H", "8C")
    card = named(table.events, "CardDealt")[2]
    wrong = changed(changed(card, "detail.data.card", "3D"), "detail.metadata.event_id", "e-wrong")
    reconstruction = reconstructed(table, 1, "TD 7D", box3="8H 8C")
    for events in ([wrong, *table.events[:-1]], [*table.events[:-1], wrong]):
        out = outcome_of([*events, reconstruction])
        assert outcomes(out) == {"m": "lose", "s": "lose", "q": "win"}
        assert out.still_open == []


def test_two_different_reconstructions_of_one_revision_are_under_review_and_a_third_settles() -> None:
    table = dealt()
    one = reconstructed(table, 1, "TD 7D", box3="TH 6C")
    two = changed(reconstructed(table, 1, "TD 7D", box3="TH TC"), "detail.metadata.event_id", "s-other")
    three = reconstructed(table, 2, "TD 7D", box3="TH 7C")
    events = table.events[:-3]
    out = outcome_of([*events, one, two])
    assert "reconstruction 1 was told in different ways" in out.told("round-under-review")[0].because
    assert outcomes(outcome_of([*events, one, two, three])) == {"m": "stand-off", "s": "lose", "q": "lose"}


def test_a_completed_round_that_follows_a_complete_reconstruction_is_no_conflict_if_its_cards_agree() -> None:
    table = dealt()
    reconstructed(table, 1, "TD 7D", box3="TH 6C")
    table.revision = 1
    table.box(3).dealt, table.box(3).hands = ["TH", "6C"], {1: ["TH", "6C"]}
    table.complete()
    assert outcome_of(table.events).notices == []
    table.box(3).dealt, table.box(3).hands = ["TH", "5C"], {1: ["TH", "5C"]}
    table.complete()
    assert "completed round was told in different ways" in outcome_of(table.events).notices[0].because


def test_a_card_event_three_weeks_late_settles_on_the_rounds_gaming_day() -> None:
    table = TableSystem()
    table.open()
    table.place(("s", "super-sevens", 1, "p", 10))
    table.deal(1, "9H")
    late = changed(table.events[-1], "detail.metadata.gaming_day", "2026-12-19")
    late = changed(late, "detail.metadata.occurred_at", "2026-12-19T01:00:00.000Z")
    entry = outcome_of([*table.events[:-1], late]).of("s")
    assert (entry.gaming_day, entry.occurred_at) == ("2026-11-28", "2026-12-19T01:00:00.000Z")


def test_a_correction_counts_to_the_supervisors_gaming_day_and_the_first_settlement_to_the_rounds() -> None:
    table = dealt()
    table.gaming_day = "2026-11-29"
    void = changed(voided(table), "detail.round.gaming_day", "2026-11-28")
    out = outcome_of([*table.events[:-1], void])
    days = [(record.gaming_day, record.round_gaming_day) for record in out.settlements if record.wager_id == "m"]
    assert days == [("2026-11-28", "2026-11-28"), ("2026-11-29", "2026-11-28"), ("2026-11-29", "2026-11-28")]


@pytest.mark.parametrize("name", ["void", "reconstruction"])
def test_a_correction_told_twice_is_one_correction(name: str) -> None:
    table = dealt()
    correction = voided(table) if name == "void" else reconstructed(table, 1, "TD 7D", box3="TH 6C")
    once, twice = outcome_of(table.events), outcome_of([*table.events, correction, correction])
    assert once.settlements == twice.settlements


def test_a_void_in_every_place_of_a_whole_round_ends_every_wager_as_void() -> None:
    events, due = sevens_and_splits()
    table = TableSystem()
    void = table.supervise("WagersVoided", clause="17.4", scope={"round": True}, after_sequence=0, **WHO)
    for place in range(len(events) + 1):
        out = outcome_of([*events[:place], void, *events[place:]])
        assert set(outcomes(out).values()) == {"void"}
        assert len(out.standing) == len(due)
        assert sum(record.house_win for record in out.settlements) == 0
    assert outcome_of([*without(events, "RoundCompleted"), void]).still_open == []
