"""The dice button: a throw for the player who is due one, and never two by a bounce or an impatient second press.

Where the dice are real, it shows what can have fallen: as the token went, or that somebody stays in Jail.
"""

from msgspec.structs import replace

from companion.play.options import Option
from companion.play.prompts import prompt
from companion.rules.catalogue import Needs, spec_of
from companion.rules.commands import AnyCommand, Roll, Throw
from companion.rules.opening import may_throw_to_start
from companion.rules.state import Game
from companion.table.gestures.meanings import Do, Meaning, Notice, Show
from companion.table.gestures.scene import START_GAP_MS, THROW_GAP_MS, Scene
from companion.table.gestures.sheet import Sheet, options, question
from companion.table.gestures.thrown import throw_sheet

BOARD_FIRST = "First the question about the board: say on the screen whether the board or the screen is right."


def press_dice(game: Game, scene: Scene, at_ms: int) -> Meaning:
    """For the first of those who are due: a deal before the throws for the start, and these before the first turn."""
    due = next((option for option in options(game) if is_throw(option.command) and option.needs is Needs.NOTHING), None)
    if due is None:
        return Notice(f"No throw now. {prompt(game).text}", "refused")
    return throw(game, scene, due, at_ms)


def throw(game: Game, scene: Scene, due: Option, at_ms: int) -> Meaning:
    if scene.is_board_asked:
        return Notice(BOARD_FIRST, "refused")
    if scene.dice == "hand":
        return Show(_told_by_token(game, scene, due) or _entered_by_hand(game))
    if wait_ms := scene.must_wait_ms(at_ms, _gap_ms(game, due)):
        return Notice(_one_after_the_other(game.name(due.seat), wait_ms), "refused")
    return Do(due.command, due.seat)


def is_throw(act: AnyCommand) -> bool:
    return spec_of(act).needs in (Needs.DICE, Needs.DEEDS)


def _gap_ms(game: Game, due: Option) -> int:
    """Whoever throws for the start is another one than who threw last; the first turn may be the same player's."""
    return START_GAP_MS if isinstance(due.command, Throw) and may_throw_to_start(game) else THROW_GAP_MS


def _told_by_token(game: Game, scene: Scene, due: Option) -> Sheet | None:
    return throw_sheet(game, scene.walked) if isinstance(due.command, Roll) else None


def _entered_by_hand(game: Game) -> Sheet:
    """What people fill in on a screen."""
    asked = question(game)
    at = next(
        place for place, move in enumerate(asked.moves) if move.needs is not Needs.NOTHING and is_throw(move.command)
    )
    return replace(asked, highlighted=at)


def _one_after_the_other(name: str, wait_ms: int) -> str:
    return f"One throw at a time: {name} may throw in {-(-wait_ms // 1000)} s, or when the token has arrived."
