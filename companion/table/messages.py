"""What crosses the socket: plain records, one JSON object a line, told apart by their `type`. Imports nothing of ours.

A client says `Hello` first. It is answered with `Welcome` and a `Snapshot`, and then hears of every move as `Moved`,
counted without gaps; whoever misses one asks to `Resync`. A screen shows what it is told and works out nothing.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

PROTOCOL = 1
LINE_MOST = 64 * 1024  # bytes in a line from a client
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
Text = Annotated[str, Meta(max_length=2_000)]
RoleName = Literal["banker", "player", "viewer"]
Outcome = Literal["done", "refused", "forbidden", "mistake", "not-saved", "unknown"]


class Message(Struct, frozen=True, tag_field="type", tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """The root of all of these."""


# From a client


class Hello(Message, frozen=True):
    version: int
    role: RoleName
    seat: int = -1  # of a player
    name: Annotated[str, Meta(max_length=60)] = ""  # of the screen or program, for the list of who is here


class Give(Message, frozen=True):
    """A command of the rules, or Undo, Redo, Rename. The same id is one effect and one answer, however often sent."""

    id: Id
    act: Raw


class Resync(Message, frozen=True):
    """Send the snapshot again."""


class NewGame(Message, frozen=True):
    """`position` is the text of a record's given lines, for a game that is played already."""

    names: tuple[Text, ...]
    edition: Text = ""
    variants: tuple[Text, ...] = ()
    options: dict[Text, bool | int | Text] = {}
    title: Text = ""
    electronic_cards: bool = True
    position: str = ""


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


Request = (
    NewGame | ListGames | ResumeGame | ExportGame | VerifyJournal | RepairJournal | BackUp | ListBackups | RestoreBackup
)


class Ask(Message, frozen=True):
    """About the games on this machine."""

    id: Id
    request: Request


FromClient = Hello | Give | Ask | Resync

# What a screen may show


class PlayerView(Struct, frozen=True):
    seat: int
    name: str
    cash: int
    change: int  # of the cash, by the last move
    space: int
    jail: int = -1  # failed throws in Jail; -1 when free
    jail_cards: int = 0
    out: str = ""  # "bankrupt" or "left"


class TitleView(Struct, frozen=True, array_like=True):
    owner: int  # a seat, or -1 for the Bank
    buildings: int
    mortgaged: bool


class MoveView(Struct, frozen=True):
    """Something that may be done now. `act` is ready to be given, but for what it `needs`."""

    label: str
    act: Raw
    seat: int = -1  # whose it is; -1 is the Banker's
    change: int = 0  # of that player's cash, if it is certain
    needs: str = ""
    least: int = 0
    most: int = 0


class View(Struct, frozen=True):
    """A game at one instant."""

    game: str
    title: str
    edition: str
    turn: int
    turn_number: int
    dice: tuple[int, ...]
    players: tuple[PlayerView, ...]
    titles: tuple[TitleView, ...]
    houses: int  # left in the Bank
    hotels: int
    pot: int
    bank: int
    prompt: str  # what the table waits for
    prompt_seat: int  # from whom; -1 is anybody or nobody
    moves: tuple[MoveView, ...]
    undo: str = ""  # what would be taken back
    undo_number: int = 0
    redo: str = ""
    redo_number: int = 0
    winners: tuple[int, ...] = ()
    over: bool = False


class LogLine(Struct, frozen=True):
    number: int  # of the move
    at_ms: int
    text: str
    clauses: tuple[str, ...]


class DeedPrint(Struct, frozen=True):
    name: str
    space: int
    group: str
    price: int
    mortgage: int
    house_cost: int
    rents: tuple[int, ...]


class BoardPrint(Struct, frozen=True):
    """What is printed on the board and on the deeds."""

    spaces: tuple[str, ...]
    deeds: tuple[DeedPrint, ...]


# To a client


class Welcome(Message, frozen=True):
    version: int
    app: str
    board: BoardPrint
    restarted: str = ""  # what was found at the start: the last saved move, and what had to be mended


class Goodbye(Message, frozen=True):
    """The last word before the table hangs up."""

    why: str


class Snapshot(Message, frozen=True):
    """Everything as it is now. No `view` while no game is in play."""

    number: int
    view: View | None
    log: tuple[LogLine, ...] = ()
    trouble: str = ""


class Moved(Message, frozen=True):
    """The move of this number counts. `put_back` is what people must mend on the board after an undo or redo."""

    number: int
    view: View
    log: tuple[LogLine, ...] = ()
    put_back: tuple[str, ...] = ()


class Trouble(Message, frozen=True):
    """Nothing can be saved, and why; empty when it can again."""

    why: str


class Answer(Message, frozen=True):
    """To a `Give`. `number` is that of the move, if it is done."""

    id: str
    outcome: Outcome
    number: int = 0
    message: str = ""
    code: str = ""
    clauses: tuple[str, ...] = ()


class GameLine(Struct, frozen=True):
    """A game in the list."""

    id: str
    title: str
    names: tuple[str, ...]
    edition: str
    moves: int
    last_at_ms: int
    finished: bool
    in_play: bool
    damaged: str = ""


class Reply(Message, frozen=True):
    """To an `Ask`. What is not asked for stays empty."""

    id: str
    done: bool
    message: str = ""  # what was done, or why not
    lines: tuple[str, ...] = ()  # more to read
    text: str = ""  # an exported record
    games: tuple[GameLine, ...] = ()


FromTable = Welcome | Goodbye | Snapshot | Moved | Trouble | Answer | Reply

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
