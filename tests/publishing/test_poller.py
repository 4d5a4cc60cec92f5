"""Our own stream runtime, against what Lambda documents of its event source mappings."""

from collections.abc import Callable, Sequence

import pytest

from local import template
from local.patterns import JsonObject
from local.streams import MalformedMapping, Mapped, Poller, Record


def records(count: int) -> list[Record]:
    return [
        {"eventName": "MODIFY", "dynamodb": {"SequenceNumber": str(number), "Keys": {"sk": {"S": "W#main#01#w"}}}}
        for number in range(1, count + 1)
    ]


def numbers(batch: object) -> list[str]:
    assert isinstance(batch, Sequence)
    return [record["dynamodb"]["SequenceNumber"] for record in batch]


def run(
    function: Callable[[list[str]], object], count: int, *, size: int = 4, bisects: bool = True, retries: int = 2
) -> tuple[list[list[str]], list[list[str]]]:
    """The batches that the function saw, and the records that failed for good."""
    seen: list[list[str]] = []
    failed: list[list[str]] = []

    def invoke(event: JsonObject) -> object:
        seen.append(numbers(event["Records"]))
        return function(seen[-1])

    mapped = Mapped((), size, bisects=bisects, reports_failures=True, retries=retries)
    Poller(mapped, invoke, lambda batch, _: failed.append(numbers(batch))).deliver(records(count))
    return seen, failed


def giving_back(*bad: str) -> Callable[[list[str]], object]:
    def function(batch: list[str]) -> object:
        return {"batchItemFailures": [{"itemIdentifier": number} for number in batch if number in bad]}

    return function


def raising_at(bad: str) -> Callable[[list[str]], object]:
    def function(batch: list[str]) -> object:
        if bad in batch:
            raise RuntimeError("poison")
        return {"batchItemFailures": []}

    return function


def test_records_come_in_order_in_batches_of_the_size_that_the_template_says() -> None:
    seen, failed = run(giving_back(), 10)
    assert seen == [["1", "2", "3", "4"], ["5", "6", "7", "8"], ["9", "10"]]
    assert failed == []


def test_after_a_reported_failure_it_goes_on_from_there_and_does_not_repeat_what_lies_before() -> None:
    seen, failed = run(giving_back("3"), 4, retries=1)
    assert seen == [["1", "2", "3", "4"], ["3", "4"]]
    assert failed == [["3", "4"]]


def test_of_several_reported_failures_the_first_counts() -> None:
    seen, _ = run(giving_back("4", "2"), 4, retries=1)
    assert seen[1] == ["2", "3", "4"]


def test_a_batch_that_raises_is_bisected_until_the_record_stands_alone() -> None:
    seen, failed = run(raising_at("3"), 4)
    assert failed == [["3"]]
    assert [batch for batch in seen if "3" not in batch] == [["1", "2"], ["4"]]
    # Alone it is tried once and twice again.
    assert seen.count(["3"]) == 3


def test_without_bisecting_the_whole_batch_fails() -> None:
    _, failed = run(raising_at("3"), 5, bisects=False)
    assert failed == [["1", "2", "3", "4"]]


def test_an_identifier_that_is_not_of_the_batch_fails_the_batch() -> None:
    _, failed = run(lambda _: {"batchItemFailures": [{"itemIdentifier": "99"}]}, 2, bisects=False)
    assert failed == [["1", "2"]]


def test_an_answer_that_names_no_failures_is_a_success() -> None:
    assert run(lambda _: {}, 2) == ([["1", "2"]], [])
    assert run(lambda _: {"batchItemFailures": None}, 2) == ([["1", "2"]], [])


def test_the_templates_own_filter_lets_through_new_entries_and_notices_only() -> None:
    mapped = Mapped.of(template.stream_mapping(template.load(), "publish_settlements"))
    taken = [
        (name, sk)
        for name in ("INSERT", "MODIFY")
        for sk in ("W#main#01#w-1", "N#large-win#ab", "B#01#r0", "D#r0", "R#due", "R#initial deal#ab", "I#w-1")
        if mapped.takes({"eventName": name, "dynamodb": {"Keys": {"sk": {"S": sk}}}})
    ]
    assert taken == [("INSERT", "N#large-win#ab"), ("MODIFY", "W#main#01#w-1")]
    assert mapped.reports_failures
    assert mapped.bisects


def test_a_mapping_without_a_bound_on_its_retries_is_refused() -> None:
    properties = dict(template.stream_mapping(template.load(), "publish_settlements"))
    del properties["MaximumRetryAttempts"]
    with pytest.raises(MalformedMapping, match="MaximumRetryAttempts is None, not a whole number"):
        Mapped.of(properties)
