"""Everything that is wired to a table, as one: it emits what it feels, and shows and plays what it is told."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from hardware.cues import Cue
from hardware.health import DeviceHealth
from hardware.signals import Signal

Emit = Callable[[Signal], None]


class Rig(Protocol):
    """Every device may be absent, and may get lost and be found: it is tried again for ever."""

    def open(self, emit: Emit) -> None:
        """Once. `emit` is called from any thread, in order for each device. It must neither block nor raise."""

    def close(self) -> None:
        """For good. Nothing is emitted any more when this returns."""

    def health(self) -> tuple[DeviceHealth, ...]: ...

    def reports(self) -> bool:
        """Has every thread that looks at a device done so since this was last asked?"""

    @property
    def readers(self) -> Mapping[str, object]:
        """By their names."""

    def tell_reads(self, wanted: bool) -> None:
        """Shall every look at a reader be told, as TagsRead, beside the taps?"""

    def tell_spots(self, wanted: bool) -> None:
        """Shall everything that comes to a spot of the board be told, as SpotCovered?"""

    def map_board(self, spaces: Mapping[str, int]) -> None:
        """Under which space each spot of the board is, by the spot's name."""

    def show(self, cue: Cue) -> None: ...

    def play(self, cue: Cue) -> None: ...

    def show_dice(self, faces: Sequence[int]) -> None: ...


def emit_to_nobody(signal: Signal) -> None:
    """While a rig is closed."""
    del signal
