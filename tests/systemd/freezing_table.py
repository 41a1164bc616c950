"""`companion table`, whose loop can be made to hang for ever by a signal: `python -m tests.systemd.freezing_table`."""

import asyncio
import os
import signal
import socket
import sys
import threading

from companion.cli import main
from companion.cli import table as command
from companion.table.server.table import Table

_serve = command._serve


async def _serve_until_frozen(table: Table, *, is_for_parent: bool) -> None:
    # The process lives on, its other threads too; only the loop that serves the game does not come back.
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, _freeze)
    await _serve(table, is_for_parent=is_for_parent)


def _freeze() -> None:
    """With a last word."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(b"FROZEN", os.environ["NOTIFY_SOCKET"])
    threading.Event().wait()


if __name__ == "__main__":
    command._serve = _serve_until_frozen
    sys.exit(main(["table", *sys.argv[1:]]))
