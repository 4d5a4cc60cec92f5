"""What a person sees: tables of settlements, and a round told card by card."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from croupier.cards import Card, Colour
from croupier.events.parsing import Event
from croupier.events.records import NoticeRecord, SettlementRecord
from croupier.facts import (
    BoxCard,
    Content,
    DealerCard,
    HandEnded,
    HandSplit,
    InitialDeal,
    Irregularity,
    RoundCompleted,
    RoundOpened,
)
from croupier.hands import Hand
from croupier.money import Odds
from croupier.rules import library
from croupier.wagers import Outcome, Wager
from local.edge import Edge, fraction_text, percent
from local.money import shown
from local.watching import OpenWager

PLAIN_WIDTH = 180
"""Columns where the output is no terminal, so that no sentence is cut."""

WIDE = 150
"""Columns from which a table with its sentences can be read."""

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
STYLES = {Outcome.WIN: "bold green", Outcome.LOSE: "red", Outcome.STAND_OFF: "yellow", Outcome.VOID: "magenta"}


def console() -> Console:
    """Standard output, wide enough where nobody sees its width."""
    # What events hold is shown as it is, never read as markup.
    output = Console(highlight=False, markup=False, emoji=False)
    return output if output.is_terminal else Console(highlight=False, markup=False, emoji=False, width=PLAIN_WIDTH)


def card_text(card: Card) -> Text:
    """A card as it lies on the table: ``7♥``, red where it is red."""
    rank = "10" if card.rank == "T" else str(card.rank)
    return Text(f"{rank}{SUITS[card.suit]}", style="bold red" if card.suit.colour is Colour.RED else "bold")


def cards_text(cards: Iterable[Card]) -> Text:
    return Text(" ").join(card_text(card) for card in cards)


def settlements(records: Iterable[SettlementRecord], width: int) -> RenderableType:
    """All entries: one a line, or where that does not fit one a paragraph."""
    if width < WIDE:
        return Group(Text("Settlement entries", style="bold"), *(_paragraph(record) for record in records))
    table = Table(title="Settlement entries", header_style="bold", pad_edge=False, expand=False)
    for name in ("Round", "Box", "Player", "Wager", "Outcome", "Odds"):
        table.add_column(name, no_wrap=True)
    for name in ("Stake", "Winnings", "Returned"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("Clause", no_wrap=True)
    table.add_column("Because", min_width=24)
    for record in records:
        table.add_row(
            record.round_id,
            str(record.box) if record.hand == 1 else f"{record.box}, hand {record.hand}",
            record.player,
            f"{record.kind} {record.wager_id}",
            outcome_text(record),
            "" if record.odds is None else Odds.parse(record.odds).words,
            shown(record.stake, record.currency),
            shown(record.winnings, record.currency),
            shown(record.returned, record.currency),
            clause_text(record),
            record.because,
        )
    return table


def _paragraph(record: SettlementRecord) -> Text:
    return Text.assemble(Text(f"round {record.round_id}\n", style="dim"), settled(record))


def where_text(box: int, hand: int) -> str:
    """``box 3``, or ``box 3, hand 2`` of a hand that came by a split."""
    return f"box {box}" if hand == 1 else f"box {box}, hand {hand}"


def outcome_text(record: SettlementRecord) -> Text:
    word = record.outcome if record.type == "settlement" else f"{record.outcome} reversed"
    return Text(word, style=STYLES[Outcome(record.outcome)])


def clause_text(record: SettlementRecord) -> str:
    """The clause, and how firmly it is held unless its text is."""
    if record.clause is None:
        return "none held"
    return record.clause if record.citation in (None, "text") else f"{record.clause} ({record.citation})"


def notices(records: Iterable[NoticeRecord], width: int) -> RenderableType:
    """All notices: one a line, or where that does not fit one a paragraph."""
    if width < WIDE:
        return Group(Text("Notices", style="bold"), *(noticed(record) for record in records))
    table = Table(title="Notices", header_style="bold", pad_edge=False, expand=False)
    for name in ("Notice", "Round", "Event", "Field"):
        table.add_column(name, no_wrap=True)
    table.add_column("Because", min_width=24)
    for record in records:
        round_id, event_id, field = record.round_id or "?", record.event_id or "?", record.field or ""
        table.add_row(Text(record.type, style="bold yellow"), round_id, event_id, field, record.because)
    return table


def open_wagers(wagers: Iterable[OpenWager]) -> Table:
    table = Table(title="Still open", header_style="bold", pad_edge=False, expand=False)
    for name in ("Round", "Wager", "Waiting for"):
        table.add_column(name)
    for wager in wagers:
        table.add_row(wager.round_id, wager.wager_id, wager.waiting_for)
    return table


def totals(records: Iterable[SettlementRecord]) -> Text:
    """What was staked, what is due back and what the house has won, by currency."""
    staked: dict[str, int] = defaultdict(int)
    due: dict[str, int] = defaultdict(int)
    for record in records:
        staked[record.currency] += record.stake
        due[record.currency] += record.returned
    lines = [
        f"{currency}: staked {shown(stake, currency)}, due to players {shown(due[currency], currency)}, "
        f"house win {shown(stake - due[currency], currency)}"
        for currency, stake in sorted(staked.items())
    ]
    return Text("\n".join(lines), style="bold")


def told(event: Event) -> RenderableType:
    """One event as somebody at the table would tell it."""
    if event.wagers:
        return _wagers(event.wagers, event.seen.terms.currency)
    contents = [fact.content for fact in event.facts]
    return Group(*(_fact(content, event) for content in contents))


def _wagers(wagers: Iterable[Wager], currency: str) -> Group:
    lines = [Text("wagers placed", style="bold cyan")]
    for wager in wagers:
        where = where_text(wager.box, wager.hand)
        lines.append(
            Text(f"    {where}: {wager.player} {wager.kind!s} {shown(wager.amount, currency)} ({wager.wager_id})")
        )
    return Group(*lines)


def _fact(content: Content, event: Event) -> RenderableType:
    match content:
        case RoundOpened():
            return _opened(content, event)
        case BoxCard():
            hand = f", hand {content.hand}" if content.split else ""
            return Text.assemble("card to box ", str(content.box), hand, ": ", card_text(content.card))
        case DealerCard():
            return Text.assemble("card to the dealer: ", card_text(content.card))
        case InitialDeal():
            return _initial_deal(content)
        case HandSplit():
            words = f"box {content.box} splits hand {content.hand}: hands {content.hand} and {content.new_hand}"
            return Text(words, style="bold cyan")
        case HandEnded():
            points = Hand(content.cards, content.split).points
            words = f"box {content.box}, hand {content.hand} ends ({content.reason}) at {points}: "
            return Text.assemble(words, cards_text(content.cards))
        case RoundCompleted():
            points = Hand(content.dealer).points
            return Text.assemble(
                Text("round completed: ", style="bold cyan"),
                f"the dealer has {points}: ",
                cards_text(content.dealer),
            )
        case Irregularity():
            return Text(f"irregularity ({content.clause}): {content.cause}", style="yellow")
        case _:
            return Text(f"supervisor: {content.place}, recorded", style="bold magenta")


def _opened(content: RoundOpened, event: Event) -> Panel:
    book = library.shelf()[event.seen.terms.rule_book]
    offered = " and ".join(content.side_wagers) or "no side wagers"
    words = f"{book.title} ({book.id})\n{content.decks} decks, {offered}; gaming day {event.round_gaming_day}"
    return Panel(words, title=f"Round {event.round_id}", expand=False)


def _initial_deal(content: InitialDeal) -> Text:
    boxes = [Text.assemble(f"box {number} ", cards_text(cards)) for number, cards in content.boxes]
    dealer = Text.assemble("dealer ", cards_text(content.dealer))
    return Text.assemble(Text("initial deal completed: ", style="bold cyan"), Text(", ").join([*boxes, dealer]))


def settled(record: SettlementRecord) -> Text:
    """One settlement in the flow of a round: outcome, odds, money, clause and sentence."""
    odds = "" if record.odds is None else f" at {Odds.parse(record.odds).words}"
    money = f"stake {shown(record.stake, record.currency)}, due {shown(record.returned, record.currency)}"
    return Text.assemble(
        f"    ▶ {record.player}'s {record.kind} on {where_text(record.box, record.hand)} ({record.wager_id}): ",
        outcome_text(record),
        f"{odds}; {money}; clause {clause_text(record)}\n      because {record.because}",
    )


def noticed(record: NoticeRecord) -> Text:
    """One notice in the flow of a round."""
    return noticed_line(record.type, record.because, indent=4)


def noticed_line(type: str, because: str, indent: int = 0) -> Text:
    """A notice's name and sentence."""
    return Text.assemble(f"{' ' * indent}! ", Text(type, style="bold yellow"), f": {because}")


def edge_table(edge: Edge) -> Group:
    """A side wager's combinations as published tables show them, and what they come to."""
    table = Table(title=f"{edge.wager} under {edge.book}, {edge.decks} decks", header_style="bold", pad_edge=False)
    table.add_column("Outcome")
    for name in ("Pays", "Combinations", "Probability"):
        table.add_column(name, justify="right")
    total = sum(edge.combinations.values())
    for name, count in edge.combinations.items():
        table.add_row(name, edge.pays[name], f"{count:,}", f"{percent(Fraction(count, total), 6)} %")
    table.add_row("all", "", f"{total:,}", "100.000000 %", style="bold")
    returned = f"return      {fraction_text(edge.returned)} of the stake, {percent(edge.returned)} %"
    kept = f"house edge  {fraction_text(edge.edge)}, {percent(edge.edge)} %"
    return Group(table, Text(f"{returned}\n{kept}", style="bold"))
