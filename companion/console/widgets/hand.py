"""What is at hand: what somebody looks at or is asked, which token is to be moved, and the answers as buttons."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Button, Static

from companion.console.commands import BY_ID, Row, key_words
from companion.console.hand import Line, answers, lines, topic, without_notice
from companion.console.pads.pad import Key
from companion.console.state import State

NOTICE_S = 12.0  # that something is shown which is only said
_STYLES = {"plain": "", "strong": "bold", "faint": "$foreground-muted"}


class Hand(Vertical):
    """Nothing at all while there is nothing."""

    class Answered(Message):
        def __init__(self, row: Row) -> None:
            super().__init__()
            self.row = row

    def __init__(self) -> None:
        super().__init__(id="hand")
        self._state = State()
        self._shown: object = None
        self._rows: tuple[Row, ...] = ()
        self._said: tuple[object, ...] = ()
        self._is_old = False
        self._fading = Timer(self, 0)

    def compose(self) -> ComposeResult:
        yield Static(id="hand-head")
        with Horizontal(id="hand-keys"):
            yield Key("", id="hand-1", classes="hand-key")
            yield Key("", id="hand-2", classes="hand-key")
        yield Static(id="hand-text")

    def show(self, state: State) -> None:
        self._state = state
        self._follow_notice(_said(state))
        if self._is_old:
            state = without_notice(state)
        rows = tuple(BY_ID[id] for id in answers(state) if BY_ID[id].possible(state))
        told = _fewer(lines(state), lines_most(self.app.size.height))
        now = told, tuple((row, _label(state, row)) for row in rows)
        if now == self._shown:
            return
        self._shown = now
        self._rows = rows
        self._paint(*now)

    def _follow_notice(self, said: tuple[object, ...]) -> None:
        """What is only said goes by itself."""
        if said == self._said:
            return
        self._said, self._is_old = said, False
        self._fading.stop()
        if said:
            self._fading = self.set_timer(NOTICE_S, self._forget)

    def _forget(self) -> None:
        self._is_old = True
        self.show(self._state)

    def _paint(self, told: tuple[Line, ...], answers: tuple[tuple[Row, str], ...]) -> None:
        """The answers stand right under the question: whatever else is told may have no room."""
        self.display = bool(told)
        self.query_one("#hand-head", Static).update(_text(told[:1]))
        self.query_one("#hand-text", Static).update(_text(told[1:]))
        self.query_one("#hand-text").display = len(told) > 1
        self.query_one("#hand-keys").display = bool(answers)
        for number, key in enumerate(self.query(Key)):
            key.display = number < len(answers)
            if key.display:
                row, label = answers[number]
                key.label = Content(f"{key_words(row)}  {label}")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        at = int((event.button.id or "hand-1").removeprefix("hand-")) - 1
        if at < len(self._rows):
            self.post_message(self.Answered(self._rows[at]))

    def on_click(self, event: Click) -> None:
        """On the words: the first answer."""
        event.stop()
        if self._rows:
            self.post_message(self.Answered(self._rows[0]))


def lines_most(height: int) -> int:
    """On a low screen there is room for less."""
    return 4 if height < 30 else 8


def _said(state: State) -> tuple[object, ...]:
    """A notice, and how often the lamps were lit: the same words again are another notice."""
    if topic(state) != "notice":
        return ()
    return state.prompts.notice, *(device.counters for device in state.prompts.devices if device.name == "lamps")


def _text(told: tuple[Line, ...]) -> Content:
    return Content("\n").join(Content.styled(line.text, _STYLES[line.tone]) for line in told)


def _label(state: State, row: Row) -> str:
    if row.id in ("take-offer", "take-other"):
        return state.prompts.choices[row.id == "take-other"].label
    return "What may be done with it …" if row.id == "sheet" else row.label


def _fewer(told: tuple[Line, ...], most: int) -> tuple[Line, ...]:
    if len(told) <= most:
        return told
    return (*told[: most - 1], Line(f"… and {len(told) - most + 1} more", "faint"))
