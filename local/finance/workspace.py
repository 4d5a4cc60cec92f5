"""Where finance's questions are asked: a DuckDB in a folder of its own, bounded in memory, gone afterwards.

Every question is a file in ``sql``: ``{name}`` there is a table's name or a list of columns that this package
wrote itself, ``$name`` a value; nothing that was read from outside is ever pasted into a question.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

import click
import duckdb

MEMORY = "512MB"
"""What DuckDB may hold in memory; the rest goes to the folder."""

SQL = Path(__file__).parent / "sql"

Value = str | int | Sequence[str] | None
Shape = TypeVar("Shape")


class Unusable(click.ClickException):
    """Something that was given cannot be used: one sentence with the file, the row, the field and the value."""

    exit_code = 2


def first_line(error: Exception) -> str:
    """What an error says, without the advice that DuckDB adds below."""
    return str(error).partition("\n")[0]


@cache
def question(name: str) -> str:
    """The text of ``sql/<name>.sql``."""
    return (SQL / f"{name}.sql").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Workspace:
    """A connection and its folder."""

    connection: duckdb.DuckDBPyConnection
    folder: Path

    def do(self, name: str, values: Mapping[str, Value] | None = None, **names: str) -> None:
        """Run the statements of a question; its values go to each of them that names them."""
        for statement in question(name).format(**names).split(";\n"):
            used = {key: value for key, value in (values or {}).items() if f"${key}" in statement}
            self.connection.execute(statement, used or None)

    def rows(
        self, shape: type[Shape], name: str, values: Mapping[str, Value] | None = None, **names: str
    ) -> list[Shape]:
        """The answer to a question, one ``shape`` a row: its columns are the shape's fields."""
        return [shape(**row) for row in self.records(name, values, **names)]

    def records(
        self, name: str, values: Mapping[str, Value] | None = None, **names: str
    ) -> list[dict[str, object]]:
        """The answer to a question whose columns only a caller knows, one mapping a row."""
        self.do(name, values, **names)
        columns = [str(column[0]) for column in self.connection.description or ()]
        return [dict(zip(columns, row, strict=True)) for row in self.connection.fetchall()]

    def number(self, name: str, values: Mapping[str, Value] | None = None, **names: str) -> int:
        """The answer to a question that asks for one whole number; none is 0."""
        self.do(name, values, **names)
        row = self.connection.fetchone()
        return 0 if row is None or row[0] is None else int(row[0])

    def in_order(self) -> None:
        """From here on on one thread: what is written next has the same bytes whenever it is written."""
        self.connection.execute("SET threads = 1")


@contextmanager
def workspace() -> Iterator[Workspace]:
    """A workspace for the length of a command."""
    with tempfile.TemporaryDirectory(prefix="croupier-finance-") as name:
        folder = Path(name)
        settings: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": MEMORY,
            "temp_directory": str(folder / "spill"),
            # An extension is never downloaded: JSON and Parquet are built in.
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
        connection = duckdb.connect(str(folder / "work.duckdb"), config=settings)
        try:
            yield Workspace(connection, folder)
        except (duckdb.OutOfMemoryException, duckdb.IOException) as error:
            raise Unusable(f"this machine lacks what DuckDB needs: {error}") from error
        finally:
            connection.close()
