"""What a player's or an onlooker's page gets of the game: the seat's own moves, and nothing that is the Banker's."""

from msgspec.structs import replace

from companion.rules.catalogue import BY_HAND, CATALOGUE
from companion.rules.commands import Needs, Roll
from companion.table.messages.views import MoveView, View

ENTERED_CARD, ENTERED_DICE, COMPANIONS_DICE = BY_HAND[Needs.CARD], BY_HAND[Needs.DICE], CATALOGUE[Roll].menu


def page_view(view: View, seat: int, *, may_take_back: bool, has_real_cards: bool) -> View:
    """`seat` is -1 for an onlooker, and for a phone that has not said whose it is."""
    entered = {ENTERED_DICE} if view.hand_dice else set()
    if has_real_cards:
        entered.add(ENTERED_CARD)

    def is_own(move: MoveView) -> bool:
        is_companions = view.hand_dice and move.menu == COMPANIONS_DICE
        return move.seat == seat >= 0 and not is_companions and (not move.banker or move.menu in entered)

    undo = (view.undo, view.undo_number) if may_take_back else ("", 0)
    return replace(
        view,
        moves=tuple(replace(move, banker=False) if move.banker else move for move in view.moves if is_own(move)),
        raising=tuple(one for one in view.raising if one.move.seat == seat >= 0),
        undo=undo[0],
        undo_number=undo[1],
        redo="",
        redo_number=0,
    )
