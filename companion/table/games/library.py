"""The games on this machine, and the one in play: begin, list, resume, export, verify, repair, back up, restore."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from companion.journal import (
    Journal,
    JournalError,
    JournalStale,
    JournalUnavailable,
    NoSuchGame,
    OlderThanLive,
    RealDisk,
)
from companion.journal.backup import Backup, take_backup
from companion.journal.chain import HashChain
from companion.journal.errors import is_disk_trouble, why_unreadable
from companion.journal.games_folder import GamesFolder
from companion.journal.restore import read_backup_lines, restore_backup
from companion.play.acts import RecordedMove, Rename
from companion.rules.board import Board
from companion.rules.editions import DEFAULT
from companion.rules.lists import and_list
from companion.rules.naming import quoted
from companion.table.games.boards import board_for, keep_board, list_boards
from companion.table.games.export import NoWords
from companion.table.games.in_play import InPlay
from companion.table.games.last_choices import LastChoices
from companion.table.games.long_answer import LongAnswer, NeedsLoop, WorkProgress
from companion.table.games.new_game import NOTHING_SET, household_board, make_start, with_usual
from companion.table.games.new_game_fields import CannotBegin
from companion.table.games.people import CannotMerge
from companion.table.games.questions import GameQuestion, GameQuestions, NoGame
from companion.table.games.session import Session, SessionDeps
from companion.table.games.shelf import Shelf
from companion.table.games.upkeep import (
    JournalCheck,
    NoBackup,
    NoSuchBackup,
    check_journal,
    describe_backups,
    describe_trouble,
    find_backup,
    read_backup,
    read_chain,
)
from companion.table.games.words import (
    describe_error,
    describe_new_game,
    describe_setup,
    describe_start,
    describe_winners,
    local_time,
    move_count,
)
from companion.table.messages.requests import (
    BackUp,
    KeepBoard,
    ListBackups,
    ListBoards,
    NewGame,
    PutBackOnShelf,
    RepairJournal,
    Request,
    RestoreBackup,
    ResumeGame,
    SetTheme,
    ShowBoard,
    TakeOffShelf,
)
from companion.table.messages.setup import Usual
from companion.table.messages.wire import Ask, Reply
from companion.table.views.game_view import board_print

CURRENT = "current"  # the file that names the game in play


class GameLibrary:
    """Holds the folder's lock until `close`. Raises Locked, or OSError if the folder cannot be used.

    `session` is the game in play. Without one, `trouble` says why, if there should be one.
    `changed` is called after an answer that put another game in play, or none, or opened the same one again:
    whatever screens show is out of date then.
    """

    def __init__(
        self,
        data: Path,
        deps: SessionDeps,
        listen: Callable[[RecordedMove], None],
        changed: Callable[[], None] = lambda: None,
        usual: Usual = NOTHING_SET,
    ) -> None:
        self._data = data
        self._folder = RealDisk(data)
        self._games_folder = GamesFolder(data)
        self._lock = self._games_folder.lock()
        self._deps = deps
        self._listen = listen
        self._changed = changed
        self._settings = usual
        self._choices = LastChoices(data, usual)
        self.setup_changed: Callable[[], None] = lambda: None  # what the next game starts from
        self._shelf = Shelf(data, self._games_folder, deps.dice)
        self._questions = GameQuestions(self._games_folder, self._shelf, deps.dice, self._find)
        self.beside: Callable[[Callable[[], None]], None] = lambda work: work()  # does it when there is time for it
        self.session: Session | None = None
        self.trouble = ""
        self._may_pass = False  # the trouble: a disk that fails may come back, but damage needs somebody who decides
        self._wanted = ""  # the game that is in play, or should be

    @property
    def board(self) -> Board:
        """Of the game in play; without one, the one this household usually plays on."""
        return self.session.game.board if self.session is not None else self.usual_board

    @property
    def usual_board(self) -> Board:
        return household_board(self.usual, self._data)

    @property
    def printed_board(self) -> Board:
        """The usual one, as it is in its box."""
        return household_board(replace(self.usual, corrections=()), self._data)

    @property
    def usual(self) -> Usual:
        """What the next game starts from."""
        return self._choices.usual

    @property
    def choices_trouble(self) -> str:
        return self._choices.trouble

    def resume_last(self) -> None:
        """The game that was in play when the table stopped; if that is not known, the unfinished one written last."""
        try:
            id = self._wanted or self._remembered() or self._written_last(unfinished=True)
        except OSError as error:
            self._note_trouble(error)
            return
        if id:
            self._try_to_open(id)

    def probe(self) -> None:
        """If a failed disk has come back, the game in play, or the one that should be, goes on."""
        if self.session is not None:
            self.session.probe()
            self.session.mind_past()
            if self.session.is_upkeep_due:
                self.beside(self.session.do_upkeep)
        elif self.trouble and self._may_pass:
            self.resume_last()
            if self.session is not None:
                self._changed()

    def close(self) -> None:
        """Puts the game in play away, for the next table to resume."""
        self.beside = lambda work: work()  # there is no other time any more
        self._put_away()
        self._lock.close()

    def answer(self, ask: Ask) -> Reply:
        """Never raises for anything that people or disks can do."""
        before = self.session
        reply = self._told(ask, lambda: self._reply(ask.request))
        if self.session is not before:
            self._changed()
        return reply

    def prepare(self, ask: Ask) -> LongAnswer | None:
        """How to answer beside the loop; None for what must be answered in it."""
        request, session = ask.request, self.session
        match request:
            case BackUp(game):
                return lambda _: self._told(ask, lambda: self._back_up_beside(self._find(game), session))
            case _ if isinstance(request, GameQuestion):
                now = self._in_play()
                return lambda progress: self._told(ask, lambda: self._questions.answer(request, now, progress))
        return None

    def _told(self, ask: Ask, answer: Callable[[], Reply]) -> Reply:
        """Raises nothing that people or disks can cause."""
        try:
            reply = answer()
        except CannotBegin as error:
            reply = Reply("", done=False, message=str(error), wrong=error.wrong, unusable=True)
        except (JournalError, NoWords, NoBackup, NoGame, CannotMerge, OSError, sqlite3.Error) as error:
            unusable = isinstance(error, NoSuchGame | NoSuchBackup | CannotMerge)
            reply = Reply("", done=False, message=describe_trouble(error, self._games_folder), unusable=unusable)
        return replace(reply, id=ask.id)

    def _in_play(self) -> InPlay:
        try:
            return InPlay(self.session, "" if self._wanted else self._remembered())
        except OSError:
            return InPlay(self.session)

    def _reply(self, request: Request) -> Reply:
        match request:
            case NewGame():
                return self._begin(request)
            case ListBoards():
                return Reply("", True, boards=list_boards(self._data))
            case ShowBoard(board, corrections):
                found = board_for(board, DEFAULT, self._data, corrections)
                return Reply("", True, found.title, board=board_print(found))
            case SetTheme(theme):
                return Reply("", True, lines=self._choices.keep_theme(theme))
            case KeepBoard():
                return keep_board(request, self._data)
            case TakeOffShelf(game, sure):
                return self._take_off(self._games_folder.find(game), sure=sure)
            case PutBackOnShelf(game):
                return self._put_back(game)
            case ResumeGame(game):
                return self._resume(self._find(game))
            case RepairJournal(game):
                return self._repair(self._find(game))
            case BackUp(game):
                return self._back_up(self._find(game))
            case ListBackups(game):
                id = self._find(game)
                lines = describe_backups(self._games_folder.disk(id))
                message = f"Backups of game {id}, the oldest first:" if lines else f"Game {id} has no backups."
                return Reply("", True, message, lines)
            case RestoreBackup(game, backup, force):
                return self._restore(self._find(game), backup, force=force)
            case _ if isinstance(request, GameQuestion):
                return self._questions.answer(request, self._in_play(), WorkProgress())
            case _:
                raise NoGame("No game was named.")

    # Which game

    def _find(self, game: str) -> str:
        """The id that begins so; for an empty one, that of the game in play or the one played last."""
        if game:
            return self._games_folder.find(game)
        id = self._wanted or self._remembered() or self._written_last(unfinished=False)
        if not id:
            raise NoGame("There are no games here yet. `companion new --players Ann Ben` begins one.")
        return id

    def _remembered(self) -> str:
        """The game that was in play last, if that is known. Raises OSError if that cannot be found out now."""
        try:
            id = self._folder.read(CURRENT).decode("ascii", "replace").strip()
        except OSError as error:
            if isinstance(error, FileNotFoundError) or why_unreadable(error):
                return ""
            raise
        return id if id in self._games_folder.ids() else ""

    def _written_last(self, *, unfinished: bool) -> str:
        games = [game for game in self._games_folder.games() if not (unfinished and game.is_finished)]
        return max(games, key=lambda game: (game.last_at_ms, game.id)).id if games else ""

    def _session_of(self, id: str) -> Session | None:
        """The session, if this is the game in play."""
        return self.session if self.session is not None and self.session.game_id == id else None

    # The game in play

    def _play(self, session: Session) -> tuple[str, ...]:
        """Puts this game in play. Returns a warning if that could not be noted on the disk."""
        self._put_away()
        self.session, self._wanted, self.trouble = session, session.game_id, ""
        try:
            if self._remembered() != session.game_id:
                self._folder.replace(CURRENT, f"{session.game_id}\n".encode())
        except OSError as error:
            why = describe_error(error)
            return (f"Which game is in play could not be noted: next time, resume it by its name. {why}",)
        return ()

    def _open(self, id: str) -> Session:
        return Session(self._games_folder.disk(id), self._deps, self._heard)

    def _heard(self, move: RecordedMove) -> None:
        self._listen(move)
        if isinstance(move.act, Rename):
            seat = move.act.player
            self._choices.rename(move.before.players[seat].name, move.after.players[seat].name)
            self.setup_changed()

    def _try_to_open(self, id: str) -> None:
        """Puts the game in play, or says in `trouble` why not."""
        try:
            self._play(self._open(id))
        except (JournalError, OSError, sqlite3.Error) as error:
            self._wanted = id
            self._note_trouble(error)

    def _note_trouble(self, error: Exception) -> None:
        self.trouble = describe_trouble(error, self._games_folder)
        self._may_pass = isinstance(error, JournalUnavailable) or is_disk_trouble(error)

    def _put_away(self) -> None:
        before, self.session, self._wanted = self.session, None, ""
        if before is not None:
            id, is_saved = before.game_id, not before.trouble
            with suppress(JournalError):  # nothing is lost, and the next one to open it tidies up
                before.close()
                if is_saved:
                    self.beside(partial(self._shelf.keep_up, id, before.timeline, self._games_folder.stamp(id)))

    @contextmanager
    def _interrupted(self, id: str) -> Iterator[None]:
        """While something is done to the game's files. If it is in play, or should be, it is opened again."""
        is_wanted = id == self._wanted
        if is_wanted:
            self._put_away()
        try:
            yield
        finally:
            if is_wanted:
                self._try_to_open(id)

    # Games

    def _begin(self, request: NewGame) -> Reply:
        """The game in play goes on if the new one cannot begin."""
        start = make_start(request, self._deps.dice, self._data, self._settings, self._deps.new_seed())
        id = self._games_folder.new_id(local_time(self._deps.now_ms()))
        session = Session.create(self._games_folder.disk(id), start, self._deps, self._heard)
        warning = (*self._play(session), *self._choices.keep_game(with_usual(request, self._settings), start))
        self.setup_changed()
        return Reply("", True, describe_new_game(id, session.game), (*describe_setup(session.start), *warning))

    def _resume(self, id: str) -> Reply:
        """The game in play goes on if this one cannot be opened."""
        session = self._session_of(id)
        warning: tuple[str, ...] = ()
        if session is None:
            session = self._open(id)
            warning = self._play(session)
        return Reply("", True, describe_start(session, ""), (*describe_winners(session.game), *warning))

    # The shelf

    def _take_off(self, id: str, *, sure: bool) -> Reply:
        if id in (self._wanted, self._remembered()):
            raise NoGame(f"Game {id} is in play. Begin or resume another game first, then take this one off the shelf.")
        listed, back = self._games_folder.game(id), f"`companion shelf put-back {id}` puts it back."
        whose = f" ({and_list(listed.names)}, {move_count(listed.entries)})" if listed.names else ""
        if not sure:
            kept = "All of it is kept, with its backups."
            return Reply("", True, f"Game {id}{whose} would be taken off the shelf. {kept} {back}")
        with suppress(JournalError, OSError, sqlite3.Error):  # a damaged one goes as it is
            self._take_backup(self._games_folder.disk(id), None)
        where = self._games_folder.take_off(id)
        return Reply("", True, f"Game {id}{whose} is off the shelf, and kept in {where}. {back}")

    def _put_back(self, game: str) -> Reply:
        off = self._games_folder.taken_off()
        found = [id for id in off if id == game] or [id for id in off if game and id.startswith(game)]
        if len(found) != 1:
            those = f" These are: {and_list(off)}." if off else ""
            wrong = f"{quoted(game)} is the beginning of several" if found else f"{quoted(game)} is none"
            return Reply("", False, f"{wrong} of the games that were taken off the shelf.{those}", unusable=True)
        self._games_folder.put_back(found[0])
        return Reply("", True, f"Game {found[0]} is on the shelf again.")

    # Journals and backups

    def _check(self, id: str) -> JournalCheck:
        session = self._session_of(id)
        return check_journal(self._games_folder, id, self._deps.dice, session.number if session else None)

    def _repair(self, id: str) -> Reply:
        with self._interrupted(id):
            journal = Journal.repair(self._games_folder.disk(id), self._deps.now_ms())
            journal.close()
        report = journal.report
        message = f"Game {id} was whole. {report.verdict}"
        if not report.is_sound:
            message = f"Game {id} was repaired. {report.verdict}"
        return self._if_it_opens(id, Reply("", True, message, (*report.found, *report.done)))

    def _if_it_opens(self, id: str, reply: Reply) -> Reply:
        """A journal can be proven and still not be a game."""
        if self._wanted == id and self.trouble:
            return replace(reply, done=False, message=self.trouble)
        check = self._check(id)
        return reply if check.is_sound else replace(reply, done=False, message=check.text)

    def _back_up(self, id: str) -> Reply:
        disk = self._games_folder.disk(id)
        try:
            backup = self._take_backup(disk, self._session_of(id))
        except JournalStale:
            with self._interrupted(id):
                backup = self._take_backup(disk, None)
        return _backed_up(disk, backup)

    def _back_up_beside(self, id: str, session: Session | None) -> Reply:
        """Raises NeedsLoop if the game in play must be interrupted for it."""
        disk = self._games_folder.disk(id)
        try:
            return _backed_up(disk, self._take_backup(disk, session if session and session.game_id == id else None))
        except JournalStale as error:
            raise NeedsLoop from error

    def _take_backup(self, disk: RealDisk, session: Session | None) -> Backup:
        if session is not None:
            return session.back_up("asked")
        Journal.open(disk).close()  # makes it whole first
        return take_backup(disk, self._deps.now_ms(), "asked")

    def _restore(self, id: str, wanted: str, *, force: bool) -> Reply:
        disk, session = self._games_folder.disk(id), self._session_of(id)
        backup = find_backup(disk, wanted)
        try:
            if session is not None and backup.number < session.number and not force:
                raise OlderThanLive(session.number, backup.number)  # before the game is interrupted
            content = read_backup(disk, backup)
            read_chain(HashChain(read_backup_lines(disk, content)), self._deps.dice)  # is it a game that can be played?
            with self._interrupted(id):
                if not disk.exists(backup.path):
                    disk.replace(backup.path, content)  # putting a game away takes a backup, and this one went for it
                restore_backup(disk, backup.name, self._deps.now_ms(), force=force)
                Journal.open(disk).close()
        except OlderThanLive as error:
            way = f"`companion restore {id} --backup {backup.label} --force` does it."
            return Reply("", False, str(error), (way,))
        message = f"Game {id} is as it was in backup {backup.label}, after {move_count(backup.number)}."
        return self._if_it_opens(id, Reply("", True, message, ("What it was before is kept in its folder.",)))


def _backed_up(disk: RealDisk, backup: Backup) -> Reply:
    """The first line says where it is."""
    message = f"Game {disk.game} is backed up, with {move_count(backup.number)}."
    return Reply("", True, message, (str(disk.folder / backup.path),))
