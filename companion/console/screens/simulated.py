"""The simulated table: the board with its tokens, cards on the readers, lights and sounds, and hands for all of it."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Grid, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize, ScreenResume
from textual.widgets import Button, Static

from companion.console.gestures import GESTURES, SEATS_MOST, Gesture, press_seat, put, rig_of, standing_on
from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.pads.pad import Key
from companion.console.state import State
from companion.console.tags import Tag, initials, tags_in
from companion.console.widgets.feed import Feed
from companion.console.widgets.hand import Hand
from companion.console.widgets.notices import Notices
from companion.console.widgets.ring import BOTTOM, LEFT, RIGHT, SPACES, TOP, RingView, Side
from companion.console.widgets.told import told_lines
from companion.table.messages.requests import ExportTags

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

TITLE = "The simulated table"
APP_KEYS = ("z", "Z", "ctrl+q", "f2", "f3", "question_mark", "space", "plus", "minus", "q")
CELLS = 11  # along a side
WIDEST = 14  # columns of a space
KEY_COLUMNS, NARROW_COLUMNS = 6, 4


class SimulatedScreen(LeftOnce[None]):
    """Arrows walk around the board, Enter takes a token up and puts it down; so does a tap on a space."""

    AUTO_FOCUS = ""
    BINDINGS = [
        ("escape", "leave", "Back"),
        ("S", "leave", "Back"),
        *(Binding(row.key, f"gesture('{row.key}')", show=False) for row in GESTURES),
        *(Binding(str(number), f"seat({number})", show=False) for number in range(1, SEATS_MOST + 1)),
        *(Binding(key, f"app.press_key('{key}')", show=False) for key in APP_KEYS),
        Binding("left", "walk(1)", show=False),
        Binding("right", "walk(-1)", show=False),
        Binding("down", "walk(-1)", show=False),
        Binding("up", "walk(1)", show=False),
        Binding("enter", "touch", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._tags: tuple[Tag, ...] = ()
        self._cursor = 0
        self._held = ""  # the token in the hand, by its tag
        self._told = Content()
        self._stand: tuple[object, ...] = ()  # as everything is arranged

    def compose(self) -> ComposeResult:
        with Vertical(id="ring"):
            yield Side("top", TOP, is_row=True)
            with Horizontal(id="ring-middle"):
                yield Side("left", LEFT, is_row=False)
                with VerticalScroll(id="middle", can_focus=False):
                    yield Static(id="middle-text")
                    yield Notices()
                    yield Hand()
                yield Side("right", RIGHT, is_row=False)
            yield Side("bottom", BOTTOM, is_row=True)
        with Grid(id="gestures"):
            for gesture in GESTURES:
                yield _key(f"{gesture.key} {gesture.label}", f"gesture-{gesture.key}")
            for number in range(1, SEATS_MOST + 1):
                yield _key(f"{number} Seat {number}", f"seat-{number}")
            yield _key("Esc Back", "back")
        yield Feed()

    def on_mount(self) -> None:
        self.show(self.console.state)

    @on(ScreenResume)
    def _ask_again(self) -> None:
        self._read_tags()

    @work(exclusive=True, group="tags")
    async def _read_tags(self) -> None:
        """What a tag is may have been said meanwhile."""
        self._tags = tags_in(await self.console.ask(ExportTags(everything=True)))
        self.show(self.console.state)

    # What a gesture needs

    @property
    def console(self) -> "ConsoleApp":
        return console_of(self)

    @property
    def tags(self) -> tuple[Tag, ...]:
        return self._tags

    # What is shown

    def show(self, state: State) -> None:
        if state.prompts.rig is None or not self.is_attached:
            return
        ring = self._ring(state)
        for side in self.query(Side):
            side.show(ring)
        self._arrange(state, ring)
        self._tell(Content("\n").join(told_lines(state, self._tags, self._held, 9 * ring.width - 2)))
        self.query_one(Notices).show(state)
        self.query_one(Hand).show(state)
        self.query_one(Feed).show(state)

    def _tell(self, text: Content) -> None:
        """Only what is new: every text that changes costs a layout."""
        if text != self._told:
            self._told = text
            self.query_one("#middle-text", Static).update(text)

    def _ring(self, state: State) -> RingView:
        width = min(self.app.size.width // CELLS, WIDEST)
        height = max(1, min(3, (self.app.size.height - 14) // CELLS))
        return RingView(state.board, self._standing(state), self._cursor, width, height)

    def _standing(self, state: State) -> tuple[tuple[int, str], ...]:
        """The letters of the tokens, in the order of the seats."""
        pieces = state.view.tokens if state.view is not None else ()
        named = {tag.uid: str(tag.value) for tag in self._tags if tag.kind == "token"}
        letters = initials(tuple(dict.fromkeys((*pieces, *named.values()))))
        places: dict[int, list[str]] = {}
        for uid, space in state.prompts.rig.tokens if state.prompts.rig is not None else ():
            places.setdefault(space, []).append(letters.get(named.get(uid, ""), "?"))
        order = [*letters.values(), "?"]
        return tuple((space, "".join(sorted(here, key=order.index))) for space, here in sorted(places.items()))

    def _arrange(self, state: State, ring: RingView) -> None:
        players = len(state.view.players) if state.view is not None else 0
        now = self.app.size, ring.width, ring.height, players, rig_of(self).buttons, rig_of(self).has_board
        if now == self._stand:
            return
        self._stand = now
        self.query_one("#ring-middle").styles.height = 9 * ring.height
        self.query_one("#ring").styles.width = CELLS * ring.width
        for number in range(1, SEATS_MOST + 1):
            self.query_one(f"#seat-{number}").display = number <= players and f"seat-{number}" in rig_of(self).buttons
        for gesture in GESTURES:
            self.query_one(f"#gesture-{gesture.key}").display = self._is_possible(state, gesture)
        self._arrange_keys(ring)

    def _arrange_keys(self, ring: RingView) -> None:
        grid = self.query_one("#gestures", Grid)
        columns = KEY_COLUMNS if self.app.size.width >= 70 else NARROW_COLUMNS
        shown = sum(key.display for key in grid.query(Key))
        lines = -(-shown // columns)
        free = self.app.size.height - CELLS * ring.height - 1
        pitch = next((rows for rows in (3, 2) if lines * rows <= free), 1)
        grid.styles.grid_size_columns = columns
        grid.styles.grid_rows = [str(pitch)]
        grid.styles.height = lines * pitch

    def _is_possible(self, state: State, gesture: Gesture) -> bool:
        rig = state.prompts.rig
        return rig is not None and (rig.has_board or not gesture.is_board)

    @on(Resize)
    def _rearrange(self) -> None:
        self.show(self.console.state)

    # What is pressed

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        kind, _, which = (event.button.id or "").partition("-")
        match kind:
            case "gesture":
                self.action_gesture(which)
            case "seat":
                self.action_seat(int(which))
            case _:
                self.dismiss()

    def action_leave(self) -> None:
        self.dismiss()

    def action_gesture(self, key: str) -> None:
        gesture = next(row for row in GESTURES if row.key == key)
        if self._is_possible(self.console.state, gesture):
            self._do(partial(gesture.does, self))

    def action_seat(self, number: int) -> None:
        self._do(partial(press_seat, self, number))

    def _do(self, doing: Callable[[], Awaitable[None]]) -> None:
        """One after the other: there are two hands, but they do not press at once."""
        if self.console.state.is_live:
            self.run_worker(_awaited(doing), group="hands")

    # The board

    @on(Side.Tapped)
    def _tap_space(self, event: Side.Tapped) -> None:
        self._cursor = event.space
        self.action_touch()

    def action_walk(self, steps: int) -> None:
        self._cursor = (self._cursor + steps) % SPACES
        self.show(self.console.state)

    def action_touch(self) -> None:
        """Puts down the token in the hand; else takes up one that stands here."""
        held, self._held = self._held, ""
        if held:
            self._do(partial(put, self, held, self._cursor))
        elif here := standing_on(self, self._cursor):
            self._held = here[0]
            self._do(partial(put, self, here[0], -1))
        self.show(self.console.state)


def _key(label: str, id: str) -> Key:
    key = Key(label, id=id, classes="gesture")
    key.can_focus = False  # Enter belongs to the board
    key.styles.line_pad = 0
    return key


async def _awaited(doing: Callable[[], Awaitable[None]]) -> None:
    await doing()
