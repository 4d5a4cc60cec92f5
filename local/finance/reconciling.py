"""Two record sets side by side: what matches, what is missing, what differs, and the money between them.

Two sets of settlement entries are compared entry by entry and field by field. Where one of them is a table
system's own results, the standing results of its wagers are compared instead: their last entry, unless reversed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass

from local.finance.records import FIELDS, open_records
from local.finance.results import COMPARED, PLACE, Results, open_results
from local.finance.workspace import Unusable, Workspace
from local.patterns import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Question:
    """What is compared: two names, and of record sets only one site, table or gaming day, where that is said.

    ``named`` is what a CSV calls its columns; ``ignored`` fields may differ; ``at_least_once`` names the sides
    (``A``, ``B``) in which an exact repeat is no fault.
    """

    a: Sequence[str]
    b: Sequence[str]
    named: Mapping[str, str]
    ignored: Collection[str]
    at_least_once: Collection[str]
    chosen: Mapping[str, str]
    show: int


@dataclass(frozen=True, slots=True)
class Counts:
    matched: int
    missing_in_a: int
    missing_in_b: int
    different: int


@dataclass(frozen=True, slots=True)
class Net:
    """What is due to players by both sides, in minor units; ``net`` is B's less A's."""

    kind: str
    currency: str
    in_a: int
    in_b: int
    net: int


@dataclass(frozen=True, slots=True)
class Difference:
    """One entry or wager that does not match; ``fields`` as A and B have them, where both have it."""

    verdict: str
    key: str
    in_a: int | None
    in_b: int | None
    fields: Mapping[str, tuple[object, object]]


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The whole answer; ``doubled`` counts exact repeats by side, ``faults`` those of sides that promise none."""

    by: str
    counts: Counts
    doubled: Mapping[str, int]
    at_least_once: Collection[str]
    net: tuple[Net, ...]
    differences: tuple[Difference, ...]

    @property
    def agrees(self) -> bool:
        differing = self.counts.missing_in_a + self.counts.missing_in_b + self.counts.different
        repeated = [side for side, times in self.doubled.items() if times and side not in self.at_least_once]
        return not differing and not repeated

    def fields(self) -> JsonObject:
        """As JSON values."""
        return {
            "compared_by": self.by,
            "agrees": self.agrees,
            **asdict(self.counts),
            "doubled": dict(self.doubled),
            "net": [dict(asdict(net)) for net in self.net],
            "differences": [
                {
                    "verdict": each.verdict,
                    "key": each.key,
                    "returned_in_a": each.in_a,
                    "returned_in_b": each.in_b,
                    "fields": {name: [_json(one), _json(other)] for name, (one, other) in each.fields.items()},
                }
                for each in self.differences
            ],
        }


def _json(value: object) -> Json:
    return value if value is None or isinstance(value, int) else str(value)


def reconcile(work: Workspace, asked: Question) -> Reconciled:
    """Compare A and B.

    Raises:
        Unusable: one of them cannot be read; wagers cannot be told apart without the CSV's site and table.
    """
    sides = {"A": _open(work, asked.a, "a", asked), "B": _open(work, asked.b, "b", asked)}
    results = [side for side in sides.values() if isinstance(side, Results)]
    columns = _compared(results, asked.ignored)
    for name, side in zip(("a", "b"), sides.values(), strict=True):
        if not isinstance(side, Results):
            _select(work, name, columns, results, asked)
    same = [f"a.{column} IS NOT DISTINCT FROM b.{column}" for column in columns if column not in asked.ignored]
    work.do(
        "reconcile/compared",
        same=" AND ".join(same) or "true",
        kind=_either("kind", sides),
        currency=_either("currency", sides),
    )
    (counts,) = work.rows(Counts, "reconcile/counts")
    doubled = {name: side.doubled if isinstance(side, Results) else side for name, side in sides.items()}
    return Reconciled(
        "wager" if results else "entry",
        counts,
        doubled,
        asked.at_least_once,
        tuple(work.rows(Net, "reconcile/net")),
        tuple(_differences(work, columns, asked)),
    )


def _open(work: Workspace, names: Sequence[str], table: str, asked: Question) -> Results | int:
    """A CSV's results, or the number of exact repeats among the records that were opened.

    Figures that disagree are what is looked for here: they are no reason not to compare.
    """
    if any(name.lower().endswith(".csv") for name in names):
        if len(names) > 1:
            raise Unusable(f"{', '.join(names)}: results are one CSV file")
        return open_results(work, names[0], table, asked.named)
    return open_records(work, names, f"{table}_records", figures=False).doubled


def _compared(results: Sequence[Results], ignored: Collection[str]) -> tuple[str, ...]:
    """The columns that both sides have; ``returned`` always, for the money."""
    columns = COMPARED if results else FIELDS
    for side in results:
        columns = tuple(column for column in columns if column in side.columns)
    return tuple(
        column for column in columns if column not in ignored or column in ("returned", "kind", "currency")
    )


def _select(
    work: Workspace, table: str, columns: Sequence[str], results: Sequence[Results], asked: Question
) -> None:
    """What of a record set is compared: its entries, or the standing results of its wagers."""
    values = dict(asked.chosen)
    day = "round_gaming_day" if results else "gaming_day"
    conditions = [f"{day if field == 'day' else field} = ${field}" for field in values]
    parts = {"table": table, "records": f"{table}_records", "chosen": " AND ".join(conditions) or "true"}
    if not results:
        work.do("reconcile/entries", values, columns=", ".join(columns), **parts)
        return
    by_place = all(side.by_place for side in results)
    key = ", ".join((*(PLACE if by_place else ()), "round_id", "wager_id"))
    # Kind and currency are told of every wager, also where the CSV does not have them.
    held = dict.fromkeys((*columns, "kind", "currency", "returned"))
    work.do("reconcile/standing", values, columns=", ".join(held), key=key, **parts)
    for twice in work.records("reconcile/ambiguous", table=table):
        raise Unusable(f"the wager {twice['key']} is there at two tables: the CSV must name site_id and table_id")


def _either(field: str, sides: Mapping[str, Results | int]) -> str:
    """A field by whichever side has it."""
    held = [
        f"{name.lower()}.{field}"
        for name, side in sides.items()
        if not isinstance(side, Results) or field in side.columns
    ]
    return f"coalesce({', '.join([*held, _NOT_TOLD])})"


_NOT_TOLD = "'not told'"


def _differences(work: Workspace, columns: Sequence[str], asked: Question) -> list[Difference]:
    found = []
    for row in work.records("reconcile/differing", {"show": asked.show}):
        key, verdict = str(row["key"]), str(row["verdict"])
        fields = {}
        if verdict == "different":
            one, other = (_one(work, table, key, columns) for table in ("a", "b"))
            fields = {
                name: (one[name], other[name])
                for name in columns
                if one[name] != other[name] and name not in asked.ignored
            }
        found.append(Difference(verdict, key, _amount(row["in_a"]), _amount(row["in_b"]), fields))
    return found


def _one(work: Workspace, table: str, key: str, columns: Sequence[str]) -> dict[str, object]:
    (row,) = work.records("reconcile/one", {"key": key}, table=table, columns=", ".join(columns))
    return row


def _amount(value: object) -> int | None:
    return value if isinstance(value, int) else None
