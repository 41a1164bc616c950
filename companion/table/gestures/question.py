"""What confirm and cancel are about: the open sheet, the roll that a moved token shows, or the question of the moment.

With real dice the token shows the roll: only the sum and doubles matter to the game, so any faces that fit will do.
What the Speed Die showed cannot be told from the board.
"""

from msgspec.structs import replace

from companion.play.options import Option
from companion.play.whose_turn import WalkedToken, due_to_roll, may_stay
from companion.play.words import place_name
from companion.rules import Refusal, unfold
from companion.rules.commands import EndTurn, PayFine, Roll, UseJailCard
from companion.rules.speed import throws_speed_die
from companion.rules.state import Game
from companion.table.gestures.context import GestureContext
from companion.table.gestures.sheet import (
    NEXT_TURN,
    THROWN,
    Sheet,
    keep_if_same,
    likeliest_move,
    question_sheet,
    refresh,
)

FACE_MAX = 6
FAILED = (1, 2)  # any roll without doubles


def open_sheet(game: Game, context: GestureContext) -> Sheet:
    """The sheet as it should look now. It differs from the one that is open if something has changed since."""
    sheet = context.sheet
    if sheet is None:
        rolled = throw_sheet(game, context.walked) if context.walked is not None else None
        return rolled or question_sheet(game)
    if sheet.deed == THROWN:
        return keep_if_same(sheet, throw_sheet(game, context.walked) or question_sheet(game))
    if sheet.deed == NEXT_TURN:
        return keep_if_same(sheet, next_turn_sheet(game) or question_sheet(game))
    return refresh(game, sheet)


def with_walked(context: GestureContext, walked: WalkedToken | None, now_ms: int) -> GestureContext:
    """A token moved before its roll was entered opens the sheet with that roll, and closes it by going back."""
    if walked == context.walked:
        return context
    context = replace(context, walked=walked)
    if context.game is not None and walked is not None and (sheet := throw_sheet(context.game, walked)) is not None:
        return replace(context, sheet=sheet, shown_at_ms=now_ms)
    is_outdated = context.sheet is not None and context.sheet.deed == THROWN
    return replace(context, sheet=None) if is_outdated else context


def throw_sheet(game: Game, walked: WalkedToken | None) -> Sheet | None:
    """The rolls that the next player to roll may have made, the likeliest first. None if the board cannot tell."""
    seat = due_to_roll(game)
    if seat is None or (throws_speed_die(game, seat) and game.players[seat].jail is None):
        return None
    player, stays = game.players[seat], may_stay(game, seat)
    steps = walked.steps if walked is not None and walked.seat == seat else 0
    doubles = (steps // 2, steps // 2) if steps and steps % 2 == 0 else ()
    less = (steps - 1) // 2
    differing = (less, steps - less) if less >= 1 and steps - less <= FACE_MAX else ()
    # Leaving Jail takes doubles, except on the last try; otherwise doubles are the rarer.
    rolls = tuple(Roll(seat, dice) for dice in ((doubles, FAILED) if stays else (differing, doubles)) if dice)
    if not rolls:
        return None
    if steps:
        text = f"{player.name} went {steps} on to {place_name((player.place + steps) % 40)}: is that the roll?"
    else:
        text = f"{player.name} is in Jail and has rolled. If it was doubles, move the token."
    moves = tuple(Option(roll, _describe_roll(game, roll), seat) for roll in rolls)
    return Sheet(THROWN, text, moves, highlighted=0)


def _describe_roll(game: Game, roll: Roll) -> str:
    seat, total = roll.player, sum(roll.dice)
    if roll.dice[0] != roll.dice[1]:
        return f"No doubles: {game.name(seat)} stays in Jail" if may_stay(game, seat) else f"{total}, no doubles"
    if game.players[seat].jail is not None:
        return f"{total} with doubles: out of Jail"
    is_third = seat == game.turn and game.doubles == 2
    return f"{total} with doubles: the third time, to Jail" if is_third else f"{total} with doubles"


def after_turn(game: Game) -> Game | None:
    """The game once the turn has passed; None if the turn is not over, or something in it is still open."""
    try:
        return unfold(game, EndTurn(game.turn)).game
    except Refusal:
        return None


def next_turn_sheet(game: Game) -> Sheet | None:
    """While a turn is only waiting to pass: the next player's ways out of Jail, which end that turn as a roll does.

    None if the next player can only roll.
    """
    now = after_turn(game)
    if now is None or now.over:
        return None
    asked = question_sheet(now)
    moves = tuple(move for move in asked.moves if isinstance(move.command, UseJailCard | PayFine))
    text = f"{game.name(game.turn)}'s turn ends with it. {asked.text}"
    sheet = Sheet(NEXT_TURN, text, moves, first=(EndTurn(game.turn),))
    return replace(sheet, highlighted=likeliest_move(sheet, now.turn)) if moves else None
