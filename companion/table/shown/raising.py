"""What only cash is missing for: a debt, the deed on offer, the next bid, a building. And how much could be raised."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.play.prompts import owed, short_words
from companion.play.words import label
from companion.rules import Refusal, unfold
from companion.rules.auction import bidders, least_bid
from companion.rules.building import building_named, next_level
from companion.rules.catalogue import menu_of
from companion.rules.commands import AcceptDeal, AnyCommand, Bid, Build, BuyDeed, Command, PayFine, Redeem, Settle
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK, PlayerId
from companion.rules.pending_steps import Auction, Buying, Debt
from companion.rules.phrases import money
from companion.rules.refusal import Code
from companion.rules.state import Game
from companion.rules.turn_checks import open_matters
from companion.rules.worth import could_raise, tenth
from companion.table.messages import MoveView, RaiseView
from companion.table.shown.moves import act_of

_FOR_CASH = (Code.NO_CASH, Code.BID_OVER_CASH)


def raising(game: Game) -> tuple[RaiseView, ...]:
    """What the table waits for comes first."""
    if game.over:
        return ()
    asked = (_raise_view(game, command, is_asked=True) for command in _asked(game) if _waits_for_cash(game, command))
    wanted = (_raise_view(game, command) for command in _wanted(game) if _waits_for_cash(game, command))
    return (*asked, *(one for one in wanted if one.move.short_by <= one.can_raise))


def _asked(game: Game) -> Iterator[AnyCommand]:
    for matter in open_matters(game):
        match matter:
            case Debt(debtor) if game.debt_of(debtor) == matter:
                yield Settle(debtor)
            case Buying(player):
                yield BuyDeed(player)
    if game.offer is not None:
        yield AcceptDeal(game.offer.to)


def _wanted(game: Game) -> Iterator[AnyCommand]:
    """What a player might like to do with more cash, and could raise it for."""
    for matter in open_matters(game):
        if isinstance(matter, Auction):
            others = (seat for seat in bidders(game, matter) if seat != matter.bidder)
            yield from (Bid(seat, least_bid(matter)) for seat in others)
    yield PayFine(game.turn)
    for deed, title in zip(DEEDS, game.titles, strict=True):
        if title.owner != BANK and title.mortgaged:
            yield Redeem(title.owner, deed.id)
        elif title.owner != BANK and deed.is_street:
            yield Build(title.owner, deed.id)


def _waits_for_cash(game: Game, command: Any) -> bool:
    """Refused as it is, and taken from a player with the price in hand."""
    price = _PRICES[type(command)](game, command)
    if game.players[command.player].cash >= price:
        return False
    try:
        unfold(game, command)
    except Refusal as refusal:
        return refusal.code in _FOR_CASH and _is_taken(_with_cash(game, command.player, price), command)
    return False


def _is_taken(game: Game, command: AnyCommand) -> bool:
    try:
        unfold(game, command)
    except Refusal:
        return False
    return True


def _with_cash(game: Game, player: PlayerId, cash: int) -> Game:
    players = (replace(one, cash=cash) if seat == player else one for seat, one in enumerate(game.players))
    return replace(game, players=tuple(players))


def _raise_view(game: Game, command: Any, *, is_asked: bool = False) -> RaiseView:
    seat, cash = command.player, game.players[command.player].cash
    short_by = _PRICES[type(command)](game, command) - cash
    needs = {"needs": "amount", "fills": ("amount",), "least": command.amount} if isinstance(command, Bid) else {}
    text = f"{label(game, command)}: needs {money(short_by)} more"
    return RaiseView(
        move=MoveView(text, act_of(command), seat, short_by=short_by, most=cash, menu=menu_of(command).id, **needs),  # type: ignore[arg-type]
        text=f"{_WHAT[type(command)](game, command)} {short_words(game, seat, short_by)}",
        can_raise=_means(game, command) - cash,
        is_asked=is_asked,
        not_bankrupt=_not_bankrupt(game, seat) if isinstance(command, Settle) else "",
    )


def _means(game: Game, command: Any) -> int:
    """With everything sold and mortgaged, but for the very group that is to be built on."""
    if not isinstance(command, Build):
        return could_raise(game, command.player)
    titles = list(game.titles)
    for sister in DEEDS[command.deed].sisters:
        titles[sister] = replace(titles[sister], owner=BANK)
    return could_raise(replace(game, titles=tuple(titles)), command.player)


def _not_bankrupt(game: Game, seat: PlayerId) -> str:
    debt, means = game.debt_of(seat), could_raise(game, seat)
    if debt is None or means < debt.amount:
        return ""
    return (
        f"{game.name(seat)} is not bankrupt: with everything sold and mortgaged there are {money(means)}, "
        f"and {money(debt.amount)} is owed."
    )


# What each costs


def _debt_price(game: Game, command: Settle) -> int:
    debt = game.debt_of(command.player)
    return debt.amount if debt else 0


def _deed_on_offer(game: Game) -> int:
    return next(matter.deed for matter in game.agenda if isinstance(matter, Buying))


def _deal_price(game: Game, _: AcceptDeal) -> int:
    return game.offer.gets.cash if game.offer else 0


def _lift_price(_: Game, command: Redeem) -> int:
    value = DEEDS[command.deed].mortgage_value
    return value + tenth(value)


_PRICES: dict[type[Command], Callable[[Game, Any], int]] = {
    Settle: _debt_price,
    BuyDeed: lambda game, _: DEEDS[_deed_on_offer(game)].price,
    Bid: lambda _, command: command.amount,
    AcceptDeal: _deal_price,
    PayFine: lambda game, _: game.rules.fine,
    Redeem: _lift_price,
    Build: lambda _, command: DEEDS[command.deed].house_cost,
}


def _debt_words(game: Game, command: Settle) -> str:
    debt = game.debt_of(command.player)
    return owed(game, debt) if debt else ""


def _building_words(game: Game, command: Build) -> str:
    deed = DEEDS[command.deed]
    return f"A {building_named(next_level(game, deed.id))} on {deed.name} costs {money(deed.house_cost)}."


_WHAT: dict[type[Command], Callable[[Game, Any], str]] = {
    Settle: _debt_words,
    BuyDeed: lambda game, _: f"{DEEDS[_deed_on_offer(game)].name} costs {money(DEEDS[_deed_on_offer(game)].price)}.",
    Bid: lambda _, command: f"The next bid is {money(command.amount)} or more.",
    AcceptDeal: lambda game, deal: f"The deal asks {game.name(deal.player)} for {money(_deal_price(game, deal))}.",
    PayFine: lambda game, _: f"The fine is {money(game.rules.fine)}.",
    Redeem: lambda game, command: f"Lifting {DEEDS[command.deed].name} costs {money(_lift_price(game, command))}.",
    Build: _building_words,
}
