"""Everything the table can be asked: about its games, the household's tags, the paired devices and the disk."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from companion.rules.board import Board
from companion.table.games.library import GameLibrary
from companion.table.games.long_answer import LongAnswer
from companion.table.games.session import Session
from companion.table.games.tags_file import BindingsUnreadable, KeptTags, decode_tags, encode_tags, read_tag
from companion.table.gestures.tags import (
    Bindings,
    CannotBind,
    bind,
    bind_new,
    describe_tag,
    merge_bindings,
    unbind,
    with_simulated_tags,
)
from companion.table.messages.requests import (
    BindTag,
    CheckDiskSpace,
    DeviceRequest,
    ExportTags,
    ImportTags,
    TagRequest,
    UnbindTag,
)
from companion.table.messages.wire import Ask, Reply
from companion.table.server.pairing import Pairings
from companion.table.views.game_view import board_print


class TableRequests:
    """`bound` is called when the tags have changed."""

    def __init__(
        self,
        library: GameLibrary,
        tags: KeptTags,
        pairings: Pairings,
        bound: Callable[[Bindings], None] = lambda _: None,
    ) -> None:
        self._library = library
        self._pairings = pairings
        self._tags = tags
        self._bound = bound

    @property
    def session(self) -> Session | None:
        return self._library.session

    @property
    def trouble(self) -> str:
        return self._library.trouble

    def probe(self) -> None:
        self._library.probe()

    def prepare(self, ask: Ask) -> LongAnswer | None:
        return self._library.prepare(ask)

    def answer(self, ask: Ask) -> Reply:
        """Never raises for anything that people or disks can do."""
        if isinstance(ask.request, DeviceRequest):
            return self._pairings.answer(ask.id, ask.request)
        if isinstance(ask.request, CheckDiskSpace):
            return disk_space(ask.id, self._tags.folder)
        if not isinstance(ask.request, TagRequest):
            return self._library.answer(ask)
        try:
            return self._about_tags(ask.id, ask.request)
        except CannotBind as error:
            return Reply(ask.id, done=False, message=error.conflicts[0], lines=error.conflicts[1:])
        except BindingsUnreadable as error:
            return Reply(ask.id, done=False, message=str(error))
        except OSError as error:
            return Reply(ask.id, done=False, message=f"The tags cannot be saved: {error.strerror or error}.")

    def _about_tags(self, id: str, request: TagRequest) -> Reply:
        ours, board = self._tags.bindings, self.board
        match request:
            case ExportTags(everything):
                names, tokens = self.players()
                known = with_simulated_tags(board, ours, tokens) if everything else ours
                trouble = (self._tags.trouble,) if self._tags.trouble else ()
                words = (
                    *(describe_tag(board, what, names) for _, what in known.tags),
                    *(board.place_name(space) for _, space in known.spots),
                )
                text = encode_tags(known).decode()
                printed = board_print(board) if everything else None
                return Reply(
                    id, done=True, message=f"{_tags(known)}.", lines=trouble, text=text, words=words, board=printed
                )
            case ImportTags(text, instead):
                theirs = decode_tags(text.encode("utf-8", "surrogatepass"))
                now = merge_bindings(board, ours, theirs, instead=instead)
                return self._keep(id, now, f"{_tags(theirs)} read in.")
            case UnbindTag(uid):
                return self._keep(id, unbind(ours, uid), f"Tag {uid.upper()} is nothing any more.")
            case BindTag(uid, what, instead):
                _, meant = read_tag({**what, "uid": uid})
                now = bind(ours, uid, meant) if instead else bind_new(board, ours, uid, meant)
                return self._keep(id, now, f"Tag {uid.upper()} is {describe_tag(board, meant)} now.")

    @property
    def board(self) -> Board:
        return self._library.board

    @property
    def bindings(self) -> Bindings:
        return self._tags.bindings

    def players(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names and tokens of the game in play."""
        session = self.session
        if session is None:
            return (), ()
        return tuple(player.name for player in session.game.players), session.start.tokens

    def keep(self, bindings: Bindings) -> str:
        """Saves the tags, then uses them. Raises OSError; returns the name of an old file that was put aside."""
        aside = self._tags.keep(bindings)
        self._bound(bindings)
        return aside

    def _keep(self, id: str, bindings: Bindings, done: str) -> Reply:
        aside = self.keep(bindings)
        kept = (f"The file that could not be read is kept as {aside}.",) if aside else ()
        return Reply(id, done=True, message=done, lines=kept)


def _tags(bindings: Bindings) -> str:
    count, walked = len(bindings.tags), len(bindings.spots)
    spaces = f" and {walked} space{'' if walked == 1 else 's'} of the board" if walked else ""
    return f"{count} tag{'' if count == 1 else 's'}{spaces}"


MB, GB = 1_000_000, 1_000_000_000
LITTLE = 50 * MB  # a long evening needs a fraction of it


class Usage(Protocol):
    @property
    def total(self) -> int: ...

    @property
    def free(self) -> int: ...


def disk_space(id: str, folder: Path, usage: Callable[[Path], Usage] = shutil.disk_usage) -> Reply:
    try:
        found = usage(folder)
    except OSError as error:
        return Reply(id, done=False, message=f"The disk of {folder} cannot be looked at: {error.strerror or error}.")
    room = f"{_bytes(found.free)} free of {_bytes(found.total)} for {folder}"
    is_little = found.free < LITTLE
    return Reply(id, not is_little, f"Little room: only {room}." if is_little else f"{room}.")


def _bytes(count: int) -> str:
    return f"{count / GB:,.1f} GB" if count >= GB else f"{count // MB:,} MB"
