"""The games of this machine: begun, listed, resumed, told, looked after. Whatever is asked is answered in sentences."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.journal import Journal, JournalError, JournalStale, NoSuchGame, OlderThanLive, inspect_journal
from companion.journal.backup import Backup, restore_backup, take_backup
from companion.journal.games_folder import GamesFolder, ListedGame
from companion.play.acts import RecordedMove
from companion.table.games.export import NoWords, export
from companion.table.games.new_game import NOTHING_SET, CannotBegin, beginning, begins, by_which_rules, is_finished
from companion.table.games.session import Session, SessionDeps
from companion.table.games.upkeep import (
    NoBackup,
    NoSuchBackup,
    Reading,
    Verdict,
    find_backup,
    moment,
    moves,
    read_backup,
    read_chain,
    reading_of,
    repair,
    said,
    started,
    told_backups,
    verdict,
)
from companion.table.messages.requests import (
    AboutPast,
    BackUp,
    ExportGame,
    LayOut,
    ListBackups,
    ListGames,
    NewGame,
    RepairJournal,
    Request,
    RestoreBackup,
    ResumeGame,
    VerifyJournal,
)
from companion.table.messages.setup import Usual
from companion.table.messages.views import GameLine
from companion.table.messages.wire import Ask, Reply
from companion.table.views.setup_sheet import setup_sheet

if TYPE_CHECKING:
    from companion.table.views.history import LookingBack
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from companion.journal import JournalUnavailable, RealDisk
from companion.journal.errors import is_disk_trouble, why_unreadable
from companion.play.acts import Start
from companion.table.games.upkeep import why


class NoGame(Exception):
    """The message is a sentence for people."""


class GameLibrary:
    """Holds the folder's lock until `close`. Raises Locked, or OSError for a folder that cannot be had.

    `stopped` is called after an answer that has put another game in play, or none, or has opened the same one again:
    whatever a screen shows is old then.
    """

    def __init__(
        self,
        data: Path,
        deps: SessionDeps,
        listen: Callable[[RecordedMove], None],
        stopped: Callable[[], None] = lambda: None,
        usual: Usual = NOTHING_SET,
    ) -> None:
        self._games_folder = GamesFolder(data)
        self._lock = self._games_folder.lock()
        self._deps = deps
        self._stopped = stopped
        self._usual = usual
        self._in_play = InPlay(data, deps, listen)
        self._looking_back: LookingBack | None = None

    @property
    def session(self) -> Session | None:
        return self._in_play.session

    @property
    def trouble(self) -> str:
        """Why no game is in play though one should be."""
        return self._in_play.trouble

    def resume_last(self) -> None:
        """The game that was in play when the table stopped; if that is not known, the unfinished one written last."""
        try:
            id = self._in_play.wanted or self._in_play.remembered() or self._written_last(unfinished=True)
        except OSError as error:
            self._in_play.note(error)
            return
        if id:
            self._in_play.take_up(id)

    def probe(self) -> None:
        """Has a disk that failed come back? Then the game in play, or the one that should be, goes on."""
        if self.session is not None:
            self.session.probe()
        elif self.trouble and self._in_play.is_passing:
            self.resume_last()
            if self.session is not None:
                self._stopped()

    def close(self) -> None:
        """Puts the game in play away, for the next table to resume."""
        self._in_play.put_down()
        self._lock.close()

    def answer(self, ask: Ask) -> Reply:
        """Never raises for anything that people or disks can do."""
        before = self.session
        try:
            reply = self._reply(ask.request)
        except CannotBegin as error:
            reply = Reply("", done=False, message=str(error), wrong=error.wrong, unusable=True)
        except (JournalError, NoWords, NoBackup, NoGame, OSError, sqlite3.Error) as error:
            unusable = isinstance(error, NoSuchGame | NoSuchBackup)
            reply = Reply("", done=False, message=said(error, self._games_folder), unusable=unusable)
        if self.session is not before:
            self._stopped()
        return replace(reply, id=ask.id)

    def _reply(self, request: Request) -> Reply:
        match request:
            case NewGame():
                return self._begin(request)
            case ListGames():
                return self._list()
            case ResumeGame(game):
                return self._resume(self._meant(game))
            case LayOut(game):
                return self._lay_out(self._meant(game))
            case ExportGame(game):
                return self._export(self._meant(game))
            case VerifyJournal(game):
                return self._verify((self._meant(game),) if game else self._games_folder.ids())
            case RepairJournal(game):
                return self._repair(self._meant(game))
            case BackUp(game):
                return self._back_up(self._meant(game))
            case ListBackups(game):
                return self._list_backups(self._meant(game))
            case RestoreBackup(game, backup, force):
                return self._restore(self._meant(game), backup, force=force)
            case _ if isinstance(request, AboutPast):
                return self._look_back(request)
            case _:
                raise NoGame("This is about no game.")

    def _meant(self, game: str) -> str:
        """An id from its beginning; from nothing, that of the game in play or the one played last."""
        if game:
            return self._games_folder.find(game)
        id = self._in_play.wanted or self._in_play.remembered() or self._written_last(unfinished=False)
        if not id:
            raise NoGame("There are no games here yet. `companion new --players Ann Ben` begins one.")
        return id

    def _written_last(self, *, unfinished: bool) -> str:
        games = [game for game in self._games_folder.games() if not (unfinished and game.is_finished)]
        return max(games, key=lambda game: (game.last_at_ms, game.id)).id if games else ""

    # Games

    def _begin(self, request: NewGame) -> Reply:
        """The game in play goes on if the new one cannot begin."""
        start = beginning(request, self._deps.chance, self._usual)
        id = self._games_folder.new_id(moment(self._deps.now_ms()))
        session = self._in_play.begin(id, start)
        known = self._in_play.play(session)
        return _done(begins(id, session.game), *by_which_rules(session.start), *known)

    def _list(self) -> Reply:
        """The one in play first, then the one played last. With no table, in play is what the next table resumes."""
        waits = "" if self._in_play.wanted else self._in_play.remembered()
        lines = [self._line(game, waits=game.id == waits) for game in self._games_folder.games()]
        games = sorted(lines, key=lambda line: (line.in_play, line.last_at_ms), reverse=True)
        return Reply("", done=True, games=tuple(games))

    def _line(self, game: ListedGame, *, waits: bool) -> GameLine:
        session = self.session if self._in_play.is_in_play(game.id) else None
        return GameLine(
            id=game.id,
            title=game.title,
            names=tuple(player.name for player in session.game.players) if session else game.names,
            edition=game.edition,
            moves=game.entries,
            last_at_ms=game.last_at_ms,
            finished=game.is_finished,
            in_play=session is not None or waits,
            damaged=game.damaged,
        )

    def _resume(self, id: str) -> Reply:
        """The game in play goes on if this one cannot be opened."""
        if self.session is not None and self._in_play.is_in_play(id):
            return _done(started(self.session, ""), *is_finished(self.session.game))
        session = self._in_play.open(id)
        known = self._in_play.play(session)
        return _done(started(session, ""), *is_finished(session.game), *known)

    def _lay_out(self, id: str) -> Reply:
        reading, broken = self._read(id)
        told = f"The game is damaged. As far as is known, after {moves(len(reading.steps))}: {broken}" if broken else ""
        return Reply("", True, told or f"Game {id}, laid out.", parts=setup_sheet(reading.end, reading.start))

    def _read(self, id: str) -> tuple[Reading, str]:
        """Of a damaged game, what is proven of it, and why it is no more."""
        if self.session is not None and self._in_play.is_in_play(id):
            return reading_of(self.session), ""
        chain = inspect_journal(self._games_folder.disk(id)).chain
        return read_chain(chain, self._deps.chance), chain.broken

    def _look_back(self, request: AboutPast) -> Reply:
        from companion.table.views.history import LookingBack  # not needed by a table that starts

        self._looking_back = self._looking_back or LookingBack()
        return self._looking_back.answer(self.session.timeline if self.session is not None else None, request)

    def _export(self, id: str) -> Reply:
        reading, broken = self._read(id)
        text = export(reading.start, reading.steps, reading.end)
        ends = (f"The game is damaged, and the record ends before that: {broken}",) if broken else ()
        return Reply("", True, f"Game {id}: {moves(len(reading.steps))}.", ends, text)

    # Journals and backups

    def _verify(self, ids: tuple[str, ...]) -> Reply:
        found = [self._verdict(id) for id in ids]
        wrong = sum(not one.is_sound for one in found)
        counted = "1 game" if len(found) == 1 else f"{len(found)} games"
        return Reply("", not wrong, f"{counted}, {wrong or 'nothing'} damaged.", tuple(one.said for one in found))

    def _verdict(self, id: str) -> Verdict:
        session = self.session if self._in_play.is_in_play(id) else None
        return verdict(self._games_folder, id, self._deps.chance, session.number if session else None)

    def _repair(self, id: str) -> Reply:
        with self._in_play.put_away(id):
            report = repair(self._games_folder.disk(id))
        message = f"Game {id} was whole." if report.is_sound else f"Game {id} was repaired."
        return self._if_it_opens(id, _done(message, *report.found, *report.done))

    def _if_it_opens(self, id: str, reply: Reply) -> Reply:
        """A history can be proven and yet be no game."""
        if self._in_play.wanted == id and self.trouble:
            return replace(reply, done=False, message=self.trouble)
        found = self._verdict(id)
        return reply if found.is_sound else replace(reply, done=False, message=found.said)

    def _back_up(self, id: str) -> Reply:
        """The first line says where it is."""
        disk = self._games_folder.disk(id)
        try:
            if not self._in_play.is_in_play(id):
                Journal.open(disk).close()  # made whole first
            backup = take_backup(disk, self._deps.now_ms())
        except JournalStale:
            with self._in_play.put_away(id):
                Journal.open(disk).close()
                backup = take_backup(disk, self._deps.now_ms())
        return _done(f"Game {id} is backed up, with {moves(backup.number)}.", str(disk.folder / backup.path))

    def _list_backups(self, id: str) -> Reply:
        lines = told_backups(self._games_folder.disk(id))
        return _done(f"Backups of game {id}, the oldest first:" if lines else f"Game {id} has no backups.", *lines)

    def _restore(self, id: str, wanted: str, *, force: bool) -> Reply:
        backup = find_backup(self._games_folder.disk(id), wanted)
        try:
            self._put_in_place(id, backup, force=force)
        except OlderThanLive as error:
            way = f"`companion restore {id} --backup {backup.name} --force` does it."
            return Reply("", False, str(error), (way,))
        message = f"Game {id} is as it was in backup {backup.name}, after {moves(backup.number)}."
        return self._if_it_opens(id, _done(message, "What it was before is kept in its folder."))

    def _put_in_place(self, id: str, backup: Backup, *, force: bool) -> None:
        disk, session = self._games_folder.disk(id), self.session
        if session is not None and self._in_play.is_in_play(id) and backup.number < session.number and not force:
            raise OlderThanLive(session.number, backup.number)  # before the game is interrupted
        content = read_backup(disk, backup)
        with self._in_play.put_away(id):
            if not disk.exists(backup.path):
                disk.replace(backup.path, content)  # putting a game away takes a backup, and this one went for it
            restore_backup(disk, backup.name, force=force)
            Journal.open(disk).close()


def _done(message: str, *lines: str) -> Reply:
    return Reply("", True, message, lines)


CURRENT = "current"  # the file that names the game in play


def is_passing(error: Exception) -> bool:
    """A disk that fails may come back. Damage needs somebody who decides."""
    return isinstance(error, JournalUnavailable) or is_disk_trouble(error)


class InPlay:
    """`wanted` is the game that is in play or should be; `trouble` says why it is not, and whether that may pass."""

    def __init__(self, data: Path, deps: SessionDeps, listen: Callable[[RecordedMove], None]) -> None:
        self._folder = RealDisk(data)
        self._games_folder = GamesFolder(data)
        self._deps = deps
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
        return Session.create(self._games_folder.disk(id), start, self._deps, self._listen)

    def open(self, id: str) -> Session:
        return Session(self._games_folder.disk(id), self._deps, self._listen)

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
