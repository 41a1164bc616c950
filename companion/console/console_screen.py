"""What the screens and pads of the console are made of: the screen itself, buttons, a line to type in, and a list."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.events import Callback, Click, Compose, Key, ScreenResume, Unmount
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from companion.console.state import ConsoleState

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

T = TypeVar("T")
SAY_S = 4.0
PAGE_MAX = 110  # columns
_OF_AN_END = (Compose, Unmount, Callback)


class Chosen(Message):
    """Somebody tapped a thing or picked it from a list: a key, a move, a player, a line of the log.

    The screen acts on it and stops it, or leaves it to the app.
    """

    def __init__(self, what: Any) -> None:
        super().__init__()
        self.what = what


class KeyButton(Button):
    """Runs the action `does` of its screen, as a key would. Without one, the screen is told by `tapped`.

    It takes taps as fast as they come: Textual's own button ignores taps for 0.2 s after each.
    """

    def __init__(
        self, label: str | Content, value: object = None, *, does: str = "", id: str | None = None, classes: str = ""
    ) -> None:
        super().__init__(Content(label) if isinstance(label, str) else label, id=id, classes=f"key {classes}")
        self.active_effect_duration = 0
        self.value = value
        self.does = does


class TextField(Input):
    """Whatever is pasted, only printable characters get in: others would reach the terminal raw."""

    def replace(self, text: str, start: int, end: int) -> None:
        super().replace("".join(filter(str.isprintable, text)), start, end)


class ValueOption(Option):
    def __init__(self, prompt: Content, value: object) -> None:
        super().__init__(prompt)
        self.value = value


class ValueList(OptionList):
    """Every line stands for something. It sends `Chosen` with that, even if the list has changed since the tap."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)

    def fill(self, lines: Iterable[tuple[Content, object]]) -> None:
        """Leaves the cursor where it was. Where fingers tap, every line has at least two rows."""
        at, is_touch, options = self.highlighted or 0, self.app.has_class("-touch"), []
        for line, value in lines:
            is_low = is_touch and "\n" not in line.plain
            options.append(ValueOption(line + "\n" if is_low else line, value))
        self.clear_options()
        self.add_options(options)
        self.highlighted = min(at, self.option_count - 1) if self.option_count else None

    def on_click(self, event: Click) -> None:
        """Textual's own list fails at a tap on a line that has just gone."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        assert isinstance(event.option, ValueOption)
        self.post_message(Chosen(event.option.value))


class AnswerLine(Static):
    """It goes by itself."""

    def __init__(self, words: str) -> None:
        super().__init__(Content(words))

    def on_mount(self) -> None:
        self.set_timer(SAY_S, self.remove)


class ConsoleScreen(Screen[T]):
    """Textual takes the looks from the first base class, so beside another kind of screen this one comes last."""

    _is_built = False

    @property
    def console(self) -> "ConsoleApp":
        return cast("ConsoleApp", self.app)

    @property
    def page_width(self) -> int:
        """Of a screen of text: no broader than one can read, as in the style sheet."""
        return min(self.app.size.width, PAGE_MAX)

    @property
    def is_there(self) -> bool:
        """Built, and not taken away. Until then, and from then on, it lacks some of its parts."""
        return self._is_built and self in self.app.screen_stack

    def on_compose(self) -> None:
        """With the classes of its size before it has parts: added later, they would style all of them once more."""
        (width, height), app = self.app.size, self.console
        self.add_class(*self._get_breakpoint_classes(width, app.HORIZONTAL_BREAKPOINTS))
        self.add_class(*self._get_breakpoint_classes(height, app.VERTICAL_BREAKPOINTS))

    def on_mount(self) -> None:
        """A subclass has `built` instead, which comes before anything is shown."""
        if not self._pruning:  # the console may be closing
            self._is_built, self._drawn_for = True, self.app.size
            with self.console.styled_once():
                self.built()
                self.show(self.console.state)

    def draw(self) -> None:
        """What was broken into lines, or shortened, to fit the screen. It comes again when that has another size."""

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)  # lists know their new width by then

    def _fit(self) -> None:
        if self.is_there and self._drawn_for != self.app.size:
            self._drawn_for = self.app.size
            self.draw()

    async def _dispatch_message(self, message: Message) -> None:
        """Textual goes on sending to a screen that was taken away, whose parts may be gone. Only its end reaches it."""
        if isinstance(message, ScreenResume):
            message.refresh_styles = False  # whatever changes looks does so at once, on covered screens too
        if self in self.app.screen_stack or isinstance(message, _OF_AN_END) or message.__module__ == "textual.messages":
            await super()._dispatch_message(message)

    def hear(self, state: ConsoleState) -> bool:
        """News for a screen that is still being built is dropped: it shows the newest state when it is there.

        False if it shows nothing else than before.
        """
        if self.is_there:
            self.show(state)
        return self.is_there

    # Keys

    has_guard = False  # the digits of a new question do nothing for a moment

    @property
    def question(self) -> object:
        """What the keys are about. A screen that asks one thing has one question."""
        return 0

    def counts_once(self, key: Key) -> bool:
        """Whether a key that is held down must not act again."""
        return key.key == "enter"

    def is_for_question(self, key: Key) -> bool:
        """Whether it depends on the question what this key does."""
        return self.has_guard and (key.character in tuple("0123456789") or key.key in ("enter", "backspace"))

    async def take_key(self, key: Key, seen: ConsoleState) -> bool:  # noqa: ARG002, for screens of moves
        """A key that was meant for this screen, by somebody who saw it in that state. False if it did nothing."""
        await self.console.pass_on(key)
        return True

    def show_guard(self, guard_s: float) -> None:
        """Digits do nothing for so long."""

    def on_screen_resume(self) -> None:
        self.console.keys.follow(self.console.state)

    def say(self, words: str) -> None:
        """On the last row, over what is there: what a key did, or why it did nothing."""
        if self.is_there:
            self.query(AnswerLine).remove()
            self.mount(AnswerLine(words))

    # Showing

    def built(self) -> None:
        """All parts of the screen are there, and nothing is shown yet."""

    def show(self, state: ConsoleState) -> None:
        """Called when the screen is built, and with every new state."""

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        key = event.button
        if isinstance(key, KeyButton) and key.does:
            await self.app.run_action(key.does, default_namespace=self)
        elif isinstance(key, KeyButton):
            self.tapped(key)

    def tapped(self, key: KeyButton) -> None:
        """A button without an action of its own."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Only once: a second tap that arrives when this screen has gone must not close the screen below.

        Answers that its workers still wait for would find no parts to show them in.
        """
        if not self.is_active:
            return AwaitComplete()
        self.workers.cancel_node(self)
        return super().dismiss(result)

    def action_leave(self) -> None:
        self.dismiss()
