"""Debts, bankruptcies, the end of the game, and what only the Banker does."""

from companion.rules.commands import (
    CallTime,
    CorrectCash,
    CorrectDeed,
    CorrectJailCards,
    CorrectPlace,
    EndGame,
    GoBankrupt,
    MoveMoney,
    RetirePlayer,
    SetCash,
    SetHouseRule,
    Settle,
)
from companion.rules.pending_steps import Auction, AuctionsDue, Debt, Interest, TurnEnds
from companion.rules.state import Game
from tests.oracle.case import Case, nothing
from tests.oracle.facts import closed, money
from tests.oracle.goods import half_worth, take_down
from tests.oracle.sums import (
    book_of,
    could_raise,
    holdings,
    is_short,
    mortgage_value,
    others,
    richest,
)
from tests.oracle.tables import BANK, JAIL, POT

# Debts


def settle(case: Case, command: Settle) -> None:
    """In order, as far as the cash goes; at least the first.  [DEBT-1, DEBT-3]"""
    cash = case.game.players[command.player].cash
    for debt in debts_of(case.game, command.player):
        cash -= debt.amount
        if cash < 0:
            break
        case.expect(closed(debt))
        case.expect(money(debt.debtor, debt.creditor, debt.amount, debt.clauses[0]))


def debts_of(game: Game, player: int) -> list[Debt]:
    return [step for step in game.pending if isinstance(step, Debt) and step.debtor == player]


# Bankruptcy


def go_bankrupt(case: Case, command: GoBankrupt) -> None:
    """DEBT-2, BANKRUPT-1 to BANKRUPT-5."""
    debt = debts_of(case.game, command.player)[0]
    case.require(could_raise(case.game, command.player) < debt.amount, "DEBT-2: the debt can be met")
    _wind_up(case, debt)


def _wind_up(case: Case, debt: Debt) -> None:
    ends = _ends_the_game(case.game, debt.debtor)
    if debt.creditor >= 0:
        _pass_to_player(case, debt.debtor, debt.creditor, ends)
    else:
        _pass_to_bank(case, debt.debtor, ends)
    _leave(case, debt.debtor, max(debt.creditor, BANK), bankrupt=True, ends=ends)


def _ends_the_game(game: Game, player: int) -> bool:
    """WIN-1, SHORT-5."""
    short, so_far = book_of(game).short, sum(someone.bankrupt for someone in game.players)
    return len(others(game, player)) == 1 or bool(is_short(game) and short and so_far + 1 == short.ends_at)


def _buildings_stand(game: Game) -> bool:
    """The second bankrupt's, in one book's short game.  [SHORT-5]"""
    short, so_far = book_of(game).short, sum(player.bankrupt for player in game.players)
    return bool(is_short(game) and short and short.last_buildings_stand and so_far + 1 == short.ends_at)


def _sell_up(case: Case, player: int) -> int:
    """Each lot's buildings at half."""
    built = tuple(lot for lot, title in holdings(case.game, player) if title.buildings)
    take_down(case, built)
    for lot in built:
        case.expect(money(BANK, player, half_worth(case.game, lot), "BANKRUPT-1"))
    return sum(half_worth(case.game, lot) for lot in built)


def _mortgage_first(case: Case, player: int) -> int:
    """BANKRUPT-1: in one book every clear deed is mortgaged for the creditor's cash."""
    if not book_of(case.game).mortgaged_before_passing:
        return 0
    clear = [lot for lot, title in holdings(case.game, player) if not title.mortgaged]
    for lot in clear:
        case.expect(("DeedMortgaged", lot))
        case.expect(money(BANK, player, mortgage_value(case.game, lot), "BANKRUPT-1"))
    return sum(mortgage_value(case.game, lot) for lot in clear)


def _pass_to_player(case: Case, player: int, creditor: int, ends: bool) -> None:
    """BANKRUPT-1, BANKRUPT-2."""
    raised = (0 if _buildings_stand(case.game) else _sell_up(case, player)) + _mortgage_first(case, player)
    cash = case.game.players[player].cash + raised
    if cash:
        case.expect(money(player, creditor, cash, "BANKRUPT-1"))
    for lot, _ in holdings(case.game, player):
        case.expect(("DeedConveyed", lot, creditor))
    for card in case.game.players[player].jail_cards:
        case.expect(("JailCardMoved", card, player, creditor))
    all_mortgaged = book_of(case.game).mortgaged_before_passing
    mortgaged = (lot for lot, title in holdings(case.game, player) if title.mortgaged or all_mortgaged)
    owed = frozenset((creditor, lot) for lot in mortgaged)
    if owed and not ends:
        case.expect(("interest", owed, "BANKRUPT-2"))


def _pass_to_bank(case: Case, player: int, ends: bool) -> None:
    """BANKRUPT-3 to BANKRUPT-5."""
    lots = _hand_in(case, player, "BANKRUPT-3", stand=_buildings_stand(case.game))
    if lots and case.game.rules.auctions and not ends:
        waiting = [step for step in case.game.pending if isinstance(step, AuctionsDue)]
        for others_deeds in waiting:
            case.expect(closed(others_deeds))
        case.expect_step(AuctionsDue(tuple(sorted((*lots, *(lot for due in waiting for lot in due.deeds))))))


def _hand_in(case: Case, player: int, clause: str, *, stand: bool = False) -> tuple[int, ...]:
    """Cash, deeds clear of mortgages, jail cards; buildings without payment."""
    lots = list(holdings(case.game, player))
    if case.game.players[player].cash:
        case.expect(money(player, BANK, case.game.players[player].cash, clause))
    for lot, title in lots:
        case.expect(("DeedConveyed", lot, BANK))
        if title.mortgaged:
            case.expect(("MortgageLifted", lot))
    for card in case.game.players[player].jail_cards:
        case.expect(("JailCardMoved", card, player, BANK))
    if not stand:
        take_down(case, tuple(lot for lot, _ in lots))
    return tuple(lot for lot, _ in lots)


def _leave(case: Case, player: int, heir: int, *, bankrupt: bool, ends: bool) -> None:
    """Out of the game with all that was open; the turn ends; perhaps the game.  [SHORT-5, SHORT-7, WIN-1]"""
    for step in case.game.pending:
        if isinstance(step, Interest):
            for lot in [lot for owner, lot in step.owed if owner == player]:
                case.expect(("InterestAnswered", player, lot))
        elif isinstance(step, Auction):
            case.expect(("BidPassed", player))
        elif isinstance(step, Debt) and step.creditor == player:  # passes on; nobody owes anything to themselves
            case.expect(closed(step))
            if step.debtor != heir:
                case.expect(money(step.debtor, heir, step.amount, step.clauses[0]))
        elif not isinstance(step, TurnEnds) and player in (
            getattr(step, "player", None),
            getattr(step, "debtor", None),
        ):
            case.expect(closed(step))
    if case.game.turn == player and TurnEnds(player) not in case.game.pending:
        case.expect_step(TurnEnds(player))
    case.expect(("PlayerLeft", player, bankrupt), _end if ends else nothing)


def _end(case: Case) -> None:
    case.expect(("GameEnded", richest(case.game)))


# The Banker


def retire(case: Case, command: RetirePlayer) -> None:
    """LEAVE-1."""
    player = command.player
    if owed := debts_of(case.game, player):
        _wind_up(case, owed[0])
        return
    _hand_in(case, player, "LEAVE-1")
    _leave(case, player, BANK, bankrupt=False, ends=len(others(case.game, player)) == 1)


def end_game(case: Case, _: EndGame | CallTime) -> None:
    """END-1, TIMED-1."""
    _end(case)


def correct_cash(case: Case, command: CorrectCash) -> None:
    giver, taker = (BANK, command.player) if command.by > 0 else (command.player, BANK)
    case.expect(money(giver, taker, abs(command.by), "CORRECT-1"))


def set_cash(case: Case, command: SetCash) -> None:
    """CORRECT-2."""
    case.require(command.cash >= 0, "CORRECT-2: below zero")
    more = command.cash - case.game.players[command.player].cash
    giver, taker = (BANK, command.player) if more > 0 else (command.player, BANK)
    case.expect(money(giver, taker, abs(more), "CORRECT-2"))


def move_money(case: Case, command: MoveMoney) -> None:
    """CORRECT-2."""
    accounts = (command.giver, command.receiver)
    case.require(POT not in accounts or case.game.rules.pot is not None, "CORRECT-2: no pot")
    case.require(command.giver != POT or case.game.pot >= command.amount, "CORRECT-2: below zero")
    case.require(len(set(accounts)) == 2 and command.amount > 0, "CORRECT-2: nothing moves")
    case.expect(money(*accounts, command.amount, "CORRECT-2"))


def correct_jail_cards(case: Case, command: CorrectJailCards) -> None:
    """CORRECT-1: what is not said stays with the player, then Chance comes before Community Chest."""
    game, player = case.game, command.player
    held = list(game.players[player].jail_cards)
    elsewhere = [card for seat, one in enumerate(game.players) if seat != player for card in one.jail_cards]
    box = ["key"] * book_of(game).keys or ["chance", "chest"]
    for card in elsewhere:
        box.remove(card)
    if command.deck:
        wanted = [command.deck]
    else:
        keeps = held[: command.count]
        wanted = keeps + [card for card in box if card == "key" or card not in keeps][: command.count - len(keeps)]
    case.require(len(wanted) == command.count <= len(box), "CORRECT-1: more than there are")
    for card in set(box):
        for _ in range(held.count(card) - wanted.count(card)):
            case.expect(("JailCardMoved", card, player, BANK))
        for _ in range(wanted.count(card) - held.count(card)):
            case.expect(("JailCardMoved", card, BANK, player))


def correct_place(case: Case, command: CorrectPlace) -> None:
    player, now = command.player, case.game.players[command.player]
    to = JAIL if command.in_jail else command.space
    if now.jail is not None:
        case.expect(("JailLeft", player))
    case.expect(("moved", player, to, False))
    if command.in_jail:
        case.expect(("JailEntered", player))


def correct_deed(case: Case, command: CorrectDeed) -> None:
    title, lot = case.game.titles[command.deed], command.deed
    if command.owner is not None and command.owner != title.owner:
        case.expect(("DeedConveyed", lot, command.owner))
    if command.mortgaged is not None and command.mortgaged != title.mortgaged:
        case.expect(("DeedMortgaged" if command.mortgaged else "MortgageLifted", lot))
    if command.buildings is not None and command.buildings != title.buildings:
        more = command.buildings > title.buildings
        case.expect(("Built" if more else "BuildingsRemoved", lot, command.buildings))


def set_house_rule(case: Case, command: SetHouseRule) -> None:
    """HOUSE-1: a new pot is filled, one that is given up goes to the Bank."""
    case.expect(("HouseRuleSet", command.name, command.value))
    if command.name != "free-parking-pot":
        return
    amount = int(command.value) if not isinstance(command.value, bool) else 0
    if command.value is False and case.game.pot:
        case.expect(money(POT, BANK, case.game.pot, "HOUSE-1"))
    elif command.value is not False and case.game.rules.pot is None and amount:
        case.expect(money(BANK, POT, amount, "HOUSE-1"))
