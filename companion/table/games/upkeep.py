"""Against damage: what helps, a journal repaired, and the backups that can be gone back to."""

from datetime import UTC, datetime

from companion.journal import Disk, Journal, JournalDamaged, JournalError, JournalHead, inspect_journal
from companion.journal.backup import Backup, backups
from companion.journal.chain import CopyState, JournalCopy
from companion.journal.games_folder import GamesFolder
from companion.journal.recovery import RecoveryReport
from companion.journal.tape import read_tape
from companion.record.words import quoted
from companion.rules.phrases import and_list, or_list, sentence
from companion.table.dates import day_and_time


class NoBackup(Exception):
    """The message is a sentence for people."""


class NoSuchBackup(NoBackup):
    """There are others."""


def why(error: Exception) -> str:
    """In a sentence."""
    if isinstance(error, OSError):
        where = f" ({error.filename})" if error.filename else ""
        return f"{error.strerror or error}{where}."
    return str(error)


def said(error: Exception, games_folder: GamesFolder) -> str:
    """In a sentence, and what helps against it."""
    helps = what_helps(games_folder.disk(error.game)) if isinstance(error, JournalDamaged) else ""
    return f"{why(error)} {helps}".rstrip()


def what_helps(disk: Disk) -> str:
    """Against damage."""
    ways = []
    if _can_go_on(disk):
        ways.append(f"`companion journal repair {disk.game}` goes on after the last sound move")
    if backups(disk):
        ways.append(f"`companion restore {disk.game}` goes back to a backup")
    return sentence(or_list(ways)) if ways else "There is no backup of it."


def _can_go_on(disk: Disk) -> bool:
    try:
        return bool(inspect_journal(disk).chain.broken)
    except (JournalError, OSError):
        return False


def moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def repair(disk: Disk) -> RecoveryReport:
    """Raises a JournalError if there is nothing to go on from."""
    journal = Journal.repair(disk)
    journal.close()
    return journal.report


def find_backup(disk: Disk, wanted: str) -> Backup:
    """By its name, its beginning, or the number of its last move; the newest if nothing is wanted. Raises NoBackup."""
    every = backups(disk)
    if not every:
        raise NoBackup(f"There is no backup of game {disk.game}.")
    numbered = [backup for backup in every if str(backup.number) == wanted]
    found = [backup for backup in every if backup.name.startswith(wanted)]
    if not wanted or numbered:
        return (numbered or every)[-1]
    if len(found) == 1:
        return found[0]
    what = "is the beginning of several backups" if found else "is no backup"
    there_are = and_list(backup.name for backup in found or every)
    raise NoSuchBackup(f"{quoted(wanted)} {what} of game {disk.game}. There are {there_are}.")


def read_backup(disk: Disk, backup: Backup) -> bytes:
    """Raises NoBackup or FromNewerVersion for one that would not do."""
    content = disk.read(backup.path)
    if problem := _problem(read_tape(content), disk.game):
        others = f"`companion restore {disk.game} --list` shows the others."
        raise NoBackup(f"Backup {backup.name} of game {disk.game} cannot be used: {problem}. {others}")
    return content


def _problem(tape: JournalCopy, game: str) -> str:
    if tape.state is not CopyState.SOUND:
        return f"it is {tape.state.phrase}"
    head = tape.lines[0].record
    return f"it is of game {head.game}" if isinstance(head, JournalHead) and head.game != game else ""


def told_backups(disk: Disk) -> tuple[str, ...]:
    """The oldest first."""
    return tuple(f"{backup.name}  {moves(backup.number)}, {_taken_on(backup)}" for backup in backups(disk))


def _taken_on(backup: Backup) -> str:
    try:
        taken = datetime.strptime(backup.name.partition("-")[2], "%Y%m%dT%H%M%S.tape").replace(tzinfo=UTC)
    except ValueError:
        return "on a day that is none"
    return day_and_time(taken.astimezone())
