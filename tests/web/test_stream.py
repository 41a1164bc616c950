"""A device may have only so many pages open; older ones make room."""

import socket
from contextlib import ExitStack

from companion.table.messages.requests import OpenPairing
from companion.web.pages import MAX_PER_DEVICE
from tests.deadline import DEADLINE_S
from tests.processes import wait_for
from tests.web.web_server import WebTable

MANY = 5 * MAX_PER_DEVICE


def _opened(served: WebTable, cookie: str) -> socket.socket:
    link = socket.create_connection(("127.0.0.1", served.pages.port), timeout=DEADLINE_S)
    asked = f"GET /events HTTP/1.1\r\nHost: {served.pages.host}\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n"
    link.sendall(asked.encode())
    link.setblocking(False)
    return link


def _has_ended(link: socket.socket) -> bool:
    try:
        while link.recv(65_536):
            continue
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True
    return True


def test_only_a_few_of_one_devices_pages_stay_open(own: WebTable) -> None:
    cookie = own.paired(OpenPairing("viewer"))
    with ExitStack() as stack:
        links = [stack.enter_context(_opened(own, cookie)) for _ in range(MANY)]
        wait_for(lambda: sum(map(_has_ended, links)) == MANY - MAX_PER_DEVICE, "the end of the others")
