"""The field types that the contract's shapes are made of."""

from abc import ABC, abstractmethod
from datetime import date, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from croupier.cards import Card
from croupier.facts import Content

LARGEST_AMOUNT = 10**12


class Shape(BaseModel):
    """A shape of the contract: exact types, unknown fields ignored, never changed once read."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")


class DataShape(Shape, ABC):
    """The ``data`` of an event: it answers with the facts it states, at their natural keys."""

    @abstractmethod
    def states(self, event_id: str, revision: int) -> list[Content]: ...


def _card(text: str) -> str:
    Card.parse(text)
    return text


def _instant(text: str) -> str:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("there is no such date and time") from None
    return text


def _day(text: str) -> str:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise ValueError("there is no such day") from None
    return text


Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
SchemaVersion = Annotated[str, StringConstraints(pattern=r"^1(\.[0-9]{1,9}){0,2}$")]
CurrencyCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Instant = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"),
    AfterValidator(_instant),
    Field(description="RFC 3339 in UTC with milliseconds"),
]
Day = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
    AfterValidator(_day),
    Field(description="a gaming day, by its date"),
]
CardText = Annotated[
    str,
    AfterValidator(_card),
    Field(json_schema_extra={"pattern": "^[A23456789TJQK][SHDC]$"}, description="rank, then suit"),
]
Amount = Annotated[int, Field(ge=1, le=LARGEST_AMOUNT, description="in the currency's minor unit (ISO 4217)")]
AmountOrNone = Annotated[
    int, Field(ge=0, le=LARGEST_AMOUNT, description="in the currency's minor unit; 0: no such stake")
]
Ordinal = Annotated[int, Field(ge=1, le=10**9)]
CardNumber = Annotated[int, Field(ge=1, le=1000, description="a card's place in its box or hand, from 1")]
BoxNumber = Annotated[int, Field(ge=1, le=999)]
HandNumber = Annotated[int, Field(ge=1, le=99)]
Revision = Annotated[int, Field(ge=0, le=10**9)]
Cards = Annotated[list[CardText], Field(max_length=52 * 8)]
Note = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
"""Free text: a reason, a cause, a clause, a name."""
