"""What the server needs from outside, as protocols: the games, and the rig with its lamps, readers and board."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from companion.rules.board import Board
from companion.table.games.long_answer import LongAnswer
from companion.table.games.session import Session
from companion.table.gestures.context import Cue
from companion.table.messages.wire import Ask, Reply
from hardware.signals import DeviceHealth, Signal


class Host(Protocol):
    """The games. `trouble` says why no game is in play though one should be."""

    @property
    def session(self) -> Session | None: ...

    @property
    def trouble(self) -> str: ...

    @property
    def board(self) -> Board:
        """Of the game in play; without one, the household's usual board."""

    def probe(self) -> None:
        """Checks whether a failed disk has come back."""

    def answer(self, ask: Ask) -> Reply: ...

    def prepare(self, ask: Ask) -> LongAnswer | None:
        """For an answer that takes long: how to work it out in another thread. None if `answer` is to be asked."""


class OutputRig(Protocol):
    """Lamps, speaker and dice display, and how the devices are."""

    def health(self) -> Sequence[DeviceHealth]: ...

    def show(self, cue: Cue) -> None: ...

    def play(self, cue: Cue) -> None: ...

    def show_dice(self, faces: Sequence[int]) -> None: ...


class EnrolRig(Protocol):
    """Readers and board while tags are enrolled."""

    @property
    def readers(self) -> Mapping[str, object]: ...

    def emit_reads(self, wanted: bool) -> None: ...

    def emit_spots(self, wanted: bool) -> None: ...

    def health(self) -> Sequence[DeviceHealth]: ...


class TableRig(OutputRig, EnrolRig, Protocol):
    """Everything that is wired to the table."""

    def open(self, emit: Callable[[Signal], None]) -> None: ...

    def close(self) -> None: ...

    def has_looked(self) -> bool: ...

    def map_board(self, spaces: Mapping[str, int]) -> None: ...

    def know_tags(self, uids: Collection[str]) -> None: ...


class CannotPull(ValueError):
    """A lever of a simulated table cannot be used like this. The message is a sentence."""
