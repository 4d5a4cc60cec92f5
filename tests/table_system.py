"""A table system: tells the events of a round as a real one would, numbering cards and events by itself."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

START = datetime(2026, 11, 28, 21, 14, 3, 120000, tzinfo=UTC)

Entry = dict[str, Any]


@dataclass
class BoxState:
    """One box as the table keeps it: every card in deal order, and the hands as they are now."""

    dealt: list[str] = field(default_factory=list)
    hands: dict[int, list[str]] = field(default_factory=lambda: {1: []})
    reported: int = 0

    @property
    def split(self) -> bool:
        return len(self.hands) > 1


@dataclass
class TableSystem:
    """Collects the entries of one round in ``events``."""

    rule_book: str = "au-2"
    currency: str = "NZD"
    site_id: str = "akl"
    table_id: str = "bj-07"
    round_id: str = "r-000123"
    gaming_day: str = "2026-11-28"
    revision: int = 0
    tags: dict[str, str] = field(default_factory=dict)
    events: list[Entry] = field(default_factory=list)
    boxes: dict[int, BoxState] = field(default_factory=dict)
    dealers: list[str] = field(default_factory=list)
    wagers: int = 0
    burned: list[dict[str, object]] = field(default_factory=list)
    sequence: int = 0
    supervised: int = 0
    dealer_reported: int = 0

    def box(self, box: int) -> BoxState:
        return self.boxes.setdefault(box, BoxState())

    def tell(self, name: str, data: dict[str, object]) -> Entry:
        self.sequence += 1
        metadata = {"event_id": f"e-{self.sequence}", "schema_version": "1", "sequence": self.sequence}
        return self._put("table", name, metadata, data)

    def supervise(self, name: str, **data: object) -> Entry:
        self.supervised += 1
        metadata: dict[str, object] = {"event_id": f"s-{self.supervised}", "schema_version": "1"}
        return self._put("supervisor", name, metadata, data)

    def _put(self, who: str, name: str, metadata: dict[str, object], data: dict[str, object]) -> Entry:
        at = START + timedelta(milliseconds=1370 * len(self.events))
        instant = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        entry: Entry = {
            "source": f"blackjack.{who}.{self.site_id}",
            "detail-type": name,
            "detail": {
                "metadata": {**metadata, "occurred_at": instant, "gaming_day": self.gaming_day},
                "round": {
                    "site_id": self.site_id,
                    "table_id": self.table_id,
                    "round_id": self.round_id,
                    "revision": self.revision,
                    "gaming_day": self.gaming_day,
                    "rule_book": self.rule_book,
                    "currency": self.currency,
                    **self.tags,
                },
                "data": data,
            },
        }
        self.events.append(entry)
        return entry

    def open(
        self, decks: int = 8, side_wagers: Iterable[str] = ("super-sevens", "perfect-pairs"), **limits: object
    ) -> Entry:
        data: dict[str, object] = {"decks": decks, "side_wagers": list(side_wagers)}
        return self.tell("RoundOpened", data | limits)

    def place(self, *wagers: tuple[str, str, int, str, int], hand: int = 1, **optional: object) -> Entry:
        """Wagers as (id, kind, box, player, amount)."""
        self.wagers += len(wagers)
        placed = [
            {
                "wager_id": wager_id,
                "kind": kind,
                "box": box,
                "hand": hand,
                "player": player,
                "amount": amount,
                **optional,
            }
            for wager_id, kind, box, player, amount in wagers
        ]
        return self.tell("WagersPlaced", {"wagers": placed})

    def deal(self, box: int, *cards: str, hand: int = 1) -> None:
        state = self.box(box)
        for card in cards:
            state.reported += 1
            told = {
                "to": "box",
                "box": box,
                "hand": hand,
                "split": state.split,
                "nth": state.reported,
                "card": card,
            }
            self.tell("CardDealt", told)
            state.dealt.append(card)
            state.hands[hand].append(card)

    def dealer(self, *cards: str) -> None:
        for card in cards:
            self.dealer_reported += 1
            self.tell("CardDealt", {"to": "dealer", "nth": self.dealer_reported, "card": card})
            self.dealers.append(card)

    def initial_deal(self, dealer: str, **boxes: str) -> Entry:
        """``initial_deal("TD", box1="7H 7C", box2="AS KD")``: two rounds of cards, the dealer's between them."""
        dealt = {int(name.removeprefix("box")): cards.split() for name, cards in boxes.items()}
        for box, cards in dealt.items():
            self.deal(box, *cards[:1])
        self.dealer(dealer)
        for box, cards in dealt.items():
            self.deal(box, *cards[1:2])
        told = [{"box": box, "cards": cards} for box, cards in dealt.items()]
        return self.tell("InitialDealCompleted", {"boxes": told, "dealer": [dealer]})

    def split(self, box: int, hand: int = 1) -> Entry:
        hands = self.box(box).hands
        new_hand = max(hands) + 1
        hands[new_hand] = [hands[hand].pop()]
        return self.tell("HandSplit", {"box": box, "hand": hand, "new_hand": new_hand})

    def end(self, box: int, reason: str, hand: int = 1) -> Entry:
        state = self.box(box)
        told = {"box": box, "hand": hand, "split": state.split, "cards": list(state.hands[hand]), "reason": reason}
        return self.tell("HandEnded", told)

    def burn_dealers_last(self, clause: str = "16.5") -> None:
        card = self.dealers.pop()
        self.burned.append({"to": "dealer", "nth": self.dealer_reported, "card": card, "clause": clause})

    def burn_box(self, box: int, clause: str = "15.3") -> None:
        for nth, card in enumerate(self.boxes.pop(box).dealt, start=1):
            self.burned.append({"to": "box", "box": box, "nth": nth, "card": card, "clause": clause})

    def complete(self) -> Entry:
        boxes = [
            {
                "box": number,
                "dealt": list(state.dealt),
                "hands": [{"hand": hand, "cards": list(cards)} for hand, cards in sorted(state.hands.items())],
            }
            for number, state in sorted(self.boxes.items())
        ]
        data: dict[str, object] = {"boxes": boxes, "dealer": list(self.dealers), "wager_count": self.wagers}
        return self.tell("RoundCompleted", data | ({"burned": self.burned} if self.burned else {}))
