"""What is pressed: the seam between pins and whoever watches them, and the buttons' names."""

from collections.abc import Callable
from typing import Protocol

SEATS_MOST = 8
SEATS = tuple(f"seat-{number}" for number in range(1, SEATS_MOST + 1))
BUTTONS = ("dice", "confirm", "cancel", *SEATS)


class Buttons(Protocol):
    """Tells every edge from any thread: the button's name, and whether it went down."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def open(self, edge: Callable[[str, bool], None]) -> None:
        """Raises DeviceMissing; it may be tried again."""

    def is_down(self, name: str) -> bool:
        """Now. Asked when they were opened, since a button that is down then was not pressed."""

    def close(self) -> None:
        """No edge is told any more when this returns."""
