"""The prompts of the table: what somebody looks at or is asked, which token to move, and the answers as buttons."""

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.timer import Timer
from textual.widgets import Button, Static

from companion.console.console_keys import KEYS_BY_ID, ConsoleKey, key_name
from companion.console.console_screen import Chosen, KeyButton
from companion.console.state import ConsoleState
from companion.console.table_prompts import PanelLine, answers, prompt_lines, topic

NOTICE_S = 12.0  # how long a notice is shown that asks for no answer
_STYLES = {"plain": "", "strong": "bold", "faint": "$foreground-muted"}


class PromptPanel(Vertical):
    """Not there at all while there is nothing to show."""

    def __init__(self) -> None:
        super().__init__(id="prompt-panel")
        self._state = ConsoleState()
        self._shown: object = None
        self._keys: tuple[ConsoleKey, ...] = ()
        self._notice: tuple[object, ...] = ()
        self._is_old = False  # the notice was shown long enough
        self._fading = Timer(self, 0)

    def compose(self) -> ComposeResult:
        yield Static(id="panel-head")
        with Horizontal(id="panel-keys"):
            yield KeyButton("", id="panel-1", classes="panel-key")
            yield KeyButton("", id="panel-2", classes="panel-key")
        yield Static(id="panel-text")

    def show(self, state: ConsoleState) -> None:
        self._state = state
        self._follow_notice(state)
        if self._is_old:
            state = replace(state, prompts=replace(state.prompts, notice=""))
        keys = tuple(KEYS_BY_ID[id] for id in answers(state) if KEYS_BY_ID[id].possible(state))
        lines, most = prompt_lines(state), _lines_max(self.app.size.height)
        if len(lines) > most:
            lines = (*lines[: most - 1], PanelLine(f"… and {len(lines) - most + 1} more", "faint"))
        words = {"sheet": "What may be done with it …"}
        words |= zip(("take-offer", "take-other"), (choice.label for choice in state.prompts.choices), strict=False)
        labels = tuple(f"{key_name(key)}  {words.get(key.id, key.label)}" for key in keys)
        if (lines, keys, labels) == self._shown:
            return
        self._shown, self._keys = (lines, keys, labels), keys
        # The answers stand right under the question: the other lines may have no room.
        self.display = bool(lines)
        self.query_one("#panel-head", Static).update(_styled(lines[:1]))
        self.query_one("#panel-text", Static).update(_styled(lines[1:]))
        self.query_one("#panel-text").display = len(lines) > 1
        self.query_one("#panel-keys").display = bool(keys)
        for number, button in enumerate(self.query(KeyButton)):
            button.display = number < len(labels)
            if button.display:
                button.label = Content(labels[number])

    def _follow_notice(self, state: ConsoleState) -> None:
        """A notice goes by itself. The lamps' counters tell a new notice from the same one with the same words."""
        prompts, notice = state.prompts, tuple[object, ...]()
        if topic(state) == "notice":
            notice = prompts.notice, *(device.counters for device in prompts.devices if device.name == "lamps")
        if notice == self._notice:
            return
        self._notice, self._is_old = notice, False
        self._fading.stop()
        if notice:
            self._fading = self.set_timer(NOTICE_S, self._forget)

    def _forget(self) -> None:
        self._is_old = True
        self.show(self._state)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        at = int((event.button.id or "panel-1").removeprefix("panel-")) - 1
        if at < len(self._keys):
            self.post_message(Chosen(self._keys[at]))

    def on_click(self, event: Click) -> None:
        """A tap on the words is the first answer."""
        event.stop()
        if self._keys:
            self.post_message(Chosen(self._keys[0]))


def panel_rows(state: ConsoleState, height: int) -> int:
    """About how high the panel will be on a screen of this height."""
    lines = min(len(prompt_lines(state)), _lines_max(height))
    return lines + bool(lines and answers(state))


def _lines_max(height: int) -> int:
    return 4 if height < 30 else 8


def _styled(lines: tuple[PanelLine, ...]) -> Content:
    return Content("\n").join(Content.styled(line.text, _STYLES[line.tone]) for line in lines)
