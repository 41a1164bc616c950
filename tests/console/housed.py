"""A stage with a real keeper: games are begun, listed, laid out and resumed on a disk, as at a table."""

from pathlib import Path

from companion.play.acts import RecordedMove
from companion.players.dice import SeededDice
from companion.table.games.library import GameLibrary
from companion.table.games.session import Session, SessionDeps
from companion.table.messages.requests import Request
from companion.table.messages.setup import Usual
from companion.table.messages.wire import Reply
from companion.table.server.dispatcher import Dispatcher
from companion.table.views.new_game_choices import new_game_choices
from tests.console.stage import AT_MS, Stage


class Housed(Stage):
    """`close` in the end, or another one cannot have the folder."""

    def __init__(self, folder: Path, usual: Usual | None = None) -> None:
        super().__init__(None)
        self._now_ms = AT_MS
        deps = SessionDeps(SeededDice(1), self._tick, "0.1.0")
        self.library = GameLibrary(folder, deps, self._news, self._changed, usual or Usual())
        self.dispatcher = Dispatcher(self.library, "0.1.0")
        self.dispatcher.books = new_game_choices(usual or Usual())

    def _tick(self) -> int:
        self._now_ms += 1_000
        return self._now_ms

    def _news(self, taken: RecordedMove) -> None:
        self.dispatcher.news(taken)

    def _changed(self) -> None:
        self.dispatcher.changed()

    @property
    def session(self) -> Session:
        assert self.library.session is not None
        return self.library.session

    def close(self) -> None:
        self.library.close()

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        return self._replied(request)
