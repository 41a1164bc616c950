"""The table that `companion` starts for itself ends with it and with the last screen, however they end."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.household.folders import socket_path
from companion.table.client import ask
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import WEB_SERVER, ListGames, NewGame
from companion.table.messages.wire import Hello, Reply, encode
from companion.table.server.rounds import LOOK_S
from companion.table.server.watchdog import STAYS
from tests.console.terminal import Terminal, wait_for
from tests.journal.conftest import tmp_path
from tests.processes import is_gone
from tests.table.running_table import DEADLINE_S, RunningTable, SocketClient

__all__ = ["tmp_path"]  # short, as the path of a socket must be
CTRL_Q = b"\x11"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def play(data: Path) -> Iterator[Callable[[], Terminal]]:
    opened: list[Terminal] = []

    def opener() -> Terminal:
        opened.append(Terminal("play", "--data", str(data), "--simulated"))
        opened[-1].wait_for("A new game: who plays?")
        return opened[-1]

    yield opener
    for terminal in opened:
        terminal.close()
    if has_table(data):  # a test has failed
        os.kill(table_of(data), signal.SIGKILL)


def has_table(data: Path) -> bool:
    """Its process, not only its socket."""
    return not is_gone(table_of(data))


def table_of(data: Path) -> int:
    return int((data / "lock").read_text())


def killed(terminal: Terminal) -> None:
    terminal.process.kill()
    terminal.process.wait()


def test_a_starter_that_is_killed_takes_the_table_with_it(data: Path, play: Callable[[], Terminal]) -> None:
    terminal = play()
    reply = ask(socket_path(data), NewGame(("Ann", "Ben")), DEADLINE_S)
    assert reply is not None
    assert reply.done
    killed(terminal)
    wait_for(lambda: not has_table(data), "the end of the table")
    assert not socket_path(data).exists(), "it was put away in order"
    with RunningTable(data) as again:
        assert "Game" in again.line


def test_a_starter_whose_terminal_went_without_a_word_ends_too(data: Path, play: Callable[[], Terminal]) -> None:
    terminal = play()
    terminal.hang_up(is_told=False)
    assert terminal.process.wait(DEADLINE_S) == -signal.SIGHUP
    wait_for(lambda: not has_table(data), "the end of the table")


def test_a_killed_starter_leaves_the_table_to_the_screens_that_are_open(
    data: Path, play: Callable[[], Terminal]
) -> None:
    terminal = play()
    with SocketClient(socket_path(data)).greeted() as screen:
        killed(terminal)
        noticed = time.monotonic() + 10 * LOOK_S
        while time.monotonic() < noticed:
            screen.say(b'{"type":"Ask","id":"q","request":{"type":"ListGames"}}\n')
            assert isinstance(screen.next(), Reply)
    wait_for(lambda: not has_table(data), "the end of the table")


def test_closing_the_console_says_that_another_screen_is_open(data: Path, play: Callable[[], Terminal]) -> None:
    terminal = play()
    with SocketClient(socket_path(data)).greeted("viewer"):
        terminal.type(CTRL_Q)
        assert terminal.end() == 0
        assert STAYS in terminal.drawn()
        assert ask(socket_path(data), ListGames(), DEADLINE_S) is not None
    wait_for(lambda: not has_table(data), "the end of the table")


def test_the_tablet_server_does_not_count_as_a_screen(data: Path, play: Callable[[], Terminal]) -> None:
    terminal = play()
    with SocketClient(socket_path(data)) as server:
        server.say(encode(Hello(PROTOCOL, "banker", name=WEB_SERVER)))
        server.next()
        killed(terminal)
        wait_for(lambda: not has_table(data), "the end of the table")


def test_a_table_that_was_found_stays_whoever_is_killed(data: Path) -> None:
    with RunningTable(data) as table:
        terminal = Terminal("play", "--data", str(data))
        try:
            terminal.wait_for("A new game: who plays?")
            killed(terminal)
        finally:
            terminal.close()
        for _ in range(3):
            assert table.ask(ListGames()).done
        assert table.process.poll() is None
