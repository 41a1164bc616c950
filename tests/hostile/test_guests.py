"""A guest on the Wi-Fi who is not paired: what it costs the household is bounded, and paired devices get through."""

import logging
from pathlib import Path

import pytest

from companion.notify import LogLimit
from companion.table.messages.requests import OpenPairing, Pair
from companion.table.server.pairing import CODE_MS, GUESSES, MAX_DEVICES, WRONG, Pairings
from companion.table.server.socket_server import MAX_CONNECTIONS as MAX_TABLE_CONNECTIONS
from companion.web import limits
from companion.web.limits import KEPT_FOR_PAIRED, MAX_CONNECTIONS, MAX_PER_NETWORK, ConnectionLimits, network_of


class Guests(ConnectionLimits):
    """Notes who was hung up on."""

    def __init__(self) -> None:
        super().__init__()
        self.gone: list[int] = []

    def come(self, connection: int, address: str) -> bool:
        return self.admit(connection, address, lambda: self.gone.append(connection))


@pytest.mark.parametrize("count", [MAX_CONNECTIONS, 10 * MAX_CONNECTIONS])
@pytest.mark.parametrize("addresses", [1, 4, 250])
def test_whatever_guests_hold_paired_devices_keep_their_places_and_get_new_ones(count: int, addresses: int) -> None:
    guests = Guests()
    for number in range(8):
        assert guests.come(number, f"192.168.0.{number}")
        guests.mark_paired(number)
    for number in range(count):
        guests.come(1_000 + number, f"192.168.1.{number % addresses}")
    assert not set(range(8)) & set(guests.gone)
    new = [guests.come(100 + number, f"192.168.0.{number % 8}") for number in range(KEPT_FOR_PAIRED // 2)]
    assert all(new)
    for number in range(count):
        guests.come(10_000 + number, f"192.168.1.{number % addresses}")
    assert not {*range(8), *range(100, 100 + len(new))} & set(guests.gone)


def test_the_oldest_connection_without_a_pairing_goes_first() -> None:
    guests = Guests()
    for number in range(MAX_CONNECTIONS - KEPT_FOR_PAIRED):
        assert guests.come(number, f"10.0.0.{number}")
    guests.mark_paired(0)
    assert guests.come(998, "10.0.1.1")
    assert guests.gone == []
    assert guests.come(999, "10.0.1.2")
    assert guests.gone == [1]


def test_addresses_of_one_ipv6_network_count_as_one() -> None:
    assert network_of("2001:db8:1:2:aaaa::1") == network_of("2001:db8:1:2:bbbb::9") != network_of("2001:db8:1:3::1")
    assert network_of("fe80::1%wlan0") == network_of("fe80::2%wlan0")
    assert network_of("::ffff:192.168.0.7") == network_of("192.168.0.7") != network_of("192.168.0.8")
    assert network_of("") == network_of("nonsense") == ""
    guests = Guests()
    for number in range(MAX_PER_NETWORK + 5):
        assert guests.come(number, f"2001:db8::{number:x}")
    assert guests.gone == list(range(5))


def test_a_network_full_of_paired_devices_takes_no_more() -> None:
    guests = Guests()
    for number in range(MAX_PER_NETWORK):
        assert guests.come(number, "10.0.0.1")
        guests.mark_paired(number)
    assert not guests.come(999, "10.0.0.1")


def test_places_at_the_table_stay_for_its_own_consoles() -> None:
    """A link for each device, those of requests that are being answered, and the web server's own."""
    assert MAX_DEVICES + limits.MAX_TABLE_LINKS + 1 <= MAX_TABLE_CONNECTIONS - 16


# The log


def test_of_each_kind_one_line_a_minute_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    log = logging.getLogger("companion.test-of-limits")
    log.addFilter(LogLimit(lambda: now[0]))
    for _ in range(1_000):
        log.error("While %s: %s in %s:%s: %s", "serving", "OSError", "a.py", 3, "x")
        log.error("Something else")
    assert [record.getMessage()[:9] for record in caplog.records] == ["While ser", "Something"]
    now[0] = 61.0
    log.error("Something else")
    assert caplog.records[-1].getMessage() == "Something else (and 999 more in the last minute)"


def test_the_log_forgets_kinds_rather_than_grow() -> None:
    limit = LogLimit(lambda: 0.0)
    for number in range(10_000):
        limit.filter(logging.makeLogRecord({"msg": f"kind {number}"}))
    assert len(limit) <= 100


# Codes


@pytest.fixture
def pairings(tmp_path: Path) -> Pairings:
    return Pairings(tmp_path, lambda: 0, lambda: 0)


def guess(pairings: Pairings, code: str, address: str) -> str:
    reply = pairings.answer("a", Pair(code, "x", address))
    return "" if reply.done else reply.message


def test_wrong_codes_bar_their_address_and_nobody_else(pairings: Pairings) -> None:
    pairings.answer("a", OpenPairing("banker"))
    code = pairings.view().code
    wrong = "000000" if code != "000000" else "111111"
    for address in ("192.168.0.66", "192.168.0.67", "2001:db8::"):
        for _ in range(50):
            assert guess(pairings, wrong, address)
        assert guess(pairings, wrong, address) != WRONG
        assert guess(pairings, code, address), "even the right code"
    view = pairings.view()
    assert (view.code, view.failures) == (code, 3 * GUESSES), "the household's code is still good"
    assert all(address in view.why for address in ("192.168.0.66", "192.168.0.67", "2001:db8::"))
    assert guess(pairings, code, "192.168.0.5") == ""


def test_who_asks_for_a_new_code_forgives(pairings: Pairings) -> None:
    pairings.answer("a", OpenPairing("banker"))
    for _ in range(GUESSES):
        guess(pairings, "x", "192.168.0.66")
    pairings.answer("a", OpenPairing("banker"))
    assert pairings.view().why == ""
    assert guess(pairings, pairings.view().code, "192.168.0.66") == ""


def test_a_code_that_expires_forgives_nobody(tmp_path: Path) -> None:
    now = [0]
    pairings = Pairings(tmp_path, lambda: now[0], lambda: 0)
    pairings.answer("a", OpenPairing("banker"))
    for _ in range(GUESSES):
        guess(pairings, "x", "192.168.0.66")
    now[0] = CODE_MS
    pairings.look()
    assert guess(pairings, pairings.view().code, "192.168.0.66")


def test_addresses_that_guess_are_remembered_up_to_a_limit(pairings: Pairings) -> None:
    pairings.answer("a", OpenPairing("banker"))
    for number in range(5_000):
        guess(pairings, "x", f"10.0.{number // 250}.{number % 250}")
    assert len(pairings.view().why) < 300
