"""The report: by hand for a tiny day, and consistent for any."""

import csv
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from local.finance.records import open_records
from local.finance.reporting import Asked, Report
from local.finance.reporting import report as report_of
from local.finance.workspace import workspace
from tests.finance.days import DAY, Record, generated, read, records_of, refused, said, small_round, voided, write
from tests.table_system import TableSystem


def reported(records: Path, **asked: object) -> Report:
    with workspace() as work:
        open_records(work, [str(records)])
        return report_of(work, Asked(**{"day": DAY, "decks": None, "threshold": 1_000_000} | asked))  # type: ignore[arg-type]


def parts(found: Report, level: str) -> dict[str, tuple[int, int, int, int]]:
    held = [part for part in found.parts if part.level == level]
    return {part.name: (part.wagers, part.handle, part.win, part.voids) for part in held}


def test_a_tiny_day_by_hand(tmp_path: Path) -> None:
    table = voided(small_round(tags={"shift": "evening"}), wagers=["k"])
    other = small_round(table_id="bj-08")
    found = reported(write(tmp_path / "r.jsonl", [*records_of(table), *records_of(other)]))
    # At bj-07 the 2000 that lost are void: they count in no handle.
    assert parts(found, "table") == {"akl/bj-07": (5, 680, -100, 1), "akl/bj-08": (6, 2680, 1900, 0)}
    assert parts(found, "site") == {"akl": (11, 3360, 1800, 1)}
    assert parts(found, "shift") == {"evening": (5, 680, -100, 1), "not told": (6, 2680, 1900, 0)}
    assert parts(found, "kind") == {
        "main": (7, 3280, 1720, 1),
        "super-sevens": (2, 20, 20, 0),
        "perfect-pairs": (2, 60, 60, 0),
    }
    (corrections,) = found.corrections
    assert (corrections.authorised_by, corrections.corrections) == ("supervisor.kahu", 1)
    assert (corrections.reversed, corrections.settled) == (1, 1)
    assert (corrections.to_players, corrections.to_house) == (2000, -2000)
    assert found.rounds == 2
    text = said("report", DAY, "--records", tmp_path / "r.jsonl")
    assert "NZ$33.60 │ NZ$18.00 │       53.57 %" in text
    assert "1 correction by supervisor.kahu: net NZ$20.00 to players, -NZ$20.00 to the house" in text


def test_over_generated_rounds_every_level_sums_to_the_whole(tmp_path: Path) -> None:
    lines, _ = generated(40)
    found = reported(write(tmp_path / "r.jsonl", lines))
    records = read(lines)
    for currency in ("NZD", "AUD"):
        (whole,) = found.of("all", currency)
        assert whole.win == sum(record["house_win"] for record in records if record["currency"] == currency)
        for level in ("site", "table", "shift", "kind"):
            held = found.of(level, currency)
            sums = [sum(getattr(part, name) for part in held) for name in ("wagers", "handle", "win", "voids")]
            assert sums == [whole.wagers, whole.handle, whole.win, whole.voids]


def test_a_correction_counts_to_the_day_on_which_it_was_made(tmp_path: Path) -> None:
    records = records_of(voided(small_round(), wagers=["m"]))
    next_day = "2026-11-29"
    dated = [{**record, "gaming_day": next_day if record["entry"] > 1 else DAY} for record in records]
    path = write(tmp_path / "r.jsonl", dated)
    assert parts(reported(path), "all")["all"] == (6, 2680, 1900, 0)
    assert parts(reported(path, day=next_day), "all")["all"] == (-1, -100, 100, 1)


def sevens(round_id: str, decks: int | None, *stakes: int) -> TableSystem:
    """Super Sevens of several players on box 3, which a first card of six loses; insurance wins."""
    table = TableSystem(round_id=round_id)
    if decks is not None:
        table.open(decks=decks)
    for number, stake in enumerate(stakes):
        table.place(
            (f"m-{number}", "main", 3, f"p-{number}", 100),
            (f"s-{number}", "super-sevens", 3, f"p-{number}", stake),
        )
    table.initial_deal("AS", box3="6H TC")
    table.place(("i", "insurance", 3, "p-0", 50))
    table.end(3, "stand")
    table.dealer("KD")
    table.complete()
    return table


def test_side_wagers_stand_beside_theory_by_the_decks_that_the_tables_told(tmp_path: Path) -> None:
    tables = [sevens("r-1", 6, 100, 300), sevens("r-2", 8, 50), sevens("r-3", None, 20)]
    path = write(tmp_path / "r.jsonl", [record for table in tables for record in records_of(table)])
    events = write(tmp_path / "e.jsonl", [entry for table in tables for entry in table.events])
    found = {(side.kind, side.decks): side for side in reported(path, events=[str(events)]).side_wagers}
    assert {key: (side.wagers, side.handle, side.win) for key, side in found.items()} == {
        ("super-sevens", 6): (2, 400, 400),
        ("super-sevens", 8): (1, 50, 50),
        ("super-sevens", None): (1, 20, 20),
        ("insurance", 6): (1, 50, -100),
        ("insurance", 8): (1, 50, -100),
        ("insurance", None): (1, 50, -100),
    }
    assert found["super-sevens", None].expected is None
    six = found["super-sevens", 6].expected
    assert six is not None
    assert (six.low, six.high) == (six.edge_low * 400, six.edge_high * 400)
    # Two wagers on one box win and lose together: one exposure of 400.
    with workspace() as work:
        open_records(work, [str(path)])
        report_of(work, Asked(DAY, 6, 1))
        work.connection.execute("SELECT stake FROM exposures WHERE kind = 'super-sevens' ORDER BY stake")
        assert work.connection.fetchall() == [(20,), (50,), (400,)]
    assert {side.decks for side in reported(path, decks=4).side_wagers} == {4}
    # What a table told goes before what was said for those that told nothing.
    assert {side.decks for side in reported(path, decks=4, events=[str(events)]).side_wagers} == {4, 6, 8}


def test_void_and_corrected_side_wagers_count_as_they_stand(tmp_path: Path) -> None:
    table = sevens("r-1", 8, 100, 300)
    voided(table, "return", wagers=["s-0"])
    found = reported(write(tmp_path / "r.jsonl", records_of(table)), decks=8)
    assert [(side.kind, side.wagers, side.handle) for side in found.side_wagers] == [
        ("insurance", 1, 50),
        ("super-sevens", 1, 300),
    ]


def test_insurance_of_a_whole_round_is_one_exposure_and_other_wagers_one_a_box(tmp_path: Path) -> None:
    table = TableSystem(round_id="r-1")
    for box in (3, 4):
        table.place((f"m-{box}", "main", box, "p", 100), (f"s-{box}", "super-sevens", box, "p", box))
    table.initial_deal("AS", box3="6H TC", box4="6S TC")
    table.place(("i-3", "insurance", 3, "p", 30), ("i-4", "insurance", 4, "p", 12))
    for box in (3, 4):
        table.end(box, "stand")
    table.dealer("KD")
    table.complete()
    with workspace() as work:
        open_records(work, [str(write(tmp_path / "r.jsonl", records_of(table)))])
        report_of(work, Asked(DAY, 8, 1))
        work.connection.execute("SELECT kind, stake, win FROM exposures ORDER BY ALL")
        assert work.connection.fetchall() == [
            ("insurance", 42, -84),
            ("super-sevens", 3, 3),
            ("super-sevens", 4, 4),
        ]


def test_what_is_corrected_of_an_earlier_day_stands_beside_no_theory(tmp_path: Path) -> None:
    records = records_of(voided(sevens("r-1", 8, 100, 300), "return", wagers=["s-0"]))
    dated = [{**record, "gaming_day": "2026-11-29" if record["entry"] > 1 else DAY} for record in records]
    # The void of s-0 is the next day's; so would be a new result of it.
    again = [
        {**record, "outcome": "lose", "returned": 0, "house_win": 100} for record in dated if record["entry"] == 3
    ]
    path = write(tmp_path / "r.jsonl", [*(record for record in dated if record["entry"] < 3), *again])
    assert reported(path, decks=8, day="2026-11-29").side_wagers == ()
    assert parts(reported(path, day="2026-11-29"), "kind") == {"super-sevens": (0, 0, 0, 0)}


def test_large_wins_are_told_from_the_threshold_and_whether_they_stand(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", records_of(voided(small_round(), wagers=["m"])))
    assert reported(path, threshold=101).large_wins == ()
    (win,) = reported(path, threshold=100).large_wins
    assert (win.entry_id, win.winnings, win.odds, win.reversed) == ("akl/bj-07/r-1/m#1", 100, "1/1", True)
    assert "large win (reversed): NZ$1.00" in said("report", DAY, "--records", path, "--large", "100")


COUNTS = "site_id,table_id,shift,currency,drop,opener,closer,fills,credits\n"


def test_hold_is_told_where_counts_are_given_and_only_then(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", records_of(small_round(tags={"shift": "day"})))
    assert reported(path).counted is None
    counts = tmp_path / "counts.csv"
    counts.write_text(COUNTS + "akl,bj-07,day,NZD,8000,5000,3900,1500,500\nakl,bj-09,day,NZD,0,100,100,0,0\n")
    counted = reported(path, counts=str(counts)).counted
    assert counted is not None
    # Closer 3900 + credits 500 + drop 8000 - opener 5000 - fills 1500.
    assert [(row.table_id, row.counted_win, row.settled_win) for row in counted] == [
        ("bj-07", 5900, 1900),
        ("bj-09", 0, 0),
    ]
    assert (str(counted[0].hold), counted[1].hold) == ("59/80", None)
    assert "73.75 %" in said("report", DAY, "--records", path, "--drop", counts)
    counts.write_text(COUNTS.replace("shift,", "") + "akl,bj-07,NZD,8000,5000,3900,1500,500\n")
    counted = reported(path, counts=str(counts)).counted
    assert counted is not None
    assert (counted[0].shift, counted[0].settled_win) == ("all", 1900)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("akl,bj-07,day,NZD,80.00,5000,3900,1500,500\n", "row 1: drop is '80.00'; it is a whole number"),
        ("akl,bj-07,day,NZD,80,5000,3900,1500,\n", "row 1: credits is missing; it is a whole number"),
    ],
)
def test_counts_that_cannot_be_used_are_told(text: str, wrong: str, tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", records_of(small_round()))
    counts = tmp_path / "counts.csv"
    counts.write_text(COUNTS + text)
    assert f"{counts}, {wrong}" in refused("report", DAY, "--records", path, "--drop", counts)


class Page(HTMLParser):
    """What a page refers to, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.refers: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.refers += [str(value) for name, value in attrs if name in ("src", "href", "xlink:href", "srcset")]


@pytest.fixture
def whole_page(tmp_path: Path) -> str:
    lines, events = generated(40)
    counts = tmp_path / "counts.csv"
    counts.write_text(COUNTS + "akl,bj-07,day,NZD,8000,5000,3900,1500,500\n")
    records, told = write(tmp_path / "r.jsonl", lines), write(tmp_path / "e.jsonl", events)
    given = ("--events", told, "--drop", counts, "--large", "1000")
    said("report", DAY, "--records", records, *given, "--html", tmp_path / "d.html", "--csv", tmp_path / "csv")
    return (tmp_path / "d.html").read_text(encoding="utf-8")


def test_the_page_is_one_file_that_needs_nothing_else(whole_page: str) -> None:
    page = Page(whole_page)
    assert all(name.startswith("#") for name in page.refers)
    assert page.tags.count("svg") == 6
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert not re.findall(r"url\(\s*['\"]?(?!#)|@import", whole_page)
    assert "@media print" in whole_page


def test_the_page_is_the_same_again_and_escapes_what_people_wrote(tmp_path: Path) -> None:
    records: list[Record] = records_of(voided(small_round(), wagers=["k"]))
    named = [{**record, "authorised_by": record["authorised_by"] and "<b>kahu</b>"} for record in records]
    path = write(tmp_path / "r.jsonl", named)
    for name in ("one", "other"):
        said("report", DAY, "--records", path, "--html", tmp_path / f"{name}.html")
    text = (tmp_path / "one.html").read_text(encoding="utf-8")
    assert text == (tmp_path / "other.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;kahu&lt;/b&gt;" in text
    assert "<b>kahu" not in text


def test_csv_holds_the_same_figures(whole_page: str, tmp_path: Path) -> None:
    def rows(name: str) -> list[dict[str, str]]:
        with (tmp_path / "csv" / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    found = reported(tmp_path / "r.jsonl", threshold=1000)
    cells = rows("handle-and-win.csv")
    for currency in ("NZD", "AUD"):
        (whole,) = found.of("all", currency)
        assert sum(int(row["win"]) for row in cells if row["currency"] == currency) == whole.win
        assert sum(int(row["handle"]) for row in cells if row["currency"] == currency) == whole.handle
    assert [row["entry_id"] for row in rows("large-wins.csv")] == [win.entry_id for win in found.large_wins]
    assert len(rows("corrections.csv")) == len(found.corrections)
    assert {row["kind"] for row in rows("side-wagers.csv")} == {side.kind for side in found.side_wagers}
    assert rows("counts.csv")[0]["counted_win"] == "5900"


def test_a_day_on_which_nothing_happened_is_reported_too(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", records_of(small_round()))
    text = said("report", "2026-12-24", "--records", path, "--html", tmp_path / "d.html")
    assert "2026-12-24: nothing was settled" in text
    assert "Nothing was settled on this gaming day" in (tmp_path / "d.html").read_text(encoding="utf-8")
