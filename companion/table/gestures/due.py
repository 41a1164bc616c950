"""Whose word counts when nobody says who they are: the player on turn, a debtor, the one who is asked for a deal."""

from companion.rules.commands import AcceptDeal, AnyCommand, RejectDeal
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import Dealing
from companion.rules.state import Game
from companion.rules.turn_checks import open_matters, waits_for


def is_due(game: Game, seat: PlayerId, act: AnyCommand) -> bool:
    """May the confirm button stand for this player's own word?"""
    return isinstance(act, AcceptDeal | RejectDeal) or seat in waited_for(game)


def waited_for(game: Game) -> tuple[PlayerId, ...]:
    """In an auction it is nobody: everybody may bid."""
    if not game.agenda:
        return (game.turn,)
    matters = open_matters(game)
    dealt = {seat for matter in matters if isinstance(matter, Dealing) for seat in matter.waiting}
    return tuple(
        seat for seat in game.still_in() if seat in dealt or any(waits_for(matter, seat) for matter in matters)
    )
