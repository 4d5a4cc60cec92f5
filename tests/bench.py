"""How fast the pure rules are: rulings a second, settled rounds a second. Run by ``make bench``; not a test."""

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

from croupier.cards import Card
from croupier.events.parsing import Event, parse
from croupier.facts import Terms
from croupier.hands import Hand
from croupier.round import gather
from croupier.rules import library, main_wagers, perfect_pairs, super_sevens
from croupier.rules.super_sevens import SevensPlay
from croupier.settling.deciding import decide
from local.edge import FACES
from local.stack import MemoryStack
from tests.dealing import dealt_round

RUNS = 7
BOOK = library.shelf()["au-2"]


def hands(count: int) -> list[tuple[Card, ...]]:
    chance = random.Random(1)
    return [tuple(chance.choices(FACES, k=3)) for _ in range(count)]


def rulings() -> int:
    """A Super Sevens, a Perfect Pairs and a main wager ruling on each of many hands."""
    dealer = Hand((FACES[40], FACES[30]))
    for first, second, third in HANDS:
        super_sevens.settle(BOOK, SevensPlay(first, second, third, split=False))
        perfect_pairs.settle(BOOK, first, second)
        main_wagers.settle(BOOK, original=True, hand=Hand((first, second, third)), dealer=dealer)
    return 3 * len(HANDS)


def rounds() -> int:
    """Every wager of many finished rounds, decided from the round's facts."""
    for facts, wagers in ROUNDS:
        told = gather(facts, Terms("au-2", "NZD"))
        for wager in wagers:
            decide(BOOK, wager, told)
    return len(ROUNDS)


def replayed() -> int:
    """Whole rounds from their events to their entries, through the template's rules on the memory store."""
    stack = MemoryStack()
    for table in TABLES[:20]:
        for entry in table.events:
            stack.put(entry)
    return 20


HANDS = hands(5000)
TABLES = [dealt_round(random.Random(seed), "au-2", f"r-{seed}") for seed in range(100)]
EVENTS = [[event for event in map(parse, table.events) if isinstance(event, Event)] for table in TABLES]
ROUNDS = [
    ([fact for event in events for fact in event.facts], [wager for event in events for wager in event.wagers])
    for events in EVENTS
]


def report(what: str, run: Callable[[], int]) -> None:
    """The median of several runs, and the slowest and fastest beside it."""
    run()
    speeds = []
    for _ in range(RUNS):
        start = perf_counter()
        done = run()
        speeds.append(done / (perf_counter() - start))
    print(f"{what:45} {median(speeds):12,.0f} a second  ({min(speeds):,.0f} to {max(speeds):,.0f})")  # noqa: T201


if __name__ == "__main__":
    report("rulings of the pure rules", rulings)
    report("rounds decided from their facts", rounds)
    report("rounds replayed from their events, in memory", replayed)
