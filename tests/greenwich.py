"""Tests that show a time of day show Greenwich's, wherever they run; what comes after them has its own again."""

import time
from collections.abc import Iterator

import pytest


@pytest.fixture
def in_greenwich() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()
