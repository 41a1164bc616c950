"""What is told to who reads a client: all of it in order, and where somebody reads too slowly, a snapshot instead."""

import asyncio
from collections import deque

from companion.table.client.link import LinkDown, LinkUp, Told
from companion.table.messages import AtHand, Moved, Pairing, Snapshot, Trouble, Welcome

UNREAD_MOST = 128  # messages that wait to be read here


class Inbox:
    """What is told to who reads: every move once and in order, or else a snapshot. Never more than UNREAD_MOST."""

    def __init__(self) -> None:
        self._unread: deque[Told] = deque()
        self._number: int | None = None  # of the last move told; without it a snapshot must come first
        self._down = ""
        self._is_overrun = False
        self.more = asyncio.Event()
        self.game = ""

    @property
    def is_current(self) -> bool:
        return self._number is not None

    def link_up(self, welcome: Welcome) -> None:
        self._number, self._down, self._is_overrun = None, "", False
        self._put(LinkUp())
        self._put(welcome)

    def link_down(self, why: str) -> None:
        """Once for every reason."""
        if why != self._down:
            self._down = why
            self._put(LinkDown(why))

    def tell(self, message: Snapshot | Moved | AtHand | Pairing | Trouble) -> bool:
        """Is a snapshot needed?"""
        match message:
            case Snapshot(number, view):
                self._number, self.game = number, view.game if view else ""
            case Moved(number):
                if self._number is None or number <= self._number:
                    return False  # a snapshot is on its way, or it has told of this
                self._number = number if number == self._number + 1 else None
                if self._number is None:
                    return True
            case AtHand() if self._number is None:
                return False  # the snapshot that is on its way has it
        self._put(message)
        return False

    def _put(self, message: Told) -> None:
        if len(self._unread) >= UNREAD_MOST:
            self._forget_the_news()
        if not (self._is_overrun and isinstance(message, Snapshot | Moved | AtHand | Pairing | Trouble)):
            self._unread.append(message)
        self.more.set()

    def _forget_the_news(self) -> None:
        kept = [message for message in self._unread if isinstance(message, LinkUp | LinkDown | Welcome)]
        self._unread = deque(kept[-3:])  # what came before tells nothing that these do not
        self._is_overrun = True

    def take(self) -> Told | None:
        if self._unread:
            return self._unread.popleft()
        self.more.clear()
        return None

    def needs_snapshot(self) -> bool:
        """Everything is read, and some of it was forgotten. Says so once."""
        if not self._is_overrun:
            return False
        self._is_overrun, self._number = False, None
        return True
