"""What is pressed: the seam between pins and whoever watches them, and the buttons' names."""

from collections.abc import Callable, Mapping
from typing import Protocol

SEATS_MOST = 8
SEATS = tuple(f"seat-{number}" for number in range(1, SEATS_MOST + 1))
BUTTONS = ("dice", "confirm", "cancel", *SEATS)


class Buttons(Protocol):
    """Tells every edge from any thread: the button's name, and whether it went down."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def missing(self) -> Mapping[str, str]:
        """Those that are not felt though the others are, and why. Opening again tries them again."""

    def open(self, edge: Callable[[str, bool], None]) -> None:
        """Raises DeviceMissing if none of them can be felt; it may be tried again."""

    def is_down(self, name: str) -> bool:
        """Now. Asked when they were opened, since a button that is down then was not pressed."""

    def close(self) -> None:
        """No edge is told any more when this returns."""
