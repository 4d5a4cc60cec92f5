"""Record sets: settlement entries exactly as the contract has them (section 2), opened, checked, each once.

Delivery is at least once, so the same entry may lie there many times; the same ``entry_id`` with other content is
an error, never silently picked. Whatever else lies in the files under a notice's name is passed over; what nobody
knows is an error that names the file and its line.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import duckdb

from croupier.events.parsing import shown
from croupier.events.records import SettlementRecord
from croupier.ledger import TAGS, NoticeType
from local.finance.sources import Source, find
from local.finance.workspace import Unusable, Workspace, first_line, question

FIELDS = tuple(SettlementRecord.model_fields)
"""The columns of a record set, in the contract's order."""

NUMBERS = ("entry", "box", "hand", "stake", "winnings", "returned", "house_win")
LISTS = ("cards", "dealer_cards")

NULLABLE = ("reverses", "odds", "rounding", "clause", "citation", "authorised_by", "second", "reason", *TAGS)

PASSED_OVER = (*map(str, NoticeType), "open")
"""Types that a file may hold beside the entries."""

FACTS = ", ".join(FIELDS)


@dataclass(frozen=True, slots=True)
class RecordSet:
    """Entries in a table of the workspace, each once, with the columns ``FIELDS``.

    ``doubled`` counts the exact repeats that were found.
    """

    table: str
    doubled: int


@dataclass(frozen=True, slots=True)
class _Fault:
    """The first row of a file that is not the contract's; ``position`` counts its rows from 1."""

    position: int
    field: str
    wrong: str
    value: str | None


@dataclass(frozen=True, slots=True)
class _File:
    file: str


@dataclass(frozen=True, slots=True)
class _Named:
    entry_id: str


@dataclass(frozen=True, slots=True)
class _Column:
    column_name: str
    column_type: str


def open_records(
    work: Workspace, names: Iterable[str], table: str = "records", *, figures: bool = True
) -> RecordSet:
    """The entries that the names hold (files, folders, patterns, S3), as a table of the workspace.

    ``figures``: whether each entry's figures must agree with each other, and a reversal's with what it reverses.

    Raises:
        Unusable: a file is missing or holds what is no record; an entry is there with two contents.
    """
    sources = find(names, work.folder)
    work.do("records/create", table=table, columns=_columns())
    _stage_lines(work, table, [source for source in sources if not source.is_parquet])
    for source in sources:
        if source.is_parquet:
            _stage_parquet(work, table, source)
    _check(work, table, sources, figures=figures)
    return RecordSet(table, _keep_one_of_each(work, table))


def _columns() -> str:
    types = dict.fromkeys(NUMBERS, "BIGINT") | dict.fromkeys(LISTS, "VARCHAR[]")
    return ", ".join(f"{field} {types.get(field, 'VARCHAR')}" for field in FIELDS)


def _whole(field: str) -> str:
    """A whole number as JSON has it; a fraction, a text, and what does not fit are none."""
    is_whole = f"regexp_full_match({field}::VARCHAR, '-?(0|[1-9][0-9]*)')"
    return f"CASE WHEN {is_whole} THEN TRY_CAST({field}::VARCHAR AS BIGINT) END"


def _read_lines() -> dict[str, str]:
    """How a record is read from JSON Lines: whole numbers as they are written, since DuckDB would round others."""
    types = dict.fromkeys(NUMBERS, "JSON") | dict.fromkeys(LISTS, "VARCHAR[]")
    return {
        "types": ", ".join(f"{field}: '{types.get(field, 'VARCHAR')}'" for field in FIELDS),
        "read": ", ".join(f"{_whole(field)} AS {field}" if field in NUMBERS else field for field in FIELDS),
    }


def _stage_lines(work: Workspace, table: str, sources: Sequence[Source]) -> None:
    if not sources:
        return
    values = {"paths": [str(source.path) for source in sources], "passed_over": PASSED_OVER}
    try:
        work.do("records/stage_lines", values, table=table, fields=FACTS, **_read_lines())
    except duckdb.Error as error:
        for source in sources:
            find_unreadable(source)
        raise Unusable(
            f"{sources[0].shown} and what was named with it cannot be read: {first_line(error)}"
        ) from error


def find_unreadable(source: Source) -> None:
    """DuckDB's own line numbers are not exact, so the first line that is no object is looked for again."""
    try:
        for number, line in source.lines():
            if not isinstance(json.loads(line), dict):
                raise Unusable(f"{source.shown}, line {number}: {line_shown(line)} is not an object")
    except (OSError, EOFError) as error:
        raise Unusable(f"{source.shown} cannot be read: {error}") from error
    except ValueError as error:
        raise Unusable(f"{source.shown}, line {number}: {line_shown(line)} is not JSON: {error}") from error


def line_shown(line: bytes) -> str:
    """A line for a message, shortened."""
    return shown(line.decode(errors="replace").strip())


def _stage_parquet(work: Workspace, table: str, source: Source) -> None:
    held = parquet_columns(work, source)
    for field in FIELDS:
        if field not in held and field not in NULLABLE:
            raise Unusable(f"{source.shown}: the column {field} is missing")
        if field in NUMBERS and held[field] not in ("BIGINT", "INTEGER", "HUGEINT", "SMALLINT", "TINYINT"):
            raise Unusable(f"{source.shown}: the column {field} is {held[field]}, not whole numbers")
    values = {"path": str(source.path), "passed_over": PASSED_OVER}
    try:
        work.do("records/stage_parquet", values, table=table, fields=FACTS, read=_read_parquet(held))
    except duckdb.Error as error:
        raise Unusable(f"{source.shown} cannot be read: {first_line(error)}") from error


def _read_parquet(held: Mapping[str, str]) -> str:
    """How a record is read from a Parquet file with these columns; what may be null may be left out."""
    types = dict.fromkeys(NUMBERS, "BIGINT") | dict.fromkeys(LISTS, "VARCHAR[]")
    given = {field: f"CAST({field} AS {types.get(field, 'VARCHAR')})" for field in FIELDS}
    return ", ".join(f"{given[field] if field in held else 'NULL'} AS {field}" for field in FIELDS)


def parquet_columns(work: Workspace, source: Source) -> dict[str, str]:
    """The columns of a Parquet file with DuckDB's names of their types.

    Raises:
        Unusable: it is no Parquet file.
    """
    try:
        columns = work.rows(_Column, "records/parquet_columns", {"path": str(source.path)})
    except duckdb.Error as error:
        raise Unusable(f"{source.shown} is not a Parquet file: {first_line(error)}") from error
    return {column.column_name: column.column_type for column in columns}


def _check(work: Workspace, table: str, sources: Sequence[Source], *, figures: bool) -> None:
    """Every record has the contract's shape, and its figures agree with each other."""
    fault = _fault(figures=figures)
    known = {str(source.path): source for source in sources}
    for faulty in work.rows(_File, "records/faulty_file", table=table, fault=fault):
        _tell_fault(work, known[faulty.file], fault)
    if not figures:
        return
    for reversal in work.rows(_Named, "records/unmatched_reversal", table=table):
        raise Unusable(f"the reversal {reversal.entry_id} is not the opposite of the entry that it reverses")


def _fault(*, figures: bool) -> str:
    """The expression of what is wrong with a record."""
    return question("records/fault").format(figures=question("records/figures") if figures else "")


def _tell_fault(work: Workspace, source: Source, fault_in: str) -> None:
    """Reads one file again, in its order, to say where its first fault is."""
    work.in_order()
    values = {"path": str(source.path), "passed_over": PASSED_OVER}
    if source.is_parquet:
        held = parquet_columns(work, source)
        read = _read_parquet(held)
        (fault,) = work.rows(_Fault, "records/fault_in_parquet", values, read=read, fault=fault_in)
        where, value = f"row {fault.position}", str(fault.value)
    else:
        (fault,) = work.rows(_Fault, "records/fault_in_lines", values, fault=fault_in, **_read_lines())
        number, line = next(islice(source.lines(), fault.position - 1, None))
        record = json.loads(line)
        where, value = f"line {number}", shown(record[fault.field]) if fault.field in record else "missing"
    raise Unusable(f"{source.shown}, {where}: {fault.field} is {value}; it {fault.wrong}")


def _keep_one_of_each(work: Workspace, table: str) -> int:
    """Exact repeats are one record; how many there were.

    Raises:
        Unusable: an ``entry_id`` is there with two contents.
    """
    work.do("records/doubled", table=table)
    repeats = work.number("records/repeats", table=table)
    if repeats == 0:
        return 0
    for differing in work.rows(_Named, "records/differing", table=table, fields=FACTS):
        one, other = work.records("records/versions", {"entry_id": differing.entry_id}, table=table, fields=FACTS)
        told = [f"{field} is {one[field]} and {other[field]}" for field in FIELDS if one[field] != other[field]]
        raise Unusable(f"the entry {differing.entry_id} is there with two contents: {', '.join(told)}")
    work.do("records/keep_first", table=table)
    return repeats
