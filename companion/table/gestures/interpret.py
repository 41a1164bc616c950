"""What a button or a tag means. The signal brings the time, and the context everything else.

Tokens on the board and devices that come and go are interpreted elsewhere. What the dice show is not decided here.
"""

import re

from companion.play.acts import Undo
from companion.play.prompts import prompt
from companion.table.gestures.cancel_button import cancel
from companion.table.gestures.confirm_button import answer_prompt, confirm, press_as_player
from companion.table.gestures.context import (
    BEGIN,
    RESUME,
    ChoicePrompt,
    GestureContext,
    LetIn,
    Meaning,
    Nothing,
    Notice,
    OfferedChoice,
)
from companion.table.gestures.dice_button import press_dice
from companion.table.gestures.tag_tap import tap_tag
from hardware.signals import ButtonHeld, ButtonPressed, Signal, TagPlaced, TagsCrowded

_KNOWN = re.compile(r"dice|confirm|seat-[1-8]")
_YES_TAKEN = "That was a yes already. To let a tablet or a phone in, hold confirm while it would take nothing."


def interpret(signal: Signal, context: GestureContext) -> Meaning:
    match signal:
        case ButtonPressed("cancel", at_ms):
            return cancel(context, at_ms)
        case ButtonHeld("cancel") if not context.undo_number:
            return Notice("There is nothing to take back.", "refused")
        case ButtonHeld("cancel"):
            undo = OfferedChoice("Take it back", Undo(context.undo_number))
            return ChoicePrompt(f"Take back the last move: {context.undo}?", (undo,))
        case ButtonHeld("confirm"):
            return Notice(_YES_TAKEN, "read") if context.is_yes_taken else LetIn()
        case ButtonPressed(button, at_ms) if _KNOWN.fullmatch(button):
            return _press(context, button, at_ms)
        case TagPlaced(_, uid, at_ms):
            return tap_tag(context, uid, at_ms)
        case TagsCrowded():
            return Notice("One at a time: several tags lie on the reader, and none of them counts.", "refused")
    return Nothing()


def _press(context: GestureContext, button: str, at_ms: int) -> Meaning:
    """Dice, confirm or a seat button."""
    game = context.game
    if game is None:
        return ChoicePrompt("No game is in play.", (BEGIN, RESUME))
    if button.startswith("seat-"):
        return press_as_player(game, context, int(button.removeprefix("seat-")) - 1, at_ms)
    if button == "confirm" and (answer := answer_prompt(game, context, None, at_ms)) is not None:
        return answer
    if game.over:
        return Notice(prompt(game).text, "refused", (BEGIN,))
    return press_dice(game, context, at_ms) if button == "dice" else confirm(game, context, at_ms)
