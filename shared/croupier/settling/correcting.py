"""What supervisors' corrections say of one wager: what it really was, whether it is void, whether it stands.

Which of several holds does not depend on the order in which they came.
"""

from croupier.facts import (
    Correction,
    Fact,
    RoundReconstructed,
    VoidRescinded,
    WagersCorrected,
    WagersUpheld,
    WagersVoided,
)
from croupier.round import Round
from croupier.wagers import Wager


def really(wager: Wager, told: Round) -> Wager | None:
    """The wager as the latest ``WagersCorrected`` has it; None where two of one revision disagree."""
    latest, contents = 0, {wager}
    for correction in told.corrections:
        content = correction.content
        if not isinstance(content, WagersCorrected) or content.revision < latest:
            continue
        for corrected in content.wagers:
            if corrected.wager_id == wager.wager_id:
                contents = {corrected} | (contents if content.revision == latest else set())
                latest = content.revision
    return contents.pop() if len(contents) == 1 else None


def is_corrected(wager: Wager, told: Round) -> bool:
    """Whether a supervisor has said what the wager really was."""
    return any(
        isinstance(correction.content, WagersCorrected)
        and wager.wager_id in {corrected.wager_id for corrected in correction.content.wagers}
        for correction in told.corrections
    )


def void_of(wager: Wager, told: Round) -> Fact[WagersVoided] | None:
    """The void that covers the wager: of overlapping ones the first that was not rescinded (reading 14)."""
    rescinded = {
        correction.content.voided_event_id
        for correction in told.corrections
        if isinstance(correction.content, VoidRescinded)
    }
    voids = [
        Fact(correction.content, correction.seen)
        for correction in told.corrections
        if isinstance(correction.content, WagersVoided)
        and correction.content.scope.covers(wager)
        and correction.content.event_id not in rescinded
    ]
    return min(voids, key=_when, default=None)


def is_upheld(wager: Wager, told: Round) -> bool:
    """Whether a supervisor lets the wager stand as if the rules allowed it."""
    return any(
        isinstance(correction.content, WagersUpheld) and wager.wager_id in correction.content.wagers
        for correction in told.corrections
    )


def concerning(wager: Wager, told: Round) -> tuple[Fact[Correction], ...]:
    """Every correction that can have changed what the wager comes to, the latest last.

    ``wager`` as it was placed; a void may cover it as it was placed or as it really was.
    """
    faces = {wager, really(wager, told) or wager}
    voids = {
        correction.content.event_id
        for correction in told.corrections
        if isinstance(correction.content, WagersVoided)
        and any(correction.content.scope.covers(face) for face in faces)
    }
    found = [correction for correction in told.corrections if _concerns(correction.content, wager, voids)]
    return tuple(sorted(found, key=_when))


def _concerns(correction: Correction, wager: Wager, voids: set[str]) -> bool:
    match correction:
        case WagersVoided():
            return correction.event_id in voids
        case VoidRescinded():
            return correction.voided_event_id in voids
        case RoundReconstructed():
            return True
        case WagersCorrected():
            return wager.wager_id in {corrected.wager_id for corrected in correction.wagers}
        case WagersUpheld():
            return wager.wager_id in correction.wagers


def _when(fact: Fact[Correction]) -> tuple[str, str]:
    return fact.seen.occurred_at, fact.seen.event_id
