"""A serial board for the tests of several files."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware import serial_port
from hardware.signals import BoardKind
from tests.hardware.serial_bench import SerialBench, closed_at_end


@pytest.fixture
def closing(monkeypatch: pytest.MonkeyPatch) -> Iterator[ExitStack]:
    """Closes at the end what a test registers with it. Makes boards wait only briefly for bytes."""
    monkeypatch.setattr(serial_port, "READ_S", 0.005)
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def bench(tmp_path: Path, closing: ExitStack) -> SerialBench:
    return closed_at_end(
        closing, SerialBench(tmp_path, BoardKind.IDENTIFYING, "caps=uid readers=10 module=north first=20")
    )
