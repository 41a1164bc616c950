"""A line to type in, and a list that may change while it is shown."""

from typing import Generic, TypeVar

from textual.content import Content
from textual.events import Click
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

T = TypeVar("T")


class TextField(Input):
    """Whatever is pasted, only printable characters get in: others would reach the terminal raw."""

    def replace(self, text: str, start: int, end: int) -> None:
        super().replace("".join(filter(str.isprintable, text)), start, end)


class ValueOption(Option, Generic[T]):
    """It knows what it stands for: the list may be another by the time a press arrives."""

    def __init__(self, prompt: Content, value: T) -> None:
        super().__init__(prompt)
        self.value = value


class StableList(OptionList):
    """Textual's own list fails at a tap on a line that has just gone."""

    def on_click(self, event: Click) -> None:
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()
