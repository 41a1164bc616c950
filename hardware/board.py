"""The board that senses tokens: what one must do, and which space each of its spots is under."""

from collections.abc import Callable, Mapping
from typing import Protocol

from hardware.health import DeviceStatus
from hardware.signals import BoardKind, DeviceHealth, Emit, SpotCovered, TokenLifted, TokenSeen, Uid

SPACES = 40
BOARD = "board"  # its name among the devices

Walk = Callable[[SpotCovered], None]
Spot = str  # "north/3" is reader 3 of the module north; a sticker's spot is its tag's number


class TokenBoard(Protocol):
    """Emits TokenSeen and TokenLifted, and its own DeviceLost and DeviceFound, from any thread, in order.

    When it is opened or found, it sends everything that stands on it, again if need be.
    """

    @property
    def kind(self) -> BoardKind: ...

    def open(self, emit: Emit) -> None: ...

    def close(self) -> None:
        """After this returns, nothing is emitted."""

    def health(self) -> DeviceHealth: ...

    def has_looked(self) -> bool:
        """Has each of its own threads looked since this was last asked?"""

    def walk(self, walk: Walk | None) -> None:
        """From now on, `walk` gets a SpotCovered for whatever comes to any spot, even on a board that is not whole."""

    def remap(self, spaces: Mapping[Spot, int]) -> None:
        """Sets which space each spot is under. Empty: as the modules say."""


class SpotMap:
    """Without a map, a reader is where its module says. With one, a spot that it does not name is nowhere."""

    def __init__(self, spaces: Mapping[Spot, int] | None = None) -> None:
        self._spaces = dict(spaces or {})
        if wrong := [spot for spot, space in self._spaces.items() if not 0 <= space < SPACES]:
            raise ValueError(f"the spot {wrong[0]} is not under any space of the board")

    @property
    def is_walked(self) -> bool:
        return bool(self._spaces)

    def of_sticker(self, uid: Uid) -> int | None:
        return self._spaces.get(uid)

    def of_reader(self, module: str, first: int, reader: int) -> int | None:
        if self._spaces:
            return self._spaces.get(reader_spot(module, reader))
        return (first + reader) % SPACES


Sight = tuple[int, Uid]  # a space, and what is known of what stands there


def send_sights(
    status: DeviceStatus, before: frozenset[Sight], now: frozenset[Sight], known: frozenset[Sight], at_ms: int
) -> None:
    """Reports what was sent `before` and is no longer there, and what is there `now` and not yet `known`."""
    for space, uid in sorted(before - now):
        status.sense(TokenLifted(space, uid, at_ms), "lifted")
    for space, uid in sorted(now - known):
        status.sense(TokenSeen(space, uid, at_ms), "seen")


def reader_spot(module: str, reader: int) -> Spot:
    return f"{module}/{reader}"
