"""A link to the table: where to find it, reading messages from it, and one question asked without a loop."""

import asyncio
import hashlib
import os
import secrets
import socket
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from companion.plain_text import printable_json
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import Request
from companion.table.messages.wire import (
    Ask,
    Beat,
    FromTable,
    Garbled,
    Goodbye,
    Hello,
    Moved,
    NewSetup,
    Pairing,
    Reply,
    Seated,
    Snapshot,
    TablePrompts,
    Trouble,
    Welcome,
    Working,
    decode_from_table,
    encode,
)

MAX_PATH_BYTES = 107  # bytes; the system's limit for a socket's path
MAX_TABLE_LINE_BYTES = 2 * 1024 * 1024  # bytes in a line from the table
SERVICE_FOLDER = Path("/run/companion")
NOBODY = (FileNotFoundError, NotADirectoryError, ConnectionRefusedError)
HUNG_UP = "The table hung up. It may have been stopped, or have failed."
TOO_LONG = f"The table sent a line of more than {MAX_TABLE_LINE_BYTES} bytes, which cannot be right: restart it."


def other_place(path: Path) -> Path:
    """Where the table listens if it cannot at `path`, as on a read-only disk. The same for every user."""
    return Path("/tmp") / f"companion-{_name_of(path)}" / path.name


def service_place(path: Path) -> Path:
    """The same for a service, whose /tmp nobody else sees: in the folder that systemd makes for it."""
    return SERVICE_FOLDER / f"{_name_of(path)}.sock"


def _name_of(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]


class LinkLost(Exception):
    """The table hung up or cannot be understood. The message is a sentence for people."""


class TableSilent(LinkLost):
    """Something listens there but does not answer."""


class LinkUp(Struct, frozen=True):
    """The table said welcome; its snapshot follows."""


class LinkDown(Struct, frozen=True):
    """Nothing is known of the table until the link is up again."""

    why: str


ServerEvent = (
    LinkUp | LinkDown | Welcome | NewSetup | Seated | Snapshot | Moved | TablePrompts | Pairing | Beat | Trouble
)


def new_id() -> str:
    return secrets.token_hex(8)


def places(path: Path) -> tuple[Path, ...]:
    """Where to look for a table. Anybody can write to /tmp, so what is there must belong to the games' owner."""
    found = [path]
    for place in (service_place(path), other_place(path)):
        with suppress(OSError):
            folder = place.parent.lstat()
            is_safe = stat.S_ISDIR(folder.st_mode) and not folder.st_mode & 0o022
            if is_safe and folder.st_uid in (0, path.parent.stat().st_uid):
                found.append(place)
    return tuple(found)


def understood(line: bytes) -> FromTable:
    """A terminal may show all of its texts as they are, whatever a game from elsewhere contains."""
    try:
        return decode_from_table(printable_json(line))
    except Garbled as error:
        why = f"The table sent something this program does not understand ({error}): update the older one."
        raise LinkLost(why) from None


def why_not(error: OSError, path: Path) -> str:
    if isinstance(error, NOBODY):
        return f"No table is running at {path}."
    if isinstance(error, PermissionError):
        return f"This user may not talk to the table at {path}."
    return f"The table at {path} cannot be reached ({error.strerror or error})."


async def opened(path: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    usual, *others = places(path)
    for other in others:
        with suppress(OSError):
            return await asyncio.open_unix_connection(other, limit=MAX_TABLE_LINE_BYTES)
    return await asyncio.open_unix_connection(usual, limit=MAX_TABLE_LINE_BYTES)


async def next_message(reader: asyncio.StreamReader) -> FromTable:
    try:
        return understood(await reader.readuntil(b"\n"))
    except asyncio.IncompleteReadError:
        raise LinkLost(HUNG_UP) from None
    except asyncio.LimitOverrunError:
        raise LinkLost(TOO_LONG) from None


def ask(
    path: Path, request: Request, timeout_s: float = 10, working: Callable[[Working], None] = lambda _: None
) -> Reply | None:
    """As the Banker; None if no table listens there. Raises LinkLost, and TableSilent when the time is up.

    The time begins anew whenever the table tells how far it is, of which `working` hears.
    """
    try:
        for place in places(path):
            with socket.socket(socket.AF_UNIX) as link:
                link.settimeout(timeout_s)
                if _connects(link, place):
                    return _asked(link, Ask(new_id(), request), timeout_s, working)
    except (TimeoutError, BlockingIOError):
        raise TableSilent(f"The table has not answered in {timeout_s:g} seconds. It may be busy: try again.") from None
    except OSError as error:
        raise LinkLost(why_not(error, path)) from None
    return None


def is_listening(path: Path) -> bool:
    """Is there a table at this socket?"""
    for place in places(path):
        with socket.socket(socket.AF_UNIX) as link, suppress(OSError):
            if _connects(link, place):
                return True
    return False


def _connects(link: socket.socket, path: Path) -> bool:
    if len(os.fsencode(path)) > MAX_PATH_BYTES:
        return False  # too long for a socket
    try:
        link.connect(str(path))
    except NOBODY:
        return False
    return True


def _asked(link: socket.socket, question: Ask, timeout_s: float, working: Callable[[Working], None]) -> Reply:
    until = time.monotonic() + timeout_s
    with suppress(BrokenPipeError, ConnectionResetError):  # it hung up, and may have said why
        link.sendall(encode(Hello(PROTOCOL, "banker", name="companion")) + encode(question))
    kept = b""
    while True:
        if (left := until - time.monotonic()) <= 0:
            raise TimeoutError
        link.settimeout(left)
        more = b""
        with suppress(ConnectionResetError):
            more = link.recv(64 * 1024)
        if not more:
            raise LinkLost(HUNG_UP)
        *lines, kept = (kept + more).split(b"\n")
        for line in lines:
            match understood(line):
                case Reply(id=question.id) as reply:
                    return reply
                case Working(id=question.id) as told:
                    until = time.monotonic() + timeout_s
                    working(told)
                case Goodbye(why):
                    raise LinkLost(why)
        if len(kept) > MAX_TABLE_LINE_BYTES:
            raise LinkLost(TOO_LONG)
