"""The dice button: rolls for the player whose roll is due, and never twice by a bounce or an impatient second press.

With real dice it shows what may have been rolled instead: as far as the token went, or that somebody stays in Jail.
"""

from msgspec.structs import replace

from companion.play.options import Option
from companion.play.prompts import prompt
from companion.rules.catalogue import spec_of
from companion.rules.commands import AnyCommand, Needs, Roll, Throw
from companion.rules.opening import may_throw_to_start
from companion.rules.state import Game
from companion.table.gestures.context import START_GAP_MS, THROW_GAP_MS, Do, GestureContext, Meaning, Notice, Show
from companion.table.gestures.question import throw_sheet
from companion.table.gestures.sheet import button_options, question_sheet

BOARD_FIRST = "First the question about the board: say on the screen whether the board or the screen is right."


def press_dice(game: Game, context: GestureContext, at_ms: int) -> Meaning:
    """For the first player due: dealing comes before the rolls for the start, and those before the first turn."""
    ready = (option for option in button_options(game) if option.needs is Needs.NOTHING)
    due = next((option for option in ready if is_throw(option.command)), None)
    if due is None:
        return Notice(f"No roll now. {prompt(game).text}", "refused")
    return throw(game, context, due, at_ms)


def throw(game: Game, context: GestureContext, due: Option, at_ms: int) -> Meaning:
    if context.is_board_asked:
        return Notice(BOARD_FIRST, "refused")
    if context.dice == "hand":
        sheet = throw_sheet(game, context.walked) if isinstance(due.command, Roll) else None
        if sheet is None:  # people enter it on a screen
            sheet = question_sheet(game)
            places = (at for at, move in enumerate(sheet.moves) if move.needs and is_throw(move.command))
            sheet = replace(sheet, highlighted=next(places))
        return Show(sheet)
    # Rolling for the start, the next player is another one; the first turn may be the same player's.
    gap_ms = START_GAP_MS if isinstance(due.command, Throw) and may_throw_to_start(game) else THROW_GAP_MS
    if wait_ms := context.must_wait_ms(at_ms, gap_ms):
        seconds = -(-wait_ms // 1000)
        name = game.name(due.seat)
        text = f"One roll at a time: {name} may roll in {seconds} s, or when the token has arrived."
        return Notice(text, "refused")
    return Do(due.command, due.seat)


def is_throw(act: AnyCommand) -> bool:
    return spec_of(act).needs in (Needs.DICE, Needs.DEEDS)
