"""Deciding: how a wager ends by the facts that are known, if they fix it whatever the unknown ones are."""

from croupier.cards import Card
from croupier.facts import Correction, VoidRescinded, WagersCorrected, WagersUpheld, WagersVoided
from croupier.hands import Hand
from croupier.round import Round, World
from croupier.rules import insurance, main_wagers, perfect_pairs, super_sevens
from croupier.rules.book import NOT_HELD, Provision, RuleBook
from croupier.rules.placing import refusal
from croupier.rules.rulings import Decision, Illegal, Ruling, Undecided, illegal
from croupier.rules.super_sevens import SevensPlay
from croupier.wagers import Kind, UnknownKind, Wager


def decide(book: RuleBook, wager: Wager, told: Round) -> Decision:
    """The one result that every possible reading of the round gives the wager, or why there is none yet."""
    if refused := refusal(book, wager):
        return refused
    if any(disputed.content.wager.wager_id == wager.wager_id for disputed in told.disputed):
        return Undecided("a supervisor: the wager was told with different contents")
    for correction in told.corrections:
        if _concerns(correction.content, wager):
            return Undecided(f"the settlement of a correction: {correction.content.place}")
    worlds = told.worlds(wager.box)
    if worlds is None:
        return Undecided(f"a supervisor: box {wager.box} was told in too many different ways")
    decisions = [_decide_in(book, wager, told, world) for world in worlds]
    if len(decisions) == 1:
        return _after_completion(decisions[0], told)
    return _the_same_either_way(decisions, wager)


def waiting_for(book: RuleBook, wager: Wager, told: Round) -> str:
    """What an open wager still waits for, in words."""
    match decide(book, wager, told):
        case Undecided() as undecided:
            return undecided.waiting_for
        case Illegal() as fault:
            return f"a supervisor: {fault.because}"
        case Ruling():
            return "its posting: handle any event of the round again"


def _the_same_either_way(decisions: list[Decision], wager: Wager) -> Decision:
    rulings = [decision for decision in decisions if isinstance(decision, Ruling)]
    if len(rulings) == len(decisions) and all(rulings[0].same_result(other) for other in rulings):
        return rulings[0]
    return Undecided(f"a supervisor: the facts about box {wager.box} or the dealer's hand are in conflict")


def _after_completion(decision: Decision, told: Round) -> Decision:
    """A completed round tells everything; what it leaves open is put under review."""
    if told.completed and isinstance(decision, Undecided):
        return Illegal(NOT_HELD, f"the completed round does not tell {decision.waiting_for}")
    return decision


def _concerns(correction: Correction, wager: Wager) -> bool:
    match correction:
        case WagersVoided():
            return correction.scope.covers(wager)
        case WagersCorrected():
            return wager.wager_id in {corrected.wager_id for corrected in correction.wagers}
        case WagersUpheld():
            return wager.wager_id in correction.wagers
        case VoidRescinded():
            return False
        case _:
            return True


def _decide_in(book: RuleBook, wager: Wager, told: Round, world: World) -> Decision:
    match wager.kind:
        case Kind.SUPER_SEVENS:
            return _super_sevens(book, wager, told, world)
        case Kind.PERFECT_PAIRS:
            return _perfect_pairs(book, wager, told, world)
        case Kind.INSURANCE:
            return insurance.settle(book, world.dealer_first, world.dealer_second)
        case Kind.MAIN | Kind.DOUBLE | Kind.SPLIT:
            return _main_wager(book, wager, told, world)
        case UnknownKind():
            raise AssertionError(f"a wager of the unknown kind {wager.kind} was not refused")


def _super_sevens(book: RuleBook, wager: Wager, told: Round, world: World) -> Decision:
    play = SevensPlay(_card(world.first), _card(world.second), world.next_card, world.split)
    decision = super_sevens.settle(book, play)
    if isinstance(decision, Undecided) and told.completed and not _has_initial_cards(world):
        return _without_initial_cards(book, wager)
    return decision


def _perfect_pairs(book: RuleBook, wager: Wager, told: Round, world: World) -> Decision:
    # 14.9: paid and collected at the completion of the initial deal.
    if not told.initial_deal_over:
        return Undecided("the completed initial deal")
    first, second = _card(world.first), _card(world.second)
    if first is None or second is None:
        return _without_initial_cards(book, wager) if told.completed else Undecided("the box's first two cards")
    return perfect_pairs.settle(book, first, second)


def _main_wager(book: RuleBook, wager: Wager, told: Round, world: World) -> Decision:
    if told.completed and world.fault:
        return Illegal(NOT_HELD, f"of box {wager.box} {world.fault}")
    if told.completed and not _has_initial_cards(world):
        return _without_initial_cards(book, wager)
    cards = world.hands.get(wager.hand)
    if cards is None:
        if told.completed:
            return Illegal(NOT_HELD, f"box {wager.box} has no hand {wager.hand} in the completed round")
        return Undecided("the end of the hand, or the completed round")
    dealer = None if world.dealer is None else Hand(world.dealer)
    hand = Hand(cards, of_split=world.split is True)
    return main_wagers.settle(book, original=wager.kind is Kind.MAIN, hand=hand, dealer=dealer)


def _card(dealt: object) -> Card | None:
    return dealt if isinstance(dealt, Card) else None


def _has_initial_cards(world: World) -> bool:
    return isinstance(world.first, Card) and isinstance(world.second, Card)


def _without_initial_cards(book: RuleBook, wager: Wager) -> Illegal:
    because = f"the completed round shows no two initial cards on box {wager.box}"
    return illegal(book, Provision.TWO_INITIAL_CARDS, because)
