"""From a press to an act: which of the moves is meant, is it meant for certain, and everything that it needs."""

from collections.abc import Sequence
from typing import Protocol

from companion.console.asking import Shows, act_for, one_of
from companion.console.commands import row_of
from companion.console.pads.confirm import ConfirmPad
from companion.console.state import State
from companion.table.messages.setup import MenuView
from companion.table.messages.views import MoveView

RAISE_CASH = "companion.console.screens.raise_cash:RaiseScreen"


class Chooses(Shows, Protocol):
    """The app. What is asked about is told to it: when that is no more, nor are the pads."""

    state: State
    asked_about: tuple[MoveView, ...]

    def open_screen(self, name: str, *args: object) -> None: ...


async def chosen_act(app: Chooses, row: MenuView, moves: Sequence[MoveView], *, is_named: bool) -> bytes | None:
    """None if somebody has thought better of it, or must raise cash first."""
    state = app.state
    move = moves[0] if is_named and len(moves) == 1 else await one_of(app, state, row.name, moves)
    if move is None:
        return None
    app.asked_about = (move,)
    if move.short_by:
        app.open_screen(RAISE_CASH, move)
        return None
    if move.tells and not await _is_sure(app, row, move):
        return None
    return await act_for(app, state, move)


async def _is_sure(app: Chooses, row: MenuView, move: MoveView) -> bool:
    label = move.label.removesuffix(f" ({move.change:+,d})")
    text = f"{app.state.name(move.seat)}: {label}?" if move.seat >= 0 else f"{label}?"
    what = "\n".join(f"• {line}" for line in move.tells)
    pad = ConfirmPad(row.name, f"{text}\n\n{what}", row.name, is_careful=True)
    return await app.show_pad(pad) is True


def still_stand(asked_about: Sequence[MoveView], before: State, now: State) -> bool:
    """Is what a pad asks for still to be answered? The same throw twice would look the same, but for the dice."""
    was, view = before.view, now.view
    if was is None or view is None or not all(move in now.known_moves for move in asked_about):
        return False
    return all(_is_for_any_time(now, move) for move in asked_about) or (was.prompt, was.dice) == (
        view.prompt,
        view.dice,
    )


def _is_for_any_time(state: State, move: MoveView) -> bool:
    """A deal takes its time, and so does a correction: the others may go on meanwhile, if it changes nothing there."""
    return row_of(state, move).rare or move.needs == "goods"
