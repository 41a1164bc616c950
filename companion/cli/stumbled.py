"""When a console stumbles over a mistake of ours: what is noted for who mends it, and what people are told."""

import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.console.notes import Note

NAME = "console.log"
SAVED = "The game is at the table, and saved."


def noted(folder: Path, mistake: BaseException) -> str:
    """Where it can be read; empty on a disk that takes nothing."""
    path = folder / NAME
    try:
        with path.open("a", encoding="utf-8") as log:
            log.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{''.join(traceback.format_exception(mistake))}\n")
    except OSError:
        return ""
    return str(path)


def said(where: str) -> str:
    return f"The console stumbled over a mistake of its own. {SAVED} `companion console` opens it again.{_see(where)}"


def opened_again(where: str) -> "Note":
    from companion.console.notes import Note

    lines = (f"It had stumbled over a mistake of its own. {SAVED}{_see(where)}",)
    return Note("restarted", "This screen was opened again", lines)


def _see(where: str) -> str:
    return f" For who can mend it, {where} tells more." if where else ""
