"""The banker's console in a browser: what the terminal's script sends goes to a console of its own, and back."""

import time

from aiohttp import WSMsgType, web

from companion.web.consoles import Console, Consoles
from companion.web.envelope import BadEnvelope, Envelope, Focused, Pinged, Sized, Typed, asked_size, read
from companion.web.rates import Bucket

MESSAGE_MOST = 8 * 1024
BYTES_AT_ONCE, BYTES_A_SECOND = 6_000, 1_500
LEAST = 8  # that a message counts for, however short
BEAT_S = 8.0
BAD, TOO_FAST = 1007, 1008


async def serve(request: web.Request, device: str, consoles: Consoles) -> web.WebSocketResponse:
    socket = web.WebSocketResponse(heartbeat=BEAT_S, max_msg_size=MESSAGE_MOST)
    await socket.prepare(request)
    size = asked_size(request.query.get("width"), request.query.get("height"))
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


async def _relay(socket: web.WebSocketResponse, console: Console) -> None:
    budget = Bucket(BYTES_AT_ONCE, BYTES_A_SECOND, time.monotonic())
    async for message in socket:
        if message.type != WSMsgType.TEXT:
            await socket.close(code=BAD, drain=False)
        elif not budget.take(max(LEAST, len(message.data)), time.monotonic()):
            await socket.close(code=TOO_FAST, drain=False)
        else:
            await _take(socket, console, message.data)


async def _take(socket: web.WebSocketResponse, console: Console, text: str) -> None:
    try:
        envelope: Envelope = read(text)
    except BadEnvelope:
        await socket.close(code=BAD, drain=False)
        return
    match envelope:
        case Typed(content):
            await console.send_bytes(content)
        case Sized(width, height):
            await console.set_terminal_size(width, height)
        case Pinged(word):
            await socket.send_json(["pong", word])
        case Focused(is_focused):
            await (console.focus() if is_focused else console.blur())
