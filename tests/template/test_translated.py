"""What must hold of what CloudFormation gets, SAM's additions included."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from local import template

pytestmark = pytest.mark.built

ROOT = template.TEMPLATE.parent
RESOURCES: Any = {}

FUNCTIONS = (
    "SettleMain",
    "SettleInsurance",
    "SettleSuperSevens",
    "SettlePerfectPairs",
    "AdmitEvents",
    "WatchRounds",
    "PublishSettlements",
)
ON_THE_BUS = FUNCTIONS[:5]

each_function = pytest.mark.parametrize("name", FUNCTIONS)


@pytest.fixture(scope="module", autouse=True)
def _translated() -> None:
    RESOURCES.update(json.loads((ROOT / ".aws-sam" / "translated.json").read_text())["Resources"])


def of(kind: str) -> dict[str, Any]:
    return {name: held.get("Properties", {}) for name, held in RESOURCES.items() if held["Type"] == kind}


def properties(name: str) -> Any:
    return RESOURCES[name]["Properties"]


def test_these_are_all_functions() -> None:
    assert set(of("AWS::Lambda::Function")) == set(FUNCTIONS)


@each_function
def test_a_functions_logs_are_kept_as_long_as_the_parameter_says(name: str) -> None:
    assert properties(name)["LoggingConfig"] == {"LogGroup": {"Ref": f"{name}Logs"}}
    assert properties(f"{name}Logs")["RetentionInDays"] == {"Ref": "LogDays"}


@each_function
def test_a_function_has_memory_a_time_limit_tracing_by_parameter_and_a_snapshot_to_start_from(name: str) -> None:
    held = properties(name)
    assert held["MemorySize"] >= 256
    assert 0 < held["Timeout"] <= 300
    assert held["TracingConfig"] == {"Mode": {"Ref": "Tracing"}}
    assert held["SnapStart"] == {"ApplyOn": "PublishedVersions"}


@pytest.mark.parametrize("name", ON_THE_BUS)
def test_how_many_of_a_settling_function_run_at_once_is_a_parameter(name: str) -> None:
    limited = {"Fn::If": ["LimitsConcurrency", {"Ref": "Concurrency"}, {"Ref": "AWS::NoValue"}]}
    assert properties(name)["ReservedConcurrentExecutions"] == limited


@each_function
def test_a_deployment_goes_to_some_first_and_back_if_the_function_fails(name: str) -> None:
    alias = RESOURCES[f"{name}Aliaslive"]
    update = alias["UpdatePolicy"]["CodeDeployLambdaAliasUpdate"]
    group = properties(update["DeploymentGroupName"]["Ref"])
    assert group["AutoRollbackConfiguration"]["Enabled"] is True
    assert "DEPLOYMENT_STOP_ON_ALARM" in group["AutoRollbackConfiguration"]["Events"]
    assert group["AlarmConfiguration"]["Alarms"] == [{"Name": {"Ref": f"{name}Fails"}}]
    assert "Canary10Percent5Minutes" in json.dumps(group["DeploymentConfigName"])


@pytest.mark.parametrize("name", ON_THE_BUS)
def test_the_bus_calls_the_alias_and_what_fails_for_good_is_kept_whole(name: str) -> None:
    rule = properties(f"{name}FromTableBus")
    (target,) = rule["Targets"]
    queue = {"Fn::GetAtt": ["FailedEvents", "Arn"]}
    assert target["Arn"] == {"Ref": f"{name}Aliaslive"}
    assert target["DeadLetterConfig"] == {"Arn": queue}
    assert properties(name)["DeadLetterConfig"] == {"TargetArn": queue}


def test_the_publishers_failures_are_kept_in_a_bucket() -> None:
    mapping = properties("PublishSettlementsFromTable")
    assert mapping["DestinationConfig"]["OnFailure"] == {"Destination": {"Fn::GetAtt": ["FailedRecords", "Arn"]}}


def statements() -> Iterator[tuple[str, Any]]:
    for kind in ("AWS::IAM::ManagedPolicy", "AWS::SQS::QueuePolicy"):
        for name, held in of(kind).items():
            yield from ((name, statement) for statement in held["PolicyDocument"]["Statement"])
    for name, held in of("AWS::IAM::Role").items():
        for policy in held.get("Policies", []):
            yield from ((name, statement) for statement in policy["PolicyDocument"]["Statement"])


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def test_no_policy_allows_all_actions_or_names_all_resources() -> None:
    found = list(statements())
    assert len(found) > 10
    for name, statement in found:
        assert all("*" not in action for action in listed(statement["Action"])), name
        assert all(resource != "*" for resource in listed(statement["Resource"])), name


def test_nobody_may_delete_an_item() -> None:
    allowed = {action for _, statement in statements() for action in listed(statement["Action"])}
    dynamodb = {action for action in allowed if action.startswith("dynamodb:")}
    assert (
        dynamodb
        == {
            *("dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:GetItem"),
            # The publisher's mapping on the table's stream, from SAM.
            *(
                "dynamodb:DescribeStream",
                "dynamodb:GetRecords",
                "dynamodb:GetShardIterator",
                "dynamodb:ListStreams",
            ),
        }
        & dynamodb
    )
    assert not any("Delete" in action for action in allowed)


def test_every_queue_is_encrypted_and_the_table_can_be_put_back_to_any_second() -> None:
    for name, queue in of("AWS::SQS::Queue").items():
        assert queue["SqsManagedSseEnabled"] == {"Fn::If": ["HasKey", {"Ref": "AWS::NoValue"}, True]}, name
    (table,) = of("AWS::DynamoDB::Table").values()
    assert table["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert table["DeletionProtectionEnabled"] is True
    assert "TimeToLiveSpecification" not in table


def test_a_customers_key_is_used_wherever_something_lies() -> None:
    told = json.dumps(RESOURCES)
    for name in ("RoundsTable", "FailedEvents", "SettlementStream", "Archive", "FailedRecords", "SettleMainLogs"):
        assert '{"Ref": "KeyArn"}' in json.dumps(RESOURCES[name]), name
    assert told.count('"HasKey"') >= 15


def test_every_alarm_tells_whoever_is_on_call_and_names_a_page_of_the_runbook_that_there_is() -> None:
    runbook = (ROOT / "docs" / "runbook.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", runbook, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    alarms = of("AWS::CloudWatch::Alarm")
    assert len(alarms) >= 18
    for name, alarm in alarms.items():
        assert alarm["AlarmActions"] == {"Fn::If": ["HasOnCall", [{"Ref": "OnCall"}], {"Ref": "AWS::NoValue"}]}
        page = re.search(r"docs/runbook\.md#([a-z-]+)$", alarm["AlarmDescription"])
        assert page, name
        assert page[1] in anchors, f"{name}: the runbook has no page {page[1]}"


def test_the_dashboard_shows_what_the_functions_measure() -> None:
    (dashboard,) = of("AWS::CloudWatch::Dashboard").values()
    body = json.loads(re.sub(r"\$\{[^}]+\}", "x", dashboard["DashboardBody"]["Fn::Sub"]))
    shown = {
        metric[1] for widget in body["widgets"] for metric in widget["properties"]["metrics"] if len(metric) > 1
    }
    source = (ROOT / "shared" / "croupier" / "runtime" / "__init__.py").read_text()
    source += (ROOT / "shared" / "croupier" / "runtime" / "publisher.py").read_text()
    ours = {
        metric[1]
        for widget in body["widgets"]
        for metric in widget["properties"]["metrics"]
        if metric[0] == "Croupier"
    }
    assert ours
    assert all(f'"{name}"' in source for name in ours), ours
    assert {"IteratorAge", "ApproximateAgeOfOldestMessage", "Throttles", "ConsumedWriteCapacityUnits"} <= shown
