"""What is wrong with a round as it is told, before anything is settled by it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from croupier.events.parsing import Event, shown
from croupier.facts import RoundId, RoundReconstructed
from local.connect.findings import Finding, FindingType
from local.connect.told import Told, lines_of

K = TypeVar("K")


def sequence_gaps(round_id: RoundId, lines: Mapping[int, int]) -> Iterator[Finding]:
    """Places of the table's sequence that no event has, between 1 and the last one told.

    ``lines``: the line that tells each place, of rejected events too, as far as theirs can be read.
    """
    for before, after in pairwise([0, *sorted(lines)]):
        if after - before == 1:
            continue
        missing = str(before + 1) if after - before == 2 else f"{before + 1} to {after - 1}"
        beside = tuple(sorted(lines[place] for place in (before, after) if place in lines))
        yield Finding(
            FindingType.SEQUENCE_GAP,
            lines=beside,
            field="metadata.sequence",
            value=missing,
            because=f"no event of the table has the sequence {missing}",
            advice="send what is missing, or count without gaps, from 1, only the events that are sent",
            round_id=round_id,
        )


def sequence_twice(round_id: RoundId, told: Sequence[Told]) -> Iterator[Finding]:
    """One place of the sequence that different events claim."""
    for sequence, claims in _by(told, lambda each: each.sequence).items():
        if sequence is None or len({each.event_id for each in claims}) == 1:
            continue
        named = ", ".join(f"{each.event_id} (line {each.number})" for each in claims)
        yield Finding(
            FindingType.SEQUENCE_TWICE,
            lines=lines_of(claims),
            field="metadata.sequence",
            value=str(sequence),
            because=f"different events have the same place in the sequence: {named}",
            advice="give each event of the round its own number, in the order in which the table saw them",
            event_id=claims[-1].event_id,
            round_id=round_id,
        )


def event_id_twice(round_id: RoundId, told: Sequence[Told]) -> Iterator[Finding]:
    """One event_id with two contents; the same content again is a producer's retry."""
    for event_id, claims in _by(told, lambda each: each.event_id).items():
        first = claims[0]
        other = next((each for each in claims if each.said() != first.said()), None)
        if other is None:
            continue
        path, here, there = _difference(first.entry, other.entry)
        yield Finding(
            FindingType.EVENT_ID_TWICE,
            lines=(first.number, other.number),
            field="metadata.event_id",
            value=shown(event_id),
            because=f"two contents have this event_id: {path} is {here} on line {first.number} and {there} on "
            f"line {other.number}",
            advice="repeat an event unchanged when it is sent again, and give another event an id of its own",
            event_id=event_id,
            round_id=round_id,
        )


def _of_event(of: Callable[[Event], str]) -> Callable[[Told], str]:
    return lambda each: of(each.event)


def other_terms(round_id: RoundId, told: Sequence[Told]) -> Iterator[Finding]:
    """What must be the same in every event of a round, and is told in two ways."""
    fields: tuple[tuple[str, Callable[[Event], str]], ...] = (
        ("rule_book", lambda event: event.seen.terms.rule_book),
        ("currency", lambda event: event.seen.terms.currency),
        ("gaming_day", lambda event: event.round_gaming_day),
    )
    for name, of in fields:
        values = _by(told, _of_event(of))
        if len(values) == 1:
            continue
        usual = max(values, key=lambda value: len(values[value]))
        for value, odd in values.items():
            if value != usual:
                yield Finding(
                    FindingType.OTHER_TERMS,
                    lines=lines_of(odd),
                    field=f"round.{name}",
                    value=shown(value),
                    because=f"other events of the round have {shown(usual)}, the first on line "
                    f"{values[usual][0].number}",
                    advice=f"tell a round under one {name} from its first event to its last",
                    event_id=odd[0].event_id,
                    round_id=round_id,
                )


def unknown_revisions(round_id: RoundId, told: Sequence[Told]) -> Iterator[Finding]:
    """Revisions that events follow and no supervisor's RoundReconstructed has introduced."""
    contents = [fact.content for each in told for fact in each.event.facts]
    known = {0, *(content.revision for content in contents if isinstance(content, RoundReconstructed))}
    for revision, claims in sorted(_by(told, lambda each: each.event.revision).items()):
        if revision not in known:
            yield Finding(
                FindingType.UNKNOWN_REVISION,
                lines=lines_of(claims),
                field="round.revision",
                value=str(revision),
                because=f"no RoundReconstructed has the revision {revision}, so these cards wait for one",
                advice="keep revision 0 until a supervisor's RoundReconstructed tells another, and then tell that",
                event_id=claims[0].event_id,
                round_id=round_id,
            )


CHECKS: tuple[Callable[[RoundId, Sequence[Told]], Iterator[Finding]], ...] = (
    event_id_twice,
    sequence_twice,
    other_terms,
    unknown_revisions,
)


def _by(told: Iterable[Told], key: Callable[[Told], K]) -> dict[K, list[Told]]:
    found: dict[K, list[Told]] = defaultdict(list)
    for each in told:
        found[key(each)].append(each)
    return dict(found)


def _difference(one: object, other: object, path: str = "") -> tuple[str, str, str]:
    """The first field in which two values differ, and what each has there."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in (*one, *(name for name in other if name not in one)):
            inner = f"{path}.{name}" if path else str(name)
            if name not in one or name not in other:
                here, there = (shown(held[name]) if name in held else "missing" for held in (one, other))
                return inner.removeprefix("detail."), here, there
            if one[name] != other[name]:
                return _difference(one[name], other[name], inner)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (here, there) in enumerate(zip(one, other, strict=True)):
            if here != there:
                return _difference(here, there, f"{path}[{number}]")
    return path.removeprefix("detail."), shown(one), shown(other)
