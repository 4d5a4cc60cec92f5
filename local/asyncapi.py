"""The contract as one AsyncAPI document, generated from the models into ``events/asyncapi.yaml``.

``python -m local.asyncapi`` writes it anew; a test fails while it is stale, and ``make asyncapi`` puts it
through AsyncAPI's own parser.

AsyncAPI 3.0: https://www.asyncapi.com/docs/reference/specification/v3.0.0
"""

import json
from collections.abc import Iterable

import yaml

from croupier.events.envelope import KINDS
from croupier.publishing import NOTICED, SETTLED
from local.messages import EVENTS, messages, shapes
from local.patterns import JsonObject

DOCUMENT = EVENTS / "asyncapi.yaml"

ABOUT = """\
Croupier pays and collects blackjack wagers: table systems and supervisors put events on the table bus,
Croupier settles the wagers under the licensed rule book, and finance reads an append-only stream of
settlement records.

Every amount is a whole number of the currency's minor unit. Times are RFC 3339 in UTC with milliseconds.
Fields may be added within a major `schema_version`: ignore those you do not know. Operations are told from
Croupier's side.
"""

TABLE_BUS = """\
An EventBridge bus. What a table saw comes from the source `blackjack.table.<site_id>`, what a supervisor
corrects from `blackjack.supervisor.<site_id>`; corrections from a table's source are rejected. Delivery may
repeat, delay and reorder: an event is a fact, and the same fact twice is one fact. Repeat an event with its
`event_id` unchanged. A detail is at most 200,000 bytes of JSON.
"""

SETTLEMENT_BUS = """\
An EventBridge bus for displays, alerts and table systems, source `blackjack.settlement`. Delivery is at
least once and in any order: drop repeats of an entry by `detail.entry_id`. EventBridge adds fields of its own
(`id`, `time` and others); its `id` is another one when an entry is published again, so it is no key. Who
keeps books reads the stream.
"""

STREAM = """\
A Kinesis data stream of settlements and reversals, one JSON object a record; the partition key is the wager,
`<site_id>/<table_id>/<round_id>/<wager_id>`. Delivery is at least once: drop repeats by `entry_id`; what is
sent twice is the same. `entry` counts a wager's entries from 1 without gaps, so a number that lacks is a
record not read yet. A wager's entries usually come in order, but only `entry` says what their order is. The
archive in S3 keeps the same records; see `docs/consume-settlements.md`.
"""


def document() -> JsonObject:
    """The whole document, with every shape that it refers to."""
    entries, notices = list(SETTLED.values()), list(NOTICED.values())
    whole: JsonObject = {
        "asyncapi": "3.0.0",
        "info": {"title": "Croupier", "version": "1", "description": ABOUT, "license": {"name": "MIT"}},
        "defaultContentType": "application/json",
        "servers": {"eventbridge": _server("events"), "kinesis": _server("kinesis")},
        "channels": {
            "table-bus": _channel("table", "eventbridge", TABLE_BUS, KINDS),
            "settlement-bus": _channel("settlement", "eventbridge", SETTLEMENT_BUS, [*entries, *notices]),
            "settlement-stream": {
                **_channel("settlements", "kinesis", STREAM, SETTLED),
                # AsyncAPI has no binding for Kinesis.
                "x-kinesis": {"partition-key": "<site_id>/<table_id>/<round_id>/<wager_id>"},
            },
        },
        "operations": _operations(),
        "components": {"messages": messages(), "schemas": shapes()},
    }
    # Through JSON: no object is then in two places, for which YAML would write an alias.
    copied: JsonObject = json.loads(json.dumps(whole))
    return copied


def _server(service: str) -> JsonObject:
    return {
        "host": f"{service}.{{region}}.amazonaws.com",
        "protocol": "https",
        "description": "AWS's own endpoint; requests are signed, and the account's policies say who may do what.",
        "variables": {"region": {"description": "The AWS region of the deployed stack."}},
    }


def _channel(name: str, server: str, description: str, carried: Iterable[str]) -> JsonObject:
    """``name`` ends the address as ``template.yaml`` makes it from the name of the stack."""
    return {
        "address": f"{{stack}}-{name}",
        "description": description,
        "servers": [{"$ref": f"#/servers/{server}"}],
        "parameters": {"stack": {"description": "The name of the deployed stack."}},
        "messages": {str(message): {"$ref": f"#/components/messages/{message}"} for message in carried},
    }


def _operations() -> JsonObject:
    seen = [kind.name for kind in KINDS.values() if not kind.supervisor]
    corrections = [kind.name for kind in KINDS.values() if kind.supervisor]
    return {
        "hear-tables": _operation(
            "receive", "table-bus", seen, "Record what a table saw, and settle what that decides."
        ),
        "hear-supervisors": _operation(
            "receive", "table-bus", corrections, "Record a correction; reverse and settle again what it changes."
        ),
        "tell-entries": _operation(
            "send", "settlement-bus", SETTLED.values(), "Tell of every settlement and reversal."
        ),
        "tell-notices": _operation(
            "send", "settlement-bus", NOTICED.values(), "Tell what is not money and somebody must know."
        ),
        "hand-to-finance": _operation(
            "send", "settlement-stream", SETTLED, "Hand every settlement and reversal to finance."
        ),
    }


def _operation(action: str, channel: str, carried: Iterable[str], summary: str) -> JsonObject:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/{channel}/messages/{message}"} for message in carried],
    }


class _Dumper(yaml.SafeDumper):
    """Texts of several lines as blocks, so that a person can read them."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def as_text(whole: JsonObject) -> str:
    """The document as its file holds it."""
    head = "# Generated by make schemas from the models of shared/croupier/events. Change those instead.\n"
    return head + yaml.dump(whole, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


if __name__ == "__main__":
    DOCUMENT.write_text(as_text(document()), encoding="utf-8")
