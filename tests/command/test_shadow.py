"""``croupier shadow``: exactly the wagers that would stand otherwise, and nothing is posted."""

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest

from tests.command.pit import dealt, dynamodb, pit, recorded
from tests.playing import changed
from tests.rounds import RECORDED, ROUNDS, as_lines
from tests.table_system import Entry, TableSystem

SPLIT_SEVENS = "au-2=nz-1996"
SPLIT = "two sevens of different suits and were split, which is paid whatever the next card is"

Records = Callable[..., str]


def split_sevens() -> list[Entry]:
    """Box 1: 7H 7D, split, and 7S next. Box 2: 7C 7D, not split, then 4S. Box 3: 7S 7C split, then 4C.

    au-2, 14.4.4: p's three sevens not all of one suit pay 500 to 1. nz-1996, 14.5: split sevens are paid at once,
    as two sevens of different suits at 50 to 1; that is what boxes 2 and 3 are paid under either book.
    """
    table = TableSystem()
    table.open(side_wagers=["super-sevens"])
    for box, player in ((1, "p"), (2, "q"), (3, "r")):
        table.place((f"m-{box}", "main", box, player, 1000), (f"s-{box}", "super-sevens", box, player, 200))
    table.initial_deal("6D", box1="7H 7D", box2="7C 7D", box3="7S 7C")
    table.place(("x-1", "split", 1, "p", 1000), hand=2, original=1000)
    table.split(1)
    table.deal(1, "7S", "3C")
    table.end(1, "stand")
    table.deal(1, "TH", hand=2)
    table.end(1, "stand", hand=2)
    table.deal(2, "4S")
    table.end(2, "stand")
    table.place(("x-3", "split", 3, "r", 1000), hand=2, original=1000)
    table.split(3)
    table.deal(3, "4C")
    table.end(3, "stand")
    table.deal(3, "TC", hand=2)
    table.end(3, "stand", hand=2)
    table.dealer("TS", "5D")
    table.complete()
    return table.events


@pytest.fixture
def records(tmp_path: Path) -> Records:
    """Writes what ``croupier replay --json`` prints of some rounds, as a records file."""

    def write(*rounds: list[Entry]) -> str:
        events = recorded(tmp_path / "settled.jsonl", *rounds)
        path = tmp_path / "records.jsonl"
        path.write_text(pit("replay", events, "--json").stdout)
        return str(path)

    return write


def differing(*arguments: str) -> list[dict[str, Any]]:
    done = pit("shadow", "--json", *arguments)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == (1 if found else 0), done.output
    return found


def test_under_nz_1996_only_the_split_sevens_that_drew_a_seven_change(records: Records, tmp_path: Path) -> None:
    told = split_sevens()
    events = recorded(tmp_path / "events.jsonl", told)
    (found,) = differing("--against", records(told), "--rule-book", SPLIT_SEVENS, events)
    # 500 to 1 on 2.00 is 1000.00 won; 50 to 1 is 100.00: p would be given 900.00 less.
    assert (found["side"], found["round_id"], found["wager_id"]) == ("both", "r-000123", "s-1")
    assert found["moves"] == [{"player": "p", "currency": "NZD", "amount": -90_000}]
    names = ("rule_book", "outcome", "odds", "winnings", "returned", "clause")
    assert [found["there"][name] for name in names] == ["au-2", "win", "500/1", 100_000, 100_200, "14.4.4"]
    assert [found["here"][name] for name in names] == ["nz-1996", "win", "50/1", 10_000, 10_200, "14.5"]


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_every_recorded_round_against_its_own_record_differs_in_nothing(name: str, records: Records) -> None:
    done = pit("shadow", "--against", records(RECORDED[name]()[0]), str(ROUNDS / f"{name}.jsonl"))
    assert done.exit_code == 0
    assert done.stdout.endswith(" compared: 0 wagers differ, 0 only there, 0 only here\n")


def test_another_clause_for_the_same_money_is_no_difference(records: Records, tmp_path: Path) -> None:
    # au-1 and au-2 pay main wagers and Super Sevens alike.
    told = split_sevens()
    assert differing("--against", records(told), "--rule-book", "au-2=au-1", recorded(tmp_path / "e", told)) == []


def test_a_rule_book_is_tried_before_it_is_in_force_at_the_site(records: Records, tmp_path: Path) -> None:
    # sites/example.yaml has nz-1996 and au-2; au-1, which pays Super Sevens alike, was never in force there.
    table = TableSystem(site_id="example", table_id="bj-02")
    table.open(side_wagers=["super-sevens"])
    table.place(("m", "main", 3, "p", 100), ("s", "super-sevens", 3, "p", 10))
    table.initial_deal("TD", box3="7H 9C")
    table.deal(3, "4D")
    table.end(3, "stand")
    table.dealer("7D")
    table.complete()
    done = pit(
        *("shadow", "--against", records(table.events), "--rule-book", "au-2=au-1"),
        recorded(tmp_path / "e", table.events),
    )
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "2 wagers of 1 round compared: 0 wagers differ, 0 only there, 0 only here\n"


def test_a_wager_on_one_side_only_is_reported_apart(records: Records, tmp_path: Path) -> None:
    stands = records(dealt().events)
    more = dealt()
    more.events[1] = changed(more.events[1], "detail.data.wagers", more.events[1]["detail"]["data"]["wagers"][:2])
    found = differing("--against", stands, recorded(tmp_path / "e", more.events, dealt("r-2").events))
    # q, Perfect Pairs, was placed in the record only; of r-2 nothing stands.
    assert [(each["side"], each["round_id"], each["wager_id"]) for each in found] == [
        ("only-there", "r-000123", "q"),
        *(("only-here", "r-2", wager_id) for wager_id in ("m", "q", "s", "k")),
    ]
    assert found[0]["here"] is None
    assert found[1]["there"] is None


def test_a_corrected_record_is_compared_by_its_last_entry(records: Records, tmp_path: Path) -> None:
    table = dealt()
    table.supervise(
        "WagersVoided", clause="16.6", scope={"wagers": ["k"]}, after_sequence=13, reason="r", authorised_by="ms-1"
    )
    stands = records(table.events)
    assert differing("--against", stands, recorded(tmp_path / "e", table.events)) == []
    # Without the correction k, which lost 20.00, would stand lost instead of void.
    (found,) = differing("--against", stands, recorded(tmp_path / "e", table.events[:-1]))
    assert (found["wager_id"], found["there"]["outcome"], found["here"]["outcome"]) == ("k", "void", "lose")
    assert found["moves"] == [{"player": "k", "currency": "NZD", "amount": -2000}]


def test_a_reversal_that_nothing_followed_stands_nowhere(tmp_path: Path) -> None:
    events = recorded(tmp_path / "e", dealt().events)
    lines = [json.loads(line) for line in pit("replay", events, "--json").stdout.splitlines()]
    (k,) = [line for line in lines if line["wager_id"] == "k"]
    signs = {name: -k[name] for name in ("stake", "winnings", "returned", "house_win")}
    reversal = {**k, **signs, "type": "reversal", "entry": 2, "reverses": k["entry_id"]}
    reversal["entry_id"] = k["entry_id"].replace("#1", "#2")
    # In any order: what stands is told by the number of the entry.
    (tmp_path / "records").write_text("".join(f"{json.dumps(line)}\n" for line in [reversal, *lines]))
    (found,) = differing("--against", str(tmp_path / "records"), events)
    assert (found["side"], found["wager_id"]) == ("only-here", "k")


def test_people_read_both_results_with_clause_and_sentence_and_the_money(records: Records, tmp_path: Path) -> None:
    told = split_sevens()
    stands = records(told, dealt("r-2").events)
    events = recorded(tmp_path / "events.jsonl", told)
    done = pit("shadow", "--against", stands, "--rule-book", SPLIT_SEVENS, events)
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "round akl/bj-07/r-000123: -NZ$900.00",
        "  p's super-sevens on box 1 (s-1): -NZ$900.00",
        "    there: win at 500 to 1; stake NZ$2.00, due NZ$1,002.00; au-2 14.4.4",
        "           because 7H 7D 7S are three sevens, not all of one suit",
        "    here:  win at 50 to 1; stake NZ$2.00, due NZ$102.00; nz-1996 14.5",
        f"           because 7H 7D are {SPLIT}",
        "",
        "NZD: NZ$900.00 change hands; players in all -NZ$900.00, house +NZ$900.00",
        "8 wagers of 1 round compared: 1 wager differs, 0 only there, 0 only here",
    ]
    assert done.stderr == "no FILE tells of 1 round of the records: it was not compared\n"


def test_what_croupier_rejects_is_said_and_the_rest_is_compared(records: Records, tmp_path: Path) -> None:
    told = dealt().events
    stands = records(told)
    (tmp_path / "e").write_text(as_lines([changed(told[3], "detail.data.card", "1H"), *told]) + "nonsense\n")
    done = pit("shadow", "--against", stands, str(tmp_path / "e"))
    assert done.exit_code == 0
    assert 'line 1: event e-4, data.card "1H": ' in done.stderr
    assert f"{tmp_path / 'e'}, line 15: names no round" in done.stderr


def test_rounds_and_records_may_be_packed_and_lie_in_several_files(records: Records, tmp_path: Path) -> None:
    first, second = split_sevens(), dealt("r-2").events
    stands = Path(records(first, second))
    packed = [tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz", tmp_path / "records.gz"]
    # The second round begins in the first file and ends in the second.
    texts = [as_lines([*first, *second[:5]]), as_lines(second[5:]), stands.read_text()]
    for path, text in zip(packed, texts, strict=True):
        path.write_bytes(gzip.compress(text.encode()))
    assert differing("--against", str(packed[2]), str(packed[0]), str(packed[1])) == []


@pytest.fixture
def endpoint() -> Iterator[str]:
    with dynamodb() as address:
        yield address


@pytest.mark.slow
def test_a_dynamodb_is_compared_and_holds_the_same_after_as_before(endpoint: str, tmp_path: Path) -> None:
    told = split_sevens()
    events = recorded(tmp_path / "events.jsonl", told, dealt("r-2").events)
    assert pit("replay", recorded(tmp_path / "stands.jsonl", told), "--store", endpoint).exit_code == 0
    before = everything_in(endpoint)
    found = differing("--against", endpoint, "--rule-book", SPLIT_SEVENS, events)
    assert [(each["side"], each["wager_id"]) for each in found][:1] == [("both", "s-1")]
    # Of r-2 nothing stands. Under nz-1996, which has no Perfect Pairs, q is returned: it is settled nonetheless.
    assert {(each["side"], each["wager_id"]) for each in found[1:]} == {("only-here", w) for w in "msqk"}
    assert everything_in(endpoint) == before != []


def test_a_dynamodb_without_the_table_is_an_unusable_argument(endpoint: str) -> None:
    done = pit("shadow", "--against", endpoint, "--records", "Nothing", str(ROUNDS / "first-round.jsonl"))
    assert done.exit_code == 2
    assert "table Nothing in the DynamoDB" in " ".join(done.stderr.replace("│", " ").split())


def everything_in(endpoint: str) -> list[object]:
    client = boto3.client(
        "dynamodb",
        endpoint_url=endpoint,
        region_name="ap-southeast-2",
        aws_access_key_id="local",
        aws_secret_access_key="local",  # noqa: S106  # a service on this machine asks for no more
    )
    return list(client.scan(TableName="RoundsTable")["Items"])


def test_records_are_only_read(records: Records, tmp_path: Path) -> None:
    told = split_sevens()
    stands = Path(records(told))
    before = stands.read_bytes()
    differing("--against", str(stands), "--rule-book", SPLIT_SEVENS, recorded(tmp_path / "e", told))
    assert stands.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (("--against", "none.jsonl"), "is no file, and no store"),
        (("--against", "ftp://here"), "is not a store"),
        (("--against", str(ROUNDS / "first-round.jsonl")), "line 1 is no settlement record"),
        (("--against", "/dev/null", "--rule-book", "au-2"), "is OLD=NEW"),
        (("--against", "/dev/null", "--rule-book", "au-2=au-9"), "there is no rule book 'au-9'"),
    ],
)
def test_unusable_arguments_are_said(options: tuple[str, ...], wrong: str) -> None:
    done = pit("shadow", *options, str(ROUNDS / "first-round.jsonl"))
    assert done.exit_code == 2
    assert wrong in " ".join(done.stderr.replace("│", " ").split())


def test_one_entry_id_with_two_contents_is_unusable(records: Records, tmp_path: Path) -> None:
    told = dealt().events
    stands = Path(records(told))
    lines = [json.loads(line) for line in stands.read_text().splitlines()]
    stands.write_text("".join(f"{json.dumps(line)}\n" for line in [*lines, {**lines[0], "returned": 7}]))
    done = pit("shadow", "--against", str(stands), recorded(tmp_path / "e", told))
    assert done.exit_code == 2
    assert "with two contents" in " ".join(done.stderr.split())


def test_an_open_wager_of_the_records_is_passed_over(records: Records, tmp_path: Path) -> None:
    table = TableSystem()
    table.open()
    table.place(("m", "main", 3, "p", 100))
    stands = records(table.events)
    assert '"open"' in Path(stands).read_text()
    assert differing("--against", stands, recorded(tmp_path / "e", table.events)) == []
