"""Against damage: what helps, a journal repaired, and the backups that can be gone back to."""

from datetime import UTC, datetime
from typing import NamedTuple

from msgspec import Struct

from companion.journal import Disk, Journal, JournalDamaged, JournalError, JournalHead, inspect_journal
from companion.journal.backup import Backup, backups
from companion.journal.chain import CopyState, HashChain, JournalCopy
from companion.journal.codec import decode_body, decode_head
from companion.journal.games_folder import GamesFolder
from companion.journal.recovery import Inspection, RecoveryReport, describe_copy
from companion.journal.tape import read_tape
from companion.play.acts import RecordedMove, Redo, Rename, Start, Undo
from companion.play.dice import DiceSource
from companion.play.timeline import Timeline
from companion.play.words import describe_move
from companion.rules.naming import quoted
from companion.rules.phrases import and_list, or_list, sentence
from companion.rules.state import Game
from companion.table.games.export import Step
from companion.table.games.session import Session, apply_entry
from companion.table.views.log import log_lines


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


class Reading(Struct, frozen=True):
    """How it began, every entry since, and where that led."""

    start: Start
    steps: tuple[Step, ...]
    end: Game


def reading_of(session: Session) -> Reading:
    return Reading(session.start, tuple((taken.act, taken.events) for taken in session.moves), session.game)


def read_chain(chain: HashChain, chance: DiceSource) -> Reading:
    """As far as it is proven. Raises JournalDamaged for what is proven and yet no game."""
    game = chain.head.game
    start = decode_head(chain.head.body, game)
    timeline, bodies = Timeline(start, chance), [decode_body(entry.body, game, entry.number) for entry in chain.entries]
    for entry, body in zip(chain.entries, bodies, strict=True):
        apply_entry(timeline, game, entry, body)
    return Reading(start, tuple((body.act, body.events) for body in bodies), timeline.game)


HARMLESS = (CopyState.SOUND, CopyState.TORN)  # what a kill or a cut leaves


class Verdict(NamedTuple):
    is_sound: bool
    said: str


def verdict(games_folder: GamesFolder, id: str, chance: DiceSource, played: int | None = None) -> Verdict:
    """`played` is how many moves are known, of a game that is in play."""
    try:
        seen = inspect_journal(games_folder.disk(id))
        seen.chain.require_whole()
        read_chain(seen.chain, chance)
    except (JournalError, OSError) as error:
        return Verdict(False, f"{id}: {said(error, games_folder)}")
    found = _found(seen, played)
    if not found:
        return Verdict(True, f"{id}: whole, {moves(len(seen.chain.entries))}.")
    told = " ".join(one.said for one in found)
    return Verdict(all(one.is_sound for one in found), f"{id}: {told} `companion journal repair {id}` mends it.")


def _found(seen: Inspection, played: int | None) -> list[Verdict]:
    bad = [copy for copy in (seen.tape, seen.database) if not seen.is_whole(copy)]
    if played is None:
        return [Verdict(copy.state in HARMLESS, describe_copy(copy, seen.chain)) for copy in bad]
    # While a game is in play, what went into its database last is not seen from outside.
    found = [
        Verdict(False, describe_copy(copy, seen.chain))
        for copy in bad
        if copy is seen.tape or copy.state is CopyState.DAMAGED
    ]
    if len(seen.chain.entries) < played:
        found.append(Verdict(False, f"The tape has {moves(len(seen.chain.entries))} of {played}."))
    return found


def restarted(session: Session | None, now_ms: int) -> str:
    """For the screens. Nothing, if no game was stopped."""
    if session is None:
        return ""
    saved = f"the last saved move is {_last(session)}" if session.moves else "no move had been made yet"
    lost = "Moves are missing" if session.missing else "Nothing is lost"
    return _joined(f"The table was restarted at {moment(now_ms):%H:%M}. {lost}: {saved}.", session)


def started(session: Session | None, trouble: str) -> str:
    """For the terminal, in one line."""
    if session is None:
        return f"No game is in play: {trouble}" if trouble else "No game is in play yet."
    title = f" ({session.start.title})" if session.start.title else ""
    saved = f"the last saved move is {_last(session)}, {_when(session)}" if session.moves else "no move was made yet"
    return _joined(f"Game {session.game_id}{title} is in play: {saved}.", session)


def _joined(said: str, session: Session) -> str:
    """With what was mended, and what is wrong still."""
    told = (said, _missing(session), *session.report.found, *session.report.done, session.trouble)
    return " ".join(filter(None, told))


def _missing(session: Session) -> str:
    if not session.missing:
        return ""
    more = "1 move" if session.missing == 1 else f"{session.missing} moves"
    return f"A backup has {more} more: `companion restore {session.game_id}` goes back to it."


def _last(session: Session) -> str:
    return f"number {session.number}, {_told(session.moves[-1], session)}"


def _told(taken: RecordedMove, session: Session) -> str:
    if not isinstance(taken.act, Undo | Redo | Rename):
        return describe_move(taken, session.game)
    text = log_lines(taken, session.moves)[0].text.rstrip(".")
    return text if isinstance(taken.act, Rename) else text[0].lower() + text[1:]


def _when(session: Session) -> str:
    return f"on {day_and_time(moment(session.moves[-1].at_ms))}"


_LATEST_MS = 253_402_214_400_000  # a day before the year 10000; clocks have shown worse


def moment(at_ms: int) -> datetime:
    """Here, whatever the clock has shown."""
    return datetime.fromtimestamp(min(max(at_ms, 0), _LATEST_MS) / 1000, tz=UTC).astimezone()


def day_and_time(when: datetime) -> str:
    return f"{when:%A} {when.day} {when:%B %Y} at {when:%H:%M}"
