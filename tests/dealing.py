"""Random rounds as the rules allow them: dealt from a shoe, played by players of every kind."""

import random
from dataclasses import dataclass, field

from tests.table_system import TableSystem

POINTS = {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 10)}
SIDE_WAGERS = {
    "au-1": ["super-sevens"],
    "au-2": ["super-sevens", "perfect-pairs"],
    "nz-1996": ["super-sevens"],
}


def total(cards: list[str]) -> int:
    """The total with each ace as 1, plus ten for one of them where that does not pass 21."""
    hard = sum(1 if card[0] == "A" else POINTS[card[0]] for card in cards)
    return hard + 10 if any(card[0] == "A" for card in cards) and hard <= 11 else hard


def shoe(chance: random.Random) -> list[str]:
    """Eight decks, with more sevens, eights and aces near the front than chance alone would put there."""
    cards = [rank + suit for rank in POINTS for suit in "SHDC" for _ in range(8)]
    chance.shuffle(cards)
    favoured = chance.choice(["", "7", "7", "8", "A", "TK"])
    return sorted(cards, key=lambda card: chance.random() - (0.4 if card[0] in favoured else 0))


@dataclass
class Dealer:
    """Deals one round and tells it."""

    chance: random.Random
    table: TableSystem
    cards: list[str]
    numbers: dict[str, int] = field(default_factory=dict)

    def next(self) -> str:
        return self.cards.pop(0)

    def wager_id(self) -> str:
        self.numbers["w"] = self.numbers.get("w", 0) + 1
        return f"w-{self.numbers['w']}"

    def place_initial(self, box: int) -> None:
        for player in self.chance.sample(["p-1", "p-2", "p-3"], self.chance.randint(1, 2)):
            stake = self.chance.randint(1, 2000)
            self.table.place((self.wager_id(), "main", box, player, stake))
            for kind in SIDE_WAGERS[self.table.rule_book]:
                if self.chance.random() < 0.8:
                    self.table.place(
                        (self.wager_id(), kind, box, player, self.chance.randint(1, 50)), original=stake
                    )

    def play(self, box: int) -> None:
        """Hand by hand (12.2); who refuses a card gets no other one in the round (16.3)."""
        hand, refused = 1, False
        while hand in self.table.box(box).hands:
            reason = "refused" if refused else self.play_hand(box, hand)
            refused = reason == "refused"
            if self.chance.random() < 0.95:
                self.table.end(box, self.reason(box, hand, reason), hand=hand)
            hand += 1

    def reason(self, box: int, hand: int, reason: str) -> str:
        """The first reason of the contract that applies."""
        return self.finished(box, hand, doubled=False) or reason

    def play_hand(self, box: int, hand: int) -> str:
        """Deal to one hand until it ends; why it ended."""
        state = self.table.box(box)
        doubled = False
        while True:
            cards = state.hands[hand]
            if len(cards) == 1:
                if self.chance.random() < 0.03:
                    return "refused"
                self.table.deal(box, self.next(), hand=hand)
                continue
            if self.may_split(box, hand) and self.chance.random() < 0.7:
                new_hand = max(state.hands) + 1
                self.table.place((self.wager_id(), "split", box, "p-1", 100), hand=new_hand)
                self.table.split(box, hand)
                continue
            if reason := self.finished(box, hand, doubled=doubled):
                return reason
            if len(cards) == 2 and self.chance.random() < 0.15:
                self.table.place((self.wager_id(), "double", box, "p-1", 60), hand=hand)
                self.table.deal(box, self.next(), hand=hand)
                doubled = True
                continue
            if reason := self.chance.choices(["", "stand", "refused"], [55, 42, 3])[0]:
                return reason
            self.table.deal(box, self.next(), hand=hand)

    def may_split(self, box: int, hand: int) -> bool:
        state = self.table.box(box)
        cards = state.hands[hand]
        return len(cards) == 2 and POINTS[cards[0][0]] == POINTS[cards[1][0]] and len(state.hands) < 3

    def finished(self, box: int, hand: int, *, doubled: bool) -> str:
        """Why the hand can have no more cards: the first reason of the contract that applies."""
        state = self.table.box(box)
        cards = state.hands[hand]
        if total(cards) > 21:
            return "bust"
        if not state.split and len(cards) == 2 and total(cards) == 21:
            return "blackjack"
        if state.split and cards[0][0] == "A":
            return "split-ace"
        if doubled:
            return "double"
        return "twenty-one" if total(cards) == 21 else ""

    def dealers_hand(self) -> None:
        """13.2 and 13.4: to 17, unless no further card could matter."""
        if self.undecided():
            while total(self.table.dealers) < 17:
                self.table.dealer(self.next())

    def undecided(self) -> bool:
        dealer = self.table.dealers
        insured = any(
            wager["kind"] == "insurance"
            for entry in self.table.events
            if entry["detail-type"] == "WagersPlaced"
            for wager in entry["detail"]["data"]["wagers"]
        )
        could_be_blackjack = POINTS[dealer[0][0]] >= 10
        for state in self.table.boxes.values():
            for cards in state.hands.values():
                blackjack = not state.split and len(cards) == 2 and total(cards) == 21
                if total(cards) <= 21 and (could_be_blackjack or not blackjack):
                    return True
        return insured


def dealt_round(chance: random.Random, rule_book: str, round_id: str = "r-000123") -> TableSystem:
    """A whole round of up to five boxes under a rule book."""
    table = TableSystem(rule_book=rule_book, round_id=round_id)
    dealer = Dealer(chance, table, shoe(chance))
    table.open(side_wagers=SIDE_WAGERS[rule_book])
    boxes = sorted(chance.sample(range(1, 8), chance.randint(1, 5)))
    for box in boxes:
        dealer.place_initial(box)
    first = dealer.next()
    table.initial_deal(first, **{f"box{box}": f"{dealer.next()} {dealer.next()}" for box in boxes})
    if first[0] == "A":
        for box in boxes:
            if chance.random() < 0.5:
                table.place((dealer.wager_id(), "insurance", box, "p-1", chance.randint(1, 30)))
    for box in boxes:
        dealer.play(box)
    dealer.dealers_hand()
    if len(table.dealers) > 1 and chance.random() < 0.1:
        table.dealer(dealer.next())
        table.burn_dealers_last()
    table.complete()
    return table
