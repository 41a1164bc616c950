"""Real files of a game, as a power cut leaves them: an evening is recorded, cut at places drawn by lot, and opened.

Both copies are synced at once, so either may be down without the other. What no sync has covered at a cut is there or
not, in every combination, or where there are more than six such writes in 64 combinations drawn by lot; and then again
with some of them torn. A liar's syncs do not cover what it wrote in its last operations.

`python -m tests.journal.power_cuts --images N` opens so many images.
"""

import argparse
import ctypes
import json
import os
import shutil
import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import product, zip_longest
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import asdict

from companion.journal import Journal, JournalDamaged, RealDisk
from companion.journal.database import DATABASE
from companion.journal.tape import TAPE
from tests.emulators.faultfs import build, start
from tests.journal.sample import GAME, append, history, written
from tests.storm.torn_disk import CACHED

FILES = {1: TAPE, 2: DATABASE, 3: f"{DATABASE}-wal"}
BEGUN = 3  # moves before the recording
SECTOR = 512
MOST = 64  # combinations of one cut
EVERYTHING = 1_000_000  # operations
_HEAD = struct.Struct("<cBQI")
Files = dict[str, bytearray]


class Change(NamedTuple):
    """Something that happened to a file. A sync covers what was recorded before the place `offset`."""

    place: int
    kind: str
    file: int
    offset: int
    content: bytes


def play(folder: Path, record: Path, seed: int) -> None:
    """An evening, and often a kill in the middle of a move, which the next table finds as it is in memory."""
    random, library, disk = Random(seed), ctypes.CDLL(None), RealDisk(folder)
    library.recordfs_start(os.fsencode(folder), os.fsencode(record), seed)

    def go_on(moves: int) -> None:
        journal = Journal.open(disk)
        found = journal.last_number
        library.recordfs_answered(ctypes.c_long(found))  # the screen shows it
        for number in range(found + 1, found + 1 + moves):
            append(journal, number)
            library.recordfs_answered(ctypes.c_long(number))
        os._exit(0)  # as it is: nothing is tidied up

    for _ in range(random.randint(1, 3)):
        moves, kill_in = random.randint(0, 8), random.choice((0, random.randint(1, 60)))
        child = os.fork()
        if not child:
            library.recordfs_kill_in(ctypes.c_long(kill_in))
            try:
                go_on(moves)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) or not os.waitstatus_to_exitcode(status), "the table failed"


def read_record(content: bytes) -> list[Change]:
    changes, at = [], 0
    while at < len(content):
        kind, file, offset, length = _HEAD.unpack_from(content, at)
        end = at + _HEAD.size + length
        changes.append(Change(at, kind.decode(), file, offset, content[at + _HEAD.size : end]))
        at = end
    return changes


def images(before: Files, changes: list[Change], random: Random, lied: int = 0) -> Iterator[Files]:
    """What may be on the disk after these changes, of which no sync has covered the last ones if the disk lied."""
    synced, covered = Counter[int](), changes[-lied].place if lied else sys.maxsize
    for change in changes:
        if change.kind == "S":
            synced[change.file] = max(synced[change.file], min(change.offset, covered))
    open_ones = [one for one in changes if one.kind in "WT" and one.place >= synced[one.file]]
    if 2 ** len(open_ones) <= MOST:
        choices = list(product((False, True), repeat=len(open_ones)))
    else:
        choices = [tuple(random.random() < 0.5 for _ in open_ones) for _ in range(MOST - 2)]
        choices += [(False,) * len(open_ones), (True,) * len(open_ones)]
    for tears, choice in ((tears, choice) for choice in choices for tears in (False, True)):
        lost = {one.place for one, is_there in zip(open_ones, choice, strict=True) if not is_there}
        torn = {one.place for one in open_ones if tears and one.kind == "W" and random.random() < 0.5} - lost
        if tears and not torn:
            continue
        files = {name: bytearray(content) for name, content in before.items()}
        for change in changes:
            if change.place not in lost and change.file:
                _apply(files[FILES[change.file]], change, random if change.place in torn else None)
        yield files


def _apply(file: bytearray, change: Change, tears: Random | None) -> None:
    match change.kind:
        case "R" | "U":
            file[:] = change.content
        case "T":
            file[:] = file[: change.offset].ljust(change.offset, b"\0")
        case "W":
            for start in range(0, len(change.content), SECTOR):
                if tears is None or tears.random() < 0.6:
                    part, at = change.content[start : start + SECTOR], change.offset + start
                    file.extend(bytes(max(0, at - len(file))))
                    file[at : at + len(part)] = part


def open_image(folder: Path, files: Files, answered: int, sure: int) -> str:
    """What is wrong with it, in a word or two; nothing if all is well. `sure` are those that even a liar must keep."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, content in files.items():
        if content:
            (folder / name).write_bytes(content)
    try:
        journal = Journal.open(RealDisk(folder))
    except JournalDamaged as error:
        return "damaged" if error.from_number > sure else "damaged before"
    found = journal.entries()
    if found != history(len(found)):
        return "another history"
    if len(found) > answered + 1:
        return "invented"
    if len(found) < answered:
        return "lost" if len(found) >= sure else "lost before"
    append(journal, len(found) + 1)
    journal.close()
    return ""


def run(folder: Path, seed: int, most: int, lied: int = 0) -> Counter[str]:
    """One evening, cut until there are so many images."""
    disk, record, tally = written(folder / "live", BEGUN), folder / "record", Counter[str]()
    before = {name: bytearray(disk.read(name) if disk.exists(name) else b"") for name in FILES.values()}
    child = os.fork()  # which is recorded; what opens the images is not
    if not child:
        try:
            play(disk.folder, record, seed)
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0, "the evening could not be recorded"
    changes, random = read_record(record.read_bytes()), Random(seed)
    cuts = list(range(1, len(changes) + 1))
    random.shuffle(cuts)
    for cut in cuts:
        answered, sure = (
            max((one.offset for one in changes[: max(0, end)] if one.kind == "A"), default=BEGUN)
            for end in (cut, cut - lied)
        )
        for files in images(before, changes[:cut], random, min(cut, lied)):
            tally[open_image(folder / "image" / GAME, files, answered, sure)] += 1
            if tally.total() >= most:
                return tally
    return tally


class Tallies(Struct):
    """What became of the images of honest disks, of liars, and of disks on which no sync counts."""

    honest: Counter[str] = field(default_factory=Counter)
    liar: Counter[str] = field(default_factory=Counter)
    unsynced: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tallies") -> None:
        self.honest += other.honest
        self.liar += other.liar
        self.unsynced += other.unsynced

    @property
    def images(self) -> int:
        return self.honest.total() + self.liar.total() + self.unsynced.total()

    @property
    def wrong(self) -> str:
        """Empty if an honest disk has lost nothing, and a liar nothing but an end."""
        allowed = {"honest": ("",), "liar": ("", "lost", "damaged"), "unsynced": ("", "lost", "damaged")}
        wrong = (f"{disk}: {dict(found)}." for disk, found in asdict(self).items() if set(found) - set(allowed[disk]))
        return " ".join(wrong)


def record_and_open(folder: Path, seeds: range, most: int) -> None:
    """Prints the tallies of every evening."""
    for seed in seeds:
        tallies = Tallies(
            honest=run(folder / "honest", seed, most),
            liar=run(folder / "liar", seed, most, CACHED),
            unsynced=run(folder / "unsynced", seed, most // 20 + 1, EVERYTHING),
        )
        shutil.rmtree(folder)
        print(json.dumps(asdict(tallies)), flush=True)


def all_tallies(library: Path, folder: Path, evenings: int, most: int, jobs: int = 1) -> Iterator[Tallies]:
    """Of every evening, as they come in, from so many processes. `most` are the images of an evening and a disk."""
    processes = [
        start(library, "tests.journal.power_cuts", "--seeds", f"{job}:{evenings}:{jobs}", "--most", f"{most}",
              "--folder", str(folder / f"{job}"))
        for job in range(jobs)
    ]  # fmt: skip
    try:
        for lines in zip_longest(*(process.stdout or () for process in processes)):
            for line, process in zip(lines, processes, strict=True):
                if line:
                    yield Tallies(**{name: Counter(found) for name, found in json.loads(line).items()})
                else:
                    assert process.wait() == 0, "an evening failed"
        assert all(process.wait() == 0 for process in processes), "an evening failed"
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.journal.power_cuts")
    parser.add_argument("--images", type=int, default=10_000, metavar="N", help="to be opened in all (10000)")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="so many processes (1)")
    parser.add_argument("--most", type=int, default=1_000, metavar="N", help="of one evening and disk (1000)")
    parser.add_argument("--folder", type=Path, help="for the files (in memory)")
    parser.add_argument("--seeds", help=argparse.SUPPRESS)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as made:
        folder = args.folder or Path(made)
        if args.seeds:
            record_and_open(folder, range(*map(int, args.seeds.split(":"))), args.most)
            return 0
        totals, library = Tallies(), build(Path(made) / "recordfs.so", "recordfs.c")
        for evenings, tallies in enumerate(all_tallies(library, folder, 10**9, args.most, args.jobs), start=1):
            totals.add(tallies)
            if evenings % 10 == 0 or totals.images >= args.images:
                print(f"{evenings:,} evenings, {totals.images:,} images: {json.dumps(asdict(totals))}", flush=True)
            if totals.images >= args.images or totals.wrong:
                break
    print(totals.wrong or "Every move that was answered is there, and no liar has lost more than an end.")
    return bool(totals.wrong)


if __name__ == "__main__":
    sys.exit(main())
