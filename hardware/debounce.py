"""From the raw edges of a button to presses and holds. Knows no clock: it is told the time.

A press is told at its first edge. After that the contacts may chatter as they like; the next press needs a release
that lasted `quiet_ms`. What is told does not depend on how often anybody looks.
"""

from dataclasses import dataclass

from hardware.signals import ButtonHeld, ButtonPressed

QUIET_MS = 30
HOLD_MS = 2_000
STUCK_MS = 10_000


@dataclass(frozen=True, slots=True)
class ButtonStuck:
    """Down for so long that no finger can be meant. Told once; it counts as no further press."""

    button: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class ButtonFreed:
    """A stuck button came up."""

    button: str
    at_ms: int


Felt = ButtonPressed | ButtonHeld | ButtonStuck | ButtonFreed


class Debounce:
    """Begun with a button that `is_down` already, it waits for the release before it tells of anything but sticking."""

    def __init__(self, button: str, quiet_ms: int = QUIET_MS, *, is_down: bool = False, at_ms: int = 0) -> None:
        self._button = button
        self._quiet_ms = quiet_ms
        self._level = is_down
        self._now_ms = at_ms
        self._edge_ms = at_ms
        self._pressed_ms: int | None = at_ms if is_down else None  # None: up, and quiet
        self._is_held = is_down  # a hold needs a press that was told
        self._is_stuck = False

    def edge(self, down: bool, at_ms: int) -> tuple[Felt, ...]:
        before = self.look(at_ms)
        if down == self._level:
            return before
        self._level, self._edge_ms = down, self._now_ms
        if not down or self._pressed_ms is not None:
            return before
        self._pressed_ms = self._now_ms
        return (*before, ButtonPressed(self._button, self._now_ms))

    def look(self, at_ms: int) -> tuple[Felt, ...]:
        """What the mere passing of time brings about."""
        self._now_ms = max(self._now_ms, at_ms)
        if self._pressed_ms is None:
            return ()
        if self._level:
            return (*self._hold(self._pressed_ms + HOLD_MS), *self._stick(self._pressed_ms + STUCK_MS))
        return self._release(self._edge_ms + self._quiet_ms)

    def _hold(self, due_ms: int) -> tuple[Felt, ...]:
        if self._is_held or self._now_ms < due_ms:
            return ()
        self._is_held = True
        return (ButtonHeld(self._button, max(due_ms, self._edge_ms)),)

    def _stick(self, due_ms: int) -> tuple[Felt, ...]:
        if self._is_stuck or self._now_ms < due_ms:
            return ()
        self._is_stuck = True
        return (ButtonStuck(self._button, max(due_ms, self._edge_ms)),)

    def _release(self, due_ms: int) -> tuple[Felt, ...]:
        if self._now_ms < due_ms:
            return ()
        was_stuck = self._is_stuck
        self._pressed_ms, self._is_held, self._is_stuck = None, False, False
        return (ButtonFreed(self._button, due_ms),) if was_stuck else ()
