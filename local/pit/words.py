"""Facts in words: what a table or a supervisor has said, one plain sentence each."""

from croupier.cards import spell
from croupier.facts import (
    Authority,
    BoxCard,
    Content,
    Correction,
    DealerCard,
    DealtBox,
    DisputedWager,
    HandEnded,
    HandSplit,
    InitialDeal,
    Irregularity,
    RoundCompleted,
    RoundOpened,
    RoundReconstructed,
    VoidRescinded,
    VoidScope,
    WagersCorrected,
    WagersUpheld,
    WagersVoided,
)
from croupier.wagers import Wager
from local.money import shown


def counted(number: int, thing: str) -> str:
    """``1 round``, ``2 rounds``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def fact_words(content: Content, currency: str) -> str:
    """The content of a fact; stakes and limits are in minor units of ``currency``."""
    match content:
        case RoundOpened():
            return _opened(content, currency)
        case BoxCard():
            hand = f", hand {content.hand}" if content.split else ""
            return f"card {content.nth} to box {content.box}{hand}: {content.card}"
        case DealerCard():
            return f"card {content.nth} to the dealer: {content.card}"
        case InitialDeal():
            boxes = [f"box {number} {spell(cards)}" for number, cards in content.boxes]
            return f"initial deal completed: {', '.join([*boxes, f'dealer {spell(content.dealer)}'])}"
        case HandSplit():
            return f"box {content.box} split: hands {content.hand} and {content.new_hand}"
        case HandEnded():
            hand = f", hand {content.hand}" if content.split else ""
            return f"box {content.box}{hand} ended ({content.reason}): {spell(content.cards)}"
        case RoundCompleted():
            burned = [f"burned {burned.card} under {burned.clause}" for burned in content.burned]
            hands = [*_boxes(content.boxes), f"dealer {spell(content.dealer)}", *burned]
            return f"round completed: {', '.join(hands)}; {counted(content.wager_count, 'wager')}"
        case Irregularity():
            return f"irregularity under {content.clause}: {content.cause}"
        case DisputedWager():
            wager = content.wager
            return f"wager {wager.wager_id}, told in different ways: {wager_words(wager, currency)}"
        case WagersVoided() | VoidRescinded() | RoundReconstructed() | WagersCorrected() | WagersUpheld():
            return f"{_correction(content, currency)}; {authority_words(content.authority)}"


def _opened(content: RoundOpened, currency: str) -> str:
    limits = [
        f"{kind} from {shown(limit.min, currency)} to {shown(limit.max, currency)}"
        for kind, limit in content.limits
    ]
    return f"round opened: {', '.join([f'{content.decks} decks', *map(str, content.side_wagers), *limits])}"


def _correction(content: Correction, currency: str) -> str:
    match content:
        case WagersVoided():
            side = content.completed_side_wagers
            stand = "" if side is None else f", completed side wagers {side}"
            return (
                f"{scope_words(content.scope)} void under {content.clause} after the table's event "
                f"{content.after_sequence}{stand}"
            )
        case VoidRescinded():
            return f"void {content.voided_event_id} rescinded"
        case RoundReconstructed():
            hands = [*_boxes(content.boxes), f"dealer {spell(content.dealer) or 'no card'}"]
            whole = "complete" if content.complete else "to go on"
            how = f"under {content.clause}, revision {content.revision}, {whole}"
            return f"round reconstructed {how}: {', '.join(hands)}"
        case WagersCorrected():
            told = [f"{wager.wager_id} {wager_words(wager, currency)}" for wager in content.wagers]
            return f"wagers corrected, revision {content.revision}: {', '.join(told)}"
        case WagersUpheld():
            return f"wagers {', '.join(content.wagers)} upheld"


def _boxes(boxes: tuple[DealtBox, ...]) -> list[str]:
    return [f"box {box.box} {' and '.join(spell(cards) for _, cards in box.hands) or 'no hand'}" for box in boxes]


def scope_words(scope: VoidScope) -> str:
    """What a void covers."""
    if scope.round:
        return "the round whole"
    if scope.boxes:
        return f"{'box' if len(scope.boxes) == 1 else 'boxes'} {', '.join(map(str, scope.boxes))}"
    if scope.players:
        return f"every wager of {', '.join(scope.players)}"
    return f"{'wager' if len(scope.wagers) == 1 else 'wagers'} {', '.join(scope.wagers)}"


def authority_words(authority: Authority) -> str:
    second = "" if authority.second is None else f" and {authority.second}"
    return f"authorised by {authority.authorised_by}{second}: {authority.reason}"


def wager_words(wager: Wager, currency: str) -> str:
    """``main of NZ$50.00 by p-1 on box 2``, and what else was told of it."""
    hand = "" if wager.hand == 1 else f", hand {wager.hand}"
    original = "" if wager.original is None else f", original {shown(wager.original, currency)}"
    patron = "" if wager.patron is None else f", patron {wager.patron}"
    tender = "" if wager.tender == "chips" else f", {wager.tender}"
    amount = shown(wager.amount, currency)
    return f"{wager.kind!s} of {amount} by {wager.player} on box {wager.box}{hand}{original}{patron}{tender}"
