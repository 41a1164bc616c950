"""Saying yes: the confirm button for the player who is due, a player's own card or seat button for that player.

Money leaves a player only here, or by what the rules bring about.
"""

from msgspec.structs import replace

from companion.play.acts import Act, Undo
from companion.play.options import Option
from companion.play.prompts import prompt
from companion.play.whose_turn import is_due, may_stay
from companion.rules import Refusal, unfold
from companion.rules import commands as given
from companion.rules.catalogue import MoveGroup, Needs, Press, is_left_open, seat_of, spec_of
from companion.rules.commands import Command
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.phrases import money
from companion.rules.state import Game
from companion.table.gestures.asked import asked_sheet
from companion.table.gestures.dice import BOARD_FIRST, is_throw, throw
from companion.table.gestures.meanings import Choice, Do, Meaning, Notice, Prompt, Show
from companion.table.gestures.next_turn import next_turn_sheet
from companion.table.gestures.no import ways
from companion.table.gestures.scene import Scene
from companion.table.gestures.sheet import THROWN, Sheet, options, own_move, question

# A plain yes needs no second look. Where there is a choice of ways, they are shown first with their prices.
_AT_ONCE = (Press.YES, Press.OWN, Press.CHOOSE)
_BID = "Bid with your own card or seat button. To bid no more, press cancel first."
_CHOOSE = "Choose with cancel and confirm, or on the screen."


def confirm(game: Game, scene: Scene, at_ms: int) -> Meaning:
    if scene.is_board_asked:
        return Notice(BOARD_FIRST, "refused")  # a question is on the screen, but not this one
    sheet = asked_sheet(game, scene)
    if scene.sheet not in (None, sheet):
        return Show(sheet)  # what was highlighted is not so any more
    if scene.is_just_done(at_ms) or scene.is_just_shown(at_ms):
        return Show(sheet)  # nobody has read yet what came up
    if sheet.move is None:
        return _nothing_highlighted(game, scene, sheet)
    if not _may_be_anyones(game, sheet.move):
        return Notice(_whose(game, sheet.move.label, sheet.move.seat), "refused")
    return _take(game, scene, sheet, at_ms)


def _may_be_anyones(game: Game, move: Option) -> bool:
    """Nobody's money but of the player who is due; what cannot be done so anyway is told otherwise."""
    act = move.command
    return bool(_why_not(move)) or is_throw(act) or is_due(game, move.seat, act)


def say_me(game: Game, scene: Scene, seat: PlayerId, at_ms: int) -> Meaning:
    """A player's card or seat button: what is highlighted if it is that player's, else what the table asks of them."""
    if absent := _absent(game, seat):
        return Notice(absent, "refused")
    if (taken := take_offer(game, scene, seat, at_ms)) is not None:
        return taken
    sheet = asked_sheet(game, scene)
    if scene.sheet not in (None, sheet):
        return Show(sheet)
    if sheet.move is None or (scene.sheet is None and sheet.deed != THROWN):
        return _answer(game, scene, seat, at_ms)
    if sheet.move.seat == seat:
        return _own_highlighted(game, scene, sheet, at_ms)
    if not sheet.is_deed and isinstance(sheet.move.command, given.PassBid):
        return Notice(_not_asked(game, sheet.move.seat, seat), "refused")  # neither a bid nor a pass by mistake
    own = replace(sheet, highlighted=own_move(sheet, seat))
    if sheet.is_deed and own.move is not None:
        return Show(own)  # this player's move on the deed that lies there, with its price
    return _answer(game, scene, seat, at_ms)


def _own_highlighted(game: Game, scene: Scene, sheet: Sheet, at_ms: int) -> Meaning:
    assert sheet.move is not None
    if sheet.deed == THROWN and (claim := _claim(game, sheet.move.seat)) is not None:
        return _done(claim)  # with the throw it would be too late
    if scene.is_just_shown(at_ms) or (not sheet.is_deed and scene.is_just_done(at_ms)):
        return Show(sheet)  # the card may have meant what was there before, or something that was moved on
    return _take(game, scene, sheet, at_ms)


def _absent(game: Game, seat: PlayerId) -> str:
    if seat >= len(game.players):
        return f"Nobody sits in seat {seat + 1} in this game."
    return f"{game.name(seat)} is out of the game." if game.players[seat].is_out else ""


def _answer(game: Game, scene: Scene, seat: PlayerId, at_ms: int) -> Meaning:
    asked = question(game)
    own = replace(asked, highlighted=own_move(asked, seat))
    if own.move is not None and spec_of(own.move.command).group is not MoveGroup.TURN:  # rent must be asked for in time
        if scene.is_just_done(at_ms):
            return Show(own)  # a card that is read badly is laid down twice, and nobody has read yet what came up
        return _take(game, scene, own, at_ms)
    if (said := _bid(asked, seat) or _claim(game, seat)) is not None:
        return _done(said)
    if scene.sheet is not None and scene.sheet.is_deed and game.titles[scene.sheet.deed].owner == seat:
        return Notice(_no_more(game, scene.sheet), "refused")  # a tap too many: the deed stays open
    if own.move is not None:
        return _take(game, scene, own, at_ms)
    return _leave_jail(game, seat) or _greeting(game, asked, seat)


def _bid(asked: Sheet, seat: PlayerId) -> Option | None:
    return next((move for move in asked.moves if move.seat == seat and isinstance(move.command, given.Bid)), None)


def _claim(game: Game, seat: PlayerId) -> Option | None:
    """Every rent that is open to the player."""
    claims = (one for one in options(game) if isinstance(one.command, given.ClaimRent) and one.seat == seat)
    return next(claims, None) if game.rents else None


def _leave_jail(game: Game, seat: PlayerId) -> Meaning | None:
    """The next player's way out, which ends the turn that only waits to pass."""
    sheet = next_turn_sheet(game)
    return Show(sheet) if sheet is not None and sheet.move is not None and sheet.move.seat == seat else None


# The highlighted move


def _take(game: Game, scene: Scene, sheet: Sheet, at_ms: int) -> Meaning:
    move = sheet.move
    assert move is not None
    act = move.command
    if why := _why_not(move):
        return Notice(f"{move.label}: {why}, on the screen.", "refused")
    spec = spec_of(act)
    if spec.press is Press.DICE and (scene.is_board_asked or is_left_open(act)):
        return throw(game, scene, move, at_ms)
    if spec.asks:
        return Prompt(_asks(game, move), (Choice(move.label, act),))
    if scene.sheet != sheet and spec.press not in _AT_ONCE:
        return Show(sheet)
    return _done(move, sheet.first)


def _why_not(move: Option) -> str:
    if move.needs is not Needs.NOTHING:
        return "it still has to be filled in"
    return "only the Banker may do that" if move.banker or move.seat < 0 else ""


def _done(move: Option, first: tuple[Act, ...] = ()) -> Meaning:
    return Do(move.command, move.seat, first)


def _asks(game: Game, move: Option) -> str:
    """With what would happen, told before it does."""
    name = game.name(move.seat)
    yes_or_no = f"Yes: {name}'s own card or seat button. No: cancel."
    return " ".join((f"{name}: {move.label}?", *move.tells, yes_or_no))


# What is offered


def take_offer(game: Game, scene: Scene, seat: PlayerId | None, at_ms: int) -> Meaning | None:
    """`seat` is who says yes, None for the confirm button. Anything else is not about the offer."""
    match scene.said:
        case Prompt(_, (Choice(_, Undo() as undo),)) if seat is None:
            return Do(undo, BANK)
        case Prompt(_, (Choice(label, Command() as act),)) if seat in (None, seat_of(act)):
            if seat is None:
                return Notice(_whose(game, label, seat_of(act)), "refused")
            return scene.said if scene.is_just_shown(at_ms) else Do(act, seat_of(act))
    return None


# When there is nothing to take


def _whose(game: Game, label: str, seat: PlayerId) -> str:
    name = game.name(seat)
    return f"{label}: that is {name}'s to do, with {name}'s own card or seat button, or by the Banker."


def _not_asked(game: Game, asked: PlayerId, seat: PlayerId) -> str:
    whom = f"This asks whether {game.name(asked)} bids no more."
    return f"{whom} Press cancel until it asks {game.name(seat)}, or until it closes, to bid."


def _nothing_highlighted(game: Game, scene: Scene, sheet: Sheet) -> Meaning:
    kinds = {type(move.command) for move in sheet.moves}
    if given.Bid in kinds:
        return Notice(f"{sheet.text} {_BID}", "refused")
    if sheet.is_deed:
        return Notice(_no_more(game, sheet), "refused")
    if kinds & {given.Roll, given.Throw}:
        return Notice(f"{sheet.text} {_how_to_throw(game, scene)}", "your-turn")
    if given.DrawCard in kinds:
        return Notice(f"{sheet.text} Hold the card to the reader, or choose it on the screen.", "refused")
    return Notice(f"{sheet.text} {_CHOOSE if ways(sheet) else 'Choose on the screen.'}", "refused")


def _no_more(game: Game, sheet: Sheet) -> str:
    """Nothing is likely with this deed now: why nothing more is built on it, if that is what was meant."""
    more = "Choose on the screen." if sheet.moves else "Nothing can be done with it now."
    return _why_not_built(game, sheet.deed) or f"{sheet.text} {more}"


def _why_not_built(game: Game, deed: DeedId) -> str:
    title = game.titles[deed]
    if title.owner == BANK or title.mortgaged or not game.holds_group(title.owner, DEEDS[deed].group):
        return ""
    try:
        unfold(game, given.Build(title.owner, deed))
    except Refusal as refusal:
        return refusal.message if DEEDS[deed].is_street else ""
    return ""


def _how_to_throw(game: Game, scene: Scene) -> str:
    if scene.dice == "button":
        return "Press the dice button."
    if may_stay(game, game.turn):
        return "Doubles: move the token. No doubles: press the dice button."
    return "Move the token if the board feels it, or enter on the screen what fell."


def _greeting(game: Game, asked: Sheet, seat: PlayerId) -> Meaning:
    """Nothing can be said yes to: what this player has, and what the table waits for."""
    waits = prompt(game)
    text = f"{game.name(seat)} has {money(game.players[seat].cash)}. {waits.text}"
    if waits.seat != seat:
        return Notice(text, "read")
    may_choose = any(asked.moves[at].seat == seat for at in ways(asked))
    return Notice(f"{text} {_CHOOSE}" if may_choose else text, "your-turn")
