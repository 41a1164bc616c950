"""What a table shows and plays: six outcomes, each with one light and one sound, and the faces of the dice."""

from collections.abc import Sequence
from typing import Literal, Protocol, get_args

Cue = Literal["read", "unknown", "refused", "money-in", "money-out", "your-turn"]
CUES: tuple[Cue, ...] = get_args(Cue)

# None of these blocks: each returns at once and goes on by itself. Each raises DeviceMissing if it does not answer;
# being used again, it tries to open its device anew.


class Lamps(Protocol):
    def show(self, cue: Cue) -> None: ...

    def close(self) -> None: ...


class Speaker(Protocol):
    def play(self, cue: Cue) -> None: ...

    def close(self) -> None: ...


class DiceDisplay(Protocol):
    def show(self, faces: Sequence[int]) -> None:
        """Each from 1 to 6; none at all clears it."""

    def close(self) -> None: ...
