"""Everything on the list of bad input is refused in the right way, costs little, and does the server no harm."""

import socket
import struct

import pytest

from companion.table.messages.requests import OpenPairing
from tests.deadline import DEADLINE_S
from tests.processes import cpu_s, rss_mb, wait_for
from tests.web.bad_input import BYTES, CALLS, COOKIES, NAMES, Call
from tests.web.web_server import LEFT_OUT, RunningWebServer, WebTable, device_of

GROWS_MB = 12.0  # after the whole list
CALL_S = 2.0  # processor time for one bad call


@pytest.fixture(scope="module")
def cookies(shared: WebTable) -> dict[str, str]:
    return {
        "": LEFT_OUT,
        "banker": shared.paired(),
        "player": shared.paired(OpenPairing("player", 0)),
        "viewer": shared.paired(OpenPairing("viewer")),
    }


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_a_bad_call_is_refused(shared: WebTable, cookies: dict[str, str], call: Call) -> None:
    pages = shared.pages
    headers = {name: value.replace("{host}", pages.host) or LEFT_OUT for name, value in call.headers}
    before = cpu_s(pages.process.pid)
    said = pages.ask(call.method, call.path, call.body, **({"Cookie": cookies[call.cookie]} | headers))
    assert (said.status, cpu_s(pages.process.pid) - before < CALL_S) == (call.status, True), said
    assert "Traceback" not in said.text
    assert said.headers["Server"] == "companion"


@pytest.mark.parametrize("cookie", COOKIES, ids=lambda cookie: cookie[:40])
def test_a_bad_or_doubled_cookie_signs_nobody_in(shared: WebTable, cookies: dict[str, str], cookie: str) -> None:
    given = cookie.replace("{good}", cookies["banker"])
    said = shared.pages.raw(
        f"GET /paired HTTP/1.1\r\nHost: {shared.pages.host}\r\nConnection: close\r\nCookie: {given}\r\n\r\n".encode()
    )
    assert said.split(b" ")[1] in (b"401", b"400"), said


@pytest.mark.parametrize("content", BYTES, ids=lambda content: repr(content[:40]))
def test_bytes_that_are_not_a_request_get_no_answer_but_an_error(shared: WebTable, content: bytes) -> None:
    content = content.replace(b"{host}", shared.pages.host.encode())
    before = cpu_s(shared.pages.process.pid)
    answered = shared.pages.raw(content)
    assert answered.partition(b"\r\n")[0].split(b" ")[1:2] in ([], [b"400"], [b"403"], [b"421"]), answered[:200]
    assert cpu_s(shared.pages.process.pid) - before < CALL_S


@pytest.mark.parametrize("path", ["/pair", "/give", "/events", "/page/look.css"])
@pytest.mark.parametrize("hears", [True, False], ids=["after the first bytes of an answer", "at once"])
def test_a_client_that_hangs_up_half_way_causes_no_error(
    shared: WebTable, cookies: dict[str, str], path: str, hears: bool
) -> None:
    """The last of these tests checks that nothing was logged."""
    method = "POST" if path in ("/pair", "/give") else "GET"
    headers = {"Host": shared.pages.host, "Origin": shared.pages.url, "Cookie": cookies["banker"]}
    told = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    with socket.create_connection(("127.0.0.1", shared.pages.port), timeout=DEADLINE_S) as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closes with a reset
        link.sendall(f"{method} {path} HTTP/1.1\r\n{told}Content-Length: 100\r\nExpect: 100-continue\r\n\r\nx".encode())
        if hears:
            assert link.recv(100)
    wait_for(lambda: _is_well(shared.pages), "an answer")


@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name[:20]))
def test_a_device_may_have_any_name(shared: WebTable, name: str) -> None:
    cookie = shared.paired(OpenPairing("viewer"), name)
    assert shared.pages.ask("GET", "/paired", Cookie=cookie).status == 204
    shared.pages.pair(shared.code(OpenPairing("viewer")), "again", Cookie=cookie)
    assert device_of(cookie) not in shared.devices(), "pairing again replaces the old pairing"


# The server as a whole


def test_two_hundred_silent_connections_do_not_keep_others_out_for_long(shared: WebTable) -> None:
    """Only some from one address may wait; once they are gone, everybody gets in again."""
    before = rss_mb(shared.pages.process.pid)
    waiting = [socket.create_connection(("127.0.0.1", shared.pages.port), timeout=DEADLINE_S) for _ in range(200)]
    try:
        wait_for(lambda: sum(map(_is_hung_up, waiting)) >= 200 - 32, "the server hanging up on the rest")
    finally:
        for link in waiting:
            link.close()
    wait_for(lambda: _is_well(shared.pages), "an answer")
    assert rss_mb(shared.pages.process.pid) < before + GROWS_MB


def _is_hung_up(link: socket.socket) -> bool:
    link.setblocking(False)
    try:
        return link.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def _is_well(pages: RunningWebServer) -> bool:
    try:
        return pages.ask("GET", "/health").status == 200
    except OSError:
        return False


def test_after_all_bad_input_the_server_is_small_and_healthy(shared: WebTable) -> None:
    """Runs last, after the whole list. Nothing is left over, and no mistake of ours was logged."""
    pages = shared.pages
    size = rss_mb(pages.process.pid)
    assert size < 70, f"{size:.0f} MB"
    assert _is_well(pages)
    _, said = pages.end()
    pages.start()  # other tests may share it
    assert said == ""
