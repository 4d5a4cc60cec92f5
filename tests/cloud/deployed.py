"""The stack as it is deployed, on an emulator: built and deployed by the real ``sam``, from copied sources."""

import json
import os
import platform
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3

from croupier.facts import RoundId
from croupier.stores.dynamodb import DUE_SK, DynamoDBStore
from local import template
from tests.cloud.emulator import REGION, ROOT, emulator
from tests.table_system import Entry

if TYPE_CHECKING:
    from mypy_boto3_events import EventBridgeClient
    from mypy_boto3_sqs import SQSClient

SAM = ROOT / ".venv-sam" / "bin" / "sam"
CROUPIER = ROOT / ".venv" / "bin" / "croupier"
STACK, ARTEFACTS = "croupier", "artefacts"
BUILD_WITHIN, DEPLOY_WITHIN, HEARD_WITHIN = 240, 120, 60
"""Seconds."""

DECLARED = "arm64"
MACHINE = {"aarch64": "arm64", "arm64": "arm64", "x86_64": "x86_64"}
"""What runs here is built for the machine at hand; what ships, for the architecture that the template declares."""

EDITS = (
    (f"Architectures: [{DECLARED}]", f"Architectures: [{MACHINE.get(platform.machine(), '')}]"),
    (f"BuildArchitecture: {DECLARED}", f"BuildArchitecture: {MACHINE.get(platform.machine(), '')}"),
    # An emulator refuses what CodeDeploy does, which nothing but a literal switches off.
    ("DeploymentPreference: { Enabled: true,", "DeploymentPreference: { Enabled: false,"),
)
"""All that is changed in the template before it is deployed here: text, and what stands for it."""

PARAMETERS = ("OnAws=no",)
"""What an emulator does not have is left out by this one condition."""

CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "local",
    "AWS_SECRET_ACCESS_KEY": "local",
    "AWS_DEFAULT_REGION": REGION,
    "AWS_REGION": REGION,
    "AWS_EC2_METADATA_DISABLED": "true",
    "SAM_CLI_TELEMETRY": "0",
}


class DeploymentFailed(RuntimeError):
    """``sam`` ended with an error; its output is the message."""


@dataclass(frozen=True, slots=True)
class Deployed:
    """A deployed stack: where it is, what it put out, its store, and a queue that hears its settlement bus."""

    address: str
    outputs: dict[str, str]
    store: DynamoDBStore
    events: "EventBridgeClient"
    sqs: "SQSClient"
    display: str

    def client(self, service: str) -> Any:
        """A boto3 client of a service there."""
        return _client(service, self.address)

    def put(self, entries: Sequence[Entry]) -> None:
        """Put events on the table bus, each when the one before it was heard: many at once start many workers."""
        for entry in entries:
            before = self.events_heard(entry)
            request: Any = {
                "EventBusName": self.outputs["TableBusName"],
                "Source": entry["source"],
                "DetailType": entry["detail-type"],
                "Detail": json.dumps(entry["detail"]),
            }
            assert self.events.put_events(Entries=[request])["FailedEntryCount"] == 0
            self._wait_for_more_than(before, entry)

    def _wait_for_more_than(self, count: int, entry: Entry) -> None:
        until(lambda: self.events_heard(entry) > count, HEARD_WITHIN, f"{entry['detail-type']} is heard")

    def events_heard(self, entry: Entry) -> int:
        """How many events of the entry's round the front desk has heard, whether the round is due or closed."""
        told = entry["detail"]["round"]
        key = {"pk": {"S": f"{told['site_id']}#{told['table_id']}#{told['round_id']}"}, "sk": {"S": DUE_SK}}
        item = self.client("dynamodb").get_item(
            TableName=self.outputs["RoundsTableName"], Key=key, ConsistentRead=True
        )
        return int(item.get("Item", {}).get("events", {"N": "0"})["N"])

    @contextmanager
    def unreadable(self, round_id: RoundId) -> Iterator[None]:
        """A round with an account that cannot be read: every handler that needs it fails, and for good."""
        dynamodb, table = self.client("dynamodb"), self.outputs["RoundsTableName"]
        key = {"pk": {"S": str(round_id).replace("/", "#")}, "sk": {"S": "W#super-sevens#01#broken"}}
        dynamodb.put_item(TableName=table, Item={**key, "placement": {"S": "not JSON"}})
        try:
            yield
        finally:
            dynamodb.delete_item(TableName=table, Key=key)

    def croupier(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command of the runbook, with the stack's credentials."""
        environment = {**os.environ, **CREDENTIALS}
        return subprocess.run(
            [CROUPIER, *words], env=environment, timeout=DEPLOY_WITHIN, capture_output=True, text=True, check=False
        )

    def version(self, name: str) -> str:
        """The version of a function that its alias names."""
        told: str = self.client("lambda").get_alias(FunctionName=self._function(name), Name="live")[
            "FunctionVersion"
        ]
        return told

    def roll_back(self, name: str, version: str) -> None:
        """Let a function's alias name another version, as the runbook has it."""
        self.client("lambda").update_alias(FunctionName=self._function(name), Name="live", FunctionVersion=version)

    def _function(self, name: str) -> str:
        functions = self.client("lambda").list_functions()["Functions"]
        (found,) = [each["FunctionName"] for each in functions if name in each["FunctionName"]]
        return str(found)

    def invoke(self, name: str, entry: Entry) -> None:
        """Hand a function an event as EventBridge does: to be tried again, and then to the dead-letter queue.

        The emulator's own EventBridge tries once and forgets.
        """
        envelope = {"version": "0", "id": "again", "resources": [], **entry}
        self.client("lambda").invoke(
            FunctionName=self._function(name),
            Qualifier="live",
            InvocationType="Event",
            Payload=json.dumps(envelope),
        )

    def failed_events(self) -> int:
        """How many events lie in the dead-letter queue."""
        told = self.sqs.get_queue_attributes(
            QueueUrl=self.outputs["FailedEventsUrl"], AttributeNames=["ApproximateNumberOfMessages"]
        )
        return int(told["Attributes"]["ApproximateNumberOfMessages"])

    def make(self, target: str, *words: str) -> subprocess.CompletedProcess[str]:
        """``make`` with the stack's credentials, at the stack's address."""
        command = [
            shutil.which("make") or "make",
            "--no-print-directory",
            target,
            *words,
            f"ENDPOINT={self.address}",
        ]
        environment = {**os.environ, **CREDENTIALS}
        return subprocess.run(
            command, cwd=ROOT, env=environment, timeout=DEPLOY_WITHIN, capture_output=True, text=True, check=False
        )

    def heard(self) -> list[dict[str, Any]]:
        """What was heard on the settlement bus since it was last asked."""
        found: list[dict[str, Any]] = []
        while messages := self.sqs.receive_message(QueueUrl=self.display, MaxNumberOfMessages=10).get("Messages"):
            for message in messages:
                found.append(json.loads(message["Body"]))
                self.sqs.delete_message(QueueUrl=self.display, ReceiptHandle=message["ReceiptHandle"])
        return found


@contextmanager
def deployed(folder: Path) -> Iterator[Deployed]:
    """Build in ``folder`` and deploy to an emulator of its own, which ends with the block."""
    sources = copied(folder)
    with emulator() as address:
        environment = {**os.environ, **CREDENTIALS, "AWS_ENDPOINT_URL": address}
        sam(sources, environment, BUILD_WITHIN, "build")
        _client("s3", address).create_bucket(
            Bucket=ARTEFACTS, CreateBucketConfiguration={"LocationConstraint": REGION}
        )
        sam(
            sources,
            environment,
            DEPLOY_WITHIN,
            *("deploy", "--stack-name", STACK, "--s3-bucket", ARTEFACTS, "--capabilities"),
            *("CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"),
            *("--no-confirm-changeset", "--no-progressbar", "--parameter-overrides", *PARAMETERS),
        )
        (stack,) = _client("cloudformation", address).describe_stacks(StackName=STACK)["Stacks"]
        outputs = {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}
        _give_dead_letters(address, outputs["FailedEventsUrl"])
        yield Deployed(
            address,
            outputs,
            DynamoDBStore(_client("dynamodb", address), outputs["RoundsTableName"]),
            _client("events", address),
            _client("sqs", address),
            _listening(address, outputs["SettlementBusName"]),
        )


def copied(folder: Path) -> Path:
    """The sources that are deployed, with the edits."""
    for name in ("functions", "shared"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".python-version", folder)
    (folder / "events").mkdir()
    shutil.copy(ROOT / "events" / "registry.json", folder / "events")
    assert platform.machine() in MACHINE, f"there is no build for a {platform.machine()}"
    text = (ROOT / "template.yaml").read_text(encoding="utf-8")
    for old, new in EDITS:
        assert old in text
        text = text.replace(old, new)
    (folder / "template.yaml").write_text(text, encoding="utf-8")
    return folder


def sam(folder: Path, environment: dict[str, str], within: int, *words: str) -> None:
    """Run ``sam`` there; whatever it says is in the error if it fails."""
    done = subprocess.run(
        [SAM, *words], cwd=folder, env=environment, timeout=within, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise DeploymentFailed(f"sam {' '.join(words)}\n{done.stdout}\n{done.stderr}")


def until(holds: Callable[[], bool], within: float, what: str) -> None:
    """Wait until something holds."""
    last = time.monotonic() + within
    while not holds():
        if time.monotonic() > last:
            raise AssertionError(f"{what}: not within {within} seconds")
        time.sleep(0.25)


def _give_dead_letters(address: str, queue: str) -> None:
    """What the template says of every function on the bus and the emulator's CloudFormation leaves out."""
    sqs, lambdas = _client("sqs", address), _client("lambda", address)
    arn = sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
    on_the_bus = [rule.function.replace("_", "") for rule in template.rules(template.load())]
    for function in lambdas.list_functions()["Functions"]:
        name = function["FunctionName"]
        if any(each in name.lower() for each in on_the_bus):
            lambdas.update_function_configuration(FunctionName=name, DeadLetterConfig={"TargetArn": arn})
            version = lambdas.publish_version(FunctionName=name)["Version"]
            lambdas.update_alias(FunctionName=name, Name="live", FunctionVersion=version)


def _listening(address: str, bus: str) -> str:
    """A queue that hears all of the settlement bus, as a display would."""
    sqs, events = _client("sqs", address), _client("events", address)
    url: str = sqs.create_queue(QueueName="display")["QueueUrl"]
    arn = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
    events.put_rule(Name="display", EventBusName=bus, EventPattern='{"source": ["blackjack.settlement"]}')
    events.put_targets(Rule="display", EventBusName=bus, Targets=[{"Id": "display", "Arn": arn}])
    return url


def _client(service: str, address: str) -> Any:
    client: Any = boto3.client(
        service,  # type: ignore[call-overload]
        endpoint_url=address,
        region_name=REGION,
        aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
    )
    return client
