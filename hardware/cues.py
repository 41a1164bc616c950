"""What a table shows and plays: six outcomes, each with one light and one sound, and the faces of the dice."""

from collections.abc import Sequence
from typing import Literal, Protocol, get_args

Cue = Literal["read", "unknown", "refused", "money-in", "money-out", "your-turn"]
CUES: tuple[Cue, ...] = get_args(Cue)

# None of these blocks: each returns at once and goes on by itself. Each raises DeviceMissing if it does not answer;
# being used again, it tries to open its device anew.


class Opened(Protocol):
    def open(self) -> None:
        """Opens the device if it is not open, and is asked again and again: the way to find one that came late."""

    def close(self) -> None: ...


class Lamps(Opened, Protocol):
    def show(self, cue: Cue) -> None: ...


class Speaker(Opened, Protocol):
    def play(self, cue: Cue) -> None: ...


class DiceDisplay(Opened, Protocol):
    def show(self, faces: Sequence[int]) -> None:
        """Each from 1 to 6; none at all clears it."""
