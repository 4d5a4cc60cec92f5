"""A table system's own results in CSV: one wager a row, as the table says it ended.

``round_id``, ``wager_id`` and ``returned`` (minor units, stake included) must be there; ``site_id``, ``table_id``,
``currency``, ``kind``, ``outcome``, ``stake`` and ``winnings`` may. Other columns are not read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import duckdb

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
class _Fault:
    position: int
    field: str
    wrong: str
    value: str | None


@dataclass(frozen=True, slots=True)
class _Column:
    column_name: str
    column_type: str


@dataclass(frozen=True, slots=True)
class _Key:
    key: str


def open_results(work: Workspace, path: str, table: str, named: Mapping[str, str]) -> Results:
    """The results in a CSV file; ``named`` says what the file calls a column.

    Raises:
        Unusable: the file is no such CSV; a row is not what it must be; a wager is there with two results.
    """
    columns = read_csv(work, path, table, KNOWN, NEEDED, AMOUNTS, named)
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


def read_csv(
    work: Workspace,
    path: str,
    table: str,
    known: tuple[str, ...],
    needed: tuple[str, ...],
    amounts: tuple[str, ...],
    named: Mapping[str, str],
) -> tuple[str, ...]:
    """Stage a CSV as the table ``<table>_rows`` of texts; which of the known columns it has.

    Raises:
        Unusable: it cannot be read, lacks a column, or an amount in it is not a whole number of minor units.
    """
    if not Path(path).is_file():
        raise Unusable(f"{path}: there is no such file")
    # In the file's order, for the number of a faulty row.
    try:
        held = {column.column_name for column in work.rows(_Column, "reconcile/csv_columns", {"path": path})}
        for field in needed:
            if named.get(field, field) not in held:
                raise Unusable(
                    f"{path}: the column {named.get(field, field)} is missing; there are {_names(held)}"
                )
        columns = tuple(field for field in known if named.get(field, field) in held)
        read = ", ".join(f"{_quoted(named.get(field, field))} AS {field}" for field in columns)
        work.do("reconcile/stage_csv", {"path": path}, table=table, read=read)
    except duckdb.Error as error:
        raise Unusable(f"{path} is not a CSV file with a header: {error}") from error
    checks = [_check(field, amount=field in amounts, needed=field in needed) for field in columns]
    for fault in work.rows(_Fault, "reconcile/csv_fault", table=table, checks="\n".join(checks)):
        value = "missing" if fault.value is None else repr(fault.value)
        column = named.get(fault.field, fault.field)
        raise Unusable(f"{path}, row {fault.position}: {column} is {value}; it {fault.wrong}")
    return columns


def _check(field: str, *, amount: bool, needed: bool) -> str:
    if amount:
        fits = f"TRY_CAST({field} AS BIGINT) IS NOT NULL AND regexp_full_match({field}, '-?[0-9]+')"
        wrong = "is a whole number of minor units"
    else:
        fits, wrong = f"{field} <> ''", "must be given"
    # An empty cell is read as NULL: nothing is said there.
    allowed = "" if needed else f"{field} IS NOT NULL AND "
    return f"WHEN {allowed}NOT coalesce({fits}, false) THEN struct_pack(field := '{field}', wrong := '{wrong}')"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _names(held: set[str]) -> str:
    return ", ".join(sorted(held)) or "none"
