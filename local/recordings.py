"""Files of recorded events: plain or packed with gzip, or standard input, line by line, round by round."""

import os
import re
import stat
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from gzip import GzipFile
from tempfile import TemporaryFile
from typing import IO, BinaryIO, Self

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from croupier.facts import RoundId
from croupier.ledger import Notice
from local.patterns import Json, JsonObject
from local.replay import read_line

GZIP = b"\x1f\x8b"
"""The two bytes that every gzip file begins with."""

_IDENTIFIER = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RecordedFile(click.Path):
    """A file of one JSON object a line; ``-`` is standard input."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, allow_dash=True)


@contextmanager
def lines_of(path: str, hint: str = "FILE") -> Iterator[Iterator[bytes]]:
    """The lines of a file, unpacked where it is packed, with progress on a terminal.

    A file that cannot be read is an unusable argument, named ``hint``: exit status 2.
    """
    with click.open_file(path, "rb") as file, counted(file, hint) as lines:
        yield lines


@contextmanager
def counted(file: BinaryIO | IO[bytes], hint: str = "FILE") -> Iterator[Iterator[bytes]]:
    """The lines of a file, with how far they are read on standard error where that is a terminal."""
    progress = Progress(
        TextColumn("{task.fields[events]} events read"),
        BarColumn(),
        DownloadColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )

    def lines() -> Iterator[bytes]:
        try:
            unpacked, total = _unpacked(file)
            task = progress.add_task("reading", total=total, events=0)
            for number, line in enumerate(unpacked, start=1):
                yield line
                progress.update(task, advance=len(line), events=number)
        except (OSError, EOFError, zlib.error) as error:
            raise click.BadParameter(f"{file.name} cannot be read: {error}", param_hint=hint) from error

    with progress:
        yield lines()


def _unpacked(file: BinaryIO | IO[bytes]) -> tuple[Iterable[bytes], int | None]:
    """The lines, and how many bytes they have where that is known."""
    peek = getattr(file, "peek", None)
    if peek is not None and peek(len(GZIP)).startswith(GZIP):
        return GzipFile(fileobj=file), None
    return file, size_of(file)


def size_of(file: BinaryIO | IO[bytes]) -> int | None:
    """The bytes of a file, or None of a stream that has no size."""
    try:
        status = os.fstat(file.fileno())
    except OSError:
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a recording, by its number from 1: the entry that it holds, or the notice that it holds none.

    ``file`` names the recording, where there are several.
    """

    number: int
    held: JsonObject | Notice
    file: str = ""


def read_lines(lines: Iterable[bytes]) -> Iterator[Line]:
    """Every line that is not empty."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield Line(number, read_line(number, line))


class ByRound:
    """Recorded lines kept on disk, to be read round by round, however they were interleaved.

    In memory there are three numbers a line, and one round at a time.
    """

    def __init__(self) -> None:
        self._spool: IO[bytes] = TemporaryFile()  # noqa: SIM115  # it lives as long as this does
        self._files: list[str] = []
        self._lines: dict[RoundId, array[int]] = {}
        self.count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._spool.close()

    def add(self, lines: Iterable[bytes], file: str = "") -> Iterator[Line]:
        """Keep the lines of a recording; yield those that name no round, which are kept nowhere."""
        self._files.append(file)
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            self.count += 1
            held = read_line(number, line)
            round_id = None if isinstance(held, Notice) else round_named(held)
            if round_id is None:
                yield Line(number, held, file)
            else:
                told = self._lines.setdefault(round_id, array("q"))
                told.extend((len(self._files) - 1, number, self._spool.tell()))
                self._spool.write(line if line.endswith(b"\n") else line + b"\n")

    def rounds(self) -> tuple[RoundId, ...]:
        """Every round that was named, in the order of its first line."""
        return tuple(self._lines)

    def lines(self, round_id: RoundId) -> Iterator[Line]:
        """The lines that name a round, in order."""
        numbers = self._lines[round_id]
        for file, number, offset in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
            self._spool.seek(offset)
            yield Line(number, read_line(number, self._spool.readline()), self._files[file])
        self._spool.seek(0, os.SEEK_END)


def round_named(entry: JsonObject) -> RoundId | None:
    """The round that an entry names, whatever else is wrong with it; None where that cannot be read."""
    where = _part(_part(entry, "detail"), "round")
    parts = [where.get(name) for name in ("site_id", "table_id", "round_id")]
    told = [part for part in parts if isinstance(part, str) and _IDENTIFIER.fullmatch(part)]
    return RoundId(*told) if len(told) == 3 else None


def _part(value: JsonObject, name: str) -> JsonObject:
    part: Json = value.get(name)
    return part if isinstance(part, dict) else {}
