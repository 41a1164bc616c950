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
from companion.journal.journal import LastLine
from companion.journal.migrate import in_this_format
from companion.journal.milestones import MILESTONES, StoredMilestone
from companion.journal.witnesses import all_are_there
from companion.play.acts import Act, RecordedMove, Start
from companion.play.dice import DiceSource
from companion.play.move_list import MoveList
from companion.play.timeline import Milestone, Timeline
from companion.rules import Refusal
from companion.rules.refusal import Code
from companion.rules.state import Game
from companion.table.games.past import GamePast, MemoryLimits, apply_entry, milestone_before

REFUSALS_KEPT = 1_000  # answers that are repeated when the same command comes again
BACKUP_EVERY = 50  # moves; and one at the start and at the end


WRONG_MILESTONE = (
    "That was our mistake: the game does not stand as its moves say. Nothing more can be saved. "
    "Start the table again, and it is played from its first move."
)


class SessionDeps(NamedTuple):
    """What a session needs from outside: the dice, the clock, and the version of the program."""

    dice: DiceSource
    now_ms: Callable[[], int]
    app: str
    new_seed: Callable[[], str] = lambda: ""  # for fair dice; without one, dice are simply random
    limits: MemoryLimits = MemoryLimits()


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
        self._milestones: list[tuple[Milestone, LastLine]] = []  # not on the disk yet
        self._last_milestone = 0  # the number of its move
        self.past_fault: str | None = None  # of what was not read at opening: None as long as it has not been checked
        self._is_checking = False
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
            self._journal = Journal.open(self._disk, since=self._newest_milestone())
            if not self._follow(self._journal):
                self._journal.close()
                self._journal = Journal.open(self._disk)
                self._follow(self._journal)
        except JournalUnavailable as error:
            self.trouble = str(error)
            seen = inspect_journal(self._disk)
            self.report = RecoveryReport(verdict=seen.finding.verdict, is_whole=seen.finding.is_whole)
            chain, sure = in_this_format(seen.chain), len(seen.sure_entries(self._disk))
            self._begin(chain.head)
            for entry in chain.entries[:sure]:
                self._apply(entry)
            self._doubtful = "".join(entry.id for entry in chain.entries[sure:])
            if self._doubtful:
                self.trouble += " Whether one more move was saved will be seen when the disk is back."

    def _newest_milestone(self) -> StoredMilestone | None:
        return milestone_before(self._disk, self._deps.app, self._deps.limits.at_once)

    def _begin(self, head: JournalHead) -> None:
        start = decode_head(head.body, self._disk.game)
        self._past = GamePast(self._disk, start, self._deps.dice, self._deps.app)
        self.timeline = Timeline(start, self._deps.dice, past=self._past)
        self._numbers: dict[str, int] = {}

    def _follow(self, journal: Journal) -> bool:
        """Plays what the journal has. False if it begins with a milestone that cannot be read."""
        self._begin(journal.head)
        lines, self.report = journal.lines(), journal.report
        if (number := lines[0].number) > 0:
            if (timeline := self._past.at_milestone(number)) is None:
                return False
            self.timeline, self._last_milestone = timeline, number
        start = 0
        for line in lines:
            end = start + len(line.text) + 1
            if isinstance(line.record, JournalEntry) and line.number > number:
                self._apply(line.record)
                if not number and line.number >= self._last_milestone + self._deps.limits.milestone_every:
                    self._note_milestone(LastLine(line.hash, start, end))
            start = end
        return True

    def _apply(self, entry: JournalEntry, body: Body | None = None) -> RecordedMove:
        move = apply_entry(self.timeline, self._disk.game, entry, body)
        self._numbers[entry.id] = entry.number
        self._listen(move)
        if len(self._numbers) > 2 * self._deps.limits.moves:
            self._forget()
        return move

    def _forget(self) -> None:
        """Moves that people are not likely to go back to. Whoever does waits until they are read again."""
        kept = self._deps.limits.moves
        self.timeline.forget(kept)
        self._numbers = {id: number for id, number in self._numbers.items() if number > self.moves.first}
        if self._journal is not None:
            self._journal.forget(kept)

    def _note_milestone(self, line: LastLine) -> None:
        """To be written when there is time for it."""
        if (milestone := self.timeline.milestone()) is not None:
            self._milestones.append((milestone, line))
            self._last_milestone = milestone.number

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
    def moves(self) -> MoveList:
        return self.timeline.moves

    @property
    def number(self) -> int:
        """Of the last move."""
        return self.timeline.number

    # Writing

    def has_answered(self, id: str) -> bool:
        return id in self._refused or self._number_of(id) is not None

    def _number_of(self, id: str) -> int | None:
        """The move that has this id."""
        if (number := self._numbers.get(id)) is not None or self._journal is None:
            return number
        try:
            entry = self._journal.by_id(id)
        except JournalStale as error:
            self._open_again(str(error))
            return None
        return entry.number if entry is not None else None

    def give(self, id: str, act: Act, held: str = "") -> RecordedMove:
        """The move, saved on the disk; the same id gets the same answer. Raises Refusal, OurMistake or NotSaved.

        `held` is why such a move must wait now, whatever the rules say.
        """
        self.probe()
        if (number := self._number_of(id)) is not None:
            return self.moves[number - 1]
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
        if move.number >= self._last_milestone + self._deps.limits.milestone_every:
            self._note_milestone(self._journal.last_line)
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
            since = self._newest_milestone()
            if since is not None and since.number > self.number:
                since = None
            journal = Journal.open(self._disk, remembered=self._remembered, since=since)
        except JournalError as error:
            self.trouble = str(error)
            return
        self._catch_up(journal)

    def _check_if_saved(self, id: str, error: JournalStale) -> RecordedMove:
        """An error does not mean that nothing was saved: read again, and answer from what is found."""
        self._doubtful = id
        self._open_again(str(error))
        if (number := self._number_of(id)) is not None:
            return self.moves[number - 1]
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
        try:
            why = self._write_lost(journal)
        except JournalStale as error:
            why = str(error)
        if why:
            journal.close()
            self.trouble = why
            return
        self._journal, self.trouble, self._doubtful, self._remembered = journal, "", "", None
        self.report, self.past_fault = journal.report, None
        for entry in journal.entries():
            if entry.number > self.number:
                self._apply(entry)

    def _write_lost(self, journal: Journal) -> str:
        """Or why that must not be done. Raises JournalStale."""
        first, has = self.moves.first, journal.last_number
        played = (entry for entry in journal.entries() if first < entry.number <= self.number)
        if any(entry.id != self.moves[entry.number - 1].id for entry in played):
            return f"The disk holds other moves of game {self._disk.game} than was played."
        if has < first:
            remembers = f"this table remembers only those from {first + 1:,} on"
            return f"The disk has only {has:,} moves of game {self._disk.game}, and {remembers}."
        for lost in self.moves[has:]:
            journal.append(lost.id, lost.at_ms, encode_body(lost.act, lost.events))
        return ""

    @property
    def is_upkeep_due(self) -> bool:
        """Is there a backup to take, a milestone to write, or a past to check?"""
        is_unchecked = bool(self.report.unchecked) and self.past_fault is None and not self._is_checking
        return self._journal is not None and (self._is_backup_due or bool(self._milestones) or is_unchecked)

    def do_upkeep(self) -> None:
        """For a quiet moment, when everybody has heard of the last move; from any thread. The game goes on even if
        this fails.
        """
        if self._is_backup_due:
            self._is_backup_due = False
            with suppress(JournalError):
                self.back_up()
        with suppress(OSError), self._backing_up:
            self._write_milestones()
        if self.report.unchecked and self.past_fault is None:
            self._is_checking = True
            try:
                self.past_fault = self._past.find_fault(self.report.unchecked + 1)
            finally:
                self._is_checking = False

    def _write_milestones(self) -> None:
        milestones, self._milestones = self._milestones, []
        if milestones:
            self._past.keep(milestones)

    def mind_past(self) -> None:
        """What was found about the moves that were not read at opening. If it is bad, everything is read: that mends
        it if anything can, and tells.
        """
        if self.past_fault is None or not self.report.unchecked or self._journal is None:
            return
        if not self.past_fault:
            self.report = RecoveryReport(verdict=all_are_there(self.number))
            return
        self._disk.remove(MILESTONES)
        self._open_again(f"The moves up to {self.report.unchecked + 1:,} are being read: {self.past_fault}.")
        if self._journal is not None and self._past.timeline(self.number, 0).game != self.game:
            self._journal.close()
            self._journal = None
            self._is_closed = True
            self.trouble = WRONG_MILESTONE

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
            if self.number >= self._last_milestone + self._deps.limits.at_once:
                self._note_milestone(self._journal.last_line)
            with suppress(OSError), self._backing_up:
                self._write_milestones()
            journal, self._journal = self._journal, None
            journal.close()
