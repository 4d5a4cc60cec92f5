"""What each wager of a finished round is due, written from the rule text a second time and otherwise.

It looks at the whole finished round at once, knows nothing of events, facts or their order, and shares no
code with the rules.
"""

from tests.dealing import total
from tests.playing import Result
from tests.table_system import BoxState, TableSystem


def due(table: TableSystem) -> dict[str, Result]:
    """The standing result of every wager of the round, by its id."""
    found: dict[str, Result] = {}
    for entry in table.events:
        if entry["detail-type"] == "WagersPlaced":
            for wager in entry["detail"]["data"]["wagers"]:
                outcome, odds = _result(table, str(wager["kind"]), int(wager["box"]), int(wager["hand"]))
                found[str(wager["wager_id"])] = _money(int(wager["amount"]), outcome, odds)
    return found


def _money(stake: int, outcome: str, odds: str | None) -> Result:
    if odds is None:
        return outcome, None, 0, 0 if outcome == "lose" else stake
    paid, staked = (int(part) for part in odds.split("/"))
    won = stake * paid // staked
    return outcome, odds, won, stake + won


def _result(table: TableSystem, kind: str, box: int, hand: int) -> tuple[str, str | None]:
    state = table.boxes[box]
    match kind:
        case "super-sevens":
            return _super_sevens(state, at_the_split=table.rule_book == "nz-1996")
        case "perfect-pairs":
            return _perfect_pairs(state.dealt[0], state.dealt[1])
        case "insurance":
            dealer = table.dealers
            return ("win", "2/1") if len(dealer) == 2 and total(dealer) == 21 else ("lose", None)
        case _:
            return _against_dealer(state, hand, table.dealers, original=kind == "main")


def _super_sevens(state: BoxState, *, at_the_split: bool) -> tuple[str, str | None]:
    sevens = [card[0] == "7" for card in state.dealt]
    suits = [card[1] for card in state.dealt]
    if not sevens[0]:
        return "lose", None
    if not sevens[1]:
        return "win", "3/1"
    pair = "100/1" if suits[0] == suits[1] else "50/1"
    if state.split and at_the_split:
        return "win", pair
    if len(sevens) > 2 and sevens[2]:
        return "win", "5000/1" if len(set(suits[:3])) == 1 else "500/1"
    return "win", pair


def _perfect_pairs(first: str, second: str) -> tuple[str, str | None]:
    if first[0] != second[0]:
        return "lose", None
    if first[1] == second[1]:
        return "win", "30/1"
    red = [card[1] in "HD" for card in (first, second)]
    return "win", "10/1" if red[0] == red[1] else "5/1"


def _against_dealer(state: BoxState, hand: int, dealer: list[str], *, original: bool) -> tuple[str, str | None]:
    mine, theirs = total(state.hands[hand]), total(dealer)
    blackjack = not state.split and len(state.hands[hand]) == 2 and mine == 21
    dealers_blackjack = len(dealer) == 2 and theirs == 21
    if mine > 21:
        return "lose", None
    if dealers_blackjack:
        return ("stand-off", None) if blackjack or not original else ("lose", None)
    if blackjack:
        return "win", "3/2"
    if theirs > 21 or mine > theirs:
        return "win", "1/1"
    return ("stand-off", None) if mine == theirs else ("lose", None)
