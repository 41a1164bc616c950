"""The error that a device raises, and the status kept of it."""

from collections import Counter

from hardware.clock import Clock
from hardware.signals import DeviceFound, DeviceHealth, DeviceLost, Emit, Signal, ignore_signal


class DeviceMissing(Exception):
    """The device cannot be opened or no longer answers. The message is a sentence for people that says why."""


class DeviceStatus:
    """Of one fitted device. It emits DeviceLost and DeviceFound once, however often the device is lost or found."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.is_lost = False
        self.emit: Emit = ignore_signal
        self._name = name
        self._clock = clock
        self.why = ""
        self._last_seen_ms: int | None = None
        self._counts = Counter[str]()
        self._told: tuple[object, DeviceHealth] = None, DeviceHealth(name, "absent")

    def open(self, emit: Emit) -> None:
        """A new listener hears at once that the device is lost."""
        self.emit = emit
        if self.is_lost:
            emit(DeviceLost(self._name, self.why, self._clock.now_ms()))

    def close(self) -> None:
        self.emit = ignore_signal

    def sense(self, signal: Signal, count: str) -> None:
        self._counts[count] += 1
        self._last_seen_ms = signal.at_ms
        self.emit(signal)

    def count(self, what: str) -> None:
        """The device did something that is not a signal."""
        self._counts[what] += 1
        self._last_seen_ms = self._clock.now_ms()

    def lose(self, why: str, at_ms: int | None = None) -> None:
        if not self.is_lost:
            self.is_lost, self.why = True, why
            self._counts["lost"] += 1
            self.emit(DeviceLost(self._name, why, self._clock.now_ms() if at_ms is None else at_ms))

    def find(self, at_ms: int | None = None) -> bool:
        """Was it lost until now?"""
        if not self.is_lost:
            return False
        self.is_lost, self.why = False, ""
        self.emit(DeviceFound(self._name, self._clock.now_ms() if at_ms is None else at_ms))
        return True

    def health(self) -> DeviceHealth:
        """The same one until something changes: it is asked for at every look, and seldom news."""
        now = self.is_lost, self.why, self._last_seen_ms, self._counts.total()
        if self._told[0] != now:
            is_lost, why, seen_ms, _ = now
            counters = tuple(sorted(self._counts.items()))
            self._told = now, DeviceHealth(self._name, "lost" if is_lost else "present", seen_ms, why, counters)
        return self._told[1]


def describe_error(error: Exception) -> str:
    """For people. A driver's own error often has no message, only a type."""
    return str(error) or f"It does not answer ({type(error).__name__})."
