"""Dice thrown by hand, told by the way of the token: how they may have fallen, the likeliest first.

Only the sum and doubles matter to the game, so the faces are any that fit. What the Speed Die shows cannot be told so.
"""

from collections.abc import Iterator

from companion.play.options import Option
from companion.play.whose_turn import WalkedToken, due_to_roll, may_stay
from companion.play.words import place_name
from companion.rules.commands import Roll
from companion.rules.ids import PlayerId
from companion.rules.speed import throws_speed_die
from companion.rules.state import Game
from companion.table.gestures.sheet import THROWN, Sheet

FACE_MOST = 6
FAILED = (1, 2)  # any throw without doubles


def throw_sheet(game: Game, walked: WalkedToken | None) -> Sheet | None:
    """Of the player who is due to throw. None if the board can tell nothing of that throw."""
    seat = due_to_roll(game)
    if seat is None or (throws_speed_die(game, seat) and game.players[seat].jail is None):
        return None
    steps = walked.steps if walked is not None and walked.seat == seat else 0
    moves = tuple(Option(throw, _label(game, throw), seat) for throw in _throws(game, seat, steps))
    return Sheet(THROWN, _text(game, seat, steps), moves, highlighted=0) if moves else None


def _throws(game: Game, seat: PlayerId, steps: int) -> Iterator[Roll]:
    """In Jail it takes doubles to move, but for the last try; else doubles are the rarer."""
    doubles, others = _doubles(steps), _others(steps)
    stays = may_stay(game, seat)
    fallen = (doubles, FAILED) if stays else (others, doubles)
    return (Roll(seat, dice) for dice in fallen if dice)


def _doubles(steps: int) -> tuple[int, ...]:
    return (steps // 2, steps // 2) if steps and steps % 2 == 0 else ()


def _others(steps: int) -> tuple[int, ...]:
    """The two that differ least."""
    less = (steps - 1) // 2
    return (less, steps - less) if less >= 1 and steps - less <= FACE_MOST else ()


def _text(game: Game, seat: PlayerId, steps: int) -> str:
    player = game.players[seat]
    if not steps:
        return f"{player.name} is in Jail and has thrown. If it was doubles, move the token."
    return f"{player.name} went {steps} on to {place_name((player.place + steps) % 40)}: is that the throw?"


def _label(game: Game, throw: Roll) -> str:
    name, is_jailed = game.name(throw.player), game.players[throw.player].jail is not None
    if throw.dice[0] != throw.dice[1]:
        return f"No doubles: {name} stays in Jail" if may_stay(game, throw.player) else f"{sum(throw.dice)}, no doubles"
    leads = ": out of Jail" if is_jailed else ": the third time, to Jail" if _is_third(game, throw.player) else ""
    return f"{sum(throw.dice)} with doubles{leads}"


def _is_third(game: Game, seat: PlayerId) -> bool:
    return seat == game.turn and game.doubles == 2
