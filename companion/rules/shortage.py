"""When the Bank has too few houses or hotels for all who want them, and what must then be true to auction one."""

from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS, Group
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import HOTEL
from companion.rules.refusal import Code, Refusal
from companion.rules.state import HOTEL_LEVEL, Game


def require_shortage(game: Game, building: str) -> None:
    """Two or more players have room for more than the Bank has left.  [STOCK-1, STOCK-2]"""
    left = game.hotels_left() if building == HOTEL else game.houses_left()
    if left < 1 and not game.rules.unlimited_buildings:
        code = Code.NO_HOTELS if building == HOTEL else Code.NO_HOUSES
        raise Refusal(code, ("STOCK-1", "STOCK-2"), f"The Bank has no {building} left to auction.")
    rooms = [room(game, player, building) for player in game.still_in()]
    wanting = [space for space in rooms if space]
    if game.rules.unlimited_buildings or len(wanting) < 2 or sum(wanting) <= left:
        raise Refusal(
            Code.NO_SHORTAGE, "STOCK-2", f"No shortage: the Bank has {left} and there is room for {sum(wanting)}."
        )
    if building == HOTEL and not game.rules.scarce_hotels:
        raise Refusal(Code.NOT_IN_EDITION, "STOCK-2", "This book auctions scarce houses, not hotels.")


def room(game: Game, player: PlayerId, building: str) -> int:
    """How many such buildings this player's complete, clear groups could still take, whatever the cash."""
    groups = (group for group in STREET_GROUPS if game.holds_group(player, group))
    clear = (group for group in groups if not any(game.titles[deed].mortgaged for deed in GROUP_DEEDS[group]))
    count = _hotels_in if building == HOTEL else _houses_in
    return sum(count(game, group) for group in clear)


def _houses_in(game: Game, group: Group) -> int:
    full = game.rules.houses_for_hotel
    levels = (game.titles[deed].buildings for deed in GROUP_DEEDS[group])
    return sum(full - level for level in levels if level < HOTEL_LEVEL)


def _hotels_in(game: Game, group: Group) -> int:
    """Hotels can be wanted only where every lot has its houses."""
    full = game.rules.houses_for_hotel
    levels = [game.titles[deed].buildings for deed in GROUP_DEEDS[group]]
    return levels.count(full) if min(levels) >= full else 0
