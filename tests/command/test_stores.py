"""``croupier replay`` prints the same on every store, and says plainly when a store is not there."""

import socket
from collections.abc import Iterator

import pytest
from moto.server import ThreadedMotoServer

from tests.command.test_replay import croupier
from tests.rounds import ROUNDS

ROUND = str(ROUNDS / "sevens-and-splits.jsonl")


@pytest.fixture
def endpoint() -> Iterator[str]:
    """A DynamoDB that listens on loopback for the length of a test."""
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


def test_moto_prints_what_memory_prints() -> None:
    assert (
        croupier("replay", ROUND, "--json", "--store", "moto").stdout == croupier("replay", ROUND, "--json").stdout
    )


@pytest.mark.slow
def test_any_dynamodb_endpoint_prints_what_memory_prints_and_the_second_time_nothing_new(endpoint: str) -> None:
    first = croupier("replay", ROUND, "--json", "--store", endpoint)
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == croupier("replay", ROUND, "--json").stdout
    again = croupier("replay", ROUND, "--json", "--store", endpoint)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_a_store_that_does_not_answer_is_an_unusable_argument() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        endpoint = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        done = croupier("replay", ROUND, "--store", endpoint)
    assert done.returncode == 2
    assert f"the DynamoDB at {endpoint} is not usable" in done.stderr
    assert done.stdout == ""
