"""Choose one: a few as buttons with digits, many as a list that gets shorter while one types."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Grid
from textual.content import Content
from textual.events import Key as KeyPress
from textual.widgets import Input, OptionList, Static

from companion.console.listed import Lines, Listed
from companion.console.pads.pad import Key, Pad
from companion.console.widgets.field import Field

T = TypeVar("T")
FEW = 9
FRAME = 76  # columns of a pad
OTHER_ROWS = 8  # of the pad: its frame, a hint, the way back


class Choice(NamedTuple, Generic[T]):
    label: str
    value: T
    help: str = ""


class ChoosePad(Pad[T]):
    def __init__(self, title: str, choices: Sequence[Choice[T]], hint: str = "") -> None:
        super().__init__(classes="choose-pad")
        self.title_text = title
        self._choices = tuple(choices)
        self._shown = self._choices
        self._hint = hint
        self._is_few = False

    def body(self) -> ComposeResult:
        self._is_few = self._has_room_for_buttons()
        self.set_class(self._is_few, "-few")
        if self._hint:
            yield Static(Content(self._hint), classes="pad-hint")
        if self._is_few:
            with Grid(id="few", classes="-one" if self._needs_width() else ""):
                for number, choice in enumerate(self._choices, 1):
                    yield Key(_numbered(number, choice), number, id=f"choice-{number}", classes="choice")
        else:
            yield Field(placeholder="Type a part of it", id="part")
            yield Lines(*map(self._option, self._shown), id="list", markup=False)

    def on_mount(self) -> None:
        self.query_one("#choice-1" if self._is_few else "#list" if self.app.has_class("-touch") else "#part").focus()
        if not self._is_few:
            self.query_one(OptionList).highlighted = 0

    # A few

    def _has_room_for_buttons(self) -> bool:
        count = len(self._choices)
        lines = count if self._needs_width() else -(-count // 2)
        each = 4 if self.app.has_class("-touch") else 3
        return count <= FEW and lines * each + OTHER_ROWS <= self.app.size.height

    def _needs_width(self) -> bool:
        """Beside each other only if nothing would be cut."""
        half = min(self.app.size.width, FRAME) // 2 - 6
        return len(self._choices) <= 4 or any(len(Content(f"0  {one.label}").wrap(half)) > 2 for one in self._choices)

    def tapped(self, key: Key) -> None:
        if isinstance(key.value, int):
            self.dismiss(self._choices[key.value - 1].value)

    def on_key(self, event: KeyPress) -> None:
        if self._is_few:
            self._press_digit(event)
        elif event.key in ("up", "down", "pageup", "pagedown") and isinstance(self.focused, Input):
            event.prevent_default()
            self._move_highlight(event.key)

    def _press_digit(self, event: KeyPress) -> None:
        digit = event.character or ""
        if digit in tuple("123456789") and int(digit) <= len(self._choices):
            event.stop()
            self.dismiss(self._choices[int(digit) - 1].value)
        elif event.key in ("up", "left"):
            self.focus_previous(".choice")
        elif event.key in ("down", "right"):
            self.focus_next(".choice")

    # Many

    def _option(self, choice: Choice[T]) -> Listed[T]:
        """Two rows for a finger."""
        second = f"\n{choice.help}" if choice.help else "\n" if self.app.has_class("-touch") else ""
        return Listed(Content.assemble(choice.label, (second, "$foreground-muted")), choice.value)

    def _move_highlight(self, key: str) -> None:
        options = self.query_one(OptionList)
        moves = {"up": options.action_cursor_up, "down": options.action_cursor_down}
        moves |= {"pageup": options.action_page_up, "pagedown": options.action_page_down}
        moves[key]()

    @on(Input.Changed, "#part")
    def _narrow(self, event: Input.Changed) -> None:
        parts = event.value.casefold().split()
        self._shown = tuple(one for one in self._choices if all(part in one.label.casefold() for part in parts))
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(map(self._option, self._shown))
        options.highlighted = 0 if self._shown else None

    @on(Input.Submitted, "#part")
    def _take_highlighted(self) -> None:
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self.dismiss(self._shown[at].value)

    @on(OptionList.OptionSelected, "#list")
    def _take(self, event: OptionList.OptionSelected) -> None:
        assert isinstance(event.option, Listed)
        self.dismiss(event.option.value)


def _numbered(number: int, choice: Choice[T]) -> str:
    return f"{number}  {choice.label}" + (f"\n{choice.help}" if choice.help else "")
