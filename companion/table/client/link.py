"""A link to the table: where it is found, what may come over it, and in words why there is none."""

import asyncio
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from companion.table.address import other_place
from companion.table.messages import (
    AtHand,
    FromTable,
    Garbled,
    Moved,
    Pairing,
    Snapshot,
    Trouble,
    Welcome,
    decode_from_table,
)

TABLE_LINE_MOST = 2 * 1024 * 1024  # bytes in a line from the table
NOBODY = (FileNotFoundError, NotADirectoryError, ConnectionRefusedError)
HUNG_UP = "The table hung up. It may have been stopped, or have failed."
TOO_LONG = f"The table sent a line of more than {TABLE_LINE_MOST} bytes, which cannot be right: restart it."


class LinkLost(Exception):
    """The table hung up or cannot be understood. The message is a sentence for people."""


class TableSilent(LinkLost):
    """Somebody listens there and does not answer."""


class LinkUp(Struct, frozen=True):
    """The table said welcome; its snapshot follows."""


class LinkDown(Struct, frozen=True):
    """Nothing is known of the table from here on, until the link is up again."""

    why: str


Told = LinkUp | LinkDown | Welcome | Snapshot | Moved | AtHand | Pairing | Trouble


def new_id() -> str:
    return secrets.token_hex(8)


def places(path: Path) -> tuple[Path, ...]:
    """Where to look for a table. Anybody may put something into /tmp: it must be theirs who own the games."""
    with suppress(OSError):
        folder = other_place(path).parent.lstat()
        is_safe = stat.S_ISDIR(folder.st_mode) and not folder.st_mode & 0o022
        if is_safe and folder.st_uid in (0, path.parent.stat().st_uid):
            return path, other_place(path)
    return (path,)


def understood(line: bytes) -> FromTable:
    try:
        return decode_from_table(line)
    except Garbled as error:
        why = f"What the table said cannot be understood ({error}): update the older program."
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
            return await asyncio.open_unix_connection(other, limit=TABLE_LINE_MOST)
    return await asyncio.open_unix_connection(usual, limit=TABLE_LINE_MOST)


async def next_message(reader: asyncio.StreamReader) -> FromTable:
    try:
        return understood(await reader.readuntil(b"\n"))
    except asyncio.IncompleteReadError:
        raise LinkLost(HUNG_UP) from None
    except asyncio.LimitOverrunError:
        raise LinkLost(TOO_LONG) from None
