"""Tables and web servers that start at once: a process has imported what they need, and forks one whenever it is asked.

From then on it is the same program in a process of its own. What must start from nothing, such as with other options of
Python, is started as usual.
"""

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
IMPORTED = {
    "table": ("companion.cli.table", "companion.household.build_rig", "companion.table.server.table"),
    "tablet": ("companion.cli.tablet", "companion.web.server"),
}
MAX_REQUEST = 1 << 17
MAX_FILES = 4


class WarmProgram:
    """The process that forks. It ends with the tests."""

    def __init__(self, program: str) -> None:
        self._link, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "tests.warm_programs", program, str(theirs.fileno())]
        # Its own output is never read. Those that it forks write to pipes, too, and Python has prepared for that.
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=(theirs.fileno(),), stdout=pipe, stderr=pipe)
        theirs.close()
        atexit.register(self._end)

    def _end(self) -> None:
        self._link.close()
        self._process.communicate()

    def fork(self, request: Mapping[str, Any], files: Sequence[int]) -> int:
        socket.send_fds(self._link, [json.dumps(request).encode()], files)
        return int(self._link.recv(100))


warm_program = cache(WarmProgram)


class ForkedProcess(subprocess.Popen[bytes]):
    """It starts and ends otherwise than Popen's: its parent is the process that forked it, which tells of its end.

    `listening` becomes its file 3, as systemd hands over a socket.
    """

    def __init__(self, words: Sequence[str], environ: Mapping[str, str], listening: int = -1) -> None:
        self._listening = listening
        super().__init__(words, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def _execute_child(self, words: Sequence[str], *more: Any) -> None:
        environ, output, errors = more[5], more[12], more[14]
        self._ended, told = os.pipe()
        handed = [self._listening] if self._listening >= 0 else []
        request = {"words": words, "environ": dict(environ)}
        self.pid = warm_program(words[0]).fork(request, [output, errors, told, *handed])
        self._child_created = True
        for file in (output, errors, told):
            os.close(file)

    def _try_wait(self, wait_flags: int) -> tuple[int, int]:
        if wait_flags & os.WNOHANG and not select.select([self._ended], [], [], 0)[0]:
            return 0, 0
        status = int(os.read(self._ended, 100))
        os.close(self._ended)
        return self.pid, status

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        if self.returncode is None:
            pid, status = self._try_wait(os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def main(program: str, link: socket.socket) -> None:
    for name in IMPORTED[program]:
        import_module(name)
    gc.collect()
    gc.freeze()
    running: dict[int, tuple[int, int]] = {}  # by the file that tells its end: its id, and where to tell of it
    while True:
        ready = set(select.select([link.fileno(), *running], [], [])[0])
        for ended in ready & running.keys():
            pid, told = running.pop(ended)
            os.write(told, str(os.waitpid(pid, 0)[1]).encode())
            os.close(told)
            os.close(ended)
        if link.fileno() not in ready:
            continue
        content, files, _, _ = socket.recv_fds(link, MAX_REQUEST, MAX_FILES)
        if not content:
            return
        pid = os.fork()
        if not pid:
            run(link, json.loads(content), files)
        running[os.pidfd_open(pid)] = pid, files.pop(2)
        for file in files:
            os.close(file)
        link.send(str(pid).encode())


def run(link: socket.socket, request: dict[str, Any], files: list[int]) -> None:
    """As if Python had been started with it."""
    link.detach()
    output, errors, _, *handed = files
    os.dup2(output, 1)
    os.dup2(errors, 2)
    os.environ.clear()
    os.environ.update(request["environ"])
    if handed:
        os.dup2(handed[0], 3)
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    os.closerange(4 if handed else 3, 1_000)
    sys.argv = ["companion", *request["words"]]
    sys.exit(import_module("companion.cli").main())


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main(sys.argv[1], socket.socket(fileno=int(sys.argv[2])))
