"""Where records lie: files, folders, patterns and ``s3://`` addresses, as plain files that DuckDB reads."""

import glob
import gzip
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from local.finance.workspace import Unusable

LINES = (".jsonl", ".ndjson", ".json", ".jsonl.gz", ".ndjson.gz", ".json.gz")
PARQUET = (".parquet",)


@dataclass(frozen=True, slots=True)
class Source:
    """One file; ``shown`` is how whoever named it knows it."""

    path: Path
    shown: str

    @property
    def is_parquet(self) -> bool:
        return self.shown.lower().endswith(PARQUET)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """The lines that are not empty, with their numbers."""
        with self._open() as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line

    def _open(self) -> BinaryIO:
        if self.shown.lower().endswith(".gz"):
            return gzip.open(self.path, "rb")  # type: ignore[return-value]  # it reads bytes by lines
        return self.path.open("rb")


def find(names: Iterable[str], folder: Path) -> list[Source]:
    """Every file that the names mean, each once, in the order of its name; ``folder`` keeps what is fetched.

    A name is a file, a folder (all it holds in JSON Lines and Parquet), a pattern with ``*``, or any of them at
    ``s3://BUCKET/``.

    Raises:
        Unusable: a name means no file, or a file that is neither JSON Lines nor Parquet.
    """
    found: dict[str, Source] = {}
    for name in names:
        sources = _fetched(name, folder) if name.startswith("s3://") else _on_disk(name)
        if not sources:
            raise Unusable(f"{name}: there is no such file, folder or pattern with JSON Lines or Parquet in it")
        found |= {source.shown: source for source in sources}
    return [found[shown] for shown in sorted(found)]


def _fetched(name: str, folder: Path) -> Sequence[Source]:
    # boto3 takes its time to import: only for those who read from S3.
    from local.finance.s3 import fetch  # noqa: PLC0415

    return [Source(path, shown) for shown, path in fetch(name, folder / "s3", LINES + PARQUET)]


def _on_disk(name: str) -> Sequence[Source]:
    path = Path(name)
    if path.is_dir():
        files = [file for file in path.rglob("*") if file.is_file() and _is_known(file.name)]
    elif path.is_file():
        if not _is_known(path.name):
            raise Unusable(f"{name} is neither JSON Lines nor Parquet: its name ends in none of {_endings()}")
        files = [path]
    else:
        # Unlike Path.glob this takes a pattern from the root, too.
        files = [Path(file) for file in glob.iglob(name, recursive=True) if _is_known(file)]  # noqa: PTH207
    return [Source(file, str(file)) for file in files if file.is_file()]


def _is_known(name: str) -> bool:
    return name.lower().endswith(LINES + PARQUET)


def _endings() -> str:
    return ", ".join(LINES + PARQUET)
