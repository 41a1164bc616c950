"""A folder that is quick to sync, and a table with its pages that tests share where they leave it as it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journal.conftest import tmp_path
from tests.web.browser import Chromium, chromium
from tests.web.serving import House, house

__all__ = ["tmp_path"]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("house")) as both:
        both.table.begin("Ann", "Ben")
        yield both


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as started:
        yield started


@pytest.fixture
def own(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as both:
        yield both
