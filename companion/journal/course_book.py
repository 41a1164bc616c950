"""The course book: which ways a game once went were left by a person, with a restore or a repair.

It is written before anything else changes. So a restore that is killed half-way is completed by the next opening, and
opening with all copies never brings back what a person took back.
"""

from collections.abc import Set
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.journal.disk import Disk
from companion.journal.kept import KeptValue, Unreadable, read_kept, write_kept
from companion.journal.milestones import MILESTONES

FILE: Final = "game.courses"
MAX_BYTES: Final = 1_000_000
FORMAT: Final = 1


class NewCourse(Struct, frozen=True, forbid_unknown_fields=True):
    """What the game went on from."""

    number: int  # of the move
    hash: str
    reason: str
    at_ms: int


class CourseBook(Struct, frozen=True, forbid_unknown_fields=True):
    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)] = FORMAT
    left: tuple[str, ...] = ()  # hashes of the first moves that were left, or of a lost move the first eight digits
    courses: tuple[NewCourse, ...] = ()

    def begun(self, course: NewCourse, kept: Set[str], left: Set[str]) -> "CourseBook":
        """With one more course. What is kept now is no longer left, even if it once was. Both are hashes."""
        marks = {hash[:8] for hash in kept}
        still_left = (hash for hash in self.left if hash not in kept and hash not in marks)
        new = sorted(left - set(self.left) - kept)
        return replace(self, left=(*still_left, *new), courses=(*self.courses, course))


def _decode(content: bytes) -> CourseBook:
    try:
        return msgspec.json.decode(content, type=CourseBook)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Unreadable(str(error)) from None


def read_book(disk: Disk) -> KeptValue[CourseBook]:
    return read_kept(disk, FILE, MAX_BYTES, _decode)


def write_book(disk: Disk, book: CourseBook) -> None:
    """On the disk when this returns. Raises OSError. Milestones of what is left would be in the way."""
    disk.remove(MILESTONES)
    write_kept(disk, FILE, MAX_BYTES, msgspec.json.format(msgspec.json.encode(book)), _decode)
