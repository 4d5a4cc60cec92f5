"""``au-2``: ``au-1`` with 14.7 to 14.9 Perfect Pairs and 17 shuffling-device malfunction."""

from dataclasses import replace

from croupier.rules.book import Provision, text
from croupier.rules.books import au_1

BOOK = replace(
    au_1.BOOK,
    id="au-2",
    title="Australian numbered rules: Super Sevens and Perfect Pairs",
    source="numbered rules 12 to 17; the text does not name its jurisdiction",
    clauses={
        **au_1.BOOK.clauses,
        # 14 Perfect Pairs
        Provision.MIXED_PAIR: text("14.8.1", "5/1"),
        Provision.COLOURED_PAIR: text("14.8.2", "10/1"),
        Provision.PERFECT_PAIR: text("14.8.3", "30/1"),
        Provision.NO_PAIR: text("14.9"),
        # 17 Shuffling device malfunction
        Provision.DEVICE_DISADVANTAGES: text("17.4"),
        Provision.DEVICE_NOT_REPLACED: text("17.5"),
    },
)
