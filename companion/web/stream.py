"""What a player's page hears: everything the table sends, as server-sent events, and a beat when it is quiet."""

import asyncio
from pathlib import Path

import msgspec
from aiohttp import web
from msgspec.structs import replace

from companion.table.client import Client, LinkDown, LinkUp, ServerEvent
from companion.table.messages.wire import Moved, Snapshot, Trouble, Welcome
from companion.web.gate import DEVICE

BEAT_S = 10.0
BEAT = b"event: beat\ndata:\n\n"
WRITE_S = 20.0  # then the page is asleep; it connects again when it wakes
MAX_STREAMS = 32
MAX_PER_DEVICE = 4
_KINDS = {LinkUp: "up", LinkDown: "down", Welcome: "welcome", Snapshot: "snapshot", Moved: "moved", Trouble: "trouble"}


class EventStreams:
    """A link to the table for each open page. If there are too many, the oldest ends; its page connects again if it
    is in use.
    """

    def __init__(self, table: Path) -> None:
        self._table = table
        self._open: dict[asyncio.Task[None], str] = {}  # whose device it is, oldest first

    async def serve(self, request: web.Request) -> web.StreamResponse:
        device = request[DEVICE].id
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(b"retry: 1000\n\n")  # milliseconds until a browser connects again
        own = [stream for stream, whose in self._open.items() if whose == device]
        if len(own) >= MAX_PER_DEVICE:
            self._close(own[0])
        elif len(self._open) >= MAX_STREAMS:
            self._close(next(iter(self._open)))
        stream = asyncio.create_task(self._send_events(device, response))
        self._open[stream] = device
        try:
            await stream
        except (ConnectionError, TimeoutError, asyncio.CancelledError):
            pass  # the page, its device or the server is gone
        finally:
            self._close(stream)
        return response

    def _close(self, stream: asyncio.Task[None]) -> None:
        """It leaves the list at once, so that whoever comes next finds the room."""
        stream.cancel()
        self._open.pop(stream, None)

    async def _send_events(self, device: str, response: web.StreamResponse) -> None:
        async with Client(self._table, "viewer", name="page", device=device) as client:
            while True:
                try:
                    async with asyncio.timeout(BEAT_S):
                        while not (event := encode_event(await anext(client))):
                            continue
                except TimeoutError:
                    event = BEAT
                async with asyncio.timeout(WRITE_S):
                    await response.write(event)

    def end(self, device: str) -> None:
        """The device was removed."""
        for stream, whose in self._open.items():
            if whose == device:
                stream.cancel()

    def close_all(self) -> None:
        for stream in self._open:
            stream.cancel()


def encode_event(event: ServerEvent) -> bytes:
    """Nothing for events that only the table's own screens need."""
    kind = _KINDS.get(type(event))
    if isinstance(event, Snapshot):
        event = replace(event, prompts=None)
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), msgspec.json.encode(event)) if kind else b""
