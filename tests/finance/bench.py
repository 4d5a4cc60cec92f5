"""How long a close takes: rows a second and the peak of memory, as days grow. Run by ``make bench-finance``.

The records are those of real rounds, over and over under new names. Nothing is asserted: machines differ.
"""

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from tests.dealing import dealt_round
from tests.finance.days import DAY, records_of
from tests.settling.test_interleaving import corrections

SIZES = (250_000, 500_000, 1_000_000)
ROUNDS = 60


def rounds() -> list[tuple[str, list[str]]]:
    """The name of each round and its records as lines; one round in ten is corrected."""
    found = []
    for number in range(ROUNDS):
        chance = random.Random(number)
        name = f"bench-{number:02d}"
        table = dealt_round(chance, "au-2", name)
        if number % 10 == 0:
            corrections(chance, table)
        found.append((name, [json.dumps(record) + "\n" for record in records_of(table)]))
    return found


def write_records(path: Path, rows: int, held: Sequence[tuple[str, list[str]]]) -> None:
    """So many records, or the few more that complete the last round."""
    written = number = 0
    with path.open("w", encoding="utf-8") as file:
        while written < rows:
            name, lines = held[number % len(held)]
            file.write("".join(lines).replace(name, f"r-{number:08d}"))
            written += len(lines)
            number += 1


CHILD = (
    "import resource, sys\n"
    "from local.command import main\n"
    "main(sys.argv[1:], standalone_mode=False)\n"
    "used = resource.getrusage(resource.RUSAGE_SELF)\n"
    "print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)\n"
)


def closed(path: Path, closes: Path) -> tuple[float, float, float]:
    """What a close takes in a process of its own: seconds, seconds of processor, and the peak of memory in MiB."""
    close = ["finance", "close", DAY, "--records", str(path), "--closes", str(closes)]
    start = perf_counter()
    done = subprocess.run([sys.executable, "-c", CHILD, *close], capture_output=True, text=True, check=True)
    seconds = perf_counter() - start
    processor, peak = done.stderr.splitlines()[-1].split()
    return seconds, float(processor), int(peak) / 1024


def main() -> None:
    held = rounds()
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as name:
        folder = Path(name)
        for rows in SIZES:
            path = folder / f"{rows}.jsonl"
            write_records(path, rows, held)
            size = path.stat().st_size / 2**20
            seconds, processor, peak = closed(path, folder / f"closes-{rows}")
            told = f"{rows:>9,} records ({size:,.0f} MiB) closed in {seconds:.1f} s ({processor:.1f} s processor)"
            print(f"{told}: {rows / seconds:,.0f} rows a second, peak memory {peak:,.0f} MiB")  # noqa: T201
            path.unlink()


if __name__ == "__main__":
    main()
