"""`companion console`: the banker's screen, on a running table; and what happens when it crashes."""

import argparse
import gc
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.terminal import DONE, add_data, complain, fail, number, saying
from companion.console import OPENING
from companion.household.folders import data_folder, socket_path, user_folder

if TYPE_CHECKING:
    from companion.table.messages.message import RoleName

seat_number = number(1, 8, "the number of a player,")
ROLES = ("banker", "player", "viewer")
STEADY_S = 5.0  # a console that ran this long did not crash at its start
HUNG_UP = 129  # as a shell tells an end by SIGHUP
CRASH_LOG = "console.log"
MAX_LOG_BYTES = 256 * 1024
SAVED = "The game is saved at the table."
CRASHED = f"The console crashed. {SAVED} `companion console` opens it again."
REOPENED = f"It had crashed. {SAVED}"
DETAILS = " Details for developers: {}"
NO_TERMINAL = (
    "The console needs a terminal to draw on, and this is not one. Start it in a terminal window (over ssh: ssh -t). "
    "Do not redirect its input or output. `companion --help` lists what works without one."
)
HELP = """\
The console shows what the table says and passes on what people press. You may close it at any moment: nothing is lost.
`companion` alone also starts a table if none is running.

examples:
  companion console
  companion console --touch
  companion console --role viewer
  companion console --role player --seat 2
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_touch(parser)
    parser.add_argument("--role", choices=ROLES, default="banker", help="whose screen it is; without it, the Banker's")
    parser.add_argument("--seat", type=seat_number, default=0, metavar="N", help="with --role player: which, from 1")
    parser.add_argument("--device", default="", metavar="ID", help=argparse.SUPPRESS)  # of a paired tablet


def add_touch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--touch", action="store_true", help="large buttons, for fingers")


def run(args: argparse.Namespace) -> int:
    if (args.role == "player") != bool(args.seat):
        return complain("companion console: --role player and --seat N belong together")
    if not has_terminal():
        return complain(NO_TERMINAL)
    path = socket_path(data_folder(args.data))
    if args.device:
        _end_with_parent()
    else:
        with saying(OPENING):
            why = why_no_table(path)
            if not why:
                load_console()
        if why:  # a tablet waits for the table, and says so
            return fail(why)
    return open_console(path, is_touch=args.touch, role=args.role, seat=args.seat - 1, device=args.device)


def has_terminal() -> bool:
    """A browser's console has pipes, and Textual's own driver for them."""
    streams = sys.stdin, sys.stdout, sys.stderr  # Textual draws on the last
    return all(stream.isatty() for stream in streams) or bool(os.environ.get("TEXTUAL_DRIVER"))


def why_no_table(path: Path) -> str:
    """A sentence; empty if a table answers there."""
    from companion.table.client import LinkLost, TableSilent, ask
    from companion.table.messages.requests import ListGames

    try:
        reply = ask(path, ListGames())
    except TableSilent:
        return ""  # it runs, and the console says what it waits for
    except LinkLost as lost:
        return str(lost)
    none = f"No table is running at {path}. Start one with `companion table`, or both with `companion`."
    return "" if reply else none


def _end_with_parent() -> None:
    """A browser's console has nobody to draw for once the server that started it has gone, however it went."""
    import ctypes
    import select
    import signal

    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)
    poll = select.poll()
    poll.register(sys.stdin.fileno(), select.POLLHUP)
    if poll.poll(0):
        raise SystemExit(DONE)  # the server went before we could watch it


def _end_with_terminal() -> None:
    """A terminal may go without a hang-up that we hear (`nohup`, a session of its own): nobody would see the screen
    again, and Textual would read the end of its input for ever.
    """
    import select
    import signal
    from threading import Thread

    poll = select.poll()
    poll.register(sys.stdin.fileno(), 0)  # a hang-up is always told

    def watch() -> None:
        while not any(told & (select.POLLHUP | select.POLLNVAL) for _, told in poll.poll()):
            pass
        os.kill(os.getpid(), signal.SIGHUP)
        os._exit(HUNG_UP)  # if that is ignored

    Thread(target=watch, name="terminal", daemon=True).start()


def load_console() -> None:
    """Takes most of the time of a start. The app collects garbage again: what is loaded stays, and looking costs."""
    gc.disable()
    import_module("companion.console.app")


def open_console(path: Path, *, is_touch: bool, role: "RoleName" = "banker", seat: int = -1, device: str = "") -> int:
    """Opens a console that crashed again, unless that would go on for ever."""
    load_console()
    if sys.stdin.isatty():
        _end_with_terminal()
    from companion.console.app import ConsoleApp
    from companion.console.link import TableLink
    from companion.console.state import Note

    note = None
    while True:
        since = time.monotonic()
        with saying(OPENING):
            app = ConsoleApp(TableLink(path, role, seat, device=device), is_touch=is_touch, note=note)
            app.run()
        if app.mistake is None:
            return app.return_code or DONE
        where = write_crash_note(path.parent, app.mistake)
        details = DETAILS.format(where) if where else ""
        if device or time.monotonic() - since < STEADY_S:  # the server opens a browser's console again
            return fail(CRASHED + details)
        note = Note("restarted", "This screen was opened again", (REOPENED + details,))


def write_crash_note(folder: Path, mistake: BaseException) -> str:
    """Returns the file it is in; empty if no disk takes it."""
    import traceback

    entry = f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{''.join(traceback.format_exception(mistake))}\n"
    for path in crash_note_files(folder):
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            # A console that crashes every second must not fill the card.
            is_full = path.exists() and path.stat().st_size > MAX_LOG_BYTES
            with path.open("w" if is_full else "a", encoding="utf-8", errors="replace") as log:
                log.write(entry)
        except OSError:
            continue
        return str(path)
    return ""


def crash_note_files(folder: Path) -> tuple[Path, ...]:
    """Beside the games; or in the home folder of a user who may not write there."""
    return tuple(dict.fromkeys((folder / CRASH_LOG, user_folder() / CRASH_LOG)))
