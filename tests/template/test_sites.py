"""The sites' files: what they must hold, what is made of them, and what is rejected by them."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier import sites as known
from croupier.events.parsing import Rejection
from croupier.settling.desks import read_entry
from croupier.settling.house import House
from local import sites, template
from local.sites import UnusableSite
from tests.playing import changed, named, outcome_of
from tests.table_system import Entry, TableSystem

FILE = sites.SITES / "example.yaml"


def held() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load(FILE.read_text())
    return told


def read(folder: Path, told: object, name: str = "example") -> object:
    (folder / f"{name}.yaml").write_text(yaml.safe_dump(told))
    return sites.read_sites(folder)


def test_what_is_made_of_the_files_is_fresh() -> None:
    found = sites.read_sites()
    assert sites.JSON.read_text() == sites.as_json(found), "run make sites"
    text = template.TEMPLATE.read_text()
    assert text == sites.with_policies(text, found), "run make sites"


@pytest.mark.parametrize(
    ("field", "value", "wrong"),
    [
        ("time_zone", "Mars/Olympus", "time_zone is 'Mars/Olympus': Value error, there is no such time zone"),
        ("tables", [], "tables is []"),
        ("large_win", 5.5, "large_win is 5.5"),
        ("table_systems", "*", "table_systems is '*'"),
        ("site", "akl", "site is 'akl', and the file is named after its site"),
        ("colour", "green", "colour is 'green': Extra inputs are not permitted"),
        ("rule_books", [{"book": "au-9", "from": "2026-01-01T00:00:00Z"}], "there is no such rule book"),
        ("rule_books", [{"book": "au-2", "from": "2026-01-01T00:00:00"}], "it names no time zone"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_its_field_and_value(
    field: str, value: object, wrong: str, tmp_path: Path
) -> None:
    with pytest.raises(UnusableSite, match=r"^example\.yaml: ") as error:
        read(tmp_path, held() | {field: value})
    assert wrong in str(error.value)


def test_every_source_is_denied_to_everyone_but_its_role_and_every_other_source_to_all() -> None:
    resources: Any = template.load()["Resources"]
    policies: Any = {
        name: resource["Properties"]["Statement"]
        for name, resource in resources.items()
        if resource["Type"] == "AWS::Events::EventBusPolicy"
    }
    assert {statement["Effect"] for statement in policies.values()} == {"Deny"}
    assert policies["OnlyBlackjackSupervisorExample"]["Condition"] == {
        "StringEquals": {"events:source": "blackjack.supervisor.example"},
        "ArnNotEquals": {"aws:PrincipalArn": held()["supervisors"]},
    }
    assert policies["OnlyBlackjackTableExample"]["Condition"]["ArnNotEquals"] == {
        "aws:PrincipalArn": held()["table_systems"]
    }
    assert policies["OnlyKnownSources"]["Condition"] == {
        "StringNotEquals": {"events:source": ["blackjack.table.example", "blackjack.supervisor.example"]}
    }


# What a site's file means to its events


def played(book: str = "au-2", table: str = "bj-01") -> TableSystem:
    system = TableSystem(site_id="example", table_id=table, rule_book=book)
    system.open()
    system.place(("m", "main", 1, "p", 100))
    system.initial_deal("TD", box1="TH 9C")
    system.end(1, "stand")
    system.dealer("8C")
    system.complete()
    return system


def at(entry: Entry, instant: str) -> Entry:
    return changed(entry, "detail.metadata.occurred_at", instant)


def test_a_round_under_a_book_in_force_is_settled() -> None:
    assert outcome_of(played().events).standing == {"m": ("win", "1/1", 100, 200)}


def test_a_round_under_a_book_that_is_not_in_force_there_is_rejected_and_nothing_is_due() -> None:
    out = outcome_of(played("au-1").events)
    assert out.standing == {}
    assert out.still_open == []
    rejected = out.told("event-rejected")
    assert len(rejected) == len(played().events)
    assert {(notice.field, notice.value) for notice in rejected} == {("round.rule_book", '"au-1"')}
    assert "it is not in force at site example at 2026-11-28T21:14:03.120Z" in rejected[0].because


def test_a_book_takes_effect_at_its_instant_and_not_a_millisecond_before() -> None:
    opened = played().events[0]
    # 06:00 in Wellington, 12 hours ahead of UTC in winter.
    assert isinstance(read_entry(at(opened, "2026-06-30T17:59:59.999Z")), Rejection)
    assert not isinstance(read_entry(at(opened, "2026-06-30T18:00:00.000Z")), Rejection)


def test_no_round_opens_under_a_book_that_has_ended_and_one_that_is_open_is_played_to_its_end() -> None:
    table = played("nz-1996")
    last, after = "2026-12-31T16:59:59.999Z", "2026-12-31T17:00:00.000Z"
    opening = [table.events[0], *named(table.events, "WagersPlaced")]
    for entry in opening:
        assert not isinstance(read_entry(at(entry, last)), Rejection)
        assert isinstance(read_entry(at(entry, after)), Rejection)
    for entry in table.events:
        if entry not in opening:
            assert not isinstance(read_entry(at(entry, after)), Rejection)


def test_what_a_supervisor_says_of_a_round_comes_at_any_time() -> None:
    void = played("nz-1996").supervise("VoidRescinded", voided_event_id="s-9", reason="r", authorised_by="s.kahu")
    assert not isinstance(read_entry(at(void, "2027-06-01T00:00:00.000Z")), Rejection)


def test_a_table_that_the_site_does_not_have_is_rejected() -> None:
    (first, *_) = outcome_of(played(table="bj-09").events).told("event-rejected")
    assert (first.field, first.value) == ("round.table_id", '"bj-09"')
    assert "it has bj-01, bj-02, bj-03" in first.because


def test_what_is_a_large_win_is_the_sites_own() -> None:
    house = House(large_win=1)
    assert (house.at("example").large_win, house.at("akl").large_win) == (held()["large_win"], 1)


def test_a_site_without_a_file_is_bound_by_the_contract_alone() -> None:
    assert "akl" not in known.sites()
