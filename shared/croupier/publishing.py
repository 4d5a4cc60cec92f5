"""Publishing: from changes of the table to the stream that finance reads and the settlement bus.

Promised to consumers (docs/consume-settlements.md): at least once; ``entry_id`` is the dedup key; ``entry`` is
dense per wager, so a gap shows. What is sent twice is the same to the byte.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from croupier.events.records import NoticeRecord, SettlementRecord, notice_record, settlement_record
from croupier.ledger import NoticeType
from croupier.stores.stream import Posting, UnreadableChange, read_change

SOURCE = "blackjack.settlement"

LARGEST = 200_000
"""Bytes of one message; EventBridge takes 256 kB an entry, its other fields included."""

SETTLED = {"settlement": "WagerSettled", "reversal": "SettlementReversed"}

NOTICED = {
    NoticeType.WAGER_REFUSED: "WagerRefused",
    NoticeType.WAGER_QUESTIONED: "WagerQuestioned",
    NoticeType.EVENT_REJECTED: "EventRejected",
    NoticeType.ROUND_UNDER_REVIEW: "RoundUnderReview",
    NoticeType.LARGE_WIN: "LargeWin",
    NoticeType.WAGER_OVERDUE: "WagerOverdue",
}
"""The detail-types of the settlement bus (contract, section 2)."""


@dataclass(frozen=True, slots=True)
class Message:
    """What one entry or notice is to consumers: ``key`` keeps a wager's entries together, ``body`` is JSON."""

    detail_type: str
    key: str
    body: str


class Sink(Protocol):
    """Where messages go. Sending again what was sent is safe."""

    def send(self, messages: Sequence[Message]) -> frozenset[int]:
        """Send the messages, again what was not taken, within bounds; the places of those not taken in the end."""
        ...


Keep = Callable[[Mapping[str, object], str], None]
"""Keeps a stream record that cannot be published, and why."""


@dataclass(slots=True)
class Published:
    """What one batch has come to: ``failed`` are the sequence numbers of records to be tried again."""

    entries: int = 0
    notices: int = 0
    kept: int = 0
    failed: list[str] = field(default_factory=list)


def entry_message(posting: Posting) -> Message:
    """An entry as finance reads it."""
    record = settlement_record(posting.round_id, posting.placement, posting.entry)
    return record_message(record)


def record_message(record: SettlementRecord) -> Message:
    """A settlement record as a message; its key is the wager's identity."""
    key = record.entry_id.rpartition("#")[0]
    return Message(SETTLED[record.type], key, _json(record))


def notice_message(record: NoticeRecord) -> Message:
    """A notice as a message; its key is its round, where that is known."""
    round_id = "/".join(part for part in (record.site_id, record.table_id, record.round_id) if part)
    return Message(NOTICED[record.type], round_id or "unknown", _json(record))


def publish(records: Sequence[Mapping[str, object]], stream: Sink, bus: Sink, keep: Keep) -> Published:
    """Publish what the records of the table's stream have added.

    A record that cannot be read, or is too large for a bus, is kept and never tried again: it stops no other.
    """
    done, failed = Published(), set[int]()
    entries: list[tuple[int, Message]] = []
    notices: list[tuple[int, Message]] = []
    for number, record in enumerate(records):
        try:
            fresh_entries, fresh_notices = _messages(record)
        except UnreadableChange as error:
            try:
                keep(record, str(error))
                done.kept += 1
            except OSError:
                failed.add(number)
            continue
        entries += [(number, message) for message in fresh_entries]
        notices += [(number, message) for message in fresh_notices]
    for sink, messages in ((stream, entries), (bus, [*entries, *notices])):
        not_taken = sink.send([message for _, message in messages])
        failed |= {messages[place][0] for place in not_taken}
    done.entries, done.notices = len(entries), len(notices)
    done.failed = [_sequence_number(records[number]) for number in sorted(failed)]
    return done


def _messages(record: Mapping[str, object]) -> tuple[list[Message], list[Message]]:
    change = read_change(record)
    entries = [entry_message(posting) for posting in change.entries]
    notices = [notice_message(notice_record(notice)) for notice in change.notices]
    for message in (*entries, *notices):
        size = len(message.body.encode())
        if size > LARGEST:
            raise UnreadableChange(f"{message.detail_type} of {message.key} has {size} bytes, more than {LARGEST}")
    return entries, notices


T = TypeVar("T")


def in_chunks(items: Iterable[T], size_of: Callable[[T], int], *, most: int, largest: int) -> Iterator[list[T]]:
    """``items``, in order, in chunks of at most ``most`` and together at most ``largest`` bytes.

    An item that is larger than that has a chunk to itself.
    """
    chunk: list[T] = []
    size = 0
    for item in items:
        length = size_of(item)
        if chunk and (len(chunk) == most or size + length > largest):
            yield chunk
            chunk, size = [], 0
        chunk.append(item)
        size += length
    if chunk:
        yield chunk


def message_size(numbered: tuple[int, Message]) -> int:
    """Bytes that a message takes in a request, at most."""
    _, message = numbered
    return len(message.body.encode()) + len(message.key.encode()) + OVERHEAD


OVERHEAD = 500
"""Bytes that a message's other fields take at most."""


def _sequence_number(record: Mapping[str, object]) -> str:
    change = record.get("dynamodb")
    return str(change.get("SequenceNumber")) if isinstance(change, Mapping) else ""


def _json(record: SettlementRecord | NoticeRecord) -> str:
    return json.dumps(record.fields(), ensure_ascii=False, separators=(",", ":"))
