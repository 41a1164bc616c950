"""The moves of a game, from the first on. The last ones are kept; others are read back in pages when asked for."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import ClassVar, Final, overload

from companion.play.acts import DoneAgain, RecordedMove, Redo, Rename, TakenBack, Undo

PAGES_KEPT: Final = 2  # an undo on a page may be of a move on the one before


class MoveList(Sequence[RecordedMove]):
    """`first` is how many moves are not kept, that is, the index of the first that is."""

    PAGE: ClassVar[int] = 200  # moves

    def __init__(self, read_back: Callable[[int, int], Sequence[RecordedMove]], first: int = 0) -> None:
        """`read_back` gives the moves from one number to another, both included."""
        self.first = first
        self._kept: list[RecordedMove] = []
        self._read_back = read_back
        self._pages: dict[int, Sequence[RecordedMove]] = {}

    def copy(self) -> "MoveList":
        then = copy(self)
        then._kept, then._pages = self._kept[:], {}
        return then

    def append(self, move: RecordedMove) -> None:
        self._kept.append(move)

    def forget(self, first: int) -> None:
        """Keeps those from this index on."""
        if first > self.first:
            del self._kept[: first - self.first]
            self.first = first

    def __len__(self) -> int:
        return self.first + len(self._kept)

    def __reversed__(self) -> Iterator[RecordedMove]:
        yield from reversed(self._kept)
        for index in range(self.first - 1, -1, -1):
            yield self._at(index)

    @overload
    def __getitem__(self, at: int) -> RecordedMove: ...

    @overload
    def __getitem__(self, at: slice) -> list[RecordedMove]: ...

    def __getitem__(self, at: int | slice) -> RecordedMove | list[RecordedMove]:
        if isinstance(at, slice):
            return [self._at(index) for index in range(*at.indices(len(self)))]
        index = at + len(self) if at < 0 else at
        if not 0 <= index < len(self):
            raise IndexError(at)
        return self._at(index)

    def _at(self, index: int) -> RecordedMove:
        if index >= self.first:
            return self._kept[index - self.first]
        number = index // self.PAGE
        page = self._pages.pop(number, ())
        if len(page) <= index % self.PAGE:  # not read yet, or when there were fewer moves
            page = self._read_back(number * self.PAGE + 1, min((number + 1) * self.PAGE, len(self)))
        self._pages[number] = page  # the last one asked for is the last one to go
        if len(self._pages) > PAGES_KEPT:
            del self._pages[next(iter(self._pages))]
        return page[index % self.PAGE]


def backwards(moves: Sequence[RecordedMove]) -> Iterator[tuple[RecordedMove, bool]]:
    """The last one first, and of each whether it was taken back."""
    is_gone = dict[int, bool]()  # the last word about a move is the first that is read
    for move in reversed(moves):
        match move.events:
            case (TakenBack(number),):
                is_gone.setdefault(number, True)
            case (DoneAgain(number),):
                is_gone.setdefault(number, False)
        yield move, is_gone.get(move.number, False)


def standing_moves(moves: Sequence[RecordedMove]) -> Iterator[RecordedMove]:
    """What undo after undo would take back. Changing a name is no move."""
    acts = (move for move, is_gone in backwards(moves) if not is_gone)
    return (move for move in acts if not isinstance(move.act, Undo | Redo | Rename))
