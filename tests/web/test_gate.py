"""The names this machine answers to, and the pages that may change something."""

import pytest

from companion.web.gate import is_own_host, is_own_origin, own_names

NAMES = own_names("Table", ["games.lan"])
AT = ("192.168.1.7", 8080)


def test_own_names_are_the_hostname_and_those_in_the_settings() -> None:
    assert own_names("Pi.home", ["Games.lan"]) == {"localhost", "pi", "pi.local", "pi.home", "games.lan"}
    assert own_names("", []) == {"localhost"}


@pytest.mark.parametrize(
    "host", ["192.168.1.7:8080", "table:8080", "table.local:8080", "games.lan:8080", "localhost:8080"]
)
def test_its_address_and_names_are_accepted(host: str) -> None:
    assert is_own_host(host, AT, NAMES)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8080",
        "192.168.1.7",  # another port
        "192.168.1.7:80",
        "192.168.1.8:8080",
        "192.168.1.7:8080.evil.example",
        "table.local.evil.example:8080",
        "TABLE:8080 ",
        "[::1]:8080",
        "127.0.0.1:8080",  # not the address this socket was reached by
    ],
)
def test_any_other_host_is_refused(host: str) -> None:
    assert not is_own_host(host, AT, NAMES)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("[fe80::7]:8080", ("fe80::7%eth0", 8080)),
        ("192.168.1.7:8080", ("::ffff:192.168.1.7", 8080)),
        ("192.168.1.7", ("192.168.1.7", 80)),
    ],
)
def test_addresses_are_accepted_as_people_type_them(host: str, address: tuple[str, int]) -> None:
    assert is_own_host(host, address, NAMES)


def test_only_the_exact_origin_is_our_own() -> None:
    assert is_own_origin("http://table.local:8080", "table.local:8080")
    for origin in (
        None,
        "",
        "null",
        "http://table.local",
        "http://table.local:8081",
        "https://table.local:8080",
        "http://table.local:8080.evil.example",
        "http://evil.example",
        "HTTP://TABLE.LOCAL:8080",
        "http://table.local:8080/",
    ):
        assert not is_own_origin(origin, "table.local:8080"), origin
