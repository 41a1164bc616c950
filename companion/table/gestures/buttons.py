"""What the buttons and a player's own card do: roll, say yes, or say "not this".

Confirm speaks for the player who is due, a player's own card or seat button for that player. Money leaves a player only
here, or because the rules say so. Cancel does nothing to the game: it dismisses what was offered, closes a deed, and
moves on to the other answers.
"""

from msgspec.structs import replace

from companion.play.acts import Undo
from companion.play.options import Option, options
from companion.play.whose_turn import is_due, may_stay, prompt
from companion.play.words import describe_cash
from companion.rules.catalogue import MoveGroup, Press, is_by_hand, is_left_open, seat_of, spec_of
from companion.rules.commands import Command, Needs, PassBid
from companion.rules.ids import BANK, PlayerId
from companion.rules.opening import may_throw_to_start
from companion.rules.state import Game
from companion.table.gestures.context import (
    START_GAP_MS,
    THROW_GAP_MS,
    ChoicePrompt,
    Close,
    Do,
    GestureContext,
    Meaning,
    MoveHighlight,
    Nothing,
    Notice,
    OfferedChoice,
    Show,
    is_roll_or_deal,
)
from companion.table.gestures.sheet import (
    THROWN,
    Sheet,
    describe_no_more,
    likeliest_move,
    next_turn_sheet,
    open_sheet,
    question_sheet,
    throw_sheet,
)

BOARD_FIRST = "First the question about the board: say on the screen whether the board or the screen is right."
# A plain yes needs no second look. Where there is a choice, the choices are shown first with their prices.
_AT_ONCE = (Press.YES, Press.OWN, Press.CHOOSE)
_CANCEL_ORDER = {Press.NO: 0, Press.LAST: 2}  # everything else comes between them
_BID = "Bid with your own card or seat button. To pass, press cancel first."
_CHOOSE = "Choose with cancel and confirm, or on the screen."


# Dice


def press_dice(game: Game, context: GestureContext, at_ms: int) -> Meaning:
    """For the first player due: dealing comes before the rolls for the start, and those before the first turn."""
    ready = (option for option in options(game) if option.needs is Needs.NOTHING)
    due = next((option for option in ready if is_roll_or_deal(option.command)), None)
    if due is None:
        return Notice(f"No roll now. {prompt(game).text}", "refused")
    return roll(game, context, due, at_ms)


def roll(game: Game, context: GestureContext, due: Option, at_ms: int) -> Meaning:
    """Never twice by a bounce or an impatient second press.

    With real dice it shows what may have been rolled: as far as the token went, or that somebody stays in Jail.
    """
    if context.is_board_asked:
        return Notice(BOARD_FIRST, "refused")
    is_for_turn = spec_of(due.command).group is MoveGroup.TURN
    if context.dice == "hand":
        sheet = throw_sheet(game, context.walked) if is_for_turn else None
        if sheet is None:  # people enter it on a screen
            sheet = question_sheet(game)
            places = (at for at, move in enumerate(sheet.moves) if move.needs and is_roll_or_deal(move.command))
            sheet = replace(sheet, highlighted=next(places))
        return Show(sheet)
    # Rolling for the start, the next player is another one; the first turn may be the same player's.
    gap_ms = START_GAP_MS if may_throw_to_start(game) and not is_for_turn else THROW_GAP_MS
    if wait_ms := context.must_wait_ms(at_ms, gap_ms):
        seconds = -(-wait_ms // 1000)
        name = game.name(due.seat)
        text = f"One roll at a time: {name} may roll in {seconds} s, or when the token has arrived."
        return Notice(text, "refused")
    return Do(due.command, due.seat)


# Yes


def confirm(game: Game, context: GestureContext, at_ms: int) -> Meaning:
    if context.is_board_asked:
        return Notice(BOARD_FIRST, "refused")  # another question is on the screen
    sheet = open_sheet(game, context.sheet, context.walked)
    if context.sheet not in (None, sheet):
        return Show(sheet)  # what was highlighted has changed
    if context.is_just_done(at_ms) or context.is_just_shown(at_ms):
        return Show(sheet)  # nobody has read yet what came up
    move = sheet.move
    if move is None:
        return _nothing_highlighted(game, context, sheet)
    # Confirm spends only the money of the player who is due. What it cannot do at all is explained by `_take`.
    may_take = is_roll_or_deal(move.command) or is_due(game, move.seat, move.command)
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
    sheet = open_sheet(game, context.sheet, context.walked)
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
    if not sheet.is_deed and isinstance(move.command, PassBid):  # neither a bid nor a pass by mistake
        whom = f"This asks whether {game.name(move.seat)} passes."
        how = f"Press cancel until it asks {game.name(seat)}, or until it closes, to bid."
        return Notice(f"{whom} {how}", "refused")
    own = replace(sheet, highlighted=likeliest_move(sheet.moves, seat))
    if sheet.is_deed and own.move is not None:
        return Show(own)  # this player's move on the open deed, with its price
    return _answer_question(game, context, seat, at_ms)


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


def _answer_question(game: Game, context: GestureContext, seat: PlayerId, at_ms: int) -> Meaning:
    """What the table asks of this player, whatever is on the screen."""
    asked = question_sheet(game)
    own = replace(asked, highlighted=likeliest_move(asked.moves, seat))
    if own.move is not None and spec_of(own.move.command).group is not MoveGroup.TURN:  # a turn can wait, rent cannot
        if context.is_just_done(at_ms):
            return Show(own)  # a card that reads badly is laid down twice, and nobody has read yet what came up
        return _take(game, context, own, at_ms)
    bids = (move for move in asked.moves if move.seat == seat and spec_of(move.command).press is Press.OWN)
    if (own_word := next(bids, None) or _rent_claim(game, seat)) is not None:
        return Do(own_word.command, own_word.seat)
    if context.sheet is not None and context.sheet.is_deed and game.titles[context.sheet.deed].owner == seat:
        return Notice(describe_no_more(game, context.sheet), "refused")  # a tap too many: the deed stays open
    if own.move is not None:
        return _take(game, context, own, at_ms)
    next_turn = next_turn_sheet(game)
    if next_turn is not None and next_turn.move is not None and next_turn.move.seat == seat:
        return Show(next_turn)
    # There is nothing to say yes to: tell what the player has, and what the table waits for.
    waits = prompt(game)
    text = f"{describe_cash(game, seat)} {waits.text}"
    if waits.seat != seat:
        return Notice(text, "read")
    may_choose = any(asked.moves[at].seat == seat for at in cancel_order(asked))
    return Notice(f"{text} {_CHOOSE}" if may_choose else text, "your-turn")


def _rent_claim(game: Game, seat: PlayerId) -> Option | None:
    """The option to claim every rent that the player may still ask for: all that players may do beside the question."""
    aside = (one for one in options(game) if one.seat == seat and spec_of(one.command).group is MoveGroup.ASIDE)
    return next(aside, None)


def _take(game: Game, context: GestureContext, sheet: Sheet, at_ms: int) -> Meaning:
    """The highlighted move."""
    move = sheet.move
    assert move is not None
    if why := _why_not(move):
        return Notice(f"{move.label}: {why}, on the screen.", "refused")
    spec = spec_of(move.command)
    if spec.press is Press.DICE and (context.is_board_asked or is_left_open(move.command)):
        return roll(game, context, move, at_ms)
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


def _describe_whose(game: Game, label: str, seat: PlayerId) -> str:
    name = game.name(seat)
    return f"{label}: that is {name}'s to do, with {name}'s own card or seat button, or by the Banker."


def _nothing_highlighted(game: Game, context: GestureContext, sheet: Sheet) -> Meaning:
    """How to go on when confirm has nothing to take."""
    specs = [spec_of(move.command) for move in sheet.moves]
    if any(spec.press is Press.OWN for spec in specs):
        return Notice(f"{sheet.text} {_BID}", "refused")
    if sheet.is_deed:
        return Notice(describe_no_more(game, sheet), "refused")
    if any(spec.press is Press.DICE for spec in specs):
        if context.dice == "button":
            how = "Press the dice button."
        elif may_stay(game, game.turn):
            how = "Doubles: move the token. No doubles: press the dice button."
        else:
            how = "Move the token if the board feels it, or enter the roll on the screen."
        return Notice(f"{sheet.text} {how}", "your-turn")
    if any(spec.needs is Needs.CARD for spec in specs):
        return Notice(f"{sheet.text} Hold the card to the reader, or choose it on the screen.", "refused")
    return Notice(f"{sheet.text} {_CHOOSE if cancel_order(sheet) else 'Choose on the screen.'}", "refused")


# Not this


def cancel(context: GestureContext, at_ms: int) -> Meaning:
    """The next confirm takes whatever cancel highlighted."""
    notice, game, sheet = context.notice, context.game, context.sheet
    if isinstance(notice, Notice) and notice.choices:
        return Nothing()  # the press takes away what the notice offers, and nothing else
    closed = Close() if sheet is not None else Nothing()
    if isinstance(notice, ChoicePrompt) or game is None or game.over or (sheet is not None and sheet.is_deed):
        return closed
    asked = open_sheet(game, sheet, context.walked)
    if sheet not in (None, asked):
        return Show(asked)  # what was highlighted has changed
    order = cancel_order(asked)
    at = order.index(asked.highlighted) + 1 if asked.highlighted in order else 0
    return MoveHighlight(replace(asked, highlighted=order[at]), at_ms) if at < len(order) else closed


def cancel_order(sheet: Sheet) -> list[int]:
    """The places of the moves that cancel goes through: the likeliest, the no, all the others, and what is final last.

    Rolls are for the dice button and bids for the players' cards. What only the Banker may do is done on a screen.
    """
    places = list[int]()
    for at, move in enumerate(sheet.moves):
        press = spec_of(move.command).press
        is_elsewhere = press is Press.OWN or (press is Press.DICE and not is_by_hand(move.command))
        if move.needs is Needs.NOTHING and not move.banker and not is_elsewhere:
            places.append(at)
    likeliest = likeliest_move(sheet.moves)
    return sorted(
        places, key=lambda at: (at != likeliest, _CANCEL_ORDER.get(spec_of(sheet.moves[at].command).press, 1))
    )
