"""What a signal can come to: an act, something to show, to ask or to say, or nothing. The service carries it out."""

from typing import Literal

from msgspec import Struct

from companion.play.acts import Act
from companion.rules.ids import PlayerId
from companion.table.gestures.sheet import Sheet

Cue = Literal["read", "unknown", "refused", "money-in", "money-out", "your-turn"]  # one light and one sound each


class Begin(Struct, frozen=True, tag=True):
    """Start a new game."""


class Resume(Struct, frozen=True, tag=True):
    """Go on with the game that was played last."""


class Enrol(Struct, frozen=True, tag=True):
    """Say what this tag is."""

    uid: str


class Choice(Struct, frozen=True):
    label: str
    does: Act | Begin | Resume | Enrol


class Do(Struct, frozen=True, tag=True):
    """To be given as this player's act. A throw without faces is left to the companion's dice."""

    act: Act
    seat: PlayerId
    first: tuple[Act, ...] = ()  # what must be given before it: the end of a turn that only waits to pass


class Show(Struct, frozen=True, tag=True):
    sheet: Sheet


class Walk(Struct, frozen=True, tag=True):
    """The same sheet with the highlight moved on. Nobody takes it before there was time to read it."""

    sheet: Sheet
    at_ms: int


class Close(Struct, frozen=True, tag=True):
    """The sheet."""


class Prompt(Struct, frozen=True, tag=True):
    text: str
    choices: tuple[Choice, ...]


class Notice(Struct, frozen=True, tag=True):
    """Said and forgotten. Nobody has to take one of the choices."""

    text: str
    cue: Cue
    choices: tuple[Choice, ...] = ()


class LetIn(Struct, frozen=True, tag=True):
    """Show a code with which a tablet or a phone may come in."""


class Nothing(Struct, frozen=True, tag=True):
    pass


Meaning = Do | Show | Walk | Close | Prompt | Notice | LetIn | Nothing

SILENT = Notice("", "read")
BEGIN = Choice("Start a new game", Begin())
RESUME = Choice("Go on with the last game", Resume())
