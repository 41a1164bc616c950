"""A folder that syncs quickly; a table with its pages for one test, or shared by tests that leave it as it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journal.conftest import tmp_path
from tests.web.browser import Chromium, chromium
from tests.web.web_server import WebTable, web_table

__all__ = ["tmp_path"]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebTable]:
    with web_table(tmp_path_factory.mktemp("web_table")) as both:
        both.table.begin("Ann", "Ben")
        yield both


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as started:
        yield started


@pytest.fixture
def own(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path) as both:
        yield both
