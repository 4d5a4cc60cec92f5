"""Facts in words, as a notice about a conflict shows them: what two contents of one place have different."""

from collections.abc import Iterator

from croupier.cards import spell
from croupier.facts import (
    BoxCard,
    BoxFact,
    Correction,
    DealtBox,
    HandEnded,
    HandSplit,
    RoundCompleted,
    RoundOpened,
    RoundReconstructed,
    VoidRescinded,
    WagersCorrected,
    WagersUpheld,
    WagersVoided,
)
from croupier.wagers import Wager


def box_fact_text(content: BoxFact) -> tuple[str, str]:
    """A box's fact beside its card, in words, and the field it is told in."""
    match content:
        case BoxCard():
            when = "after a split" if content.split else "before any split"
            return f"to hand {content.hand}, {when}", "data.hand"
        case HandSplit():
            return f"from hand {content.hand}", "data.hand"
        case HandEnded():
            when = "of a split box" if content.split else "of an unsplit box"
            return f"{spell(content.cards)} ({content.reason}), {when}", "data.cards"


def opening_text(content: RoundOpened) -> str:
    limits = [f"{kind} from {limit.min} to {limit.max}" for kind, limit in content.limits]
    return ", ".join([f"{content.decks} decks", *content.side_wagers, *limits])


def _hands_text(dealt: DealtBox) -> str:
    return " and ".join(spell(cards) for _, cards in dealt.hands)


def completion_text(content: RoundCompleted, versions: list[RoundCompleted], *, cards_only: bool) -> str:
    """The completed round in words: the dealer's hand, and the boxes that the versions tell differently."""
    parts = [f"dealer {spell(content.dealer)}"]
    parts += [] if cards_only else [f"{content.wager_count} wagers"]
    parts += [
        f"box {box.box} {_hands_text(box)}{_deal_order(box)}"
        for box in content.boxes
        if any(version.box(box.box) != box for version in versions)
    ]
    parts += [] if cards_only else [f"burned {burned.card}" for burned in content.burned]
    return ", ".join(parts)


def _deal_order(box: DealtBox) -> str:
    """How a split box was dealt, which its hands do not tell."""
    return f" (dealt {spell(box.dealt)})" if len(box.hands) > 1 else ""


def wager_text(wager: Wager) -> str:
    """A wager in words."""
    parts = [f"{wager.kind} of {wager.amount} by {wager.player} on box {wager.box}, hand {wager.hand}"]
    parts += [] if wager.original is None else [f"original {wager.original}"]
    parts += [] if wager.patron is None else [f"patron {wager.patron}"]
    return ", ".join([*parts, str(wager.tender)])


def correction_texts(content: Correction) -> Iterator[tuple[str, str]]:
    """The natural keys of a correction that another one may contradict, each with its content in words."""
    match content:
        case RoundReconstructed():
            boxes = ", ".join(f"box {box.box} {_hands_text(box)}" for box in content.boxes)
            whole = "complete" if content.complete else "to go on"
            yield content.place, f"{boxes}, dealer {spell(content.dealer)}, {whole}"
        case WagersCorrected():
            for wager in content.wagers:
                yield f"correction {content.revision} of wager {wager.wager_id}", wager_text(wager)
        case WagersVoided() | VoidRescinded() | WagersUpheld():
            return
