"""A paired device's one link to the table, which all of its pages share: what they hear, give and ask.

The link stays for a moment when the last page is gone: a page that is loaded again finds it open.
"""

import asyncio
import zlib
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.table.client import Client, LinkDown, LinkLost, LinkUp, ServerEvent
from companion.table.messages.wire import (
    Beat,
    Moved,
    NewSetup,
    Pairing,
    Seated,
    Snapshot,
    TablePrompts,
    Trouble,
    Welcome,
)
from companion.web.words import NO_LINK, SILENT

SILENT_S = 8.0  # the table beats every two seconds
LINGER_S = 5.0
MAX_WAITING = 64  # events for one page; then it is asleep, and connects again when it wakes
WINDOW_BITS, MEMORY_LEVEL = 15, 6  # of what is compressed: an event is much like the one before
KINDS = {
    LinkUp: "up",
    LinkDown: "down",
    Welcome: "welcome",
    Seated: "seated",
    Snapshot: "snapshot",
    Moved: "moved",
    TablePrompts: "prompts",
    Pairing: "pairing",
    NewSetup: "setup",
    Beat: "beat",
    Trouble: "trouble",
}
KEPT = ("down", "up", "welcome", "seated", "pairing", "setup", "beat")  # of what was heard, for a page that opens later


class EventStream:
    """What one page is sent, compressed as a whole if the browser takes that."""

    def __init__(self, *, is_compressed: bool) -> None:
        self._gzip = zlib.compressobj(5, zlib.DEFLATED, 16 + WINDOW_BITS, MEMORY_LEVEL) if is_compressed else None
        self._waiting = deque([b"retry: 1000\n\n"])  # milliseconds until a browser connects again
        self._more = asyncio.Event()
        self._has_snapshot = False
        self.is_over = False

    def put(self, kind: str, content: bytes) -> None:
        """What changes a snapshot comes after it."""
        self._has_snapshot = kind == "snapshot" or (self._has_snapshot and kind not in ("up", "down"))
        if not self._has_snapshot and kind in ("moved", "prompts"):
            return
        if len(self._waiting) >= MAX_WAITING:
            self.end()
        self._waiting.append(content)
        self._more.set()

    def end(self) -> None:
        self.is_over = True
        self._more.set()

    async def next_bytes(self) -> bytes:
        """All that waits, when something does. Empty at the end."""
        while not self._waiting and not self.is_over:
            self._more.clear()
            await self._more.wait()
        if self.is_over:
            return b""
        content = b"".join(self._waiting)
        self._waiting.clear()
        if self._gzip is None:
            return content
        return self._gzip.compress(content) + self._gzip.flush(zlib.Z_SYNC_FLUSH)


class DeviceLink:
    def __init__(self, table: Path, device: str) -> None:
        self.client = Client(table, "viewer", name="page", device=device)
        self.streams: list[EventStream] = []  # oldest first
        self.users = 0
        self._kept: dict[str, bytes] = {}
        self._is_known = asyncio.Event()  # whether the link is up or down
        self._why_down = NO_LINK
        self._task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        is_silent = False
        async with self.client as client:
            while True:
                try:
                    async with asyncio.timeout(None if is_silent or not client.is_up else SILENT_S):
                        event = await anext(client)
                except TimeoutError:
                    is_silent = True
                    self._tell(LinkDown(SILENT))
                    continue
                if is_silent:
                    is_silent = False
                    client.refresh()
                self._tell(event)

    def _tell(self, event: ServerEvent) -> None:
        kind, content = encode_event(event)
        if isinstance(event, LinkDown):
            self._kept, self._why_down = {}, event.why
        if kind in KEPT:
            self._kept[kind] = content
        if isinstance(event, LinkDown | Snapshot):
            self._is_known.set()
        for stream in self.streams:
            stream.put(kind, content)

    def add(self, stream: EventStream) -> None:
        for kind in KEPT:
            if kind in self._kept:
                stream.put(kind, self._kept[kind])
        self.streams.append(stream)
        self.client.refresh()

    async def ready(self) -> Client:
        """Raises LinkLost: what is pressed while there is no link must not be carried out later."""
        await self._is_known.wait()
        if not self.client.is_up:
            raise LinkLost(self._why_down)
        return self.client

    async def close(self) -> None:
        for stream in self.streams:
            stream.end()
        self._task.cancel()
        await asyncio.wait({self._task})


class DeviceLinks:
    def __init__(self, table: Path) -> None:
        self._table = table
        self._links: dict[str, DeviceLink] = {}
        self._closing: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def open(self, device: str) -> AsyncIterator[DeviceLink]:
        """The device's link, shared by all who have it open."""
        link = self._links.get(device)
        if link is None:
            link = self._links[device] = DeviceLink(self._table, device)
        link.users += 1
        try:
            yield link
        finally:
            link.users -= 1
            if not link.users:
                asyncio.get_running_loop().call_later(LINGER_S, self._close_unused, device, link)

    def _close_unused(self, device: str, link: DeviceLink) -> None:
        if not link.users and self._links.get(device) is link:
            self.end(device)

    def end(self, device: str) -> None:
        """Its pages and whatever they wait for end, too."""
        link = self._links.pop(device, None)
        if link is not None:
            closing = asyncio.create_task(link.close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def close_all(self) -> None:
        for device in list(self._links):
            self.end(device)
        if self._closing:
            await asyncio.wait(self._closing)


def encode_event(event: ServerEvent) -> tuple[str, bytes]:
    """Its kind, and itself as a server-sent event. No page shows the levers of a simulated table."""
    kind = KINDS[type(event)]
    if isinstance(event, TablePrompts):
        event = replace(event, rig=None)
    elif isinstance(event, Snapshot) and event.prompts is not None:
        event = replace(event, prompts=replace(event.prompts, rig=None))
    return kind, b"event: %s\ndata: %s\n\n" % (kind.encode(), msgspec.json.encode(event))
