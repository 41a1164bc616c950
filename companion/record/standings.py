"""How everyone stands: cash, place and deeds, as a table of plain text, or below each other where it is narrow."""

import textwrap
from collections.abc import Iterator

from companion.rules.board import BOARD, JAIL
from companion.rules.deeds import Deed
from companion.rules.ids import PlayerId
from companion.rules.phrases import money
from companion.rules.state import HOTEL_LEVEL, Game, Player

DEEDS_LEAST = 30  # a narrower column of deeds is no column
GAP = "  "
UNBROKEN = "\u00a0"  # a space at which no line is broken


def standings(game: Game, width: int) -> Iterator[str]:
    """One row a player, deeds wrapped in their own column, and what the Bank has left."""
    names, cash, places = _widths(game)
    for seat, player in enumerate(game.players):
        has = f"{money(player.cash):>{cash}}"
        left = GAP.join((f"{GAP}{player.name:{names}}", has, f"{_place(player):{places}}", ""))
        if len(left) + DEEDS_LEAST <= width:
            deeds = _deeds(game, seat).replace(" ", UNBROKEN).replace(f",{UNBROKEN}", ", ")
            yield from (line.replace(UNBROKEN, " ") for line in _wrapped(deeds, width, left, " " * len(left)))
        else:
            yield from _wrapped(f"{player.name}: {money(player.cash)}, {_place(player)}", width, GAP, GAP * 2)
            yield from _wrapped(_deeds(game, seat), width, GAP * 2, GAP * 3)
    left_over = f"The Bank has {_houses(game.houses_left())} and {_hotels(game.hotels_left())} left.{_pot(game)}"
    yield from _wrapped(left_over, width, GAP, GAP)


def _widths(game: Game) -> tuple[int, int, int]:
    rows = [(len(player.name), len(money(player.cash)), len(_place(player))) for player in game.players]
    names, cash, places = zip(*rows, strict=True)
    return max(names), max(cash), max(places)


def _wrapped(text: str, width: int, first: str, then: str) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=then, break_on_hyphens=False)


def _place(player: Player) -> str:
    if player.is_out:
        return "bankrupt" if player.bankrupt else "retired"
    if player.place == JAIL:
        return "Jail, visiting" if player.jail is None else "in Jail"
    return BOARD[player.place].name


def _deeds(game: Game, seat: PlayerId) -> str:
    return ", ".join(_deed(game, deed) for deed in game.deeds_of(seat)) or "no deeds"


def _deed(game: Game, deed: Deed) -> str:
    title = game.titles[deed.id]
    if title.mortgaged:
        return f"{deed.name} (mortgaged)"
    return f"{deed.name} ({_standing(title.buildings)})" if title.buildings else deed.name


def _standing(buildings: int) -> str:
    return "hotel" if buildings == HOTEL_LEVEL else _houses(buildings)


def _houses(count: int) -> str:
    return "1 house" if count == 1 else f"{count} houses"


def _hotels(count: int) -> str:
    return "1 hotel" if count == 1 else f"{count} hotels"


def _pot(game: Game) -> str:
    return f" Under Free Parking lies {money(game.pot)}." if game.rules.pot is not None else ""
