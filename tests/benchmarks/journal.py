"""What it costs to forget nothing: a command written down, a game read again, and neither more in a long game."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median

from companion.journal import FORMAT, Journal, JournalEntry, JournalHead, RealDisk
from companion.journal.codec import encode_head
from companion.journal.disk import FILE_PRAGMAS, set_pragmas
from companion.journal.entry import NO_HASH, entry_line
from companion.play.acts import RecordedMove, Start
from companion.players.dice import RandomDice
from companion.table.games.session import Session, SessionDeps
from tests.benchmarks.bare import Dice
from tests.benchmarks.engine import next_command, sold, start
from tests.benchmarks.measured import ROUNDS, Measured, seconds, throws
from tests.benchmarks.startup import measure_startup

EARLY, LATE = 1_000, 10_000  # events
COMMANDS = 400  # written in a round
WINDOW = 100  # commands over which a command's cost is taken
MEANS = SessionDeps(RandomDice.from_seed("a benchmark"), lambda: 0, "")


def measure_journal() -> list[Measured]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        early, late = aged(data / "games" / "early", EARLY), aged(data / "late", LATE)
        return [
            measure_append(data, bodies(early)),
            measure_replay(early, late),
            measure_command(early, late),
            measure_startup(data, EARLY),
        ]


def aged(folder: Path, events: int) -> RealDisk:
    """A game in which every deed was somebody's from the start, so many events old."""
    disk, dice, count = RealDisk(folder), throws(LATE, seed=3), 0
    session = Session.create(disk, Start(sold(start())), MEANS)
    while count < events:
        count += len(give_next(session, dice).events)
    session.close()
    return disk


def give_next(session: Session, dice: Iterator[Dice]) -> RecordedMove:
    return session.give(f"tap-{session.number}", next_command(session.game, dice))


def bodies(disk: RealDisk) -> list[bytes]:
    with closing(Journal.open(disk)) as journal:
        return [entry.body for entry in journal.entries()][:COMMANDS]


def measure_append(folder: Path, written: list[bytes]) -> Measured:
    """Against the same bytes written barely, with the same promises: appended to a file and in a transaction, and both
    synced, one after the other.
    """
    lines = [
        entry_line(JournalEntry(number, f"tap-{number}", 0, body), NO_HASH).text
        for number, body in enumerate(written, 1)
    ]
    ratios = []
    for number in range(ROUNDS):
        journal = Journal.create(
            RealDisk(folder / f"journal-{number}"),
            JournalHead(FORMAT, f"journal-{number}", 0, "", encode_head(Start(start()))),
        )
        bare = sqlite3.connect(folder / f"bare-{number}.db", isolation_level=None)
        set_pragmas(bare, FILE_PRAGMAS)
        bare.execute("CREATE TABLE lines (number INTEGER PRIMARY KEY, line BLOB)")
        with closing(journal), closing(bare):
            ours = seconds(lambda: append_all(journal, written))  # noqa: B023
            tape = folder / f"bare-{number}.tape"
            ratios.append(ours / seconds(lambda: write_both(tape, bare, lines)))  # noqa: B023
    return Measured("journal: a command's CPU against a bare append and transaction", median(ratios), most=2.0)


def append_all(journal: Journal, written: list[bytes]) -> None:
    for number, body in enumerate(written):
        journal.append(f"tap-{number}", 0, body)


def write_both(tape: Path, bare: sqlite3.Connection, lines: list[bytes]) -> None:
    with tape.open("ab", buffering=0) as file:
        for number, line in enumerate(lines, 1):
            bare.execute("BEGIN IMMEDIATE")
            bare.execute("INSERT INTO lines VALUES (?, ?)", (number, line))
            file.write(line)
            os.fdatasync(file.fileno())
            bare.execute("COMMIT")


def measure_replay(early: RealDisk, late: RealDisk) -> Measured:
    """The cost of an event when a long game is opened, against a short one."""
    ratios = []
    for _ in range(5):
        short = seconds(lambda: Session(early, MEANS).close()) / EARLY
        ratios.append(seconds(lambda: Session(late, MEANS).close()) / LATE / short)
    return Measured(f"replay: an event's cost of {LATE} against {EARLY}", median(ratios), most=1.2)


def measure_command(early: RealDisk, late: RealDisk) -> Measured:
    """A command given late in a game against early in it, over the same throws, written down and all."""
    ratios = []
    for seed in range(ROUNDS):
        first = seconds_of_commands(early, seed)
        ratios.append(seconds_of_commands(late, seed) / first)
    return Measured(f"session: a command's cost at event {LATE} against {EARLY}", median(ratios), most=1.25)


def seconds_of_commands(aged: RealDisk, seed: int) -> float:
    """On a copy, which is as old in every round."""
    disk, dice = RealDisk(aged.folder.parent / "copy" / aged.game), throws(10 * WINDOW, seed)
    shutil.copytree(aged.folder, disk.folder)
    session = Session(disk, MEANS)
    with closing(session):
        taken = seconds(lambda: [give_next(session, dice) for _ in range(WINDOW)])
    shutil.rmtree(disk.folder)
    return taken
