"""Whatever else changes a game's folder, killed at every operation. Run with `faultfs` preloaded."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.journal import Journal, JournalDamaged, JournalEntry, RealDisk
from companion.journal.backup import backups, keep_backup, read_backup_file, take_backup
from companion.journal.chain import CopyState
from companion.journal.database import DATABASE
from companion.journal.entry import entry_line, parse_line
from companion.journal.restore import restore_backup
from companion.journal.tape import TAPE, read_tape
from tests.emulators.faultfs import FaultFs
from tests.journal.older import MIGRATIONS
from tests.journal.sample import GAME, append, history, written
from tests.journal.trials import Answer, Cut, check_history, copy_folder, in_child, kills, traced

GOLDEN = Path(__file__).with_name("golden")
COUNT = 12


class KillScene(NamedTuple):
    """A folder with a journal of twelve entries, something done to it, and what must hold after a kill."""

    prepare: Callable[[RealDisk], None]
    act: Callable[[RealDisk], object]
    check: Callable[[RealDisk], None]


def _open(disk: RealDisk) -> None:
    Journal.open(disk, MIGRATIONS).close()


def _is_whole(disk: RealDisk) -> None:
    check_history(disk.folder, COUNT)


# What may be wrong with a folder when it is opened


def _nothing(disk: RealDisk) -> None:
    assert disk.exists(TAPE)


def _torn(disk: RealDisk) -> None:
    disk.append(TAPE, b'{"number":13,"id":"tap')


def _tape_damaged(disk: RealDisk) -> None:
    content = bytearray(disk.read(TAPE))
    content[len(content) // 2] ^= 4
    disk.replace(TAPE, bytes(content))


def _tape_short(disk: RealDisk) -> None:
    disk.replace(TAPE, b"".join(disk.read(TAPE).splitlines(keepends=True)[:-2]))


def _database_damaged(disk: RealDisk) -> None:
    content = bytearray(disk.read(DATABASE))
    content[4096:8192] = bytes(4096)
    disk.replace(DATABASE, bytes(content))


def _database_short(disk: RealDisk) -> None:
    connection = disk.database(DATABASE)
    connection.execute("DELETE FROM entries WHERE number > 9")
    disk.release(connection)


def _both_damaged(disk: RealDisk) -> None:
    """Move 7 is gone from both, and move 3 from the tape."""
    lines = disk.read(TAPE).splitlines(keepends=True)
    disk.replace(TAPE, b"".join(lines[:3] + lines[4:7] + lines[8:]))
    connection = disk.database(DATABASE)
    connection.execute("DELETE FROM entries WHERE number = 7")
    disk.release(connection)


# What else is done to a folder


def _is_cut_or_damaged(disk: RealDisk) -> None:
    try:
        journal = Journal.open(disk)
    except JournalDamaged:
        journal = Journal.repair(disk)
    assert journal.entries() == history(6)
    append(journal, 7)
    journal.close()


def _with_backups(disk: RealDisk) -> None:
    """Twelve in one minute: the next one removes some."""
    first = take_backup(disk, 0)
    for number in range(1, 12):
        disk.copy(first.path, first.path.replace("-s0001-", f"-s{number:04}-"))


def _take(disk: RealDisk) -> None:
    take_backup(disk, 60_000)


def _backups_are_sound(disk: RealDisk) -> None:
    assert len(backups(disk)) >= 2
    for backup in backups(disk):
        assert read_tape(disk.read(backup.path)).state is CopyState.SOUND
    _is_whole(disk)


def _with_shorter_backup(disk: RealDisk) -> None:
    lines = disk.read(TAPE).splitlines(keepends=True)[:7]
    keep_backup(disk, b"".join(lines), parse_line(lines[-1][:-1]), 0, "moves", 1)


def _is_old_or_grown(disk: RealDisk) -> None:
    (backup,) = backups(disk)
    kept = read_tape(read_backup_file(disk, backup))
    assert (kept.state, kept.lines[-1].number) == (CopyState.SOUND, backup.number)
    assert backup.number in (6, COUNT)
    _is_whole(disk)


OTHER = JournalEntry(6, "another-tap", 0, b"{}")
EARLY = "000006-19700101T000000.tape"


def _with_early_backup(disk: RealDisk) -> None:
    """Of six moves, the last of them not the one that was played in the end."""
    lines = disk.read(TAPE).splitlines(keepends=True)[:6]
    other = entry_line(OTHER, parse_line(lines[-1][:-1]).hash)
    disk.replace(f"backups/{EARLY}", b"".join(lines) + other.text + b"\n")


def _restore(disk: RealDisk) -> None:
    restore_backup(disk, EARLY, force=True)


def _is_old_or_restored(disk: RealDisk) -> None:
    journal = Journal.open(disk)
    found = journal.entries()
    assert found in ((*history(5), OTHER), history(COUNT))
    append(journal, len(found) + 1)
    journal.close()


def _older(disk: RealDisk) -> None:
    shutil.copytree(GOLDEN / "format-0" / GAME, disk.folder, dirs_exist_ok=True)


def _is_brought_here(disk: RealDisk) -> None:
    """Never anything but the old one or the new one; opened again it is the new one, with nothing lying about."""
    tape = read_tape(disk.read(TAPE))
    assert tape.state is CopyState.SOUND
    _open(disk)
    assert not [name for name in disk.names() if name.endswith(".new") or "damaged" in name]
    _is_whole(disk)


SCENES = {
    "nothing wrong": KillScene(_nothing, _open, _is_whole),
    "a torn tape": KillScene(_torn, _open, _is_whole),
    "a damaged tape": KillScene(_tape_damaged, _open, _is_whole),
    "a short tape": KillScene(_tape_short, _open, _is_whole),
    "no tape": KillScene(lambda disk: disk.remove(TAPE), _open, _is_whole),
    "a damaged database": KillScene(_database_damaged, _open, _is_whole),
    "a short database": KillScene(_database_short, _open, _is_whole),
    "no database": KillScene(lambda disk: disk.remove(DATABASE), _open, _is_whole),
    "a repair": KillScene(_both_damaged, Journal.repair, _is_cut_or_damaged),
    "a backup": KillScene(_with_backups, _take, _backups_are_sound),
    "a growing backup": KillScene(_with_shorter_backup, _take, _is_old_or_grown),
    "a restored backup": KillScene(_with_early_backup, _restore, _is_old_or_restored),
    "a migration": KillScene(_older, _open, _is_brought_here),
}


def run(scene: KillScene, folder: Path) -> tuple[int, int]:
    """How many operations there were, and how many kills."""
    kept, live = folder / "kept" / GAME, folder / "live" / GAME
    faults, trials = FaultFs(folder / "live"), 0
    disk = RealDisk(live)
    scene.prepare(written(folder / "kept", COUNT))
    copy_folder(kept, live)

    def act(_: Answer) -> None:
        scene.act(disk)

    operations = traced(faults, act)
    for cut in kills(operations, Random(0)):
        copy_folder(kept, live)
        assert in_child(lambda _, cut=cut: _armed(faults, cut, lambda: scene.act(disk))).killed  # type: ignore[misc]
        scene.check(disk)
        trials += 1
    return len(operations), trials


def _armed(faults: FaultFs, cut: Cut, act: Callable[[], object]) -> None:
    faults.arm(*cut)
    act()


def main(folder: Path) -> None:
    folder.mkdir()
    found = {name: run(scene, folder / str(index)) for index, (name, scene) in enumerate(SCENES.items())}
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
