"""Telling: the notices for what is refused, rejected, in conflict or not possible under the rules."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence

from croupier.events.parsing import Event, Rejection
from croupier.facts import Content, Fact, RoundCompleted, RoundId, Seen
from croupier.ledger import Entry, Notice, NoticeType, Version, WagerRecord
from croupier.places import Conflict, Source
from croupier.round import Round
from croupier.rules.rulings import Illegal, Ruling
from croupier.settling.questions import Question

LARGEST_RAW = 300_000
"""Characters of a rejected event that are kept: all that EventBridge can carry, and no more than an item holds."""


def _as_told(entry: object) -> str:
    """What the producer said of the event; EventBridge's own fields differ each time it is delivered."""
    told = (
        {name: entry.get(name) for name in ("source", "detail-type", "detail")}
        if isinstance(entry, dict)
        else entry
    )
    text = json.dumps(told, ensure_ascii=False, sort_keys=True)
    return text.encode(errors="surrogatepass").decode(errors="replace")


def rejected(rejection: Rejection, entry: object) -> Notice:
    """An entry of the bus that is no event, kept whole."""
    raw = _as_told(entry)
    return Notice(
        type=NoticeType.EVENT_REJECTED,
        about=f"rejected {hashlib.sha256(raw.encode()).hexdigest()[:32]}",
        because=rejection.because,
        site_id=rejection.site_id,
        table_id=rejection.table_id,
        round_id=rejection.round_id,
        event_id=rejection.event_id,
        occurred_at=rejection.occurred_at,
        field=rejection.field,
        value=rejection.value,
        raw=raw[:LARGEST_RAW],
    )


def refused(record: WagerRecord, ruling: Ruling, seen: Seen) -> Notice:
    """A wager that its own event shows the rules do not allow: returned as ``void``."""
    wager = record.wager
    return _of_round(
        record.round_id,
        seen,
        NoticeType.WAGER_REFUSED,
        about=f"wager {wager.wager_id}",
        because=f"wager {wager.wager_id} is refused and its stake of {wager.amount} returned: {ruling.because}",
        wager_id=wager.wager_id,
        clause=ruling.clause.number,
        field="data.wagers",
        value=f"{wager.kind} of {wager.amount}",
    )


def large_win(record: WagerRecord, entry: Entry, above: int, seen: Seen) -> Notice:
    """Winnings above the house's threshold: to be verified before they are handed over."""
    wager = entry.wager
    return _of_round(
        record.round_id,
        seen,
        NoticeType.LARGE_WIN,
        about=f"entry {entry.number} of wager {wager.wager_id}",
        because=f"wager {wager.wager_id} wins {entry.winnings}, more than {above}: {entry.because}; "
        "to be verified before it is paid",
        wager_id=wager.wager_id,
        clause=entry.clause,
        field="winnings",
        value=str(entry.winnings),
    )


def questioned(round_id: RoundId, question: Question, placed: Seen) -> Notice:
    """Other facts show that the rules did not allow the wager: no money moves (reading 17)."""
    wager = question.wager
    return _of_round(
        round_id,
        placed,
        NoticeType.WAGER_QUESTIONED,
        about=f"wager {wager.wager_id}: {question.about}",
        because=f"wager {wager.wager_id}: {question.because}",
        wager_id=wager.wager_id,
        clause=question.clause.number,
        field="data.wagers",
        value=f"{wager.kind} of {wager.amount} on box {wager.box}, hand {wager.hand}",
    )


def wagers_missing(round_id: RoundId, counted: int, known: int, told: Round) -> Notice:
    """The completed round counts more wagers than were told."""
    because = f"the completed round counts {counted} wagers and only {known} were told"
    return _wager_count(round_id, counted, because, told)


def wagers_uncounted(round_id: RoundId, counted: int, known: int, told: Round) -> Notice:
    """More wagers were told than the completed round counts."""
    because = f"{known} wagers were told and the completed round counts {counted}"
    return _wager_count(round_id, counted, because, told)


def _wager_count(round_id: RoundId, counted: int, because: str, told: Round) -> Notice:
    completed = (fact.seen for fact in told.facts if isinstance(fact.content, RoundCompleted))
    return _of_round(
        round_id,
        next(completed, None),
        NoticeType.ROUND_UNDER_REVIEW,
        about=f"wager_count {counted}",
        because=because,
        field="data.wager_count",
        value=str(counted),
    )


def gaps(round_id: RoundId, missing: Sequence[int]) -> Notice:
    """Places in the table's sequence of which no event was heard."""
    told = ", ".join(str(sequence) for sequence in missing)
    return _of_round(
        round_id,
        None,
        NoticeType.ROUND_UNDER_REVIEW,
        about=f"sequence without {told}",
        because=f"of the table's events the following were never heard: {told}",
        field="metadata.sequence",
        value=told,
    )


def not_completed(round_id: RoundId) -> Notice:
    """Nobody has told how the round ended."""
    return _of_round(
        round_id,
        None,
        NoticeType.ROUND_UNDER_REVIEW,
        about="not completed",
        because="the round was neither completed nor voided",
        field="detail-type",
        value="RoundCompleted",
    )


def overdue(record: WagerRecord, waiting_for: str) -> Notice:
    """A wager that should long have been settled."""
    wager = record.wager
    return _of_round(
        record.round_id,
        record.placement.seen,
        NoticeType.WAGER_OVERDUE,
        about=f"wager {wager.wager_id} overdue",
        because=f"wager {wager.wager_id} is still open: it waits for {waiting_for}",
        wager_id=wager.wager_id,
        field="data.wagers",
        value=f"{wager.kind} of {wager.amount} on box {wager.box}, hand {wager.hand}",
    )


def unknown_kind(record: WagerRecord, event: Event) -> Notice:
    """A kind of wager that no rule book has: table and rules disagree about the game that is played."""
    wager = record.wager
    index = [placed.wager_id for placed in event.wagers].index(wager.wager_id)
    return _of_round(
        record.round_id,
        event.seen,
        NoticeType.ROUND_UNDER_REVIEW,
        about=f"kind of wager {wager.wager_id}",
        because=f"event {event.seen.event_id} places wager {wager.wager_id} of the kind {wager.kind!s}, "
        "which no rule book has",
        wager_id=wager.wager_id,
        field=f"data.wagers[{index}].kind",
        value=str(wager.kind),
    )


def not_possible(record: WagerRecord, fault: Illegal, seen: Seen) -> Notice:
    """What the rules could not have produced is not settled (reading 20), nor taken back where it was."""
    wager, standing = record.wager, record.standing
    stands = "is not settled" if standing is None else f"stands settled as {standing.outcome}, and now"
    return _of_round(
        record.round_id,
        seen,
        NoticeType.ROUND_UNDER_REVIEW,
        about=f"wager {wager.wager_id}: {fault.because}",
        because=f"wager {wager.wager_id} {stands}: {fault.because}",
        wager_id=wager.wager_id,
        clause=fault.clause.number,
        field="data",
        value=f"{wager.kind} on box {wager.box}, hand {wager.hand}",
    )


def would_change(record: WagerRecord, ruling: Ruling, seen: Seen) -> Notice:
    """Facts that would change a settled wager change nothing without a supervisor's event."""
    wager, standing = record.wager, record.standing
    outcome = None if standing is None else standing.outcome
    return _of_round(
        record.round_id,
        seen,
        NoticeType.ROUND_UNDER_REVIEW,
        about=f"wager {wager.wager_id} settled, then {ruling.outcome} at {ruling.odds}",
        because=f"wager {wager.wager_id} stands settled as {outcome}, and now {ruling.because}",
        wager_id=wager.wager_id,
        clause=ruling.clause.number,
        field="data",
        value=f"{ruling.outcome}",
    )


def in_conflict(round_id: RoundId, conflict: Conflict, event_id: str | None = None) -> Notice:
    """Two contents for one place: both are kept, and shown. ``event_id``: the event at which it was seen."""
    value, source = _named(conflict, event_id)
    told = ", ".join(f"{text} in event {origin.seen.event_id}" for text, origin in conflict.versions)
    return _of_round(
        round_id,
        source.seen,
        NoticeType.ROUND_UNDER_REVIEW,
        about=conflict.about,
        because=f"{conflict.place} was told in different ways: {told}",
        field=source.field,
        value=value,
        versions=tuple(Version(origin.seen.event_id, text) for text, origin in conflict.versions),
    )


def _named(conflict: Conflict, event_id: str | None) -> tuple[str, Source]:
    """The version that the notice names: this event's if it told one, else the latest."""
    mine = [version for version in conflict.versions if version[1].seen.event_id == event_id]
    return max(mine or conflict.versions, key=lambda version: (version[1].seen.occurred_at, version[0]))


def other_terms(
    round_id: RoundId, facts: Iterable[Fact[Content]], placed: Iterable[WagerRecord], heard: Seen | None = None
) -> Notice | None:
    """Events of one round under different rule books or currencies: each is kept with its own.

    ``heard``: the event at which it was seen.
    """
    told: dict[tuple[str, str], list[Seen]] = {}
    now = [] if heard is None else [heard]
    for seen in [*now, *(fact.seen for fact in facts), *(record.placement.seen for record in placed)]:
        told.setdefault((seen.terms.rule_book, seen.terms.currency), []).append(seen)
    if len(told) < 2:
        return None
    events = {terms: {seen.event_id for seen in seens} for terms, seens in told.items()}
    fewest = min(len(ids) for ids in events.values())
    odd = [terms for terms, ids in sorted(events.items()) if len(ids) == fewest]
    mine = None if heard is None else (heard.terms.rule_book, heard.terms.currency)
    chosen = mine if mine in odd else odd[0]
    usual = next(
        terms for terms, _ in Counter({t: len(i) for t, i in events.items()}).most_common() if terms != chosen
    )
    seen = heard if heard is not None and chosen == mine else told[chosen][0]
    field, value, other = (
        ("round.rule_book", chosen[0], usual[0])
        if chosen[0] != usual[0]
        else ("round.currency", chosen[1], usual[1])
    )
    others = told[usual][0].event_id
    return _of_round(
        round_id,
        seen,
        NoticeType.ROUND_UNDER_REVIEW,
        about=f"terms {sorted(told)}",
        because=f"event {seen.event_id} gives {field} as {value} where the round has {other} (event {others}); "
        "its facts are kept apart and settle nothing else",
        field=field,
        value=value,
        versions=(Version(seen.event_id, value), Version(others, other)),
    )


def _of_round(
    round_id: RoundId,
    seen: Seen | None,
    type: NoticeType,
    *,
    about: str,
    because: str,
    wager_id: str | None = None,
    clause: str | None = None,
    field: str | None = None,
    value: str | None = None,
    versions: tuple[Version, ...] = (),
) -> Notice:
    return Notice(
        type=type,
        about=about,
        because=because,
        site_id=round_id.site_id,
        table_id=round_id.table_id,
        round_id=round_id.round_id,
        event_id=None if seen is None else seen.event_id,
        occurred_at=None if seen is None else seen.occurred_at,
        wager_id=wager_id,
        clause=clause,
        field=field,
        value=value,
        versions=versions,
    )
