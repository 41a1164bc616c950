"""Whatever happens to one copy is repaired from the other and reported.

Bits of the database are flipped by sample: some of them in `make test`; in the long run all of its first 112 bytes, and
600 others (COMPANION_LONG: 6,000).
"""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.journal import Journal, RealDisk
from companion.journal.database import DATABASE
from companion.journal.entry import entry_line, parse_line
from companion.journal.tape import TAPE
from tests.journal.sample import GAME, append, entry, filled, history, written
from tests.journal.test_tape import doubled, dropped, emptied, flipped, swapped

COUNT = 30
HEADER_BITS = 8 * 112  # of the database and of its first page
FLIPS = 6000 if os.environ.get("COMPANION_LONG") else 600


def reopened(disk: RealDisk, *, told: bool = True) -> None:
    """Opened, it has its whole history, says what was wrong, goes on, and has nothing to say the next time."""
    journal = Journal.open(disk)
    assert journal.entries() == history(COUNT)
    assert journal.report.is_sound is not told
    assert bool(journal.report.done) is told
    append(journal, COUNT + 1)
    journal.close()
    again = Journal.open(disk)
    assert again.report.is_sound
    assert again.entries() == history(COUNT + 1)
    again.close()


def texts(disk: RealDisk) -> list[bytes]:
    return disk.read(TAPE).splitlines(keepends=True)


# The tape


@pytest.mark.parametrize("damage", [flipped, emptied, dropped, doubled, swapped])
@pytest.mark.parametrize("at", [0, 1, 15, COUNT - 1])
def test_a_tape_damaged_in_the_middle_is_set_aside_and_repaired(
    tmp_path: Path, damage: Callable[[list[bytes], int], list[bytes]], at: int
) -> None:
    disk = written(tmp_path, COUNT)
    whole, damaged = disk.read(TAPE), b"".join(damage(texts(disk), at))
    disk.replace(TAPE, damaged)
    journal = Journal.open(disk)
    assert disk.read(TAPE) == whole
    assert disk.read("game.tape.damaged-1") == damaged
    assert journal.report.found[0].startswith("The tape was damaged (")
    assert journal.report.done == ("The tape was repaired. The damaged one is kept as game.tape.damaged-1.",)
    journal.close()
    reopened(disk, told=False)


def test_a_tape_cut_anywhere_is_repaired_from_the_database(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    whole = disk.read(TAPE)
    for length in range(0, len(whole), 97):
        disk.replace(TAPE, whole[:length])
        journal = Journal.open(disk)
        assert journal.entries() == history(COUNT)
        assert disk.read(TAPE) == whole
        assert not journal.report.is_sound
        journal.close()


def test_a_torn_last_line_that_nobody_was_told_of_is_dropped(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    disk.append(TAPE, b'{"number":31,"id":"tap-31","at_ms":17')
    journal = Journal.open(disk)
    assert journal.report.found == ("The last line of the tape was cut off.",)
    assert journal.report.done == ("The tape was repaired.",)
    journal.close()
    reopened(disk, told=False)


def test_a_last_line_that_only_the_tape_has_is_kept(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    last = parse_line(texts(disk)[-1][:-1])
    disk.append(TAPE, entry_line(entry(COUNT + 1), last.hash).text + b"\n")
    journal = Journal.open(disk)
    assert journal.entries() == history(COUNT + 1)
    assert journal.report.found == ("The database ended with move 30, the game with move 31.",)
    assert journal.report.done == ("The database was brought up to date.",)


# The database


def test_a_database_with_any_page_zeroed_is_rebuilt(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    image = disk.read(DATABASE)
    for page in range(len(image) // 4096):
        disk.replace(DATABASE, image[: page * 4096] + bytes(4096) + image[(page + 1) * 4096 :])
        journal = Journal.open(disk)
        assert journal.entries() == history(COUNT)
        journal.close()


@pytest.mark.parametrize(
    ("header_step", "flips"), [(5, 150), pytest.param(1, FLIPS, marks=pytest.mark.long_run)], ids=["some", "more"]
)
def test_a_database_with_any_bit_flipped_is_harmless_or_repaired(tmp_path: Path, header_step: int, flips: int) -> None:
    disk = written(tmp_path, COUNT)
    image, random = disk.read(DATABASE), Random(0)
    bits = [*range(0, HEADER_BITS, header_step), *(random.randrange(8 * len(image)) for _ in range(flips))]
    told = 0
    for bit in bits:
        rotten = bytearray(image)
        rotten[bit // 8] ^= 1 << bit % 8
        disk.replace(DATABASE, bytes(rotten))
        journal = Journal.open(disk)
        assert journal.entries() == history(COUNT)
        append(journal, COUNT + 1)
        told += not journal.report.is_sound
        journal.close()
        disk.replace(TAPE, b"".join(texts(disk)[: COUNT + 1]))
        _clear(disk)
    assert told > len(bits) / 3


def _clear(disk: RealDisk) -> None:
    for name in disk.names():
        if "damaged" in name:
            (disk.folder / name).unlink()


@pytest.mark.parametrize("length", [0, 1, 100, 4096, 5000, 12_288])
def test_a_database_cut_short_is_rebuilt(tmp_path: Path, length: int) -> None:
    disk = written(tmp_path, COUNT)
    disk.replace(DATABASE, disk.read(DATABASE)[:length])
    reopened(disk)


@pytest.mark.parametrize("content", [b"x" * 8192, b"SQLite format 3\0" + b"x" * 8192])
def test_what_is_no_database_at_all_is_set_aside(tmp_path: Path, content: bytes) -> None:
    disk = written(tmp_path, COUNT)
    disk.replace(DATABASE, content)
    reopened(disk)
    assert disk.read("game.db.damaged-1") == content


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET body = '{}' WHERE number = 9",
        "UPDATE entries SET at_ms = 1 WHERE number = 30",
        "UPDATE entries SET prev = hash WHERE number = 3",
        "UPDATE head SET app = 'other'",
        "DELETE FROM entries WHERE number = 9",
        "DELETE FROM head",
        "INSERT INTO head SELECT * FROM head",
        "DROP TABLE head",
        "ALTER TABLE entries RENAME TO others",
        "PRAGMA user_version = 9",
        "PRAGMA application_id = 9",
    ],
)
def test_a_database_that_was_meddled_with_is_rebuilt(tmp_path: Path, change: str) -> None:
    disk = written(tmp_path, COUNT)
    connection = disk.database(DATABASE)
    connection.execute(change)
    disk.release(connection)
    reopened(disk)


IN_THE_LOG = 12  # of 28 entries the last ones are in the database's log only


def as_killed(folder: Path) -> dict[str, bytes]:
    """The files of a journal of 28 entries that was never closed."""
    journal = filled(RealDisk(folder / GAME), 28)
    files = {path.name: path.read_bytes() for path in (folder / GAME).iterdir()}
    journal.close()
    return files


def laid_out(folder: Path, files: dict[str, bytes]) -> RealDisk:
    disk = RealDisk(folder / GAME)
    for name, content in files.items():
        disk.replace(name, content)
    return disk


def test_a_rotten_log_of_the_database_costs_nothing(tmp_path: Path) -> None:
    """A rotten bit there cuts off what follows, and SQLite does not say so."""
    files, random = as_killed(tmp_path / "live"), Random(0)
    told = 0
    for trial in range(100):
        rotten = bytearray(files["game.db-wal"])
        rotten[random.randrange(len(rotten))] ^= 1 << random.randrange(8)
        journal = Journal.open(laid_out(tmp_path / str(trial), {**files, "game.db-wal": bytes(rotten)}))
        assert journal.entries() == history(28)
        told += not journal.report.is_sound
        journal.close()
    assert told > 20
