"""What can be asked of a table: about its games, and about the household's tags."""

from companion.table.messages.books import DiceFrom
from companion.table.messages.devices import AboutDevices
from companion.table.messages.history import AboutPast
from companion.table.messages.message import Message, Text
from companion.table.messages.reasons import Explain
from companion.table.messages.table_wide import SetSounds
from companion.table.messages.walks import AboutWalks


class NewGame(Message, frozen=True):
    """What is not said is as this household usually has it. An option is a house rule.

    `position` is the text of a record's given lines, for a game that is played already. It calls the players by their
    names made one word, or by those in `called`.
    """

    names: tuple[Text, ...]
    edition: Text = ""
    variants: tuple[Text, ...] | None = None
    options: dict[Text, bool | int | Text] = {}
    title: Text = ""
    electronic_cards: bool | None = None
    position: str = ""
    tokens: tuple[Text, ...] = ()  # the piece of each player; without them, the first of the box
    colours: tuple[Text, ...] = ()  # of each player; without them, the first that are free
    dice: DiceFrom | None = None  # thrown by the companion at a button, or by hand and entered
    called: tuple[Text, ...] = ()
    minutes: int = 0  # of a timed game; 0 is without a countdown


class ListGames(Message, frozen=True):
    pass


class ResumeGame(Message, frozen=True):
    """`game` here and below is an id or its beginning; empty is the game in play, or the one played last."""

    game: Text = ""


class LayOut(Message, frozen=True):
    """Where everything of a game belongs on the real table."""

    game: Text = ""


class ExportGame(Message, frozen=True):
    game: Text = ""


class VerifyJournal(Message, frozen=True):
    game: Text = ""  # empty: all of them


class RepairJournal(Message, frozen=True):
    game: Text = ""


class BackUp(Message, frozen=True):
    game: Text = ""


class ListBackups(Message, frozen=True):
    game: Text = ""


class RestoreBackup(Message, frozen=True):
    game: Text = ""
    backup: Text = ""  # empty: the newest
    force: bool = False


class BindTag(Message, frozen=True):
    """From now on this tag is that: `{"deed": "Baltic Avenue"}`, `{"token": "Car"}`, `{"player": 0}`, ..."""

    uid: Text
    what: dict[Text, Text | int]
    instead: bool = False  # of whatever stands in the way


class UnbindTag(Message, frozen=True):
    uid: Text


class ExportTags(Message, frozen=True):
    everything: bool = False  # that can have a tag: what has none is there with the tag of a simulated table


class ImportTags(Message, frozen=True):
    """A file of tags, added to those that are known."""

    text: str
    instead: bool = False


AboutGames = (
    NewGame
    | ListGames
    | ResumeGame
    | LayOut
    | ExportGame
    | VerifyJournal
    | RepairJournal
    | BackUp
    | ListBackups
    | RestoreBackup
)


class LookAtDisk(Message, frozen=True):
    """How much room the games have."""


AboutTags = BindTag | UnbindTag | ExportTags | ImportTags
Request = AboutGames | AboutTags | AboutDevices | AboutPast | AboutWalks | Explain | SetSounds | LookAtDisk
