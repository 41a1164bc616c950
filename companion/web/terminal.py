"""The Banker's console in a browser: passes what the terminal's script sends to a console process, and back.

The script sends small lists in JSON; anything else closes its socket.
"""

import json
import time
from typing import NamedTuple

from aiohttp import WSMsgType, web

from companion.web.consoles import ConsoleProcess, Consoles
from companion.web.limits import RateLimit

MAX_MESSAGE_BYTES = 8 * 1024
MAX_TYPED_CHARS = 4_000
BYTES_AT_ONCE, BYTES_A_SECOND = 6_000, 1_500
MIN_COUNTED_BYTES = 8  # even the shortest message counts this much
COLUMNS, ROWS = (20, 300), (10, 120)  # no tablet's terminal is beyond these, and it would cost memory
BEAT_S = 8.0
BAD_MESSAGE, TOO_FAST = 1007, 1008  # how a socket is closed


class Typed(NamedTuple):
    content: bytes


class Resized(NamedTuple):
    width: int
    height: int


class Ping(NamedTuple):
    word: str


class FocusChanged(NamedTuple):
    is_focused: bool


TerminalMessage = Typed | Resized | Ping | FocusChanged


class BadTerminalMessage(ValueError):
    pass


def read_message(text: str) -> TerminalMessage:
    """Raises BadTerminalMessage."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BadTerminalMessage from None
    match message:
        case ["stdin", str(content)] if len(content) <= MAX_TYPED_CHARS:
            return Typed(content.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}] if bool not in (type(width), type(height)):
            return _clamp_size(width, height)
        case ["ping", str(word)] if len(word) <= 64:
            return Ping(word)
        case ["blur"] | ["focus"]:
            return FocusChanged(message == ["focus"])
    raise BadTerminalMessage


def opening_size(width: str | None, height: str | None) -> Resized:
    """The size of a new terminal, from the query of its address."""

    def number(text: str | None, otherwise: int) -> int:
        return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 6 else otherwise

    return _clamp_size(number(width, 80), number(height, 24))


def _clamp_size(width: int, height: int) -> Resized:
    return Resized(max(COLUMNS[0], min(COLUMNS[1], width)), max(ROWS[0], min(ROWS[1], height)))


async def serve(request: web.Request, device: str, consoles: Consoles) -> web.WebSocketResponse:
    socket = web.WebSocketResponse(heartbeat=BEAT_S, max_msg_size=MAX_MESSAGE_BYTES)
    await socket.prepare(request)
    size = opening_size(request.query.get("width"), request.query.get("height"))
    console = await consoles.open(
        device,
        write_bytes=socket.send_bytes,
        write_str=socket.send_str,
        close=lambda code: socket.close(code=code, drain=False),
    )
    try:
        await console.start(size.width, size.height)
        await _relay(socket, console)
    finally:
        await consoles.close(device, console)
    return socket


async def _relay(socket: web.WebSocketResponse, console: ConsoleProcess) -> None:
    limit = RateLimit(BYTES_AT_ONCE, BYTES_A_SECOND, time.monotonic())
    async for frame in socket:
        if frame.type != WSMsgType.TEXT:
            await socket.close(code=BAD_MESSAGE, drain=False)
            continue
        if not limit.take(max(MIN_COUNTED_BYTES, len(frame.data)), time.monotonic()):
            await socket.close(code=TOO_FAST, drain=False)
            continue
        try:
            message = read_message(frame.data)
        except BadTerminalMessage:
            await socket.close(code=BAD_MESSAGE, drain=False)
            continue
        match message:
            case Typed(content):
                await console.send_bytes(content)
            case Resized(width, height):
                await console.set_terminal_size(width, height)
            case Ping(word):
                await socket.send_json(["pong", word])
            case FocusChanged(is_focused):
                await (console.focus() if is_focused else console.blur())
