"""A stage with a real keeper: games are begun, listed, laid out and resumed on a disk, as at a table."""

from pathlib import Path

from companion.players.dice import SeededChance
from companion.table.books import books
from companion.table.client import new_id
from companion.table.course import Taken
from companion.table.desk import Desk
from companion.table.games.keeper import Keeper
from companion.table.messages import Answer, Ask, Reply, Request, Usual, decode_from_table, encode
from companion.table.session import Means, Session
from tests.console.stage import AT_MS, Stage


class Housed(Stage):
    """`close` in the end, or another one cannot have the folder."""

    def __init__(self, folder: Path, usual: Usual | None = None) -> None:
        super().__init__(None)
        self._now_ms = AT_MS
        means = Means(SeededChance(1), self._tick, "0.1.0")
        self.keeper = Keeper(folder, means, self._news, self._changed, usual or Usual())
        self.desk = Desk(self.keeper, "0.1.0")
        self.desk.books = books(usual or Usual())
        self._replies: dict[str, Reply] = {}

    def _tick(self) -> int:
        self._now_ms += 1_000
        return self._now_ms

    def _news(self, taken: Taken) -> None:
        self.desk.news(taken)

    def _changed(self) -> None:
        self.desk.changed()

    @property
    def session(self) -> Session:
        assert self.keeper.session is not None
        return self.keeper.session

    def close(self) -> None:
        self.keeper.close()

    def tell(self) -> None:
        for line in iter(lambda: self._caller.next_line(self.desk.snapshot), b""):
            match decode_from_table(line):
                case Answer(id) as answer:
                    self._answers[id] = answer
                case Reply(id) as reply:
                    self._replies[id] = reply
                case message:
                    self._hear(message)  # type: ignore[arg-type]

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        id = new_id()
        self.desk.hear(self._caller, encode(Ask(id, request)))
        self.tell()
        return self._replies.pop(id)
