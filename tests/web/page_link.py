"""A page without a browser: it hears the stream on a real socket, and gives and asks as `table_link.js` does."""

import http.client
import json
import zlib
from types import TracebackType
from typing import Any

import msgspec

from companion.play.acts import Act
from companion.table.client import new_id
from companion.table.messages.requests import Request
from companion.table.messages.wire import Answer, Reply
from tests.deadline import DEADLINE_S
from tests.web.web_server import HttpAnswer, WebTable

Told = dict[str, Any]


class PageLink:
    """`heard` is the last event of each kind; `bytes_read` counts what came over the wire."""

    def __init__(self, served: WebTable, cookie: str, *, is_compressed: bool = False, address: str = "") -> None:
        """`address` is where the page is, if that matters: only so many connections come from one."""
        self._served, self.cookie = served, cookie
        source = (address, 0) if address else None
        self._link = http.client.HTTPConnection("127.0.0.1", served.pages.port, DEADLINE_S, source)
        accepts = "gzip" if is_compressed else "identity"
        self._link.request("GET", "/events", headers={"Cookie": cookie, "Accept-Encoding": accepts})
        self._answer = self._link.getresponse()
        assert self._answer.status == 200, self._answer.status
        self._unpack = zlib.decompressobj(16 + zlib.MAX_WBITS) if self._answer.headers["Content-Encoding"] else None
        self._text = b""
        self.bytes_read = 0
        self.heard: dict[str, Told] = {}

    def __enter__(self) -> "PageLink":
        self.hear("snapshot")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._answer.close()
        self._link.close()

    def next(self) -> tuple[str, Told]:
        """The next event."""
        while b"\n\n" not in self._text:
            more = self._answer.read1(65_536)
            if not more:
                raise EOFError("the stream has ended")
            self.bytes_read += len(more)
            self._text += self._unpack.decompress(more) if self._unpack else more
        event, _, self._text = self._text.partition(b"\n\n")
        fields = dict(line.split(b": ", 1) for line in event.split(b"\n"))
        kind = fields.get(b"event", b"").decode()
        told = json.loads(fields.get(b"data", b"{}"))
        self.heard[kind] = told
        return kind, told

    def hear(self, kind: str) -> Told:
        """The next event of this kind."""
        while True:
            found, told = self.next()
            if found == kind:
                return told

    def hear_move(self, number: int) -> Told:
        """The game after this move, however it comes."""
        while self.number < number:
            self.next()
        return self.view

    @property
    def number(self) -> int:
        return max(int(self.heard[kind]["number"]) for kind in ("snapshot", "moved") if kind in self.heard)

    @property
    def view(self) -> Told:
        told = max(
            (self.heard[kind] for kind in ("snapshot", "moved") if kind in self.heard), key=lambda one: one["number"]
        )
        view: Told = told["view"]
        return view

    @property
    def beat(self) -> int:
        return int(self.heard["beat"]["number"])

    def post(self, path: str, content: Told) -> HttpAnswer:
        return self._served.pages.ask("POST", path, msgspec.json.encode(content), Cookie=self.cookie)

    def give(self, act: Act | Told, **said: Any) -> Answer:
        """As a page that has drawn the last move it heard of, unless `said` otherwise."""
        content = {"id": new_id(), "act": act, "seen": self.number, "beat": self.beat} | said
        answer = self.post("/give", content)
        assert answer.status == 200, answer
        return msgspec.json.decode(answer.text, type=Answer)

    def ask(self, request: Request, **said: Any) -> Reply:
        answer = self.post("/ask", {"request": request, "beat": self.beat} | said)
        assert answer.status == 200, answer
        return msgspec.json.decode(answer.text, type=Reply)
