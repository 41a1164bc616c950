"""What the next player may do while a turn only waits to pass: leave Jail, which ends that turn as a throw does."""

from msgspec.structs import replace

from companion.rules import Refusal, unfold
from companion.rules.commands import EndTurn, PayFine, UseJailCard
from companion.rules.state import Game
from companion.table.gestures.sheet import NEXT_TURN, Sheet, own_move, question


def after_turn(game: Game) -> Game | None:
    """The game once the turn has passed; None if it is not over, or something is still open in it."""
    try:
        return unfold(game, EndTurn(game.turn)).game
    except Refusal:
        return None


def next_turn_sheet(game: Game) -> Sheet | None:
    """None where no way out of Jail but a throw is open to the next player."""
    now = after_turn(game)
    if now is None or now.over:
        return None
    asked = question(now)
    moves = tuple(move for move in asked.moves if isinstance(move.command, UseJailCard | PayFine))
    text = f"{game.name(game.turn)}'s turn ends with it. {asked.text}"
    sheet = Sheet(NEXT_TURN, text, moves, first=(EndTurn(game.turn),))
    return replace(sheet, highlighted=own_move(sheet, now.turn)) if moves else None
