"""A proxy between a console and its table. It passes on what they say, and can act at a given message or byte."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

GIVE, ANSWER = b'"type":"Give"', b'"type":"Answer"'


class SocketProxy:
    """Listens where a console looks for its table. Each of the three actions happens once.

    `at_give` is called before a give is passed on, and says whether to do so; `after_give` is called after that.
    `in_answer` is called when so many bytes of the answer were passed on, and says whether to pass on the rest.
    """

    def __init__(self, listen: Path, table: Path) -> None:
        listen.parent.mkdir(parents=True, exist_ok=True)
        self._table = table
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(listen))
        self._server.listen()
        self.at_give: Callable[[], bool] | None = None
        self.after_give: Callable[[], object] | None = None
        self.in_answer: tuple[int, Callable[[], bool]] | None = None
        self.gives = self.answers = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):  # closed in the end
            while True:
                console, _ = self._server.accept()
                threading.Thread(target=self._link, args=(console,), daemon=True).start()

    def _link(self, console: socket.socket) -> None:
        table = socket.socket(socket.AF_UNIX)
        with console, table, suppress(OSError):
            table.connect(str(self._table))
            back = threading.Thread(target=self._pass_on, args=(table, console, self._from_table), daemon=True)
            back.start()
            self._pass_on(console, table, self._from_console)
            table.shutdown(socket.SHUT_RDWR)

    def _pass_on(self, source: socket.socket, to: socket.socket, say: Callable[[socket.socket, bytes], None]) -> None:
        with suppress(OSError), source.makefile("rb") as lines:
            for line in lines:
                say(to, line)
        with suppress(OSError):
            to.shutdown(socket.SHUT_RDWR)

    def _from_console(self, table: socket.socket, line: bytes) -> None:
        is_give = GIVE in line
        self.gives += is_give
        if is_give and self.at_give is not None:
            at_give, self.at_give = self.at_give, None
            if not at_give():
                return
        table.sendall(line)
        if is_give and self.after_give is not None:
            after_give, self.after_give = self.after_give, None
            after_give()

    def _from_table(self, console: socket.socket, line: bytes) -> None:
        if ANSWER in line and self.in_answer is not None:
            (count, do), self.in_answer = self.in_answer, None
            console.sendall(line[: count % len(line)])
            line = line[count % len(line) :] if do() else b""
        console.sendall(line)
        self.answers += ANSWER in line

    def close(self) -> None:
        self._server.close()
