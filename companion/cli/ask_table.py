"""How commands ask about the games of this machine: they ask the running table, or else use the folder themselves."""

import argparse
import os
import sys
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from time import monotonic_ns, time_ns
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.cli.terminal import (
    DONE,
    FAILED,
    UNUSABLE,
    complain,
    save_file,
    show_text,
    waiting,
    warn,
)
from companion.household.folders import as_owner, data_folder, socket_path
from companion.plain_text import printable
from companion.table.client import LinkLost
from companion.table.client import ask as ask_table
from companion.table.messages.message import MAX_LINE_BYTES
from companion.table.messages.requests import BindTag, ImportTags, NewGame, OpenPairing, Request, ResumeGame, TagRequest
from companion.table.messages.wire import Ask, Garbled, Reply, Working, decode_from_client, encode

if TYPE_CHECKING:
    from companion.table.games.session import SessionDeps


MAKES_FOLDER = (NewGame, ImportTags, BindTag, OpenPairing)  # there is something to keep


def ask(args: argparse.Namespace, request: Request) -> Reply:
    """A request that no table would read is not put to the folder, either."""
    problem, line = "", b""
    try:
        line = encode(Ask("a", request))
        decode_from_client(line)
    except UnicodeError:
        problem = "This cannot be asked: it contains bytes that are not text (UTF-8)."
    except Garbled as error:
        problem = f"This cannot be asked: {error}."
    if len(line) > MAX_LINE_BYTES:
        problem = f"This is too long to ask: {len(line):,} bytes of at most {MAX_LINE_BYTES:,}."
    if problem:
        return Reply("", done=False, message=problem, unusable=True)
    data = data_folder(args.data)
    if args.data and not data.exists() and not isinstance(request, MAKES_FOLDER):
        return Reply("", done=False, message=f"There is no folder {data}.", unusable=True)
    with waiting("Looking") as tell_how_far:

        def working(told: Working) -> None:
            if told.total:
                tell_how_far(f"{told.done:,} of {told.total:,}")

        try:
            return ask_table(socket_path(data), request, working=working) or _ask_folder(data, request)
        except LinkLost as error:
            return Reply("", done=False, message=str(error))


def _ask_folder(data: Path, request: Request) -> Reply:
    """Imports what a table consists of, which no command needs while one is running."""
    from companion.household.settings import Config, usual_game
    from companion.household.settings_file import load
    from companion.journal import Locked
    from companion.table.games.library import GameLibrary
    from companion.table.games.tags_file import KeptTags
    from companion.table.server.pairing import Pairings
    from companion.table.server.requests import TableRequests
    from companion.toml_document import TomlError

    try:
        data.mkdir(0o700, parents=True, exist_ok=True)
        config = Config()
        if isinstance(request, NewGame):
            config = load(None, os.environ)
        elif isinstance(request, TagRequest):
            with suppress(TomlError):  # it is only about what the usual board calls things
                config = load(None, os.environ)
        usual = usual_game(config)
        with as_owner(data), closing(GameLibrary(data, session_deps(), lambda _: None, usual=usual)) as library:
            pairings = Pairings(data, lambda: monotonic_ns() // 1_000_000, session_deps().now_ms)
            reply = TableRequests(library, KeptTags(data), pairings).answer(Ask("a", request))
    except TomlError as error:
        return Reply("", done=False, message=str(error), unusable=True)
    except Locked as error:
        return Reply("", done=False, message=f"{error} It does not answer; it may be starting or stopping. Try again.")
    except OSError as error:
        return Reply("", done=False, message=f"The folder {data} cannot be used: {error.strerror or error}.")
    if reply.done and isinstance(request, NewGame | ResumeGame):
        return replace(reply, lines=(*reply.lines, "No table is running. To play: companion table"))
    return reply


def session_deps() -> "SessionDeps":
    """Real dice, the real clock, and this version."""
    from companion import __version__
    from companion.play.fair_dice import SEED_BYTES
    from companion.players.dice import RandomDice
    from companion.table.games.session import SessionDeps

    return SessionDeps(
        RandomDice.from_system(), lambda: time_ns() // 1_000_000, __version__, partial(token_hex, SEED_BYTES)
    )


def save_reply(reply: Reply, command: str, file: str | None) -> int:
    """Writes the text of a reply to a file, or shows it; then says what is wrong with it."""
    if file is None or file == "-":
        show_text(reply.text)
        return warn(reply.lines)
    try:
        save_file(Path(file), reply.text.encode())
    except (OSError, ValueError) as error:
        return complain(f"companion {command}: {file} cannot be written: {getattr(error, 'strerror', '') or error}")
    print(f"{reply.message.removesuffix('.')}, written to {file}.")
    return warn(reply.lines)


def tell(reply: Reply) -> int:
    """Prints what was done, or on the error stream why not."""
    stream = sys.stdout if reply.done else sys.stderr
    for text in (reply.message, *reply.lines):
        for line in text.splitlines():
            print(printable(line), file=stream)
    return DONE if reply.done else UNUSABLE if reply.unusable else FAILED
