"""When a console stumbles over a mistake of ours: what is noted for who mends it, and what people are told."""

import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.console.notes import Note

NAME = "console.log"
BYTES_MOST = 256 * 1024
SAVED = "The game is at the table, and saved."


def noted(folder: Path, mistake: BaseException) -> str:
    """Where it can be read; empty on a disk that takes nothing."""
    entry = f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{''.join(traceback.format_exception(mistake))}\n"
    for path in places(folder):
        try:
            _append(path, entry)
        except OSError:
            continue
        return str(path)
    return ""


def places(folder: Path) -> tuple[Path, ...]:
    """Beside the games; for a user who may not write there, at home."""
    from companion.household.folders import user_folder

    return tuple(dict.fromkeys((folder / NAME, user_folder() / NAME)))


def _append(path: Path, entry: str) -> None:
    """Raises OSError. A console that stumbles every second must not fill the card."""
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    is_full = path.exists() and path.stat().st_size > BYTES_MOST
    with path.open("w" if is_full else "a", encoding="utf-8", errors="replace") as log:
        log.write(entry)


def said(where: str) -> str:
    return f"The console stumbled over a mistake of its own. {SAVED} `companion console` opens it again.{_see(where)}"


def opened_again(where: str) -> "Note":
    from companion.console.notes import Note

    lines = (f"It had stumbled over a mistake of its own. {SAVED}{_see(where)}",)
    return Note("restarted", "This screen was opened again", lines)


def _see(where: str) -> str:
    return f" For who can mend it, {where} tells more." if where else ""
