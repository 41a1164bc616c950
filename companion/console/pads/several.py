"""Choose several: a list in which each line can be ticked."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from companion.console.pads.choose import Choice
from companion.console.pads.pad import Key, Pad

FEW = 6  # that need no more room than they take


class Ticks(OptionList):
    """Lines that can be ticked, by a tap or with Enter or Space. Two rows each where fingers tap."""

    BINDINGS = [("space", "select", "Tick")]

    def __init__(self, choices: Sequence[Choice[int | str]], ticked: Sequence[int | str] = (), *, id: str = "") -> None:
        super().__init__(id=id or None, markup=False)
        self._choices = tuple(choices)
        self.ticked: list[int | str] = list(ticked)

    def on_mount(self) -> None:
        self.add_options(Option(self._line(choice)) for choice in self._choices)
        self.highlighted = 0 if self._choices else None

    def _line(self, choice: Choice[int | str]) -> Content:
        box = "[x]" if choice.value in self.ticked else "[ ]"
        second = f"\n    {choice.help}" if choice.help else "\n" if self.app.has_class("-touch") else ""
        return Content.assemble((box, "bold"), f" {choice.label}", (second, "$foreground-muted"))

    def toggle(self, index: int) -> None:
        choice = self._choices[index]
        if choice.value in self.ticked:
            self.ticked.remove(choice.value)
        else:
            self.ticked.append(choice.value)
        self.replace_option_prompt_at_index(index, self._line(choice))


class SeveralPad(Pad[tuple[int | str, ...]]):
    """`count` is how many it must be; 0 is as many as one likes."""

    yes_text = "That is all"
    takes_enter = False

    def __init__(
        self, title: str, choices: Sequence[Choice[int | str]], count: int = 0, ticked: Sequence[int | str] = ()
    ) -> None:
        super().__init__(classes="several-pad -few" if len(choices) <= FEW else "several-pad")
        self.title_text = title
        self._count = count
        self._ticks = Ticks(choices, ticked, id="ticks")

    def body(self) -> ComposeResult:
        yield Static(classes="pad-hint", id="counted")
        yield self._ticks

    def on_mount(self) -> None:
        self._ticks.focus()
        self._show()

    @on(OptionList.OptionSelected)
    def _tick(self, event: OptionList.OptionSelected) -> None:
        self._ticks.toggle(event.option_index)
        self._show()

    def _show(self) -> None:
        chosen = len(self._ticks.ticked)
        words = f"{chosen} of {self._count} chosen" if self._count else f"{chosen} chosen"
        self.query_one("#counted", Static).update(Content(f"{words}. Space or a tap ticks a line."))
        self.query_one("#ok", Key).disabled = bool(self._count) and chosen != self._count

    def tapped(self, key: Key) -> None:
        if key.id == "ok":
            self.dismiss(tuple(self._ticks.ticked))
