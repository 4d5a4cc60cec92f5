"""What the tests of the pit's commands share: the command in this process, a round, a bus that listens."""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from click.testing import CliRunner, Result
from moto.server import ThreadedMotoServer

from local.command import main
from tests.rounds import as_lines
from tests.table_system import Entry, TableSystem

ROUND = "akl/bj-07/r-000123"
AT = ("--at", "2026-11-29T03:00:00Z")


def pit(*arguments: str, stdin: bytes = b"") -> Result:
    """Run ``croupier`` in this process."""
    return CliRunner().invoke(main, list(arguments), input=stdin, env={"COLUMNS": "80"}, catch_exceptions=False)


def said(*arguments: str) -> str:
    """What ``croupier`` says where all went well."""
    done = pit(*arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(*arguments: str) -> str:
    """What ``croupier`` says where its arguments are unusable."""
    done = pit(*arguments)
    assert done.exit_code == 2, done.output
    return " ".join(done.stderr.split())


def dealt(round_id: str = "r-000123", **where: Any) -> TableSystem:
    """Box 3: main 1.00 won, Super Sevens 0.10 and Perfect Pairs 0.10 lost (p). Box 4: main 20.00 lost (k)."""
    table = TableSystem(round_id=round_id, **where)
    table.open()
    table.place(("m", "main", 3, "p", 100), ("s", "super-sevens", 3, "p", 10), ("q", "perfect-pairs", 3, "p", 10))
    table.place(("k", "main", 4, "k", 2000))
    table.initial_deal("TD", box3="TH 9C", box4="6H TC")
    table.end(3, "stand")
    table.end(4, "stand")
    table.dealer("7D")
    table.complete()
    return table


def recorded(path: Path, *rounds: Sequence[Entry]) -> str:
    """A file of recorded events, in order of arrival."""
    path.write_text("".join(as_lines(list(events)) for events in rounds), encoding="utf-8")
    return str(path)


def drafts_in(path: Path) -> list[Entry]:
    """The drafts in a file, laid out for editing or one a line."""
    text = path.read_text(encoding="utf-8")
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def per_player(output: str) -> dict[str, str]:
    """The table "Per player" of one round."""
    rows = output.partition("Per player")[2].splitlines()
    return dict(cells_of(row) for row in rows if row.startswith("│"))


def cells_of(row: str) -> list[str]:
    """The cells of a table's row; none of another line."""
    return [cell.strip() for cell in row.split("│")[1:-1]]


@dataclass
class Bus:
    """An EventBridge endpoint on loopback: keeps what it was sent, or refuses it.

    ``refuse``: all of it; ``refuse_every``: every third entry, say, that it is asked to take; ``requests`` holds
    how many entries each request had.
    """

    endpoint: str = ""
    taken: list[Entry] = field(default_factory=list)
    refuse: bool = False
    refuse_every: int | None = None
    asked: int = 0
    requests: list[int] = field(default_factory=list)

    @property
    def options(self) -> tuple[str, ...]:
        return ("--bus", "table", "--endpoint", self.endpoint)

    def answer(self, entries: Sequence[dict[str, str]]) -> dict[str, object]:
        self.requests.append(len(entries))
        answers = [self._answer_for(entry) for entry in entries]
        return {"FailedEntryCount": sum("ErrorCode" in told for told in answers), "Entries": answers}

    def _answer_for(self, entry: dict[str, str]) -> dict[str, str]:
        assert entry["EventBusName"] == "table"
        self.asked += 1
        if self.refuse or (self.refuse_every is not None and self.asked % self.refuse_every == 0):
            return {"ErrorCode": "ThrottlingException", "ErrorMessage": "slow down"}
        told = {"source": entry["Source"], "detail-type": entry["DetailType"]}
        self.taken.append({**told, "detail": json.loads(entry["Detail"])})
        return {"EventId": f"bus-{len(self.taken)}"}


@contextmanager
def dynamodb() -> Iterator[str]:
    """A DynamoDB that listens on loopback, empty: every moto server of a process shares one memory."""
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    try:
        _reset(endpoint)
        yield endpoint
        _reset(endpoint)
    finally:
        server.stop()


def _reset(endpoint: str) -> None:
    request = Request(f"{endpoint}/moto-api/reset", method="POST")  # noqa: S310  # loopback
    with urlopen(request, timeout=10) as answer:  # noqa: S310
        assert answer.status == 200


@contextmanager
def listening() -> Iterator[Bus]:
    """A bus that listens for the length of a test."""
    bus = Bus()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.headers["X-Amz-Target"] == "AWSEvents.PutEvents"
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = json.dumps(bus.answer(asked["Entries"])).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/x-amz-json-1.1")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    bus.endpoint = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield bus
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
