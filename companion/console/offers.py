"""Which buttons stand under the question of the moment: the likeliest first, and what is alike folded into one."""

from collections.abc import Iterator

from msgspec import Struct

from companion.console.commands import row_of
from companion.console.state import State
from companion.table.messages.setup import MenuView
from companion.table.messages.views import MoveView


class Offer(Struct, frozen=True):
    """One button. With several moves it opens a list of them."""

    label: str
    row: MenuView
    moves: tuple[MoveView, ...]

    @property
    def change(self) -> int:
        return self.moves[0].change if len(self.moves) == 1 else 0


def offers(state: State, room: int) -> tuple[Offer, ...]:
    """At most as many as there is room for. They stay to be seen while the link is down."""
    units = list(_units(state))
    count = len(units)
    made: list[Offer] = []
    for number, (row, moves) in enumerate(units):
        may_spread = not row.folds or (number == 0 and _is_asked(state, moves)) or _are_ways(state, moves)
        if may_spread and count + len(moves) - 1 <= room:
            count += len(moves) - 1
            made += [Offer(titled(state, move), row, (move,)) for move in moves]
        else:
            made.append(_folded(state, row, moves))
    return tuple(made[:room])


def _is_asked(state: State, moves: tuple[MoveView, ...]) -> bool:
    """Is this what the one player who is waited for can do about it?"""
    return state.view is not None and all(move.seat == state.view.prompt_seat for move in moves)


def _are_ways(state: State, moves: tuple[MoveView, ...]) -> bool:
    """Do they bring the cash that is missing now?"""
    short = {one.move.seat for one in state.raising if one.is_asked}
    return all(move.raises and move.change > 0 and move.seat in short for move in moves)


def _units(state: State) -> Iterator[tuple[MenuView, tuple[MoveView, ...]]]:
    """What belongs together, in the order of the view."""
    units: dict[str, tuple[MenuView, list[MoveView]]] = {}
    for move in state.known_moves:
        row = row_of(state, move)
        if _is_usual(state, row) and (row.id in units or _is_offered(state, move)):
            units.setdefault(row.id, (row, []))[1].append(move)
    for row, moves in units.values():
        yield row, tuple(moves)


def _is_usual(state: State, row: MenuView) -> bool:
    """When the time is up, that is the one rare thing that everybody waits for."""
    is_up = state.view is not None and state.view.clock is not None and state.view.clock.is_up
    return not row.rare or (row.id == "time" and is_up)


def _is_offered(state: State, move: MoveView) -> bool:
    """What only cash is missing for has a button of its own if the table waits for it."""
    return not move.short_by or any(one.move == move and one.is_asked for one in state.raising)


def _folded(state: State, row: MenuView, moves: tuple[MoveView, ...]) -> Offer:
    if len(moves) == 1:
        return Offer(titled(state, moves[0]), row, moves)
    labels = {move.label for move in moves}
    text = labels.pop() if len(labels) == 1 else row.name.removesuffix(" …")
    return Offer(f"{text} …", row, moves)


def titled(state: State, move: MoveView) -> str:
    """Its label, with the player's name where that is not plain from the question."""
    if state.view is None or move.seat in (-1, state.view.prompt_seat):
        return move.label
    return f"{state.name(move.seat)}: {move.label}"
