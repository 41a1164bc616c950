"""Controls `faultfs.c` in a process that preloads it, and starts such processes."""

import ctypes
import os
import shutil
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


class DiskFault(IntEnum):
    NONE = 0
    KILL_BEFORE = 1
    KILL_INSIDE = 2  # after some bytes of a write
    FULL_ONCE = 3
    FULL_FROM = 4
    FULL_INSIDE = 5  # a write cut short, and no space from then on
    SYNC_FAILS = 6


class Operation(NamedTuple):
    kind: str  # c(reate) w(rite) t(runcate) s(ync) r(ename) u(nlink) d: mkdir
    size: int
    file: str  # the last letter of its name: (tap)e, (wa)l, (d)b, (par)t, ...


class FaultFs:
    """Operations are counted from 1, starting over with each `arm`."""

    def __init__(self, folder: Path) -> None:
        self._library = ctypes.CDLL(None)  # a preloaded library is found among the program's own symbols
        self._library.faultfs_operations.restype = ctypes.c_long
        self._library.faultfs_syncs.restype = ctypes.c_long
        self._library.faultfs_size.restype = ctypes.c_long
        self._library.faultfs_watch(os.fsencode(folder))

    def arm(self, fault: DiskFault, at: int = 0, size: int = 0) -> None:
        self._library.faultfs_arm(int(fault), ctypes.c_long(at), ctypes.c_long(size))

    def syncs(self) -> int:
        return int(self._library.faultfs_syncs())

    def operations(self) -> tuple[Operation, ...]:
        library = self._library
        numbers = [ctypes.c_long(number) for number in range(1, library.faultfs_operations() + 1)]
        return tuple(
            Operation(chr(library.faultfs_kind(n)), library.faultfs_size(n), chr(library.faultfs_file(n)))
            for n in numbers
        )


def compiler() -> str | None:
    return shutil.which("cc")


def build(target: Path, source: str = "faultfs.c") -> Path:
    flags = ("-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror")
    command = ["cc", *flags, "-o", str(target), str(HERE / source), "-ldl"]
    subprocess.run(command, check=True)
    return target


def start(library: Path, module: str, *arguments: str) -> "subprocess.Popen[str]":
    """Starts a Python program with the library preloaded. It answers by printing."""
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True)
