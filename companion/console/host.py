"""From any screen to the console it is part of, and what a screen does that wants to know the state."""

from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from textual.dom import DOMNode

from companion.console.state import State

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp


@runtime_checkable
class Showing(Protocol):
    """Told of every change; and when it is mounted it asks for the state itself, with `console_of(self).state`."""

    def show(self, state: State) -> None: ...


def console_of(node: DOMNode) -> "ConsoleApp":
    return cast("ConsoleApp", node.app)
