"""Up to three blows on the copies of a game, against a model that knows which moves could still be found.

The model compares bytes with the lines that were written, and knows of no hash: what it can find is the longest
beginning of which every line is in some copy, or is one bit off while the next line is there. The sentences are read
back, and must say what the model knows. COMPANION_LONG: ten times as many cases.
"""

import os
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any, NamedTuple

import pytest

from companion.journal import FORMAT, Journal, JournalDamaged, JournalEntry, JournalHead, RealDisk, inspect_journal
from companion.journal.course_book import CourseBook, NewCourse, write_book
from companion.journal.database import DATABASE, fill_database, open_database
from companion.journal.entry import TapeLine, entry_line, head_line
from companion.journal.recovery import Inspection
from companion.journal.tape import TAPE, render_tape
from companion.journal.witnesses import Finding, Rank, Witness, combine
from tests.journal.sample import GAME

MOVES = 24
FORK = 10  # after this move the course that was left went another way
CASES = 6_000 * (10 if os.environ.get("COMPANION_LONG") else 1)
SHARDS = 12  # so that several processes share the work
FIRST_SHARDS = range(3)  # the others are in the long run


def course(count: int, after: Sequence[TapeLine] = (), salt: str = "") -> list[TapeLine]:
    head = JournalHead(FORMAT, GAME, 1_795_000_000_000, "0.1.0", b'{"names":["Ann","Ben"]}')
    lines = list(after) or [head_line(head)]
    for number in range(len(lines), count + 1):
        body = b'{"act":"roll","dice":[%d,%d],"note":"%s"}' % (number % 6 + 1, number % 5 + 1, b"x" * (number % 7))
        entry = JournalEntry(number, f"tap{salt}-{number}", 1_795_000_000_000 + 977 * number, body)
        lines.append(entry_line(entry, lines[-1].hash))
    return lines


TRUTH = course(MOVES)
FORMER = course(MOVES, TRUTH[: FORK + 1], "-former")
OTHER_GAME = [head_line(JournalHead(FORMAT, "20270101-0000-aa", 0, "0.1.0", b"{}"))]


# The copies, and what happens to them


TAPE_BLOWS = ("bit", "bit", "two bits", "drop", "cut", "older", "zero", "swap", "double", "gone", "foreign")


class TapeFile:
    """The tape or a backup."""

    def __init__(self, path: Path, lines: Sequence[TapeLine]) -> None:
        self.path = path
        self.content: bytes | None = render_tape(lines)

    def texts(self) -> list[bytes]:
        return (self.content or b"").split(b"\n")

    def lay_out(self) -> None:
        if self.content is not None:
            self.path.write_bytes(self.content)

    def _lines(self) -> list[bytes]:
        return (self.content or b"").splitlines(keepends=True)

    def _at(self, random: Random, at: int | None) -> int:
        count = len(self._lines())
        return random.randrange(count) if at is None or at >= count else at

    def strike(self, random: Random, at: int | None) -> str:
        if not self.content:
            return "nothing"
        lines, line = self._lines(), self._at(random, at)
        match random.choice(TAPE_BLOWS):
            case "bit":
                lines[line] = flip(lines[line], [random.randrange(8 * len(lines[line]))])
                kind = "bit"
            case "two bits":
                lines[line] = flip(lines[line], random.sample(range(8 * len(lines[line])), 2))
                kind = "two bits"
            case "drop":
                del lines[line]
                kind = "drop"
            case "cut":
                lines[line:] = [lines[line][: random.randrange(len(lines[line]) + 1)]]
                kind = "cut"
            case "older":
                lines, kind = lines[:line], "older"
            case "zero":
                for number in range(line, min(len(lines), line + random.randint(1, 6))):
                    lines[number] = bytes(len(lines[number]))
                kind = "zero"
            case "swap" if line + 1 < len(lines):
                lines[line], lines[line + 1] = lines[line + 1], lines[line]
                kind = "swap"
            case "foreign":
                lines, kind = [render_tape(OTHER_GAME)], "foreign"
            case "gone":
                self.content = None
                return "gone"
            case _:
                lines.insert(line, lines[line])
                kind = "double"
        self.content = b"".join(lines)
        return kind


def flip(text: bytes, bits: Sequence[int]) -> bytes:
    turned = bytearray(text)
    for bit in bits:
        turned[bit // 8] ^= 1 << bit % 8
    return bytes(turned)


def without_log(image: bytes) -> bytes:
    """A database in memory can have no log; whether it has one is in these two bytes."""
    return image[:18] + b"\1\1" + image[20:] if image[18:20] == b"\2\2" else image


class DatabaseFile:
    def __init__(self, path: Path, images: Sequence[bytes], count: int) -> None:
        self.path, self._images = path, images
        self.content: bytes | None = images[count]

    def lay_out(self) -> None:
        if self.content is not None:
            self.path.write_bytes(self.content)

    def texts(self) -> list[bytes]:
        """Of the rows that are exactly as they were written."""
        found = []
        if self.content:
            for table, query in (("head", HEADS), ("entries", ENTRIES)):
                with suppress(sqlite3.Error, UnicodeError), closing(sqlite3.connect(":memory:")) as connection:
                    connection.deserialize(without_log(self.content))
                    connection.text_factory = lambda text: text.decode(errors="replace")
                    for row in connection.execute(query):
                        found.append(ROWS.get((table, row), b""))
        return found

    def strike(self, random: Random, at: int | None) -> str:
        if not self.content:
            return "nothing"
        number = random.randint(1, MOVES) if at is None else at
        match random.choice(("row", "changed", "older", "byte", "page", "gone", "foreign")):
            case "row":
                return self._change("DELETE FROM entries WHERE number = ?", number)
            case "changed":
                return self._change('UPDATE entries SET body = \'{"act":"cheat"}\' WHERE number = ?', number)
            case "older":
                self.content = self._images[random.randint(0, MOVES)]
                return "older"
            case "byte":
                self.content = flip(self.content, [random.randrange(8 * len(self.content))])
                return "bit"
            case "page":
                page = random.randrange(len(self.content) // 4096)
                self.content = self.content[: 4096 * page] + bytes(4096) + self.content[4096 * (page + 1) :]
                return "page"
            case "gone":
                self.content = None
                return "gone"
            case _:
                self.content = b"this is no database" * 300
                return "foreign"

    def _change(self, query: str, number: int) -> str:
        assert self.content is not None
        with suppress(sqlite3.Error), closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(without_log(self.content))
            connection.execute(query, (number,))
            connection.commit()
            self.content = connection.serialize()
        return "row"


HEADS = "SELECT format, game, made_at_ms, app, body, hash FROM head"
ENTRIES = "SELECT number, id, at_ms, prev, hash, body FROM entries NOT INDEXED ORDER BY number"
ROWS: dict[tuple[str, tuple[object, ...]], bytes] = {}
for one in (*TRUTH, *FORMER):
    if isinstance(one.record, JournalHead):
        head = one.record
        ROWS["head", (head.format, head.game, head.made_at_ms, head.app, head.body.decode(), one.hash)] = one.text
    else:
        made = one.record
        ROWS["entries", (made.number, made.id, made.at_ms, one.prev, one.hash, made.body.decode())] = one.text


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Databases of 0, 1, 2, ... moves."""
    found = []
    for count in range(MOVES + 1):
        disk = RealDisk(tmp_path_factory.mktemp("image"))
        connection = open_database(disk)
        fill_database(disk, connection, tuple(TRUTH[: count + 1]))
        disk.release(connection)
        found.append(disk.read(DATABASE))
    return found


# The model


class Scene(NamedTuple):
    folder: Path
    copies: list[TapeFile | DatabaseFile]
    marks: dict[Path, int]  # how far the name of a backup of the present course says that it goes
    former: list[TapeFile]
    has_book: bool
    blows: list[str]


def scene(folder: Path, images: Sequence[bytes], random: Random) -> Scene:
    (folder / "backups").mkdir(parents=True)
    lacks = random.choice((0, 0, 1, 2))  # cut off between the two
    tape = TapeFile(folder / TAPE, TRUTH[: MOVES + 1 - (lacks == 1)])
    database = DatabaseFile(folder / DATABASE, images, MOVES - (lacks == 2))
    copies: list[TapeFile | DatabaseFile] = [tape, database]
    marks: dict[Path, int] = {}
    former: list[TapeFile] = []
    has_former, has_book = random.random() < 0.3, False
    sequence = 0
    if has_former:
        sequence += 1
        last = random.randint(FORK + 1, MOVES)
        name = f"{last:06}-20261116T204100-s{sequence:04}-c01-stop-{FORMER[last].hash[:8]}.tape"
        former.append(TapeFile(folder / "backups" / name, FORMER[: last + 1]))
        if has_book := random.random() < 0.8:
            begun = NewCourse(FORK, TRUTH[FORK].hash, "restore", 0)
            write_book(RealDisk(folder), CourseBook(left=(FORMER[FORK + 1].hash,), courses=(begun,)))
    course_number = 2 if has_former else 1
    for last in sorted(random.sample(range(MOVES + 1), random.choice((0, 1, 2, 4)))) + ([FORK] if has_former else []):
        sequence += 1
        name = f"{last:06}-20261116T204100-s{sequence:04}-c{course_number:02}-stop-{TRUTH[last].hash[:8]}.tape"
        backup = TapeFile(folder / "backups" / name, TRUTH[: last + 1])
        marks[backup.path] = last
        copies.append(backup)
    copies += former
    at = random.randint(0, MOVES) if random.random() < 0.5 else None  # the same move again and again
    blows = []
    for number in range(random.choice((0, 1, 2, 2, 3, 3, 3, 3))):
        copy = copies[number] if number < 2 and random.random() < 0.8 else random.choice(copies)
        blows.append(f"{copy.path.name}: {copy.strike(random, at)}")
    for copy in copies:
        copy.lay_out()
    return Scene(folder, copies, marks, former, has_book or not has_former, blows)


def is_one_bit_off(text: bytes, true: bytes) -> bool:
    return len(text) == len(true) and sum((a ^ b).bit_count() for a, b in zip(text, true, strict=True)) == 1


class Known(NamedTuple):
    lines: int  # that can be found, with the head
    highest: int  # the last move that anything tells of


def recoverable(seen: Scene) -> Known:
    """A copy that says it is of another game proves nothing, and then tells nothing."""
    texts = [text for copy in seen.copies for text in copy.texts()]
    there, tapes = set(texts), [copy for copy in seen.copies if isinstance(copy, TapeFile)]
    spoilt = {text for copy in tapes for text in copy.texts()}
    count = 0
    for number, true in enumerate(TRUTH):
        if true.text not in there:
            is_proven = number < MOVES and TRUTH[number + 1].text in there
            if not is_proven or not any(is_one_bit_off(text, true.text) for text in spoilt):
                break
        count += 1
    lines = (number for number, true in enumerate(TRUTH) if true.text in there)
    marks = (
        last
        for copy in tapes
        if (last := seen.marks.get(copy.path)) is not None
        if copy.content is not None and TRUTH[last].text not in copy.texts()
    )
    return Known(count, max([0, *lines, *marks]))


WHOLE = re.compile(r"All (\d+) moves are there\.|Its (one) move is there\.|(No) move was made yet\.")
SHORT = re.compile(
    r"(?:Move (\d+) is|Moves (\d+) to (\d+) are) in no copy: "
    r"(\d+|no) moves? of at least (\d+) (?:is|are) proven\."
)
DOUBT = re.compile(r"(?:\d+|no) moves? (?:is|are) proven; a copy that was set aside goes on to move (\d+)")


def number_in(words: str) -> int:
    return {"one": 1, "No": 0, "no": 0}.get(words, int(words) if words.isdigit() else -1)


def check(seen: Scene, known: Known, found: Inspection) -> str:
    """The outcome in a word. Fails for a move given up or invented, and for a false sentence."""
    finding = found.finding
    got, want = [line.text for line in finding.lines], [line.text for line in TRUTH]
    if got != want[: len(got)]:
        # With no book nothing says that the other course was left, if no live copy says otherwise.
        assert not seen.has_book, "another history"
        assert got == [line.text for line in FORMER][: len(got)], "an invented history"
        return "the former course, and nothing says that it was left"
    verdict = finding.verdict
    if len(got) < known.lines:
        assert not seen.has_book, f"{known.lines - len(got)} moves given up: {verdict}"
        assert finding.doubtful or seen.former, verdict
        return "in doubt"
    assert len(got) == known.lines, "more than could be known"
    if match := WHOLE.fullmatch(verdict):
        assert number_in(next(filter(None, match.groups()))) == finding.moves
        assert finding.is_whole
        assert known.highest <= finding.moves, f"called whole, but there was a move {known.highest}"
        return "whole"
    assert not finding.is_whole
    if match := SHORT.fullmatch(verdict):
        first = int(match[1] or match[2])
        assert first == finding.moves + 1
        assert number_in(match[4]) == finding.moves
        if seen.has_book:
            assert int(match[5]) == known.highest
        return "short, and told"
    assert DOUBT.match(verdict), verdict
    assert not seen.has_book
    return "in doubt"


@pytest.mark.parametrize(
    "shard", [pytest.param(one, marks=() if one in FIRST_SHARDS else pytest.mark.long_run) for one in range(SHARDS)]
)
def test_nothing_is_given_up_and_no_sentence_is_false(tmp_path: Path, images: list[bytes], shard: int) -> None:
    outcomes = run_cases(tmp_path, images, range(shard, CASES, SHARDS))
    assert outcomes["whole"] > CASES // SHARDS // 4
    assert outcomes["short, and told"] > CASES // SHARDS // 50


def run_cases(tmp_path: Path, images: Sequence[bytes], cases: Sequence[int]) -> Counter[str]:
    """Raises AssertionError for the first that ends otherwise than it should."""
    outcomes: Counter[str] = Counter()
    for case in cases:
        random = Random(case)
        seen = scene(tmp_path / str(case) / GAME, images, random)
        known = recoverable(seen)
        try:
            found = inspect_journal(RealDisk(seen.folder), every_backup=True)
            outcomes[check(seen, known, found)] += 1
            if case % 10 == 0:
                check_opening(seen, found)
        except JournalDamaged as error:
            if known.lines:
                raise AssertionError(f"case {case}, {seen.blows}: {error}") from error
            outcomes["no beginning, and told"] += 1
        except AssertionError as error:
            raise AssertionError(f"case {case}, {seen.blows}: {error}") from error
        rmtree(seen.folder)
    return outcomes


# Mistakes that the matrix must find


def without_backups(witnesses: Sequence[Witness], *args: Any, **options: Any) -> Finding:
    return combine([one for one in witnesses if one.rank is Rank.LIVE], *args, **options)


def without_the_database(witnesses: Sequence[Witness], *args: Any, **options: Any) -> Finding:
    return combine([one for one in witnesses if one.name != "the database"], *args, **options)


def without_the_book(witnesses: Sequence[Witness], _: object, *args: Any, **options: Any) -> Finding:
    return combine(witnesses, frozenset(), *args, **options)


def without_marks(witnesses: Sequence[Witness], left: frozenset[str], _: object, **options: Any) -> Finding:
    return combine(witnesses, left, {}, **options)


def without_turning_bits(witnesses: Sequence[Witness], *args: Any, **options: Any) -> Finding:
    return combine([one._replace(spoilt=()) for one in witnesses], *args, **options)


@pytest.mark.parametrize(
    "mistake", [without_backups, without_the_database, without_the_book, without_marks, without_turning_bits]
)
def test_planted_mistakes_are_found(
    tmp_path: Path, images: list[bytes], monkeypatch: pytest.MonkeyPatch, mistake: Callable[..., Finding]
) -> None:
    monkeypatch.setattr("companion.journal.gathering.combine", mistake)
    tried = [case for case in range(CASES) if case % SHARDS in FIRST_SHARDS]
    with pytest.raises(AssertionError, match=r"case \d+"):
        run_cases(tmp_path, images, tried)


def check_opening(seen: Scene, found: Inspection) -> None:
    """Opening gives what was found, and a repair goes on from there; both say the same."""
    disk = RealDisk(seen.folder)
    act: Callable[[RealDisk], Journal] = Journal.open
    if found.finding.stops:
        with pytest.raises(JournalDamaged) as damaged:
            Journal.open(disk)
        assert found.finding.verdict in str(damaged.value)
        act = Journal.repair
    journal = act(disk)
    assert len(journal.entries()) == found.finding.moves
    assert journal.report.verdict == found.finding.verdict
    assert journal.report.is_whole == found.finding.is_whole
    journal.append("another tap", 0, b"{}")
    journal.close()
    again = inspect_journal(disk).finding
    assert again.moves == found.finding.moves + 1
