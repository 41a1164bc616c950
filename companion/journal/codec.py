"""What bodies hold: how the game began, then each act with its events. The only module here that knows the rules."""

import hashlib
from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from companion.journal.entry import JournalEntry
from companion.journal.errors import JournalDamaged, describe_saved
from companion.plain_text import is_visible_json
from companion.play.acts import Act, DoneAgain, MoveEvents, Rename, Renamed, Start, TakenBack
from companion.play.setup import start_problem, text_problem
from companion.play.timeline import Milestone
from companion.rules.board_checks import WrongBoard, check_board
from companion.rules.editions import Rules
from companion.rules.events import GameEnded
from companion.rules.ids import DeedId
from companion.rules.state import Game

MAX_ACT_BYTES = 2_000  # the longest deal has about three hundred
_DIFFERENT = "we would write it differently"
_UNSEEN = "it has characters that cannot be seen"
T = TypeVar("T")


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    act: Act
    events: MoveEvents


_encoder = msgspec.json.Encoder(order="deterministic")
_sorted = msgspec.json.Encoder(order="sorted")  # so that the order of fields in the code does not matter
_start_decoder = msgspec.json.Decoder(Start)
_body_decoder = msgspec.json.Decoder(Body)
_act_decoder: "msgspec.json.Decoder[Act]" = msgspec.json.Decoder(Act)


class UnknownAct(ValueError):
    """Not an act that the table knows."""


def decode_act(content: bytes) -> Act:
    """An act from a client. Raises UnknownAct."""
    if len(content) > MAX_ACT_BYTES:
        raise UnknownAct(f"a command has at most {MAX_ACT_BYTES} bytes")
    try:
        act = _act_decoder.decode(content)
        if not is_visible_json(_encoder.encode(act)):
            raise UnknownAct("its text has characters that cannot be printed")
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
        raise UnknownAct(str(error)) from None
    return act


def encode_head(start: Start) -> bytes:
    return _encoder.encode(start)


def decode_head(body: bytes, game: str) -> Start:
    """Raises JournalDamaged."""
    start, again = _decode(_start_decoder, body, game, 0)
    if again != body:
        stored = msgspec.json.decode(body)
        if msgspec.json.encode(stored) != body or not _is_older(stored, msgspec.json.decode(again)):
            raise _damaged(game, 0, _DIFFERENT)
    try:
        check_board(start.game.board)
    except WrongBoard as error:
        raise _damaged(game, 0, f"its board cannot be played on: {error}") from None
    if problem := start_problem(start):
        raise _damaged(game, 0, problem.rstrip("."))
    return start


def _is_older(stored: object, again: object) -> bool:
    """Is it the same, but for fields that were added since, each at the end of its record?"""
    if isinstance(stored, dict) and isinstance(again, dict):
        are_first = list(stored) == list(again)[: len(stored)]
        return are_first and all(_is_older(value, again[name]) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(again, list):
        return len(stored) == len(again) and all(map(_is_older, stored, again))
    return type(stored) is type(again) and stored == again


def encode_body(act: Act, events: MoveEvents) -> bytes:
    return _encoder.encode(Body(act, events))


def decode_body(body: bytes, game: str, number: int) -> Body:
    """The act and events of entry `number`. Raises JournalDamaged."""
    decoded, again = _decode(_body_decoder, body, game, number)
    if again != body:
        raise _damaged(game, number, _DIFFERENT)
    if isinstance(decoded.act, Rename) and (problem := text_problem(decoded.act.name)):
        raise _damaged(game, number, problem.rstrip("."))
    return decoded


def _decode(decoder: "msgspec.json.Decoder[T]", body: bytes, game: str, number: int) -> tuple[T, bytes]:
    """Also as we would write it: not every record forbids unknown fields, and nothing may be dropped.

    It may come from elsewhere, so its texts pass the same checks as when they were typed.
    """
    if not is_visible_json(body):
        raise _damaged(game, number, _UNSEEN)
    try:
        decoded = decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeError, ValueError) as error:
        raise _damaged(game, number, str(error)) from None
    return decoded, _encoder.encode(decoded)


def _damaged(game: str, number: int, why: str) -> JournalDamaged:
    return JournalDamaged(game, number, describe_saved(max(0, number - 1)), f"It cannot be read ({why}).")


def is_over(entries: Iterable[JournalEntry], game: str) -> bool:
    """Did the game end, without the end being taken back? Decodes only the bodies that can matter."""
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


def names_now(names: tuple[str, ...], entries: Iterable[JournalEntry], game: str) -> tuple[str, ...]:
    """The players' names after these entries."""
    called = list(names)
    for entry in entries:
        if b"Renamed" in entry.body:
            for event in decode_body(entry.body, game, entry.number).events:
                if isinstance(event, Renamed) and 0 <= event.player < len(called):
                    called[event.player] = event.name
    return tuple(called)


class _MilestoneFields(Struct, frozen=True, forbid_unknown_fields=True):
    """Without what the head has: it is large, and stays as it is."""

    rules: Rules | None  # if a house rule was changed
    game: dict[str, Raw]
    rolls: tuple[tuple[int, tuple[int, ...], str], ...]
    presses: tuple[tuple[int, int], ...]
    dealt: tuple[DeedId, ...]


_OF_HEAD = ("rules", "board")
_milestone_decoder = msgspec.json.Decoder(_MilestoneFields)
_game_fields = {field.name: field for field in msgspec.structs.fields(Game) if field.name not in _OF_HEAD}


def encode_milestone(milestone: Milestone, start: Start) -> bytes:
    game = milestone.game
    rules = game.rules if game.rules != start.rules else None
    fields = {name: Raw(_encoder.encode(getattr(game, name))) for name in _game_fields}
    return _encoder.encode(_MilestoneFields(rules, fields, milestone.rolls, milestone.presses, milestone.dealt))


def decode_milestone(body: bytes, number: int, start: Start) -> Milestone | None:
    """None for one that cannot be read."""
    try:
        kept = _milestone_decoder.decode(body)
        fields = {name: msgspec.json.decode(text, type=_game_fields[name].type) for name, text in kept.game.items()}
        game = Game(rules=kept.rules or start.rules, board=start.game.board, **fields)
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError):
        return None
    return Milestone(number, game, kept.rolls, kept.presses, kept.dealt)


def digest(game: Game) -> str:
    """The same for equal games, in any process on any machine."""
    return hashlib.sha256(_sorted.encode(game)).hexdigest()
