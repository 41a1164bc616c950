"""A move that is being sent when its device is removed: the page hears about the removal at once."""

import asyncio
import socket
import time
from pathlib import Path

import aiohttp

from companion.notify import Notifier
from companion.table.messages.views import DeviceLine, PairingView
from companion.table.messages.wire import Ask, Give, Pairing, Reply
from companion.web.gate import COOKIE_NAME, CookieSigner, SignedInDevice
from companion.web.server import WebServer
from companion.web.words import UNPAIRED
from tests.journal.conftest import tmp_path
from tests.table.fake_table import FakeLink, FakeTable, fake_table, in_loop

__all__ = ["tmp_path"]  # a short path, as sockets need
MOVE = b'{"id":"a","act":{"type":"EndTurn","player":0},"seen":0,"beat":1}'
PHONE, OTHER = (DeviceLine(id, id, "player", 0, 0) for id in ("phone", "other"))
SIGNER = CookieSigner(b"k" * 32)


async def _in_touch(table: FakeTable) -> FakeLink:
    """The web server's own link, on which it hears who is paired."""
    link = await table.greeted()
    asked = await link.heard()
    assert isinstance(asked, Ask)
    link.say(Reply(asked.id, done=True), Pairing(PairingView(), (PHONE, OTHER)))
    return link


async def _given(host: str) -> tuple[int, str]:
    cookie = SIGNER.cookie(SignedInDevice(PHONE.id, "player"), int(time.time()))
    headers = {"Cookie": f"{COOKIE_NAME}={cookie}", "Origin": f"http://{host}"}
    async with aiohttp.ClientSession() as page, page.post(f"http://{host}/give", data=MOVE, headers=headers) as said:
        return said.status, await said.text()


@in_loop
async def test_a_removed_device_does_not_wait_for_an_answer(tmp_path: Path) -> None:
    path, stop, listening = tmp_path / "table.sock", asyncio.Event(), socket.create_server(("127.0.0.1", 0))
    async with fake_table(path) as table:
        server = WebServer(path, SIGNER, frozenset())
        serving = asyncio.create_task(server.serve(listening, (), stop, Notifier({})))
        own = await _in_touch(table)
        asked = asyncio.create_task(_given(f"127.0.0.1:{listening.getsockname()[1]}"))
        heard = None
        while not isinstance(heard, Give):  # on the phone's link; on another one the server says where the phone is
            heard = await (await table.greeted()).heard()
        own.say(Pairing(PairingView(), (OTHER,)))
        assert await asked == (401, UNPAIRED)
        stop.set()
        await serving
