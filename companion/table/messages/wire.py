"""The messages that clients and the table exchange over the socket, and how a message becomes a line of JSON."""

from typing import Annotated

import msgspec
from msgspec import Meta, Raw

from companion.table.messages.message import Id, Message, Outcome, RoleName, Text
from companion.table.messages.requests import Request
from companion.table.messages.setup import SetupChoices
from companion.table.messages.views import (
    BoardLine,
    BoardPrint,
    ChoiceView,
    ClauseView,
    DeviceLine,
    DeviceView,
    FixView,
    GameLine,
    HistoryView,
    LogLine,
    MovesPage,
    PairingView,
    PartView,
    QuestionView,
    RigView,
    SheetView,
    ShelfView,
    TurnView,
    UndoView,
    View,
    WalkView,
    WrongLine,
)

# From a client


class Hello(Message, frozen=True):
    version: int
    role: RoleName
    seat: int = -1  # of a player
    name: Annotated[str, Meta(max_length=60)] = ""  # of the screen or program
    device: Text = ""  # a paired device has the role it was paired for, whatever it says here


class Give(Message, frozen=True):
    """A command of the rules, or Undo, Redo, Rename. Sent again with the same id it has no second effect.

    It is refused if something has changed since `seen`, if another offer is open by now, or if it comes too late after
    the `beat`. Programs that say nothing of these are not held to them.
    """

    id: Id
    act: Raw
    game: Text = ""  # the game it is meant for; empty is the game in play
    seen: int = -1  # the number of the last move that its sender had before their eyes
    offer: int = 0  # the number of the offer that it answers
    beat: int = 0  # the last one that its sender has heard


class Resync(Message, frozen=True):
    """Send the snapshot again."""


class Signal(Message, frozen=True):
    """Somebody uses a simulated table as hands would: `{"lever": "press", "button": "dice"}`."""

    id: Id
    lever: Raw


class AnswerQuestion(Message, frozen=True):
    """The answer to a question about the sensed board: which is right, the board or the screen?"""

    id: Id
    question: int
    board_is_right: bool
    beat: int = 0


class Ask(Message, frozen=True):
    """A request, answered by a `Reply`. It is refused if it comes too late after the `beat`."""

    id: Id
    request: Request
    beat: int = 0
    game: Text | None = None  # the game that its sender saw in play: nobody begins or resumes one twice


class CancelAsk(Message, frozen=True):
    """Nobody waits for the reply to this `Ask` any more. There is none, unless it was on its way."""

    id: Id


FromClient = Hello | Give | Ask | CancelAsk | Resync | Signal | AnswerQuestion

# To a client


class Welcome(Message, frozen=True):
    version: int
    app: str
    board: BoardPrint  # on which a new game is played if no other is asked for
    restarted: str = ""  # what was found at the start: the last saved move, and what had to be repaired
    setup: SetupChoices = SetupChoices()
    role: RoleName = "viewer"  # what this client may do
    seat: int = -1
    person: str = ""  # to whom a player's device belongs
    printed: BoardPrint | None = None  # that board before the household corrected it, if it did


class NewSetup(Message, frozen=True):
    """Sent to the Banker's screens when something else was chosen: what the next game starts from."""

    board: BoardPrint
    setup: SetupChoices
    printed: BoardPrint | None = None


class Seated(Message, frozen=True):
    """To a player's device: whose it is in the game in play. Without a seat it must ask, and can act for nobody."""

    seat: int = -1
    person: str = ""  # to whom it belonged last


class Goodbye(Message, frozen=True):
    """The table's last message before it hangs up."""

    why: str


class TablePrompts(Message, frozen=True):
    """What the table's buttons, tags and sensors have brought up, beside the game. Always complete."""

    sheet: SheetView | None = None
    notice: str = ""  # shown once, or with choices that may be ignored
    cue: str = ""
    choices: tuple[ChoiceView, ...] = ()
    guides: tuple[str, ...] = ()  # tokens that still have to be moved, and that somebody is enrolling
    questions: tuple[QuestionView, ...] = ()
    board_fixes: tuple[FixView, ...] = ()
    proposed_throw: int = 0  # with real dice: how far the token has moved
    devices: tuple[DeviceView, ...] = ()
    rig: RigView | None = None  # of a simulated table
    walk: WalkView | None = None  # somebody is enrolling: taps are no gestures meanwhile
    muted: bool = False  # sounds are off
    is_spoken: bool = False  # the table says aloud what happens


class Snapshot(Message, frozen=True):
    """Everything as it is now. `view` is None while no game is in play."""

    number: int
    view: View | None
    log: tuple[LogLine, ...] = ()
    trouble: str = ""
    prompts: TablePrompts | None = None
    board: BoardPrint | None = None  # of the game in play
    turns: tuple[TurnView, ...] = ()  # the last ones, the oldest first


class Moved(Message, frozen=True):
    """The move of this number was made. `board_fixes` is what to fix on the real board after an undo or redo."""

    number: int
    view: View
    log: tuple[LogLine, ...] = ()
    board_fixes: tuple[str, ...] = ()
    turns: tuple[TurnView, ...] = ()  # instead of those known: an undo changes older ones
    taken_back: int = 0  # the number of the move that an undo took back
    done_again: int = 0


Run = tuple[int, int]  # of what was known before: from this index to before that one


class Changed(Message, frozen=True):
    """A move as in `Moved`, for whoever knows the view after the move before it: only what changed.

    `view` has the fields of the view that are others now. Its moves, and `turns`, are lists of new ones and of runs of
    those known before.
    """

    number: int
    view: dict[str, Raw]
    log: tuple[LogLine, ...] = ()
    board_fixes: tuple[str, ...] = ()
    turns: tuple[Run | TurnView, ...] = ()
    taken_back: int = 0
    done_again: int = 0


class Beat(Message, frozen=True):
    """Sent to paired devices every two seconds. What they send says which one they heard last."""

    number: int


class Trouble(Message, frozen=True):
    """Why nothing can be saved; empty when it works again."""

    why: str


class Pairing(Message, frozen=True):
    """Sent to the Banker's screens: the code that is shown, if any, and the paired devices."""

    pairing: PairingView
    devices: tuple[DeviceLine, ...] = ()


class Answer(Message, frozen=True):
    """To a `Give`, `Signal` or `Decide`. `number` is that of the move, if it was made."""

    id: str
    outcome: Outcome
    number: int = 0
    message: str = ""
    code: str = ""
    clauses: tuple[str, ...] = ()


class Reply(Message, frozen=True):
    """To an `Ask`. What was not asked for stays empty."""

    id: str
    done: bool
    message: str = ""  # the result, or why there is none
    lines: tuple[str, ...] = ()  # more to read
    text: str = ""  # an exported record, or a file of tags
    words: tuple[str, ...] = ()  # for what each tag in that file is, then for the space above each spot
    games: tuple[GameLine, ...] = ()
    devices: tuple[DeviceLine, ...] = ()
    pairing: PairingView | None = None
    history: HistoryView | None = None
    log: tuple[LogLine, ...] = ()
    earlier: int = 0  # the log goes on before this move
    undo: UndoView | None = None  # what would be taken back or done again
    clauses: tuple[ClauseView, ...] = ()
    parts: tuple[PartView, ...] = ()  # how the real table is set up
    wrong: WrongLine | None = None  # in an impossible position
    walk: int = 0  # the number of the walk that began
    boards: tuple[BoardLine, ...] = ()
    board: BoardPrint | None = None
    page: MovesPage | None = None
    shelf: ShelfView | None = None
    secret: str = ""  # of a screen that waits to be let in
    acts: tuple[Raw, ...] = ()  # of those moves in the view that belong to what was looked at
    unusable: bool = False  # the request itself was wrong or named nothing: another one may work


class Working(Message, frozen=True):
    """An `Ask` takes long. While it waits for its turn, and while nothing can be counted, both are 0."""

    id: str
    done: int = 0
    total: int = 0


FromTable = (
    Welcome
    | NewSetup
    | Seated
    | Goodbye
    | Snapshot
    | Moved
    | Changed
    | TablePrompts
    | Beat
    | Trouble
    | Pairing
    | Answer
    | Reply
    | Working
)

_encoder = msgspec.json.Encoder()
_from_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_from_table: msgspec.json.Decoder[FromTable] = msgspec.json.Decoder(FromTable)


class Garbled(ValueError):
    """A line that is not a message."""


def encode(message: Message) -> bytes:
    """One line, with its newline."""
    return _encoder.encode(message) + b"\n"


def decode_from_client(line: bytes) -> FromClient:
    """Raises Garbled."""
    try:
        return _from_client.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Garbled(str(error)) from None


def decode_from_table(line: bytes) -> FromTable:
    """Raises Garbled."""
    try:
        return _from_table.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Garbled(str(error)) from None
