"""The disk that fails on demand, compiled once, and a folder that is quick to sync."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Disk, Journal
from companion.journal.recovery import Recovered
from tests.deadline import DEADLINE_S
from tests.emulators import faultfs


@pytest.fixture(scope="session")
def failing_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library to preload."""
    if faultfs.compiler() is None:
        pytest.skip("no C compiler: the disk that fails on demand (tests/emulators/faultfs.c) needs cc")
    return faultfs.build(tmp_path_factory.mktemp("faultfs") / "faultfs.so")


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In memory where there is such a place: what a kill leaves is the same there, and thousands of syncs are free."""
    memory = Path("/dev/shm")
    where = str(memory) if memory.is_dir() and os.access(memory, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="companion-", dir=where))
    yield folder
    until = time.monotonic() + DEADLINE_S
    while folder.exists() and time.monotonic() < until:  # a program that was just killed may still write there
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def closed_in_the_end() -> Iterator[None]:
    """Every journal a test leaves open. Patched apart, so that a test may undo its own patches."""
    opened: list[Journal] = []
    begin = Journal.__init__

    def remembered(journal: Journal, disk: Disk, recovered: Recovered) -> None:
        begin(journal, disk, recovered)
        opened.append(journal)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "__init__", remembered)
        yield
    for journal in opened:
        journal._connection.close()
