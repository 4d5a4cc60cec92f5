"""Deciding: how a wager ends by the facts that are known, if they fix it whatever the unknown ones are."""

from croupier.boxes import World
from croupier.cards import Card
from croupier.facts import WagersVoided
from croupier.hands import Hand
from croupier.round import Round
from croupier.rules import insurance, legality, main_wagers, perfect_pairs, super_sevens
from croupier.rules.book import NOT_HELD, CompletedSideWagers, Provision, RuleBook
from croupier.rules.placing import WIN_OF, refusal
from croupier.rules.rulings import Decision, Illegal, Ruling, Undecided, illegal
from croupier.rules.super_sevens import SevensPlay
from croupier.settling.correcting import is_corrected, is_upheld, really, void_of
from croupier.wagers import Kind, Outcome, UnknownKind, Wager


def decide(book: RuleBook, placed: Wager, told: Round) -> Decision:
    """The one result that every possible reading of the round gives the wager, or why there is none yet.

    ``placed`` is the wager as it was placed; supervisors may have said otherwise.
    """
    wager = really(placed, told)
    if wager is None:
        return Undecided("a supervisor: the wager was corrected in different ways", in_conflict=True)
    versions = {
        dispute.content.wager for dispute in told.disputed if dispute.content.wager.wager_id == wager.wager_id
    }
    if versions and not is_corrected(placed, told):
        return _in_dispute(book, wager, versions, told)
    if void := void_of(wager, told):
        return _void(book, wager, told, void.content)
    return _by_the_rules(book, wager, told)


def _in_dispute(book: RuleBook, wager: Wager, versions: set[Wager], told: Round) -> Decision:
    """A wager told with different contents waits, unless a void gives the same money back by each of them."""
    voids = [void_of(version, told) for version in versions]
    money = {(version.player, version.amount, version.tender) for version in versions}
    void = void_of(wager, told)
    if void is not None and None not in voids and len(money) == 1:
        return _void(book, wager, told, void.content)
    return Undecided("a supervisor: the wager was told with different contents", in_conflict=True)


def _void(book: RuleBook, wager: Wager, told: Round, void: WagersVoided) -> Ruling:
    """The stake goes back; a side wager that was completed before may stand (reading 13)."""
    choice = CompletedSideWagers(void.completed_side_wagers or book.completed_side_wagers)
    if choice is CompletedSideWagers.STAND and wager.kind in (Kind.SUPER_SEVENS, Kind.PERFECT_PAIRS):
        completed = _by_the_rules(book, wager, told.up_to(void.after_sequence))
        if isinstance(completed, Ruling):
            return completed
    because = f"{_scope(void, wager)} void under {void.clause}: {void.authority.reason}"
    return Ruling(Outcome.VOID, None, book.cited(void.clause), because)


def _scope(void: WagersVoided, wager: Wager) -> str:
    if void.scope.round:
        return "the round is"
    if void.scope.boxes:
        return f"box {wager.box} is"
    return f"the wagers of {wager.player} are" if void.scope.players else f"wager {wager.wager_id} is"


def refused(book: RuleBook, wager: Wager, told: Round) -> Ruling | None:
    """Why the rules do not allow the wager, unless a supervisor lets it stand as if they did."""
    ruling = refusal(book, wager)
    playable = isinstance(wager.kind, Kind) and book.holds(WIN_OF[wager.kind])
    return None if playable and is_upheld(wager, told) else ruling


def _by_the_rules(book: RuleBook, wager: Wager, told: Round) -> Decision:
    if ruling := refused(book, wager, told):
        return ruling
    worlds = told.worlds(wager.box)
    if worlds is None:
        because = f"a supervisor: box {wager.box} was told in too many different ways"
        return Undecided(because, in_conflict=True)
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
            return "the next event that its function hears, at the latest the completed round"


def _the_same_either_way(decisions: list[Decision], wager: Wager) -> Decision:
    rulings = [decision for decision in decisions if isinstance(decision, Ruling)]
    if len(rulings) == len(decisions) and all(rulings[0].same_result(other) for other in rulings):
        return rulings[0]
    because = f"a supervisor: the facts about box {wager.box} or the dealer's hand are in conflict"
    return Undecided(because, in_conflict=True)


def _after_completion(decision: Decision, told: Round) -> Decision:
    """A completed round tells everything; what it leaves open is put under review."""
    if told.completed and isinstance(decision, Undecided):
        return Illegal(NOT_HELD, f"the completed round does not tell {decision.waiting_for}")
    return decision


def _decide_in(book: RuleBook, wager: Wager, told: Round, world: World) -> Decision:
    match wager.kind:
        case Kind.SUPER_SEVENS:
            return _super_sevens(book, told, wager, world)
        case Kind.PERFECT_PAIRS:
            return _perfect_pairs(book, told, wager, world)
        case Kind.INSURANCE:
            return _insurance(book, told, world)
        case Kind.MAIN | Kind.DOUBLE | Kind.SPLIT:
            return _main_wager(book, told, wager, world)
        case UnknownKind():
            raise AssertionError(f"a wager of the unknown kind {wager.kind} was not refused")


def _insurance(book: RuleBook, told: Round, world: World) -> Decision:
    cards = tuple(card for card in (world.dealer_first, world.dealer_second) if isinstance(card, Card))
    return _copies_fault(told, cards, world) or insurance.settle(book, world.dealer_first, world.dealer_second)


def _super_sevens(book: RuleBook, told: Round, wager: Wager, world: World) -> Decision:
    play = SevensPlay(_card(world.first), _card(world.second), world.next_card, world.split)
    decision = super_sevens.settle(book, play)
    if isinstance(decision, Undecided):
        return _box_fault(book, told, wager, world) or decision
    return decision


def _perfect_pairs(book: RuleBook, told: Round, wager: Wager, world: World) -> Decision:
    # 14.9: paid and collected at the completion of the initial deal.
    if not told.initial_deal_over:
        return Undecided("the completed initial deal")
    first, second = _card(world.first), _card(world.second)
    if first is None or second is None:
        return _box_fault(book, told, wager, world) or Undecided("the box's first two cards")
    return perfect_pairs.settle(book, first, second)


def _main_wager(book: RuleBook, told: Round, wager: Wager, world: World) -> Decision:
    if fault := _box_fault(book, told, wager, world):
        return fault
    # 12.3: a split hand is played like any other. 12.5.2: a wager that was not matched stays on hand 1.
    cards, split = world.hands.get(wager.hand), world.split is True
    if cards is None:
        if world.completion is not None:
            return Illegal(NOT_HELD, f"box {wager.box} has no hand {wager.hand} in the completed round")
        return Undecided("the end of the hand, or the completed round")
    if fault := legality.hand_fault(book, cards, split=split, doubled=wager.kind is Kind.DOUBLE):
        return fault
    hand, dealer = Hand(cards, of_split=split), None if world.dealer is None else Hand(world.dealer)
    if not hand.is_bust and (fault := _copies_fault(told, world.dealer or (), world)):
        return fault
    return main_wagers.settle(book, original=_is_original(book, wager, world), hand=hand, dealer=dealer)


def _is_original(book: RuleBook, wager: Wager, world: World) -> bool:
    """Whether a dealer's blackjack takes the wager: the main one; by reading 19's switch a live hand's too."""
    if wager.kind is Kind.MAIN or not book.live_hand_for_bust or wager.kind is not Kind.SPLIT:
        return wager.kind is Kind.MAIN
    live = [number for number, cards in sorted(world.hands.items()) if not Hand(cards, of_split=True).is_bust]
    return 1 not in live and live[:1] == [wager.hand]


def _box_fault(book: RuleBook, told: Round, wager: Wager, world: World) -> Illegal | None:
    """Why a completed round cannot be right about the wager's box (reading 20)."""
    if world.completion is None:
        return None
    box = world.completion.box(wager.box)
    if box is None:
        because = f"the completed round shows no two initial cards on box {wager.box}"
        return illegal(book, Provision.TWO_INITIAL_CARDS, because)
    return legality.box_fault(book, box.dealt, dict(box.hands)) or _copies_fault(told, box.dealt, world)


def _copies_fault(told: Round, cards: tuple[Card, ...], world: World) -> Illegal | None:
    """More copies of a card than the shoe holds, if the shoe is known and was not changed."""
    completion, clauses = world.completion, [fact.content.clause for fact in told.irregularities]
    if completion is None or not told.openings or not legality.counts_copies(clauses):
        return None
    decks = max(opening.content.decks for opening in told.openings)
    too_many = legality.too_many_copies(completion.cards(), decks)
    return legality.copies_fault(cards, too_many, decks)


def _card(dealt: object) -> Card | None:
    return dealt if isinstance(dealt, Card) else None
