"""What must hold of template.yaml, read from it."""

from typing import Any

import pytest

from croupier.stores.dynamodb import DUE
from local import template

ROOT = template.TEMPLATE.parent
TEMPLATE: Any = template.load()
FUNCTIONS: dict[str, Any] = dict(template.functions(TEMPLATE))
KEY = {"Fn::If": ["HasKey", {"Ref": "KeyPolicy"}, {"Ref": "AWS::NoValue"}]}
ON_THE_BUS = [rule.function for rule in template.rules(TEMPLATE)]


def resources(kind: str) -> dict[str, Any]:
    return {name: held["Properties"] for name, held in TEMPLATE["Resources"].items() if held["Type"] == kind}


def test_every_folder_of_functions_is_a_function_and_the_other_way_round() -> None:
    folders = {path.parent.name for path in (ROOT / "functions").glob("*/app.py")}
    assert folders == set(FUNCTIONS)


def test_the_runtime_is_the_python_that_the_repository_names() -> None:
    version = (ROOT / ".python-version").read_text().strip()
    settings = TEMPLATE["Globals"]["Function"]
    assert settings["Runtime"] == f"python{version}"
    (layer,) = resources("AWS::Serverless::LayerVersion").values()
    assert layer["CompatibleRuntimes"] == [f"python{version}"]
    assert layer["CompatibleArchitectures"] == settings["Architectures"]


@pytest.mark.parametrize("function", ON_THE_BUS)
def test_a_failed_event_lands_in_the_queue_whether_the_rule_or_the_function_failed(function: str) -> None:
    properties = FUNCTIONS[function]
    queue = {"Fn::GetAtt": "FailedEvents.Arn"}
    assert properties["DeadLetterQueue"] == {"Type": "SQS", "TargetArn": queue}
    (rule,) = properties["Events"].values()
    assert rule["Properties"]["DeadLetterConfig"] == {"Arn": queue}
    assert rule["Properties"]["EventBusName"] == {"Ref": "TableBus"}


def test_settling_functions_may_read_and_write_the_table_and_nothing_else() -> None:
    (statement,) = resources("AWS::IAM::ManagedPolicy")["SettlingPolicy"]["PolicyDocument"]["Statement"]
    assert statement == {
        "Effect": "Allow",
        "Action": ["dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem"],
        "Resource": {"Fn::GetAtt": "RoundsTable.Arn"},
    }
    assert all(FUNCTIONS[function]["Policies"] == [{"Ref": "SettlingPolicy"}, KEY] for function in ON_THE_BUS)


def allowed(policy: Any) -> set[str]:
    return {
        action
        for statement in policy["PolicyDocument"]["Statement"]
        for action in ([statement["Action"]] if isinstance(statement["Action"], str) else statement["Action"])
    }


def test_only_the_watch_may_read_the_index_and_nobody_may_delete_or_read_what_he_need_not() -> None:
    assert {name: allowed(policy) for name, policy in resources("AWS::IAM::ManagedPolicy").items()} == {
        "SettlingPolicy": {"dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem"},
        "WatchPolicy": {"dynamodb:Query", "dynamodb:GetItem"},
        "PublishingPolicy": {"kinesis:PutRecords", "events:PutEvents", "s3:PutObject"},
        "KeyPolicy": {"kms:Decrypt", "kms:GenerateDataKey"},
    }
    assert FUNCTIONS["watch_rounds"]["Policies"] == [{"Ref": "SettlingPolicy"}, {"Ref": "WatchPolicy"}, KEY]
    assert FUNCTIONS["publish_settlements"]["Policies"] == [{"Ref": "PublishingPolicy"}, KEY]


def test_no_policy_names_a_resource_by_a_wildcard() -> None:
    roles = [policy for role in resources("AWS::IAM::Role").values() for policy in role["Policies"]]
    for policy in [*resources("AWS::IAM::ManagedPolicy").values(), *roles]:
        for statement in policy["PolicyDocument"]["Statement"]:
            assert statement["Resource"] != "*"
            assert not any("*" in action for action in allowed(policy))


def test_what_the_publisher_cannot_publish_is_bounded_bisected_and_kept() -> None:
    mapping = template.stream_mapping(TEMPLATE, "publish_settlements")
    assert mapping["Stream"] == {"Fn::GetAtt": "RoundsTable.StreamArn"}
    assert mapping["BisectBatchOnFunctionError"] is True
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert isinstance(mapping["MaximumRetryAttempts"], int)
    on_failure = {"Type": "S3", "Destination": {"Fn::GetAtt": "FailedRecords.Arn"}}
    assert mapping["DestinationConfig"] == {"OnFailure": on_failure}


def test_an_hour_behind_raises_an_alarm() -> None:
    alarm = resources("AWS::CloudWatch::Alarm")["PublisherLags"]
    assert (alarm["MetricName"], alarm["Statistic"], alarm["Threshold"]) == ("IteratorAge", "Maximum", 3_600_000)
    assert alarm["Dimensions"] == [{"Name": "FunctionName", "Value": {"Ref": "PublishSettlements"}}]


def test_every_bucket_is_private_encrypted_versioned_and_outlives_the_stack() -> None:
    for name, held in TEMPLATE["Resources"].items():
        if held["Type"] == "AWS::S3::Bucket":
            assert (held["DeletionPolicy"], held["UpdateReplacePolicy"]) == ("Retain", "Retain"), name
            properties = held["Properties"]
            assert set(properties["PublicAccessBlockConfiguration"].values()) == {True}
            assert properties["VersioningConfiguration"] == {"Status": "Enabled"}
            assert "BucketEncryption" in properties


def test_the_archive_can_be_locked_for_ten_years_by_parameter() -> None:
    years = TEMPLATE["Parameters"]["ArchiveYears"]["Default"]
    assert (TEMPLATE["Parameters"]["ArchiveLock"]["Default"], years) == ("no", 10)
    (condition, locked, _) = resources("AWS::S3::Bucket")["Archive"]["ObjectLockConfiguration"]["Fn::If"]
    assert condition == "LocksArchive"
    assert locked["Rule"] == {
        "DefaultRetention": {"Mode": {"Ref": "ArchiveLock"}, "Years": {"Ref": "ArchiveYears"}}
    }


@pytest.mark.parametrize(
    ("delivery", "folder"), [("ArchiveSettlements", "settlements"), ("ArchiveEvents", "events")]
)
def test_the_archive_lies_by_gaming_day_and_site_one_json_object_a_line(delivery: str, folder: str) -> None:
    destination = resources("AWS::KinesisFirehose::DeliveryStream")[delivery]["ExtendedS3DestinationConfiguration"]
    key = "!{partitionKeyFromQuery:%s}"
    assert destination["Prefix"] == f"{folder}/gaming_day={key % 'gaming_day'}/site={key % 'site'}/"
    assert (destination["CompressionFormat"], destination["FileExtension"]) == ("GZIP", ".jsonl.gz")
    processors = {
        each["Type"]: each["Parameters"] for each in destination["ProcessingConfiguration"]["Processors"]
    }
    assert processors["AppendDelimiterToRecord"] == [{"ParameterName": "Delimiter", "ParameterValue": "\\n"}]


def test_the_watch_runs_every_minute_and_never_beside_itself() -> None:
    watch = FUNCTIONS["watch_rounds"]
    (schedule,) = watch["Events"].values()
    assert (schedule["Type"], schedule["Properties"]["ScheduleExpression"]) == ("ScheduleV2", "rate(1 minute)")
    assert watch["ReservedConcurrentExecutions"] == 1
    assert watch["DeadLetterQueue"] == {"Type": "SQS", "TargetArn": {"Fn::GetAtt": "FailedEvents.Arn"}}


def test_the_index_holds_only_the_rounds_that_are_due() -> None:
    (table,) = resources("AWS::DynamoDB::Table").values()
    (index,) = table["GlobalSecondaryIndexes"]
    assert index["IndexName"] == DUE
    assert index["Projection"] == {"ProjectionType": "KEYS_ONLY"}


def test_nothing_in_the_table_expires_and_the_table_cannot_be_lost_by_accident() -> None:
    (table,) = resources("AWS::DynamoDB::Table").values()
    assert "TimeToLiveSpecification" not in table
    assert table["DeletionProtectionEnabled"] is True
    assert table["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert table["StreamSpecification"] == {"StreamViewType": "NEW_AND_OLD_IMAGES"}


def test_the_failed_events_are_kept_for_the_longest_time_and_encrypted() -> None:
    (queue,) = resources("AWS::SQS::Queue").values()
    # Fourteen days are the longest that there are. That it is encrypted either way: test_translated.py.
    assert queue["MessageRetentionPeriod"] == 14 * 24 * 3600


def test_the_layers_requirements_name_every_package_by_exact_version() -> None:
    pinned = {line.replace("-", "_") for line in (ROOT / "constraints.txt").read_text().splitlines()}
    for line in (ROOT / "shared" / "requirements.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            assert line.replace("-", "_") in pinned, f"the layer has {line} and the tests another version"
