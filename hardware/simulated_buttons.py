"""Buttons without pins, and a finger for them."""

from collections.abc import Callable, Mapping

from hardware.clock import Clock
from hardware.debounce import HOLD_MS
from hardware.errors import BadLever

LINGER_MS = 200  # a finger stays a little longer than it must


class SimulatedButtons:
    def __init__(self, names: tuple[str, ...], clock: Clock) -> None:
        self.names = names
        self.missing: Mapping[str, str] = {}
        self._clock = clock
        self._is_down = dict.fromkeys(names, False)
        self._releases_ms: dict[str, int] = {}
        self._edge: Callable[[str, bool], None] = _felt_by_nobody

    def open(self, edge: Callable[[str, bool], None]) -> None:
        self._edge = edge

    def is_down(self, name: str) -> bool:
        return self._is_down[name]

    def edge(self, name: str, down: bool) -> None:
        """A raw one, as the contact gives it."""
        self._require(name)
        self._releases_ms.pop(name, None)
        self._is_down[name] = down
        self._edge(name, down)

    def press(self, name: str) -> None:
        self._require_up(name)
        self.edge(name, True)
        self.edge(name, False)

    def hold(self, name: str) -> None:
        """Down now, and up when `look` finds that it was long enough."""
        self._require_up(name)
        self.edge(name, True)
        self._releases_ms[name] = self._clock.now_ms() + HOLD_MS + LINGER_MS

    def look(self) -> None:
        due = [name for name, due_ms in tuple(self._releases_ms.items()) if due_ms <= self._clock.now_ms()]
        for name in due:
            self.edge(name, False)

    def _require(self, name: str) -> None:
        if name not in self.names:
            raise BadLever(f"There is no {name} button on this table.")

    def _require_up(self, name: str) -> None:
        self._require(name)
        if self._is_down[name]:
            raise BadLever(f"The {name} button is down already.")

    def close(self) -> None:
        self._edge = _felt_by_nobody


def _felt_by_nobody(name: str, down: bool) -> None:
    del name, down
