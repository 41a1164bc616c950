"""What a press, a tap and a token mean. Pure: told the time in the signal, and everything else in the scene.

Tokens on the board and devices that come and go are not for here, and neither is what the dice show.
"""

import re

from companion.play.acts import Undo
from companion.play.prompts import prompt
from companion.table.gestures.dice import press_dice
from companion.table.gestures.meanings import BEGIN, RESUME, Choice, LetIn, Meaning, Nothing, Notice, Prompt
from companion.table.gestures.no import cancel
from companion.table.gestures.scene import Scene
from companion.table.gestures.tapped import tap
from companion.table.gestures.yes import confirm, say_me, take_offer
from hardware.signals import ButtonHeld, ButtonPressed, Signal, TagPlaced, TagsCrowded

_SEAT = re.compile(r"seat-([1-8])")
_YES_TAKEN = "That was a yes already. To let a tablet or a phone in, hold confirm while it would take nothing."


def interpret(signal: Signal, scene: Scene) -> Meaning:
    match signal:
        case ButtonPressed("cancel", at_ms):
            return cancel(scene, at_ms)
        case ButtonHeld("cancel"):
            return _offer_undo(scene)
        case ButtonHeld("confirm"):
            return Notice(_YES_TAKEN, "read") if scene.is_yes_taken else LetIn()
        case ButtonPressed(button, at_ms) if _is_known(button):
            return _press(scene, button, at_ms)
        case TagPlaced(_, uid, at_ms):
            return tap(scene, uid, at_ms)
        case TagsCrowded():
            return Notice("One at a time: several tags lie on the reader, and none of them counts.", "refused")
    return Nothing()


def _is_known(button: str) -> bool:
    return button in ("dice", "confirm") or _SEAT.fullmatch(button) is not None


def _press(scene: Scene, button: str, at_ms: int) -> Meaning:
    game = scene.game
    if game is None:
        return Prompt("No game is in play.", (BEGIN, RESUME))
    if button.startswith("seat-"):
        return say_me(game, scene, int(button.removeprefix("seat-")) - 1, at_ms)
    if button == "confirm" and (taken := take_offer(game, scene, None, at_ms)) is not None:
        return taken
    if game.over:
        return Notice(prompt(game).text, "refused", (BEGIN,))
    return press_dice(game, scene, at_ms) if button == "dice" else confirm(game, scene, at_ms)


def _offer_undo(scene: Scene) -> Meaning:
    if not scene.undo_number:
        return Notice("There is nothing to take back.", "refused")
    return Prompt(f"Take back the last move: {scene.undo}?", (Choice("Take it back", Undo(scene.undo_number)),))
