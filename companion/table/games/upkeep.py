"""Reads a game's journal, checks it, says what helps against damage, and finds its backups."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec import Struct

from companion.journal import Disk, JournalDamaged, JournalError, JournalHead, inspect_journal
from companion.journal.backup import FOLDER as BACKUPS
from companion.journal.backup import Backup, backups, of_present_course, read_backup_file
from companion.journal.chain import CopyState, HashChain, JournalCopy
from companion.journal.codec import decode_head
from companion.journal.database import DATABASE
from companion.journal.disk import RealDisk
from companion.journal.games_folder import GamesFolder
from companion.journal.migrate import in_this_format
from companion.journal.recovery import Inspection, describe_copy
from companion.journal.tape import read_tape
from companion.play.acts import RecordedMove, Start
from companion.play.dice import DiceSource
from companion.play.timeline import Timeline
from companion.rules.lists import and_list, or_list, sentence
from companion.rules.naming import quoted
from companion.rules.state import Game
from companion.table.games.past import apply_entry
from companion.table.games.words import day_and_time, describe_error, local_time, move_count

CHECKED_AGAIN = 5  # times, while files are written


def describe_trouble(error: Exception, games_folder: GamesFolder) -> str:
    """The error in a sentence, and for a damaged journal what helps."""
    if not isinstance(error, JournalDamaged):
        return describe_error(error)
    disk = games_folder.disk(error.game)
    ways = []
    with suppress(JournalError, OSError):
        finding = inspect_journal(disk).finding
        if finding.stops:
            ways.append(f"`companion journal repair {disk.game}` goes on from move {finding.moves}")
    with suppress(NoBackup, JournalError, OSError):
        backup = find_backup(disk, "")
        read_backup(disk, backup)
        ways.append(f"`companion restore {disk.game}` gives {move_count(backup.number)}")
    return f"{error} {sentence(or_list(ways)) if ways else 'There is no backup of it.'}"


# Reading and checking


class GameReading(Struct, frozen=True):
    """How a game began, every move since, and how it stands."""

    start: Start
    moves: Sequence[RecordedMove]
    end: Game


def read_timeline(timeline: Timeline) -> GameReading:
    return GameReading(timeline.start, timeline.moves, timeline.game)


def read_chain(chain: HashChain, dice: DiceSource) -> GameReading:
    """As far as it is proven. Raises JournalDamaged for what is proven and still not a game."""
    chain = in_this_format(chain)
    game = chain.head.game
    start = decode_head(chain.head.body, game)
    timeline = Timeline(start, dice)
    for entry in chain.entries:
        apply_entry(timeline, game, entry)
    return read_timeline(timeline)


class JournalCheck(NamedTuple):
    is_sound: bool
    text: str  # sentences


def check_journal(games_folder: GamesFolder, id: str, dice: DiceSource, played: int | None = None) -> JournalCheck:
    """`played` is the number of moves of a game that is in play, and may be played on meanwhile."""
    disk = games_folder.disk(id)
    for _ in range(CHECKED_AGAIN):
        before = _files_written(disk)
        check = _check_once(games_folder, id, dice, played)
        if check.is_sound or _files_written(disk) == before:
            return check  # otherwise what was read may be half of what was being written
    return check


def _files_written(disk: RealDisk) -> tuple[tuple[int, int], ...]:
    """Changes when the database or the folder of backups is written; the tape only grows."""
    stamps = []
    for name in ("", DATABASE, BACKUPS):
        with suppress(OSError):
            found = (disk.folder / name).stat()
            stamps.append((found.st_ino, found.st_mtime_ns))
    return tuple(stamps)


def _check_once(games_folder: GamesFolder, id: str, dice: DiceSource, played: int | None) -> JournalCheck:
    try:
        seen = inspect_journal(games_folder.disk(id), every_backup=True)
        seen.chain.require_whole()
        read_chain(seen.chain, dice)
    except (JournalError, OSError) as error:
        return JournalCheck(False, f"{id}: {describe_trouble(error, games_folder)}")
    problems, finding = _problems(seen, played), seen.finding
    if finding.is_whole and not problems:
        return JournalCheck(True, f"{id}: {finding.verdict}")
    text = " ".join((finding.verdict, *(problem.text for problem in problems), *finding.details))
    if not finding.is_whole:
        ways = f"The game can be played; `companion journal repair {id}` accepts what is missing."
        return JournalCheck(False, f"{id}: {text} {ways}")
    is_sound = all(problem.is_sound for problem in problems)
    return JournalCheck(is_sound, f"{id}: {text} `companion journal repair {id}` mends it.")


def _is_harmless(copy: JournalCopy, seen: Inspection) -> bool:
    """Is it what a kill or a power cut leaves: whole, but for the last move?"""
    return copy.state in (CopyState.SOUND, CopyState.TORN) and len(copy.lines) >= len(seen.finding.lines) - 1


def _is_being_written(tape: JournalCopy, played: int) -> bool:
    return tape.state is CopyState.TORN and len(tape.lines) > played


def _problems(seen: Inspection, played: int | None) -> list[JournalCheck]:
    bad = [copy for copy in (seen.tape, seen.database) if not seen.is_whole(copy)]
    if played is None:
        return [JournalCheck(_is_harmless(copy, seen), describe_copy(copy, seen)) for copy in bad]
    # While a game is in play, the latest writes to its database cannot be seen from outside.
    problems = [
        JournalCheck(False, describe_copy(copy, seen))
        for copy in bad
        if (copy is seen.tape and not _is_being_written(copy, played)) or copy.state is CopyState.DAMAGED
    ]
    if len(seen.chain.entries) < played:
        problems.append(JournalCheck(False, f"The tape has {move_count(len(seen.chain.entries))} of {played}."))
    return problems


# Backups


class NoBackup(Exception):
    """The message is a sentence for people."""


class NoSuchBackup(NoBackup):
    """There are others."""


def find_backup(disk: Disk, wanted: str) -> Backup:
    """By its name, its beginning, or the number of its last move; the newest if `wanted` is empty. Raises NoBackup."""
    every = backups(disk)
    if not every:
        raise NoBackup(f"There is no backup of game {disk.game}.")
    numbered = [backup for backup in every if str(backup.number) == wanted]
    found = [backup for backup in every if backup.name.startswith(wanted)]
    if not wanted:
        return of_present_course(disk)[-1]
    if numbered:
        return numbered[-1]
    if len(found) == 1:
        return found[0]
    what = "is the beginning of several backups" if found else "is no backup"
    there_are = and_list(backup.name if found else backup.label for backup in found or every)
    raise NoSuchBackup(f"{quoted(wanted)} {what} of game {disk.game}. There are {there_are}.")


def read_backup(disk: Disk, backup: Backup) -> bytes:
    """Raises NoBackup or FromNewerVersion for one that cannot be used."""
    content = read_backup_file(disk, backup)
    tape = read_tape(content)
    head = tape.lines[0].record if tape.state is CopyState.SOUND else None
    if tape.state is not CopyState.SOUND:
        problem = f"it is {tape.state.phrase}"
    elif isinstance(head, JournalHead) and head.game != disk.game:
        problem = f"it is of game {head.game}"
    else:
        return content
    others = f"`companion restore {disk.game} --list` shows the others."
    raise NoBackup(f"Backup {backup.label} of game {disk.game} cannot be used: {problem}. {others}")


_REASONS = {
    "asked": "asked for",
    "brought": "from elsewhere",
    "repair": "of a repair",
    "restore": "of a restore",
}


def describe_backups(disk: Disk) -> tuple[str, ...]:
    """A line each, the oldest first."""
    lines = []
    for backup in backups(disk):
        when = "on an unknown day" if backup.at_ms is None else day_and_time(local_time(backup.at_ms))
        reason = f", {_REASONS[backup.reason]}" if backup.reason in _REASONS else ""
        lines.append(f"{backup.label}  {move_count(backup.number)}, {when}{reason}")
    return tuple(lines)
