"""Protocols the dispatcher needs: the games, the signals, the paired devices and enrolment."""

from typing import Protocol

from companion.play.acts import Act
from companion.table.games.session import Session
from companion.table.messages.requests import AboutWalks
from companion.table.messages.views import DeviceLine
from companion.table.messages.wire import Ask, Pairing, Reply, TablePrompts
from companion.table.server.connection import Connection


class Host(Protocol):
    """The games. `trouble` says why no game is in play though one should be."""

    @property
    def session(self) -> Session | None: ...

    @property
    def trouble(self) -> str: ...

    def probe(self) -> None:
        """Checks whether a failed disk has come back."""

    def answer(self, ask: Ask) -> Reply: ...


class SignalPort(Protocol):
    """Buttons, tags and tokens."""

    def prompts(self) -> TablePrompts: ...

    def look(self) -> None: ...

    def why_held(self, act: Act) -> str:
        """Why this has to wait; empty if it does not."""

    def pull(self, lever: bytes) -> None:
        """Raises CannotPull."""

    def decide(self, question: int, *, board_is_right: bool) -> int:
        """Returns the number of the last move it led to, if any. Raises Refusal, OurMistake or NotSaved."""


class Doorkeeper(Protocol):
    """The paired devices."""

    def device(self, id: str) -> DeviceLine | None: ...

    def told(self) -> Pairing: ...


class Walks(Protocol):
    """Enrolment. A walk belongs to the connection that began it, and ends with it."""

    def answer(self, id: str, request: AboutWalks, by: Connection) -> Reply: ...

    def leave(self, by: Connection) -> None: ...


class CannotPull(ValueError):
    """The message is a sentence."""
