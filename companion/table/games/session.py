"""A game in play, and its only writer: decide, check, save, then publish. Nobody hears of what could still be lost."""

import traceback
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

import msgspec

from companion.journal import (
    FORMAT,
    Disk,
    Journal,
    JournalDamaged,
    JournalEntry,
    JournalError,
    JournalHead,
    JournalStale,
    JournalUnavailable,
    RecoveryReport,
    Unsound,
    inspect_journal,
)
from companion.journal.backup import Backup, Reason, take_backup
from companion.journal.codec import Body, decode_body, decode_head, encode_body, encode_head
from companion.journal.errors import describe_saved
from companion.journal.migrate import in_this_format
from companion.play.acts import Act, RecordedMove, Start
from companion.play.dice import DiceSource
from companion.play.timeline import Timeline
from companion.rules import Refusal
from companion.rules.refusal import Code
from companion.rules.state import Game

REFUSALS_KEPT = 1_000  # answers that are repeated when the same command comes again
BACKUP_EVERY = 50  # moves; and one at the start and at the end


class SessionDeps(NamedTuple):
    """What a session needs from outside: the dice, the clock, and the version of the program."""

    dice: DiceSource
    now_ms: Callable[[], int]
    app: str
    new_seed: Callable[[], str] = lambda: ""  # for fair dice; without one, dice are simply random


class OurMistake(Exception):
    """A bug of ours. Nothing was changed, and a report is saved."""

    def __init__(self, why: str) -> None:
        super().__init__("That was our mistake, and nothing was changed. A report was saved with the game.")
        self.why = why


class NotSaved(Exception):
    """Nothing can be written now. `known` says whether it is certain that nothing was."""

    def __init__(self, why: str, *, known: bool = True) -> None:
        what = "nothing was changed" if known else "whether it was saved will be seen when the disk is back"
        super().__init__(f"This cannot be saved now: {what}. {why}")
        self.known = known


class Session:
    """`listen` is called with every move once it is on the disk. `trouble` says why nothing can be saved."""

    def __init__(self, disk: Disk, deps: SessionDeps, listen: Callable[[RecordedMove], None] = lambda _: None) -> None:
        """Opens the game. Raises a JournalError if it cannot even be read."""
        self._disk = disk
        self._deps = deps
        self._listen: Callable[[RecordedMove], None] = lambda _: None  # moves saved earlier are not news
        self._journal: Journal | None = None
        self._remembered: Journal | None = None  # as it was open last: a copy of all that was answered for
        self._is_closed = False
        self._is_backup_due = False
        self._backing_up = Lock()  # the table may put the game away while another thread takes a backup
        self._doubtful = ""  # an id that may or may not have been saved
        self._refused: dict[str, Refusal | OurMistake] = {}
        self.trouble = ""
        self.report = RecoveryReport()
        try:
            self._read()
        except BaseException:
            if self._journal is not None:  # a repair or restore needs its files
                with suppress(JournalError):
                    self._journal.close()
            raise
        self._listen = listen

    @classmethod
    def create(
        cls, disk: Disk, start: Start, deps: SessionDeps, listen: Callable[[RecordedMove], None] = lambda _: None
    ) -> "Session":
        head = JournalHead(FORMAT, disk.game, deps.now_ms(), deps.app, encode_head(start))
        Journal.create(disk, head).close()
        session = cls(disk, deps, listen)
        with suppress(JournalError):
            session.back_up("start")
        return session

    # Reading

    def _read(self) -> None:
        """From the disk alone."""
        try:
            self._journal = Journal.open(self._disk)
            head, entries, self.report = self._journal.head, self._journal.entries(), self._journal.report
        except JournalUnavailable as error:
            self.trouble = str(error)
            seen = inspect_journal(self._disk)
            self.report = RecoveryReport(verdict=seen.finding.verdict, is_whole=seen.finding.is_whole)
            chain, sure = in_this_format(seen.chain), len(seen.sure_entries(self._disk))
            head, entries = chain.head, chain.entries[:sure]
            self._doubtful = "".join(entry.id for entry in chain.entries[sure:])
            if self._doubtful:
                self.trouble += " Whether one more move was saved will be seen when the disk is back."
        self.timeline = Timeline(decode_head(head.body, self._disk.game), self._deps.dice)
        self._numbers: dict[str, int] = {}
        for entry in entries:
            self._apply(entry, decode_body(entry.body, self._disk.game, entry.number))

    def _apply(self, entry: JournalEntry, body: Body) -> RecordedMove:
        move = apply_entry(self.timeline, self._disk.game, entry, body)
        self._numbers[entry.id] = entry.number
        self._listen(move)
        return move

    @property
    def game_id(self) -> str:
        return self._disk.game

    @property
    def start(self) -> Start:
        return self.timeline.start

    @property
    def game(self) -> Game:
        return self.timeline.game

    @property
    def moves(self) -> list[RecordedMove]:
        return self.timeline.moves

    @property
    def number(self) -> int:
        """Of the last move."""
        return self.timeline.number

    # Writing

    def has_answered(self, id: str) -> bool:
        return id in self._numbers or id in self._refused

    def give(self, id: str, act: Act, held: str = "") -> RecordedMove:
        """The move, saved on the disk; the same id gets the same answer. Raises Refusal, OurMistake or NotSaved.

        `held` is why such a move must wait now, whatever the rules say.
        """
        self.probe()
        if id in self._numbers:
            return self.moves[self._numbers[id] - 1]
        if id in self._refused:
            raise self._refused[id]
        if self._journal is None:
            raise NotSaved(self.trouble, known=id != self._doubtful)
        at_ms = self._deps.now_ms()
        body = self._plan(id, act, held, at_ms)  # A Refusal leaves here; nothing has happened.
        try:
            entry = self._journal.append(id, at_ms, encode_body(body.act, body.events))
        except Unsound as error:
            raise NotSaved(f"The command cannot be written down: {error}.") from error
        except JournalStale as error:
            return self._check_if_saved(id, error)
        move = self._apply(entry, body)
        self._is_backup_due |= move.number % BACKUP_EVERY == 0
        return move

    def _plan(self, id: str, act: Act, held: str, at_ms: int) -> Body:
        """What will be read back. If that differs from what is written, it is our mistake, too."""
        try:
            if held:
                raise Refusal(Code.WRONG_MOMENT, (), held)
            events = self.timeline.plan(act, at_ms)
            return decode_body(encode_body(act, events), self._disk.game, self.number + 1)
        except Refusal as refusal:
            self._remember(id, refusal)
            raise
        except Exception as error:
            report = {
                "after_move": self.number,
                "act": act,
                "error": "".join(traceback.format_exception(error)),
                "app": self._deps.app,
            }
            with suppress(OSError):
                self._disk.replace(f"reports/{self.number:06}.json", msgspec.json.encode(report))
            mistake = OurMistake(f"{type(error).__name__}: {error}")
            self._remember(id, mistake)
            raise mistake from error

    def _remember(self, id: str, answer: Refusal | OurMistake) -> None:
        self._refused[id] = answer
        if len(self._refused) > REFUSALS_KEPT:
            del self._refused[next(iter(self._refused))]

    # Trouble

    def journal_answers(self) -> bool:
        """True also during trouble: that is shown, and tried again."""
        return self._journal is None or self._journal.answers()

    def probe(self) -> None:
        """Tries again if there was trouble. Moves that turn out to be saved are published."""
        if self._journal is not None or self._is_closed:
            return
        try:
            journal = Journal.open(self._disk, remembered=self._remembered)
        except JournalError as error:
            self.trouble = str(error)
            return
        self._catch_up(journal)

    def _check_if_saved(self, id: str, error: JournalStale) -> RecordedMove:
        """An error does not mean that nothing was saved: read again, and answer from what is found."""
        self._doubtful = id
        self._open_again(str(error))
        if id in self._numbers:
            return self.moves[self._numbers[id] - 1]
        raise NotSaved(f"The reason: {error.why}.", known=self._journal is not None)

    def _open_again(self, why: str) -> None:
        if self._journal is not None:
            self._remembered = self._journal
            with suppress(JournalError):
                self._journal.close()
        self._journal, self.trouble = None, why
        self.probe()

    def _catch_up(self, journal: Journal) -> None:
        """Moves that only the disk has are published. Moves it has lost are written again: they were answered for."""
        entries = journal.entries()
        if any(entry.id != move.id for entry, move in zip(entries, self.moves, strict=False)):
            journal.close()
            self.trouble = f"The disk holds other moves of game {self._disk.game} than was played."
            return
        try:
            for lost in self.moves[len(entries) :]:
                journal.append(lost.id, lost.at_ms, encode_body(lost.act, lost.events))
        except JournalStale as error:
            journal.close()
            self.trouble = str(error)
            return
        self._journal, self.trouble, self._doubtful, self._remembered = journal, "", "", None
        self.report = journal.report
        for entry in entries[self.number :]:
            self._apply(entry, decode_body(entry.body, self._disk.game, entry.number))

    @property
    def is_backup_due(self) -> bool:
        return self._is_backup_due and self._journal is not None

    def back_up_if_due(self) -> None:
        """For a quiet moment, when everybody has heard of the last move; from any thread. The game goes on even if
        this fails.
        """
        if self.is_backup_due:
            self._is_backup_due = False
            with suppress(JournalError):
                self.back_up()

    def back_up(self, reason: Reason = "moves") -> Backup:
        """From any thread, while moves are made. Raises JournalError."""
        with self._backing_up:
            journal = self._journal
            length = journal.length if journal is not None else None
            return take_backup(self._disk, self._deps.now_ms(), reason, length)

    def close(self) -> None:
        """Takes a backup. Raises JournalUnavailable if the files could not be tidied; nothing is lost then."""
        if self._journal is not None and not self._journal.is_in_place():
            self._open_again("Its files were taken away.")
        self._is_closed = True
        self.trouble = "The game was put away."
        if self._journal is not None:
            with suppress(JournalError):
                self.back_up("stop")
            journal, self._journal = self._journal, None
            journal.close()


def apply_entry(timeline: Timeline, game: str, entry: JournalEntry, body: Body) -> RecordedMove:
    """Applies a move read from a journal. Raises JournalDamaged for an intact entry that does not fit the game."""
    try:
        return timeline.apply(body.act, body.events, entry.id, entry.at_ms)
    except Exception as error:  # Whatever the rules raise for events that do not belong here.
        saved = describe_saved(entry.number - 1)
        raise JournalDamaged(game, entry.number, saved, f"It does not fit ({error}).") from error
