"""What a player's page hears: everything the table tells, as server-sent events, and a beat when there is nothing."""

import asyncio
from pathlib import Path

import msgspec
from aiohttp import web
from msgspec.structs import replace

from companion.table.client import Client, LinkDown, LinkUp, ServerEvent
from companion.table.messages.wire import Moved, Snapshot, Trouble, Welcome
from companion.web.gate import DEVICE

BEAT_S = 10.0
TAKEN_S = 20.0  # for a page to take what it is told: one that sleeps asks again when it wakes
STREAMS_MOST = 32
OF_ONE_MOST = 4  # of one device
_KINDS = {LinkUp: "up", LinkDown: "down", Welcome: "welcome", Snapshot: "snapshot", Moved: "moved", Trouble: "trouble"}


class Streams:
    """A link to the table for each open page. Of too many, the oldest ends: its page asks again if it is looked at."""

    def __init__(self, table: Path) -> None:
        self._table = table
        self._open: list[tuple[str, asyncio.Task[None]]] = []

    async def serve(self, request: web.Request) -> web.StreamResponse:
        device = request[DEVICE].id
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(b"retry: 1000\n\n")  # milliseconds, before a browser tries again
        self._make_room(device)
        one = device, asyncio.create_task(self._tell(device, response))
        self._open.append(one)
        try:
            await one[1]
        except (ConnectionError, TimeoutError, asyncio.CancelledError):
            one[1].cancel()
        finally:
            self._forget(one)
        return response

    def _make_room(self, device: str) -> None:
        own = [one for one in self._open if one[0] == device]
        if len(own) >= OF_ONE_MOST:
            self._forget(own[0])
        elif len(self._open) >= STREAMS_MOST:
            self._forget(self._open[0])

    def _forget(self, one: tuple[str, asyncio.Task[None]]) -> None:
        """At once: who comes next must find the room that was made."""
        one[1].cancel()
        if one in self._open:
            self._open.remove(one)

    async def _tell(self, device: str, response: web.StreamResponse) -> None:
        async with Client(self._table, "viewer", name="page", device=device) as client:
            while True:
                event = await _next_event(client)
                async with asyncio.timeout(TAKEN_S):
                    await response.write(event)

    def end(self, device: str) -> None:
        for whose, task in self._open:
            if whose == device:
                task.cancel()

    def close(self) -> None:
        for _, task in self._open:
            task.cancel()


async def _next_event(client: Client) -> bytes:
    try:
        async with asyncio.timeout(BEAT_S):
            while not (event := event_of(await anext(client))):
                pass
            return event
    except TimeoutError:
        return b"event: beat\ndata:\n\n"


def event_of(told: ServerEvent) -> bytes:
    """Nothing for what concerns the table's own screens alone."""
    kind = _KINDS.get(type(told))
    if isinstance(told, Snapshot):
        told = replace(told, prompts=None)
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), msgspec.json.encode(told)) if kind else b""
