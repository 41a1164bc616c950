"""Saying yes: the confirm button for the player who is due, a player's own card or seat button for that player.

Money leaves a player only here, or by what the rules bring about.
"""

from msgspec.structs import replace

from companion.rules import commands as given
from companion.rules import unfold
from companion.rules.ids import PlayerId
from companion.rules.state import Game
from companion.table.due import is_due
from companion.table.gestures_dice import BOARD_FIRST, is_throw, throw
from companion.table.meanings import Choice, Do, Meaning, Notice, Prompt, Show
from companion.table.messages import MoveView
from companion.table.prompts import prompt
from companion.table.scene import Scene, sheet_after
from companion.table.sheet import QUESTION, Option, Sheet, act_of, look_again, options, own_move, question

# A plain yes needs no second look. Where there is a choice of ways, they are shown first with their prices.
_AT_ONCE = (
    *(given.BuyDeed, given.Settle, given.DrawCard, given.DealDeeds, given.Bid, given.AcceptDeal, given.ClaimRent),
    given.PlaceBuilding,
)
_CAN_WAIT = given.EndTurn, given.UseJailCard, given.PayFine  # rent must be asked for in time


def confirm(game: Game, scene: Scene, at_ms: int) -> Meaning:
    if scene.is_board_asked:
        return Notice(BOARD_FIRST, "refused")  # a question is on the screen, but not this one
    sheet = _open_sheet(game, scene)
    if scene.sheet not in (None, sheet):
        return Show(sheet)  # what was highlighted is not so any more
    if scene.is_just_done(at_ms):
        return Show(sheet)  # nobody has read yet what came up
    if sheet.move is None:
        return _nothing_highlighted(scene, sheet)
    if not _may_be_anyones(game, sheet.move):
        return Notice(_whose(game, sheet.move), "refused")
    return _take(game, scene, sheet, at_ms)


def _may_be_anyones(game: Game, move: MoveView) -> bool:
    """Nobody's money but of the player who is due; what cannot be done so anyway is told otherwise."""
    act = act_of(move)
    return bool(_why_not(move)) or is_throw(act) or is_due(game, move.seat, act)


def _open_sheet(game: Game, scene: Scene) -> Sheet:
    return question(game) if scene.sheet is None else look_again(game, scene.sheet)


def say_me(game: Game, scene: Scene, seat: PlayerId, at_ms: int) -> Meaning:
    """A player's card or seat button: what is highlighted if it is that player's, else what the table asks of them."""
    if absent := _absent(game, seat):
        return Notice(absent, "refused")
    sheet = _open_sheet(game, scene)
    if scene.sheet not in (None, sheet):
        return Show(sheet)
    if scene.sheet is None or sheet.move is None:
        return _answer(game, scene, seat, at_ms)
    if sheet.move.seat == seat:
        return _take(game, scene, sheet, at_ms)
    own = replace(sheet, highlighted=own_move(sheet, seat))
    if sheet.deed != QUESTION and own.move is not None:
        return Show(own)  # this player's move on the deed that lies there, with its price
    return _answer(game, scene, seat, at_ms)


def _absent(game: Game, seat: PlayerId) -> str:
    if seat >= len(game.players):
        return f"Nobody sits in seat {seat + 1} in this game."
    return f"{game.name(seat)} is out of the game." if game.players[seat].is_out else ""


def _answer(game: Game, scene: Scene, seat: PlayerId, at_ms: int) -> Meaning:
    asked = question(game)
    own = replace(asked, highlighted=own_move(asked, seat))
    if own.move is not None and not isinstance(act_of(own.move), _CAN_WAIT):
        return _take(game, scene, own, at_ms)
    if (said := _bid(asked, seat) or _claim(game, seat)) is not None:
        return _done(game, scene, said)
    return _take(game, scene, own, at_ms) if own.move is not None else _greeting(game, seat)


def _bid(asked: Sheet, seat: PlayerId) -> MoveView | None:
    return next((move for move in asked.moves if move.seat == seat and isinstance(act_of(move), given.Bid)), None)


def _claim(game: Game, seat: PlayerId) -> MoveView | None:
    """Every rent that is open to the player."""
    claims = (move for move, act in options(game) if isinstance(act, given.ClaimRent) and act.player == seat)
    return next(claims, None) if game.rents else None


# The highlighted move


def _take(game: Game, scene: Scene, sheet: Sheet, at_ms: int) -> Meaning:
    move = sheet.move
    assert move is not None
    act = act_of(move)
    if why := _why_not(move):
        return Notice(f"{move.label}: {why}, on the screen.", "refused")
    if isinstance(act, given.Roll | given.Throw):
        return throw(game, scene, Option(move, act), at_ms)
    if isinstance(act, given.GoBankrupt):
        return Prompt(f"{game.name(move.seat)} cannot pay and leaves the game?", (Choice(move.label, act),))
    if scene.sheet != sheet and not isinstance(act, _AT_ONCE):
        return Show(sheet)
    return _done(game, scene, move)


def _why_not(move: MoveView) -> str:
    if move.needs:
        return "it still has to be filled in"
    return "only the Banker may do that" if move.banker or move.seat < 0 else ""


def _done(game: Game, scene: Scene, move: MoveView) -> Meaning:
    act = act_of(move)
    if isinstance(act, given.DealDeeds):
        return Do(act, move.seat)
    return Do(act, move.seat, sheet_after(scene, act, unfold(game, act).game))


# When there is nothing to take


def _whose(game: Game, move: MoveView) -> str:
    name = game.name(move.seat)
    return f"{move.label}: that is {name}'s to do, with {name}'s own card or seat button, or by the Banker."


def _nothing_highlighted(scene: Scene, sheet: Sheet) -> Meaning:
    kinds = {type(act_of(move)) for move in sheet.moves}
    if given.Bid in kinds:
        return Notice(f"{sheet.text} Bid with your own card or seat button.", "refused")
    if kinds & {given.Roll, given.Throw}:
        return Notice(f"{sheet.text} {_how_to_throw(scene)}", "your-turn")
    if given.DrawCard in kinds:
        return Notice(f"{sheet.text} Hold the card to the reader, or choose it on the screen.", "refused")
    more = "Choose on the screen." if kinds else "Nothing can be done with it now."
    return Notice(f"{sheet.text} {more}", "refused")


def _how_to_throw(scene: Scene) -> str:
    return "Press the dice button." if scene.dice == "button" else "Enter on the screen what fell."


def _greeting(game: Game, seat: PlayerId) -> Meaning:
    """Nothing can be said yes to: what this player has, and what the table waits for."""
    waits = prompt(game)
    text = f"{game.name(seat)} has {game.players[seat].cash}. {waits.text}"
    return Notice(text, "your-turn" if waits.seat == seat else "read")
