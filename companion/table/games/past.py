"""The past of a long game: moves that are no longer in memory, read back from the tape, milestone by milestone."""

import sqlite3
from contextlib import closing, suppress
from typing import Final, NamedTuple

from msgspec import Raw

from companion.journal import Disk, JournalDamaged, JournalEntry, JournalError, Unsound, inspect_journal
from companion.journal.chain import follow
from companion.journal.codec import Body, decode_body, decode_milestone, encode_milestone
from companion.journal.database import peek_database, read_lines
from companion.journal.entry import TapeLine, parse_line
from companion.journal.errors import describe_saved
from companion.journal.journal import LastLine
from companion.journal.migrate import in_this_format
from companion.journal.milestones import LAST_BYTES, MILESTONES, StoredMilestone, add_milestones, read_milestones
from companion.journal.tape import TAPE
from companion.play.acts import RecordedMove, Start
from companion.play.dice import DiceSource
from companion.play.timeline import Milestone, Timeline

READ_AGAIN: Final = 3  # times, while the database is written


class MemoryLimits(NamedTuple):
    """Of a long game only a part is in memory, and only a part is read when it is opened."""

    moves: int = 1_000  # of more than twice as many, the older ones are forgotten
    milestone_every: int = 200  # moves; a milestone is as large as ten of them
    at_once: int = 100  # moves at least that are read at opening, so that people see them and can take them back


class GamePast:
    """Of one game, as this version wrote it down. May be read from any thread while the game goes on."""

    def __init__(self, disk: Disk, start: Start, dice: DiceSource, app: str) -> None:
        self._disk = disk
        self._start = start
        self._dice = dice
        self._app = app
        self._read: tuple[int, list[StoredMilestone]] = 0, []  # for a file of this size

    def keep(self, milestones: list[tuple[Milestone, LastLine]]) -> None:
        """Raises OSError. Then there are fewer."""
        stored = (
            StoredMilestone(one.number, *line, self._app, Raw(encode_milestone(one, self._start)))
            for one, line in milestones
        )
        add_milestones(self._disk, stored)

    def timeline(self, number: int, since: int) -> Timeline:
        """Raises JournalDamaged if neither copy has those moves."""
        try:
            return self._replay(number, since)
        except (OSError, Unsound, JournalDamaged):
            return self._replay_all(number)

    def at_milestone(self, number: int) -> Timeline | None:
        """As it was after this move; None if there is no such milestone, or it cannot be read."""
        found = (one for one in read_milestones(self._disk, self._app, LAST_BYTES) if one.number == number)
        return next((self._begin_at(stored) for stored in found), None)

    def _begin_at(self, stored: StoredMilestone) -> Timeline | None:
        milestone = decode_milestone(bytes(stored.body), stored.number, self._start)
        return Timeline(self._start, self._dice, milestone, self) if milestone is not None else None

    def _replay(self, number: int, since: int) -> Timeline:
        every = self._milestones()
        for stored in reversed([one for one in every if one.number <= since]):
            if (timeline := self._begin_at(stored)) is not None:
                begin, hash, last = stored.end, stored.hash, stored.number
                break
        else:
            timeline, begin, hash, last = Timeline(self._start, self._dice, past=self), 0, "", -1
        end = next((one.end for one in every if one.number >= number), None)
        texts = self._disk.read(TAPE, begin, end).split(b"\n")[: number - last]
        self._apply(timeline, [parse_line(text) for text in texts], hash)
        if timeline.number != number:
            raise Unsound(f"the tape ends with move {timeline.number}")
        return timeline

    def _apply(self, timeline: Timeline, lines: list[TapeLine], hash: str) -> None:
        """The lines that come next. Raises Unsound or JournalDamaged."""
        if not follow(lines) or (lines and hash and (lines[0].number, lines[0].prev) != (timeline.number + 1, hash)):
            raise Unsound("its lines do not follow one another")
        for line in lines:
            if isinstance(line.record, JournalEntry):
                apply_entry(timeline, self._disk.game, line.record)

    def _replay_all(self, number: int) -> Timeline:
        chain = in_this_format(inspect_journal(self._disk).chain)
        timeline = Timeline(self._start, self._dice)
        for entry in chain.entries[:number]:
            apply_entry(timeline, self._disk.game, entry)
        if timeline.number != number:
            raise JournalDamaged(self._disk.game, number, describe_saved(timeline.number), "It is in neither copy.")
        return timeline

    def _milestones(self) -> list[StoredMilestone]:
        size = 0
        with suppress(OSError):
            size = self._disk.size(MILESTONES)
        if self._read[0] != size:
            self._read = size, read_milestones(self._disk, self._app)
        return self._read[1]

    def find_fault(self, until: int) -> str:
        """What is wrong with the moves up to this milestone, in either copy; empty if nothing is. Takes its time."""
        timeline, hash, begin = Timeline(self._start, self._dice, past=self), "", 0
        for stored in (one for one in self._milestones() if one.number <= until):
            try:
                texts = self._disk.read(TAPE, begin, stored.end).split(b"\n")[:-1]
                lines = [parse_line(text) for text in texts]
                if not lines or (lines[-1].number, lines[-1].hash) != (stored.number, stored.hash):
                    return f"the tape does not lead to move {stored.number}"
                self._apply(timeline, lines, hash)
                if not self._is_in_database(lines[not begin :]):
                    return f"the database does not lead to move {stored.number}"
            except (OSError, Unsound, JournalError) as error:
                return str(error)
            then = decode_milestone(bytes(stored.body), stored.number, self._start)
            if then is None or then.game != timeline.game:
                return f"the game does not stand as it was kept for move {stored.number}"
            timeline.forget(0)
            begin, hash = stored.end, stored.hash
        return ""

    def _is_in_database(self, lines: list[TapeLine]) -> bool:
        for _ in range(READ_AGAIN):
            with suppress(OSError, sqlite3.Error, Unsound), closing(peek_database(self._disk)) as connection:
                if read_lines(connection, lines[0].number, lines[-1].number) == lines:
                    return True
        return False


def milestone_before(disk: Disk, app: str, moves: int) -> StoredMilestone | None:
    """The newest after which at least so many moves were made."""
    found = read_milestones(disk, app, LAST_BYTES)
    return next((one for one in reversed(found) if one.number <= found[-1].number - moves), None)


def apply_entry(timeline: Timeline, game: str, entry: JournalEntry, body: Body | None = None) -> RecordedMove:
    """Applies a move read from a journal. Raises JournalDamaged for an intact entry that does not fit the game."""
    body = body or decode_body(entry.body, game, entry.number)
    try:
        return timeline.apply(body.act, body.events, entry.id, entry.at_ms)
    except Exception as error:  # Whatever the rules raise for events that do not belong here.
        saved = describe_saved(entry.number - 1)
        raise JournalDamaged(game, entry.number, saved, f"It does not fit ({error}).") from error
