"""Facts, placements, entries and notices as text, and back: what an adapter writes into an item.

Canonical JSON: the same value is the same text, for ever, so that a text's digest names its content.
"""

import json
from fractions import Fraction
from hashlib import sha256
from typing import TypeVar, get_args

from cattrs import Converter

from croupier.cards import Card
from croupier.facts import Content
from croupier.money import Odds
from croupier.wagers import Kind, UnknownKind, kind_named

T = TypeVar("T")

CONTENTS: dict[str, type[Content]] = {kind.__name__: kind for kind in get_args(Content)}
"""Every sort of fact by its name."""


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    for kind in (Card, Odds, Fraction, UnknownKind):
        converter.register_unstructure_hook(kind, str)
    converter.register_structure_hook(Card, lambda text, _: Card.parse(text))
    converter.register_structure_hook(Odds, lambda text, _: Odds.parse(text))
    converter.register_structure_hook(Fraction, lambda text, _: Fraction(text))
    converter.register_structure_hook(Kind | UnknownKind, lambda text, _: kind_named(text))
    return converter


_CONVERTER = _converter()


def encode(value: object) -> str:
    """The value as canonical JSON."""
    return json.dumps(_CONVERTER.unstructure(value), sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def decode(text: str, kind: type[T]) -> T:
    """The value of a kind that ``text`` is the canonical JSON of."""
    return _CONVERTER.structure(json.loads(text), kind)


def digest(*texts: str) -> str:
    """A name for the texts: the first 24 hex digits of their SHA-256."""
    return sha256("\n".join(texts).encode()).hexdigest()[:24]
