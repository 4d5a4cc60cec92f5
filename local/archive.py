"""The archive as files: settlements and raw table events by gaming day and site, as Firehose writes them.

One JSON object a line, gzip; ``settlements/gaming_day=2026-11-28/site=akl/`` and ``events/`` likewise.
"""

import gzip
import json
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from local.patterns import JsonObject

UNKNOWN = "unknown"
"""The gaming day and site of what is no event of ours; it is archived all the same."""


class Archive:
    """A folder that records and events are added to; what is in it is left alone. A context manager."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[Path, gzip.GzipFile] = {}
        self._exits = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._exits.close()

    def add_settlement(self, record: Mapping[str, object]) -> None:
        """A settlement or reversal, as finance's stream carries it."""
        self._write("settlements", record.get("gaming_day"), record.get("site_id"), record)

    def add_event(self, entry: JsonObject) -> None:
        """An entry of the table bus, as it came."""
        detail = entry.get("detail")
        told = detail.get("round") if isinstance(detail, dict) else None
        named = told if isinstance(told, dict) else {}
        self._write("events", named.get("gaming_day"), named.get("site_id"), entry)

    def _write(self, what: str, day: object, site: object, line: Mapping[str, object]) -> None:
        names = f"gaming_day={_safe(day)}", f"site={_safe(site)}"
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        self._file(self._folder.joinpath(what, *names)).write(f"{text}\n".encode(errors="replace"))

    def _file(self, folder: Path) -> gzip.GzipFile:
        """The file of this folder that is written now: a new one each time the archive is opened."""
        if folder not in self._open:
            folder.mkdir(parents=True, exist_ok=True)
            number = 1 + sum(1 for _ in folder.glob("*.jsonl.gz"))
            raw = self._exits.enter_context((folder / f"part-{number:05}.jsonl.gz").open("xb"))
            # Without a name and a time in it, the same records are the same bytes.
            packed = gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0)
            self._open[folder] = self._exits.enter_context(packed)
        return self._open[folder]


def _safe(name: object) -> str:
    """An identifier of the contract as it is; anything else is not made a folder of."""
    text = name if isinstance(name, str) else UNKNOWN
    usable = text and len(text) <= 64 and text.isascii() and all(c.isalnum() or c in "._-" for c in text)
    return text if usable and text.strip(".") else UNKNOWN
