"""The DynamoDB store keeps the store port's promises, on moto."""

from collections.abc import Iterator

import boto3
import pytest
from moto import mock_aws

from croupier.stores.dynamodb import DynamoDBStore, client_config
from local.lambdas import TABLE, create_table
from tests.stores.suite import StoreSuite


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
