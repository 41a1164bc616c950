"""Try something that must not stop the table: an exception is logged, and the game goes on."""

import logging
import traceback
from collections.abc import Callable
from pathlib import Path


def attempt(what: str, act: Callable[[], None]) -> bool:
    try:
        act()
    except Exception as error:
        note_error(what, error)
        return False
    return True


def note_error(what: str, error: Exception) -> None:
    """One line, whatever the error holds, and nothing of what the program held then."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    said = " ".join(str(error).split())[:300]
    _log.error("While %s: %s in %s:%s: %s", what, type(error).__name__, Path(where.filename).name, where.lineno, said)


_log = logging.getLogger("companion.table")
