"""The recorded rounds of ``events/rounds`` and ``events/corrections``, and what each wager must come to.

What is due is worked out by hand from the rule text: (outcome, odds, returned in cents, clause).
``python -m tests.rounds`` writes the files anew.
"""

import json
from collections.abc import Callable
from pathlib import Path

from tests.table_system import Entry, TableSystem

ROUNDS = Path(__file__).parent.parent / "events" / "rounds"
CORRECTIONS = ROUNDS.parent / "corrections"

Due = tuple[str, str | None, int, str | None]
Round = tuple[list[Entry], dict[str, Due]]


def first_round() -> Round:
    """One player, one wager: 20 against 19."""
    table = TableSystem(rule_book="au-1", currency="AUD", site_id="syd", table_id="bj-01", round_id="r-000001")
    table.open(side_wagers=["super-sevens"])
    table.place(("w-1", "main", 1, "p-1", 2500))
    table.initial_deal("9D", box1="KH QS")
    table.end(1, "stand")
    table.dealer("TC")
    table.complete()
    return table.events, {"w-1": ("win", "1/1", 5000, "15.1.3")}


def sevens_and_splits() -> Round:
    """Three sevens, a double after a split, a back-bettor who rides hand 1, a blackjack on an odd stake."""
    table = TableSystem(tags={"shift": "evening", "dealer_id": "d-31", "shoe_id": "shoe-4"})
    table.open(limits={"main": {"min": 500, "max": 500000}})
    table.place(("w-1", "main", 1, "p-1", 5000), ("w-2", "super-sevens", 1, "p-1", 500))
    table.place(("w-3", "main", 2, "p-2", 10000), ("w-4", "perfect-pairs", 2, "p-2", 1000))
    table.place(("w-5", "main", 2, "p-3", 2500), ("w-6", "super-sevens", 2, "p-3", 500))
    table.place(("w-7", "main", 4, "p-4", 2501), ("w-8", "perfect-pairs", 4, "p-4", 500))
    table.initial_deal("6D", box1="7H 7C", box2="8S 8C", box4="AS KD")
    table.deal(1, "7S")
    table.end(1, "twenty-one")
    table.place(("w-9", "split", 2, "p-2", 10000), hand=2, original=10000)
    table.split(2)
    table.deal(2, "3H")
    table.place(("w-10", "double", 2, "p-2", 10000), original=10000)
    table.deal(2, "TD")
    table.end(2, "double")
    table.deal(2, "TC", hand=2)
    table.end(2, "stand", hand=2)
    table.end(4, "blackjack")
    table.dealer("TH", "4C")
    table.complete()
    return table.events, {
        "w-1": ("win", "1/1", 10000, "15.1.3"),
        "w-2": ("win", "500/1", 250500, "14.4.4"),
        "w-3": ("win", "1/1", 20000, "15.1.3"),
        "w-4": ("win", "10/1", 11000, "14.8.2"),
        "w-5": ("win", "1/1", 5000, "15.1.3"),
        "w-6": ("lose", None, 0, "14.4.6"),
        "w-7": ("win", "3/2", 6252, "15.1.1"),
        "w-8": ("lose", None, 0, "14.9"),
        "w-9": ("lose", None, 0, "15.1.6"),
        "w-10": ("win", "1/1", 20000, "15.1.3"),
    }


def insurance_lost() -> Round:
    """The dealer's ace makes a soft 17: insurance is lost at the second card."""
    table = TableSystem(round_id="r-000124")
    table.open()
    table.place(("w-1", "main", 1, "p-1", 6000), ("w-2", "main", 2, "p-2", 4000), ("w-3", "main", 3, "p-3", 1000))
    table.initial_deal("AH", box1="TS 9D", box2="QH 7S", box3="6C 5D")
    table.place(("w-4", "insurance", 1, "p-1", 3000), original=6000)
    table.place(("w-5", "insurance", 2, "p-2", 500), original=4000)
    table.end(1, "stand")
    table.end(2, "stand")
    table.deal(3, "KC")
    table.end(3, "twenty-one")
    table.dealer("6C")
    table.complete()
    return table.events, {
        "w-1": ("win", "1/1", 12000, "15.1.3"),
        "w-2": ("stand-off", None, 4000, "15.1.8"),
        "w-3": ("win", "1/1", 2000, "15.1.3"),
        "w-4": ("lose", None, 0, "13.3"),
        "w-5": ("lose", None, 0, "13.3"),
    }


def insurance_won() -> Round:
    """The dealer's blackjack, wager by wager: main, double, split, a hand that was bust before, a drawn 21."""
    table = TableSystem(round_id="r-000125")
    table.open()
    table.place(("w-1", "main", 1, "p-1", 5000), ("w-2", "main", 2, "p-2", 8000))
    table.place(("w-3", "main", 3, "p-3", 2000), ("w-4", "main", 5, "p-5", 3000))
    table.initial_deal("AS", box1="AD QC", box2="9C 2D", box3="8H 8D", box5="TH 6C")
    table.place(("w-5", "insurance", 1, "p-1", 2500), original=5000)
    table.end(1, "blackjack")
    table.place(("w-6", "double", 2, "p-2", 8000), original=8000)
    table.deal(2, "5H")
    table.end(2, "double")
    table.place(("w-7", "split", 3, "p-3", 2000), hand=2, original=2000)
    table.split(3)
    table.deal(3, "TS", "9C")
    table.end(3, "bust")
    table.deal(3, "KC", hand=2)
    table.end(3, "stand", hand=2)
    table.deal(5, "5D")
    table.end(5, "twenty-one")
    table.dealer("KD")
    table.complete()
    return table.events, {
        "w-1": ("stand-off", None, 5000, "15.1.7"),
        "w-2": ("lose", None, 0, "15.1.5"),
        "w-3": ("lose", None, 0, "10.5"),
        "w-4": ("lose", None, 0, "15.1.5"),
        "w-5": ("win", "2/1", 7500, "15.1.4"),
        "w-6": ("stand-off", None, 8000, "15.1.9"),
        "w-7": ("stand-off", None, 2000, "15.1.9"),
    }


def every_super_sevens() -> Round:
    """Seven boxes, every way Super Sevens can end; the dealer is over 21."""
    table = TableSystem(round_id="r-000126")
    table.open()
    for box in range(1, 8):
        table.place(
            (f"m-{box}", "main", box, f"p-{box}", 1000), (f"s-{box}", "super-sevens", box, f"p-{box}", 200)
        )
    table.initial_deal(
        "5C", box1="9H 7S", box2="7D KH", box3="7H 7C", box4="7S 7S", box5="7H 7D", box6="7C 7C", box7="7D 7S"
    )
    table.end(1, "stand")
    table.end(2, "stand")
    table.deal(3, "5D")
    table.end(3, "stand")
    table.end(4, "stand")
    table.deal(5, "7C")
    table.end(5, "twenty-one")
    table.deal(6, "7C")
    table.end(6, "twenty-one")
    table.place(("x-7", "split", 7, "p-7", 1000), hand=2, original=1000)
    table.split(7)
    table.deal(7, "7H")
    table.place(("y-7", "split", 7, "p-7", 1000), hand=3, original=1000)
    table.split(7)
    table.deal(7, "TC")
    table.end(7, "stand")
    table.deal(7, "4S", hand=2)
    table.end(7, "stand", hand=2)
    table.deal(7, "9S", hand=3)
    table.end(7, "stand", hand=3)
    table.dealer("TS", "JD")
    table.complete()
    mains: dict[str, Due] = {f"m-{box}": ("win", "1/1", 2000, "15.1.2") for box in range(1, 8)}
    return table.events, mains | {
        "s-1": ("lose", None, 0, "14.4.6"),
        "s-2": ("win", "3/1", 800, "14.4.1"),
        "s-3": ("win", "50/1", 10200, "14.4.2"),
        "s-4": ("win", "100/1", 20200, "14.4.3"),
        "s-5": ("win", "500/1", 100200, "14.4.4"),
        "s-6": ("win", "5000/1", 1000200, "14.4.5"),
        "s-7": ("win", "500/1", 100200, "14.4.4"),
        "x-7": ("win", "1/1", 2000, "15.1.2"),
        "y-7": ("win", "1/1", 2000, "15.1.2"),
    }


def every_perfect_pairs() -> Round:
    """Every way Perfect Pairs can end; tens and pictures are four ranks; the pair outlives its hand."""
    table = TableSystem(round_id="r-000127", currency="AUD", site_id="mel", table_id="bj-12")
    table.open(side_wagers=["perfect-pairs"])
    for box in range(1, 7):
        table.place(
            (f"m-{box}", "main", box, f"p-{box}", 1500), (f"q-{box}", "perfect-pairs", box, f"p-{box}", 500)
        )
    table.place(("b-2", "perfect-pairs", 2, "p-9", 2000), ("n-2", "main", 2, "p-9", 500))
    table.initial_deal("TD", box1="QH QC", box2="4H 4D", box3="9S 9S", box4="KS QS", box5="TH JH", box6="AC 2C")
    table.end(1, "stand")
    table.deal(2, "5C", "TS")
    table.end(2, "bust")
    table.place(("x-3", "split", 3, "p-3", 1500), hand=2, original=1500)
    table.split(3)
    table.deal(3, "2H", "KD", "8C")
    table.end(3, "bust")
    table.deal(3, "JC", hand=2)
    table.end(3, "stand", hand=2)
    table.end(4, "stand")
    table.end(5, "stand")
    table.deal(6, "8D")
    table.end(6, "twenty-one")
    table.dealer("9H")
    table.complete()
    return table.events, {
        "m-1": ("win", "1/1", 3000, "15.1.3"),
        "m-2": ("lose", None, 0, "10.5"),
        "n-2": ("lose", None, 0, "10.5"),
        "m-3": ("lose", None, 0, "10.5"),
        "x-3": ("stand-off", None, 1500, "15.1.8"),
        "m-4": ("win", "1/1", 3000, "15.1.3"),
        "m-5": ("win", "1/1", 3000, "15.1.3"),
        "m-6": ("win", "1/1", 3000, "15.1.3"),
        "q-1": ("win", "5/1", 3000, "14.8.1"),
        "q-2": ("win", "10/1", 5500, "14.8.2"),
        "b-2": ("win", "10/1", 22000, "14.8.2"),
        "q-3": ("win", "30/1", 15500, "14.8.3"),
        "q-4": ("lose", None, 0, "14.9"),
        "q-5": ("lose", None, 0, "14.9"),
        "q-6": ("lose", None, 0, "14.9"),
    }


def absent_and_refused() -> Round:
    """An absent player's box is dealt to over 11 (16.8); a card drawn in error is refused (16.3) and burned."""
    table = TableSystem(round_id="r-000128", tags={"shuffler_id": "shuf-2"})
    table.open(side_wagers=["super-sevens"])
    table.place(("w-1", "main", 1, "p-1", 1000), ("w-2", "super-sevens", 1, "p-1", 100))
    table.place(("w-3", "main", 2, "p-2", 2000), ("w-4", "main", 4, "p-4", 5000))
    table.initial_deal("8C", box1="7S 7D", box2="2H 5S", box4="TC 6D")
    table.tell(
        "IrregularityRecorded",
        {"clause": "16.3", "cause": "a card drawn in error was refused by box 1, then by box 4", "cards": ["5H"]},
    )
    table.end(1, "refused")
    table.deal(2, "3D", "9C")
    table.end(2, "absent")
    table.end(4, "refused")
    table.dealer("JD")
    table.dealer("2C")
    table.burn_dealers_last("16.5")
    table.tell(
        "IrregularityRecorded",
        {"clause": "16.5", "cause": "a card was exposed to the dealer's completed hand", "cards": ["2C"]},
    )
    table.complete()
    return table.events, {
        "w-1": ("lose", None, 0, "15.1.6"),
        "w-2": ("win", "50/1", 5100, "14.4.2"),
        "w-3": ("win", "1/1", 4000, "15.1.3"),
        "w-4": ("lose", None, 0, "15.1.6"),
    }


def dealer_need_not_draw() -> Round:
    """Every hand is a blackjack or bust: the dealer's single card is a finished hand (13.4)."""
    table = TableSystem(round_id="r-000129", rule_book="au-1")
    table.open(side_wagers=["super-sevens"])
    table.place(("w-1", "main", 1, "p-1", 1001), ("w-2", "main", 2, "p-2", 3000), ("w-3", "main", 2, "p-1", 250))
    table.initial_deal("5D", box1="JC AD", box2="TS 6H")
    table.end(1, "blackjack")
    table.place(("w-4", "double", 2, "p-2", 3000), original=3000)
    table.deal(2, "QC")
    table.end(2, "bust")
    table.complete()
    return table.events, {
        "w-1": ("win", "3/2", 2502, "15.1.1"),
        "w-2": ("lose", None, 0, "10.5"),
        "w-3": ("lose", None, 0, "10.5"),
        "w-4": ("lose", None, 0, "10.5"),
    }


def three_hands_of_aces() -> Round:
    """Aces split and split again: one card each, and A-T is 21, not a blackjack (12.3.2, 12.3.3)."""
    table = TableSystem(round_id="r-000130", rule_book="au-1", currency="AUD", site_id="per", table_id="bj-03")
    table.open(side_wagers=["super-sevens"])
    table.place(("w-1", "main", 3, "p-1", 4000), ("w-2", "super-sevens", 3, "p-1", 500))
    table.initial_deal("TS", box3="AH AC")
    table.place(("w-3", "split", 3, "p-1", 4000), hand=2, original=4000)
    table.split(3)
    table.deal(3, "TD")
    table.end(3, "split-ace")
    table.deal(3, "AD", hand=2)
    table.place(("w-4", "split", 3, "p-1", 4000), hand=3, original=4000)
    table.split(3, hand=2)
    table.deal(3, "9C", hand=2)
    table.end(3, "split-ace", hand=2)
    table.deal(3, "KS", hand=3)
    table.end(3, "split-ace", hand=3)
    table.dealer("3C", "8H")
    table.complete()
    return table.events, {
        "w-1": ("stand-off", None, 4000, "15.1.8"),
        "w-2": ("lose", None, 0, "14.4.6"),
        "w-3": ("lose", None, 0, "15.1.6"),
        "w-4": ("stand-off", None, 4000, "15.1.8"),
    }


def new_zealand_1996() -> Round:
    """Cards on a box without a wager are void (15.3); split sevens are paid at once (14.5)."""
    table = TableSystem(rule_book="nz-1996", round_id="r-000131", table_id="bj-02")
    table.open(side_wagers=["super-sevens"])
    table.place(("w-1", "main", 1, "p-1", 5000), ("w-2", "super-sevens", 1, "p-1", 500))
    table.place(("w-3", "super-sevens", 1, "p-2", 1000), ("w-4", "main", 1, "p-2", 1000))
    table.place(("w-5", "main", 3, "p-3", 2501), ("w-6", "super-sevens", 3, "p-3", 100))
    table.initial_deal("9S", box1="7H 7H", box2="4C JD", box3="AS QD")
    table.place(("w-7", "split", 1, "p-1", 5000), hand=2, original=5000)
    table.split(1)
    table.tell(
        "IrregularityRecorded",
        {"clause": "15.3", "cause": "box 2 was dealt cards without a wager", "cards": ["4C", "JD"]},
    )
    table.burn_box(2)
    table.deal(1, "7S", "5C")
    table.end(1, "stand")
    table.deal(1, "TH", hand=2)
    table.end(1, "stand", hand=2)
    table.end(3, "blackjack")
    table.dealer("TD")
    table.complete()
    return table.events, {
        "w-1": ("stand-off", None, 5000, "4.1(e)"),
        "w-2": ("win", "100/1", 50500, "14.5"),
        "w-3": ("win", "100/1", 101000, "14.5"),
        "w-4": ("stand-off", None, 1000, "4.1(e)"),
        "w-5": ("win", "3/2", 6252, "4.1(b)"),
        "w-6": ("lose", None, 0, "14.4(f)"),
        "w-7": ("lose", None, 0, "4.1(g)"),
    }


def voided_after_settlement() -> Round:
    """A win is paid out on paper, then its box is voided on the next gaming day: reversed, and returned as void.

    The side wager of the box had been completed and stands.
    """
    table = TableSystem(round_id="r-000132", tags={"shift": "evening", "shoe_id": "shoe-4"})
    table.open()
    table.place(("w-1", "main", 1, "p-1", 2501), ("w-2", "main", 2, "p-2", 10000), ("w-3", "main", 3, "p-3", 4000))
    table.place(("w-4", "super-sevens", 2, "p-2", 500), ("w-5", "main", 4, "p-4", 1000))
    table.initial_deal("9D", box1="AS KD", box2="7H KC", box3="TS 8C", box4="JD 9H")
    table.end(1, "blackjack")
    table.deal(2, "3D")
    table.end(2, "stand")
    table.end(3, "stand")
    table.end(4, "stand")
    table.dealer("TC")
    table.complete()
    void = table.supervise(
        "WagersVoided",
        clause="16.6",
        scope={"boxes": [2]},
        after_sequence=table.sequence,
        reason="box 2's third card had been exposed before it was drawn",
        completed_side_wagers="stand",
        authorised_by="supervisor.kahu",
        second="manager.lee",
    )
    void["detail"]["metadata"] |= {"occurred_at": "2026-11-29T01:40:12.500Z", "gaming_day": "2026-11-29"}
    return table.events, {
        "w-1": ("win", "3/2", 6252, "15.1.1"),
        "w-2": ("void", None, 10000, "16.6"),
        "w-3": ("lose", None, 0, "15.1.6"),
        "w-4": ("win", "3/1", 2000, "14.4.1"),
        "w-5": ("stand-off", None, 1000, "15.1.8"),
    }


RECORDED: dict[str, Callable[[], Round]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        first_round,
        sevens_and_splits,
        insurance_lost,
        insurance_won,
        every_super_sevens,
        every_perfect_pairs,
        absent_and_refused,
        dealer_need_not_draw,
        three_hands_of_aces,
        new_zealand_1996,
    )
}


CORRECTED: dict[str, Callable[[], Round]] = {"voided-after-settlement": voided_after_settlement}
"""Rounds that a supervisor corrected after they were settled: what is due is what stands in the end."""


def as_lines(events: list[Entry]) -> str:
    return "".join(f"{json.dumps(entry)}\n" for entry in events)


def write() -> None:
    """Write every recorded and every corrected round to its file."""
    for folder, rounds in ((ROUNDS, RECORDED), (CORRECTIONS, CORRECTED)):
        folder.mkdir(exist_ok=True)
        for name, play in rounds.items():
            (folder / f"{name}.jsonl").write_text(as_lines(play()[0]))


if __name__ == "__main__":
    write()
