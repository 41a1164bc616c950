"""Closes every journal that a test leaves open."""

from tests.journal.conftest import closed_in_the_end

__all__ = ["closed_in_the_end"]
