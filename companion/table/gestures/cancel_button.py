"""Cancel means "not this": it dismisses what was offered, closes a deed, and moves on to the other answers.

It does nothing to the game. The next confirm takes whatever cancel highlighted.
"""

from msgspec.structs import replace

from companion.rules.catalogue import Press, is_by_hand, spec_of
from companion.rules.commands import Needs
from companion.table.gestures.context import (
    ChoicePrompt,
    Close,
    GestureContext,
    Meaning,
    MoveHighlight,
    Nothing,
    Notice,
    Show,
)
from companion.table.gestures.question import open_sheet
from companion.table.gestures.sheet import Sheet, likeliest_move

_ORDER = {Press.NO: 0, Press.LAST: 2}  # everything else comes between them


def cancel(context: GestureContext, at_ms: int) -> Meaning:
    notice, game, sheet = context.notice, context.game, context.sheet
    if isinstance(notice, Notice) and notice.choices:
        return Nothing()  # the press takes away what the notice offers, and nothing else
    closed = Close() if sheet is not None else Nothing()
    if isinstance(notice, ChoicePrompt) or game is None or game.over or (sheet is not None and sheet.is_deed):
        return closed
    asked = open_sheet(game, context)
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
    likeliest = likeliest_move(sheet, None)
    return sorted(places, key=lambda at: (at != likeliest, _ORDER.get(spec_of(sheet.moves[at].command).press, 1)))
