"""Money for people: minor units shown in the currency's own way (ISO 4217, Unicode CLDR)."""

from decimal import Decimal

from babel.numbers import format_currency, get_currency_precision


def shown(amount: int, currency: str) -> str:
    """``12345, "NZD"`` as ``NZ$123.45``; an unknown currency with its code."""
    whole = Decimal(amount).scaleb(-get_currency_precision(currency))
    return format_currency(whole, currency, locale="en")
