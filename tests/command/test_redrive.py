"""``croupier redrive``: failed events back on the bus, against moto's server on loopback."""

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import pytest
from click.testing import CliRunner
from moto.backends import get_backend
from moto.server import ThreadedMotoServer

from local.cloud import LARGEST, BusEntry, Refused, TableBus, Taken
from local.command import main
from tests.playing import changed
from tests.table_system import Entry, TableSystem

ROOT = Path(__file__).parents[2]
CROUPIER = ROOT / ".venv" / "bin" / "croupier"
ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "local",
    "AWS_SECRET_ACCESS_KEY": "local",
    "AWS_DEFAULT_REGION": "ap-southeast-2",
    "AWS_EC2_METADATA_DISABLED": "true",
}


@dataclass
class Cloud:
    """A stack with a queue of failed events and a table bus, which a queue of ours listens to."""

    address: str
    queue: str
    heard: str

    def client(self, service: str) -> Any:
        return client(service, self.address)

    def fail(self, body: object, **why: str) -> None:
        attributes = {name: {"DataType": "String", "StringValue": value} for name, value in why.items()}
        text = body if isinstance(body, str) else json.dumps(body)
        self.client("sqs").send_message(QueueUrl=self.queue, MessageBody=text, MessageAttributes=attributes)

    def bodies(self, queue: str) -> list[Any]:
        messages = self.client("sqs").receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages", [])
        return [message["Body"] for message in messages]


def reset_moto() -> None:
    """Forget what another test left in this process."""
    for name in ("sqs", "events"):
        get_backend(name).reset()  # type: ignore[arg-type, unused-ignore]


def client(service: str, address: str) -> Any:
    made: Any = boto3.client(
        service,  # type: ignore[call-overload]
        endpoint_url=address,
        region_name="ap-southeast-2",
        aws_access_key_id="local",
        aws_secret_access_key="local",  # noqa: S106  # moto's
    )
    return made


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    reset_moto()
    try:
        sqs, events = client("sqs", address), client("events", address)
        events.create_event_bus(Name="tables")
        failed, heard = (sqs.create_queue(QueueName=name)["QueueUrl"] for name in ("failed", "heard"))
        arn = sqs.get_queue_attributes(QueueUrl=heard, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
        events.put_rule(Name="all", EventBusName="tables", EventPattern='{"source": [{"prefix": ""}]}')
        events.put_targets(Rule="all", EventBusName="tables", Targets=[{"Id": "heard", "Arn": arn}])
        yield Cloud(address, failed, heard)
    finally:
        server.stop()


def redrive(cloud: Cloud, *words: str) -> subprocess.CompletedProcess[str]:
    """``croupier redrive`` at the server's address; tests/cloud runs ``make redrive`` on a deployed stack."""
    where = ["--queue", cloud.queue, "--bus", "tables", "--endpoint", cloud.address]
    return subprocess.run(
        [CROUPIER, "redrive", *where, *words],
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **ENVIRONMENT},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def delivered(entry: Entry) -> dict[str, object]:
    """The entry as a function got it."""
    return {"version": "0", "id": "x", "account": "123456789012", "resources": [], **entry}


def test_failed_events_are_shown_and_nothing_is_moved_by_a_dry_run(cloud: Cloud) -> None:
    cloud.fail(delivered(TableSystem().open()), ErrorCode="200", ErrorMessage="table not found")
    done = redrive(cloud, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "200: table not found" in done.stdout
    assert "1 would be put back, 0 would stay. Nothing was moved." in done.stdout
    assert len(cloud.bodies(cloud.queue)) == 1
    assert cloud.bodies(cloud.heard) == []


def test_failed_events_are_put_back_on_the_bus_as_they_were_and_taken_out_of_the_queue(cloud: Cloud) -> None:
    table = TableSystem()
    table.open()
    for number in range(14):
        table.place((f"w-{number}", "main", 1, "p", 100))
    for entry in table.events:
        cloud.fail(delivered(entry))
    done = redrive(cloud)
    assert (done.returncode, done.stdout) == (0, "15 put back on tables, 0 left in the queue.\n"), done.stderr
    assert cloud.bodies(cloud.queue) == []
    heard = [json.loads(body) for _ in range(2) for body in _taken(cloud)]
    told = [{name: event[name] for name in ("source", "detail-type", "detail")} for event in heard]
    assert sorted(map(str, told)) == sorted(map(str, table.events))


def _taken(cloud: Cloud) -> list[str]:
    sqs = cloud.client("sqs")
    messages = sqs.receive_message(QueueUrl=cloud.heard, MaxNumberOfMessages=10).get("Messages", [])
    for message in messages:
        sqs.delete_message(QueueUrl=cloud.heard, ReceiptHandle=message["ReceiptHandle"])
    return [message["Body"] for message in messages]


def test_large_events_are_put_back_in_requests_that_the_bus_takes(
    cloud: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Two details of 180 kB are more than one PutEvents takes.
    for number in range(2):
        opened = TableSystem(round_id=f"r-{number}").open()
        cloud.fail(delivered(changed(opened, "detail.data.note", "x" * 180_000)))
    sizes: list[int] = []
    put = TableBus.put

    def counted(bus: TableBus, entries: Sequence[BusEntry]) -> list[Taken | Refused]:
        sizes.append(sum(entry.size for entry in entries))
        return put(bus, entries)

    monkeypatch.setattr(TableBus, "put", counted)
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    where = ["--queue", cloud.queue, "--bus", "tables", "--endpoint", cloud.address]
    done = CliRunner().invoke(main, ["redrive", *where])
    assert (done.exit_code, done.output) == (0, "2 put back on tables, 0 left in the queue.\n")
    assert len(sizes) == 2
    assert max(sizes) <= LARGEST


def test_an_event_that_a_failure_destination_wraps_is_put_back_as_it_was(cloud: Cloud) -> None:
    opened = TableSystem().open()
    cloud.fail({"requestContext": {"condition": "RetriesExhausted"}, "requestPayload": delivered(opened)})
    assert redrive(cloud).returncode == 0
    (heard,) = _taken(cloud)
    assert json.loads(heard)["detail"] == opened["detail"]


def test_what_is_no_event_stays_in_the_queue_and_is_shown(cloud: Cloud) -> None:
    cloud.fail("not JSON")
    cloud.fail({"source": "aws.scheduler", "detail-type": "Scheduled Event", "detail": {}})
    done = redrive(cloud)
    assert done.returncode != 0
    assert "0 put back on tables, 2 left in the queue." in done.stdout
    assert "aws.scheduler" in done.stdout
    assert len(cloud.bodies(cloud.queue)) == 2


def test_which_stack_or_queue_and_bus_has_to_be_said() -> None:
    out = CliRunner().invoke(main, ["redrive", "--queue", "http://127.0.0.1:1/q"])
    assert out.exit_code == 2
    assert "say which: --stack NAME, or --queue URL and --bus NAME" in out.output
