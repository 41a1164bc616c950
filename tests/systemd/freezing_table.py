"""`companion table` with a loop that hangs for ever after SIGUSR1: `python -m tests.systemd.freezing_table`."""

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
    # The process and its other threads live on. Only the loop that serves the game never returns.
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, _freeze)
    await _serve(table, is_for_parent=is_for_parent)


def _freeze() -> None:
    """Reports it first."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(b"FROZEN", os.environ["NOTIFY_SOCKET"])
    threading.Event().wait()


if __name__ == "__main__":
    command._serve = _serve_until_frozen
    sys.exit(main(["table", *sys.argv[1:]]))
