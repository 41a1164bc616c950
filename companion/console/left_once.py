"""A screen that is left once: a second tap on it, heard when it has gone, must not close what lies below."""

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

T = TypeVar("T")


class LeftOnce(Screen[T]):
    """Beside another kind of screen it stands last: Textual takes the looks from the first."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()
