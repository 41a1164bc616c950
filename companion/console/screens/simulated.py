"""The simulated table: the board with its tokens, cards on the readers, lights and sounds, and hands for all of it."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Grid, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize, ScreenResume
from textual.geometry import Size
from textual.widgets import Static

from companion.console.colours import SeatMark, ink_on, letters_for, muted_colour, seat_marks
from companion.console.console_screen import ConsoleScreen, KeyButton
from companion.console.simulated_hands import HAND_ACTIONS, HandAction, pull, put, rig_of, standing_on
from companion.console.state import ConsoleState
from companion.console.tag_list import ListedTag, tags_in
from companion.console.widgets.feed import Feed
from companion.console.widgets.prompt_panel import PromptPanel
from companion.console.widgets.ring import SPACES, RingSide, RingSizes, RingTapped, ring_spaces
from companion.console.widgets.simulated_board import middle_lines
from companion.console.widgets.table_lines import Notices
from companion.table.messages.requests import ExportTags

APP_KEYS = ("z", "Z", "ctrl+q", "f2", "f3", "question_mark", "space", "plus", "minus", "q")
CELLS = 11  # along a side
SEATS_MAX = 8
WIDEST = 14  # columns of a space
KEY_COLUMNS, NARROW_COLUMNS = 6, 4


class SimulatedScreen(ConsoleScreen[None]):
    """Arrows go around the board. Enter, or a tap on a space, picks up a token and puts it down."""

    AUTO_FOCUS = ""
    BINDINGS = [
        ("escape", "leave", "Back"),
        ("S", "leave", "Back"),
        *(Binding(action.key, f"gesture('{action.key}')", show=False) for action in HAND_ACTIONS),
        *(Binding(str(number), f"seat({number})", show=False) for number in range(1, SEATS_MAX + 1)),
        *(Binding(key, f"app.press_key('{key}')", show=False) for key in APP_KEYS),
        Binding("left", "walk(1)", show=False),
        Binding("right", "walk(-1)", show=False),
        Binding("down", "walk(-1)", show=False),
        Binding("up", "walk(1)", show=False),
        Binding("enter", "touch", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.tags: tuple[ListedTag, ...] = ()
        self._cursor = 0
        self._held = ""  # the tag of the token in the hand
        self._text = Content()
        self._arranged_for: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        with Vertical(id="ring"):
            yield RingSide("top")
            with Horizontal(id="ring-middle"):
                yield RingSide("left")
                with VerticalScroll(id="middle", can_focus=False):
                    yield Static(id="middle-text")
                    yield Notices()
                    yield PromptPanel()
                yield RingSide("right")
            yield RingSide("bottom")
        with Grid(id="gestures"):
            for action in HAND_ACTIONS:
                does = f"gesture('{action.key}')"
                yield _key(f"{action.key} {action.label}", f"gesture-{action.key}", does)
            for number in range(1, SEATS_MAX + 1):
                yield _key(f"{number} Seat {number}", f"seat-{number}", f"seat({number})")
            yield _key("Esc Back", "back", "leave")
        yield Feed()

    @on(ScreenResume)
    @work(exclusive=True, group="tags")
    async def _read_tags(self) -> None:
        """Again each time: somebody may have enrolled tags meanwhile."""
        self.tags = tags_in(await self.console.ask(ExportTags(everything=True)))
        self.show(self.console.state)

    def show(self, state: ConsoleState) -> None:
        if state.prompts.rig is None or not self.is_attached:
            return
        theme = self.app.current_theme
        space = Size(min(self.app.size.width // CELLS, WIDEST), max(1, min(3, (self.app.size.height - 14) // CELLS)))
        sizes = RingSizes(space, space)
        ring = ring_spaces(state, sizes, theme, tokens=self._tokens(state), cursor=self._cursor)
        for side in self.query(RingSide):
            side.show(ring, sizes)
        self._arrange(state, space)
        text = Content("\n").join(middle_lines(state, self.tags, self._held, 9 * space.width - 2, theme))
        if text != self._text:  # every text that changes costs a layout
            self._text = text
            self.query_one("#middle-text", Static).update(text)
        self.query_one(Notices).show(state)
        self.query_one(PromptPanel).show(state)
        self.query_one(Feed).show(state)

    def _tokens(self, state: ConsoleState) -> dict[int, tuple[SeatMark, ...]]:
        """The tokens that stand on each space, in the order of the seats. A piece that nobody plays with is grey."""
        theme, view = self.app.current_theme, state.view
        pieces = view.tokens if view is not None else ()
        marks = dict(zip(pieces, seat_marks(view, theme) if view is not None else (), strict=False))
        named = {tag.uid: str(tag.value) for tag in self.tags if tag.kind == "token"}
        others = tuple(dict.fromkeys(name for name in named.values() if name not in marks))
        letters = letters_for((*(mark.letter for mark in marks.values()), *others))[len(marks) :]
        grey = muted_colour(theme)
        marks |= {name: SeatMark(letter, grey, ink_on(grey)) for name, letter in zip(others, letters, strict=True)}
        order, places = list(marks), dict[int, list[str]]()
        for uid, space in rig_of(self).tokens:
            places.setdefault(space, []).append(named.get(uid, ""))
        unknown = SeatMark("?", grey, ink_on(grey))
        rank = {name: at for at, name in enumerate(order)}
        return {
            space: tuple(marks.get(name, unknown) for name in sorted(here, key=lambda one: rank.get(one, len(rank))))
            for space, here in places.items()
        }

    def _arrange(self, state: ConsoleState, space: Size) -> None:
        players = len(state.view.players) if state.view is not None else 0
        now = self.app.size, space, players, rig_of(self).buttons, rig_of(self).has_board
        if now == self._arranged_for:
            return
        self._arranged_for = now
        self.query_one("#ring-middle").styles.height = 9 * space.height
        self.query_one("#ring").styles.width = CELLS * space.width
        for number in range(1, SEATS_MAX + 1):
            self.query_one(f"#seat-{number}").display = number <= players and f"seat-{number}" in rig_of(self).buttons
        for action in HAND_ACTIONS:
            self.query_one(f"#gesture-{action.key}").display = self._is_possible(action)
        grid = self.query_one("#gestures", Grid)
        columns = KEY_COLUMNS if self.app.size.width >= 70 else NARROW_COLUMNS
        lines = -(-sum(key.display for key in grid.query(KeyButton)) // columns)
        free = self.app.size.height - CELLS * space.height - 1
        pitch = next((rows for rows in (3, 2) if lines * rows <= free), 1)
        grid.styles.grid_size_columns = columns
        grid.styles.grid_rows = [str(pitch)]
        grid.styles.height = lines * pitch

    def _is_possible(self, action: HandAction) -> bool:
        rig = self.console.state.prompts.rig
        return rig is not None and (rig.has_board or not action.is_board)

    @on(Resize)
    def _rearrange(self) -> None:
        self.show(self.console.state)

    def action_gesture(self, key: str) -> None:
        action = next(action for action in HAND_ACTIONS if action.key == key)
        if self._is_possible(action):
            self._start(partial(action.does, self))
        else:
            self.say(f"{key} ({action.label}) does nothing now.")

    def action_seat(self, number: int) -> None:
        self._start(partial(pull, self, "press", button=f"seat-{number}"))

    def _start(self, doing: Callable[[], Coroutine[Any, Any, object]]) -> None:
        if self.console.state.is_live:
            self.run_worker(doing(), group="hands")

    @on(RingTapped)
    def _tap_space(self, event: RingTapped) -> None:
        self._cursor = event.space
        self.action_touch()

    def action_walk(self, steps: int) -> None:
        self._cursor = (self._cursor + steps) % SPACES
        self.show(self.console.state)

    def action_touch(self) -> None:
        """Puts down the token in the hand, or picks up one that stands here."""
        held, self._held = self._held, ""
        if held:
            self._start(partial(put, self, held, self._cursor))
        elif here := standing_on(self, self._cursor):
            self._held = here[0]
            self._start(partial(put, self, here[0], -1))
        self.show(self.console.state)


def _key(label: str, id: str, does: str) -> KeyButton:
    key = KeyButton(label, does=does, id=id, classes="gesture")
    key.can_focus = False  # Enter belongs to the board
    key.styles.line_pad = 0
    return key
