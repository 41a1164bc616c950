"""What senses the tokens on the board, in the three kinds that people build."""

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from hardware.health import DeviceHealth
from hardware.signals import Signal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.spots import Spot, Walk

SPACES = 40
BOARD = "board"  # its name among the devices


class BoardKind(Enum):
    IDENTIFYING = "identifying"  # a reader under each space: which token stands where
    PRESENCE = "presence"  # a switch under each space: that something stands there
    TAP = "tap"  # a wand: the space that was tapped with it, and never that something left


class TokenBoard(Protocol):
    """Emits TokenSeen and TokenLifted, and DeviceLost and DeviceFound of itself, from any thread, in order.

    Whenever it is opened or found, everything that stands on it is told (again).
    """

    @property
    def kind(self) -> BoardKind: ...

    def open(self, emit: Callable[[Signal], None]) -> None: ...

    def close(self) -> None:
        """Nothing is emitted any more when this returns."""

    def health(self) -> DeviceHealth: ...

    def reports(self) -> bool:
        """Has every thread of its own looked since this was last asked?"""

    def walk(self, walk: "Walk | None") -> None:
        """From now on `walk` hears of whatever comes to any spot."""

    def remap(self, spaces: "Mapping[Spot, int]") -> None:
        """Under which space each spot is; without any, as the board itself thinks."""
