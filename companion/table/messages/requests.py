"""What can be asked of a table: about its games, and about the household's tags."""

from companion.table.messages.message import Message, Text


class NewGame(Message, frozen=True):
    """`position` is the text of a record's given lines, for a game that is played already."""

    names: tuple[Text, ...]
    edition: Text = ""
    variants: tuple[Text, ...] = ()
    options: dict[Text, bool | int | Text] = {}
    title: Text = ""
    electronic_cards: bool = True
    position: str = ""
    tokens: tuple[Text, ...] = ()  # the piece of each player; without them, the first of the box


class ListGames(Message, frozen=True):
    pass


class ResumeGame(Message, frozen=True):
    """`game` here and below is an id or its beginning; empty is the game in play, or the one played last."""

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
    pass


class ImportTags(Message, frozen=True):
    """A file of tags, added to those that are known."""

    text: str
    instead: bool = False


AboutGames = (
    NewGame | ListGames | ResumeGame | ExportGame | VerifyJournal | RepairJournal | BackUp | ListBackups | RestoreBackup
)
AboutTags = BindTag | UnbindTag | ExportTags | ImportTags
Request = AboutGames | AboutTags
