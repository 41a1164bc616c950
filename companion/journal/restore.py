"""Going back to a backup, or on from what is proven. What is given up is written in the course book first, and kept."""

from companion.journal.backup import (
    FOLDER,
    Backup,
    Reason,
    keep_backup,
    parse_name,
    present_course,
    read_backup_file,
)
from companion.journal.chain import CopyState, HashChain, find_chain
from companion.journal.course_book import CourseBook, NewCourse, read_book, write_book
from companion.journal.database import DATABASE
from companion.journal.disk import Disk
from companion.journal.entry import TapeLine
from companion.journal.errors import JournalDamaged, OlderThanLive, describe_saved, trouble_as_unavailable
from companion.journal.gathering import gather
from companion.journal.migrate import in_this_format
from companion.journal.recovery import (
    RecoveryReport,
    free_name,
    inspect_journal,
    only_of_game,
    set_aside,
)
from companion.journal.tape import TAPE, read_tape, render_tape
from companion.journal.witnesses import Finding


def add_backup(disk: Disk, content: bytes, at_ms: int) -> Backup:
    """One that was brought from elsewhere. Raises JournalDamaged if it is no sound copy of this game."""
    with trouble_as_unavailable(disk.game):
        last = read_backup_lines(disk, content)[-1]
        return keep_backup(disk, content, last, at_ms, "brought", present_course(disk))


def read_backup_lines(disk: Disk, content: bytes) -> tuple[TapeLine, ...]:
    """Raises JournalDamaged if this is no sound copy of this game, and FromNewerVersion."""
    tape = read_tape(content)
    if tape.state is not CopyState.SOUND:
        raise JournalDamaged(disk.game, 0, describe_saved(0), f"This backup is {tape.state.phrase}.")
    return find_chain(disk.game, (only_of_game(disk.game, tape),)).lines


def require_nothing_lost(disk: Disk, content: bytes) -> None:
    """Raises OlderThanLive if this copy of the game lacks moves that are played here."""
    try:
        live = in_this_format(inspect_journal(disk).chain).lines
    except JournalDamaged:
        return
    kept = in_this_format(HashChain(read_backup_lines(disk, content))).lines
    if kept[: len(live)] != live:
        raise OlderThanLive(live[-1].number, kept[-1].number)


def restore_backup(disk: Disk, name: str, at_ms: int = 0, *, force: bool = False) -> None:
    """The game as it was then; open it next. Raises OlderThanLive unless forced: then the live game is set aside."""
    with trouble_as_unavailable(disk.game):
        backup = parse_name(name)
        content = read_backup_file(disk, backup) if backup else disk.read(f"{FOLDER}/{name}")
        lines = read_backup_lines(disk, content)
        try:
            seen = inspect_journal(disk)
            live, live_now, copies = seen.chain.lines, in_this_format(seen.chain).lines, [seen.tape, seen.database]
        except JournalDamaged:
            live, live_now, copies = (), (), []
        # A copy that an older version made is compared as it will be once it is opened.
        kept = in_this_format(HashChain(lines)).lines
        gives_up = kept[: len(live_now)] != live_now
        if gives_up and not force:
            raise OlderThanLive(live[-1].number, lines[-1].number)
        # Every move that some copy has right after one that is kept, and that is not kept itself.
        hashes = {line.hash for line in (*kept, *lines)}
        witnesses, marks = gather(disk, copies)
        left = {
            line.hash
            for witness in witnesses
            for line in witness.lines
            if line.prev in hashes and line.hash not in hashes
        }
        left |= {mark for mark, number in marks.items() if number > kept[-1].number}
        course, book = present_course(disk), read_book(disk).value or CourseBook()
        if gives_up or not hashes.isdisjoint(book.left):
            begun = NewCourse(kept[-1].number, kept[-1].hash, "restore", at_ms)
            write_book(disk, book.begun(begun, hashes, left))
            if live:
                keep_backup(disk, render_tape(live), live[-1], at_ms, "restore", course)
            keep_backup(disk, content, lines[-1], at_ms, "restore", course + 1)
        _set_both_aside(disk)
        disk.replace(TAPE, content)


def _set_both_aside(disk: Disk) -> list[str]:
    """Their new names. The tape stays until it is replaced; a longer database in place would bring back its moves."""
    kept = []
    if disk.exists(TAPE):
        kept.append(set_aside(disk, TAPE))
    if disk.exists(DATABASE):
        kept.append(free_name(disk, DATABASE))
        disk.rename(DATABASE, kept[-1])
    return kept


def go_on_from_proven(disk: Disk, at_ms: int) -> RecoveryReport:
    """For a person who was told what is missing: the game goes on after the last proven move, as a new course."""
    seen = inspect_journal(disk)
    leave_beyond(disk, seen.finding, at_ms)
    kept = _set_both_aside(disk)
    disk.replace(TAPE, render_tape(seen.chain.lines))
    course = present_course(disk) + 1
    keep_backup(disk, disk.read(TAPE), seen.chain.lines[-1], at_ms, "repair", course)
    done = f"The game goes on from move {seen.finding.moves}. The damaged files are kept as {', '.join(kept)}."
    return RecoveryReport((*seen.found, *seen.finding.details), (done,), seen.finding.verdict, is_whole=False)


def leave_beyond(disk: Disk, finding: Finding, at_ms: int, reason: Reason = "repair") -> None:
    """Writes down that whatever comes after the proven moves is left."""
    proven = {line.hash for line in finding.lines}
    left = {*finding.beyond_hashes, *finding.marks, *(hash for hash in finding.beyond_prevs if hash not in proven)}
    if finding.doubtful:
        left.add(finding.doubtful.first_hash)
    begun = NewCourse(finding.moves, finding.lines[-1].hash, reason, at_ms)
    write_book(disk, (read_book(disk).value or CourseBook()).begun(begun, proven, left))
