"""A table system's own results in CSV: one wager a row, as the table says it ended.

``round_id``, ``wager_id`` and ``returned`` (minor units, stake included) must be there; ``site_id``, ``table_id``,
``currency``, ``kind``, ``outcome``, ``stake`` and ``winnings`` may. Other columns are not read.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from local.finance.csvs import Csv, read_csv
from local.finance.workspace import Unusable, Workspace

NEEDED = ("round_id", "wager_id", "returned")
AMOUNTS = ("returned", "stake", "winnings")
COMPARED = ("kind", "currency", "outcome", "stake", "winnings", "returned")
PLACE = ("site_id", "table_id")
KNOWN = (*PLACE, "round_id", "wager_id", *COMPARED)


@dataclass(frozen=True, slots=True)
class Results:
    """Rows in a table of the workspace: ``key``, and of ``COMPARED`` what the file has.

    ``by_place``: the key begins with site and table. ``doubled`` counts the exact repeats.
    """

    table: str
    columns: tuple[str, ...]
    by_place: bool
    doubled: int


@dataclass(frozen=True, slots=True)
class _Key:
    key: str


def open_results(work: Workspace, path: str, table: str, named: Mapping[str, str]) -> Results:
    """The results in a CSV file; ``named`` says what the file calls a column.

    Raises:
        Unusable: the file is no such CSV; a row is not what it must be; a wager is there with two results.
    """
    columns = read_csv(work, path, table, Csv(KNOWN, NEEDED, AMOUNTS), named)
    by_place = all(field in columns for field in PLACE)
    key = [field for field in (*PLACE, "round_id", "wager_id") if by_place or field not in PLACE]
    compared = tuple(field for field in COMPARED if field in columns)
    work.do("reconcile/results", table=table, key=", ".join(key), columns=", ".join(map(_typed, compared)))
    work.do("reconcile/once", table=table)
    for twice in work.rows(_Key, "reconcile/ambiguous", table=table):
        raise Unusable(f"{path}: the wager {twice.key} is there with two results")
    return Results(table, compared, by_place, work.number("reconcile/repeats", table=table))


def _typed(field: str) -> str:
    return f"CAST({field} AS BIGINT) AS {field}" if field in AMOUNTS else field
