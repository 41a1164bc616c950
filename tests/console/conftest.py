"""Every journal that a test leaves open is closed in the end, and style sheets are parsed once."""

from tests.console.stylesheets import parsed_once
from tests.journal.conftest import closed_in_the_end

__all__ = ["closed_in_the_end", "parsed_once"]
