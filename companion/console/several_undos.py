"""Taking back several moves as one act, or doing them again: shown first, confirmed once, then one by one.

Each undo names its move, so that nothing else is taken back if somebody moves meanwhile.
"""

from typing import TYPE_CHECKING, Literal

from msgspec import json

from companion.console.pads.pad import ConfirmPad
from companion.console.state import Note, with_note, without_old_notes
from companion.table.messages.views import UndoView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

Does = Literal["Undo", "Redo"]
STAYS = {
    "Undo": "It all stays in the log, and can be done again.",
    "Redo": "All this was taken back, and will be done again.",
}
STOPPED = {
    "Undo": "{done} of {all} moves were taken back, and the rest stands: something came in between.",
    "Redo": "{done} of {all} moves were done again, and the rest was not: something came in between.",
}
TITLES = {
    "Undo": ("Take back this move?", "Take back {count} moves?", "Take back"),
    "Redo": ("Do this move again?", "Do {count} moves again?", "Redo"),
}


def undo_pad(plan: UndoView, does: Does) -> ConfirmPad:
    one, several, yes = TITLES[does]
    count = len(plan.numbers)
    parts = [*plan.moves]
    if plan.money:
        parts += ["", "Money:", *(f"  {change}" for change in plan.money)]
    if plan.board_fixes:
        parts += ["", "Put right on the board:", *(f"  {fix}" for fix in plan.board_fixes)]
    title = one if count == 1 else several.format(count=count)
    return ConfirmPad(title, "\n".join((*parts, "", STAYS[does])), yes)


async def undo_several(app: "ConsoleApp", plan: UndoView, does: Does) -> None:
    """Stops at the first that the table refuses, and says how far it came."""
    for done, number in enumerate(plan.numbers):
        if not await app.give(json.encode({"type": does, "number": number})):
            why = app.state.notes[-1].lines if app.state.notes else ()
            text = STOPPED[does].format(done=done, all=len(plan.numbers))
            app.change(with_note(without_old_notes(app.state), Note("refused", "Stopped", (text, *why))))
            return
