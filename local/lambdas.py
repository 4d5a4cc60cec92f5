"""The deployed functions on one machine: the real handlers, on moto or any DynamoDB endpoint.

Everything is read from ``template.yaml``: which function hears what, its environment, the table. moto is for
one thread at a time; so is this.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from logging import StreamHandler
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeAlias

import boto3
from botocore.exceptions import BotoCoreError, ClientError
from moto import mock_aws

from croupier import runtime
from croupier.runtime import publisher
from croupier.stores.dynamodb import DynamoDBStore, client_config
from croupier.stores.port import Store
from local import template
from local.patterns import JsonObject
from local.stack import StoreUnusable, happened, heard_by

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

REGION, ACCOUNT = "ap-southeast-2", "123456789012"

TABLE, STREAM, BUS, FAILED = "RoundsTable", "SettlementStream", "SettlementBus", "FailedRecords"
RESOURCES = (TABLE, STREAM, BUS, FAILED)
"""What the functions' environment names: the logical ids in the template, and the names here."""

CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "local",
    "AWS_SECRET_ACCESS_KEY": "local",
    "AWS_DEFAULT_REGION": REGION,
    "AWS_REGION": REGION,
    "AWS_EC2_METADATA_DISABLED": "true",
    # moto does not know the addresses that botocore makes of account ids.
    "AWS_ACCOUNT_ID_ENDPOINT_MODE": "disabled",
}


@dataclass(frozen=True, slots=True)
class Context:
    """What Lambda tells a handler of its invocation."""

    function_name: str
    aws_request_id: str
    memory_limit_in_mb: int = 512
    function_version: str = "$LATEST"

    @property
    def invoked_function_arn(self) -> str:
        return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{self.function_name}"

    def get_remaining_time_in_millis(self) -> int:
        return 30_000


Handler: TypeAlias = Callable[[JsonObject, Context], object]


class LambdaStack:
    """The table bus before the real handlers."""

    def __init__(self, client: "DynamoDBClient", logs: TextIO) -> None:
        self.store: Store = DynamoDBStore(client, TABLE)
        self._rules = template.rules(template.load())
        self._handlers = {function: load_handler(function) for function, _ in template.functions(template.load())}
        self._logs = logs
        self._ids = (f"{number:08x}-0000-4000-8000-000000000000" for number in count(1))

    def put(self, entry: JsonObject) -> None:
        event = self.envelope(entry)
        for function in heard_by(self._rules, event):
            self.invoke(function, event)

    def envelope(self, entry: JsonObject) -> JsonObject:
        """The entry as EventBridge delivers it."""
        return {
            "version": "0",
            "id": next(self._ids),
            "account": ACCOUNT,
            "region": REGION,
            "resources": [],
            **entry,
        }

    def invoke(self, function: str, event: JsonObject) -> object:
        """Call a function's handler; what it prints goes to the stack's logs."""
        context = Context(function, str(event.get("id", "invocation")))
        with redirect_stdout(self._logs), _logging_to(self._logs):
            return self._handlers[function](event, context)


def load_handler(function: str) -> Handler:
    """The handler that the template's ``Handler`` names, from the function's own folder."""
    properties = dict(template.functions(template.load()))[function]
    module_name, _, handler_name = template.handler_of(properties).partition(".")
    path = template.TEMPLATE.parent / "functions" / function / f"{module_name}.py"
    spec = spec_from_file_location(f"functions.{function}.{module_name}", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(f"the template names {path}, which is no module")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    handler: Handler = getattr(module, handler_name)
    return handler


@contextmanager
def _logging_to(logs: TextIO) -> Iterator[None]:
    """Powertools' logger keeps the stream it was made with; lend it another."""
    handler = runtime.logger.registered_handler
    if not isinstance(handler, StreamHandler):
        raise TypeError(f"Powertools logs through {handler!r}, which has no stream to lend")
    before = handler.setStream(logs)
    try:
        yield
    finally:
        handler.setStream(before or sys.stdout)


@contextmanager
def lambda_stack(endpoint: str | None = None, logs: TextIO | None = None) -> Iterator[LambdaStack]:
    """The stack on moto in this process, or (``endpoint``) on a DynamoDB that listens there.

    The table is made if it is not there. ``logs`` receives what the functions print.
    """
    with ExitStack() as exits:
        exits.enter_context(_environment(endpoint))
        if endpoint is None:
            exits.enter_context(mock_aws())
        for cached in (runtime.settings, runtime.store, publisher.outlets):
            cached.cache_clear()
            exits.callback(cached.cache_clear)
        exits.enter_context(_clock_of_events())
        client = boto3.client("dynamodb", config=client_config())
        try:
            create_table(client)
        except (BotoCoreError, ClientError) as error:
            raise StoreUnusable(f"the DynamoDB at {endpoint or 'moto'} is not usable: {error}") from error
        if logs is None:
            logs = exits.enter_context(Path(os.devnull).open("w"))
        yield LambdaStack(client, logs)


@contextmanager
def _clock_of_events() -> Iterator[None]:
    before = runtime.clock
    runtime.clock = happened
    try:
        yield
    finally:
        runtime.clock = before


@contextmanager
def _environment(endpoint: str | None) -> Iterator[None]:
    """The functions' environment as the template sets it, on top of this process's own."""
    variables = template.environment(template.load(), {name: name for name in RESOURCES})
    if endpoint is None:
        variables |= CREDENTIALS
    else:
        variables |= {name: os.environ.get(name, value) for name, value in CREDENTIALS.items()}
        variables["AWS_ENDPOINT_URL_DYNAMODB"] = endpoint
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def create_table(client: "DynamoDBClient") -> None:
    """Make the template's table, if it is not there."""
    properties = template.resource(template.load(), TABLE)
    try:
        client.create_table(
            TableName=TABLE,
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=properties["AttributeDefinitions"],  # type: ignore[arg-type]
            KeySchema=properties["KeySchema"],  # type: ignore[arg-type]
            GlobalSecondaryIndexes=properties["GlobalSecondaryIndexes"],  # type: ignore[arg-type]
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        )
    except client.exceptions.ResourceInUseException:
        return
