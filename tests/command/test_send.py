"""``croupier send``: everything arrives, in order, in batches; what cannot be sent keeps all the rest here."""

import gzip
import json
import os
import pty
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from local.cloud import BusEntry, NotSent, Refused, TableBus, Taken, bus_entry
from local.connect import sending
from local.connect.sending import ATTEMPTS, Numbered, Sender
from tests.command.pit import Bus, dealt, listening, pit, recorded
from tests.command.test_replay import CROUPIER
from tests.playing import changed
from tests.rounds import as_lines
from tests.table_system import Entry


@pytest.fixture(scope="module")
def server() -> Iterator[Bus]:
    with listening() as bus:
        yield bus


@pytest.fixture
def bus(server: Bus, monkeypatch: pytest.MonkeyPatch) -> Bus:
    """A bus that has taken nothing yet; nobody waits between attempts."""
    monkeypatch.setattr(sending, "PAUSE_MS", 0)
    server.taken, server.requests, server.asked = [], [], 0
    server.refuse, server.refuse_every = False, None
    return server


@pytest.fixture
def events() -> list[Entry]:
    return [*dealt().events, *dealt("r-000124").events]


def test_every_event_arrives_in_order_and_unchanged_in_batches_of_ten(
    events: list[Entry], bus: Bus, tmp_path: Path
) -> None:
    done = pit("send", recorded(tmp_path / "events", events), *bus.options)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "Sent 26 events to table.\n", "")
    assert bus.taken == events
    assert bus.requests == [10, 10, 6]


def test_of_a_batch_taken_in_part_only_the_rest_is_sent_again(
    events: list[Entry], bus: Bus, tmp_path: Path
) -> None:
    bus.refuse_every = 3
    done = pit("send", recorded(tmp_path / "events", events), *bus.options)
    # The 1st ten are asked as 1 to 10: 3, 6 and 9 fail; again as 11 to 13: 12 fails; again as 14: taken.
    # The 2nd ten, 15 to 24: 15, 18, 21 and 24 fail; again as 25 to 28: 27 fails; 29: taken.
    # The last six, 30 to 35: 30 and 33 fail; again as 36 and 37: 36 fails; 38: taken.
    assert bus.requests == [10, 3, 1, 10, 4, 1, 6, 2, 1]
    assert (done.exit_code, done.stdout) == (0, "Sent 26 events to table, 12 times one again.\n")
    ids = [(entry["detail"]["round"]["round_id"], entry["detail"]["metadata"]["sequence"]) for entry in bus.taken]
    assert sorted(ids) == [("r-000123", n) for n in range(1, 14)] + [("r-000124", n) for n in range(1, 14)]


def test_what_the_bus_never_takes_ends_it_with_the_line_and_how_much_was_sent(
    events: list[Entry], bus: Bus, tmp_path: Path
) -> None:
    bus.refuse = True
    done = pit("send", recorded(tmp_path / "events", events), *bus.options)
    assert done.exit_code == 1
    assert done.stderr == (
        "Error: line 1, event e-1: the bus table did not take it at 6 attempts: ThrottlingException: slow down "
        "(0 of 26 events were sent; sending all of them again is safe)\n"
    )
    assert bus.requests == [10] * ATTEMPTS


def test_a_line_that_is_no_event_keeps_every_line_here(events: list[Entry], bus: Bus, tmp_path: Path) -> None:
    events[4] = changed(events[4], "detail.data.card", "1H")
    text = as_lines(events) + "nonsense\n"
    (tmp_path / "events").write_text(text)
    done = pit("send", str(tmp_path / "events"), *bus.options)
    assert (done.exit_code, done.stdout, bus.taken) == (2, "", [])
    assert "nothing was sent, for 2 lines cannot be" in done.stderr
    assert 'not-the-contract, line 5: event e-5, data.card "1H": ' in done.stderr
    assert 'unreadable-line, line 27: line "nonsense": is not JSON' in done.stderr


def test_unchecked_sends_what_is_no_event_but_not_what_is_no_entry(
    events: list[Entry], bus: Bus, tmp_path: Path
) -> None:
    events[4] = changed(events[4], "detail.data.card", "1H")
    path = recorded(tmp_path / "events", events)
    assert pit("send", path, "--unchecked", *bus.options).exit_code == 0
    assert bus.taken == events
    (tmp_path / "events").write_text(as_lines(events) + '{"source": "x"}\n')
    done = pit("send", path, "--unchecked", *bus.options)
    assert (done.exit_code, len(bus.taken)) == (2, 26)
    assert "line 27: detail-type missing" in done.stderr


def test_a_supervisors_event_is_sent_only_where_that_is_asked_for(bus: Bus, tmp_path: Path) -> None:
    table = dealt()
    table.supervise(
        "WagersVoided", clause="17.4", scope={"round": True}, after_sequence=13, reason="r", authorised_by="ms-1"
    )
    path = recorded(tmp_path / "events", table.events)
    done = pit("send", path, *bus.options)
    assert (done.exit_code, bus.taken) == (2, [])
    assert 'line 14: source "blackjack.supervisor.akl"' in done.stderr
    assert pit("send", path, "--corrections", *bus.options).exit_code == 0
    assert bus.taken == table.events


def test_an_entry_larger_than_the_bus_takes_is_refused_before_anything_is_sent(bus: Bus, tmp_path: Path) -> None:
    large = changed(dealt().events[0], "detail.data.colour", "x" * 262_144)
    done = pit("send", recorded(tmp_path / "events", [large]), "--unchecked", *bus.options)
    assert (done.exit_code, bus.taken) == (2, [])
    assert "EventBridge takes 262144 bytes an entry" in done.stderr


def test_a_batch_is_never_larger_than_the_bus_takes(bus: Bus, tmp_path: Path) -> None:
    # 110 kB each: two of them are under 256 kB, three are not. Two bytes a letter.
    large = [changed(entry, "detail.data.colour", "é" * 55_000) for entry in dealt().events[:5]]
    assert pit("send", recorded(tmp_path / "events", large), *bus.options).exit_code == 0
    assert bus.requests == [2, 2, 1]
    assert bus.taken == large


def test_standard_input_and_packed_files_are_sent_too(events: list[Entry], bus: Bus, tmp_path: Path) -> None:
    (tmp_path / "events.gz").write_bytes(gzip.compress(as_lines(events).encode()))
    assert pit("send", str(tmp_path / "events.gz"), *bus.options).exit_code == 0
    assert pit("send", "-", *bus.options, stdin=as_lines(events).encode()).exit_code == 0
    assert bus.taken == [*events, *events]


def test_a_lone_surrogate_is_carried(bus: Bus) -> None:
    entry = changed(dealt().events[0], "detail.data.colour", "\ud800")
    assert json.loads(bus_entry(entry).detail) == entry["detail"]


def test_an_address_that_is_none_is_an_unusable_argument(tmp_path: Path) -> None:
    path = recorded(tmp_path / "events", dealt().events)
    assert pit("send", path, "--bus", "table", "--endpoint", "nowhere").exit_code == 2


def test_a_bus_that_refuses_the_request_names_the_first_line_of_the_batch(tmp_path: Path) -> None:
    class Closed(TableBus):
        def __init__(self) -> None:
            self.name = "table"

        def put(self, entries: object) -> list[Taken | Refused]:
            raise NotSent("the bus table did not take the event: AccessDenied")

    entry = Numbered(7, "e-7", BusEntry("s", "d", "{}"))
    with pytest.raises(NotSent, match=r"line 7, event e-7: the bus table .* AccessDenied"):
        list(Sender(Closed()).send([entry]))


@dataclass
class Clock:
    """A clock that only pausing moves, in whole seconds."""

    now: float = 0
    pauses: list[float] = field(default_factory=list)

    def read(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


class Takes(TableBus):
    def __init__(self) -> None:
        self.name = "table"

    def put(self, entries: object) -> list[Taken | Refused]:
        assert isinstance(entries, list)
        return [Taken("id") for _ in entries]


@pytest.mark.parametrize(
    # 10 a batch at 20 a second are half a second; at 4 a second batches of 4 are one second each.
    ("rate", "pauses"),
    [(20, [0.5, 0.5]), (4, [1, 1, 1, 1, 1, 1]), (None, [])],
)
def test_the_rate_is_kept_from_batch_to_batch(rate: int | None, pauses: list[float]) -> None:
    clock = Clock()
    entries = [Numbered(n, None, BusEntry("s", "d", "{}")) for n in range(1, 27)]
    assert list(Sender(Takes(), rate, clock.pause, clock.read).send(entries))[-1] == 26
    assert clock.pauses == pauses


def test_the_pauses_between_attempts_grow() -> None:
    class Never(Takes):
        def put(self, entries: object) -> list[Taken | Refused]:
            assert isinstance(entries, list)
            return [Refused("InternalFailure: no") for _ in entries]

    clock = Clock()
    with pytest.raises(NotSent, match="line 1:"):
        list(Sender(Never(), None, clock.pause, clock.read).send([Numbered(1, None, BusEntry("s", "d", "{}"))]))
    assert clock.pauses == [0.1, 0.2, 0.4, 0.8, 1.6]


def test_a_terminal_shows_a_progress_bar(events: list[Entry], bus: Bus, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    path = recorded(tmp_path / "events", events)
    with subprocess.Popen(
        [CROUPIER, "send", path, *bus.options],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={"TERM": "xterm", "COLUMNS": "80"},
    ) as command:
        os.close(theirs)
        seen = b""
        try:
            while part := os.read(ours, 4096):
                seen += part
        except OSError:  # the other end is closed
            pass
        out, _ = command.communicate()
    os.close(ours)
    assert (command.returncode, out) == (0, b"Sent 26 events to table.\n")
    assert b"26/26" in seen
