"""One client connected to the table: who it is, and a bounded queue of lines to send."""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from companion.rules.ids import PlayerId
from companion.table.messages.message import Message, RoleName
from companion.table.messages.wire import Goodbye, Moved, Snapshot, encode

MAX_WAITING = 64  # lines


class _QueuedLine(NamedTuple):
    content: bytes
    is_news: bool  # a snapshot replaces it


class Connection:
    """`wake` is called when there is something to send. A client too slow for the news gets a snapshot instead."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        self._wake = wake
        self._waiting: deque[_QueuedLine] = deque()
        self._is_behind = False
        self.role: RoleName | None = None  # None until the hello
        self.seat: PlayerId = -1
        self.name = ""
        self.device = ""  # a paired one
        self.is_leaving = False

    def tell(self, message: Message) -> None:
        self.send(encode(message), is_news=isinstance(message, Moved | Snapshot))

    def send(self, content: bytes, *, is_news: bool) -> None:
        if self.is_leaving or (is_news and self._is_behind):
            return
        if len(self._waiting) >= MAX_WAITING:
            self.fall_behind()
        if len(self._waiting) >= MAX_WAITING:
            self.hang_up("Too much was asked and too little read.")
        elif not (is_news and self._is_behind):
            self._waiting.append(_QueuedLine(content, is_news))
            self._wake()

    def fall_behind(self) -> None:
        """Drop queued updates; a snapshot is sent next."""
        self._waiting = deque(line for line in self._waiting if not line.is_news)
        self._is_behind = True
        self._wake()

    def hang_up(self, why: str) -> None:
        self._waiting.clear()
        self._is_behind = False
        self._waiting.append(_QueuedLine(encode(Goodbye(why)), is_news=False))
        self.is_leaving = True
        self._wake()

    def next_line(self, snapshot: Callable[[], bytes]) -> bytes:
        """What to send now; empty if there is nothing."""
        if self._waiting:
            return self._waiting.popleft().content
        if self._is_behind:
            self._is_behind = False
            return snapshot()
        return b""
