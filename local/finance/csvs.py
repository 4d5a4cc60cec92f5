"""CSV files that others write: staged as texts, checked, and a fault told by its file, row, column and value."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import duckdb

from local.finance.workspace import Unusable, Workspace, first_line


@dataclass(frozen=True, slots=True)
class Csv:
    """The columns that are read, which of them must be there, and which hold amounts in minor units."""

    known: tuple[str, ...]
    needed: tuple[str, ...]
    amounts: tuple[str, ...]


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


def read_csv(work: Workspace, path: str, table: str, shape: Csv, named: Mapping[str, str]) -> tuple[str, ...]:
    """Stage a CSV as the table ``<table>_rows`` of texts; which of the known columns it has.

    Raises:
        Unusable: it cannot be read, lacks a column, or an amount in it is not a whole number of minor units.
    """
    if not Path(path).is_file():
        raise Unusable(f"{path}: there is no such file")
    try:
        values = {"path": path, "delimiter": _delimiter(path)}
        held = {column.column_name for column in work.rows(_Column, "reconcile/csv_columns", values)}
        for field in shape.needed:
            if named.get(field, field) not in held:
                raise Unusable(
                    f"{path}: the column {named.get(field, field)} is missing; there are {_names(held)}"
                )
        columns = tuple(field for field in shape.known if named.get(field, field) in held)
        read = ", ".join(f"{_quoted(named.get(field, field))} AS {_quoted(field)}" for field in columns)
        work.do("reconcile/stage_csv", values, table=table, read=read)
    except duckdb.Error as error:
        _find_ragged(path, values["delimiter"])
        raise Unusable(f"{path} is not a CSV file with a header: {first_line(error)}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"{path} is not a CSV file with a header: {first_line(error)}") from error
    checks = [_check(field, amount=field in shape.amounts, needed=field in shape.needed) for field in columns]
    for fault in work.rows(_Fault, "reconcile/csv_fault", table=table, checks="\n".join(checks)):
        value = "missing" if fault.value is None else repr(fault.value)
        column = named.get(fault.field, fault.field)
        raise Unusable(f"{path}, row {fault.position}: {column} is {value}; it {fault.wrong}")
    return columns


def _delimiter(path: str) -> str:
    """What parts the header's names: a guess from the rows would take a row that is too short for another file."""
    with Path(path).open(encoding="utf-8-sig") as file:
        header = file.readline()
    return max(",;\t", key=header.count)


def _find_ragged(path: str, delimiter: str) -> None:
    """The first row that has not as many cells as the header."""
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        rows = csv.reader(file, delimiter=delimiter)
        header = next(rows, [])
        for number, row in enumerate(rows, start=1):
            if row and len(row) != len(header):
                raise Unusable(f"{path}, row {number}: it has {len(row)} cells, and the header has {len(header)}")


def _check(field: str, *, amount: bool, needed: bool) -> str:
    quoted = _quoted(field)
    if amount:
        fits = f"TRY_CAST({quoted} AS BIGINT) IS NOT NULL AND regexp_full_match({quoted}, '-?[0-9]+')"
        wrong = "is a whole number of minor units"
    else:
        fits, wrong = f"{quoted} <> ''", "must be given"
    # An empty cell is read as NULL: nothing is said there.
    allowed = "" if needed else f"{quoted} IS NOT NULL AND "
    return f"WHEN {allowed}NOT coalesce({fits}, false) THEN struct_pack(field := '{field}', wrong := '{wrong}')"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _names(held: set[str]) -> str:
    return ", ".join(sorted(held)) or "none"
