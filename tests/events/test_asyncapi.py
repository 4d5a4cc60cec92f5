"""``events/asyncapi.yaml``: fresh, whole by itself, and true to the samples, the contract and the template."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from croupier.events.envelope import KINDS
from local import template
from local.asyncapi import DOCUMENT, as_text, document
from tests.samples import SAMPLES

ROOT = Path(__file__).parent.parent.parent
WHOLE: Mapping[str, Any] = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))
MESSAGES = WHOLE["components"]["messages"]

ENTRIES = ["WagerSettled", "SettlementReversed"]
NOTICES = ["WagerRefused", "WagerQuestioned", "EventRejected", "RoundUnderReview", "LargeWin", "WagerOverdue"]


def validator(message: str) -> Draft7Validator:
    """Of a message's payload; AsyncAPI's schemas are JSON Schema draft 7."""
    schema = MESSAGES[message]["payload"] | {"components": WHOLE["components"]}
    Draft7Validator.check_schema(schema)
    return Draft7Validator(schema)


def references(value: object) -> set[str]:
    match value:
        case dict():
            found = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
            return found.union(*(references(part) for part in value.values()))
        case list():
            return set[str]().union(*(references(part) for part in value))
        case _:
            return set()


def test_the_document_is_that_of_the_models() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == as_text(document()), "run make schemas"


def test_each_channel_carries_the_contracts_messages_and_no_other() -> None:
    assert {name: list(channel["messages"]) for name, channel in WHOLE["channels"].items()} == {
        "table-bus": list(KINDS),
        "settlement-bus": [*ENTRIES, *NOTICES],
        "settlement-stream": ["settlement", "reversal"],
    }


def test_every_message_of_a_channel_is_in_exactly_one_operation() -> None:
    carried = [
        f"#/channels/{name}/messages/{each}"
        for name, told in WHOLE["channels"].items()
        for each in told["messages"]
    ]
    operated = [each["$ref"] for operation in WHOLE["operations"].values() for each in operation["messages"]]
    assert sorted(operated) == sorted(carried)


def test_the_addresses_are_those_of_the_template() -> None:
    resources: Any = template.load()["Resources"]
    names = [
        resource["Properties"]["Name"]["Fn::Sub"].replace("${AWS::StackName}", "{stack}")
        for resource in resources.values()
        if resource["Type"] in ("AWS::Events::EventBus", "AWS::Kinesis::Stream")
    ]
    assert len(names) >= 2
    assert set(names) <= {channel["address"] for channel in WHOLE["channels"].values()}


def test_it_refers_to_nothing_outside_itself_and_keeps_nothing_that_nobody_refers_to() -> None:
    referred = references(WHOLE)
    for reference in referred:
        place: Any = WHOLE
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]
    shapes = {f"#/components/schemas/{name}" for name in WHOLE["components"]["schemas"]}
    assert shapes <= referred


@pytest.mark.parametrize("name", [*MESSAGES])
def test_every_example_fits_the_payload_of_its_message_and_of_no_other(name: str) -> None:
    examples = [example["payload"] for example in MESSAGES[name]["examples"]]
    assert examples
    for example in examples:
        assert [other for other in MESSAGES if validator(other).is_valid(example)] == [name]


def test_every_published_sample_is_an_example() -> None:
    shown = [example["payload"] for message in MESSAGES.values() for example in message["examples"]]
    for path in SAMPLES.iterdir():
        assert json.loads(path.read_text()) in shown


def test_every_shape_keeps_the_descriptions_that_stand_beside_a_reference() -> None:
    fields = WHOLE["components"]["schemas"]["SettlementRecord"]["properties"]
    assert [name for name, field in fields.items() if "description" not in field] == []
    assert fields["tender"]["allOf"] == [{"$ref": "#/components/schemas/Tender"}]


def test_the_parsers_lock_file_has_a_checksum_of_every_package_and_no_address() -> None:
    lock = json.loads((ROOT / "tests" / "asyncapi" / "package-lock.json").read_text())
    own, *others = lock["packages"].items()
    assert own[0] == ""
    assert [name for name, package in others if "integrity" not in package] == []
    assert "://" not in json.dumps(lock)
