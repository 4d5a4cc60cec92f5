"""The template as the local stack needs it: which function hears what, read from ``template.yaml`` itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from local.patterns import JsonObject, Pattern, compile_pattern

TEMPLATE = Path(__file__).parent.parent / "template.yaml"

FUNCTION, RULE = "AWS::Serverless::Function", "EventBridgeRule"


@dataclass(frozen=True, slots=True)
class Rule:
    """One function's rule on the table bus: ``function`` is its folder under ``functions/``."""

    function: str
    pattern: Pattern


class _CloudFormationLoader(yaml.SafeLoader):
    """YAML with the short forms of CloudFormation's functions: ``!Ref X`` is read as ``{"Ref": "X"}``."""


def _short_form(loader: yaml.SafeLoader, tag: str, node: yaml.Node) -> dict[str, object]:
    match node:
        case yaml.ScalarNode():
            value: object = loader.construct_scalar(node)
        case yaml.SequenceNode():
            value = loader.construct_sequence(node, deep=True)
        case yaml.MappingNode():
            value = loader.construct_mapping(node, deep=True)
        case _:
            raise yaml.constructor.ConstructorError(None, None, f"!{tag} is not readable", node.start_mark)
    return {tag if tag in ("Ref", "Condition") else f"Fn::{tag}": value}


_CloudFormationLoader.add_multi_constructor("!", _short_form)


class UnreadableTemplate(ValueError):
    """The template lacks something, or has another shape than the local stack can read."""


@cache
def load(path: Path = TEMPLATE) -> JsonObject:
    """The template as JSON values."""
    return _object(yaml.load(path.read_text(), _CloudFormationLoader), str(path))  # noqa: S506  # a SafeLoader


def functions(template: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """Every function: its folder under ``functions/``, and its properties."""
    for name, resource in _object(template.get("Resources"), "Resources").items():
        described = _object(resource, name)
        if described.get("Type") == FUNCTION:
            properties = _object(described.get("Properties"), f"{name}.Properties")
            yield str(properties.get("CodeUri")).strip("/").removeprefix("functions/"), properties


def rules(template: JsonObject) -> tuple[Rule, ...]:
    """Every rule on the table bus, in the template's order."""
    found: list[Rule] = []
    for function, properties in functions(template):
        for name, event in _object(properties.get("Events", {}), f"{function}: Events").items():
            described = _object(event, f"{function}: {name}")
            if described.get("Type") == RULE:
                wanted = _object(described.get("Properties"), f"{function}: {name}.Properties")
                pattern = _object(wanted.get("Pattern"), f"{function}: {name}.Pattern")
                found.append(Rule(function, compile_pattern(pattern)))
    return tuple(found)


def resource(template: JsonObject, name: str) -> JsonObject:
    """The properties of a resource."""
    described = _object(_object(template.get("Resources"), "Resources").get(name), name)
    return _object(described.get("Properties"), f"{name}.Properties")


def handler_of(properties: JsonObject) -> str:
    """A function's handler, its own or the template's for all."""
    return str(properties.get("Handler", _globals(load()).get("Handler")))


def environment(template: JsonObject, names: Mapping[str, str]) -> dict[str, str]:
    """The environment of the functions, theirs in common and each one's own; ``names`` are physical names.

    Raises:
        UnreadableTemplate: a value is neither text nor a ``!Ref`` to a parameter or a named resource.
    """
    variables = _variables(_globals(template), "Globals.Function")
    for function, properties in functions(template):
        variables |= _variables(properties, function)
    return {name: _resolved(template, value, names) for name, value in variables.items()}


def _variables(properties: JsonObject, where: str) -> JsonObject:
    environment = _object(properties.get("Environment", {}), f"{where}: Environment")
    return _object(environment.get("Variables", {}), f"{where}: Variables")


def stream_mapping(template: JsonObject, function: str) -> JsonObject:
    """How the table's stream reaches a function."""
    events = _object(dict(functions(template))[function].get("Events"), f"{function}: Events")
    for name, event in events.items():
        described = _object(event, f"{function}: {name}")
        if described.get("Type") == "DynamoDB":
            return _object(described.get("Properties"), f"{function}: {name}.Properties")
    raise UnreadableTemplate(f"no stream reaches {function}")


def _globals(template: JsonObject) -> JsonObject:
    return _object(_object(template.get("Globals"), "Globals").get("Function"), "Globals.Function")


def _resolved(template: JsonObject, value: object, names: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return value
    reference = value.get("Ref") if isinstance(value, dict) and set(value) == {"Ref"} else None
    if not isinstance(reference, str):
        raise UnreadableTemplate(f"{value!r} in the functions' environment is neither text nor a !Ref")
    if reference in names:
        return names[reference]
    parameter = _object(_object(template.get("Parameters"), "Parameters").get(reference), reference)
    return str(parameter.get("Default"))


def _object(value: object, where: str) -> JsonObject:
    if not isinstance(value, dict):
        raise UnreadableTemplate(f"{where} in the template is {value!r}, not an object")
    return value
