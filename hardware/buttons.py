"""Buttons: their names, the pins they are wired to, and the way from raw edges to presses and holds.

Contacts chatter, and long wires pick up pulses of microseconds from lamps and motors. A button is pressed once it was
down for `press_ms` without a break; the next press needs a release that lasted `quiet_ms`. The result does not depend
on how often anybody looks, which is seldom while no button moves: an edge asks for a look. A button that stays down is
stuck and counts as a lost device.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import RLock
from typing import Protocol

from hardware.clock import BUTTON_QUIET_MS, PRESS_MS, Clock, DeviceTiming
from hardware.health import DeviceMissing, DeviceStatus, describe_error
from hardware.pins import Contact, GpioPins
from hardware.signals import ButtonHeld, ButtonPressed, DeviceHealth, Emit

MAX_SEATS = 8
SEATS = tuple(f"seat-{number}" for number in range(1, MAX_SEATS + 1))
BUTTONS = ("dice", "confirm", "cancel", *SEATS)

HOLD_MS = 2_000
STUCK_MS = 10_000
LOOK_MS = 50  # while a button is down, or has just been
STILL_MS = 1_000  # after the last edge, contacts no longer chatter
REST_MS = 1_000  # until the next look, once all buttons are up and still
LOOK_SOON_MS = 4  # while a button has just gone down: at least two looks before it counts as pressed
RETRY_MS = 1_000


class ButtonInputs(Protocol):
    """Calls `edge` for every raw edge, from any thread: the button's name, and whether it went down."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def missing(self) -> Mapping[str, str]:
        """The buttons that cannot be read although others can, and why. Opening again tries them again."""

    def open(self, edge: Callable[[str, bool], None]) -> None:
        """Raises DeviceMissing if no button can be read; may be tried again."""

    def is_down(self, name: str) -> bool:
        """Right now. A button that is down when the buttons are opened was not pressed."""

    def close(self) -> None:
        """After this returns, no edge is reported."""


class PinButtons:
    """Buttons between a pin and ground. A pin that cannot be opened does not affect the other buttons."""

    def __init__(self, pins: GpioPins, wired: Mapping[str, int]) -> None:
        self.names = tuple(wired)
        self.missing: dict[str, str] = {}
        self._pins = pins
        self._wired = dict(wired)
        self._contacts: dict[str, Contact] = {}

    def open(self, edge: Callable[[str, bool], None]) -> None:
        self.missing = {}
        for name in [one for one in self._wired if one not in self._contacts]:
            try:
                self._contacts[name] = self._pins.contact(self._wired[name], partial(edge, name))
            except Exception as error:  # the driver may raise anything
                self.missing[name] = describe_error(error)
        if not self._contacts:
            raise DeviceMissing(next(iter(self.missing.values())))

    def is_down(self, name: str) -> bool:
        return self._contacts[name].is_down()

    def close(self) -> None:
        contacts, self._contacts = self._contacts, {}
        for contact in contacts.values():
            contact.close()


@dataclass(frozen=True, slots=True)
class ButtonStuck:
    """Down too long to be a finger. Sent once per press."""

    button: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class ButtonFreed:
    """A stuck button came up."""

    button: str
    at_ms: int


ButtonEvent = ButtonPressed | ButtonHeld | ButtonStuck | ButtonFreed


class Debounce:
    """From one button's edges to events. It has no clock: the caller passes the time.

    A button that `is_down` from the start must be released first; until then it can only turn out to be stuck.
    """

    def __init__(
        self,
        button: str,
        quiet_ms: int = BUTTON_QUIET_MS,
        press_ms: int = PRESS_MS,
        *,
        is_down: bool = False,
        at_ms: int = 0,
    ) -> None:
        self._button = button
        self._quiet_ms = quiet_ms
        self._press_ms = press_ms
        self._level = is_down
        self._now_ms = at_ms
        self._edge_ms = at_ms
        self._pressed_ms: int | None = at_ms if is_down else None  # None: up and quiet, or not down long enough yet
        self._is_held = is_down  # no hold without a press that was sent
        self._is_stuck = False

    def edge(self, down: bool, at_ms: int) -> tuple[ButtonEvent, ...]:
        before = self.look(at_ms)
        if down == self._level:
            return before
        self._level, self._edge_ms = down, self._now_ms
        return (*before, *self.look(at_ms)) if down else before

    @property
    def is_down(self) -> bool:
        """After the last edge."""
        return self._level

    @property
    def is_pending(self) -> bool:
        """Down, but not yet long enough to be pressed."""
        return self._level and self._pressed_ms is None

    def look(self, at_ms: int) -> tuple[ButtonEvent, ...]:
        """What the mere passing of time brings."""
        self._now_ms = max(self._now_ms, at_ms)
        events: list[ButtonEvent] = []
        if self.is_pending and self._now_ms >= self._edge_ms + self._press_ms:
            self._pressed_ms = self._edge_ms + self._press_ms
            events.append(ButtonPressed(self._button, self._pressed_ms))
        if self._pressed_ms is None:
            return ()
        if not self._level:
            released_ms = self._edge_ms + self._quiet_ms
            if self._now_ms < released_ms:
                return ()
            was_stuck = self._is_stuck
            self._pressed_ms, self._is_held, self._is_stuck = None, False, False
            return (ButtonFreed(self._button, released_ms),) if was_stuck else ()
        held_ms, stuck_ms = self._pressed_ms + HOLD_MS, self._pressed_ms + STUCK_MS
        if not self._is_held and self._now_ms >= held_ms:
            self._is_held = True
            events.append(ButtonHeld(self._button, max(held_ms, self._edge_ms)))
        if not self._is_stuck and self._now_ms >= stuck_ms:
            self._is_stuck = True
            events.append(ButtonStuck(self._button, max(stuck_ms, self._edge_ms)))
        return tuple(events)


class ButtonWatch:
    """Watches the buttons, real or simulated, emits presses and holds, and tries missing ones again for ever."""

    def __init__(self, buttons: ButtonInputs, clock: Clock, timing: DeviceTiming) -> None:
        self._buttons = buttons
        self._clock = clock
        self._quiet_ms, self._press_ms = timing.button_quiet_ms, timing.press_ms
        self.hurry: Callable[[], None] = lambda: None  # asks for a look at once
        self._statuses = {name: DeviceStatus(name, clock) for name in buttons.names}
        self._debounces: dict[str, Debounce] = {}  # of the buttons that can be read
        self._unplugged: set[str] = set()  # by the `lose` lever, not because a pin failed
        self._is_open = False
        self._edge_ms = clock.now_ms()  # when a contact moved last
        self._retry_ms = 0  # when to try the missing ones again
        # Also held around emit, so that signals keep their order; never around opening or closing the pins, which may
        # wait for a thread that is reporting an edge to us.
        self._lock = RLock()

    def open(self, emit: Emit) -> None:
        with self._lock:
            for status in self._statuses.values():
                status.open(emit)
        self._open_pins()

    def _open_pins(self) -> None:
        try:
            self._buttons.open(self.edge)
        except Exception as error:  # the driver may raise anything; there are no buttons then
            self._lose_all(describe_error(error))
            return
        self._is_open = True
        self._retry_ms = self._clock.now_ms() + RETRY_MS
        try:
            with self._lock:
                for name in self._buttons.names:
                    if why := self._buttons.missing.get(name):
                        self._statuses[name].lose(why)
                    elif name not in self._unplugged and name not in self._debounces:
                        self._begin(name)
        except Exception as error:  # they opened but cannot be read
            self._close_pins(describe_error(error))

    def _begin(self, name: str) -> None:
        at_ms, is_down = self._clock.now_ms(), self._buttons.is_down(name)
        self._debounces[name] = Debounce(name, self._quiet_ms, self._press_ms, is_down=is_down, at_ms=at_ms)
        self._statuses[name].find()

    def _close_pins(self, why: str) -> None:
        self._is_open = False
        with self._lock:
            self._debounces.clear()
        with suppress(Exception):
            self._buttons.close()
        self._lose_all(why)

    def _lose_all(self, why: str) -> None:
        with self._lock:
            for status in self._statuses.values():
                status.lose(why)

    def edge(self, name: str, down: bool) -> None:
        with self._lock:
            if name not in self._debounces:
                return
            status, debounce = self._statuses[name], self._debounces[name]
            now_ms, is_edge = self._clock.now_ms(), debounce.is_down != down
            for event in debounce.edge(down, now_ms):
                match event:
                    case ButtonPressed() | ButtonHeld():
                        status.sense(event, "presses" if isinstance(event, ButtonPressed) else "holds")
                    case ButtonStuck(_, at_ms):
                        why = f"The {name} button has been down for {STUCK_MS // 1_000} seconds: it seems to be stuck."
                        status.lose(why, at_ms)
                    case ButtonFreed(_, at_ms):
                        status.find(at_ms)
            if is_edge:
                self._edge_ms = now_ms
                self.hurry()

    def look(self) -> int:
        if not self._is_open:
            self._open_pins()
            return RETRY_MS
        if self._buttons.missing and self._clock.now_ms() >= self._retry_ms:
            self._open_pins()
        with self._lock:
            try:
                levels = {name: self._buttons.is_down(name) for name in self._debounces}
            except Exception as error:  # the driver may raise anything; there are no buttons then
                why = describe_error(error)
            else:
                # Chattering contacts may give more edges than a driver keeps, so the level has the last word.
                for name, is_down in levels.items():
                    self.edge(name, is_down)
                if any(one.is_pending for one in self._debounces.values()):
                    return LOOK_SOON_MS
                is_still = not any(levels.values()) and self._clock.now_ms() - self._edge_ms >= STILL_MS
                return REST_MS if is_still else LOOK_MS
        self._close_pins(why)
        return RETRY_MS

    def lose(self, name: str, why: str) -> None:
        """Stops listening to one button, as if it were unplugged."""
        with self._lock:
            self._unplugged.add(name)
            self._debounces.pop(name, None)
            self._statuses[name].lose(why)

    def find(self, name: str) -> None:
        with self._lock:
            if name in self._unplugged:
                self._unplugged.discard(name)
                self._begin(name)

    def health(self) -> tuple[DeviceHealth, ...]:
        return tuple(status.health() for status in self._statuses.values())

    def close(self) -> None:
        with self._lock:
            for status in self._statuses.values():
                status.close()
        with suppress(Exception):  # the driver may raise anything, and the other devices must be closed too
            self._buttons.close()
