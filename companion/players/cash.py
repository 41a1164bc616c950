"""Raising cash: what an automatic player parts with first."""

from companion.rules.commands import AnyCommand, GoBankrupt, Mortgage, SellBuilding, SellGroup, Settle
from companion.rules.deeds import DEEDS, Deed
from companion.rules.ids import PlayerId
from companion.rules.matters import Debt
from companion.rules.state import HOTEL_LEVEL, Game
from companion.rules.worth import could_raise


def answer_debt(game: Game, debt: Debt) -> AnyCommand:
    """Pay, raise, or give up."""
    player = debt.debtor
    if game.players[player].cash >= debt.amount:
        return Settle(player)
    if could_raise(game, player) < debt.amount:
        return GoBankrupt(player)
    return raise_cash(game, player)


def raise_cash(game: Game, player: PlayerId) -> AnyCommand:
    """Mortgage what earns least; then sell buildings, the cheapest group first."""
    deeds = game.deeds_of(player)
    idle = [deed for deed in deeds if _may_mortgage(game, deed)]
    if idle:
        return Mortgage(player, min(idle, key=lambda deed: _dearness(game, player, deed)).id)
    built = [deed for deed in deeds if game.titles[deed.id].buildings]
    return _sell(game, player, min(built, key=lambda deed: (deed.house_cost, -game.steps(deed.id))))


def _may_mortgage(game: Game, deed: Deed) -> bool:
    titles = game.titles
    return not titles[deed.id].mortgaged and not any(titles[sister].buildings for sister in deed.sisters)


def _dearness(game: Game, player: PlayerId, deed: Deed) -> tuple[bool, int]:
    return game.holds_group(player, deed.group), deed.price


def _sell(game: Game, player: PlayerId, deed: Deed) -> AnyCommand:
    """The tallest lot of the group comes down; a hotel with no houses to step down to takes the group along."""
    tallest = max(deed.sisters, key=game.steps)
    is_hotel = game.titles[tallest].buildings == HOTEL_LEVEL
    if is_hotel and not game.rules.unlimited_buildings and game.houses_left() < game.rules.houses_for_hotel:
        return SellGroup(player, DEEDS[tallest].group)
    return SellBuilding(player, tallest)
