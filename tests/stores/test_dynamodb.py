"""The DynamoDB store keeps the store port's promises, on moto."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import boto3
import pytest
from moto import mock_aws

from croupier.stores.dynamodb import DynamoDBStore, client_config
from tests.stores.suite import StoreSuite

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

TABLE = "rounds"


def create_table(client: "DynamoDBClient") -> None:
    client.create_table(
        TableName=TABLE,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "S"},
        ],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    )


class TestDynamoDBStore(StoreSuite):
    @pytest.fixture(autouse=True)
    def _client(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
            monkeypatch.setenv(name, "testing")
        with mock_aws():
            self.client = boto3.client("dynamodb", region_name="ap-southeast-2", config=client_config())
            create_table(self.client)
            yield

    def store(self) -> DynamoDBStore:
        return DynamoDBStore(self.client, TABLE)
