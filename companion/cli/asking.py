"""How commands ask about the games of this machine: the table that runs, or else the folder itself."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.progress import waiting

if TYPE_CHECKING:
    from companion.table.games.session import Means
    from companion.table.messages import Reply, Request, Usual

DONE, FAILED, UNUSABLE = 0, 1, 2


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=not_empty, metavar="FOLDER", help="where the games are; without it, where the table keeps them"
    )


def add_game(parser: argparse.ArgumentParser, otherwise: str = "the game in play, or the one played last") -> None:
    parser.add_argument(
        "game", nargs="?", default="", metavar="GAME", help=f"its id or the beginning of it; without it, {otherwise}"
    )


def not_empty(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("expected a name, and this one is empty")
    return text


def ask_and_tell(args: argparse.Namespace, request: "Request") -> int:
    """For commands that have nothing to add to the answer."""
    return tell(ask(args, request))


def ask(args: argparse.Namespace, request: "Request") -> "Reply":
    from companion.household.folders import data_folder, socket_path
    from companion.table.messages import Reply

    data = data_folder(args.data)
    if problem := _problem(request):
        return Reply("", done=False, message=problem, unusable=True)
    with waiting("Looking"):
        return _ask_table(socket_path(data), request) or _ask_folder(data, request)


def _problem(request: "Request") -> str:
    """Why this cannot be asked: what no table would read is not asked of the folder, either."""
    from companion.table.messages import LINE_MOST, Ask, Garbled, decode_from_client, encode

    try:
        line = encode(Ask("a", request))
        decode_from_client(line)
    except UnicodeError:
        return "This cannot be asked: there are bytes in it that are no text (UTF-8)."
    except Garbled as error:
        return f"This cannot be asked: {error}."
    return f"This is too long to be asked: {len(line):,} bytes of {LINE_MOST:,}." if len(line) > LINE_MOST else ""


def _ask_table(path: Path, request: "Request") -> "Reply | None":
    from companion.table.client import LinkLost
    from companion.table.client import ask as ask_table
    from companion.table.messages import Reply

    try:
        return ask_table(path, request)
    except LinkLost as error:
        return Reply("", done=False, message=str(error))


def _ask_folder(data: Path, request: "Request") -> "Reply":
    from contextlib import closing
    from time import monotonic_ns

    from companion.household.folders import as_owner
    from companion.household.settings_document import ConfigError
    from companion.journal import Locked
    from companion.table.games.library import Keeper
    from companion.table.messages import Ask, Reply
    from companion.table.server.pairing import Pairings
    from companion.table.server.requests import Household
    from companion.table.tags.kept_tags import Tags

    try:
        data.mkdir(0o700, parents=True, exist_ok=True)
        usual_game = _usual(request)
        with as_owner(data), closing(Keeper(data, means(), lambda _: None, usual=usual_game)) as keeper:
            pairings = Pairings(data, lambda: monotonic_ns() // 1_000_000, means().now_ms)
            return _with_hint(request, Household(keeper, Tags(data), pairings).answer(Ask("a", request)))
    except ConfigError as error:
        return Reply("", done=False, message=str(error), unusable=True)
    except Locked as error:
        return Reply("", done=False, message=f"{error} It does not answer, and may be starting or stopping: try again.")
    except OSError as error:
        return Reply("", done=False, message=f"The folder {data} cannot be used: {error.strerror or error}.")


def _usual(request: "Request") -> "Usual":
    """As a table of this machine would have it. Raises ConfigError."""
    import os

    from companion.household.build_rig import usual_game
    from companion.household.settings import Config
    from companion.household.settings_file import load
    from companion.table.messages import NewGame

    return usual_game(load(None, os.environ) if isinstance(request, NewGame) else Config())


def _with_hint(request: "Request", reply: "Reply") -> "Reply":
    """A game that is to be played needs a table."""
    from msgspec.structs import replace

    from companion.table.messages import NewGame, ResumeGame

    if not reply.done or not isinstance(request, NewGame | ResumeGame):
        return reply
    return replace(reply, lines=(*reply.lines, "No table is running. To play it: companion table"))


def means() -> "Means":
    """Real dice, the real clock, and this program."""
    from time import time_ns

    from companion import __version__
    from companion.players.dice import RandomDice
    from companion.table.games.session import Means

    return Means(RandomDice.from_system(), lambda: time_ns() // 1_000_000, __version__)


def tell(reply: "Reply") -> int:
    """What was done, or on the error stream why not."""
    stream = sys.stdout if reply.done else sys.stderr
    for text in (reply.message, *reply.lines):
        for line in text.splitlines():
            print(printable(line), file=stream)
    return DONE if reply.done else UNUSABLE if reply.unusable else FAILED


def complain(message: str) -> int:
    """About something that this command was given and that will not do."""
    print(printable(message), file=sys.stderr)
    return UNUSABLE


def printable(text: str) -> str:
    from companion.record.errors import printable as shown

    return shown(text)
