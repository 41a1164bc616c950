"""The guide: where a token is still to be moved. It prompts, and asks nothing."""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct

from companion.play.words import place_name
from companion.rules.board import ahead
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.table.sensing.moved import Moved

COUNTED_MOST = 15  # farther than any throw nobody counts the spaces
GO_BACK = 3


def token_name(seat: PlayerId, tokens: Sequence[str]) -> str:
    return tokens[seat] if seat < len(tokens) else ""


class Manner(Enum):
    ON = "on to"
    BACK = "back to"
    TO = "to"
    INTO_JAIL = "into Jail"
    OFF_BOARD = "off the board"


class Guide(Struct, frozen=True):
    seat: PlayerId
    space: SpaceId
    manner: Manner
    steps: int = 0  # 0 where there is nothing to count


def guide_on(game: Game, seat: PlayerId, space: SpaceId, move: Moved | None) -> Guide:
    """For a token that is on its way. `space` is where it stands, or none if it is in a hand."""
    player = game.players[seat]
    if player.jail is not None:
        return Guide(seat, player.place, Manner.INTO_JAIL)
    if move is None:
        return Guide(seat, player.place, Manner.TO)
    steps = ahead(space if space in move.way else move.start, player.place)
    if steps == 40 - GO_BACK:
        return Guide(seat, player.place, Manner.BACK, GO_BACK)
    return (
        Guide(seat, player.place, Manner.ON, steps) if steps <= COUNTED_MOST else Guide(seat, player.place, Manner.TO)
    )


def guide_back(game: Game, seat: PlayerId) -> Guide:
    """For a token that stands elsewhere."""
    player = game.players[seat]
    return Guide(seat, player.place, Manner.BACK if player.jail is None else Manner.INTO_JAIL)


def guide_off(game: Game, seat: PlayerId) -> Guide:
    return Guide(seat, game.players[seat].place, Manner.OFF_BOARD)


def said(guide: Guide, game: Game, tokens: Sequence[str] = ()) -> str:
    """As "Car: 7 on to Oriental Avenue". `tokens` are the pieces of the seats; without one it is the player's name."""
    name = token_name(guide.seat, tokens) or game.name(guide.seat)
    if guide.manner in (Manner.INTO_JAIL, Manner.OFF_BOARD):
        return f"{name}: {guide.manner.value}"
    counted = f"{guide.steps} " if guide.steps else ""
    return f"{name}: {counted}{guide.manner.value} {place_name(guide.space)}"
