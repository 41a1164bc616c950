"""What a player is worth: for the tax, at the end of a game, and in a debt."""

from companion.rules.deeds import Deed
from companion.rules.ids import PlayerId
from companion.rules.state import HOTEL_LEVEL, Game


def buildings_price(game: Game, deed: Deed) -> int:
    """The price of all buildings on a lot; a hotel counts as the houses turned in for it and one more."""
    return deed.house_cost * game.steps(deed.id)


def total_worth(game: Game, player: PlayerId) -> int:
    """Cash, every deed at its price, mortgaged or not, and the buildings.  [TAX-2]"""
    return game.players[player].cash + sum([deed.price + buildings_price(game, deed) for deed in game.deeds_of(player)])


def end_worth(game: Game, player: PlayerId) -> int:
    """As for the tax, but a mortgaged deed counts half.  [SHORT-6]"""
    return game.players[player].cash + sum(
        (deed.mortgage_value if game.titles[deed.id].mortgaged else deed.price) + buildings_price(game, deed)
        for deed in game.deeds_of(player)
    )


def worth_parts(game: Game, player: PlayerId) -> tuple[int, int, int]:
    """Cash, deeds and buildings, which add up to the worth at the end.  [SHORT-6]"""
    buildings = sum(buildings_price(game, deed) for deed in game.deeds_of(player))
    cash = game.players[player].cash
    return cash, end_worth(game, player) - cash - buildings, buildings


def could_raise(game: Game, player: PlayerId, held: tuple[Deed, ...] | None = None) -> int:
    """All the cash the player would have after selling every building and mortgaging every deed.  [DEBT-2]

    `held` are the player's deeds, if they are known already.
    """
    raised, titles, hotel = game.players[player].cash, game.titles, game.rules.houses_for_hotel + 1
    for deed in game.deeds_of(player) if held is None else held:
        title = titles[deed.id]
        if title.mortgaged:
            continue
        raised += deed.mortgage_value
        level = title.buildings
        if level:  # not by `buildings_price`: whoever raises cash asks this again and again
            raised += deed.house_cost * (level if level < HOTEL_LEVEL else hotel) // 2
    return raised


def percent_of(amount: int, percent: int) -> int:
    """A percentage, with a fraction of a dollar rounded up.  [ROUND-1]"""
    return -(-amount * percent // 100)


def tenth(amount: int) -> int:
    """The interest on a mortgage value.  [MORT-3, DEAL-4]"""
    return percent_of(amount, 10)


def rounded(amount: int, percent: int = 10) -> tuple[str, ...]:
    """The clause to cite where a fraction was rounded up."""
    return ("ROUND-1",) if amount * percent % 100 else ()


assert [value + tenth(value) for value in (75, 175)] == [83, 193], "the two sums later deeds print"
