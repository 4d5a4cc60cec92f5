"""Money both ways, for people: every wager as it stands and as a correction would leave it, and per player."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.events.parsing import Event
from croupier.ledger import Entry
from local.display import STYLES, noticed_line, where_text
from local.money import shown
from local.pit.preview import Change, Preview, Purse
from local.pit.words import fact_words


def signed(amount: int, currency: str) -> str:
    """``+NZ$1.00`` of what a player is given, ``-NZ$1.00`` of what is taken, ``NZ$0.00``."""
    return f"+{shown(amount, currency)}" if amount > 0 else shown(amount, currency)


def preview_tables(preview: Preview) -> RenderableType:
    """What is drafted, the money both ways, and what would be told beside it."""
    drafted = [Text(drafted_words(event)) for event in preview.events]
    notices = [noticed_line(notice.type, notice.because) for notice in preview.notices]
    kept = [Text(f"! {sentence}") for sentence in preview.kept]
    return Group(*drafted, both_ways(preview, "As corrected"), *notices, *kept)


def both_ways(preview: Preview, after: str) -> RenderableType:
    """The wagers of each round and what each player is given; ``after`` heads the column of what would be."""
    rounds: dict[str, list[Change]] = defaultdict(list)
    for change in preview.changes:
        rounds[str(change.round_id)].append(change)
    tables = [wagers(name, changes, after) for name, changes in rounds.items()]
    return Group(*tables, players(preview.per_player(), preview.moved())) if tables else Text("no wager")


def drafted_words(event: Event) -> str:
    """The correction in words; the authoriser is a stand-in where nobody has authorised it yet."""
    told = [fact_words(fact.content, event.seen.terms.currency) for fact in event.facts]
    return f"{event.round_id}: {'; '.join(told)}"


def wagers(round_name: str, changes: Sequence[Change], after: str) -> Table:
    """One row a wager; its kind and box stand under its name, money under the outcome, so that all of it fits."""
    table = Table(title=f"Round {round_name}", title_justify="left", header_style="bold", pad_edge=False)
    for name in ("Wager", "Player"):
        table.add_column(name, overflow="fold")
    for name in ("As it stands", after, "Difference"):
        table.add_column(name, overflow="fold", justify="right")
    for change in changes:
        wager = change.wager
        moves = "\n".join(signed(amount, change.currency) for amount in change.moves.values())
        table.add_row(
            f"{wager.wager_id}\n{wager.kind!s}, {where_text(wager.box, wager.hand)}",
            "\n".join(change.moves),
            _standing(change.before, change.currency),
            _standing(change.after, change.currency),
            Text(moves, style="bold" if any(change.moves.values()) else "dim"),
        )
    return table


def _standing(entry: Entry | None, currency: str) -> Text:
    if entry is None:
        return Text("open", style="dim")
    return Text.assemble(Text(entry.outcome, style=STYLES[entry.outcome]), f"\n{shown(entry.returned, currency)}")


def players(per_player: Mapping[Purse, int], moved: Mapping[str, int]) -> RenderableType:
    """What each player is given or gives back, and what changes hands in all."""
    table = Table(title="Per player", title_justify="left", header_style="bold", pad_edge=False)
    many = len({round_id for round_id, _, _ in per_player}) > 1
    if many:
        table.add_column("Round", overflow="fold")
    table.add_column("Player", overflow="fold")
    table.add_column("Difference", overflow="fold", justify="right")
    for (round_id, player, currency), amount in per_player.items():
        table.add_row(*([str(round_id)] if many else []), player, signed(amount, currency))
    return Group(table, Text("\n".join(in_all(per_player, moved)), style="bold"))


def in_all(per_player: Mapping[Purse, int], moved: Mapping[str, int]) -> Iterable[str]:
    """One line a currency: what changes hands, and what players are given less what they give back."""
    for currency, amount in moved.items():
        given = sum(held for (_, _, other), held in per_player.items() if other == currency)
        net = f"players in all {signed(given, currency)}, house {signed(-given, currency)}"
        yield f"{currency}: {shown(amount, currency)} change hands; {net}"
