"""A dispatcher with a game on a disk in memory, and connections whose lines need no socket."""

from collections.abc import Callable

import msgspec
import pytest

from companion.play.acts import Act, RecordedMove
from companion.players.seeded_random import SeededRandom
from companion.rules.board import Board
from companion.table.games.long_answer import LongAnswer
from companion.table.games.session import Session
from companion.table.messages.changes import HeardView
from companion.table.messages.message import PROTOCOL, RoleName
from companion.table.messages.wire import (
    Answer,
    Ask,
    FromClient,
    FromTable,
    Give,
    Hello,
    Moved,
    Reply,
    Snapshot,
    decode_from_table,
    encode,
)
from companion.table.server.connection import MAX_WAITING, Connection
from companion.table.server.dispatcher import Dispatcher
from tests.kit import ATLANTIC
from tests.storm.torn_disk import TornDisk
from tests.table.evening import begun, usual_deps


class YesHost:
    """Answers every request with done and a text, unless it is told to fail."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.trouble = ""
        self.text = ""
        self.fails_with: Exception | None = None
        self.asked: list[Ask] = []
        self.takes_long: Callable[[Ask], LongAnswer | None] | None = None

    @property
    def board(self) -> Board:
        return self.session.game.board if self.session is not None else ATLANTIC

    def probe(self) -> None:
        if self.session is not None:
            self.session.probe()

    def prepare(self, ask: Ask) -> LongAnswer | None:
        return self.takes_long(ask) if self.takes_long is not None else None

    def answer(self, ask: Ask) -> Reply:
        self.asked.append(ask)
        if self.fails_with is not None:
            raise self.fails_with
        return Reply(ask.id, done=True, text=self.text)


class MemoryTable:
    """No game is in play before `begin`. `restart` makes another table on the same disk."""

    def __init__(self, restarted: str = "") -> None:
        self.disk = TornDisk(SeededRandom(1), game="20261116-2041-aa")
        self.host = YesHost()
        self.dispatcher = Dispatcher(self.host, "0.1.0", restarted)
        self._heard: dict[Connection, HeardView] = {}

    def begin(self, listen: Callable[[RecordedMove], None] | None = None) -> Session:
        self.host.session = begun(self.disk, listen=listen or self.dispatcher.news)
        self.dispatcher.changed()
        return self.host.session

    def restart(self) -> Session:
        if self.host.session is not None:
            self.host.session.close()
        self.dispatcher = Dispatcher(self.host, "0.1.0")
        self.host.session = Session(self.disk, usual_deps(), lambda taken: self.dispatcher.news(taken))
        return self.host.session

    def greeted(self, role: RoleName = "banker", seat: int = -1) -> Connection:
        """A connection that has read the first snapshot."""
        connection = self.dispatcher.connect()
        self.say(connection, Hello(PROTOCOL, role, seat))
        self.sent(connection)
        return connection

    def say(self, connection: Connection, message: FromClient) -> None:
        self.dispatcher.hear(connection, encode(message))

    def sent(self, connection: Connection) -> list[FromTable]:
        lines = [connection.next_line(self.dispatcher.snapshot) for _ in range(2 * MAX_WAITING)]
        assert lines[-1] == b"", "it comes to an end"
        heard = self._heard.setdefault(connection, HeardView())
        return [heard.hear(decode_from_table(line)) for line in lines if line]

    def give(self, connection: Connection, id: str, act: Act | bytes) -> Answer:
        self.dispatcher.hear(connection, give_line(id, act))
        (answer,) = (message for message in self.sent(connection) if isinstance(message, Answer))
        return answer


def give_line(id: str, act: Act | bytes) -> bytes:
    content = act if isinstance(act, bytes) else msgspec.json.encode(act)
    return encode(Give(id, msgspec.Raw(content)))


def numbers(messages: list[FromTable]) -> list[tuple[str, int]]:
    return [(type(one).__name__, one.number) for one in messages if isinstance(one, Moved | Snapshot)]


@pytest.fixture
def memory_table() -> MemoryTable:
    """A restarted table with a game in play."""
    made = MemoryTable("The table was restarted at 20:14.")
    made.begin()
    return made
