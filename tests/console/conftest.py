"""Every journal that a test leaves open is closed in the end, and apps are quick."""

from tests.console.quick import quick_apps
from tests.journal.conftest import closed_in_the_end

__all__ = ["closed_in_the_end", "quick_apps"]
