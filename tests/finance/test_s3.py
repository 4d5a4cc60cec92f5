"""Record sets on S3: the same records as on disk, and a plain word where S3 does not answer."""

from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from moto import mock_aws

from tests.finance.days import DAY, generated, refused, said, write


@pytest.fixture(autouse=True)
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    with mock_aws():
        boto3.client("s3").create_bucket(Bucket="archive")
        yield


def put(key: str, path: Path) -> None:
    boto3.client("s3").upload_file(str(path), "archive", key)


@pytest.mark.parametrize(
    "name",
    [
        "s3://archive/settlements/2026/",
        "s3://archive/settlements/2026",
        "s3://archive/settlements/*/part-*.jsonl",
        "s3://archive",
    ],
)
def test_an_object_a_folder_and_a_pattern_are_read(name: str, tmp_path: Path) -> None:
    lines, _ = generated(10)
    put("settlements/2026/part-1.jsonl", write(tmp_path / "1.jsonl", lines[:9]))
    put("settlements/2026/part-2.jsonl", write(tmp_path / "2.jsonl", lines[9:]))
    put("settlements/2026/part-2.txt", tmp_path / "2.jsonl")
    on_disk = said("journal", DAY, "--records", tmp_path)
    assert said("journal", DAY, "--records", name) == on_disk
    each = [f"--records=s3://archive/settlements/2026/part-{number}.jsonl" for number in (1, 2)]
    assert said("journal", DAY, *each) == on_disk


def test_a_folder_is_no_prefix_of_another(tmp_path: Path) -> None:
    lines, _ = generated(10)
    put("day/1.jsonl", write(tmp_path / "1.jsonl", lines))
    put("day-2/1.jsonl", write(tmp_path / "2.jsonl", ["{"]))
    assert said("journal", DAY, "--records", "s3://archive/day") == said(
        "journal", DAY, "--records", tmp_path / "1.jsonl"
    )


def test_a_fault_is_told_by_the_objects_own_name(tmp_path: Path) -> None:
    put("day/1.jsonl", write(tmp_path / "1.jsonl", ["{"]))
    assert 's3://archive/day/1.jsonl, line 1: "{" is not JSON' in refused(
        "journal", DAY, "--records", "s3://archive/day"
    )


def test_what_is_not_there_is_told() -> None:
    assert "s3://archive/none: there is no such file" in refused("journal", DAY, "--records", "s3://archive/none")
    told = refused("journal", DAY, "--records", "s3://nowhere/day")
    assert "s3://nowhere/day cannot be read: " in told
    assert "NoSuchBucket" in told
