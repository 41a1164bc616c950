"""What a walk needs of the table: its devices, the household that keeps the tags, and whoever walks."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.table.enrolling.walk_plan import NoWalk
from companion.table.enrolling.walked_board import BOARD
from companion.table.tags.bindings import Bindings
from hardware.signals import DeviceHealth


class Rig(Protocol):
    @property
    def readers(self) -> Mapping[str, object]: ...

    def emit_reads(self, wanted: bool) -> None: ...

    def emit_spots(self, wanted: bool) -> None: ...

    def health(self) -> Sequence[DeviceHealth]: ...


class Household(Protocol):
    """`keep` returns when the bindings are on the disk, and everybody minds them. It raises OSError."""

    @property
    def bindings(self) -> Bindings: ...

    def keep(self, bindings: Bindings) -> str: ...

    def players(self) -> tuple[Sequence[str], Sequence[str]]:
        """Names and pieces, of the game in play."""


class Walker(Protocol):
    """Whoever began it, known by being the same one."""

    @property
    def name(self) -> str: ...


def require_devices(rig: Rig, *, is_board: bool) -> None:
    """Raises NoWalk."""
    states = {device.name: device.state for device in rig.health()}
    if is_board and states.get(BOARD, "absent") == "absent":
        raise NoWalk("This table has no board that senses tokens: nothing is to be learnt about its spaces.")
    if not is_board and not rig.readers:
        raise NoWalk("This table has no tag reader. Fit one, and name it in companion.toml.")
