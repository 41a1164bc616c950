"""What is said over the socket, by clients and by the table, and how it is written on a line."""

from typing import Annotated

import msgspec
from msgspec import Meta, Raw

from companion.table.messages.books import Books
from companion.table.messages.devices import DeviceLine, PairingView
from companion.table.messages.history import HistoryView
from companion.table.messages.message import Id, Message, Outcome, RoleName, Text
from companion.table.messages.requests import Request
from companion.table.messages.views import (
    BoardPrint,
    ChoiceView,
    ClauseView,
    DeviceView,
    GameLine,
    LogLine,
    PartView,
    QuestionView,
    RigView,
    SheetView,
    ToPutRight,
    View,
    WrongLine,
)
from companion.table.messages.walks import WalkView

# From a client


class Hello(Message, frozen=True):
    version: int
    role: RoleName
    seat: int = -1  # of a player
    name: Annotated[str, Meta(max_length=60)] = ""  # of the screen or program, for the list of who is here
    device: Text = ""  # a paired one, which has the role it was paired for, whatever it says here


class Give(Message, frozen=True):
    """A command of the rules, or Undo, Redo, Rename. The same id is one effect and one answer, however often sent."""

    id: Id
    act: Raw
    game: Text = ""  # which it is meant for; without it, whichever is in play


class Resync(Message, frozen=True):
    """Send the snapshot again."""


class Signal(Message, frozen=True):
    """A lever of a simulated table is pulled, as hands would: `{"lever": "press", "button": "dice"}`."""

    id: Id
    lever: Raw


class Decide(Message, frozen=True):
    """The answer to a question about the sensed board: is it right, or the screen?"""

    id: Id
    question: int
    board_is_right: bool


class Ask(Message, frozen=True):
    """About the games on this machine."""

    id: Id
    request: Request


FromClient = Hello | Give | Ask | Resync | Signal | Decide

# To a client


class Welcome(Message, frozen=True):
    version: int
    app: str
    board: BoardPrint
    restarted: str = ""  # what was found at the start: the last saved move, and what had to be mended
    books: Books = Books()
    role: RoleName = "viewer"  # what the caller may do here
    seat: int = -1


class Goodbye(Message, frozen=True):
    """The last word before the table hangs up."""

    why: str


class AtHand(Message, frozen=True):
    """What the table's buttons, tags and sensors have brought up, beside the game. Always the whole of it."""

    sheet: SheetView | None = None
    notice: str = ""  # said and forgotten, or with choices that nobody has to take
    cue: str = ""
    choices: tuple[ChoiceView, ...] = ()
    guides: tuple[str, ...] = ()  # tokens still to be moved, and that somebody enrols
    questions: tuple[QuestionView, ...] = ()
    to_put_right: tuple[ToPutRight, ...] = ()
    proposed_throw: int = 0  # with dice thrown by hand: how far the token has gone
    devices: tuple[DeviceView, ...] = ()
    rig: RigView | None = None  # of a simulated table
    walk: WalkView | None = None  # somebody enrols: taps are no gestures meanwhile
    muted: bool = False  # the table makes no sounds


class Snapshot(Message, frozen=True):
    """Everything as it is now. No `view` while no game is in play."""

    number: int
    view: View | None
    log: tuple[LogLine, ...] = ()
    trouble: str = ""
    at_hand: AtHand | None = None


class Moved(Message, frozen=True):
    """The move of this number counts. `put_back` is what people must mend on the board after an undo or redo."""

    number: int
    view: View
    log: tuple[LogLine, ...] = ()
    put_back: tuple[str, ...] = ()


class Trouble(Message, frozen=True):
    """Nothing can be saved, and why; empty when it can again."""

    why: str


class Pairing(Message, frozen=True):
    """Told to the Banker's screens: the code of the moment, or that there is none, and who is paired."""

    pairing: PairingView
    devices: tuple[DeviceLine, ...] = ()


class Answer(Message, frozen=True):
    """To a `Give`, `Signal` or `Decide`. `number` is that of the move, if it is done."""

    id: str
    outcome: Outcome
    number: int = 0
    message: str = ""
    code: str = ""
    clauses: tuple[str, ...] = ()


class Reply(Message, frozen=True):
    """To an `Ask`. What is not asked for stays empty."""

    id: str
    done: bool
    message: str = ""  # what was done, or why not
    lines: tuple[str, ...] = ()  # more to read
    text: str = ""  # an exported record
    games: tuple[GameLine, ...] = ()
    devices: tuple[DeviceLine, ...] = ()
    pairing: PairingView | None = None
    history: HistoryView | None = None
    log: tuple[LogLine, ...] = ()
    earlier: int = 0  # there is more of the log before this move
    clauses: tuple[ClauseView, ...] = ()
    parts: tuple[PartView, ...] = ()  # of the real table, laid out
    wrong: WrongLine | None = None  # in a position that cannot be
    walk: int = 0  # the number of the one that was begun
    unusable: bool = False  # what was asked for cannot be, or is not there: something else may be asked for


FromTable = Welcome | Goodbye | Snapshot | Moved | AtHand | Trouble | Pairing | Answer | Reply

_encoder = msgspec.json.Encoder()
_from_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_from_table: msgspec.json.Decoder[FromTable] = msgspec.json.Decoder(FromTable)


class Garbled(ValueError):
    """A line that is no message."""


def encode(message: Message) -> bytes:
    """One line, with its end."""
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
