"""Closes every journal that a test leaves open, makes apps fast, and tries one size of several in `make test`."""

import pytest

from tests.console.fast_apps import quick_apps
from tests.journal.conftest import closed_in_the_end

__all__ = ["closed_in_the_end", "quick_apps"]
FIRST_SIZES: dict[object, object] = {}  # by test


def pytest_itemcollected(item: pytest.Item) -> None:
    """Where a test names several sizes, `make test` tries the first; the others are in the long run."""
    if isinstance(item, pytest.Function) and hasattr(item, "callspec") and "size" in item.callspec.params:
        size = item.callspec.params["size"]
        if FIRST_SIZES.setdefault(item.function, size) != size:
            item.add_marker(pytest.mark.long_run)
