"""Wagers: what a player has staked, on which box and hand, and how it can end."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    MAIN = "main"
    DOUBLE = "double"
    SPLIT = "split"
    INSURANCE = "insurance"
    SUPER_SEVENS = "super-sevens"
    PERFECT_PAIRS = "perfect-pairs"


class UnknownKind(str):
    """A kind that no rule book has, as the table named it (reading 16)."""

    __slots__ = ()


def kind_named(name: str) -> Kind | UnknownKind:
    try:
        return Kind(name)
    except ValueError:
        return UnknownKind(name)


class Tender(StrEnum):
    CHIPS = "chips"
    CREDIT = "credit"
    PROMOTIONAL = "promotional"


class Outcome(StrEnum):
    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand-off"
    VOID = "void"


class Desk(StrEnum):
    """Where a wager is settled: one Lambda function each. ``FRONT`` refuses what no other desk knows."""

    MAIN = "main"
    INSURANCE = "insurance"
    SUPER_SEVENS = "super-sevens"
    PERFECT_PAIRS = "perfect-pairs"
    FRONT = "front"


def desk_of(kind: Kind | UnknownKind) -> Desk:
    match kind:
        case Kind.MAIN | Kind.DOUBLE | Kind.SPLIT:
            return Desk.MAIN
        case Kind.INSURANCE:
            return Desk.INSURANCE
        case Kind.SUPER_SEVENS:
            return Desk.SUPER_SEVENS
        case Kind.PERFECT_PAIRS:
            return Desk.PERFECT_PAIRS
        case UnknownKind():
            return Desk.FRONT


@dataclass(frozen=True, slots=True)
class Wager:
    """One wager as the table took it; ``amount`` and ``original`` in minor units (contract, section 1)."""

    wager_id: str
    kind: Kind | UnknownKind
    box: int
    hand: int
    player: str
    amount: int
    original: int | None = None
    tender: Tender = Tender.CHIPS
    patron: str | None = None
