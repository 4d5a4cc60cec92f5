"""``croupier history``: what happened to a wager or a round, for the player who asks and whoever answers."""

import json
from collections.abc import Iterator

import click
from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from croupier.events.records import entry_id
from croupier.ledger import Entry, EntryType, WagerRecord
from croupier.money import Odds
from croupier.stores.port import Store
from local import display
from local.display import STYLES, noticed_line, where_text
from local.money import shown
from local.pit.account import Act, History, as_json, history
from local.pit.money_tables import signed
from local.pit.record import WagerOrRound, WagerOrRoundName, read, reads_the_record
from local.pit.words import fact_words, wager_words


@click.command("history")
@click.argument("name", metavar="WAGER_OR_ROUND", type=WagerOrRoundName())
@click.option("--json", "as_lines", is_flag=True, help="One JSON object a line, and nothing else.")
@reads_the_record
def history_command(record: Store, name: WagerOrRound, as_lines: bool) -> None:
    """Tell everything that happened to a wager or a round, in order.

    WAGER_OR_ROUND is SITE/TABLE/ROUND, or SITE/TABLE/ROUND/WAGER, or an entry's id. Every fact stands under its
    event, with the entries and notices that came of it; under a correction stands what it moved. Of a wager only
    what concerns it is told: its box, the dealer, the round, its own corrections.
    """
    found = history(read(record, name.round_id), name.wager_id)
    if as_lines:
        for line in as_json(found):
            click.echo(json.dumps(line))
        return
    display.console().print(tree(found))


def tree(found: History) -> Tree:
    """One branch an event, in order; identifiers are never cut, long sentences run on to the next line."""
    told = found.told
    name = str(told.round_id) if found.wager_id is None else f"{told.round_id}/{found.wager_id}"
    what = "Round" if found.wager_id is None else "Wager"
    terms = f"{told.terms.rule_book}, {told.terms.currency}, gaming day {told.gaming_day}"
    root = Tree(Text(f"{what} {name}\n{terms}", style="bold", overflow="fold"), guide_style="dim")
    for act in found.acts:
        branch = root.add(_heading(act))
        for leaf in _leaves(act):
            branch.add(leaf)
    for conflict in found.conflicts:
        branch = root.add(Text(f"in conflict: {conflict.place}", style="bold yellow", overflow="fold"))
        for text, source in conflict.versions:
            branch.add(Text(f"{text} (event {source.seen.event_id})", overflow="fold"))
    return root


def _heading(act: Act) -> Text:
    number = "" if act.sequence is None else f", {act.sequence}"
    who = "" if act.by == "table" else f" {act.by}"
    event = "no event named" if act.event_id is None else act.event_id
    style = "bold magenta" if act.is_correction else "bold"
    at = Text(act.occurred_at or "no time named", style="dim")
    return Text.assemble(at, " ", Text(f"{event}{number}", style=style), who, overflow="fold")


def _leaves(act: Act) -> Iterator[RenderableType]:
    for placement in act.placements:
        wager = placement.wager
        yield Text(
            f"wager {wager.wager_id} placed: {wager_words(wager, placement.seen.terms.currency)}", overflow="fold"
        )
    for fact in act.facts:
        yield Text(fact_words(fact.content, fact.seen.terms.currency), overflow="fold")
    for record, entry in act.entries:
        yield _entry(record, entry)
    if act.is_correction:
        yield _moved(act)
    for notice in act.notices:
        yield noticed_line(notice.type, notice.because)


def _entry(record: WagerRecord, entry: Entry) -> Text:
    """An entry whole: its id, figures, clause, why, and who authorised it."""
    wager, currency, why = entry.wager, record.placement.seen.terms.currency, entry.provenance
    odds = "" if entry.odds is None else f" at {Odds.parse(str(entry.odds)).words}"
    undoes = "" if entry.reverses is None else f" of #{entry.reverses}"
    clause = entry.clause or "none held"
    style = "bold" if entry.type is EntryType.SETTLEMENT else "dim"
    lines = Text.assemble(
        Text(f"▶ {entry_id(record.round_id, wager.wager_id, entry.number)} {entry.type}{undoes}: ", style=style),
        Text(entry.outcome, style=STYLES[entry.outcome]),
        f"{odds}\n  {wager.player}'s {wager.kind!s} on {where_text(wager.box, wager.hand)}: "
        f"stake {shown(entry.stake, currency)}, returned {shown(entry.returned, currency)}; clause {clause}; "
        f"gaming day {why.gaming_day}\n  because {entry.because}",
        overflow="fold",
    )
    if why.authorised_by is not None:
        second = "" if why.second is None else f" and {why.second}"
        lines.append(f"\n  authorised by {why.authorised_by}{second}: {why.reason}")
    return lines


def _moved(act: Act) -> Text:
    """What a correction gave and took, wager by wager."""
    moved = [
        f"{player} {signed(amount, currency)} ({wager_id})"
        for (wager_id, player, currency), amount in sorted(act.moved().items())
    ]
    return Text(f"= {', '.join(moved) or 'no entry: nothing moved'}", style="bold", overflow="fold")
