"""What EventBridge patterns match, by AWS's own examples.

Each expectation is taken from a published example or sentence, named beside it:
[operators] https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
[content]   the same page's earlier form, awsdocs/amazon-eventbridge-user-guide,
            doc_source/eb-event-patterns-content-based-filtering.md
[arrays]    https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns-arrays.html
[null]      https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns-null-values.html
[ruler]     README of https://github.com/aws/event-ruler; where it is silent, the class named there
"""

from __future__ import annotations

import pytest

from local.patterns import Json, JsonObject, MalformedPattern, UnknownOperator, compile_pattern

# [ruler] "Ruler by Example"
EVENT: JsonObject = {
    "version": "0",
    "id": "ddddd4-aaaa-7777-4444-345dd43cc333",
    "detail-type": "EC2 Instance State-change Notification",
    "source": "aws.ec2",
    "account": "012345679012",
    "time": "2017-10-02T16:24:49Z",
    "region": "us-east-1",
    "resources": ["arn:aws:ec2:us-east-1:123456789012:instance/i-000000aaaaaa00000"],
    "detail": {
        "c-count": 5,
        "d-count": 3,
        "x-limit": 301.8,
        "source-ip": "10.0.0.33",
        "instance-id": "i-000000aaaaaa00000",
        "state": "running",
    },
}


def matches(pattern: JsonObject, event: JsonObject) -> bool:
    return compile_pattern(pattern).matches(event)


def leaf(test: Json, value: Json) -> bool:
    """Whether a leaf with the one `test` accepts `value`."""
    return matches({"detail": {"field": [test]}}, {"detail": {"field": value}})


def test_every_field_of_the_pattern_must_match() -> None:
    # [ruler] "Simple matching"; the pattern need not name every field of the event
    pattern: JsonObject = {
        "detail-type": ["EC2 Instance State-change Notification"],
        "resources": ["arn:aws:ec2:us-east-1:123456789012:instance/i-000000aaaaaa00000"],
        "detail": {"state": ["initializing", "running"]},
    }
    assert matches(pattern, EVENT)
    assert not matches({**pattern, "source": ["aws.s3"]}, EVENT)
    assert not matches({**pattern, "detail": {"state": ["initializing", "stopped"]}}, EVENT)


def test_a_missing_field_matches_no_value() -> None:
    # [ruler] the sample event has no such fields
    assert not matches({"detail": {"reason": ["running"]}}, EVENT)
    assert not matches({"detail": {"state": {"status": ["running"]}}}, EVENT)
    assert not matches({"detail": {"reason": [None]}}, EVENT)


def test_the_complex_example_of_the_readme_matches_its_event() -> None:
    # [ruler] "Complex example"
    wanted: JsonObject = {
        "state": [{"anything-but": "initializing"}],
        "c-count": [{"numeric": [">", 0, "<=", 5]}],
        "d-count": [{"numeric": ["<", 10]}],
        "x-limit": [{"anything-but": [100, 200, 300]}],
        "source-ip": [{"cidr": "10.0.0.0/8"}],
    }
    assert matches({"time": [{"prefix": "2017-10-02"}], "detail": wanted}, EVENT)
    assert not matches({"time": [{"prefix": "2017-10-03"}], "detail": wanted}, EVENT)
    assert not matches({"detail": {**wanted, "source-ip": [{"cidr": "11.0.0.0/8"}]}}, EVENT)


@pytest.mark.parametrize(
    ("value", "same", "other"),
    [
        ("Alice", "Alice", "alice"),  # [operators] "Equals"; its "ignore case" row shows that case counts
        (100, 100, 101),  # [operators] "Numeric (equals)"
        (300, 300.0, 300.1),  # [ruler] numbers compare by value, whatever their notation
        (3.018e2, 301.8, 301),  # [ruler] "Numeric matching"
        ("", "", " "),  # [null] an empty string matches an empty string
        ("", "", None),  # [null] "Null values and empty strings are not interchangeable"
        (None, None, ""),  # [null] likewise the other way
        (None, None, "null"),  # [ruler] "JSON text matching": literals are not their names
        (True, True, False),
        (True, True, "true"),  # [ruler] "JSON text matching": `true` matches only the JSON literal
        (True, True, 1),
        (1, 1, True),
        (False, False, 0),
        (0, 0, False),
        ("1", "1", 1),
    ],
)
def test_an_exact_value_matches_itself_and_no_other_type(value: Json, same: Json, other: Json) -> None:
    assert leaf(value, same)
    assert not leaf(value, other)


@pytest.mark.parametrize(
    ("test", "inside", "outside"),
    [
        ({"prefix": "us-"}, "us-east-1", "eu-us-1"),  # [operators] "Begins with"
        ({"prefix": "2017-10-02"}, "2017-10-02T18:43:48Z", "2017-10-03T00:00:00Z"),  # [content] "Prefix"
        ({"prefix": "us-"}, "us-", "US-east-1"),
        ({"prefix": {"equals-ignore-case": "eventb"}}, "EventBridge", "Event"),  # [operators]
        ({"suffix": ".png"}, "dir/a.png", "a.png.txt"),  # [operators] "Ends with"
        ({"suffix": ".png"}, ".png", "apng"),
        ({"suffix": {"equals-ignore-case": "tBridge"}}, "EVENTBRIDGE", "tBridges"),  # [operators]
        ({"equals-ignore-case": "alice"}, "Alice", "Alice "),  # [operators] "Equals (ignore case)"
    ],
)
def test_a_text_operator_matches_strings_by_its_end_or_case(test: Json, inside: str, outside: str) -> None:
    assert leaf(test, inside)
    assert not leaf(test, outside)


@pytest.mark.parametrize("name", ["prefix", "suffix", "equals-ignore-case", "wildcard"])
def test_a_text_operator_works_only_on_strings(name: str) -> None:
    # [ruler] "… matches only work on string-valued fields", of each of the four
    assert leaf({name: "5"}, "5")
    assert not leaf({name: "5"}, 5)
    assert not leaf({name: "5"}, None)


@pytest.mark.parametrize(
    ("wildcard", "inside", "outside"),
    [
        ("dir/*.png", "dir/a/b.png", "dirs/a.png"),  # [operators] last row of its table
        ("dir/*.png", "dir/.png", "dir/a.png.txt"),  # a wildcard stands for zero characters too
        ("Simple*Service", "SimpleQueueService", "simpleQueueService"),  # [ruler] "Wildcard matching"
        ("*/lib/*", "usr/lib/x", "usr/libs/x"),  # [operators], from "Anything-but using a wildcard"
        ("*", "line\nline", None),
        (r"a\*b", "a*b", "axb"),  # [ruler] an escaped asterisk is an asterisk
        (r"a\\b", r"a\b", r"a\\b"),  # [ruler] two backslashes are one
        (r"a\\*b", r"a\xb", "a*b"),  # [ruler] an escaped backslash escapes nothing after it
        ("a.b*", "a.bc", "axbc"),
    ],
)
def test_a_wildcard_stands_for_any_characters_unless_escaped(wildcard: str, inside: str, outside: Json) -> None:
    assert leaf({"wildcard": wildcard}, inside)
    assert not leaf({"wildcard": wildcard}, outside)


@pytest.mark.parametrize(
    ("but", "outside", "excluded"),
    [
        ("initializing", "running", ["initializing"]),  # [operators] "Anything-but"
        (123, 124, [123, 123.0]),  # [ruler] "Single anything-but"
        (["stopped", "overloaded"], "running", ["stopped", "overloaded"]),  # [ruler] list (strings)
        ([100, 200, 300], 101, [100, 200, 300]),  # [ruler] list (numbers)
        ({"prefix": "us-"}, "eu-west-1", ["us-east-1"]),  # [operators] "Anything-but (begins with)"
        ({"suffix": ".png"}, "a.txt", ["a.png"]),  # [operators] "Anything-but (ends with)"
        ({"equals-ignore-case": "initializing"}, "running", ["INITIALIZING"]),  # [operators] ignore case
        ({"wildcard": "*/lib/*"}, "usr/bin/x", ["usr/lib/x"]),  # [operators] using a wildcard
        # [ruler] each of these takes a list as well
        ({"prefix": ["us-", "eu-"]}, "ap-east-1", ["us-east-1", "eu-west-1"]),
        ({"suffix": [".png", ".jpg"]}, "a.txt", ["a.png", "a.jpg"]),
        ({"equals-ignore-case": ["initializing", "stopped"]}, "running", ["Initializing", "STOPPED"]),
        ({"wildcard": ["*/lib/*", "*/bin/*.jar"]}, "usr/bin/x", ["usr/lib/x", "usr/bin/x.jar"]),
    ],
)
def test_anything_but_matches_all_save_what_it_lists(but: Json, outside: Json, excluded: list[Json]) -> None:
    assert leaf({"anything-but": but}, outside)
    assert [value for value in excluded if leaf({"anything-but": but}, value)] == []


@pytest.mark.parametrize("but", ["a", 1, {"prefix": "a"}, {"suffix": "a"}, {"wildcard": "a"}])
def test_anything_but_takes_other_types_and_null_but_needs_the_field(but: Json) -> None:
    # [ruler] it "matches anything except what's provided"; only `exists: false` matches an absent field
    assert leaf({"anything-but": but}, None)
    assert leaf({"anything-but": but}, True)
    assert not matches({"detail": {"reason": [{"anything-but": but}]}}, EVENT)


@pytest.mark.parametrize(
    ("terms", "inside", "outside"),
    [
        ([">", 0, "<=", 5], [0.000001, 5], [0, 5.000001]),  # [ruler] "Numeric matching", c-count
        (["<", 10], [9.999999, -5e9], [10]),  # [ruler] d-count
        (["=", 3.018e2], [301.8], [301, 301.9]),  # [ruler] x-limit
        ([">", 10, "<=", 20], [11, 20], [10, 21]),  # [operators] "Numeric (range)"
        ([">=", 10, "<", 20], [10, 19.5], [9, 20]),
        ([">", 10, "<", 20], [15], [10, 20]),
        ([">=", 10, "<=", 20], [10, 20], [9, 21]),
        (["<=", 10], [10], [10.5]),
        ([">=", 10], [10, 5e9], [9.5]),
        ([">", 10], [10.5], [10]),
        ([">", 0], [1], ["1", None, True]),  # [ruler] "only work with values that are JSON numbers"
        ([">", 0], [5e9], [5_000_000_001]),  # [ruler] "limited to value between -5.0e9 and +5.0e9 inclusive"
    ],
)
def test_numeric_compares_numbers_within_its_bounds(terms: Json, inside: list[Json], outside: list[Json]) -> None:
    assert [value for value in inside if not leaf({"numeric": terms}, value)] == []
    assert [value for value in outside if leaf({"numeric": terms}, value)] == []


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        (
            "10.0.0.0/24",
            ["10.0.0.0", "10.0.0.33", "10.0.0.255"],
            ["10.0.1.0"],
        ),  # [ruler] "IP Address Matching"
        (
            "10.0.0.0/8",
            ["10.0.0.33", "10.255.255.255"],
            ["11.0.0.0", "9.255.255.255"],
        ),  # [ruler] complex example
        ("10.0.0.7/24", ["10.0.0.0"], ["10.0.1.0"]),  # [ruler] pull request 89: the range starts at its floor
        # [ruler] "This also works with IPv6 addresses"
        ("2001:db8:1234:1a00::/64", ["2001:0db8:1234:1a00:0:0:0:1"], ["2001:db8:1234:1a01::"]),
        ("10.0.0.0/24", [], ["::ffff:10.0.0.1", "ten", "", 0x0A000001, None]),
    ],
)
def test_cidr_matches_the_addresses_of_its_network(network: str, inside: list[Json], outside: list[Json]) -> None:
    assert [value for value in inside if not leaf({"cidr": network}, value)] == []
    assert [value for value in outside if leaf({"cidr": network}, value)] == []


def test_exists_sees_the_presence_of_a_field_whatever_its_value() -> None:
    # [ruler] "Exists matching"
    there: JsonObject = {"detail": {"c-count": [{"exists": True}]}}
    absent: JsonObject = {"detail": {"c-count": [{"exists": False}]}}
    values: list[Json] = [5, 0, "", None, False, ["a"]]
    for value in values:
        assert matches(there, {"detail": {"c-count": value}})
        assert not matches(absent, {"detail": {"c-count": value}})
    assert matches(absent, {"detail": {"state": ["initializing", "running"]}})
    assert matches(absent, {"source": "aws.ec2"})
    assert not matches(there, {"detail": {"state": ["initializing", "running"]}})


@pytest.mark.parametrize("value", [{"c1": 100}, [{"c1": 100}], {}, []])
def test_exists_works_only_on_leaf_nodes(value: Json) -> None:
    # [ruler] "Exists matching": it "would also match the event … because c-count is not a leaf node";
    # an empty array has no leaf either
    event: JsonObject = {"detail": {"state": ["initializing", "running"], "c-count": value}}
    assert matches({"detail": {"c-count": [{"exists": False}]}}, event)
    assert not matches({"detail": {"c-count": [{"exists": True}]}}, event)


def test_an_absent_field_may_be_one_of_several_choices() -> None:
    # [ruler] a field matches "if any of the provided field values match"
    pattern: JsonObject = {"detail": {"state": [{"exists": False}, "running"]}}
    assert matches(pattern, {"detail": {"c-count": 5}})
    assert matches(pattern, EVENT)
    assert not matches(pattern, {"detail": {"state": "stopped"}})


def test_an_array_matches_when_it_shares_a_value_with_the_pattern() -> None:
    # [arrays] its example: the first item of the pattern is the second of the event
    pattern: JsonObject = {
        "resources": [
            "arn:aws:ec2:us-east-1:123456789012:instance/i-b188560f",
            "arn:aws:ec2:us-east-1:111122223333:instance/i-b188560f",
            "arn:aws:ec2:us-east-1:444455556666:instance/i-b188560f",
        ]
    }
    group = (
        "arn:aws:autoscaling:us-east-1:123456789012:autoScalingGroup:eb56d16b-bbf0-401d-b893-d5978ed4a025:"
        "autoScalingGroupName/ASGTerminate"
    )
    instance = "arn:aws:ec2:us-east-1:123456789012:instance/i-b188560f"
    assert matches(pattern, {"resources": [group, instance]})
    assert not matches(pattern, {"resources": [group]})
    assert not matches(pattern, {"resources": []})
    assert not matches({"resources": [None]}, {"resources": []})


def test_anything_but_matches_an_array_with_one_other_value() -> None:
    # [arrays] "matches if the intersection … is non-empty": each value is tried by itself
    pattern: JsonObject = {"detail": {"state": [{"anything-but": "stopped"}]}}
    assert matches(pattern, {"detail": {"state": ["stopped", "running"]}})
    assert not matches(pattern, {"detail": {"state": ["stopped", "stopped"]}})


JOHN: JsonObject = {"firstName": "John", "lastName": "Doe"}
ANNA: JsonObject = {"firstName": "Anna", "lastName": "Smith"}
PETER: JsonObject = {"firstName": "Peter", "lastName": "Jones"}


# [ruler] "JSON Array Matching": the same people in one array, and in an array of arrays
@pytest.mark.parametrize("employees", [[JOHN, ANNA, PETER], [[JOHN, ANNA], [PETER]]])
def test_the_fields_of_an_array_of_objects_must_match_in_one_element(employees: Json) -> None:
    def employs(**names: str) -> bool:
        fields: JsonObject = {field: [name] for field, name in names.items()}
        return matches({"employees": fields}, {"employees": employees})

    assert employs(firstName="Anna")
    assert employs(firstName="Anna", lastName="Smith")
    assert employs(firstName="Peter", lastName="Jones")
    assert not employs(firstName="Anna", lastName="Jones")  # the README's own counter-example
    assert not employs(firstName="Anna", lastName="Doe")


def test_array_consistency_reaches_through_nested_arrays() -> None:
    # [ruler] "JSON Array Matching": no match in which "any two fields are within JSON objects that are in
    # different elements of the same array"
    event: JsonObject = {
        "hands": [
            {"box": 1, "cards": [{"rank": "7", "suit": "hearts"}, {"rank": "8", "suit": "spades"}]},
            {"box": 2, "cards": [{"rank": "7", "suit": "spades"}]},
        ]
    }

    def dealt(box: int, rank: str, suit: str) -> bool:
        return matches({"hands": {"box": [box], "cards": {"rank": [rank], "suit": [suit]}}}, event)

    assert dealt(1, "7", "hearts")
    assert dealt(2, "7", "spades")
    assert not dealt(1, "7", "spades")  # same box, two cards
    assert not dealt(2, "7", "hearts")  # same card, another box


def test_elements_of_different_arrays_are_chosen_independently() -> None:
    # [ruler] consistency binds fields within "the same array" only
    event: JsonObject = {"boxes": [{"n": 1}, {"n": 2}], "tables": [{"id": "a"}, {"id": "b"}]}
    assert matches({"boxes": {"n": [2]}, "tables": {"id": ["a"]}}, event)
    assert not matches({"boxes": {"n": [3]}, "tables": {"id": ["a"]}}, event)


def test_a_field_absent_from_the_matching_element_is_absent() -> None:
    # [ruler] ACFinder, NameState: absence is sought only among the fields consistent with the match so far
    absent: Json = [{"exists": False}]
    gone: JsonObject = {"firstName": "John", "left": "2017"}
    orders: list[JsonObject] = [
        {"firstName": ["Anna"], "left": absent},
        {"left": absent, "firstName": ["Anna"]},
    ]
    for order in orders:
        assert matches({"employees": order}, {"employees": [gone, {"firstName": "Anna"}]})
        assert not matches({"employees": order}, {"employees": [gone, {"firstName": "Anna", "left": "2018"}]})


def test_a_dot_in_a_key_joins_like_a_level() -> None:
    # [ruler] "Compiled rules and JSON keys with dots": either rule matches either event
    rules: list[JsonObject] = [
        {"detail": {"state": {"status": ["running"]}}},
        {"detail": {"state.status": ["running"]}},
    ]
    for rule in rules:
        assert matches(rule, {"detail": {"state": {"status": "running"}}})
        assert matches(rule, {"detail": {"state.status": "running"}})
        assert not matches(rule, {"detail": {"state.status": "stopped"}})


def test_or_needs_one_branch_besides_the_other_fields() -> None:
    # [ruler] "Normal Or": source && (metricName || namespace)
    pattern: JsonObject = {
        "source": ["aws.cloudwatch"],
        "$or": [
            {"metricName": ["CPUUtilization", "ReadLatency"]},
            {"namespace": ["AWS/EC2", "AWS/ES"]},
        ],
    }
    assert matches(pattern, {"source": "aws.cloudwatch", "metricName": "ReadLatency"})
    assert matches(pattern, {"source": "aws.cloudwatch", "namespace": "AWS/ES"})
    assert not matches(pattern, {"source": "aws.cloudwatch", "namespace": "AWS/S3"})
    assert not matches(pattern, {"source": "aws.ec2", "namespace": "AWS/ES"})


def test_parallel_ors_must_each_hold() -> None:
    # [ruler] "Parallel Or": (metricName || namespace) && (detail.source || detail.detail-type)
    pattern: JsonObject = {
        "$or": [
            {"metricName": ["CPUUtilization", "ReadLatency"]},
            {"namespace": ["AWS/EC2", "AWS/ES"]},
        ],
        "detail": {
            "$or": [{"source": ["aws.cloudwatch"]}, {"detail-type": ["CloudWatch Alarm State Change"]}],
        },
    }
    assert matches(pattern, {"namespace": "AWS/EC2", "detail": {"source": "aws.cloudwatch"}})
    assert matches(
        pattern, {"metricName": "ReadLatency", "detail": {"detail-type": "CloudWatch Alarm State Change"}}
    )
    assert not matches(pattern, {"namespace": "AWS/EC2", "detail": {"source": "aws.ec2"}})
    assert not matches(pattern, {"namespace": "AWS/S3", "detail": {"source": "aws.cloudwatch"}})


def test_ors_and_ands_nest() -> None:
    # [ruler] "Nested Or and And":
    # source && (metricName || (metricType && namespace && (metricId || spaceId)) || scope)
    pattern: JsonObject = {
        "source": ["aws.cloudwatch"],
        "$or": [
            {"metricName": ["CPUUtilization", "ReadLatency"]},
            {
                "metricType": ["MetricType"],
                "namespace": ["AWS/EC2", "AWS/ES"],
                "$or": [{"metricId": [1234]}, {"spaceId": [1000]}],
            },
            {"scope": ["Service"]},
        ],
    }
    typed: JsonObject = {"source": "aws.cloudwatch", "metricType": "MetricType", "namespace": "AWS/ES"}
    assert matches(pattern, {"source": "aws.cloudwatch", "scope": "Service"})
    assert matches(pattern, {"source": "aws.cloudwatch", "metricName": "ReadLatency"})
    assert matches(pattern, {**typed, "metricId": 1234})
    assert matches(pattern, {**typed, "spaceId": 1000})
    assert not matches(pattern, typed)
    assert not matches(pattern, {**typed, "metricId": 1000})


def test_or_joins_operators_on_fields_of_detail() -> None:
    # [ruler] JsonRuleCompiler, the example above parseIntoOrRelationship
    pattern: JsonObject = {
        "detail": {
            "$or": [
                {"c-count": [{"numeric": [">", 0, "<=", 5]}]},
                {"d-count": [{"numeric": ["<", 10]}]},
                {"x-limit": [{"numeric": ["=", 3.018e2]}]},
            ]
        }
    }
    assert matches(pattern, {"detail": {"c-count": 0, "d-count": 0, "x-limit": 901.8}})
    assert matches(pattern, {"detail": {"c-count": 0, "d-count": 10, "x-limit": 301.8}})
    assert not matches(pattern, {"detail": {"c-count": 0, "d-count": 10, "x-limit": 901.8}})


@pytest.mark.parametrize(
    ("test", "named"),
    [
        ({"starts-with": "us-"}, "'starts-with'"),
        ({"Prefix": "us-"}, "'Prefix'"),
        ({"prefix": "us-", "contains": "east"}, "'contains'"),
        (
            {"prefix": {"wildcard": "us-"}},
            "'wildcard'",
        ),  # [ruler] JsonRuleCompiler: "Unsupported prefix pattern"
        ({"suffix": {"ignore-case": "us-"}}, "'ignore-case'"),
        ({"anything-but": {"numeric": ["=", 1]}}, "'numeric'"),  # [ruler] likewise for anything-but
        ({"anything-but": {"regex": "a"}}, "'regex'"),
        ({"exactly": "us-east-1"}, "'exactly'"),  # event-ruler's own, not among EventBridge's [operators]
    ],
)
def test_an_unknown_operator_is_an_error_that_names_its_path(test: Json, named: str) -> None:
    with pytest.raises(UnknownOperator, match=rf"^detail\.state .*{named}.*\.$"):
        compile_pattern({"source": ["never.matches"], "detail": {"state": ["running", test]}})


@pytest.mark.parametrize(
    "test",
    [
        {},  # [ruler] JsonRuleCompiler: "Match expression name not found"
        {
            "prefix": "a",
            "suffix": "b",
        },  # [ruler] JsonRuleCompiler: "Only one key allowed in match expression"
        ["running"],  # [ruler] JsonRuleCompiler: "Match value must be String, number, true, false, or null"
        {"prefix": 5},
        {"prefix": ["a", "b"]},
        {"suffix": None},
        {"prefix": {"equals-ignore-case": 5}},
        {"equals-ignore-case": ["a"]},
        {"wildcard": 5},
        {"wildcard": "a**b"},  # [ruler] "consecutive wildcard characters are not allowed"
        {"wildcard": r"a\b"},  # [ruler] "A backslash escaping any character other than … is not allowed"
        {"wildcard": "a\\"},
        {"anything-but": ["stopped", 100]},  # [ruler] "entirely strings or entirely numerics"
        {"anything-but": [None]},
        {"anything-but": True},
        {"anything-but": []},
        {"anything-but": 5_000_000_001},
        {"anything-but": [{"wildcard": "*/lib/*"}]},  # [ruler] issue 152
        {"anything-but": {"prefix": ""}},  # [ruler] JsonRuleCompiler: "Null prefix/suffix not allowed"
        {"anything-but": {"suffix": ["a", ""]}},
        {"anything-but": {"prefix": []}},
        {"anything-but": {"prefix": 5}},
        {"anything-but": {"wildcard": "**"}},
        {"anything-but": {"prefix": {"equals-ignore-case": "a"}}},
        {"numeric": 10},
        {"numeric": []},
        {"numeric": [">"]},
        {"numeric": ["!=", 5]},
        {"numeric": [">", "5"]},
        {"numeric": [">", True]},
        {"numeric": [">", 0, ">", 5]},
        {"numeric": ["<", 10, ">", 0]},
        {"numeric": ["=", 5, "<", 6]},
        {"numeric": [">", 0, "<="]},
        {"numeric": [">", 0, 5]},
        {"numeric": [">", 0, None, "5"]},
        {"numeric": [">", 0, "<=", 5, "<", 4]},
        {"numeric": [">", 5, "<", 5]},  # [ruler] Range: "Bottom must be less than top"
        {"numeric": [">", 5_000_000_001]},  # [ruler] "between -5.0e9 and +5.0e9 inclusive"
        {"exists": "false"},  # [ruler] JsonRuleCompiler: "exists match pattern must be either true or false"
        {"exists": 1},
        {"cidr": 10},
        {"cidr": "10.0.0.0"},  # [ruler] CIDR: "one '/' required"
        {"cidr": "10.0.0.0/255.255.255.0"},  # [ruler] CIDR: "mask bits must be an integer"
        {"cidr": "10.0.0.0/32"},  # [ruler] CIDR: "IPv4 mask bits must be < 32"
        {"cidr": "2001:db8::/128"},  # [ruler] CIDR: "IPv6 mask bits must be < 128"
        {"cidr": "10.0.0/24"},
        {"cidr": "bad/24"},
    ],
)
def test_a_malformed_operator_is_an_error_that_names_its_path(test: Json) -> None:
    with pytest.raises(MalformedPattern, match=r"^detail\.state .*\.$"):
        compile_pattern({"source": ["never.matches"], "detail": {"state": ["running", test]}})


@pytest.mark.parametrize("part", ["running", 5, True, None, [], {}])
def test_a_leaf_must_be_an_array_with_a_value_in_it(part: Json) -> None:
    # [ruler] JsonRuleCompiler: "must be an object or an array", "Empty arrays …", "Empty objects …"
    with pytest.raises(MalformedPattern, match=r"^detail\.state .*\.$"):
        compile_pattern({"detail": {"state": part}})


def test_an_empty_pattern_is_an_error() -> None:
    # [ruler] JsonRuleCompiler: "Empty objects are not allowed"
    with pytest.raises(MalformedPattern, match=r"^The pattern is an empty object\.$"):
        compile_pattern({})


@pytest.mark.parametrize(
    ("branches", "path"),
    [
        ({"state": ["running"]}, r"detail\.\$or"),
        ([], r"detail\.\$or"),
        ([{"state": ["running"]}], r"detail\.\$or"),  # [ruler] "2+ objects in the $or array"
        ([{"state": ["running"]}, "running"], r"detail\.\$or"),
        ([{"state": ["running"]}, {"state": ["stopped"]}, "running"], r"detail\.\$or"),
        ([{"state": ["running"]}, {}], "detail"),
        ([{"state": ["running"]}, {"state": "stopped"}], r"detail\.state"),
        ([{"numeric": [123]}, {"prefix": ["abc"]}], r"detail\.numeric"),  # [ruler] reserved keywords
        ([{"state": {"prefix": ["abc"]}}, {"state": ["abc"]}], r"detail\.state\.prefix"),
    ],
)
def test_or_must_be_two_objects_of_fields(branches: Json, path: str) -> None:
    with pytest.raises(MalformedPattern, match=rf"^{path} .*\.$"):
        compile_pattern({"detail": {"$or": branches}})


def test_an_unknown_operator_in_the_last_branch_of_an_or_is_an_error() -> None:
    with pytest.raises(UnknownOperator, match=r"^detail\.state .*'prefx'"):
        compile_pattern({"detail": {"$or": [{"c-count": [5]}, {"state": [{"prefx": "run"}]}]}})


def test_a_field_asked_for_twice_is_an_error() -> None:
    # [ruler] JsonRuleCompiler, without overriding: "Path … cannot be allowed multiple times"
    with pytest.raises(MalformedPattern, match=r"^source .*\$or\.$"):
        compile_pattern({"source": ["aws.ec2"], "$or": [{"source": ["aws.s3"]}, {"region": ["us-east-1"]}]})
    with pytest.raises(MalformedPattern, match=r"^detail\.state .*\.$"):
        compile_pattern({"detail.state": ["running"], "detail": {"state": ["stopped"]}})


def test_ors_may_multiply_out_to_a_thousand_and_no_more() -> None:
    def ors(width: int) -> JsonObject:
        fields = ("a", "b", "c")
        return {name: {"$or": [{f"f{number}": [1]} for number in range(width)]} for name in fields}

    assert matches(ors(10), {"a": {"f9": 1}, "b": {"f0": 1}, "c": {"f5": 1}})
    with pytest.raises(MalformedPattern, match=r"^c\b.* 1000 .*\.$"):
        compile_pattern(ors(11))
