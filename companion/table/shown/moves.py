"""Everything that may be done now, as a screen gets it."""

from functools import lru_cache

import msgspec
from msgspec import Raw

from companion.play.options import Option, has_speed_die, options
from companion.rules.catalogue import COMPANIONS, Needs, by_hand_menu, menu_of, spec_of
from companion.rules.commands import AnyCommand
from companion.rules.state import Game
from companion.table.messages import MoveView


@lru_cache(maxsize=1)  # a move's news goes to every screen
def move_views(game: Game, *, hand_dice: bool = False) -> tuple[MoveView, ...]:
    """With dice thrown by hand these are entered first, and the companion's own throw stands beside it."""
    moves = [move_view(game, option) for option in options(game)]
    for at, move in enumerate(moves):
        if hand_dice and move.needs == Needs.DICE.value:  # throws stand in pairs
            moves[at - 1], moves[at] = move, moves[at - 1]
    return tuple(moves)


def move_view(game: Game, option: Option) -> MoveView:
    is_entered = option.needs in COMPANIONS
    return MoveView(
        option.label,
        act_of(option.command),
        option.seat,
        option.change,
        needs=option.needs.value,
        least=option.least,
        most=option.most,
        banker=option.banker,
        fills=(*option.needs.fills, *(("speed",) if has_speed_die(game, option) else ())),
        choices=option.choices,
        raises=spec_of(option.command).raises,
        tells=option.tells,
        menu=(by_hand_menu(option.command) if is_entered else menu_of(option.command)).id,
    )


def act_of(command: AnyCommand) -> Raw:
    """As it is given."""
    return Raw(msgspec.json.encode(command))
