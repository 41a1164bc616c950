"""What several of these tests begin with."""

from collections.abc import Iterator

import pytest

from tests.storm.watched import Watched, begun


@pytest.fixture
def watched() -> Iterator[Watched]:
    watched = begun()
    yield watched
    watched.disk.kill()
