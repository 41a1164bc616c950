"""Every copy of a game that is in its folder, read as a witness: backups, and whatever was set aside."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

from companion.journal.backup import FOLDER, backups, present_course
from companion.journal.chain import HashChain, JournalCopy, is_chain
from companion.journal.course_book import read_book
from companion.journal.database import DATABASE, peek_database, read_database
from companion.journal.disk import Disk
from companion.journal.entry import JournalHead, TapeLine, Unsound, parse_line
from companion.journal.errors import JournalError
from companion.journal.migrate import in_this_format
from companion.journal.tape import TAPE
from companion.journal.witnesses import Finding, Rank, Witness, combine


class Courses(NamedTuple):
    """What the course book and the names of backups say, without reading a single backup."""

    left: frozenset[str]
    is_known: bool  # is it written down which courses were left, if any were
    furthest: int  # the last move that a backup's name tells of, on the present course


def read_courses(disk: Disk) -> Courses:
    book, every, present = read_book(disk), backups(disk), present_course(disk)
    left = frozenset(book.value.left if book.value else ())
    # Without a book nothing was left, if all names are of this version, and of the first course.
    never_left = not book.trouble and all(backup.sequence and backup.course == 1 for backup in every)
    is_known = (book.value is not None and not book.is_previous) or never_left
    furthest = (one.number for one in every if one.course == present and _mark(one.hash, one.number) not in left)
    return Courses(left, is_known, max(furthest, default=0))


def _mark(hash: str, number: int) -> str:
    """A move that a name tells of. Names of older versions have no hash."""
    return hash or f"#{number}"


def combine_all(disk: Disk, live: Iterable[JournalCopy], courses: Courses) -> Finding:
    witnesses, marks = gather(disk, live)
    return combine(witnesses, courses.left, marks, knows_courses=courses.is_known)


def gather(disk: Disk, live: Iterable[JournalCopy]) -> tuple[list[Witness], dict[str, int]]:
    """The witnesses, and moves that only the names of backups tell of."""
    witnesses = [Witness(copy.name, Rank.LIVE, copy.lines, copy.spoilt) for copy in live]
    known = {line.text: line for witness in witnesses for line in witness.lines}
    marks: dict[str, int] = {}
    present = present_course(disk)
    for backup in backups(disk):
        rank = Rank.BACKUP if backup.course == present else Rank.ASIDE
        found = _read_tape(disk, backup.path, rank, known)
        witnesses += found
        if rank is Rank.BACKUP and not any(line.number == backup.number for one in found for line in one.lines):
            marks[_mark(backup.hash, backup.number)] = backup.number
    for name in (f"{FOLDER}/{name}" for name in disk.names(FOLDER) if name.startswith("aside-")):
        witnesses += _read_tape(disk, name, Rank.ASIDE, known)
    for name in disk.names():
        if name.startswith(f"{TAPE}.damaged-"):
            witnesses += _read_tape(disk, name, Rank.ASIDE, known)
        elif name.startswith(f"{DATABASE}.damaged-") and not name.endswith(("-wal", "-journal", "-shm")):
            witnesses += _read_database(disk, name)
    return list(_of_one_format(disk.game, witnesses)), marks


def _read_tape(disk: Disk, name: str, rank: Rank, known: dict[bytes, TapeLine]) -> list[Witness]:
    """A text that another copy has, too, is not parsed again."""
    try:
        texts = disk.read(name).split(b"\n")
    except OSError:
        return []
    lines, spoilt = [], []
    for text in filter(None, texts):
        try:
            if text not in known:
                known[text] = parse_line(text)
            lines.append(known[text])
        except Unsound:
            spoilt.append(text)
    return [Witness(name, rank, tuple(lines), tuple(spoilt))]


def _read_database(disk: Disk, name: str) -> list[Witness]:
    try:
        with closing(peek_database(disk, name)) as connection:
            return [Witness(name, Rank.ASIDE, read_database(connection).lines)]
    except Exception:  # a damaged file can raise anything, and this one was damaged before
        return []


def _of_one_format(game: str, witnesses: list[Witness]) -> Iterator[Witness]:
    """Those of this game, as they would be in the format of the live copies."""
    formats = [head.format for one in witnesses for head in _heads(one) if head.game == game and one.rank is Rank.LIVE]
    for witness in witnesses:
        heads = _heads(witness)
        if any(head.game != game for head in heads):
            continue
        if not formats or not heads or heads[0].format == formats[0]:
            yield witness
        elif is_chain(witness.lines):
            try:
                yield witness._replace(lines=in_this_format(HashChain(witness.lines)).lines, spoilt=())
            except JournalError:
                continue


def _heads(witness: Witness) -> list[JournalHead]:
    return [line.record for line in witness.lines if isinstance(line.record, JournalHead)]
