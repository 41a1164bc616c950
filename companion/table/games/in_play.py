"""Which of the games of this machine is in play: taken up, put down, and remembered for the next table."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.journal import JournalError, JournalUnavailable, RealDisk
from companion.journal.errors import is_disk_trouble, why_unreadable
from companion.journal.games_folder import GamesFolder
from companion.play.acts import RecordedMove, Start
from companion.table.games.upkeep import said, why
from companion.table.session import Means, Session

CURRENT = "current"  # the file that names the game in play


def is_passing(error: Exception) -> bool:
    """A disk that fails may come back. Damage needs somebody who decides."""
    return isinstance(error, JournalUnavailable) or is_disk_trouble(error)


class InPlay:
    """`wanted` is the game that is in play or should be; `trouble` says why it is not, and whether that may pass."""

    def __init__(self, data: Path, means: Means, listen: Callable[[RecordedMove], None]) -> None:
        self._folder = RealDisk(data)
        self._games_folder = GamesFolder(data)
        self._means = means
        self._listen = listen
        self.session: Session | None = None
        self.wanted = ""
        self.trouble = ""
        self.is_passing = False

    def is_in_play(self, id: str) -> bool:
        return self.session is not None and self.session.game_id == id

    def remembered(self) -> str:
        """The game that was in play last, if that is known. Raises OSError if that cannot be found out now."""
        try:
            id = self._folder.read(CURRENT).decode("ascii", "replace").strip()
        except OSError as error:
            if isinstance(error, FileNotFoundError) or why_unreadable(error):
                return ""
            raise
        return id if id in self._games_folder.ids() else ""

    def begin(self, id: str, start: Start) -> Session:
        return Session.create(self._games_folder.disk(id), start, self._means, self._listen)

    def open(self, id: str) -> Session:
        return Session(self._games_folder.disk(id), self._means, self._listen)

    def play(self, session: Session) -> tuple[str, ...]:
        """This one from now on. Returns what could not be done about it."""
        self.put_down()
        self.session, self.wanted, self.trouble = session, session.game_id, ""
        try:
            self._remember(session.game_id)
        except OSError as error:
            return (f"Which game is in play could not be noted: next time, resume it by its name. {why(error)}",)
        return ()

    def _remember(self, id: str) -> None:
        if self.remembered() != id:
            self._folder.replace(CURRENT, f"{id}\n".encode())

    def take_up(self, id: str) -> None:
        """Or say in `trouble` why not."""
        try:
            self.play(self.open(id))
        except (JournalError, OSError, sqlite3.Error) as error:
            self.wanted = id
            self.note(error)

    def note(self, error: Exception) -> None:
        self.trouble, self.is_passing = said(error, self._games_folder), is_passing(error)

    def put_down(self) -> None:
        before, self.session, self.wanted = self.session, None, ""
        if before is not None:
            with suppress(JournalError):  # nothing is lost, and whoever opens it next tidies up
                before.close()

    @contextmanager
    def put_away(self, id: str) -> Iterator[None]:
        """While something is done to its files. If it is in play, or should be, it is taken up again."""
        is_wanted = id == self.wanted
        if is_wanted:
            self.put_down()
        try:
            yield
        finally:
            if is_wanted:
                self.take_up(id)
