"""A line of a list that knows what it stands for: the list may be another one by the time its press is heard."""

from typing import Generic, TypeVar

from textual.content import Content
from textual.widgets.option_list import Option

T = TypeVar("T")


class Listed(Option, Generic[T]):
    def __init__(self, prompt: Content, value: T) -> None:
        super().__init__(prompt)
        self.value = value
