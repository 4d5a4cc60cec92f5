"""The DynamoDB adapter: one table, single-item conditional writes, consistent reads.

``pk`` is ``site#table#round``. Under it:

===========================  =====================================================================
``B#03#r0``                  a box, one reconstruction: every fact an attribute, set only if absent; and
                             for each desk the events it has heard of it
``D#r0``                     the dealer's hand, likewise
``R#<place>#<digest>``       a fact of the round
``I#<wager>``                every content of a wager id; which came first
``W#<desk>#03#<wager>``      a wager's account: version and entries
``N#<type>#<digest>``        a notice
``R#due``                    what was heard of the round; while it is not known to be finished and
                             checked also ``due``, ``since`` and ``look_at``: the index ``due`` holds it
===========================  =====================================================================

A fact's name holds the digest of its content, so the same fact is the same attribute and a different one is
kept beside it. Notices of no known round lie under ``pk`` ``rejected``. Throttles and lost replies are
retried by botocore's standard mode, bounded and jittered (``client_config``); each write may be repeated.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from botocore.config import Config
from botocore.exceptions import ClientError

from croupier.facts import Content, Fact, HandFact, HandKey, RoundFact, RoundId, Seen
from croupier.ledger import Entry, Notice, Placement, WagerRecord
from croupier.stores.codec import CONTENTS, decode, digest, encode
from croupier.stores.port import HandRecord, RoundDue
from croupier.wagers import Desk, desk_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodb.type_defs import AttributeValueTypeDef, UniversalAttributeValueTypeDef

    Item = Mapping[str, AttributeValueTypeDef]
    Key = dict[str, UniversalAttributeValueTypeDef]

DUE, DUE_SK = "due", "R#due"
"""The sparse index, its one partition, and the item of each round that is in it while the round is due."""

REJECTED = "rejected"
"""Where notices lie whose round is not known."""


def client_config() -> Config:
    """How long a handler waits for one request, and how often it tries again: at most seven times."""
    return Config(
        connect_timeout=1,
        read_timeout=2,
        retries={"mode": "standard", "total_max_attempts": 8},
        tcp_keepalive=True,
    )


class DynamoDBStore:
    """A store in a DynamoDB table with a string ``pk`` and a string ``sk``. Keeps the store port's promises."""

    def __init__(self, client: "DynamoDBClient", table: str) -> None:
        self._client = client
        self._table = table

    def record_hand(self, round_id: RoundId, key: HandKey, fact: Fact[HandFact], desk: Desk) -> HandRecord:
        answer = self._client.update_item(
            TableName=self._table,
            Key=_key(round_id, _hand_sk(key)),
            UpdateExpression="SET #fact = if_not_exists(#fact, :fact) ADD #heard :event",
            ExpressionAttributeNames={"#fact": _fact_name(fact), "#heard": f"heard by {desk}"},
            ExpressionAttributeValues={":fact": _fact_value(fact), ":event": {"SS": [fact.seen.event_id]}},
            # The old item: with this fact it is the new one, and it tells what the desk had heard before.
            ReturnValues="ALL_OLD",
        )
        before = answer.get("Attributes", {})
        heard = before.get(f"heard by {desk}", {}).get("SS", ())
        known = {_fact_name(each): each for each in [fact, *_hand_facts(before)]}
        return HandRecord(tuple(sorted(known.values(), key=_as_happened)), frozenset(heard))

    def record_round(self, round_id: RoundId, facts: Sequence[Fact[RoundFact]]) -> None:
        for fact in facts:
            self._put_once({**_key(round_id, f"R#{_fact_name(fact)}"), "fact": _fact_value(fact)})

    def read_hands(self, round_id: RoundId) -> tuple[Fact[HandFact], ...]:
        return tuple(fact for item in self._query(_pk(round_id), "B#", "D#~") for fact in _hand_facts(item))

    def read_round(self, round_id: RoundId) -> tuple[Fact[RoundFact], ...]:
        facts = [_fact(item["fact"]["M"]) for item in self._under(_pk(round_id), "R#") if "fact" in item]
        return tuple(Fact(fact.content, fact.seen) for fact in facts if isinstance(fact.content, RoundFact))

    def place_wager(self, round_id: RoundId, placement: Placement) -> tuple[Placement, ...]:
        text = encode(placement)
        name = f"content {digest(encode(placement.wager), encode(placement.seen.terms))}"
        answer = self._client.update_item(
            TableName=self._table,
            Key=_key(round_id, f"I#{placement.wager.wager_id}"),
            UpdateExpression=(
                "SET #content = if_not_exists(#content, :content), #first = if_not_exists(#first, :name)"
            ),
            ExpressionAttributeNames={"#content": name, "#first": "first"},
            ExpressionAttributeValues={":content": {"S": text}, ":name": {"S": name}},
            ReturnValues="ALL_NEW",
        )
        versions = _placements(answer["Attributes"])
        # Whoever writes a content opens the account of the first one: it cannot be lost with its handler.
        self._open_account(round_id, versions[0])
        return versions

    def _open_account(self, round_id: RoundId, placement: Placement) -> None:
        wager = placement.wager
        sk = _account_sk(desk_of(wager.kind), wager.box, wager.wager_id)
        self._put_once(
            {
                **_key(round_id, sk),
                "placement": {"S": encode(placement)},
                "version": {"N": "0"},
                "entries": {"L": []},
            }
        )

    def read_wagers(self, round_id: RoundId, desk: Desk, box: int | None = None) -> tuple[WagerRecord, ...]:
        prefix = _account_sk(desk) if box is None else _account_sk(desk, box, "")
        return tuple(_record(round_id, item) for item in self._under(_pk(round_id), prefix))

    def post(self, record: WagerRecord, entries: Sequence[Entry]) -> bool:
        wager, texts = record.wager, [encode(entry) for entry in entries]
        try:
            self._client.update_item(
                TableName=self._table,
                Key=_key(record.round_id, _account_sk(desk_of(wager.kind), wager.box, wager.wager_id)),
                UpdateExpression="SET #version = :next, #entries = list_append(#entries, :entries)",
                ConditionExpression="#version = :read",
                ExpressionAttributeNames={"#version": "version", "#entries": "entries"},
                ExpressionAttributeValues={
                    ":read": {"N": str(record.version)},
                    ":next": {"N": str(record.version + 1)},
                    ":entries": {"L": [{"S": text} for text in texts]},
                },
                ReturnValuesOnConditionCheckFailure="ALL_OLD",
            )
        except self._client.exceptions.ConditionalCheckFailedException as error:
            return _is_own_write(error, record, texts)
        return True

    def notify(self, notice: Notice) -> bool:
        round_id = notice.about_round
        pk = REJECTED if round_id is None else _pk(round_id)
        sk = f"N#{notice.type}#{digest(notice.about)}"
        return self._put_once({"pk": {"S": pk}, "sk": {"S": sk}, "notice": {"S": encode(notice)}})

    def read_notices(self, round_id: RoundId | None) -> tuple[Notice, ...]:
        pk = REJECTED if round_id is None else _pk(round_id)
        return tuple(decode(item["notice"]["S"], Notice) for item in self._under(pk, "N#"))

    def hear(self, round_id: RoundId, sequence: int | None, at: str, look_at: str) -> None:
        heard = {} if sequence is None else {":sequence": {"NS": [str(sequence)]}}
        values: Key = {":due": {"S": DUE}, ":at": {"S": at}, ":look_at": {"S": look_at}, ":one": {"N": "1"}}
        self._client.update_item(
            TableName=self._table,
            Key=_key(round_id, DUE_SK),
            # The index does not change while the round is due: only its first event writes to it.
            UpdateExpression="SET due = if_not_exists(due, :due), since = if_not_exists(since, :at), "
            "look_at = if_not_exists(look_at, :look_at) ADD events :one" + (", heard :sequence" if heard else ""),
            ExpressionAttributeValues={**values, **heard},
        )

    def rounds_due(self, at: str) -> Iterator[RoundId]:
        pages = self._client.get_paginator("query").paginate(
            TableName=self._table,
            IndexName=DUE,
            KeyConditionExpression="due = :due AND look_at <= :at",
            ExpressionAttributeValues={":due": {"S": DUE}, ":at": {"S": at}},
        )
        for page in pages:
            yield from (_round_id(item["pk"]["S"]) for item in page["Items"])

    def read_due(self, round_id: RoundId) -> RoundDue | None:
        answer = self._client.get_item(TableName=self._table, Key=_key(round_id, DUE_SK), ConsistentRead=True)
        item = answer.get("Item", {})
        if "due" not in item:
            return None
        return RoundDue(
            round_id,
            item["since"]["S"],
            item["look_at"]["S"],
            frozenset(int(number) for number in item.get("heard", {}).get("NS", ())),
            int(item["events"]["N"]),
        )

    def look_again(self, due: RoundDue, look_at: str) -> None:
        self._update_due(due, "SET look_at = :look_at", "attribute_exists(due)", {":look_at": {"S": look_at}})

    def close(self, due: RoundDue) -> bool:
        events: Key = {":events": {"N": str(due.events)}}
        return self._update_due(due, "REMOVE due, since, look_at", "events = :events", events)

    def _update_due(self, due: RoundDue, update: str, condition: str, values: "Key") -> bool:
        try:
            self._client.update_item(
                TableName=self._table,
                Key=_key(due.round_id, DUE_SK),
                UpdateExpression=update,
                ConditionExpression=condition,
                ExpressionAttributeValues=values,
            )
        except self._client.exceptions.ConditionalCheckFailedException:
            return False
        return True

    def rounds_of(self, site_id: str, table_id: str) -> Iterator[RoundId]:
        """A Scan: it reads, and is charged for, the whole table. No index has this; the money path needs none."""
        pages = self._client.get_paginator("scan").paginate(
            TableName=self._table,
            FilterExpression="begins_with(pk, :table)",
            ExpressionAttributeValues={":table": {"S": _pk(RoundId(site_id, table_id, ""))}},
            ProjectionExpression="pk",
            ConsistentRead=True,
        )
        found: set[str] = set()
        for page in pages:
            for item in page["Items"]:
                pk = item["pk"]["S"]
                if pk not in found:
                    found.add(pk)
                    yield _round_id(pk)

    def every_account(self) -> Iterator[WagerRecord]:
        """A Scan, as ``rounds_of``: accounts alone are answered, everything is read and charged for."""
        pages = self._client.get_paginator("scan").paginate(
            TableName=self._table,
            FilterExpression="begins_with(sk, :account)",
            ExpressionAttributeValues={":account": {"S": "W#"}},
            ConsistentRead=True,
        )
        for page in pages:
            for item in page["Items"]:
                yield _record(_round_id(item["pk"]["S"]), item)

    def _put_once(self, item: "Key") -> bool:
        """Write an item if there is none under its key."""
        try:
            self._client.put_item(TableName=self._table, Item=item, ConditionExpression="attribute_not_exists(pk)")
        except self._client.exceptions.ConditionalCheckFailedException:
            return False
        return True

    def _query(self, pk: str, first: str, last: str) -> Iterator["Item"]:
        """Every item with ``sk`` from ``first`` to ``last``, whatever number of pages they fill."""
        pages = self._client.get_paginator("query").paginate(
            TableName=self._table,
            KeyConditionExpression="pk = :pk AND sk BETWEEN :first AND :last",
            ExpressionAttributeValues={":pk": {"S": pk}, ":first": {"S": first}, ":last": {"S": last}},
            ConsistentRead=True,
        )
        for page in pages:
            yield from page["Items"]

    def _under(self, pk: str, prefix: str) -> Iterator["Item"]:
        """Every item whose ``sk`` begins with ``prefix``; identifiers and places hold no ``~``."""
        return self._query(pk, prefix, f"{prefix}~")


def _pk(round_id: RoundId) -> str:
    return f"{round_id.site_id}#{round_id.table_id}#{round_id.round_id}"


def _round_id(pk: str) -> RoundId:
    return RoundId(*pk.split("#"))


def _key(round_id: RoundId, sk: str) -> "Key":
    return {"pk": {"S": _pk(round_id)}, "sk": {"S": sk}}


def _hand_sk(key: HandKey) -> str:
    return f"D#r{key.revision}" if key.box is None else f"B#{key.box:02}#r{key.revision}"


def _account_sk(desk: Desk, box: int | None = None, wager_id: str = "") -> str:
    return f"W#{desk}#" if box is None else f"W#{desk}#{box:02}#{wager_id}"


def _fact_name(fact: Fact[Content]) -> str:
    """``box 3, card 2#<digest>``: readable, and one for each content and terms."""
    content = encode(fact.content)
    return f"{fact.content.place}#{digest(type(fact.content).__name__, content, encode(fact.seen.terms))}"


def _fact_value(fact: Fact[Content]) -> "UniversalAttributeValueTypeDef":
    return {
        "M": {
            "kind": {"S": type(fact.content).__name__},
            "content": {"S": encode(fact.content)},
            "seen": {"S": encode(fact.seen)},
        }
    }


def _fact(value: "Item") -> Fact[Content]:
    content = decode(value["content"]["S"], CONTENTS[value["kind"]["S"]])
    return Fact(content, decode(value["seen"]["S"], Seen))


def _hand_facts(item: "Item") -> list[Fact[HandFact]]:
    """The facts of a box or of the dealer, in the order in which they happened."""
    facts = [_fact(value["M"]) for value in item.values() if "M" in value]
    told = [Fact(fact.content, fact.seen) for fact in facts if isinstance(fact.content, HandFact)]
    return sorted(told, key=_as_happened)


def _as_happened(fact: Fact[HandFact]) -> tuple[str, str, str]:
    return fact.seen.occurred_at, fact.seen.event_id, fact.content.place


def _placements(item: "Item") -> tuple[Placement, ...]:
    """Every content of a wager id, the first one first."""
    first = item["first"]["S"]
    names = sorted((name for name in item if name.startswith("content ")), key=lambda name: (name != first, name))
    return tuple(decode(item[name]["S"], Placement) for name in names)


def _record(round_id: RoundId, item: "Item") -> WagerRecord:
    return WagerRecord(
        round_id,
        decode(item["placement"]["S"], Placement),
        int(item["version"]["N"]),
        tuple(decode(text["S"], Entry) for text in item["entries"]["L"]),
    )


def _is_own_write(error: ClientError, record: WagerRecord, texts: Sequence[str]) -> bool:
    """Whether the account moved by this very write, whose reply was lost and which was then tried again."""
    found: Item = error.response.get("Item", {})  # type: ignore[assignment]  # the stubs lack ALL_OLD
    if not texts or not found or int(found["version"]["N"]) != record.version + 1:
        return False
    return [text["S"] for text in found["entries"]["L"]][len(record.entries) :] == list(texts)
