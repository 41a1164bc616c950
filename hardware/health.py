"""How a device is doing: the error it raises, what a health panel shows of it, and the status kept of it."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from hardware.signals import DeviceFound, DeviceLost


class DeviceMissing(Exception):
    """The device cannot be opened or no longer answers. The message is a sentence for people that says why."""


@dataclass(frozen=True, slots=True)
class DeviceHealth:
    """`absent`: not fitted to this table. `lost`: fitted but not answering; `why` says more."""

    name: str
    state: Literal["present", "absent", "lost"]
    last_seen_ms: int | None = None  # when it last sensed or did something; None: never
    why: str = ""
    counters: tuple[tuple[str, int], ...] = ()


class DeviceStatus:
    """Of one fitted device. Losing or finding it gives a signal once, however often it is noticed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_lost = False
        self._why = ""
        self._last_seen_ms: int | None = None
        self._counts = Counter[str]()

    def count(self, what: str, at_ms: int) -> None:
        """The device sensed or did something."""
        self._counts[what] += 1
        self._last_seen_ms = at_ms

    def lose(self, why: str, at_ms: int) -> tuple[DeviceLost, ...]:
        if self.is_lost:
            return ()
        self.is_lost, self._why = True, why
        self._counts["lost"] += 1
        return (DeviceLost(self.name, why, at_ms),)

    def still_lost(self, at_ms: int) -> tuple[DeviceLost, ...]:
        """For a listener that has only just come."""
        return (DeviceLost(self.name, self._why, at_ms),) if self.is_lost else ()

    def find(self, at_ms: int) -> tuple[DeviceFound, ...]:
        if not self.is_lost:
            return ()
        self.is_lost, self._why = False, ""
        return (DeviceFound(self.name, at_ms),)

    def health(self) -> DeviceHealth:
        counters = tuple(sorted(self._counts.items()))
        return DeviceHealth(self.name, "lost" if self.is_lost else "present", self._last_seen_ms, self._why, counters)


def describe_error(error: Exception) -> str:
    """For people. A driver's own error often has no message, only a type."""
    return str(error) or f"It does not answer ({type(error).__name__})."
