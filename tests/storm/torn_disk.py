"""A disk in memory that loses power, fills up, fails to sync and rots, at random.

An honest one keeps what was synced and tears what was not. A liar keeps the order of names in its folder, as a
journalling file system does, but any content written in its last operations may be lost or torn, synced or not.
"""

import errno
import sqlite3
from collections import deque
from contextlib import suppress
from typing import Literal, NamedTuple

from companion.players.seeded_random import SeededRandom

SECTOR = 512
CACHED = 24  # operations a liar may forget
Model = Literal["honest", "liar"]


class PowerCut(BaseException):
    """The end came while an operation was under way. Not an Exception: nobody can catch it and go on."""


class _Medium(NamedTuple):
    """The folder at one instant. A file keeps its number when it is renamed, and gets a new one when it is replaced."""

    names: dict[str, int]
    contents: dict[int, bytes]

    def copied(self) -> "_Medium":
        return _Medium(dict(self.names), dict(self.contents))


class TornDisk:
    """`full` and `fsync_fails` are switches. `cut_in(n)` raises PowerCut inside the n-th operation from now: then call
    `power_cut`, or `kill` if only the process died of it.
    """

    def __init__(self, rng: SeededRandom, model: Model = "honest", game: str = "game") -> None:
        self._rng = rng
        self.model = model
        self._game = game
        self._safe = _Medium({}, {})
        self._seen = self._safe.copied()  # what reading shows: with what is not synced yet
        self._past: deque[_Medium] = deque(maxlen=CACHED)
        self._open: dict[sqlite3.Connection, int] = {}
        self._databases: set[int] = set()
        self._made = 0
        self._cut_in = 0
        self.full = False
        self.fsync_fails = False
        self.operations = 0

    @property
    def game(self) -> str:
        return self._game

    # Levers

    def cut_in(self, operations: int) -> None:
        self._cut_in = operations

    def power_cut(self) -> None:
        """What is left is all there is: on the medium and for the next reader."""
        self._forget(self._what_an_honest_one_kept() if self.model == "honest" else self._what_a_liar_kept())

    def _forget(self, left: _Medium) -> None:
        self.kill()
        self._past.clear()
        self._safe, self._seen = left, left.copied()

    def kill(self) -> None:
        """The process is gone. What it had written is with the operating system, synced or not."""
        for connection in self._open:
            connection.close()
        self._open.clear()
        self._cut_in = 0

    def rot(self, name: str) -> None:
        """One bit of a file turns over, in the drawer between two evenings."""
        file = self._file(name)
        at, bit = self._rng.below(len(self._safe.contents[file])), 1 << self._rng.below(8)
        for medium in (self._safe, self._seen):
            content = bytearray(medium.contents[file])
            content[at] ^= bit
            medium.contents[file] = bytes(content)

    def _what_an_honest_one_kept(self) -> _Medium:
        """What was not synced is torn; but a database, by SQLite's own log, is the old one or the new one."""
        left = self._safe.copied()
        for file in left.names.values():
            seen, safe = self._seen.contents.get(file, b""), left.contents.get(file, b"")
            if file in self._databases:
                left.contents[file] = self._rng.choice((safe, seen))
            elif seen != safe:
                left.contents[file] = self._torn(safe, seen)
        return left

    def _what_a_liar_kept(self) -> _Medium:
        past = [*self._past, self._safe]
        names = self._rng.choice(past).names if self._rng.random() < 0.5 else self._safe.names
        contents = {file: self._one_of_many(file, past) for file in names.values()}
        return _Medium(dict(names), contents)

    def _one_of_many(self, file: int, past: list[_Medium]) -> bytes:
        """The last content, an older one, or sectors of both."""
        last = self._safe.contents.get(file, b"")
        old = self._rng.choice(past).contents.get(file, b"")
        return self._rng.choice((last, old, self._torn(old, last)))

    def _torn(self, old: bytes, new: bytes) -> bytes:
        """Up to a random length, sector by sector, the new content, the old, or neither; never less than is common."""
        common = _common_length(old, new)
        torn = bytearray(new[:common])
        end = self._rng.randint(common, max(common, len(new)))
        for start in range(common - common % SECTOR, end, SECTOR):
            sector = slice(max(start, common), min(start + SECTOR, end))
            torn += self._sector(old[sector], new[sector])
        return bytes(torn)

    def _sector(self, old: bytes, new: bytes) -> bytes:
        kind = self._rng.random()
        if kind < 0.6:
            return new
        if kind < 0.8 and len(old) == len(new):
            return old
        return bytes(len(new)) if kind < 0.9 else self._rng.randbytes(len(new))

    # Reading

    def exists(self, name: str) -> bool:
        return name in self._seen.names

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes:
        return self._seen.contents[self._file(name)][start:end]

    def size(self, name: str) -> int:
        return len(self.read(name))

    def names(self, folder: str = "") -> tuple[str, ...]:
        inside = f"{folder}/" if folder else ""
        found = (name.removeprefix(inside) for name in self._seen.names if name.startswith(inside))
        return tuple(sorted(name for name in found if "/" not in name))

    def peek(self, name: str) -> sqlite3.Connection:
        return _connection(self.read(name))

    def medium(self, name: str) -> bytes:
        """What an honest disk would still have if the power went now; nothing if there is no such file."""
        return self._safe.contents.get(self._safe.names.get(name, 0), b"")

    def _file(self, name: str) -> int:
        if name not in self._seen.names:
            raise FileNotFoundError(errno.ENOENT, "no such file", name)
        return self._seen.names[name]

    # Writing

    def append(self, name: str, content: bytes) -> None:
        file = self._file(name)
        self._write(file, content)
        self._sync(file)

    def _write(self, file: int, content: bytes) -> None:
        cut = self._starts(file, content)
        self._seen.contents[file] += self._part(content) if cut else content
        self._cut_now(cut)

    def replace(self, name: str, content: bytes) -> None:
        cut = self._starts()
        if cut and self._rng.random() < 0.5:
            raise PowerCut
        self._fail_to_sync(0.5)
        self._made += 1
        self._link(name, self._made, content)
        self._cut_now(cut)
        self._fail_to_sync(1)

    def _link(self, name: str, file: int, content: bytes) -> None:
        for medium in (self._seen, self._safe):
            medium.names[name] = file
            medium.contents[file] = content
        self._remember()

    def copy(self, source: str, target: str) -> None:
        self.replace(target, self.read(source))

    def rename(self, source: str, target: str) -> None:
        file = self._file(source)
        self._rearrange({target: file}, source)

    def remove(self, name: str) -> None:
        self._rearrange({}, name)

    def remove_folder(self) -> None:
        """There is no folder: what was never written is not there."""

    def _rearrange(self, more: dict[str, int], less: str) -> None:
        cut = self._starts()
        if not cut or self._rng.random() < 0.5:
            for medium in (self._seen, self._safe):
                medium.names.pop(less, None)
                medium.names.update(more)
            self._remember()
        self._cut_now(cut)
        self._fail_to_sync(1)

    # Databases: an image in memory for each, written as a whole with every commit

    def database(self, name: str) -> sqlite3.Connection:
        if not self.exists(name):
            self.replace(name, b"")
        connection = _connection(self.read(name))
        self._open[connection] = self._file(name)
        self._databases.add(self._file(name))
        return connection

    def commit(self, connection: sqlite3.Connection) -> None:
        file = self._open[connection]
        cut = self._starts()
        if cut and self._rng.random() < 0.5:
            raise PowerCut
        connection.execute("COMMIT")
        self._seen.contents[file] = connection.serialize()
        if cut:  # a database without a log of its own would be torn; SQLite's is either there or not
            self._safe.contents[file] = self._seen.contents[file]
        self._cut_now(cut)
        self._sync(file)

    def append_and_commit(self, name: str, content: bytes, length: int, connection: sqlite3.Connection) -> None:
        """Synced at the same time: either may be down without the other, when the power goes or when a sync fails."""
        tape, image = self._file(name), self._open[connection]
        if self.size(name) != length:
            raise OSError(errno.ESTALE, "the tape was changed by another hand", name)
        self._write(tape, content)
        cut = self._starts()
        if cut and self._rng.happens(0.3):
            raise PowerCut
        connection.execute("COMMIT")
        self._seen.contents[image] = connection.serialize()
        first, second = (tape, image) if self._rng.happens(0.5) else (image, tape)
        if cut or self.fsync_fails:
            if self._rng.happens(0.5):
                self._safe.contents[first] = self._seen.contents[first]
                self._remember()
            self._cut_now(cut)
            self._fail_to_sync(1)
        self._sync(first)
        self._sync(second)

    def settle(self, connection: sqlite3.Connection) -> None:
        self._cut_now(self._starts())
        self._sync(self._open[connection])

    def write_again(self, name: str, start: int, content: bytes) -> None:
        file, end = self._file(name), start + len(content)
        assert self._seen.contents[file][start:end] == content, "only what is there already may be written again"
        self._cut_now(self._counts())
        self._sync(file)

    def release(self, connection: sqlite3.Connection) -> None:
        del self._open[connection]
        connection.close()

    # Faults

    def _starts(self, file: int | None = None, content: bytes = b"") -> bool:
        """Counts one that needs space. Raises if the disk is full, perhaps with a part of the content written."""
        if self.full:
            self.operations += 1
            if file is not None:
                self._seen.contents[file] += self._part(content)
            raise OSError(errno.ENOSPC, "no space left on device")
        return self._counts()

    def _counts(self) -> bool:
        """Is this the operation in which the power goes?"""
        self.operations += 1
        self._cut_in -= 1
        return self._cut_in == 0

    def _part(self, content: bytes) -> bytes:
        return content[: self._rng.randint(0, len(content))] if self._rng.happens(0.7) else content

    def _cut_now(self, cut: bool) -> None:
        if cut:
            raise PowerCut

    def _sync(self, file: int) -> None:
        if self.fsync_fails and self._rng.random() < 0.5:
            self._safe.contents[file] = self._seen.contents[file]
        self._fail_to_sync(1)
        self._safe.contents[file] = self._seen.contents[file]
        self._remember()

    def _fail_to_sync(self, likely: float) -> None:
        if self.fsync_fails and self._rng.random() < likely:
            raise OSError(errno.EIO, "input/output error")

    def _remember(self) -> None:
        if self.model == "liar":
            self._past.append(self._safe.copied())


def _connection(image: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    if image:
        with suppress(sqlite3.Error):  # what is no database at all shows at the first question
            connection.deserialize(image)
    return connection


def _common_length(old: bytes, new: bytes) -> int:
    length = min(len(old), len(new))
    if old[:length] == new[:length]:
        return length
    return next(index for index in range(length) if old[index] != new[index])
