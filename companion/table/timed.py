"""A timed game as a screen shows it: the clock, and when the time is up that it is, with the end of the game first."""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.table.messages import ClockView, MoveView, View

UP = "The time is up."
OPEN = "What is open is finished first; then the game can end."


class _Kind(Struct, frozen=True):
    type: str


_kinds = msgspec.json.Decoder(_Kind)


def timed(view: View, clock: ClockView | None) -> View:
    if clock is None or view.over:
        return view
    if not clock.is_up:
        return replace(view, clock=clock)
    calls = tuple(move for move in view.moves if _ends(move))
    others = tuple(move for move in view.moves if not _ends(move))
    prompt = " ".join((UP, view.prompt, *(() if calls else (OPEN,))))
    return replace(view, clock=clock, prompt=prompt, moves=(*calls, *others))


def _ends(move: MoveView) -> bool:
    return _kinds.decode(move.act).type == "CallTime"
