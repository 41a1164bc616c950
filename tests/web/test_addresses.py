"""The address on the home network, whatever interfaces a machine has."""

import errno
import os
import socket

import pytest

from companion.web import addresses
from companion.web.addresses import interface_address, list_interfaces


@pytest.mark.parametrize(
    ("found", "address"),
    [
        ([("lo", "127.0.0.1"), ("wlan0", "192.168.1.7")], "192.168.1.7"),
        ([("lo", "127.0.0.1"), ("docker0", "172.17.0.1"), ("eth0", "10.0.0.3")], "10.0.0.3"),
        ([("eth0", "169.254.3.4"), ("wlan0", "192.168.1.7")], "192.168.1.7"),
        ([("lo", "127.0.0.1")], ""),
        ([], ""),
    ],
)
def test_the_first_home_network_address_is_used(
    monkeypatch: pytest.MonkeyPatch, found: list[tuple[str, str]], address: str
) -> None:
    monkeypatch.setattr(addresses, "list_interfaces", lambda _: found)
    with socket.socket() as door:
        assert interface_address(door) == address


def test_ipv4_and_ipv6_sockets_see_the_same_interfaces() -> None:
    with socket.socket() as one, socket.socket(socket.AF_INET6) as other:
        assert interface_address(one) == interface_address(other)
        assert ("lo", "127.0.0.1") in list_interfaces(one)


def test_an_error_from_the_system_means_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: socket.socket) -> list[tuple[str, str]]:
        raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))

    monkeypatch.setattr(addresses, "list_interfaces", refuse)
    with socket.socket() as door:
        assert interface_address(door) == ""
