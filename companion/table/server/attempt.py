"""Try something that must not stop the table: an exception is logged, and the game goes on."""

import logging
import traceback
from collections.abc import Callable
from pathlib import Path

from companion.notify import LogLimit

_log = logging.getLogger("companion.table")
_log.addFilter(LogLimit())


def attempt(what: str, act: Callable[[], None]) -> bool:
    try:
        act()
    except Exception as error:
        log_error(what, error)
        return False
    return True


def log_error(what: str, error: Exception) -> None:
    """One line, whatever the error contains, and none of the program's data."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    text = " ".join(str(error).split())[:300]
    _log.error("While %s: %s in %s:%s: %s", what, type(error).__name__, Path(where.filename).name, where.lineno, text)
