"""Lists that may be others by the time a press is heard: each line knows what it stands for."""

from typing import Generic, TypeVar

from textual.content import Content
from textual.events import Click
from textual.widgets import OptionList
from textual.widgets.option_list import Option

T = TypeVar("T")


class Listed(Option, Generic[T]):
    def __init__(self, prompt: Content, value: T) -> None:
        super().__init__(prompt)
        self.value = value


class Lines(OptionList):
    """A list that changes while it is shown. Textual's own fails at a tap on a line that has just gone."""

    def on_click(self, event: Click) -> None:
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()
