"""What every screen and pad of the console has in common."""

from typing import TYPE_CHECKING, TypeVar, cast

from textual.await_complete import AwaitComplete
from textual.screen import Screen

from companion.console.state import ConsoleState

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

T = TypeVar("T")


class ConsoleScreen(Screen[T]):
    """Textual takes the looks from the first base class, so beside another kind of screen this one comes last."""

    @property
    def console(self) -> "ConsoleApp":
        return cast("ConsoleApp", self.app)

    def show(self, state: ConsoleState) -> None:
        """Called with every new state. A screen that shows the state calls it once itself, when it is mounted."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Only once: a second tap that arrives when this screen has gone must not close the screen below."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def action_leave(self) -> None:
        self.dismiss()
