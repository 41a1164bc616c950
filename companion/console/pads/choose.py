"""Pads to choose one thing, from a few numbered buttons or a list that narrows as you type, or to tick several."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Grid
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from companion.console.console_screen import Chosen, KeyButton, TextField, ValueList
from companion.console.pads.pad import Pad
from companion.console.pads.text import TextPad
from companion.console.search_words import found_lines
from companion.console.words import digit_words

T = TypeVar("T")
BUTTONS_MAX = 9  # more choices are a list
PAD_WIDTH = 76
OTHER_ROWS = 8  # of the pad: its frame, a hint, the way back
SHORT_LIST = 6  # a pad with no more lines than this is only as high as they are


class PadChoice(NamedTuple, Generic[T]):
    label: str
    value: T
    help: str = ""
    digit: int = 0  # 0 is its place in the list
    search: str = ""  # more words that find it in a list


class ChoosePad(Pad[T]):
    def __init__(self, title: str, choices: Sequence[PadChoice[T]], hint: str = "") -> None:
        super().__init__(classes="choose-pad")
        self.title_text = title
        self._choices = tuple(choices)
        by_seat = sorted(self._choices, key=lambda one: one.digit)
        self._by_digit = {one.digit or place: one for place, one in enumerate(by_seat, 1)}
        self._hint = hint
        self._has_buttons = False

    def body(self) -> ComposeResult:
        count, half = len(self._choices), min(self.app.size.width, PAD_WIDTH) // 2 - 6
        texts = [f"0  {one.label}" + (f"\n{one.help}" if one.help else "") for one in self._choices]
        is_long = any(len(Content(text).wrap(half)) > 2 for text in texts)
        is_one_column = count <= 4 or is_long  # two columns only if nothing would be cut
        rows = (count if is_one_column else -(-count // 2)) * (4 if self.app.has_class("-touch") else 3)
        self._has_buttons = count <= BUTTONS_MAX and rows + OTHER_ROWS <= self.app.size.height
        self.set_class(self._has_buttons, "-few")
        if self._hint:
            yield Static(Content(self._hint), classes="pad-hint")
        if self._has_buttons:
            with Grid(id="few", classes="-one" if is_one_column else ""):
                for number, choice in self._by_digit.items():
                    label = f"{number}  {choice.label}" + (f"\n{choice.help}" if choice.help else "")
                    yield KeyButton(label, does=f"choose({number})", id=f"choice-{number}", classes="choice")
        else:
            yield TextField(placeholder="Type to search", id="part")
            yield KeyButton("Search …", does="ask_words", id="search", classes="touch-only")
            yield ValueList(id="list")
            yield Static(id="none-found", classes="pad-hint")
            yield KeyButton("Show the whole list", does="show_all", id="show-all")

    def built(self) -> None:
        if self._has_buttons:
            self.query(".choice").first().focus()
        else:
            self.query_one("#list" if self.app.has_class("-touch") else "#part").focus()
            self._fill_list()

    @on(Input.Changed, "#part")
    def _fill_list(self) -> None:
        typed, lines = self.query_one(Input).value, []
        for place in found_lines([f"{one.label} {one.search}" for one in self._choices], typed):
            choice = self._choices[place]
            more = f"\n{choice.help}" if choice.help else ""
            lines.append((Content.assemble(choice.label, (more, "$foreground-muted")), choice.value))
        options, none_found = self.query_one(ValueList), self.query_one("#none-found", Static)
        options.fill(lines)
        options.highlighted = 0 if lines and typed.strip() else None  # nobody means the first of a whole list by Enter
        none_found.update(Content(f"Nothing here has the words “{typed.strip()}”. Enter shows the whole list."))
        options.display = bool(lines)
        none_found.display = self.query_one("#show-all").display = not lines

    @work(exclusive=True, group="setting")
    async def action_ask_words(self) -> None:
        """Where there is no keyboard."""
        words = await self.console.show_pad(TextPad("Which words are on it?", start=self.query_one(Input).value))
        if words is not None:
            self.query_one(Input).value = words
            self.query_one(ValueList).focus()

    def action_show_all(self) -> None:
        self.query_one(Input).value = ""
        self.query_one("#list" if self.app.has_class("-touch") else "#part").focus()

    def action_choose(self, number: int) -> None:
        self.dismiss(self._by_digit[number].value)

    def counts_once(self, key: Key) -> bool:
        return (self._has_buttons and (key.character or "").isdecimal()) or super().counts_once(key)

    def on_key(self, event: Key) -> None:
        digit = event.character or ""
        if self._has_buttons:
            if digit in map(str, self._by_digit):
                event.stop()
                self.action_choose(int(digit))
            elif digit.isalnum():
                event.stop()
                self.console.say(f"{digit} does nothing here: {digit_words(list(self._by_digit))} choose.")
            elif event.key in ("up", "left"):
                event.stop()
                self.focus_previous(".choice")
            elif event.key in ("down", "right"):
                event.stop()
                self.focus_next(".choice")
        elif event.key in ("up", "down", "pageup", "pagedown") and isinstance(self.focused, Input):
            event.stop()
            event.prevent_default()
            options = self.query_one(OptionList)
            moves = {"up": options.action_cursor_up, "down": options.action_cursor_down}
            moves |= {"pageup": options.action_page_up, "pagedown": options.action_page_down}
            moves[event.key]()

    @on(Input.Submitted, "#part")
    def _take_highlighted(self) -> None:
        """Or, where nothing was found, begins again."""
        options = self.query_one(OptionList)
        if not options.option_count:
            self.action_show_all()
        elif options.highlighted is None:
            self.console.say("Enter chose nothing: type a few words, or go to a line with the arrows.")
        else:
            options.action_select()

    @on(Chosen)
    def _take(self, event: Chosen) -> None:
        event.stop()
        self.dismiss(event.what)


class TickList(OptionList):
    """Lines that can be ticked, by a tap or with Enter or Space. Two rows each where fingers tap."""

    BINDINGS = [("space", "select", "Tick")]

    def __init__(
        self, choices: Sequence[PadChoice[int | str]], ticked: Sequence[int | str] = (), *, id: str = ""
    ) -> None:
        super().__init__(id=id or None, markup=False)
        self._choices = tuple(choices)
        self.ticked: list[int | str] = list(ticked)

    def on_mount(self) -> None:
        self.add_options(Option(self._line(choice)) for choice in self._choices)
        self.highlighted = 0 if self._choices else None

    def _line(self, choice: PadChoice[int | str]) -> Content:
        box = "[x]" if choice.value in self.ticked else "[ ]"
        second = f"\n    {choice.help}" if choice.help else "\n" if self.app.has_class("-touch") else ""
        return Content.assemble((box, "bold"), f" {choice.label}", (second, "$foreground-muted"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The pad hears of it afterwards."""
        choice = self._choices[event.option_index]
        if choice.value in self.ticked:
            self.ticked.remove(choice.value)
        else:
            self.ticked.append(choice.value)
        self.replace_option_prompt_at_index(event.option_index, self._line(choice))


class SeveralPad(Pad[tuple[int | str, ...]]):
    """`count` is how many must be ticked; 0 is any number."""

    yes_text = "Done"
    takes_enter = False

    def __init__(
        self, title: str, choices: Sequence[PadChoice[int | str]], count: int = 0, ticked: Sequence[int | str] = ()
    ) -> None:
        super().__init__(classes="several-pad -few" if len(choices) <= SHORT_LIST else "several-pad")
        self.title_text = title
        self._count = count
        self._ticks = TickList(choices, ticked, id="ticks")

    def body(self) -> ComposeResult:
        yield Static(classes="pad-hint", id="counted")
        yield self._ticks

    def built(self) -> None:
        self._ticks.focus()
        self._show()

    @on(OptionList.OptionSelected)
    def _show(self) -> None:
        chosen = len(self._ticks.ticked)
        words = f"{chosen} of {self._count} chosen" if self._count else f"{chosen} chosen"
        self.query_one("#counted", Static).update(Content(f"{words}. Space or a tap ticks a line."))
        self.query_one("#ok", KeyButton).disabled = bool(self._count) and chosen != self._count

    def action_yes(self) -> None:
        self.dismiss(tuple(self._ticks.ticked))
