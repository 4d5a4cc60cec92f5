"""The sites' files, checked and put where they are used: the layer's ``sites.json`` and the bus policy.

``python -m local.sites`` (``make sites``) writes both anew; a test fails when they are stale.
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from croupier.rules import library
from local.template import TEMPLATE

ROOT = TEMPLATE.parent
SITES = ROOT / "sites"
JSON = ROOT / "shared" / "croupier" / "sites.json"
BEGIN, END = "  # Written by make sites, from sites/*.yaml.", "  # End of what make sites writes."

Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
Role = Annotated[str, StringConstraints(pattern=r"^arn:aws[a-z-]*:iam::[0-9]{12}:role/[\w+=,.@/-]+$")]


class UnusableSite(ValueError):
    """A site's file that cannot be used: which, and what is wrong with it."""


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ValueError("there is no such time zone") from error
    return name


def _book(name: str) -> str:
    if library.find(name) is None:
        raise ValueError(f"there is no such rule book; there are {', '.join(library.shelf())}")
    return name


def _instant(text: str) -> str:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("it names no time zone: end it with an offset like +13:00")
    return text


Instant = Annotated[str, AfterValidator(_instant)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BookInForce(_Strict):
    """From when, and until when, rounds may be opened under a rule book."""

    book: Annotated[str, AfterValidator(_book)]
    since: Instant = Field(alias="from")
    until: Instant | None = None


class SiteFile(_Strict):
    """``sites/<site>.yaml``."""

    site: Identifier
    time_zone: Annotated[str, AfterValidator(_zone)]
    tables: Annotated[list[Identifier], Field(min_length=1)]
    rule_books: Annotated[list[BookInForce], Field(min_length=1)]
    large_win: Annotated[int, Field(ge=0, le=10**12)]
    table_systems: Role
    supervisors: Role


def read_sites(folder: Path = SITES) -> Mapping[str, SiteFile]:
    """Every site's file, by the site's id, in order.

    Raises:
        UnusableSite: a file is not YAML, lacks a field, has one too many or a wrong one, or is named otherwise.
    """
    found = {path.stem: _read(path) for path in sorted(folder.glob("*.yaml"))}
    for name, site in found.items():
        if site.site != name:
            raise UnusableSite(f"{name}.yaml: site is {site.site!r}, and the file is named after its site")
    return found


def _read(path: Path) -> SiteFile:
    try:
        return SiteFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except yaml.YAMLError as error:
        raise UnusableSite(f"{path.name} is not YAML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UnusableSite(f"{path.name}: {field} is {first['input']!r}: {first['msg']}") from error


def as_json(found: Mapping[str, SiteFile]) -> str:
    """What the functions read: without the roles, which are the bus's business."""
    told = {
        name: site.model_dump(by_alias=True, exclude={"site", "table_systems", "supervisors"}, exclude_none=True)
        for name, site in found.items()
    }
    return json.dumps(told, indent=2, sort_keys=True) + "\n"


def policies(found: Mapping[str, SiteFile]) -> Iterator[str]:
    """The bus policy's statements as resources: each source is denied to everyone but its role."""
    sources = {}
    for name, site in found.items():
        sources[f"blackjack.table.{name}"] = site.table_systems
        sources[f"blackjack.supervisor.{name}"] = site.supervisors
    for source, role in sources.items():
        condition = f"StringEquals: {{ events:source: {source} }}, ArnNotEquals: {{ aws:PrincipalArn: {role!r} }}"
        yield _policy(f"Only{_words(source)}", f"only-{source.replace('.', '-')}", condition)
    known = ", ".join(sources)
    yield _policy("OnlyKnownSources", "only-known-sources", f"StringNotEquals: {{ events:source: [{known}] }}")


def _policy(name: str, statement: str, condition: str) -> str:
    return f"""\
  {name}:
    Type: AWS::Events::EventBusPolicy
    Condition: IsOnAws
    Properties:
      EventBusName: !Ref TableBus
      StatementId: {statement}
      Statement:
        Effect: Deny
        Principal: "*"
        Action: events:PutEvents
        Resource: !GetAtt TableBus.Arn
        Condition: {{ {condition} }}
"""


def _words(text: str) -> str:
    return "".join(part.capitalize() for part in re.split(r"[^A-Za-z0-9]", text))


def with_policies(template: str, found: Mapping[str, SiteFile]) -> str:
    """The template's text with the bus policy of these sites."""
    head, _, rest = template.partition(f"{BEGIN}\n")
    _, end, tail = rest.partition(f"{END}\n")
    if not end:
        raise UnusableSite(f"template.yaml has no place for the bus policy: {BEGIN.strip()!r} to {END.strip()!r}")
    return f"{head}{BEGIN}\n" + "\n".join(policies(found)) + f"{END}\n{tail}"


def main() -> None:
    """Write what is made of the sites' files."""
    found = read_sites()
    JSON.write_text(as_json(found), encoding="utf-8")
    TEMPLATE.write_text(with_policies(TEMPLATE.read_text(encoding="utf-8"), found), encoding="utf-8")


if __name__ == "__main__":
    main()
