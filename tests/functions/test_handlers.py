"""The real handlers, called with EventBridge envelopes over moto."""

import io
import json
from collections.abc import Callable, Iterator

import boto3
import pytest

from croupier import runtime
from croupier.facts import RoundId
from croupier.runtime import MissingSetting, Settings
from croupier.settling.house import House, later
from croupier.wagers import Desk
from local import template
from local.lambdas import TABLE, LambdaStack, lambda_stack, load_handler
from local.stack import DESKS, heard_by
from tests.functions.counting import Requests, counting
from tests.playing import Outcome, changed, named, outcome_of
from tests.rounds import RECORDED
from tests.table_system import TableSystem

ROUND = RoundId("akl", "bj-07", "r-000123")


@pytest.fixture
def logs() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def stack(logs: io.StringIO) -> Iterator[LambdaStack]:
    with lambda_stack(logs=logs) as opened:
        yield opened


def lines(logs: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in logs.getvalue().splitlines()]


def table_with(kind: str, original: int = 200) -> TableSystem:
    table = TableSystem()
    table.open()
    table.place(("w", kind, 1, "p", 100), original=original)
    return table


def hand_over_21(table: TableSystem) -> None:
    table.deal(1, "TH", "6C", "KD")
    table.end(1, "bust")


DECIDING: dict[str, tuple[str, Callable[[TableSystem], object]]] = {
    "settle_super_sevens": ("super-sevens", lambda table: table.deal(1, "9H")),
    "settle_insurance": ("insurance", lambda table: table.dealer("AS", "5H")),
    "settle_perfect_pairs": ("perfect-pairs", lambda table: table.initial_deal("5C", box1="9H 9C")),
    "settle_main": ("main", hand_over_21),
}


@pytest.mark.parametrize("function", DECIDING)
def test_after_the_deciding_event_alone_has_been_routed_the_entry_is_in_the_table(
    function: str, stack: LambdaStack
) -> None:
    kind, play = DECIDING[function]
    table = table_with(kind)
    play(table)
    for entry in table.events[:-1]:
        stack.put(entry)
    (before,) = stack.store.read_wagers(ROUND, DESKS[function])
    stack.invoke(function, stack.envelope(table.events[-1]))
    (after,) = stack.store.read_wagers(ROUND, DESKS[function])
    assert (before.standing, len(after.entries)) == (None, 1)


AT_ONCE = ("insurance-won", "sevens-and-splits")
"""The others by make exhaust."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in AT_ONCE else [pytest.mark.slow]) for name in sorted(RECORDED)]
)
def test_a_recorded_round_through_the_handlers_comes_to_the_same_entries_as_in_memory(
    name: str, stack: LambdaStack
) -> None:
    events = RECORDED[name]()[0]
    assert as_lines(outcome_of(events, stack)) == as_lines(outcome_of(events))


def as_lines(out: Outcome) -> list[object]:
    return [
        *(record.fields() for record in out.settlements),
        *(notice.fields() for notice in out.notices),
        *(wager.fields() for wager in out.still_open),
    ]


def test_the_front_desk_rejects_what_is_no_event_and_keeps_it_whole(stack: LambdaStack) -> None:
    bad = changed(TableSystem().open(), "detail.data.decks", 0)
    stack.put(bad)
    (notice,) = stack.store.read_notices(ROUND)
    assert (notice.event_id, notice.field, notice.value) == ("e-1", "data.decks", "0")
    assert notice.raw is not None
    assert json.loads(notice.raw)["detail"] == bad["detail"]


def test_the_same_rejected_event_delivered_twice_is_told_once(stack: LambdaStack) -> None:
    bad = changed(TableSystem().open(), "detail.data.decks", 0)
    stack.put(bad)
    stack.put(bad)
    assert len(stack.store.read_notices(ROUND)) == 1


def test_a_rejected_event_of_any_size_is_told(stack: LambdaStack) -> None:
    stack.put(changed(TableSystem().open(), "detail.data.colour", "x" * 500_000))
    (notice,) = stack.store.read_notices(ROUND)
    assert notice.field == "detail"


def test_what_is_not_even_a_detail_of_ours_is_kept_apart(stack: LambdaStack) -> None:
    stack.put({"source": "somebody.else", "detail-type": "Hello", "detail": {}})
    (notice,) = stack.store.read_notices(None)
    assert notice.field == "detail-type"


def test_the_settling_functions_leave_a_rejected_event_to_the_front_desk(stack: LambdaStack) -> None:
    table = table_with("super-sevens")
    table.deal(1, "9H")
    bad = changed(table.events[-1], "detail.data.nth", 0)
    stack.invoke("settle_super_sevens", stack.envelope(bad))
    assert stack.store.read_notices(ROUND) == ()
    assert stack.store.read_hands(ROUND) == ()


# Logs and metrics


def test_every_log_line_of_an_event_bears_its_round_table_and_event(stack: LambdaStack, logs: io.StringIO) -> None:
    table = table_with("super-sevens")
    table.deal(1, "9H")
    table.deal(1, "7H")
    other = changed(table.events[-1], "detail.data.card", "8H")
    for entry in [*table.events, changed(other, "detail.metadata.event_id", "e-other")]:
        stack.put(entry)
    logged = [line for line in lines(logs) if "level" in line]
    assert {line["message"] for line in logged} >= {"wager settled"}
    for line in logged:
        assert (line["site_id"], line["table_id"], line["round_id"]) == ("akl", "bj-07", "r-000123")
        assert str(line["event_id"]).startswith("e-")
        assert line["function_name"]


def test_the_ids_of_one_event_do_not_stay_on_the_lines_of_the_next(stack: LambdaStack, logs: io.StringIO) -> None:
    stack.put(TableSystem().open())
    stack.put({"source": "somebody.else", "detail-type": "Hello", "detail": {}})
    (rejected,) = [line for line in lines(logs) if line.get("notice") == "event-rejected"]
    assert "round_id" not in rejected


def metrics_of(logs: io.StringIO, name: str) -> list[dict[str, object]]:
    return [line for line in lines(logs) if name in line]


def test_metrics_tell_wagers_settled_by_kind_and_outcome_and_the_time_it_took(
    stack: LambdaStack, logs: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "clock", lambda _: "2026-11-28T21:14:07.330Z")
    table = table_with("super-sevens")
    table.deal(1, "9H")  # the third event: 21:14:03.120 and twice 1.370 seconds
    for entry in table.events:
        stack.put(entry)
    (settled,) = metrics_of(logs, "WagersSettled")
    assert (settled["WagersSettled"], settled["kind"], settled["outcome"]) == ([1.0], "super-sevens", "lose")
    (took,) = metrics_of(logs, "EventToEntry")
    assert (took["EventToEntry"], took["kind"]) == ([1470.0], "super-sevens")
    cloudwatch = took["_aws"]["CloudWatchMetrics"][0]  # type: ignore[index]
    assert cloudwatch["Namespace"] == "Croupier"
    assert cloudwatch["Metrics"][0]["Unit"] == "Milliseconds"


def test_metrics_count_rejected_events_refused_wagers_and_conflicts(stack: LambdaStack, logs: io.StringIO) -> None:
    table = table_with("insurance", original=100)
    table.deal(1, "9H")
    for entry in [
        *table.events,
        changed(table.events[-1], "detail.data.card", "1H"),
        changed(table.events[-1], "detail.data.card", "8H"),
    ]:
        stack.put(entry)
    for name in ("EventsRejected", "WagersRefused", "RoundsUnderReview"):
        assert len(metrics_of(logs, name)) == 1, name


# Requests


def wagers_elsewhere(table: TableSystem) -> None:
    """Seventy more wagers on the table, on other boxes."""
    for number in range(70):
        kind = ("super-sevens", "main", "perfect-pairs")[number % 3]
        table.place((f"x-{number}", kind, 2 + number % 6, f"q-{number}", 100))


@pytest.mark.parametrize("crowded", [False, True], ids=["alone", "with 70 other wagers on the table"])
def test_a_card_that_decides_nothing_costs_one_write(crowded: bool, stack: LambdaStack) -> None:
    table = table_with("super-sevens")
    if crowded:
        wagers_elsewhere(table)
    table.deal(1, "7H")
    assert requests_of_the_last_event(table, stack) == Requests(reads=0, writes=1)


@pytest.mark.parametrize("crowded", [False, True], ids=["alone", "with 70 other wagers on the table"])
def test_a_card_after_the_decision_costs_one_write(crowded: bool, stack: LambdaStack) -> None:
    table = table_with("super-sevens")
    if crowded:
        wagers_elsewhere(table)
    table.deal(1, "9H", "7H", "7H")
    assert requests_of_the_last_event(table, stack) == Requests(reads=0, writes=1)


@pytest.mark.parametrize("crowded", [False, True], ids=["alone", "with 70 other wagers on the table"])
@pytest.mark.parametrize("wagers", [1, 3])
def test_a_deciding_card_costs_one_write_two_reads_and_one_write_a_wager(
    crowded: bool, wagers: int, stack: LambdaStack
) -> None:
    table = table_with("super-sevens")
    for number in range(wagers - 1):
        table.place((f"v-{number}", "super-sevens", 1, f"q-{number}", 100))
    if crowded:
        wagers_elsewhere(table)
    table.deal(1, "9H")
    assert requests_of_the_last_event(table, stack) == Requests(reads=2, writes=1 + wagers)


def test_the_dealers_second_card_costs_the_same(stack: LambdaStack) -> None:
    table = table_with("insurance")
    table.dealer("AS", "5H")
    assert requests_of_the_last_event(table, stack) == Requests(reads=2, writes=2)


def test_a_hand_over_21_costs_the_same(stack: LambdaStack) -> None:
    table = table_with("main")
    table.place(("d", "double", 1, "p", 100))
    table.deal(1, "TH", "6C", "KD")
    table.end(1, "bust")
    for entry in table.events[:-1]:
        stack.put(entry)
    with counting(runtime.store()) as requests:
        stack.invoke("settle_main", stack.envelope(table.events[-1]))
    assert requests.total == Requests(reads=2, writes=3)


def test_the_front_desk_makes_one_write_to_note_what_others_record(stack: LambdaStack) -> None:
    table = table_with("super-sevens")
    table.deal(1, "9H")
    runtime.store()
    with counting(runtime.store()) as requests:
        stack.invoke("admit_events", stack.envelope(table.events[-1]))
    assert requests.total == Requests(reads=0, writes=1)


def requests_of_the_last_event(table: TableSystem, stack: LambdaStack) -> Requests:
    """Of the settling functions that hear it; the front desk's own is tested above."""
    for entry in table.events[:-1]:
        stack.put(entry)
    with counting(runtime.store()) as requests:
        for function in heard_by(template.rules(template.load()), table.events[-1]):
            if DESKS[function] is not Desk.FRONT:
                stack.invoke(function, stack.envelope(table.events[-1]))
    return requests.total


# The watch


def call_the_watch(stack: LambdaStack) -> None:
    stack.invoke("watch_rounds", {"id": "1", "source": "aws.scheduler", "detail-type": "Scheduled Event"})


def test_the_watch_settles_what_a_failed_handler_recorded_counts_it_and_closes_the_round(
    stack: LambdaStack, logs: io.StringIO
) -> None:
    table = table_with("super-sevens")
    table.place(("m", "main", 1, "p", 200))
    table.initial_deal("TD", box1="9H 9C")
    table.end(1, "stand")
    table.dealer("9C")
    table.complete()
    for entry in table.events:
        for function in heard_by(template.rules(template.load()), entry):
            if (function, entry["detail-type"]) != ("settle_main", "RoundCompleted"):
                stack.invoke(function, stack.envelope(entry))
    assert [record.standing for record in stack.store.read_wagers(ROUND, Desk.MAIN)] == [None]
    call_the_watch(stack)
    (record,) = stack.store.read_wagers(ROUND, Desk.MAIN)
    assert record.standing is not None
    assert record.standing.provenance.decided_by == table.events[-1]["detail"]["metadata"]["event_id"]
    (metric,) = metrics_of(logs, "SettledByTheWatch")
    assert metric["kind"] == "main"
    assert stack.store.read_due(ROUND) is None
    call_the_watch(stack)
    assert len(metrics_of(logs, "SettledByTheWatch")) == 1


def test_a_round_that_cannot_be_looked_at_stops_no_other_and_is_counted(
    stack: LambdaStack, logs: io.StringIO
) -> None:
    for round_id in ("r-000122", ROUND.round_id):
        table = TableSystem(round_id=round_id)
        table.place(("s", "super-sevens", 1, "p", 10))
        table.deal(1, "9H")
        for entry in table.events:
            stack.put(entry)
    broken = {"pk": {"S": "akl#bj-07#r-000122"}, "sk": {"S": "W#main#01#w"}, "placement": {"S": "not JSON"}}
    boto3.client("dynamodb").put_item(TableName=TABLE, Item=broken)
    call_the_watch(stack)
    (error,) = [line for line in lines(logs) if line.get("level") == "ERROR"]
    assert (error["round_id"], error["message"]) == ("r-000122", "round not looked at")
    assert [metric["RoundsNotLookedAt"] for metric in metrics_of(logs, "RoundsNotLookedAt")] == [[1.0]]
    # The other one was looked at: it has long been due, and what is missing of it was told.
    (notice,) = stack.store.read_notices(ROUND)
    assert notice.because == "the round was neither completed nor voided"
    assert stack.store.read_due(ROUND) is None


def test_the_watch_stops_in_time(stack: LambdaStack) -> None:
    table = table_with("super-sevens")
    for entry in table.events:
        stack.put(entry)
    runtime.watch_rounds(lambda: runtime.TIME_FOR_A_ROUND - 1)
    due = stack.store.read_due(ROUND)
    assert due is not None
    assert due.look_at == later(due.since, House().first_look)


# Wiring


def test_a_missing_setting_is_named() -> None:
    with pytest.raises(MissingSetting, match="the environment variable TABLE_NAME is not set"):
        Settings.of({})


def test_every_handler_is_the_desk_that_the_local_stack_takes_it_for(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Desk] = []
    for function, desk in DESKS.items():
        handler = load_handler(function)
        monkeypatch.setitem(handler.__wrapped__.__globals__, "settle", lambda at, _: called.append(at))  # type: ignore[attr-defined]
        handler.__wrapped__({}, None)  # type: ignore[attr-defined]
        assert called.pop() is desk


def test_posted_at_is_the_clocks_and_decides_nothing() -> None:
    table = table_with("super-sevens")
    table.deal(1, "9H")
    assert named(table.events, "CardDealt")
    assert runtime.clock is runtime.now
    stamp = runtime.now()
    assert len(stamp) == len("2026-11-28T21:14:07.330Z")
    assert stamp.endswith("Z")
