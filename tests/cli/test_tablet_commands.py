"""`companion pair` and `companion tablet`: what they print, how they exit, and what systemd hears of them."""

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli import main
from companion.table.messages.requests import AnnounceWeb, ListDevices, OpenPairing, Pair
from companion.web.addresses import lan_address, listening_socket, page_urls
from companion.web.gate import KEY_FILE
from tests.console.terminal import Terminal
from tests.journal.conftest import tmp_path
from tests.processes import wait_for
from tests.table.running_table import DEADLINE_S, ROOT, RunningTable
from tests.web.web_server import RunningWebServer

__all__ = ["tmp_path"]
Captured = pytest.CaptureFixture[str]
URL = "http://192.168.178.21:8080"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    with RunningTable(tmp_path) as running:
        yield running


def run(data: Path, *words: str) -> int:
    return main([*words, "--data", str(data)])


def let_in(table: RunningTable, name: str) -> None:
    pairing = table.ask(OpenPairing()).pairing
    assert pairing is not None
    assert table.ask(Pair(pairing.code, name)).done


# companion pair


def test_a_code_is_printed_with_a_qr_code_and_its_address(
    table: RunningTable, tmp_path: Path, capsys: Captured
) -> None:
    table.ask(AnnounceWeb((URL, "http://table.local:8080")))
    assert run(tmp_path, "pair", "--player", "2") == 0
    out, err = capsys.readouterr()
    pairing = table.ask(ListDevices()).pairing
    assert pairing is not None
    assert f"  {pairing.code[:3]} {pairing.code[3:]}   for a player, good for " in out
    assert f"  {URL}/pair\n  http://table.local:8080/pair\n" in out
    assert ("█" in out, err) == (True, "")


def test_without_pages_the_code_works_all_the_same(table: RunningTable, tmp_path: Path, capsys: Captured) -> None:
    assert run(tmp_path, "pair", "--viewer") == 0
    assert "start `companion tablet`" in capsys.readouterr().out
    pairing = table.ask(ListDevices()).pairing
    assert pairing is not None
    assert pairing.role == "viewer"


def test_devices_are_listed_and_removed(table: RunningTable, tmp_path: Path, capsys: Captured) -> None:
    for name in ("kitchen", "\x1b[2Jphone", "twice", "once"):
        let_in(table, name)
    assert run(tmp_path, "pair", "--devices") == 0
    listed = capsys.readouterr().out
    assert re.fullmatch(r"([0-9a-f]{16}  banker     .+\n){4}4 paired\.\n", listed)
    assert "\x1b" not in listed
    assert run(tmp_path, "pair", "--remove", "kitchen") == 0
    assert capsys.readouterr().out == "kitchen is removed.\n"
    assert run(tmp_path, "pair", "--remove", "kitchen") == 2
    assert "there is no such device" in capsys.readouterr().err
    assert run(tmp_path, "pair", "--remove", listed.splitlines()[3].split()[0]) == 0


def test_without_a_table_it_says_so(tmp_path: Path, capsys: Captured) -> None:
    assert run(tmp_path, "pair") == 1
    assert "No table is running" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--player", "0"], ["--player", "x"], ["--banker", "--viewer"]])
def test_wrong_arguments_are_explained(tmp_path: Path, words: list[str], capsys: Captured) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(tmp_path, "pair", *words)
    assert "companion pair: error" in capsys.readouterr().err


def test_on_a_terminal_it_waits_until_the_device_has_come(table: RunningTable, tmp_path: Path) -> None:
    terminal = Terminal("pair", "--data", str(tmp_path))
    try:
        terminal.wait_for("for the Banker")
        pairing = table.ask(ListDevices()).pairing
        assert pairing is not None
        table.ask(Pair(pairing.code, "kitchen"))
        terminal.wait_for("kitchen is paired: banker.")
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_ctrl_c_ends_the_pairing(table: RunningTable, tmp_path: Path) -> None:
    terminal = Terminal("pair", "--data", str(tmp_path))
    try:
        terminal.wait_for("for the Banker")
        terminal.process.send_signal(signal.SIGINT)
        terminal.wait_for("Pairing has ended. No more devices are let in.")
        assert terminal.end() == 0
        pairing = table.ask(ListDevices()).pairing
        assert pairing is not None
        assert pairing.code == ""
    finally:
        terminal.close()


# companion tablet


def test_it_says_where_it_is_found_and_tells_the_table(table: RunningTable, tmp_path: Path) -> None:
    with _kept_port() as port:
        command = [sys.executable, "-m", "companion", "tablet", "--port", str(port), "--data", str(tmp_path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            said = re.fullmatch(r"Tablets and phones find the table at (http://\S+)\. .*\n", process.stdout.readline())
            assert said is not None
            wait_for(lambda: said[1] in _told(table), "the address")
            assert said[1].endswith(f":{port}")
            process.send_signal(signal.SIGINT)
            assert process.wait(DEADLINE_S) == 0


@contextmanager
def _kept_port() -> Iterator[int]:
    """A port that nobody else is given meanwhile, but that can be opened by its number."""
    with socket.socket(socket.AF_INET6) as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("", 0))
        yield kept.getsockname()[1]


def _told(table: RunningTable) -> tuple[str, ...]:
    pairing = table.ask(ListDevices()).pairing
    return pairing.urls if pairing is not None else ()


def test_a_port_in_use_is_reported(tmp_path: Path, capsys: Captured) -> None:
    with socket.create_server(("", 0), family=socket.AF_INET6, dualstack_ipv6=True) as taken:
        port = taken.getsockname()[1]
        assert run(tmp_path, "tablet", "--port", str(port)) == 1
    assert f"companion tablet: port {port} is in use already" in capsys.readouterr().err


def test_a_key_that_cannot_be_read_is_named(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / KEY_FILE).mkdir()
    with _kept_port() as port:
        assert run(tmp_path, "tablet", "--port", str(port)) == 1
    assert f"companion tablet: {tmp_path / KEY_FILE}: Is a directory." in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "65536", "-1", "x", "٨٠", ""])
def test_a_port_is_a_number(tmp_path: Path, port: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(tmp_path, "tablet", "--port", port)
    assert "expected a port from 1 to 65,535" in capsys.readouterr().err


def test_it_takes_a_socket_from_systemd_only_if_it_is_for_this_process() -> None:
    for environ in ({}, {"LISTEN_FDS": "1", "LISTEN_PID": "1"}, {"LISTEN_FDS": "0"}):
        with listening_socket(0, environ) as ours:
            assert ours.fileno() > 3 or ours.getsockname()[1] > 0


def test_systemd_hears_that_it_is_ready_and_alive_and_stops(tmp_path: Path) -> None:
    """It is also handed its socket, like every server in these tests."""
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.bind(path)
        notified.settimeout(DEADLINE_S)
        began = time.monotonic()
        with RunningWebServer(tmp_path, NOTIFY_SOCKET=path, WATCHDOG_USEC="200000") as pages:
            assert notified.recv(999) == b"READY=1\nSTATUS=Serving tablets and phones."
            assert [notified.recv(999) for _ in range(4)] == [b"WATCHDOG=1"] * 4
            assert pages.ask("GET", "/health").status == 200
            assert pages.end()[1] == ""
            more = list(iter(lambda: notified.recv(999), b"STOPPING=1"))
            assert 4 + len(more) <= (time.monotonic() - began) / 0.1 + 1, "twice in the time that is allowed"


def test_addresses_are_those_a_browser_understands() -> None:
    assert page_urls(("10.0.0.5", "table.local", "table.local"), 80) == ("http://10.0.0.5", "http://table.local")
    assert page_urls(("", "a"), 8080) == ("http://a:8080",)
    with listening_socket(0, {}) as listening:
        assert re.fullmatch(r"|\d+\.\d+\.\d+\.\d+", lan_address(listening))
