"""The board as a ring: four sides of spaces around a middle that belongs to whoever draws it. A tap names the space."""

from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from companion.console.groups import LOOKS
from companion.table.messages.views import BoardPrint

SPACES = 40
TELLING = 4  # letters that are enough to know a space by
TOP, LEFT, RIGHT, BOTTOM = range(20, 31), range(19, 10, -1), range(31, 40), range(10, -1, -1)
_PLAIN, _TOKENS, _CURSOR = "$foreground on $surface", "bold $background on $accent", "reverse bold"


class RingView(NamedTuple):
    """`tokens` are the letters that stand on each space; `width` and `height` are of one space."""

    board: BoardPrint = BoardPrint((), ())
    tokens: tuple[tuple[int, str], ...] = ()
    cursor: int = -1
    width: int = 7
    height: int = 1


class Side(Widget):
    class Tapped(Message):
        def __init__(self, space: int) -> None:
            super().__init__()
            self.space = space

    def __init__(self, name: str, spaces: range, *, is_row: bool) -> None:
        super().__init__(id=f"side-{name}", classes="side-row" if is_row else "side-column")
        self._spaces = spaces
        self._is_row = is_row
        self._view = RingView()

    def show(self, view: RingView) -> None:
        if view == self._view:
            return
        self._view = view
        across, down = (len(self._spaces), 1) if self._is_row else (1, len(self._spaces))
        self.styles.width, self.styles.height = across * view.width, down * view.height
        self.refresh()

    def render(self) -> Content:
        cells = [cell(self._view, space) for space in self._spaces]
        if not self._is_row:
            return Content("\n").join(line for one in cells for line in one)
        return Content("\n").join(Content("").join(one[row] for one in cells) for row in range(self._view.height))

    def on_click(self, event: Click) -> None:
        event.stop()
        at = event.x // self._view.width if self._is_row else event.y // self._view.height
        if 0 <= at < len(self._spaces):
            self.post_message(self.Tapped(self._spaces[at]))


def cell(view: RingView, space: int) -> list[Content]:
    """Its lines: the name on the colour of the group, and who stands there."""
    room = view.width - 1  # a gap keeps neighbours apart
    style = _CURSOR if space == view.cursor else _style(view.board, space)
    standing = dict(view.tokens).get(space, "")
    name = view.board.spaces[space] if space < len(view.board.spaces) else ""
    if view.height == 1:
        return [_beside(name, standing, room, style)]
    lines = [Content.styled(short(name, room).ljust(room), style) + " "]
    lines += [Content.styled(" " * room, style) + " "] * (view.height - 2)
    return [*lines, _standing(standing, room, style)]


def _beside(name: str, standing: str, room: int, style: str) -> Content:
    letters = standing[:room]
    words = short(name, room - len(letters)).ljust(room - len(letters))
    return Content.assemble((words, style), (letters, _TOKENS), " ")


def _standing(standing: str, room: int, style: str) -> Content:
    letters = standing[:room]
    return Content.assemble((letters, _TOKENS), (" " * (room - len(letters)), style), " ")


def _style(board: BoardPrint, space: int) -> str:
    deed = next((deed for deed in board.deeds if deed.space == space), None)
    return LOOKS[deed.group].style if deed is not None else _PLAIN


def short(name: str, room: int) -> str:
    """As much of a name as there is room for: whole words if they say enough, else the letters without the gaps."""
    words = name.split()
    whole = next((" ".join(words[:n]) for n in range(len(words), 0, -1) if len(" ".join(words[:n])) <= room), "")
    if whole == name or sum(map(str.isalnum, whole)) >= TELLING:
        return whole
    return "".join(filter(str.isalnum, name))[:room]
