"""From the open question to a command: the buttons under it, which move is meant, and whether the player is sure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.console.fill_in import act_with_needs
from companion.console.pads.choose import BUTTONS_MAX, ChoosePad, PadChoice
from companion.console.pads.pad import ConfirmPad
from companion.console.state import ConsoleState
from companion.table.messages.setup import MenuView
from companion.table.messages.views import MoveView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp


class MoveOffer(Struct, frozen=True):
    """One button. With several moves it opens a list of them."""

    label: str
    entry: MenuView
    moves: tuple[MoveView, ...]


def move_offers(state: ConsoleState, room: int) -> tuple[MoveOffer, ...]:
    """The likeliest first, and no more than `room`. They stay visible while the link is down.

    Rare moves stay in the menu, but when the time is up, everybody waits for that one. A move that only lacks cash has
    a button of its own if the table waits for it.
    """
    is_time_up = state.view is not None and state.view.clock is not None and state.view.clock.is_up
    asked = [one.move for one in state.raising if one.is_asked]
    groups: dict[str, tuple[MenuView, list[MoveView]]] = {}
    for move in state.known_moves:
        entry = state.menu_entry(move)
        is_usual = not entry.rare or (entry.id == "time" and is_time_up)
        if is_usual and (entry.id in groups or not move.short_by or move in asked):
            groups.setdefault(entry.id, (entry, []))[1].append(move)
    count = len(groups)
    offers: list[MoveOffer] = []
    short = {move.seat for move in asked}
    for number, (entry, moves) in enumerate(groups.values()):
        is_asked = state.view is not None and all(move.seat == state.view.prompt_seat for move in moves)
        raises_what_is_missing = all(move.raises and move.change > 0 and move.seat in short for move in moves)
        may_spread = not entry.folds or (number == 0 and is_asked) or raises_what_is_missing
        if len(moves) == 1 or (may_spread and count + len(moves) - 1 <= room):
            count += len(moves) - 1
            offers += [MoveOffer(label_with_name(state, move), entry, (move,)) for move in moves]
        else:
            labels = {move.label for move in moves}
            text = labels.pop() if len(labels) == 1 else entry.name.removesuffix(" …")
            offers.append(MoveOffer(f"{text} …", entry, tuple(moves)))
    return tuple(offers[:room])


def label_with_name(state: ConsoleState, move: MoveView) -> str:
    """With the player's name where the question does not make clear whose move it is."""
    if state.view is None or move.seat in (-1, state.view.prompt_seat):
        return move.label
    return f"{state.name(move.seat)}: {move.label}"


def shows_its_move(entry: MenuView, moves: Sequence[MoveView]) -> bool:
    """Is it clear what will happen? Then the key alone will do; otherwise even a single move is shown first."""
    return not entry.folds or any(move.tells or move.needs for move in moves)


async def chosen_act(app: "ConsoleApp", entry: MenuView, moves: Sequence[MoveView], *, is_named: bool) -> bytes | None:
    """None if somebody changed their mind, or must raise cash first."""
    state = app.state
    move = moves[0] if is_named and len(moves) == 1 else await _one_of(app, state, entry.name, moves)
    if move is None:
        return None
    app.asked_about = (move,)
    if move.short_by:
        app.open_screen("raise_cash:RaiseCashScreen", move)
        return None
    if move.tells:
        label = move.label.removesuffix(f" ({state.money(move.change, plus=True)})")
        question = f"{app.state.name(move.seat)}: {label}?" if move.seat >= 0 else f"{label}?"
        text = "\n".join((question, "", *(f"• {line}" for line in move.tells)))
        if not await app.show_pad(ConfirmPad(entry.name, text, entry.name, is_careful=True)):
            return None
    return await act_with_needs(app, state, move)


async def _one_of(app: "ConsoleApp", state: ConsoleState, title: str, moves: Sequence[MoveView]) -> MoveView | None:
    """With many moves of several players, it asks for the player first."""
    seats = {move.seat: [one for one in moves if one.seat == move.seat] for move in moves}
    if len(moves) > BUTTONS_MAX and len(seats) > 1:
        whose = await app.show_pad(ChoosePad(title, [PadChoice(state.name(seat), own) for seat, own in seats.items()]))
        return None if whose is None else await _one_of(app, state, title, whose)
    words = label_with_name if len(seats) > 1 else lambda _, move: move.label
    return await app.show_pad(ChoosePad(title, [PadChoice(words(state, move), move) for move in moves]))


def still_asked(asked_about: Sequence[MoveView], before: ConsoleState, now: ConsoleState) -> bool:
    """Does the question of an open pad still stand?

    A deal or a correction takes its time. Others may play on meanwhile, as long as the move itself stays the same.
    For the rest the prompt must be the same, and the dice too: two rolls in a row look alike otherwise.
    """
    was, view = before.view, now.view
    if was is None or view is None or not all(move in now.known_moves for move in asked_about):
        return False
    takes_its_time = all(now.menu_entry(move).rare or move.needs == "goods" for move in asked_about)
    return takes_its_time or (was.prompt, was.dice) == (view.prompt, view.dice)
