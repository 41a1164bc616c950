"""A data folder with games: libraries opened one after the other, and ways to damage what is there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal import FORMAT, JournalHead
from companion.journal.backup import Backup, backups
from companion.journal.database import DATABASE
from companion.journal.entry import head_line
from companion.journal.games_folder import GamesFolder
from companion.journal.tape import TAPE, render_tape
from companion.play.acts import RecordedMove
from companion.players.dice import RandomDice
from companion.rules import commands as said
from companion.table.games.library import GameLibrary
from companion.table.games.session import Session, SessionDeps
from companion.table.messages.requests import NewGame, Request
from companion.table.messages.wire import Ask, Reply

EVENING_MS = 1_795_000_000_000


class DataFolder:
    """Its clock advances by a minute with every library and every move."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.games_folder = GamesFolder(data)
        self.news: list[RecordedMove] = []
        self.stops = 0
        self._now_ms = EVENING_MS
        self._taps = 0

    def _tick(self) -> None:
        self._now_ms += 60_000

    def _stopped(self) -> None:
        self.stops += 1

    @contextmanager
    def library(self, *, resumes: bool = True) -> Iterator[GameLibrary]:
        self._tick()
        deps = SessionDeps(RandomDice.from_seed("machine"), lambda: self._now_ms, "0.1.0")
        library = GameLibrary(self.data, deps, self.news.append, self._stopped)
        try:
            if resumes:
                library.resume_last()
            yield library
        finally:
            library.close()

    def ask(self, request: Request) -> Reply:
        """As a command asks while no table runs."""
        with self.library(resumes=False) as library:
            return ask(library, request)

    def new(self, moves: int = 0, *, title: str = "") -> str:
        """Makes a game of Ann and Ben with so many moves, puts it away, and returns its id."""
        with self.library(resumes=False) as library:
            ask(library, NewGame(("Ann", "Ben"), title=title))
            session = in_play(library)
            self.play(session, moves)
            return session.game_id

    def play(self, session: Session, moves: int) -> None:
        """Makes corrections: each gives Ann a dollar."""
        for _ in range(moves):
            self._give(session, said.CorrectCash(0, 1, "found under the board"))

    def finish(self, session: Session) -> None:
        self._give(session, said.EndGame("bedtime"))

    def _give(self, session: Session, command: said.AnyCommand) -> None:
        self._tick()
        self._taps += 1
        session.give(f"tap-{self._taps}", command)

    def backups(self, id: str) -> tuple[Backup, ...]:
        return backups(self.games_folder.disk(id))

    # Damage

    def spoil_tape(self, id: str, number: int) -> None:
        """One byte of one move, or of the head for 0."""

        def spoil(lines: list[bytes]) -> None:
            lines[number] = lines[number].replace(b"e", b"3", 1)

        self._change_tape(id, spoil)

    def lose_move(self, id: str, number: int) -> None:
        """From every copy."""
        disk = self.games_folder.disk(id)
        disk.remove(DATABASE)
        self._change_tape(id, lambda lines: lines.pop(number))
        for backup in self.backups(id):
            lines = disk.read(backup.path).splitlines(keepends=True)
            disk.replace(backup.path, b"".join(lines[:number] + lines[number + 1 :]))

    def lose_head(self, id: str) -> None:
        """From both copies; the backups still have it."""
        self.games_folder.disk(id).remove(DATABASE)
        self._change_tape(id, lambda lines: lines.pop(0))

    def spoil_database(self, id: str) -> None:
        self.games_folder.disk(id).replace(DATABASE, b"rubbish" * 100)

    def be_from_the_future(self, id: str) -> None:
        disk = self.games_folder.disk(id)
        disk.remove(DATABASE)
        disk.replace(TAPE, render_tape([head_line(JournalHead(FORMAT + 1, id, 0, "9.0", b"{}"))]))

    def _change_tape(self, id: str, change: Callable[[list[bytes]], object]) -> None:
        disk = self.games_folder.disk(id)
        lines = disk.read(TAPE).splitlines(keepends=True)
        change(lines)
        disk.replace(TAPE, b"".join(lines))

    def files(self) -> dict[str, bytes]:
        found = (path for path in self.data.rglob("*") if path.is_file() and path.name != "lock")
        return {str(path.relative_to(self.data)): path.read_bytes() for path in found}


def ask(library: GameLibrary, request: Request) -> Reply:
    reply = library.answer(Ask("question-1", request))
    assert reply.id == "question-1"
    return reply


def in_play(library: GameLibrary) -> Session:
    assert library.session is not None, library.trouble
    return library.session


def dollars(data_folder: DataFolder) -> int:
    """How many corrections the resumed game has."""
    with data_folder.library() as library:
        return in_play(library).game.players[0].cash - 1500
