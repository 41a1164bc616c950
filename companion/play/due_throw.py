"""Who may throw to move now, and how far that throw can lead: for dice thrown by hand, and tokens moved before."""

from msgspec import Struct

from companion.rules import Refusal, decide
from companion.rules.commands import Roll
from companion.rules.ids import PlayerId
from companion.rules.speed import throws_speed_die
from companion.rules.state import Game

WHITE_MOST = 12
SPEED_MOST = 3


class Walked(Struct, frozen=True):
    """A token that was moved before its throw was told: the distance is the throw to propose."""

    seat: PlayerId
    steps: int


def due_to_throw(game: Game) -> PlayerId | None:
    """The player on turn, or the next one where nothing of the turn is left but to pass it on."""
    return next((seat for seat in (game.turn, game.next_player()) if _may_throw(game, seat)), None)


def _may_throw(game: Game, seat: PlayerId) -> bool:
    uses_speed_die = throws_speed_die(game, seat) and game.players[seat].jail is None
    try:
        decide(game, Roll(seat, (1, 2), "1" if uses_speed_die else ""))
    except Refusal:
        return False
    return True


def may_lead(game: Game, seat: PlayerId, steps: int) -> bool:
    """Can a throw move this token so many spaces? Out of Jail it takes doubles, or the last try.  [JAIL-3, JAIL-6]"""
    if may_stay(game, seat):
        return 2 <= steps <= WHITE_MOST and steps % 2 == 0
    if game.players[seat].jail is not None:
        return 2 <= steps <= WHITE_MOST
    return 2 <= steps <= WHITE_MOST + (SPEED_MOST if throws_speed_die(game, seat) else 0)


def may_stay(game: Game, seat: PlayerId) -> bool:
    """Does a throw without doubles leave this player in Jail?  [JAIL-3]"""
    tries = game.players[seat].jail
    return tries is not None and tries + 1 < game.rules.jail_turns
