"""The publisher: what it makes of the table's stream, and what it does where a sink takes only a part."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from croupier import publishing
from croupier.publishing import Message, publish
from croupier.runtime.sinks import ATTEMPTS, NotKept, SettlementBus, SettlementStream
from local import template
from local.lambdas import LambdaStack
from local.outlets import Outlets, outlets
from local.streams import Mapped, Poller
from tests.playing import changed, outcome_of
from tests.rounds import RECORDED
from tests.table_system import Entry, TableSystem


@pytest.fixture
def downstream() -> Iterator[tuple[LambdaStack, Outlets]]:
    with outlets() as opened:
        yield opened


def corrected_round() -> list[Entry]:
    """A settlement, a refusal, and a void of the whole round after it."""
    table = TableSystem()
    table.open()
    table.place(("m", "main", 1, "p", 100), ("s", "super-sevens", 1, "p", 10))
    table.place(("i", "insurance", 1, "p", 60), original=100)
    table.initial_deal("AS", box1="TH 9C")
    table.end(1, "stand")
    table.dealer("8C")
    table.complete()
    table.supervise(
        "WagersVoided",
        clause="16.6",
        scope={"round": True},
        after_sequence=table.sequence,
        reason="shoe misloaded",
        authorised_by="s.kahu",
    )
    return table.events


def put(stack: LambdaStack, events: Sequence[Entry]) -> None:
    for entry in events:
        stack.put(entry)


# Through the real handler


def test_finance_reads_what_replay_prints_and_the_settlement_bus_carries_it_and_the_notices(
    downstream: tuple[LambdaStack, Outlets],
) -> None:
    stack, out = downstream
    events = corrected_round()
    put(stack, events)
    out.publish()
    expected = outcome_of(events)
    printed = [dict(record.fields()) for record in expected.settlements]
    by_id = {record["entry_id"]: record for record in out.settlements()}
    assert by_id == {record["entry_id"]: record for record in printed}
    heard = out.heard()
    assert {event["source"] for event in heard} == {"blackjack.settlement"}
    settled = [event["detail"] for event in heard if event["detail-type"] == "WagerSettled"]
    reversed_ = [event["detail"] for event in heard if event["detail-type"] == "SettlementReversed"]
    assert {detail["entry_id"] for detail in settled} == {  # type: ignore[index, call-overload]
        record["entry_id"] for record in printed if record["type"] == "settlement"
    }
    assert len(reversed_) == sum(record["type"] == "reversal" for record in printed) == 2
    refused = [event["detail"] for event in heard if event["detail-type"] == "WagerRefused"]
    assert refused == [dict(notice.fields()) for notice in expected.told("wager-refused")]
    assert out.failed == []


def test_publishing_again_from_the_beginning_sends_the_same_bytes(downstream: tuple[LambdaStack, Outlets]) -> None:
    stack, out = downstream
    put(stack, corrected_round())
    out.publish()
    once = sorted(json.dumps(record) for record in out.settlements())
    again = Poller(
        Mapped.of(template.stream_mapping(template.load(), "publish_settlements")),
        lambda event: stack.invoke("publish_settlements", event),
        lambda *_: pytest.fail("nothing fails"),
    )
    again.deliver(out.changes())
    assert sorted(json.dumps(record) for record in out.settlements()) == sorted(once * 2)


def test_a_poison_record_is_kept_whole_and_blocks_nobody(downstream: tuple[LambdaStack, Outlets]) -> None:
    import boto3  # noqa: PLC0415

    stack, out = downstream
    put(stack, corrected_round())
    changes = out.changes()
    settling = [change for change in changes if "W#main" in json.dumps(change["dynamodb"]["Keys"])]  # type: ignore[index, call-overload]
    poison = json.loads(json.dumps(settling[-1]))
    poison["dynamodb"]["NewImage"]["entries"]["L"].append({"S": '{"not": "an entry"}'})
    poison["dynamodb"]["SequenceNumber"] = "poison"
    at = changes.index(settling[-1])
    invocations = 0

    def invoke(event: Any) -> object:
        nonlocal invocations
        invocations += 1
        return stack.invoke("publish_settlements", event)

    mapped = Mapped.of(template.stream_mapping(template.load(), "publish_settlements"))
    Poller(mapped, invoke, lambda *_: pytest.fail("nothing fails")).deliver([*changes[:at], poison, *changes[at:]])
    assert invocations == 1
    assert {record["entry_id"] for record in out.settlements()} == {
        record.entry_id for record in outcome_of(corrected_round()).settlements
    }
    s3 = boto3.client("s3")
    (kept,) = s3.list_objects_v2(Bucket="FailedRecords")["Contents"]
    body = json.loads(s3.get_object(Bucket="FailedRecords", Key=kept["Key"])["Body"].read())
    assert body["record"] == poison
    assert "not" in body["why"] or "Entry" in body["why"]


# Sinks that take only a part


@dataclass
class Flaky:
    """A client that takes all but every third message it is asked to take, and remembers what it took."""

    taken: list[str] = field(default_factory=list)
    asked: int = 0
    requests: int = 0

    def _answer(self, bodies: Sequence[str]) -> list[dict[str, str]]:
        self.requests += 1
        answers = []
        for body in bodies:
            self.asked += 1
            if self.asked % 3 == 0:
                answers.append({"ErrorCode": "ProvisionedThroughputExceededException"})
            else:
                self.taken.append(body)
                answers.append({"SequenceNumber": "1"})
        return answers

    def put_records(self, *, StreamName: str, Records: Sequence[Mapping[str, Any]]) -> object:  # noqa: N803
        assert StreamName == "settlements"
        return {"Records": self._answer([record["Data"].decode() for record in Records])}

    def put_events(self, *, Entries: Sequence[Mapping[str, Any]]) -> object:  # noqa: N803
        assert len(Entries) <= 10
        return {"Entries": self._answer([entry["Detail"] for entry in Entries])}


def messages(count: int) -> list[Message]:
    return [Message("WagerSettled", f"w-{number}", json.dumps({"number": number})) for number in range(count)]


def stream_of(client: object, pauses: list[float] | None = None) -> SettlementStream:
    pause: Callable[[float], None] = (lambda _: None) if pauses is None else pauses.append
    return SettlementStream(client=client, name="settlements", pause=pause)  # type: ignore[arg-type]


def bus_of(client: object) -> SettlementBus:
    return SettlementBus(client=client, name="settlement", pause=lambda _: None)  # type: ignore[arg-type]


@pytest.mark.parametrize("sink_of", [stream_of, bus_of])
def test_of_what_was_taken_in_part_only_what_failed_is_sent_again(sink_of: Callable[[object], Any]) -> None:
    client = Flaky()
    assert sink_of(client).send(messages(60)) == frozenset()
    assert sorted(client.taken) == sorted(message.body for message in messages(60))


def test_a_sink_that_takes_nothing_is_asked_a_bounded_number_of_times_ever_later() -> None:
    class Down:
        asked = 0

        def put_records(self, *, StreamName: str, Records: Sequence[object]) -> object:  # noqa: N803
            self.asked += 1
            return {"Records": [{"ErrorCode": "InternalFailure"} for _ in Records]}

    down, pauses = Down(), list[float]()
    assert stream_of(down, pauses).send(messages(3)) == frozenset({0, 1, 2})
    assert down.asked == ATTEMPTS
    assert pauses == sorted(set(pauses))


def test_kinesis_gets_no_more_than_500_records_and_5_mib_a_request_and_the_bus_10_and_256_kb() -> None:
    large = [Message("WagerSettled", "w", "x" * 150_000) for _ in range(100)]
    for many, most, largest in ((large, 500, 5 * 2**20), (messages(1203), 500, 5 * 2**20), (large, 10, 256_000)):
        sizes = [
            (len(chunk), sum(len(message.body) for _, message in chunk))
            for chunk in publishing.in_chunks(enumerate(many), publishing.message_size, most=most, largest=largest)
        ]
        assert sum(count for count, _ in sizes) == len(many)
        assert all(count <= most and size <= largest for count, size in sizes)


def test_what_a_sink_did_not_take_is_given_back_by_its_record_and_what_it_took_is_not(
    downstream: tuple[LambdaStack, Outlets],
) -> None:
    stack, out = downstream
    put(stack, corrected_round())
    mapped = Mapped.of(template.stream_mapping(template.load(), "publish_settlements"))
    changes = [change for change in out.changes() if mapped.takes(change)]

    class Refuses:
        def send(self, messages: Sequence[Message]) -> frozenset[int]:
            return frozenset(place for place, message in enumerate(messages) if message.key.endswith("/s"))

    class Takes:
        def send(self, messages: Sequence[Message]) -> frozenset[int]:
            return frozenset()

    published = publish(changes, Takes(), Refuses(), lambda *_: None)
    sevens = [change for change in changes if "W#super-sevens" in json.dumps(change["dynamodb"]["Keys"])]  # type: ignore[index, call-overload]
    assert published.failed == [change["dynamodb"]["SequenceNumber"] for change in sevens]  # type: ignore[index, call-overload]


def test_a_notice_that_no_bus_takes_is_kept_and_sends_nothing(downstream: tuple[LambdaStack, Outlets]) -> None:
    stack, out = downstream
    put(stack, [changed(TableSystem().open(), "detail.data.decks", 0)])
    (change,) = [each for each in out.changes() if "N#" in json.dumps(each)]
    notice = json.loads(change["dynamodb"]["NewImage"]["notice"]["S"])  # type: ignore[index, call-overload, arg-type]
    larger = json.dumps(notice | {"because": "x" * (publishing.LARGEST + 1)})
    change["dynamodb"]["NewImage"]["notice"]["S"] = larger  # type: ignore[index, call-overload]
    kept: list[str] = []
    client = Flaky()
    done = publish([change], stream_of(client), bus_of(client), lambda _, why: kept.append(why))
    assert (done.kept, done.failed, client.taken) == (1, [], [])
    assert f"more than {publishing.LARGEST}" in kept[0]


def test_a_poison_record_that_cannot_be_kept_is_given_back() -> None:
    def not_kept(record: Mapping[str, object], why: str) -> None:
        raise NotKept("the bucket is gone")

    poison = {"dynamodb": {"SequenceNumber": "7"}}
    assert publish([poison], stream_of(Flaky()), bus_of(Flaky()), not_kept).failed == ["7"]


@pytest.mark.parametrize("name", ["sevens-and-splits", "every-super-sevens"])
def test_every_batch_twice_and_every_third_publish_failing_finance_reads_every_entry(
    name: str, downstream: tuple[LambdaStack, Outlets]
) -> None:
    stack, out = downstream
    events = RECORDED[name]()[0]
    put(stack, events)
    client = Flaky()
    kinesis, bus = stream_of(client), bus_of(Flaky())

    def twice(event: Any) -> object:
        for _ in range(2):
            failed = publish(event["Records"], kinesis, bus, lambda *_: None).failed
        return {"batchItemFailures": [{"itemIdentifier": number} for number in failed]}

    mapped = Mapped((), 3, bisects=True, reports_failures=True, retries=50)
    accounts = [change for change in out.changes() if "W#" in json.dumps(change["dynamodb"]["Keys"])]  # type: ignore[index, call-overload]
    Poller(mapped, twice, lambda *_: pytest.fail("nothing fails for good")).deliver(accounts)
    read_once = {json.loads(body)["entry_id"]: json.loads(body) for body in client.taken}
    printed = {record.entry_id: dict(record.fields()) for record in outcome_of(events).settlements}
    assert read_once == printed
