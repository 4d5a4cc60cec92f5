"""``events/registry.json``: fresh, in the dialect that EventBridge's registry takes, and true to the samples."""

import json

import pytest
from jsonschema import Draft4Validator

from croupier.events.envelope import KINDS
from local.registry import STACK, as_text, registered, stack
from tests.samples import SAMPLES

REGISTERED = registered()


def test_the_stack_is_that_of_the_models() -> None:
    assert STACK.read_text(encoding="utf-8") == as_text(stack()), "run make schemas"


def test_every_message_has_a_schema_of_the_name_that_the_bus_would_give_it() -> None:
    names = {f"blackjack.{'supervisor' if kind.supervisor else 'table'}@{kind.name}" for kind in KINDS.values()}
    going = {path.name.partition(".")[0] for path in SAMPLES.iterdir()} - {*KINDS} | {"SettlementRecord"}
    assert set(REGISTERED) == names | {f"blackjack.settlement@{name}" for name in going}


@pytest.mark.parametrize("name", [*REGISTERED])
def test_every_sample_fits_the_schema_of_its_detail_type_and_no_other_does(name: str) -> None:
    Draft4Validator.check_schema(REGISTERED[name])
    validator = Draft4Validator(REGISTERED[name])
    detail_type = name.partition("@")[2]
    for path in SAMPLES.iterdir():
        entry = json.loads(path.read_text())
        if detail_type == "SettlementRecord":
            settled = entry["detail-type"] in ("WagerSettled", "SettlementReversed")
            assert validator.is_valid(entry["detail"]) is settled
        else:
            assert validator.is_valid(entry) is (entry["detail-type"] == detail_type)


def test_no_schema_has_a_keyword_that_draft_4_lacks() -> None:
    for schema in REGISTERED.values():
        text = json.dumps(schema)
        assert '"const":' not in text
        assert '"exclusiveMinimum":' not in text


def test_every_schema_is_within_the_registrys_limits() -> None:
    # Content at most 100,000 characters, a name at most 385; a template at most 1 MB.
    assert len(STACK.read_bytes()) < 1_000_000
    for name, schema in REGISTERED.items():
        assert len(name) <= 385
        assert len(json.dumps(schema, separators=(",", ":"))) <= 100_000
