"""EventBridge event patterns, matched as EventBridge matches them.

A pattern is an object shaped like the event; each leaf is an array of values and operators, any one of which
suffices. `compile_pattern` checks the whole pattern before any event is seen: an operator not known here is
an error, never an event that silently reaches no rule.

Operators: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
Arrays: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns-arrays.html
Array consistency, dotted paths, escapes and limits: https://github.com/aws/event-ruler (AWS's own matcher)
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from itertools import count
from typing import TypeAlias, TypeGuard

Scalar: TypeAlias = "str | int | float | bool | None"
Json: TypeAlias = "Scalar | list[Json] | dict[str, Json]"
JsonObject: TypeAlias = dict[str, "Json"]
Test: TypeAlias = Callable[[Scalar], bool]
Elements: TypeAlias = frozenset[tuple[int, int]]  # (array, index) of every array element that holds a field

_LIMIT = 5e9  # README, "Numeric matching": between -5.0e9 and +5.0e9 inclusive
_MOST_COMBINATIONS = 1000  # EventBridge refuses a rule whose `$or`s multiply out to more
_COMPARE = {"=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_COMPARISONS = [*([symbol] for symbol in _COMPARE), [">", "<"], [">", "<="], [">=", "<"], [">=", "<="]]
_AFFIXES = {"prefix": "{}.*", "suffix": ".*{}", "equals-ignore-case": "{}"}
_WILDCARD_TOKEN = re.compile(r"\\[*\\]|\*(?!\*)|[^*\\]")
_CIDR = re.compile(r"[^/]+/[0-9]+")


class UnknownOperator(ValueError):
    """A pattern uses an operator that EventBridge does not document at that place."""


class MalformedPattern(ValueError):
    """A pattern has a shape, value or range that EventBridge refuses."""


@dataclass(frozen=True)
class Leaf:
    """What a pattern asks of the field at a dotted `path` ("detail.state"): any one of `tests`."""

    path: str
    tests: tuple[Test, ...]

    def accepts(self, found: Scalar) -> bool:
        return any(test(found) for test in self.tests)

    @property
    def accepts_absence(self) -> bool:
        return _absent in self.tests


Leaves: TypeAlias = tuple[Leaf, ...]


@dataclass(frozen=True)
class Field:
    """One scalar of an event, and the array elements that hold it."""

    value: Scalar
    elements: Elements


Fields: TypeAlias = Mapping[str, list[Field]]


@dataclass(frozen=True)
class Pattern:
    """A checked pattern, its `$or`s multiplied out: all leaves of any one combination must accept."""

    combinations: tuple[Leaves, ...]

    def matches(self, event: JsonObject) -> bool:
        """Whether a rule with this pattern receives `event`, the whole envelope with its `detail`."""
        return self.accepts(flatten(event))

    def accepts(self, fields: Fields) -> bool:
        """The same of an event that is flattened already, once for many patterns."""
        return any(_satisfied(leaves, fields, frozenset()) for leaves in self.combinations)


def flatten(event: JsonObject) -> Fields:
    """Every scalar of an event by its dotted path."""
    fields: dict[str, list[Field]] = {}
    for path, field in _fields(event, "", frozenset(), count()):
        fields.setdefault(path, []).append(field)
    return fields


def compile_pattern(pattern: JsonObject) -> Pattern:
    """Check an `EventPattern` and make it ready to match.

    Raises `UnknownOperator` or `MalformedPattern`, naming the path in the pattern and what is wrong there.
    """
    combinations = _combinations(pattern, "", reserved=())
    # event-ruler visits fields by name, which decides the array element in which an absent field is sought.
    return Pattern(tuple(tuple(sorted(leaves, key=lambda leaf: leaf.path)) for leaves in combinations))


def _fields(value: Json, path: str, elements: Elements, arrays: Iterator[int]) -> Iterator[tuple[str, Field]]:
    """The scalars of an event by dotted path; an empty array or object has none and so is absent."""
    match value:
        case dict():
            for name, part in value.items():
                yield from _fields(part, _joined(path, name), elements, arrays)
        case list():
            array = next(arrays)
            for index, part in enumerate(value):
                # A scalar element holds no second field, so event-ruler lets it tie the match to nothing.
                place = elements | {(array, index)} if isinstance(part, dict | list) else elements
                yield from _fields(part, path, place, arrays)
        case _:
            yield path, Field(value, elements)


def _satisfied(leaves: Leaves, fields: Fields, chosen: Elements) -> bool:
    """Whether every leaf accepts a field, no two of them in different elements of the same array."""
    if not leaves:
        return True
    leaf, rest = leaves[0], leaves[1:]
    candidates = [field for field in fields.get(leaf.path, ()) if _consistent(chosen | field.elements)]
    if not candidates:
        return leaf.accepts_absence and _satisfied(rest, fields, chosen)
    places = {chosen | field.elements for field in candidates if leaf.accepts(field.value)}
    return any(_satisfied(rest, fields, place) for place in places)


def _consistent(elements: Elements) -> bool:
    return len(dict(elements)) == len(elements)


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _combinations(pattern: JsonObject, path: str, reserved: Collection[str]) -> list[Leaves]:
    """Every set of leaves that satisfies the object at `path`, in which no `reserved` name is a field."""
    if not pattern:
        raise MalformedPattern(f"{path or 'The pattern'} is an empty object.")
    combined: list[Leaves] = [()]
    for name, part in pattern.items():
        at = _joined(path, name)
        if name in reserved:
            raise MalformedPattern(f"{at} is an operator used as a field inside $or.")
        options = _either(part, path, at) if name == "$or" else _field(part, at, reserved)
        combined = _both(combined, options, at)
    return combined


def _both(left: list[Leaves], right: list[Leaves], at: str) -> list[Leaves]:
    if len(left) * len(right) > _MOST_COMBINATIONS:
        raise MalformedPattern(f"{at} makes more than {_MOST_COMBINATIONS} combinations of $or.")
    repeated = {leaf.path for one in left for leaf in one} & {leaf.path for one in right for leaf in one}
    if repeated:
        raise MalformedPattern(f"{min(repeated)} is asked for twice in one combination, at {at}.")
    return [one + other for one in left for other in right]


def _either(part: Json, path: str, at: str) -> list[Leaves]:
    branches = [branch for branch in part if isinstance(branch, dict)] if isinstance(part, list) else []
    if len(branches) < 2 or branches != part:
        raise MalformedPattern(f"{at} must be an array of two or more objects, not {part!r}.")
    return [leaves for branch in branches for leaves in _combinations(branch, path, reserved=_OPERATORS)]


def _field(part: Json, at: str, reserved: Collection[str]) -> list[Leaves]:
    match part:
        case dict():
            return _combinations(part, at, reserved)
        case [_, *_]:
            return [(Leaf(at, tuple(_test(value, at) for value in part)),)]
        case _:
            raise MalformedPattern(f"{at} must be an object or an array with a value in it, not {part!r}.")


def _test(value: Json, at: str) -> Test:
    match value:
        case dict():
            name, operand = _only(value, _OPERATORS, at)
            return _OPERATORS[name](operand, f"{at} {name}")
        case list():
            raise MalformedPattern(f"{at} holds the array {value!r} where a value or an operator is due.")
        case _:
            return _equals(value)


def _only(expression: JsonObject, known: Collection[str], at: str) -> tuple[str, Json]:
    """The single operator of an expression such as {"prefix": "us-"}, with its operand."""
    for name in expression:
        if name not in known:
            raise UnknownOperator(f"{at} uses the operator {name!r}, which is none of {', '.join(known)}.")
    if len(expression) != 1:
        raise MalformedPattern(f"{at} needs exactly one operator in an object, not {list(expression)}.")
    return next(iter(expression.items()))


def _equals(value: Scalar) -> Test:
    # Python takes True for 1 and JSON does not; 300 and 300.0 are equal in both.
    return lambda found: found == value and isinstance(found, bool) == isinstance(value, bool)


def _absent(_found: Scalar) -> bool:
    """`exists: false`, which no value passes: see `Leaf.accepts_absence`."""
    return False


def _exists(operand: Json, at: str) -> Test:
    if not isinstance(operand, bool):
        raise MalformedPattern(f"{at} takes true or false, not {operand!r}.")
    return (lambda _found: True) if operand else _absent


def _text(name: str, operand: Json, at: str, flags: re.RegexFlag = re.NOFLAG) -> Test:
    """Any operator on strings, as one expression that the whole of a string must match."""
    if not isinstance(operand, str):
        raise MalformedPattern(f"{at} takes a string, not {operand!r}.")
    shape = _wildcard(operand, at) if name == "wildcard" else _AFFIXES[name].format(re.escape(operand))
    flags |= re.IGNORECASE if name == "equals-ignore-case" else re.NOFLAG
    expression = re.compile(shape, re.DOTALL | flags)
    return lambda found: isinstance(found, str) and expression.fullmatch(found) is not None


def _wildcard(operand: str, at: str) -> str:
    tokens: list[str] = _WILDCARD_TOKEN.findall(operand)
    if "".join(tokens) != operand:
        raise MalformedPattern(f"{at} has a doubled * or a backslash that escapes neither * nor \\: {operand!r}.")
    return "".join(".*" if part == "*" else re.escape(part[-1]) for part in tokens)


def _affix(name: str, operand: Json, at: str) -> Test:
    """`prefix` or `suffix`: of a string, or of {"equals-ignore-case": string}."""
    if not isinstance(operand, dict):
        return _text(name, operand, at)
    inner, text = _only(operand, ("equals-ignore-case",), at)
    return _text(name, text, f"{at} {inner}", re.IGNORECASE)


def _anything_but(operand: Json, at: str) -> Test:
    """`anything-but`: any value at all, null too, that passes none of the excluded tests."""
    excluded = _texts(operand, at) if isinstance(operand, dict) else _values(operand, at)
    return lambda found: not any(test(found) for test in excluded)


def _texts(operand: JsonObject, at: str) -> list[Test]:
    """Of one operator on strings, each operand: {"prefix": "a"} or {"prefix": ["a", "b"]}."""
    name, listed = _only(operand, (*_AFFIXES, "wildcard"), at)
    values = listed if isinstance(listed, list) else [listed]
    if not values or ("" in values and name in ("prefix", "suffix")):
        raise MalformedPattern(f"{at} {name} excludes nothing or everything with {listed!r}.")
    return [_text(name, value, f"{at} {name}") for value in values]


def _values(operand: Json, at: str) -> list[Test]:
    """Exact values: strings only or numbers only, one or a list."""
    values = operand if isinstance(operand, list) else [operand]
    strings = all(isinstance(value, str) for value in values)
    if not values or not (strings or all(_is_comparable(value) for value in values)):
        raise MalformedPattern(f"{at} takes strings only or numbers within {_LIMIT:g} only, not {operand!r}.")
    return [_test(value, at) for value in values]


def _numeric(operand: Json, at: str) -> Test:
    """`numeric`: [symbol, number], or a range as [">" or ">=", lower, "<" or "<=", upper]."""
    terms = operand if isinstance(operand, list) else []
    symbols = [symbol for symbol in terms[::2] if isinstance(symbol, str)]
    bounds = [bound for bound in terms[1::2] if _is_comparable(bound)]
    if symbols not in _COMPARISONS or len(terms) != 2 * len(symbols) or len(symbols) != len(bounds):
        raise MalformedPattern(f"{at} takes a comparison or range within {_LIMIT:g}, not {operand!r}.")
    if bounds != sorted(set(bounds)):
        raise MalformedPattern(f"{at} needs a lower bound below its upper bound, not {operand!r}.")
    checks = [(_COMPARE[symbol], bound) for symbol, bound in zip(symbols, bounds, strict=True)]
    return lambda found: _is_comparable(found) and all(holds(found, bound) for holds, bound in checks)


def _is_comparable(value: Json) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and -_LIMIT <= value <= _LIMIT


def _cidr(operand: Json, at: str) -> Test:
    """`cidr`: a string that is an address of the network, IPv4 or IPv6."""
    with suppress(ValueError):
        if isinstance(operand, str) and _CIDR.fullmatch(operand):
            network = ip_network(operand, strict=False)
            # event-ruler refuses /32 and /128: a single address is an exact value.
            if network.prefixlen < network.max_prefixlen:
                return partial(_is_address_in, network)
    raise MalformedPattern(f"{at} takes an address, a slash and a mask short of all bits, not {operand!r}.")


def _is_address_in(network: IPv4Network | IPv6Network, found: Scalar) -> bool:
    with suppress(ValueError):
        return isinstance(found, str) and ip_address(found) in network
    return False


_OPERATORS: Mapping[str, Callable[[Json, str], Test]] = {
    "prefix": partial(_affix, "prefix"),
    "suffix": partial(_affix, "suffix"),
    "equals-ignore-case": partial(_text, "equals-ignore-case"),
    "wildcard": partial(_text, "wildcard"),
    "anything-but": _anything_but,
    "numeric": _numeric,
    "exists": _exists,
    "cidr": _cidr,
}
