"""Which backups of a game are worth keeping. Only their names and sizes are asked; nothing here touches a disk.

Which of two is newer is asked of neither the clock, which jumps, nor the number of moves, which a restore lowers:
every backup has a sequence number that only counts up. A course is the way a game went until a restore or a repair
gave some of it up; an undo is a move like any other and begins no course.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

MAX_BYTES: Final = 64 << 20  # of one game's backups, the indispensable ones apart
MAX_BACKUPS: Final = 48
KEPT_COURSES: Final = 8  # whose longest backup is kept
KEPT_SPECIAL: Final = 6  # before a repair or restore; and as many that somebody asked for
HOUR_MS, DAY_MS = 3_600_000, 86_400_000
# The last of each hour, of the 12 hours that were played last; likewise of days, weeks and months.
STEPS: Final = ((HOUR_MS, 12), (DAY_MS, 12), (7 * DAY_MS, 8), (30 * DAY_MS, 24))
INDISPENSABLE, SPECIAL, WORTHLESS = 0, 1, 9


class BackupFacts(Struct, frozen=True):
    """What retention asks of a backup; all but the size is in its name."""

    sequence: int
    course: int
    number: int  # of its last move
    at_ms: int
    reason: str
    size: int


def grade_backups(backups: Sequence[BackupFacts]) -> dict[int, int]:
    """By sequence number, the grade of each: the lower, the more it is worth."""
    newest_first = sorted(backups, key=lambda one: -one.sequence)
    grades = {one.sequence: WORTHLESS for one in backups}

    def give(grade: int, chosen: Iterable[BackupFacts]) -> None:
        for one in chosen:
            grades[one.sequence] = min(grade, grades[one.sequence])

    give(INDISPENSABLE, newest_first[:2])  # the newest, and one more: the newest may be on a bad block
    for age, course in enumerate(sorted({one.course for one in backups}, reverse=True)):
        longest = max((one for one in backups if one.course == course), key=lambda one: (one.number, one.sequence))
        give(INDISPENSABLE if age < 2 else SPECIAL if age < KEPT_COURSES else len(STEPS) + 1, [longest])
    give(SPECIAL, newest_first[-1:])  # how it all began
    for reasons in (("repair", "restore"), ("asked",)):
        give(SPECIAL, [one for one in newest_first if one.reason in reasons][:KEPT_SPECIAL])
    # The last of each hour that the clock has shown, however it jumped: no age is asked, so nothing gets too old.
    for grade, (step_ms, count) in enumerate(STEPS, SPECIAL + 1):
        last_of: dict[int, BackupFacts] = {}
        for one in newest_first:
            last_of.setdefault(one.at_ms // step_ms, one)
        give(grade, list(last_of.values())[:count])
    return grades


def not_worth_keeping(backups: Sequence[BackupFacts]) -> tuple[int, ...]:
    """The sequence numbers of those to remove. Never the newest."""
    grades = grade_backups(backups)
    removed, count, size = [], 0, 0
    for one in sorted(backups, key=lambda one: (grades[one.sequence], -one.sequence)):
        grade = grades[one.sequence]
        if grade == WORTHLESS or (grade and (size + one.size > MAX_BYTES or count >= MAX_BACKUPS)):
            removed.append(one.sequence)
        else:
            count, size = count + 1, size + one.size
    return tuple(removed)
