"""Whose turn it is: who may roll now and how far that can lead, and whose answer the table is waiting for."""

from msgspec import Struct

from companion.rules import Refusal, decide
from companion.rules.commands import AcceptDeal, AnyCommand, RejectDeal, Roll
from companion.rules.dice import throws_speed_die
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import Dealing
from companion.rules.state import Game
from companion.rules.turn_checks import open_steps, waits_for

MAX_WHITE = 12
MAX_SPEED = 3


class WalkedToken(Struct, frozen=True):
    """A token that was moved before its roll was entered: the distance is the roll to propose."""

    seat: PlayerId
    steps: int


def due_to_roll(game: Game) -> PlayerId | None:
    """The player on turn, or the next one if the turn only has to be passed on."""
    for seat in (game.turn, game.next_player()):
        uses_speed_die = throws_speed_die(game, seat) and game.players[seat].jail is None
        try:
            decide(game, Roll(seat, (1, 2), "1" if uses_speed_die else ""))
        except Refusal:
            continue
        return seat
    return None


def may_lead(game: Game, seat: PlayerId, steps: int) -> bool:
    """Can a roll move this token so many spaces? Leaving Jail takes doubles, or the last try.  [JAIL-3, JAIL-6]"""
    if may_stay(game, seat):
        return 2 <= steps <= MAX_WHITE and steps % 2 == 0
    if game.players[seat].jail is not None:
        return 2 <= steps <= MAX_WHITE
    return 2 <= steps <= MAX_WHITE + (MAX_SPEED if throws_speed_die(game, seat) else 0)


def may_stay(game: Game, seat: PlayerId) -> bool:
    """Does a roll without doubles leave this player in Jail?  [JAIL-3]"""
    tries = game.players[seat].jail
    return tries is not None and tries + 1 < game.rules.jail_turns


def is_due(game: Game, seat: PlayerId, command: AnyCommand) -> bool:
    """May the confirm button stand for this player's own word?"""
    return isinstance(command, AcceptDeal | RejectDeal) or seat in waited_for(game)


def waited_for(game: Game) -> tuple[PlayerId, ...]:
    """The player on turn, a debtor, whoever was asked. Nobody in an auction: everybody may bid."""
    if not game.pending:
        return (game.turn,)
    steps = open_steps(game)
    dealt = {seat for step in steps if isinstance(step, Dealing) for seat in step.waiting}
    return tuple(seat for seat in game.still_in() if seat in dealt or any(waits_for(step, seat) for step in steps))
