"""One question to the table and its answer, for a program that has no loop of its own."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.table.address import PATH_MOST
from companion.table.client.link import (
    HUNG_UP,
    NOBODY,
    TABLE_LINE_MOST,
    TOO_LONG,
    LinkLost,
    TableSilent,
    new_id,
    places,
    understood,
    why_not,
)
from companion.table.messages import PROTOCOL, Ask, Goodbye, Hello, Reply, Request, encode


def ask(path: Path, request: Request, timeout_s: float = 10) -> Reply | None:
    """As the Banker; None if no table listens there. Raises LinkLost, and TableSilent when the time is up."""
    until = time.monotonic() + timeout_s
    try:
        for place in places(path):
            with socket.socket(socket.AF_UNIX) as link:
                link.settimeout(timeout_s)
                if _connects(link, place):
                    return _asked(link, Ask(new_id(), request), until)
    except (TimeoutError, BlockingIOError):
        raise TableSilent(f"The table has not answered in {timeout_s:g} seconds. It may be busy: try again.") from None
    except OSError as error:
        raise LinkLost(why_not(error, path)) from None
    return None


def _connects(link: socket.socket, path: Path) -> bool:
    if len(os.fsencode(path)) > PATH_MOST:
        return False  # nobody can listen there
    try:
        link.connect(str(path))
    except NOBODY:
        return False
    return True


def _asked(link: socket.socket, question: Ask, until: float) -> Reply:
    with suppress(BrokenPipeError, ConnectionResetError):  # it has hung up, and may have said why
        link.sendall(encode(Hello(PROTOCOL, "banker", name="companion")) + encode(question))
    for line in _lines(link, until):
        match understood(line):
            case Reply(id=question.id) as reply:
                return reply
            case Goodbye(why):
                raise LinkLost(why)
    raise LinkLost(HUNG_UP)


def _lines(link: socket.socket, until: float) -> Iterator[bytes]:
    kept = b""
    while more := _received(link, until):
        *lines, rest = (kept + more).split(b"\n")
        yield from lines
        kept = rest
        if len(kept) > TABLE_LINE_MOST:
            raise LinkLost(TOO_LONG)


def _received(link: socket.socket, until: float) -> bytes:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    link.settimeout(left)
    with suppress(ConnectionResetError):
        return link.recv(64 * 1024)
    return b""
