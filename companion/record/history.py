"""What was done, so that it can be taken back and taken again. States are immutable: an old one is only a reference."""

from msgspec import Struct

from companion.record.by_hand import Fall
from companion.record.errors import Line
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game


class Entry(Struct, frozen=True):
    """One accepted statement. `companions` is the companion's own throw or draw, also after another was entered."""

    line: Line
    before: Game
    after: Game
    clauses: frozenset[str]
    companions: Fall | None = None


class History:
    def __init__(self) -> None:
        self._done: list[Entry] = []
        self._undone: list[Entry] = []

    def add(self, entry: Entry) -> None:
        self._done.append(entry)
        self._undone.clear()

    def companions(self) -> Fall | None:
        """The companion's own throw or draw, if one stood here before it was taken back."""
        return self._undone[-1].companions if self._undone else None

    def undo(self) -> Entry:
        if not self._done:
            raise Refusal(Code.NOTHING_TO_UNDO, "UNDO-1", "Nothing has been done that could be taken back.")
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Entry:
        if not self._undone:
            raise Refusal(Code.NOTHING_TO_UNDO, "UNDO-1", "Nothing was taken back that could be done again.")
        self._done.append(self._undone.pop())
        return self._done[-1]
