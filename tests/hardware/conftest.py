"""A table with a serial board, for the tests of several files."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware import serial_port
from hardware.signals import BoardKind
from tests.hardware.serial_table import Table, made


@pytest.fixture
def closing(monkeypatch: pytest.MonkeyPatch) -> Iterator[ExitStack]:
    """Closes in the end whatever was made with it. Its boards are in a hurry."""
    monkeypatch.setattr(serial_port, "READ_S", 0.005)
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def table(tmp_path: Path, closing: ExitStack) -> Table:
    return made(closing, Table(tmp_path, BoardKind.IDENTIFYING, "caps=uid readers=10 module=north first=20"))
