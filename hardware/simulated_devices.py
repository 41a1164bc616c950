"""Simulated buttons, readers and outputs. Each behaves as the real one would, and can be made to fail."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from hardware.buttons import HOLD_MS
from hardware.clock import Clock
from hardware.health import DeviceMissing
from hardware.outputs import Cue
from hardware.readers import Miss, Poll, ReaderReach
from hardware.signals import Uid

UNPLUGGED = "It was unplugged."
LINGER_MS = 200  # a finger stays a little longer than it must
MAX_REMEMBERED = 100


class BadLever(ValueError):
    """Nothing on the simulated table can be moved like this, and nothing was. The message is a sentence for people."""


class SimulatedFault:
    """Makes its device raise DeviceMissing while it is lost."""

    def __init__(self) -> None:
        self._why = ""

    def lose(self, why: str = UNPLUGGED) -> None:
        self._why = why or UNPLUGGED

    def find(self) -> None:
        self._why = ""

    def check(self) -> None:
        if self._why:
            raise DeviceMissing(self._why)


class SimulatedButtons:
    """Buttons without pins, and a finger for them."""

    def __init__(self, names: tuple[str, ...], clock: Clock) -> None:
        self.names = names
        self.missing: Mapping[str, str] = {}
        self._clock = clock
        self._is_down = dict.fromkeys(names, False)
        self._releases_ms: dict[str, int] = {}
        self._edge: Callable[[str, bool], None] | None = None

    def open(self, edge: Callable[[str, bool], None]) -> None:
        self._edge = edge

    def is_down(self, name: str) -> bool:
        """A finger that holds it goes up without an edge: whoever looks sees it."""
        is_held_enough = name in self._releases_ms and self._clock.now_ms() >= self._releases_ms[name]
        return self._is_down[name] and not is_held_enough

    def edge(self, name: str, down: bool) -> None:
        """A raw edge, as from the contact."""
        self._require(name)
        self._releases_ms.pop(name, None)
        self._is_down[name] = down
        if self._edge:
            self._edge(name, down)

    def press(self, name: str) -> None:
        self._require_up(name)
        self.edge(name, True)
        self.edge(name, False)

    def hold(self, name: str) -> None:
        """Down now, and up once it was held long enough."""
        self._require_up(name)
        self.edge(name, True)
        self._releases_ms[name] = self._clock.now_ms() + HOLD_MS + LINGER_MS

    def _require(self, name: str) -> None:
        if name not in self.names:
            raise BadLever(f"There is no {name} button on this table.")

    def _require_up(self, name: str) -> None:
        self._require(name)
        if self.is_down(name):
            raise BadLever(f"The {name} button is already down.")

    def close(self) -> None:
        self._edge = None


class SimulatedReader:
    """Tags are placed on it and lifted, and it reads as badly as it is told to."""

    reach = ReaderReach(most_at_once=100, sees_lifting=True)

    def __init__(self, name: str) -> None:
        self.name = name
        self.fault = SimulatedFault()
        self.lying: frozenset[Uid] = frozenset()
        self._noise = deque[Miss]()
        self.changed: Callable[[], None] = lambda: None

    def is_steady(self) -> bool:
        return not self._noise

    def place(self, uid: Uid) -> None:
        self.lying |= {uid}
        self.changed()

    def lift(self, uid: Uid) -> None:
        if uid not in self.lying:
            raise BadLever(f"The tag {uid} is not on {self.name}.")
        self.lying -= {uid}
        self.changed()

    def garble(self, polls: int) -> None:
        """The next polls are unreadable."""
        self._noise.extend([Miss.GARBLED] * polls)
        self.changed()

    def overlook(self, polls: int) -> None:
        """The next polls see nothing, whatever lies there."""
        self._noise.extend([Miss.EMPTY] * polls)
        self.changed()

    def poll(self) -> Poll:
        self.fault.check()
        return self._noise.popleft() if self._noise else self.lying or Miss.EMPTY

    def renew(self) -> None:
        self.fault.check()

    def close(self) -> None:
        pass


class _SimulatedOutput:
    def __init__(self) -> None:
        self.fault = SimulatedFault()

    def open(self) -> None:
        self.fault.check()

    def close(self) -> None:
        pass


class SimulatedLamps(_SimulatedOutput):
    def __init__(self) -> None:
        super().__init__()
        self.shown = deque[Cue](maxlen=MAX_REMEMBERED)  # the newest last

    def show(self, cue: Cue) -> None:
        self.fault.check()
        self.shown.append(cue)


class SimulatedSpeaker(_SimulatedOutput):
    def __init__(self) -> None:
        super().__init__()
        self.played = deque[Cue](maxlen=MAX_REMEMBERED)  # the newest last

    def play(self, cue: Cue) -> None:
        self.fault.check()
        self.played.append(cue)


class SimulatedDiceDisplay(_SimulatedOutput):
    def __init__(self) -> None:
        super().__init__()
        self.shown = deque[tuple[int, ...]](maxlen=MAX_REMEMBERED)  # the newest last

    def show(self, faces: Sequence[int]) -> None:
        self.fault.check()
        self.shown.append(tuple(faces))
