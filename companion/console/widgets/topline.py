"""The top line: which game by which book, the turn, what fell last, the time that is left, and whether it sounds."""

import time
from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from companion.console.state import State
from companion.console.words import cells, fitted
from companion.table.messages.views import ClockView, DeviceView, View

WIDE = 70  # from here on devices are named that are well, if there is room
MINOR = ("confirm", "cancel", "seat-", "lamps", "speaker", "dice-display")  # named only when they are lost
SEPARATOR = " · "
SHORT_S = 20 * 60  # from here on seconds are shown


class Topline(Widget):
    def __init__(self) -> None:
        super().__init__(id="topline")
        self._state = State()
        self._clock: ClockView | None = None
        self._told_at = 0.0  # on this screen's own clock, which runs on from what the table said
        self._shown: object = None

    def on_mount(self) -> None:
        self.set_interval(1, self._tick)

    def _tick(self) -> None:
        if self._clock is not None and not self._clock.is_up:
            self.refresh()

    def show(self, state: State) -> None:
        self._state = state
        clock = state.view.clock if state.view else None
        if clock != self._clock:
            self._clock, self._told_at = clock, time.monotonic()
        if (now := _told(state)) != self._shown:
            self._shown = now
            self.refresh()

    def render(self) -> Content:
        view = self._state.view
        if view is None:
            return Content("Table Companion")
        width, parts = self.size.width, _left(view)
        right = self._beside(view, is_short=width < WIDE)
        if cells(SEPARATOR.join(parts)) + cells(right) + 2 > width:
            right = self._beside(view, is_short=True)
        left = _whole_parts(parts, max(width - cells(right) - 2, 0))
        gap = " " * max(width - cells(left) - cells(right), 1)
        return Content.assemble(left, gap, (right, "bold"))

    def _beside(self, view: View, *, is_short: bool) -> str:
        said = "waiting for the table …" if self._state.is_waiting else self._right(view)
        pace = f"{self._state.pace.words}{SEPARATOR}" if self._state.pace is not None else ""
        return f"{pace}{devices_line(self._state.prompts.devices, is_short=is_short)}{said}"

    def _right(self, view: View) -> str:
        parts = ("muted" if self._state.prompts.muted else "", self._left(), _right(view))
        return SEPARATOR.join(part for part in parts if part)

    def _left(self) -> str:
        if self._clock is None:
            return ""
        passed_ms = int((time.monotonic() - self._told_at) * 1000)
        return "TIME IS UP" if self._clock.is_up else time_left(max(self._clock.left_ms - passed_ms, 0))


def _told(state: State) -> object:
    """Everything that stands there: many a move changes nothing of it."""
    view, now = state.view, state.prompts
    game = (_left(view), _right(view), view.clock) if view else None
    return game, state.is_waiting, state.pace, now.muted, tuple((one.name, one.state) for one in now.devices)


def devices_line(devices: Sequence[DeviceView], *, is_short: bool) -> str:
    """What answers, and what does not: `dice ● deeds ● board ○`."""
    named = (one for one in devices if one.state == "lost" or not (is_short or one.name.startswith(MINOR)))
    marks = {"present": "●", "lost": "○"}
    words = " ".join(f"{one.name} {marks[one.state]}" for one in named if one.state in marks)
    return f"{words}{SEPARATOR}" if words else ""


def time_left(left_ms: int) -> str:
    """Hours and minutes; and seconds when it gets short."""
    seconds = -(-left_ms // 1000)
    if seconds >= SHORT_S:
        return f"{seconds // 3600}:{seconds % 3600 // 60:02} h left"
    return f"{seconds // 60}:{seconds % 60:02} min left"


def _whole_parts(parts: Sequence[str], room: int) -> str:
    """Of the first ones as many as there is room for: half a word says nothing. Only a long title is cut."""
    for count in range(len(parts), 1, -1):
        if cells(joined := SEPARATOR.join(parts[:count])) <= room:
            return joined
    return fitted(parts[0], room)


def _left(view: View) -> tuple[str, ...]:
    rent = "rent must be asked for" if "rent claim" in view.house_rules else "rent automatic"
    others = [rule for rule in view.house_rules if not rule.startswith("rent ")]
    house = f"{len(others)} house rule{'s' if len(others) > 1 else ''}" if others else ""
    parts = (view.title, " ".join((view.edition, *view.variants)), rent, house)
    return tuple(part for part in parts if part)


def _right(view: View) -> str:
    dice = " + ".join(map(str, view.dice))
    return f"turn {view.turn_number}" + (f" · dice {dice}" if dice else "")
