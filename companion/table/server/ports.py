"""Who works behind the desk: the host of the games, and whoever minds the hands, the door and the walks."""

from typing import Protocol

from companion.play.acts import Act
from companion.table.games.session import Session
from companion.table.messages import AboutWalks, Ask, AtHand, DeviceLine, Pairing, Reply
from companion.table.server.connection import Connection


class Host(Protocol):
    """Whose desk it is. `trouble` says why there is no game in play though there should be one."""

    @property
    def session(self) -> Session | None: ...

    @property
    def trouble(self) -> str: ...

    def probe(self) -> None:
        """To be asked now and then: has a disk that failed come back?"""

    def answer(self, ask: Ask) -> Reply: ...


class SignalPort(Protocol):
    """Whoever minds the buttons, tags and tokens."""

    def at_hand(self) -> AtHand: ...

    def look(self) -> None: ...

    def why_held(self, act: Act) -> str:
        """Why this must wait, if it must."""

    def pull(self, lever: bytes) -> None:
        """Raises CannotPull."""

    def decide(self, question: int, *, board_is_right: bool) -> int:
        """The number of the last move that came of it, if any. Raises Refusal, OurMistake or NotSaved."""


class Doorkeeper(Protocol):
    """Whoever knows the paired devices."""

    def device(self, id: str) -> DeviceLine | None: ...

    def told(self) -> Pairing: ...


class Walks(Protocol):
    """Whoever enrols: a walk is its caller's, and ends with the call."""

    def answer(self, id: str, request: AboutWalks, by: Connection) -> Reply: ...

    def leave(self, by: Connection) -> None: ...


class CannotPull(ValueError):
    """The message is a sentence."""
