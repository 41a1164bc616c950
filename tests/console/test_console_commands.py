"""`companion console` and `companion play`: on a real terminal with a real table, and what they say without one."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.own_table import OwnTable, TableNotStarted, table_command
from companion.console import OPENING
from companion.console.key_queue import SETTLE_S
from companion.household.folders import socket_path
from companion.table.client import LinkLost, ask
from companion.table.messages.requests import ListGames, NewGame
from tests.console.terminal import Terminal, wait_for
from tests.journal.conftest import tmp_path
from tests.table.running_table import DEADLINE_S, ROOT, RunningTable

__all__ = ["tmp_path"]  # short: a socket's path must be
Captured = pytest.CaptureFixture[str]
CTRL_Q = b"\x11"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def open_terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def opener(*args: str) -> Terminal:
        opened.append(Terminal(*args))
        return opened[-1]

    yield opener
    for terminal in opened:
        terminal.close()


def is_running(data: Path) -> bool:
    try:
        return ask(socket_path(data), ListGames(), DEADLINE_S) is not None
    except LinkLost:
        return True  # it is just ending


def pid_of(data: Path) -> int:
    return int((data / "lock").read_text())


# Words for who has no terminal or no table


@pytest.mark.parametrize("command", ["console", "play"])
def test_without_a_terminal_it_says_so(command: str, data: Path, capsys: Captured) -> None:
    assert main([command, "--data", str(data)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(
        "The console needs a terminal to draw on, and this is not one. Start it in a terminal window"
    )


def test_without_a_table_the_console_says_what_to_do(data: Path, open_terminal: Callable[..., Terminal]) -> None:
    terminal = open_terminal("console", "--data", str(data))
    assert terminal.end() == 1
    opening, said = terminal.drawn().split("\r")[1:3]
    assert opening == OPENING, "nobody looks at an empty terminal"
    assert " ".join(said.split()) == (
        f"No table is running at {data}/table.sock. Start one with `companion table`, or both with `companion`."
    )


@pytest.mark.parametrize("args", [("--role", "player"), ("--seat", "2"), ("--role", "viewer", "--seat", "1")])
def test_only_players_have_seats(args: tuple[str, ...], capsys: Captured) -> None:
    assert main(["console", *args]) == 2
    assert capsys.readouterr().err == "companion console: --role player and --seat N belong together\n"


@pytest.mark.parametrize("seat", ["0", "two", "-1"])
def test_a_seat_is_a_number_from_one(seat: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as exit:
        main(["console", "--role", "player", f"--seat={seat}"])
    assert exit.value.code == 2
    assert "expected the number of a player, from 1 to 8" in capsys.readouterr().err


def test_listing_the_commands_loads_no_screen() -> None:
    program = "import sys, companion.cli; companion.cli.main(['--version']); print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "False"


# On a terminal


def test_a_console_on_a_table_that_runs_leaves_it_running(data: Path, open_terminal: Callable[..., Terminal]) -> None:
    with RunningTable(data) as table:
        table.ask(NewGame(("Ann", "Ben")))
        for command in ("console", "play"):
            terminal = open_terminal(command, "--data", str(data))
            terminal.wait_for("Roll to see who goes first")
            terminal.type(CTRL_Q)
            assert terminal.end() == 0
            assert table.process.poll() is None
            assert is_running(data)


def test_play_starts_a_table_brings_it_back_and_stops_it(data: Path, open_terminal: Callable[..., Terminal]) -> None:
    terminal = open_terminal("play", "--data", str(data), "--simulated")
    terminal.wait_for("A new game: who plays?")
    assert is_running(data)
    first = pid_of(data)
    os.kill(first, signal.SIGKILL)
    terminal.wait_for("NO LINK TO THE TABLE")
    wait_for(lambda: is_running(data) and pid_of(data) != first, "another table")
    terminal.type(CTRL_Q)
    assert terminal.end() == 0
    assert not is_running(data)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_closed_terminal_stops_the_table_that_was_started_for_it(
    number: signal.Signals, data: Path, open_terminal: Callable[..., Terminal]
) -> None:
    terminal = open_terminal("play", "--data", str(data))
    terminal.wait_for("A new game: who plays?")
    terminal.process.send_signal(number)
    terminal.end()
    wait_for(lambda: not is_running(data), "the table's end")  # it hears of ours a moment later


# A table of our own


def test_a_table_that_cannot_start_says_why(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with RunningTable(data) as other, pytest.raises(TableNotStarted) as caught:
        OwnTable(data)
    assert str(caught.value) == (f"The games are in use by process {other.process.pid}: only one table may write them.")


def test_a_dying_table_is_restarted_until_the_console_ends(tmp_path: Path) -> None:
    counted = tmp_path / "counted"
    program = f"print('ready', flush=True); open({str(counted)!r}, 'a').write('x')"
    with OwnTable(tmp_path / "data", (sys.executable, "-c", program), pauses_s=(0.01,)) as table:
        wait_for(lambda: counted.exists() and len(counted.read_text()) >= 3, "a third start")
    assert table.process.poll() is not None
    assert not table._watching.is_alive()


def test_the_tables_output_is_kept(tmp_path: Path) -> None:
    says = "print('a word', file=sys.stderr, flush=True); print('ready', flush=True)"
    program = f"import sys; {says}; sys.stdin.read()"
    with OwnTable(tmp_path / "data", (sys.executable, "-c", program)):
        pass
    assert (tmp_path / "data" / "table.log").read_text() == "a word\n"


def test_from_the_first_start_to_a_game_takes_two_presses(data: Path, open_terminal: Callable[..., Terminal]) -> None:
    terminal = open_terminal("play", "--data", str(data), "--simulated")
    terminal.wait_for("A name, then Enter")
    terminal.settle(SETTLE_S)  # a key that was pressed before people could see the form was meant for another screen
    terminal.type(b"\r")
    terminal.wait_for("2 players can begin.")
    terminal.type(b"\r")
    terminal.wait_for("Roll to see who goes first")
    terminal.type(CTRL_Q)
    assert terminal.end() == 0


def test_play_offers_a_simulated_table_whatever_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('[rig]\nkind = "real"\n[game]\nedition = "rulebook"\n')
    monkeypatch.setenv("COMPANION_CONFIG", str(file))
    data = tmp_path / "data"
    with OwnTable(data, table_command(data, "--simulated")):
        reply = ask(socket_path(data), NewGame(("Ann", "Ben")), DEADLINE_S)
        assert reply is not None
        assert "Rules: the rule book as printed, web copy." in reply.lines
