"""What a table shows and plays: six cues, each with a light and a sound, and the faces of the dice."""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import RLock, Timer
from typing import Generic, Literal, Protocol, TypeVar, get_args

from hardware.clock import Clock
from hardware.health import DeviceStatus, describe_error
from hardware.signals import DeviceHealth, Emit

Cue = Literal["read", "unknown", "refused", "money-in", "money-out", "your-turn"]
CUES: tuple[Cue, ...] = get_args(Cue)

LOOK_MS = 1_000
MAX_WAITING_USES = 3  # a move may bring money and a turn; beyond these the oldest is dropped
HANGS_MS = 1_500
HANGS = "Its driver hangs: check its wires, then unplug it or restart the Pi."


class OutputDevice(Protocol):
    """No method of an output blocks: a cue goes on by itself. Each raises DeviceMissing if the device does not answer.

    Using it again tries to open it again.
    """

    def open(self) -> None:
        """Opens the device if it is not open. Called again and again, to find a device that comes late."""

    def close(self) -> None: ...


class LampDevice(OutputDevice, Protocol):
    def show(self, cue: Cue) -> None: ...


class SpeakerDevice(OutputDevice, Protocol):
    def play(self, cue: Cue) -> None: ...


class DiceDisplayDevice(OutputDevice, Protocol):
    def show(self, faces: Sequence[int]) -> None:
        """Faces from 1 to 6; no faces clear the display."""


class OutputWatch:
    """Uses lamps, a speaker or a display, and reports when it is lost and found.

    The caller of `use` never waits for a driver: `look` does the work.
    """

    def __init__(self, name: str, clock: Clock, device: OutputDevice) -> None:
        self._clock = clock
        self._device = device
        self._status = DeviceStatus(name, clock)
        self._waiting = deque[tuple[Callable[[], None], str]](maxlen=MAX_WAITING_USES)
        self._called_ms: int | None = None  # when the driver was called, if that call has not returned
        self._lock = RLock()

    def open(self, emit: Emit) -> None:
        self._status.open(emit)

    def use(self, work: Callable[[], None], count: str) -> None:
        """At the next look."""
        self._waiting.append((work, count))

    def look(self) -> int:
        """Does what is waiting. If nothing is, checks whether the device answers."""
        with self._lock:
            if not self._waiting:
                self._use(self._device.open)
            while self._waiting:
                self._use(*self._waiting.popleft())
        return LOOK_MS

    def _use(self, work: Callable[[], None], count: str = "") -> None:
        self._called_ms = self._clock.now_ms()
        try:
            work()
        except Exception as error:  # the driver may raise anything, and a dark lamp must not stop the game
            self._status.lose(describe_error(error))
            return
        finally:
            self._called_ms = None
        self._status.find()
        if count:
            self._status.count(count)

    def health(self) -> DeviceHealth:
        """A device whose driver hangs shows as lost, although no call of it has failed."""
        health, since_ms = self._status.health(), self._called_ms
        is_hanging = since_ms is not None and self._clock.now_ms() - since_ms >= HANGS_MS
        return replace(health, state="lost", why=HANGS) if is_hanging else health

    def close(self) -> None:
        with self._lock:
            self._status.close()
            self._waiting.clear()
            with suppress(Exception):  # the driver may raise anything, and the other devices must be closed too
                self._device.close()


Step = TypeVar("Step")
Steps = Sequence[tuple[Step, int]]  # each with its milliseconds
Later = Callable[[float, Callable[[], None]], None]  # does something after so many seconds
MAX_WAITING_STEPS = 2


def in_a_thread(seconds: float, action: Callable[[], None]) -> None:
    timer = Timer(seconds, action)
    timer.daemon = True
    timer.start()


class StepPlayer(Generic[Step]):
    """Shows or plays a series of steps while nobody waits for it.

    A series begun while another one runs waits for its end. If more than two wait, the oldest is dropped.
    """

    def __init__(self, perform: Callable[[Step], None], later: Later = in_a_thread) -> None:
        self._perform = perform
        self._later = later
        self._stops = 0  # counted, so that a step begun before a stop is not played after it
        self._is_busy = False
        self._waiting = deque[Steps[Step]](maxlen=MAX_WAITING_STEPS)
        self._trouble: Exception | None = None
        self._lock = RLock()

    def begin(self, steps: Steps[Step]) -> None:
        """Raises what went wrong, possibly with an earlier step."""
        with self._lock:
            trouble, self._trouble = self._trouble, None
            if trouble:
                raise trouble
            if self._is_busy:
                self._waiting.append(steps)
            else:
                self._play(steps)

    def _play(self, steps: Steps[Step]) -> None:
        (step, ms), *rest = steps
        self._perform(step)
        self._is_busy = True
        self._later(ms / 1_000, partial(self._play_next, self._stops, rest))

    def _play_next(self, stops: int, steps: Steps[Step]) -> None:
        with self._lock:
            if stops != self._stops:
                return
            self._is_busy = False
            if not steps and not self._waiting:
                return
            try:
                self._play(steps or self._waiting.popleft())
            except Exception as error:  # the driver may raise anything; the next `begin` raises it
                self._trouble = error
                self._waiting.clear()

    def stop(self) -> None:
        """After this returns, nothing is performed."""
        with self._lock:
            self._stops += 1
            self._is_busy, self._trouble = False, None
            self._waiting.clear()
