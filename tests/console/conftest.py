"""Closes every journal that a test leaves open, and makes apps fast."""

from tests.console.fast_apps import quick_apps
from tests.journal.conftest import closed_in_the_end

__all__ = ["closed_in_the_end", "quick_apps"]
