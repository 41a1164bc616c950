"""What was done, so that it can be taken back and taken again. States are immutable: an old one is only a reference."""

from typing import Generic, TypeVar

from msgspec import Struct

from companion.record.by_hand import Fall
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game

T = TypeVar("T")


class Entry(Struct, Generic[T], frozen=True):
    """One accepted act. `companions` is the companion's own throw or draw, also after another was entered."""

    what: T
    before: Game
    after: Game
    companions: Fall | None = None


class History(Generic[T]):
    def __init__(self) -> None:
        self._done: list[Entry[T]] = []
        self._undone: list[Entry[T]] = []

    def add(self, entry: Entry[T]) -> None:
        self._done.append(entry)
        self._undone.clear()

    def companions(self) -> Fall | None:
        """The companion's own throw or draw, if one stood here before it was taken back."""
        return self._undone[-1].companions if self._undone else None

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def last_done(self) -> Entry[T]:
        """What an undo takes back."""
        if not self._done:
            raise Refusal(Code.NOTHING_TO_UNDO, "UNDO-1", "Nothing has been done that could be taken back.")
        return self._done[-1]

    def last_undone(self) -> Entry[T]:
        """What a redo does again."""
        if not self._undone:
            raise Refusal(Code.NOTHING_TO_UNDO, "UNDO-1", "Nothing was taken back that could be done again.")
        return self._undone[-1]

    def undo(self) -> Entry[T]:
        self._undone.append(self.last_done())
        return self._done.pop()

    def redo(self) -> Entry[T]:
        self._done.append(self.last_undone())
        return self._undone.pop()
