"""What is done at the table: commands of the rules, undo, redo and a new name; and a move as it is recorded."""

from typing import Literal

from msgspec import Struct

from companion.rules.commands import AnyCommand
from companion.rules.editions import Rules
from companion.rules.events import AnyEvent
from companion.rules.ids import PlayerId
from companion.rules.state import Game


class Undo(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Take a move back. `number` is the entry meant; 0 means the last one that can be taken back."""

    number: int = 0


class Redo(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Redo what was taken back."""

    number: int = 0


class Rename(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Change a player's name. This is not a move: undo skips it."""

    player: PlayerId
    name: str


class TakenBack(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    number: int  # of the entry


class DoneAgain(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    number: int  # of the entry


class Renamed(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    player: PlayerId
    name: str


# A roll without faces, a draw without a card and a deal without deeds are left to the companion.
Act = AnyCommand | Undo | Redo | Rename
MoveEvent = AnyEvent | TakenBack | DoneAgain | Renamed
MoveEvents = tuple[MoveEvent, ...]


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game began: the table with its rules and names, and what the household calls the game.

    Add new fields at the end, with a default: older journals do not have them.
    """

    game: Game
    title: str = ""
    tokens: tuple[str, ...] = ()  # the piece of each seat
    colours: tuple[str, ...] = ()  # of each seat
    dice: Literal["", "button", "hand"] = ""  # who rolls them; empty means as the table is set up
    minutes: int = 0  # of a timed game; 0 means no countdown
    dice_seed: str = ""  # of fair dice, secret until the game is over; empty means that nothing was committed to

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.game.players)

    @property
    def rules(self) -> Rules:
        return self.game.rules


class RecordedMove(Struct, frozen=True):
    """An act that counts: it is on the disk and part of the game. `number` is its entry's."""

    number: int
    id: str
    at_ms: int
    act: Act
    events: MoveEvents
    before: Game
    after: Game
