"""What a player's page hears: of one device only so many pages at once, and others make room."""

import socket
from contextlib import ExitStack

from companion.table.messages.requests import OpenPairing
from companion.web.stream import MAX_PER_DEVICE
from tests.deadline import DEADLINE_S
from tests.web.serving import House, wait_for

MANY = 5 * MAX_PER_DEVICE


def _opened(house: House, cookie: str) -> socket.socket:
    link = socket.create_connection(("127.0.0.1", house.pages.port), timeout=DEADLINE_S)
    asked = f"GET /events HTTP/1.1\r\nHost: {house.pages.host}\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n"
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


def test_of_many_pages_of_one_device_that_are_opened_at_once_few_stay(own: House) -> None:
    cookie = own.paired(OpenPairing("viewer"))
    with ExitStack() as stack:
        links = [stack.enter_context(_opened(own, cookie)) for _ in range(MANY)]
        wait_for(lambda: sum(map(_has_ended, links)) == MANY - MAX_PER_DEVICE, "the end of the others")
