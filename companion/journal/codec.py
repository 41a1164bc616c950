"""What is in bodies: the table at the start, then acts and their events. The only place here that knows the rules."""

import hashlib
from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from companion.journal.entry import Entry
from companion.journal.errors import JournalDamaged, what_is_saved
from companion.rules.commands import AnyCommand
from companion.rules.editions import Rules
from companion.rules.events import AnyEvent, GameEnded
from companion.rules.ids import PlayerId
from companion.rules.state import Game

ACT_MOST = 2_000  # bytes; the longest deal has some three hundred
OTHERWISE = "it is written otherwise than here"
T = TypeVar("T")


class Undo(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Take back. `number` is the entry meant; 0 is the last that can be."""

    number: int = 0


class Redo(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Do again what was taken back."""

    number: int = 0


class Rename(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Call a player otherwise. It is no move: nothing takes it back but another name."""

    player: PlayerId
    name: str


class TakenBack(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    number: int  # of the entry


class DoneAgain(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    number: int  # of the entry


class Renamed(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    player: PlayerId
    name: str


# A throw without faces, a draw without a card and a deal without deeds are left to the companion.
Act = AnyCommand | Undo | Redo | Rename
Happened = AnyEvent | TakenBack | DoneAgain | Renamed


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game began: the table as it stood, with its rules and names, and what the household calls the game.

    A field that comes later stands at the end and has a default: heads that were written before are without it.
    """

    game: Game
    title: str = ""
    tokens: tuple[str, ...] = ()  # the piece of each seat
    colours: tuple[str, ...] = ()  # of each seat
    dice: Literal["", "button", "hand"] = ""  # who throws them; without it, as the table has it
    minutes: int = 0  # of a timed game; 0 is without a countdown

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.game.players)

    @property
    def rules(self) -> Rules:
        return self.game.rules


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    act: Act
    events: tuple[Happened, ...]


_encoder = msgspec.json.Encoder(order="deterministic")
_sorted = msgspec.json.Encoder(order="sorted")  # whatever the order of a record's fields in the code
_start_decoder = msgspec.json.Decoder(Start)
_body_decoder = msgspec.json.Decoder(Body)
_act_decoder: "msgspec.json.Decoder[Act]" = msgspec.json.Decoder(Act)


class UnknownAct(ValueError):
    """Not an act that the table knows."""


def decode_act(content: bytes) -> Act:
    """As it came from outside. Raises UnknownAct."""
    if len(content) > ACT_MOST:
        raise UnknownAct(f"a command has at most {ACT_MOST} bytes")
    try:
        act = _act_decoder.decode(content)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
        raise UnknownAct(str(error)) from None
    if not all(value.isprintable() for value in msgspec.structs.astuple(act) if isinstance(value, str)):
        raise UnknownAct("there is something in its words that cannot be read")
    return act


def encode_head(start: Start) -> bytes:
    return _encoder.encode(start)


def decode_head(body: bytes, game: str) -> Start:
    """Raises JournalDamaged."""
    start, again = _decoded(_start_decoder, body, game, 0)
    if again != body and not again.startswith(body[:-1] + b","):
        raise _damaged(game, 0, OTHERWISE)
    return start


def encode_body(act: Act, events: tuple[Happened, ...]) -> bytes:
    return _encoder.encode(Body(act, events))


def decode_body(body: bytes, game: str, number: int) -> Body:
    """The act and events of entry `number`. Raises JournalDamaged."""
    decoded, again = _decoded(_body_decoder, body, game, number)
    if again != body:
        raise _damaged(game, number, OTHERWISE)
    return decoded


def _decoded(decoder: "msgspec.json.Decoder[T]", body: bytes, game: str, number: int) -> tuple[T, bytes]:
    """And as it would be written here: not every record forbids fields it does not know, and nothing may be dropped."""
    try:
        decoded = decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeError, ValueError) as error:
        raise _damaged(game, number, str(error)) from None
    return decoded, _encoder.encode(decoded)


def _damaged(game: str, number: int, why: str) -> JournalDamaged:
    return JournalDamaged(game, number, what_is_saved(max(0, number - 1)), f"It cannot be read ({why}).")


def is_over(entries: Iterable[Entry], game: str) -> bool:
    """Did the game end, and was that not taken back? Only bodies that can matter are decoded."""
    ended, taken_back = set[int](), set[int]()
    for entry in entries:
        if not any(word in entry.body for word in (b"GameEnded", b"TakenBack", b"DoneAgain")):
            continue
        for event in decode_body(entry.body, game, entry.number).events:
            match event:
                case GameEnded():
                    ended.add(entry.number)
                case TakenBack(number):
                    taken_back.add(number)
                case DoneAgain(number):
                    taken_back.discard(number)
    return bool(ended - taken_back)


def names_now(names: tuple[str, ...], entries: Iterable[Entry], game: str) -> tuple[str, ...]:
    """What the players are called after these entries."""
    called = list(names)
    for entry in entries:
        if b"Renamed" in entry.body:
            for event in decode_body(entry.body, game, entry.number).events:
                if isinstance(event, Renamed):
                    called[event.player] = event.name
    return tuple(called)


def digest(game: Game) -> str:
    """The same for equal games, in any process on any machine."""
    return hashlib.sha256(_sorted.encode(game)).hexdigest()
