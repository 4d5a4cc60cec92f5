"""What the tests of finance share: generated rounds played to records, small rounds by hand, the command."""

import json
import random
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from local.command import main
from tests.dealing import dealt_round
from tests.playing import outcome_of
from tests.settling.test_interleaving import corrections
from tests.table_system import TableSystem

Record = dict[str, Any]
DAY = "2026-11-28"
BOOKS = ("au-1", "au-2", "nz-1996")


def finance(*arguments: object) -> Result:
    """Run ``croupier finance`` in this process."""
    return CliRunner().invoke(
        main, ["finance", *map(str, arguments)], env={"COLUMNS": "200"}, catch_exceptions=False
    )


def said(*arguments: object) -> str:
    """What it says where all went well."""
    done = finance(*arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(*arguments: object) -> str:
    """What it says where something cannot be used."""
    done = finance(*arguments)
    assert done.exit_code == 2, done.output
    return " ".join(done.stderr.split())


def records_of(table: TableSystem) -> list[Record]:
    return [dict(record.fields()) for record in outcome_of(table.events).settlements]


@cache
def generated(rounds: int, seed: int = 0) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Records and events of generated rounds, as lines: all books, two sites, every third corrected."""
    records, events = [], []
    for number in range(rounds):
        chance = random.Random(f"{seed} {number}")
        table = dealt_round(chance, chance.choice(BOOKS), f"r-{seed}-{number:04d}")
        if number % 3 == 0:
            corrections(chance, table)
        site, currency = chance.choice([("akl", "NZD"), ("mel", "AUD")])
        tables, shift = chance.choice(["bj-07", "bj-08"]), chance.choice(["day", "night"])
        for entry in table.events:
            entry["source"] = entry["source"].replace("akl", site)
            about = {"site_id": site, "table_id": tables, "currency": currency, "shift": shift}
            entry["detail"]["round"] |= about
            for wager in entry["detail"]["data"].get("wagers", ()):
                if isinstance(wager, dict):
                    wager["tender"] = "promotional" if wager["wager_id"].endswith("3") else "chips"
        events += [json.dumps(entry) for entry in table.events]
        records += [json.dumps(record) for record in records_of(table)]
    return tuple(records), tuple(events)


def read(lines: Iterable[str]) -> list[Record]:
    return [json.loads(line) for line in lines]


def write(path: Path, records: Iterable[Record | str]) -> Path:
    """Records or lines as a file of JSON Lines."""
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def on_day(records: Sequence[Record], day: str) -> list[Record]:
    return [{**record, "gaming_day": day, "round_gaming_day": day} for record in records]


def small_round(round_id: str = "r-1", **where: Any) -> TableSystem:
    """Worked out by hand: box 3 has 19, box 4 has 16, box 5 has 17, the dealer TD 7D makes 17.

    ``m`` main 100 wins 100. ``k`` main 2000 loses. ``o`` main 500 stands off. ``s`` Super Sevens 10 and ``q``
    Perfect Pairs 30 lose. ``f`` is a promotional main of 40 on box 3 and wins 40.
    """
    table = TableSystem(round_id=round_id, **where)
    table.open()
    table.place(("m", "main", 3, "p", 100), ("s", "super-sevens", 3, "p", 10), ("q", "perfect-pairs", 3, "p", 30))
    table.place(("k", "main", 4, "k", 2000))
    table.place(("o", "main", 5, "o", 500))
    table.place(("f", "main", 3, "f", 40), tender="promotional")
    table.initial_deal("TD", box3="TH 9C", box4="6H TC", box5="TS 7C")
    for box in (3, 4, 5):
        table.end(box, "stand")
    table.dealer("7D")
    table.complete()
    return table


def voided(table: TableSystem, side_wagers: str = "stand", **scope: Any) -> TableSystem:
    """The round with a void of all it has seen in the scope."""
    table.supervise(
        "WagersVoided",
        clause="16.6",
        scope=scope,
        after_sequence=table.sequence,
        completed_side_wagers=side_wagers,
        reason="a card was exposed",
        authorised_by="supervisor.kahu",
    )
    return table
