"""Every journal that a test leaves open is closed in the end."""

from tests.journal.conftest import closed_in_the_end

__all__ = ["closed_in_the_end"]
