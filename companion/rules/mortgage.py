"""Mortgages: taken, paid off, and what a mortgaged deed costs the player who receives it."""

from collections.abc import Iterator

from companion.rules.building import require_owner
from companion.rules.commands import KeepMortgage, Legal, Mortgage, Redeem
from companion.rules.debt import charge
from companion.rules.deeds import Deed
from companion.rules.editions import MortgageNeeds
from companion.rules.events import Decision, DeedMortgaged, InterestAnswered, MortgageLifted, Paid, StepOpened
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.pending_steps import Auction, Interest, Placing
from companion.rules.phrases import has_too_little
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.rules.turn_checks import (
    from_jail,
    is_opening,
    open_of_kind,
    open_steps,
    require_may_act,
    require_may_raise,
    require_no_debt,
    whats_open,
    who_may_raise_cash,
)
from companion.rules.worth import rounded, tenth


def decide_mortgage(decision: Decision, command: Mortgage) -> None:
    game = decision.game
    deed = game.board.deeds[command.deed]
    require_may_raise(game, command.player, ("MORT-5",))
    require_owner(game, command.player, deed, ("MORT-1", "MORT-4"))
    if _has_buildings(game, deed):
        raise Refusal(Code.GROUP_HAS_BUILDINGS, "MORT-1", f"First sell the buildings on {deed.name}'s group.")
    if game.titles[deed.id].mortgaged:
        raise Refusal(Code.ALREADY_MORTGAGED, ("MORT-2", "MORT-1"), f"{deed.name} is mortgaged already.")
    mortgage(decision, deed, ("MORT-2", "MORT-1", "MORT-5", *from_jail(game, command.player)))


def _has_buildings(game: Game, deed: Deed) -> bool:
    """Those that stand in the way of a mortgage.  [MORT-1]"""
    lots = deed.sisters if game.rules.mortgage_needs is MortgageNeeds.BARE_GROUP else (deed.id,)
    return game.has_buildings(lots)


def mortgage(decision: Decision, deed: Deed, clauses: tuple[str, ...]) -> None:
    owner = decision.game.titles[deed.id].owner
    decision.emit(DeedMortgaged(clauses, deed.id))
    decision.emit(Paid(clauses, BANK, owner, deed.mortgage_value, Reason("mortgage", deed.id)))


def decide_redeem(decision: Decision, command: Redeem) -> None:
    game, player = decision.game, command.player
    deed = game.board.deeds[command.deed]
    interest = interest_on(game, player, deed.id)
    if interest is None:
        require_may_act(game, player, ("MORT-3",))
        require_owner(game, player, deed, ("MORT-4", "MORT-3"))
    else:
        require_no_debt(game, player, interest.clauses)
    if not game.titles[deed.id].mortgaged:
        raise Refusal(Code.NOT_MORTGAGED, "MORT-3", f"{deed.name} is not mortgaged.")
    cash, value, fee = game.players[player].cash, deed.mortgage_value, tenth(deed.mortgage_value)
    clauses = (*(interest.clauses if interest else ()), "MORT-3", *rounded(value), *from_jail(game, player))
    if cash < value + fee:
        has = f"{game.name(player)} {has_too_little(game, cash, value + fee)}"
        raise Refusal(Code.NO_CASH, clauses, f"Paying off {deed.name} costs {game.money(value + fee)} and {has}")
    decision.emit(Paid(clauses, player, BANK, value + fee, Reason("mortgage-paid-off", deed.id, sums=(value, fee))))
    decision.emit(MortgageLifted(clauses, deed.id))
    if interest is not None:
        decision.emit(InterestAnswered(clauses, player, deed.id))


def interest_on(game: Game, player: PlayerId, deed: DeedId) -> Interest | None:
    """The open question whether this player keeps or pays off this deed's mortgage.  [DEAL-4, BANKRUPT-2]"""
    for step in open_steps(game):
        if isinstance(step, Interest) and (player, deed) in step.owed:
            return step
    return None


def ask_interest(decision: Decision, received: tuple[tuple[PlayerId, DeedId], ...], clauses: tuple[str, ...]) -> None:
    """New owners of mortgaged deeds now keep or pay off each mortgage."""
    titles = decision.game.titles
    owed = tuple((player, deed) for player, deed in received if titles[deed].mortgaged)
    if owed:
        decision.emit(StepOpened(clauses, Interest(owed, clauses)))


def decide_keep(decision: Decision, command: KeepMortgage) -> None:
    game = decision.game
    deed = game.board.deeds[command.deed]
    interest = interest_on(game, command.player, deed.id)
    if interest is None:
        raise Refusal(Code.WRONG_MOMENT, ("DEAL-4", "BANKRUPT-2"), f"Not now: {whats_open(game)}.")
    require_no_debt(game, command.player, interest.clauses)
    value = deed.mortgage_value
    clauses = (*interest.clauses, *rounded(value))
    decision.emit(InterestAnswered(clauses, command.player, deed.id))
    why = Reason("mortgage-kept", deed.id, sums=(value,))
    charge(decision, command.player, BANK, tenth(value), clauses, why)


def candidates(game: Game) -> Iterator[Legal]:
    for interest in open_of_kind(game, Interest):
        yield from (Legal(KeepMortgage(player, deed)) for player, deed in interest.owed)
    may_raise, may_act = who_may_raise_cash(game), not game.pending and not is_opening(game)
    # The lot of a building that was bid for or won must stay clear.
    is_sure = not any(isinstance(step, Auction | Placing) and step.building for step in game.pending)
    for deed, title in zip(game.board.deeds, game.titles, strict=True):
        if title.owner == BANK:
            continue
        if title.mortgaged:
            price = deed.mortgage_value + tenth(deed.mortgage_value)
            if game.players[title.owner].cash >= price:
                yield Legal(Redeem(title.owner, deed.id), is_sure=may_act, change=-price)
        elif title.owner in may_raise and not _has_buildings(game, deed):
            yield Legal(Mortgage(title.owner, deed.id), is_sure=is_sure, change=deed.mortgage_value)
