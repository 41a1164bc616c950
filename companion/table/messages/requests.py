"""What can be asked of a table: about its games, their past, tags, enrolling, paired devices, and the table itself."""

from typing import Literal

from msgspec import Raw

from companion.table.messages.message import Id, Message, RoleName, Text
from companion.table.messages.setup import BoardCorrections, DiceFrom, Theme

# Games


class NewGame(Message, frozen=True):
    """What is left out is as this household usually has it. An option is a house rule.

    `position` is the text of a record's `given` lines, for a game that began on paper. It calls the players by their
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
    dice: DiceFrom | None = None  # rolled by the companion at a button, or by hand and entered
    called: tuple[Text, ...] = ()
    minutes: int = 0  # of a timed game; 0 is without a countdown
    board: Text = ""  # what the box prints; empty is the usual one
    corrections: BoardCorrections = ()  # of that board
    starts: Text = ""  # the name of the player who has the first turn; empty: they roll for it


class ListBoards(Message, frozen=True):
    """The boards that a new game can be played on: those that are shipped, then the household's own."""


class ShowBoard(Message, frozen=True):
    """All that is printed on a board, with these corrections; refused if nobody can play on it like that."""

    board: Text
    corrections: BoardCorrections = ()


class KeepBoard(Message, frozen=True):
    """Saves the corrected board as one of the household's own, under a name as people write it."""

    name: Text
    board: Text
    corrections: BoardCorrections = ()
    instead: bool = False  # replaces one of that name


class ListGames(Message, frozen=True):
    pass


class ListShelf(Message, frozen=True):
    """All games and who played them, the newest first: a page of the games after so many, and everybody with the
    first page.
    """

    after: int = 0


class MergeNames(Message, frozen=True):
    """Both are spellings of one person, who is called `into` from now on. Games keep the names that they had."""

    name: Text
    into: Text


class PartName(Message, frozen=True):
    """This spelling is a person of its own again; the name of a person parts all its spellings."""

    name: Text


class TakeOffShelf(Message, frozen=True):
    """The game is asked for twice. First the answer tells what would happen; with `sure` it is done."""

    game: Text
    sure: bool = False


class PutBackOnShelf(Message, frozen=True):
    game: Text


ShelfRequest = ListShelf | MergeNames | PartName


class ResumeGame(Message, frozen=True):
    """`game` here and below is an id or its beginning; empty is the game in play, or the one played last."""

    game: Text = ""


class ShowSetup(Message, frozen=True):
    """Where everything of a game belongs on the real table."""

    game: Text = ""


class ExportGame(Message, frozen=True):
    game: Text = ""


class ReadGame(Message, frozen=True):
    """A page of a game as it is stored: the moves after move `after`. Whoever asks makes of it what they need."""

    game: Text = ""
    after: int = 0


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


GameRequest = (
    NewGame
    | ListBoards
    | ShowBoard
    | KeepBoard
    | ListGames
    | ShelfRequest
    | TakeOffShelf
    | PutBackOnShelf
    | ResumeGame
    | ShowSetup
    | ExportGame
    | ReadGame
    | VerifyJournal
    | RepairJournal
    | BackUp
    | ListBackups
    | RestoreBackup
)

# The past of the game in play, and reasons


class ReadHistory(Message, frozen=True):
    """How everybody's money went over the turns, and what went between which accounts."""


class ReadLog(Message, frozen=True):
    """A page of the log: the moves before `before`; 0 is the last page."""

    before: int = 0
    seat: int = -1  # only what concerns this player


class PlanUndo(Message, frozen=True):
    """What it would mean to take back everything after move `after`, or the last `count` moves. Nothing is done."""

    after: int = 0
    count: int = 0  # if not 0, `after` does not matter


class PlanRedo(Message, frozen=True):
    """What it would mean to do again all that was taken back, up to move `until`."""

    until: int = 0


class ExplainAmounts(Message, frozen=True):
    """How amounts are worked out now: what players have, what deeds cost and bring, what moves would cost.

    `acts` are those of moves in the view. The answer comes as lines of the log with the number 0.
    """

    seats: tuple[int, ...] = ()
    deeds: tuple[int, ...] = ()
    acts: tuple[Raw, ...] = ()


HistoryRequest = ReadHistory | ReadLog | PlanUndo | PlanRedo | ExplainAmounts


class ExplainClauses(Message, frozen=True):
    """The words of these clauses as they were in force at the move of this number; 0 is now."""

    clauses: tuple[Text, ...]
    number: int = 0


# Tags


class BindTag(Message, frozen=True):
    """From now on this tag is that: `{"token": "Car"}`, `{"player": 0}`, ... A deed is the number of its space."""

    uid: Text
    what: dict[Text, Text | int]
    instead: bool = False  # replaces whatever is in the way


class UnbindTag(Message, frozen=True):
    uid: Text


class ExportTags(Message, frozen=True):
    everything: bool = False  # also what has no tag yet, with the tag it has on a simulated table; and the board


class ImportTags(Message, frozen=True):
    """A file of tags, added to the known ones."""

    text: str
    instead: bool = False


TagRequest = BindTag | UnbindTag | ExportTags | ImportTags


class LookAtTag(Message, frozen=True):
    """What a tap of this would be about, and which of the moves in one's view belong to it. Nothing is done.

    `what` is written as in `BindTag`. A printed sticker asks this, on the page of whoever opened it.
    """

    what: dict[Text, Text | int]


# Enrolling: a walk from deed to deed, or from space to space, in which the table learns which tag is which

StepAnswer = Literal["skip", "back", "stop", "yes", "no"]


class BeginWalk(Message, frozen=True):
    """The walk ends when the client that began it hangs up. What was enrolled is kept."""

    what: Text  # deeds, tokens, players, cards, jail, board, or the name of one thing
    again: bool = False  # also things that have their tag already
    instead: bool = False  # ends a walk that is under way


class StepWalk(Message, frozen=True):
    """An answer to a step on a screen; refused if the walk has moved on since."""

    walk: int
    step: int
    does: StepAnswer


WalkRequest = BeginWalk | StepWalk

# Tablets and phones


class OpenPairing(Message, frozen=True):
    """Show a code that lets one device in over the home network, in this role.

    A player's device belongs to the person on that seat of the game in play. Without one it asks whose it is.
    """

    role: RoleName = "banker"
    seat: int = -1  # of a player
    name: Text = ""  # what the device will be called; empty: after its person and its kind


class ClosePairing(Message, frozen=True):
    pass


class Pair(Message, frozen=True):
    """A device sends the code that the table shows."""

    code: Text
    name: Text = ""  # what the device calls itself
    address: Text = ""  # where it is in the network


class DeviceSeen(Message, frozen=True):
    """A paired device asks for a page from this address in the network."""

    device: Id
    address: Text


class ListDevices(Message, frozen=True):
    """The paired devices, and the code if one is shown."""


class RenameDevice(Message, frozen=True):
    device: Id
    name: Text


class AssignDevice(Message, frozen=True):
    """The Banker says whose a player's device is: somebody's in the game in play, or nobody's."""

    device: Id
    seat: int = -1


class ClaimSeat(Message, frozen=True):
    """A player's device says whose it is in the game in play. Without a seat: it is nobody's, and asks again."""

    seat: int = -1


class Knock(Message, frozen=True):
    """A screen asks to be let in to watch: it shows a code, and somebody at the table lets it in."""

    name: Text = ""  # what the screen calls itself


class AdmitScreen(Message, frozen=True):
    """Lets in the screen that shows this code, or sends it away."""

    code: Text
    let_in: bool = True


class EnterAdmitted(Message, frozen=True):
    """The screen with this secret asks whether it was let in."""

    secret: Text


class RevokeDevice(Message, frozen=True):
    """The device is cut off from this table."""

    device: Id


WEB_SERVER = "web"  # the name in the hello of the program that serves the pages: it is no screen itself


class AnnounceWeb(Message, frozen=True):
    """Where browsers find the tablet's pages, the best address first; empty when they are not served any more."""

    urls: tuple[Text, ...] = ()
    fingerprint: Text = ""  # of the certificate, if they are encrypted


DeviceRequest = (
    OpenPairing
    | ClosePairing
    | Pair
    | DeviceSeen
    | ListDevices
    | RenameDevice
    | AssignDevice
    | Knock
    | AdmitScreen
    | EnterAdmitted
    | RevokeDevice
    | AnnounceWeb
)

# The table, whichever game is in play


class SetSounds(Message, frozen=True):
    """Turn the table's sounds on or off. Lamps and screens stay as they are."""

    on: bool


class SetSpeech(Message, frozen=True):
    """Let the table say aloud what happens and what it waits for, or not."""

    on: bool


class SetTheme(Message, frozen=True):
    """Remember these colours for screens that are opened later."""

    theme: Theme


class CheckDiskSpace(Message, frozen=True):
    """How much disk space is left for games."""


Request = (
    GameRequest
    | HistoryRequest
    | ExplainClauses
    | TagRequest
    | LookAtTag
    | WalkRequest
    | DeviceRequest
    | ClaimSeat
    | SetSounds
    | SetSpeech
    | SetTheme
    | CheckDiskSpace
)
