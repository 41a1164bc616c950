"""Years of evenings on a shelf, in seconds: which backups are still there."""

from random import Random

import pytest

from companion.journal.retention import (
    DAY_MS,
    HOUR_MS,
    INDISPENSABLE,
    MAX_BACKUPS,
    MAX_BYTES,
    BackupFacts,
    grade_backups,
    not_worth_keeping,
)

EVENINGS = 40


class Shelf:
    """One game's backups over the years, with a clock that jumps now and then."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.backups: list[BackupFacts] = []
        self.at_ms = 1_795_000_000_000
        self.sequence = self.number = 0
        self.course = 1
        self.bytes_a_move = self.random.choice((300, 700, 15_000))

    def back_up(self, reason: str) -> None:
        self.sequence += 1
        shown = self.at_ms if self.random.random() > 0.03 else self.random.choice((0, self.at_ms * 2))
        size = 2_000 + self.number * self.bytes_a_move
        made = BackupFacts(self.sequence, self.course, self.number, shown, reason, size)
        ends = {one.course: 0 for one in (*self.backups, made)}
        for one in (*self.backups, made):
            ends[one.course] = max(ends[one.course], one.number)
        every = [*self.backups, made]
        removed = set(not_worth_keeping(every))
        self.backups = [one for one in every if one.sequence not in removed]
        self.check(made, ends)

    def check(self, made: BackupFacts, ends: dict[int, int]) -> None:
        assert made in self.backups, "the one just made is gone"
        grades = grade_backups(self.backups)
        must = sum(one.size for one in self.backups if grades[one.sequence] == INDISPENSABLE)
        assert sum(one.size for one in self.backups) <= max(MAX_BYTES, must)
        assert len(self.backups) <= MAX_BACKUPS + 4
        for course in sorted(ends, reverse=True)[:2]:
            longest = max((one.number for one in self.backups if one.course == course), default=-1)
            assert longest == ends[course], f"course {course} lost its end"

    def evening(self) -> None:
        self.at_ms += self.random.choice((1, 1, 2, 7, 30, 200)) * DAY_MS
        self.back_up("start")
        for _ in range(self.random.choice((5, 30, 200, 600))):
            self.number += 1
            self.at_ms += self.random.randint(5_000, 60_000)
            if self.number % 50 == 0:
                self.back_up("moves")
        match self.random.choice(("nothing",) * 12 + ("restore", "repair", "asked", "asked")):
            case "nothing":
                pass
            case "asked":
                self.back_up("asked")
            case reason:
                self.back_up(reason)
                self.course += 1
                self.number = self.random.randint(0, self.number)
                self.back_up(reason)
        self.back_up("stop")


@pytest.mark.parametrize("seed", range(12))
def test_over_the_years_the_newest_and_the_ends_of_courses_stay_within_bounds(seed: int) -> None:
    shelf = Shelf(seed)
    for _ in range(EVENINGS):
        shelf.evening()
    assert shelf.sequence > 3 * EVENINGS


def facts(sequence: int, at_ms: int, number: int = 10, reason: str = "moves", course: int = 1) -> BackupFacts:
    return BackupFacts(sequence, course, number, at_ms, reason, 1_000)


def kept(every: list[BackupFacts]) -> list[int]:
    removed = not_worth_keeping(every)
    return [one.sequence for one in every if one.sequence not in removed]


def test_the_last_of_each_hour_day_week_and_month() -> None:
    """Backups every half hour for most of a year, thinned each time."""
    every = list[BackupFacts]()
    for number in range(2 * 24 * 300):
        every.append(facts(number, number * HOUR_MS // 2, number))
        removed = not_worth_keeping(every)
        every = [one for one in every if one.sequence not in removed]
    ages = [(every[-1].at_ms - one.at_ms) / DAY_MS for one in every]
    assert sum(age < 0.5 for age in ages) >= 12
    assert sum(0.5 <= age < 12 for age in ages) >= 10
    assert sum(age > 60 for age in ages) >= 5
    assert len(ages) <= MAX_BACKUPS


def test_the_first_what_was_asked_for_and_what_was_before_a_restore_outlives_the_rest_of_its_hour() -> None:
    every = [facts(1, 0), facts(2, 1, reason="asked"), facts(3, 2, reason="restore")]
    every += [facts(number, number) for number in range(4, 30)]
    assert kept(every) == [1, 2, 3, 28, 29]


def test_a_clock_that_jumps_makes_nothing_old() -> None:
    days = [facts(number, number * DAY_MS) for number in range(1, 9)]
    jumped = [*days, facts(9, 200_000 * DAY_MS), facts(10, 0), facts(11, 1)]
    assert kept(jumped) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]


def test_the_end_of_a_course_that_was_left_is_kept() -> None:
    every = [facts(1, 0, 700), *(facts(n, n, n, course=2) for n in range(2, 50))]
    assert 1 in kept(every)
