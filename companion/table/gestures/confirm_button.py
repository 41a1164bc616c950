"""Saying yes: confirm speaks for the player who is due, a player's own card or seat button for that player.

Money leaves a player only here, or because the rules say so.
"""

from msgspec.structs import replace

from companion.play.acts import Undo
from companion.play.options import Option
from companion.play.prompts import prompt
from companion.play.whose_turn import is_due, may_stay
from companion.rules import Refusal, unfold
from companion.rules import commands as given
from companion.rules.catalogue import MoveGroup, Press, is_left_open, seat_of, spec_of
from companion.rules.commands import Command, Needs
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK, PlayerId
from companion.rules.phrases import money
from companion.rules.state import Game
from companion.table.gestures.cancel_button import cancel_order
from companion.table.gestures.context import ChoicePrompt, Do, GestureContext, Meaning, Notice, OfferedChoice, Show
from companion.table.gestures.dice_button import BOARD_FIRST, is_throw, throw
from companion.table.gestures.question import next_turn_sheet, open_sheet
from companion.table.gestures.sheet import THROWN, Sheet, button_options, likeliest_move, question_sheet

# A plain yes needs no second look. Where there is a choice, the choices are shown first with their prices.
_AT_ONCE = (Press.YES, Press.OWN, Press.CHOOSE)
_BID = "Bid with your own card or seat button. To pass, press cancel first."
_CHOOSE = "Choose with cancel and confirm, or on the screen."


def confirm(game: Game, context: GestureContext, at_ms: int) -> Meaning:
    if context.is_board_asked:
        return Notice(BOARD_FIRST, "refused")  # another question is on the screen
    sheet = open_sheet(game, context)
    if context.sheet not in (None, sheet):
        return Show(sheet)  # what was highlighted has changed
    if context.is_just_done(at_ms) or context.is_just_shown(at_ms):
        return Show(sheet)  # nobody has read yet what came up
    move = sheet.move
    if move is None:
        return _nothing_highlighted(game, context, sheet)
    # Confirm spends only the money of the player who is due. What it cannot do at all is explained by `_take`.
    may_take = is_throw(move.command) or is_due(game, move.seat, move.command)
    if not may_take and not _why_not(move):
        return Notice(_describe_whose(game, move.label, move.seat), "refused")
    return _take(game, context, sheet, at_ms)


def press_as_player(game: Game, context: GestureContext, seat: PlayerId, at_ms: int) -> Meaning:
    """A player's card or seat button takes what is highlighted if it is theirs, else what the table asks of them."""
    if seat >= len(game.players):
        return Notice(f"Nobody sits in seat {seat + 1} in this game.", "refused")
    if game.players[seat].is_out:
        return Notice(f"{game.name(seat)} is out of the game.", "refused")
    if (answer := answer_prompt(game, context, seat, at_ms)) is not None:
        return answer
    sheet = open_sheet(game, context)
    if context.sheet not in (None, sheet):
        return Show(sheet)
    move = sheet.move
    if move is None or (context.sheet is None and sheet.deed != THROWN):
        return _answer_question(game, context, seat, at_ms)
    if move.seat == seat:
        if sheet.deed == THROWN and (claim := _rent_claim(game, seat)) is not None:
            return Do(claim.command, seat)  # after the roll it would be too late
        if context.is_just_shown(at_ms) or (not sheet.is_deed and context.is_just_done(at_ms)):
            return Show(sheet)  # the player may have meant what was there before
        return _take(game, context, sheet, at_ms)
    if not sheet.is_deed and isinstance(move.command, given.PassBid):  # neither a bid nor a pass by mistake
        whom = f"This asks whether {game.name(move.seat)} passes."
        how = f"Press cancel until it asks {game.name(seat)}, or until it closes, to bid."
        return Notice(f"{whom} {how}", "refused")
    own = replace(sheet, highlighted=likeliest_move(sheet, seat))
    if sheet.is_deed and own.move is not None:
        return Show(own)  # this player's move on the open deed, with its price
    return _answer_question(game, context, seat, at_ms)


def _answer_question(game: Game, context: GestureContext, seat: PlayerId, at_ms: int) -> Meaning:
    """What the table asks of this player, whatever is on the screen."""
    asked = question_sheet(game)
    own = replace(asked, highlighted=likeliest_move(asked, seat))
    if own.move is not None and spec_of(own.move.command).group is not MoveGroup.TURN:  # a turn can wait, rent cannot
        if context.is_just_done(at_ms):
            return Show(own)  # a card that reads badly is laid down twice, and nobody has read yet what came up
        return _take(game, context, own, at_ms)
    bids = (move for move in asked.moves if move.seat == seat and isinstance(move.command, given.Bid))
    if (own_word := next(bids, None) or _rent_claim(game, seat)) is not None:
        return Do(own_word.command, own_word.seat)
    if context.sheet is not None and context.sheet.is_deed and game.titles[context.sheet.deed].owner == seat:
        return Notice(_describe_no_more(game, context.sheet), "refused")  # a tap too many: the deed stays open
    if own.move is not None:
        return _take(game, context, own, at_ms)
    next_turn = next_turn_sheet(game)
    if next_turn is not None and next_turn.move is not None and next_turn.move.seat == seat:
        return Show(next_turn)
    # There is nothing to say yes to: tell what the player has, and what the table waits for.
    waits = prompt(game)
    text = f"{game.name(seat)} has {money(game.players[seat].cash)}. {waits.text}"
    if waits.seat != seat:
        return Notice(text, "read")
    may_choose = any(asked.moves[at].seat == seat for at in cancel_order(asked))
    return Notice(f"{text} {_CHOOSE}" if may_choose else text, "your-turn")


def _rent_claim(game: Game, seat: PlayerId) -> Option | None:
    """The option to claim every rent that the player may still ask for."""
    claims = (one for one in button_options(game) if isinstance(one.command, given.ClaimRent) and one.seat == seat)
    return next(claims, None) if game.rents else None


def _take(game: Game, context: GestureContext, sheet: Sheet, at_ms: int) -> Meaning:
    """The highlighted move."""
    move = sheet.move
    assert move is not None
    if why := _why_not(move):
        return Notice(f"{move.label}: {why}, on the screen.", "refused")
    spec = spec_of(move.command)
    if spec.press is Press.DICE and (context.is_board_asked or is_left_open(move.command)):
        return throw(game, context, move, at_ms)
    if spec.asks:
        name = game.name(move.seat)
        how = f"Yes: {name}'s own card or seat button. No: cancel."
        text = " ".join((f"{name}: {move.label}?", *move.tells, how))
        return ChoicePrompt(text, (OfferedChoice(move.label, move.command),))
    if context.sheet != sheet and spec.press not in _AT_ONCE:
        return Show(sheet)
    return Do(move.command, move.seat, sheet.first)


def _why_not(move: Option) -> str:
    """Why no button can do this; empty if one can."""
    if move.needs is not Needs.NOTHING:
        return "it still has to be filled in"
    return "only the Banker may do that" if move.banker or move.seat < 0 else ""


def answer_prompt(game: Game, context: GestureContext, seat: PlayerId | None, at_ms: int) -> Meaning | None:
    """Yes to what is offered, by this player or (None) by confirm. None if the press is not about the offer."""
    match context.notice:
        case ChoicePrompt(_, (OfferedChoice(_, Undo() as undo),)) if seat is None:
            return Do(undo, BANK)
        case ChoicePrompt(_, (OfferedChoice(label, Command() as act),)) if seat in (None, seat_of(act)):
            if seat is None:
                return Notice(_describe_whose(game, label, seat_of(act)), "refused")
            return context.notice if context.is_just_shown(at_ms) else Do(act, seat_of(act))
    return None


def _describe_whose(game: Game, label: str, seat: PlayerId) -> str:
    name = game.name(seat)
    return f"{label}: that is {name}'s to do, with {name}'s own card or seat button, or by the Banker."


def _nothing_highlighted(game: Game, context: GestureContext, sheet: Sheet) -> Meaning:
    """How to go on when confirm has nothing to take."""
    kinds = {type(move.command) for move in sheet.moves}
    if given.Bid in kinds:
        return Notice(f"{sheet.text} {_BID}", "refused")
    if sheet.is_deed:
        return Notice(_describe_no_more(game, sheet), "refused")
    if kinds & {given.Roll, given.Throw}:
        if context.dice == "button":
            how = "Press the dice button."
        elif may_stay(game, game.turn):
            how = "Doubles: move the token. No doubles: press the dice button."
        else:
            how = "Move the token if the board feels it, or enter the roll on the screen."
        return Notice(f"{sheet.text} {how}", "your-turn")
    if given.DrawCard in kinds:
        return Notice(f"{sheet.text} Hold the card to the reader, or choose it on the screen.", "refused")
    return Notice(f"{sheet.text} {_CHOOSE if cancel_order(sheet) else 'Choose on the screen.'}", "refused")


def _describe_no_more(game: Game, sheet: Sheet) -> str:
    """Why nothing more can be built on the deed, if that is what was meant; else what can be done with it."""
    title, printed = game.titles[sheet.deed], DEEDS[sheet.deed]
    is_built_on = printed.is_street and title.owner != BANK and not title.mortgaged
    if is_built_on and game.holds_group(title.owner, printed.group):
        try:
            unfold(game, given.Build(title.owner, sheet.deed))
        except Refusal as refusal:
            return refusal.message
    return f"{sheet.text} {'Choose on the screen.' if sheet.moves else 'Nothing can be done with it now.'}"
