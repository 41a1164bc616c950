"""The simulated table: the board as a ring of spaces, and in the middle what the table was told and what it holds."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from companion.console.colours import group_looks
from companion.console.simulated_hands import tag_title
from companion.console.state import ConsoleState
from companion.console.tag_list import ListedTag
from companion.console.words import cells
from companion.table.messages.views import BoardPrint

SPACES = 40
NAME_MIN = 4  # letters that are enough to know a space by
TOP, LEFT, RIGHT, BOTTOM = range(20, 31), range(19, 10, -1), range(31, 40), range(10, -1, -1)
_PLAIN, _TOKENS, _CURSOR = "$foreground on $surface", "bold $background on $accent", "reverse bold"
# The colour of each light on the lamps, and its word for people who do not see the colour.
LIGHTS = {
    "read": ("white", "read"),
    "unknown": ("purple", "unknown tag"),
    "refused": ("red", "refused"),
    "money-in": ("green", "money in"),
    "money-out": ("amber", "money out"),
    "your-turn": ("blue", "your turn"),
}
LIGHT_STYLES = {
    "white": "#ffffff",
    "purple": "#c58aff",
    "red": "#ff6a5f",
    "green": "#5fd787",
    "amber": "#ffb347",
    "blue": "#6aa6ff",
}
SPEED_KEYS = "Space pauses it, + and - change the speed, Ctrl-Q ends it"


class RingView(NamedTuple):
    """`tokens` are the letters that stand on each space; `width` and `height` are those of one space."""

    board: BoardPrint = BoardPrint()
    tokens: tuple[tuple[int, str], ...] = ()
    cursor: int = -1
    width: int = 7
    height: int = 1


class BoardTapped(Message):
    def __init__(self, space: int) -> None:
        super().__init__()
        self.space = space


class BoardSide(Widget):
    """One side of the ring. A tap names the space."""

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
        spaces = [_space_lines(self._view, space) for space in self._spaces]
        if not self._is_row:
            return Content("\n").join(line for lines in spaces for line in lines)
        return Content("\n").join(Content("").join(lines[row] for lines in spaces) for row in range(self._view.height))

    def on_click(self, event: Click) -> None:
        event.stop()
        at = event.x // self._view.width if self._is_row else event.y // self._view.height
        if 0 <= at < len(self._spaces):
            self.post_message(BoardTapped(self._spaces[at]))


def _space_lines(view: RingView, space: int) -> list[Content]:
    """The name on the colour of the group, and the tokens that stand there."""
    room = view.width - 1  # a gap keeps neighbours apart
    deed = next((deed for deed in view.board.deeds if deed.space == space), None)
    style = group_looks(view.board.groups)[deed.group].style if deed is not None else _PLAIN
    if space == view.cursor:
        style = _CURSOR
    tokens = dict(view.tokens).get(space, "")[:room]
    name = view.board.spaces[space] if space < len(view.board.spaces) else ""
    left = room - len(tokens)
    if view.height == 1:
        return [Content.assemble((short_name(name, left).ljust(left), style), (tokens, _TOKENS), " ")]
    first = Content.styled(short_name(name, room).ljust(room), style) + " "
    between = [Content.styled(" " * room, style) + " "] * (view.height - 2)
    return [first, *between, Content.assemble((tokens, _TOKENS), (" " * left, style), " ")]


def short_name(name: str, room: int) -> str:
    """As much of a name as fits: whole words if they say enough, otherwise its letters without the gaps."""
    words = name.split()
    whole = next((" ".join(words[:n]) for n in range(len(words), 0, -1) if len(" ".join(words[:n])) <= room), "")
    if whole == name or sum(map(str.isalnum, whole)) >= NAME_MIN:
        return whole
    return "".join(filter(str.isalnum, name))[:room]


def middle_lines(state: ConsoleState, tags: Sequence[ListedTag], held: str, width: int) -> list[Content]:
    """The question, everybody's cash, light, sound and dice, the cards on the readers, and the token in the hand."""
    rig, view = state.prompts.rig, state.view
    if rig is None:
        return []
    speed = []
    if state.demo_speed is not None:
        speed.append(Content.styled(f" {state.demo_speed.words} ", "reverse"))
        speed.append(Content.styled(SPEED_KEYS, "$foreground-muted"))
    prompt = Content.styled(view.prompt if view is not None else "No game is in play.", "bold $text-accent")
    cash = []
    for player in view.players if view is not None else ():
        token = f" ({view.tokens[player.seat]})" if view and player.seat < len(view.tokens) else ""
        style = "bold" if view and player.seat == view.turn else ""
        cash.append(Content.styled(f"{player.name}{token} {player.out or state.money(player.cash)}", style))
    devices = [Content("light ○ dark")]
    if rig.lights:
        colour, word = LIGHTS.get(rig.lights[-1], ("white", rig.lights[-1]))
        before = f" (before: {_light_word(rig.lights[-2])})" if len(rig.lights) > 1 else ""
        lamp = ("●", f"bold {LIGHT_STYLES[colour]}")
        devices = [Content.assemble("light ", lamp, f" {colour}, {word}{before}")]
    devices.append(Content(f"sound ♪ {_light_word(rig.sounds[-1])}" if rig.sounds else "sound none"))
    dice = " ".join(f"[{face}]" for face in rig.dice)
    devices.append(Content(f"dice {dice}" if dice else "dice display dark"))
    for reader, uids in rig.readers:
        lies = " and ".join(tag_title(tags, uid) for uid in uids) or "nothing"
        devices.append(Content.styled(f"on {reader}: {lies}", "bold" if uids else ""))
    if rig.down:
        devices.append(Content.styled(f"held down: {', '.join(rig.down)}", "bold"))
    if held:
        devices.append(Content.styled(f"in hand: {tag_title(tags, held)}", "bold reverse"))
    return [line for parts in (speed, [prompt], cash, devices) for line in _side_by_side(parts, width)]


def _light_word(light: str) -> str:
    return LIGHTS.get(light, ("", light))[1]


def _side_by_side(parts: Iterable[Content], width: int) -> list[Content]:
    """As long as there is room; a long part is wrapped and never cut."""
    lines: list[Content] = []
    for part in parts:
        if lines and cells(lines[-1].plain) + 3 + part.cell_length <= width:
            lines[-1] = lines[-1] + " · " + part
        else:
            lines.append(part)
    return [line for part in lines for line in part.wrap(max(width, 10))]
