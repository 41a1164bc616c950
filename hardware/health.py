"""How a device is doing: what a panel shows of it, and the condition it is kept in."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from hardware.signals import DeviceFound, DeviceLost

State = Literal["present", "absent", "lost"]


@dataclass(frozen=True, slots=True)
class DeviceHealth:
    """`absent` is not fitted to this table; `lost` should be there and does not answer, and `why` says more."""

    name: str
    state: State
    last_seen_ms: int | None = None  # when it last felt or did something; None: never
    why: str = ""
    counters: tuple[tuple[str, int], ...] = ()


class Condition:
    """A fitted device's. Being lost or found is told once, however often it is noticed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_lost = False
        self._why = ""
        self._last_seen_ms: int | None = None
        self._counts = Counter[str]()

    def count(self, what: str, at_ms: int) -> None:
        """Something came from the device, or was done with it."""
        self._counts[what] += 1
        self._last_seen_ms = at_ms

    def lose(self, why: str, at_ms: int) -> tuple[DeviceLost, ...]:
        if self.is_lost:
            return ()
        self.is_lost, self._why = True, why
        self._counts["lost"] += 1
        return (DeviceLost(self.name, why, at_ms),)

    def still_lost(self, at_ms: int) -> tuple[DeviceLost, ...]:
        """For somebody who only now begins to listen."""
        return (DeviceLost(self.name, self._why, at_ms),) if self.is_lost else ()

    def find(self, at_ms: int) -> tuple[DeviceFound, ...]:
        if not self.is_lost:
            return ()
        self.is_lost, self._why = False, ""
        return (DeviceFound(self.name, at_ms),)

    def health(self) -> DeviceHealth:
        counters = tuple(sorted(self._counts.items()))
        return DeviceHealth(self.name, "lost" if self.is_lost else "present", self._last_seen_ms, self._why, counters)


def why_missing(error: Exception) -> str:
    """For people. A driver's own error often says nothing but its kind."""
    return str(error) or f"It does not answer ({type(error).__name__})."
