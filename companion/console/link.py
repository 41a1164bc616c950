"""The link to the table, as the console uses it. What it hears is posted to the app, in order."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from textual.message import Message

from companion.table.client import Client, ServerEvent
from companion.table.messages.message import RoleName
from companion.table.messages.requests import Request
from companion.table.messages.wire import Answer, Reply, Working


class Heard(Message):
    """The table has said something, or the link has come or gone: the app has it."""


class ConsoleLink(Protocol):
    """What a console needs of a table. `run` goes on until it is cancelled; the other four may raise LinkLost."""

    role: RoleName
    seat: int
    path: Path  # of the table's socket

    async def run(self, hear: Callable[[ServerEvent], object]) -> None: ...

    async def give(self, act: bytes, *, seen: int = -1) -> Answer: ...

    async def ask(self, request: Request, *, working: Callable[[Working], None] = ...) -> Reply: ...

    async def signal(self, lever: bytes) -> Answer: ...

    async def decide(self, question: int, *, board_is_right: bool) -> Answer: ...


class TableLink(Client):
    """Over the table's socket."""

    def __init__(
        self, path: Path, role: RoleName = "banker", seat: int = -1, name: str = "console", *, device: str = ""
    ) -> None:
        super().__init__(path, role, seat, name, device=device)
        self.path = path
        self.role: RoleName = role
        self.seat = seat

    async def run(self, hear: Callable[[ServerEvent], object]) -> None:
        async with self:
            async for told in self:
                hear(told)
