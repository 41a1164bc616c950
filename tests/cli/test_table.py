"""`companion table` in a process of its own: from its first line to its last, however it ends."""

import asyncio
import fcntl
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import cast

import pytest

from companion.cli import main
from companion.cli import table as table_command
from companion.cli.table import _once_free
from companion.journal import Locked, RealDisk
from companion.journal.backup import backups
from companion.journal.games_folder import FolderLock
from companion.rules.commands import BuyDeed, EndTurn, Roll
from companion.table.client import Client, LinkDown, LinkUp
from companion.table.client.link import other_place
from companion.table.messages.requests import ListGames
from companion.table.messages.wire import Answer, Goodbye, Moved, Snapshot, Trouble, Welcome
from companion.table.server.table import GOODBYE, Table
from tests.journal.conftest import tmp_path
from tests.table.fake_table import in_loop
from tests.table.running_table import DEADLINE_S, ROOT, RunningTable, SocketClient, correct, first_snapshot, give, told

__all__ = ["tmp_path"]  # short, as the path of a socket must be
Captured = pytest.CaptureFixture[str]
ANN = 0
ROLL, BUY = Roll(ANN, (1, 2)), BuyDeed(ANN)
AT_ONCE_S = 20.0  # on any machine: who waited for a silent caller would wait for ever


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def table(data: Path) -> Iterator[RunningTable]:
    with RunningTable(data) as running:
        yield running


# The start


def test_it_says_where_it_listens_and_is_for_its_user(data: Path, table: RunningTable) -> None:
    assert table.line == f"No game is in play yet. Listening at {table.socket}."
    assert stat.S_IMODE(table.socket.stat().st_mode) == 0o660
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def test_a_second_table_is_refused(data: Path, table: RunningTable, capsys: Captured) -> None:
    socket_before = table.socket.stat().st_ino
    assert main(["table", "--data", str(data)]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        f"The games are in use by process {table.process.pid}: only one table may write them.\n",
    )
    assert table.socket.stat().st_ino == socket_before
    assert table.ask(ListGames()).done


def test_a_command_that_has_the_folder_for_a_moment_is_waited_for(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands, tries, made = FolderLock(data), count(1), cast("Table", object())

    def make() -> Table:
        if next(tries) == 3:
            commands.close()
        with FolderLock(data):
            return made

    assert _once_free(make, data / "table.sock") is made
    assert next(tries) == 4
    monkeypatch.setattr(table_command, "LOCK_S", 0)
    with FolderLock(data), pytest.raises(Locked, match="only one table may write them"):
        _once_free(make, data / "table.sock")


def test_a_path_that_is_too_long_is_reported(tmp_path: Path, capsys: Captured) -> None:
    long = tmp_path / ("x" * 100)
    assert main(["table", "--data", str(long)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert re.search(r"a socket's path has at most 107: choose a data folder with a shorter name\.\n$", err)
    assert _is_free(long)


def test_a_folder_that_cannot_be_used_is_reported(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "data").write_text("a letter")
    assert main(["table", "--data", str(tmp_path / "data")]) == 1
    assert capsys.readouterr().err == f"The folder {tmp_path / 'data'} cannot be used: File exists.\n"


def test_a_file_in_place_of_the_socket_is_reported(data: Path, capsys: Captured) -> None:
    data.mkdir()
    (data / "table.sock").write_text("a letter")
    assert main(["table", "--data", str(data)]) == 1
    assert "table.sock is in the way" in capsys.readouterr().err
    assert (data / "table.sock").read_text() == "a letter"
    assert _is_free(data)


def test_a_line_that_nobody_can_read_leaves_nothing_behind(data: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "companion", "table", "--data", str(data)]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=DEADLINE_S, check=False, cwd=ROOT
        )
    assert (done.returncode, done.stderr) == (2, "companion: cannot write: No space left on device\n")
    assert not (data / "table.sock").exists()
    assert _is_free(data)


def test_it_does_not_import_the_screens(data: Path) -> None:
    with RunningTable(data, options=("-X", "importtime")) as running:
        running.begin()
        said = running.end().said
    loaded = {line.rpartition("|")[2].strip() for line in said.splitlines() if line.startswith("import time:")}
    assert "companion.table.server.socket_server" in loaded
    assert {name.partition(".")[0] for name in loaded} & {"textual", "rich", "aiohttp", "gpiozero", "serial"} == set()


def _is_free(data: Path) -> bool:
    with (data / "lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


# The stop


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT])
@in_loop
async def test_it_stops_at_once_and_tells_everybody(data: Path, with_signal: signal.Signals) -> None:
    with RunningTable(data) as table:
        table.begin()
        async with Client(table.socket, "banker") as client:
            await first_snapshot(client)
            with SocketClient(table.socket) as silent:
                await give(client, ROLL)  # the silent one is there by then
                ended = await asyncio.to_thread(table.end, with_signal)
                assert silent.rest() == [Goodbye(GOODBYE)]
            assert (ended.code, ended.said) == (0, "")
            assert ended.seconds < AT_ONCE_S
            moved, down = await told(client, 2)
            assert isinstance(moved, Moved)
            assert down == LinkDown(GOODBYE)


def test_it_leaves_everything_in_order(data: Path) -> None:
    with RunningTable(data) as table:
        table.begin()
        with SocketClient(table.socket).greeted() as connection:
            correct(connection, range(1, 4))
        assert not _is_free(data)
        assert table.end().code == 0
    assert not table.socket.exists()
    assert _is_free(data)
    (game,) = (data / "games").iterdir()
    assert backups(RealDisk(game))[-1].number == 3
    assert not (game / "game.db-wal").exists()


def test_a_screen_that_does_not_read_does_not_block_the_table(table: RunningTable) -> None:
    table.begin()
    with SocketClient(table.socket).greeted("viewer"), SocketClient(table.socket).greeted() as greedy:
        greedy.flood()
        ended = table.end()
        assert (ended.code, ended.said) == (0, "")
        assert ended.seconds < AT_ONCE_S


# Going on


@in_loop
async def test_after_a_kill_it_goes_on_and_the_same_id_is_the_same_answer(data: Path) -> None:
    with RunningTable(data) as table:
        table.begin()
        async with Client(table.socket, "banker") as client:
            assert (await first_snapshot(client))[0].restarted == ""
            assert await give(client, ROLL, "roll") == Answer("roll", "done", 1)
            assert await give(client, BUY, "buy") == Answer("buy", "done", 2)
            assert len(await told(client, 2)) == 2
            early = await give(client, BUY, "again")
            assert early.outcome == "refused"
            assert table.end(signal.SIGKILL).code == -signal.SIGKILL
            assert isinstance((await told(client, 1))[0], LinkDown)
            assert table.socket.exists(), "a dead table's socket stays behind"
            with RunningTable(data) as again:
                assert "the last saved move is number 2, Ann bought Baltic Avenue, on " in again.line
                while not isinstance(message := (await told(client, 1))[0], LinkUp):
                    assert isinstance(message, LinkDown)
                welcome, snapshot = await told(client, 2)
                assert isinstance(welcome, Welcome)
                assert re.match(
                    r"The table was restarted at \d\d:\d\d\. Nothing is lost: the last saved move is number 2, "
                    r"Ann bought Baltic Avenue\.",
                    welcome.restarted,
                )
                assert isinstance(snapshot, Snapshot)
                assert snapshot.number == 2
                assert await give(client, ROLL, "roll") == Answer("roll", "done", 1)
                assert await give(client, BUY, "buy") == Answer("buy", "done", 2)
                assert await give(client, EndTurn(ANN), "end") == Answer("end", "done", 3)


@in_loop
async def test_a_command_in_flight_when_it_is_killed_is_done_once(data: Path) -> None:
    with RunningTable(data) as table:
        table.begin()
        async with Client(table.socket, "banker") as client:
            await first_snapshot(client)
            giving = asyncio.create_task(give(client, ROLL, "roll"))
            await asyncio.sleep(0)
            table.end(signal.SIGKILL)
            with RunningTable(data):
                assert await giving == Answer("roll", "done", 1)
                assert await give(client, ROLL, "roll") == Answer("roll", "done", 1)
                assert await give(client, BUY, "buy") == Answer("buy", "done", 2)


# A disk that takes nothing


def within_a_mount(script: str) -> tuple[str, ...]:
    """A process with mounts of its own; what it mounts is gone with it."""
    unshare = shutil.which("unshare")
    allowed = unshare and subprocess.run([unshare, "-Urm", "true"], capture_output=True, check=False).returncode == 0
    if not allowed:
        pytest.skip("by design: this system lets nobody make a mount of their own")
    return ("unshare", "-Urm", "sh", "-ec", f'{script}\nexec "$@"', "sh")


@pytest.fixture
def played(data: Path) -> Path:
    """A folder with a game of one move, put away."""
    with RunningTable(data) as table:
        table.begin()
        with SocketClient(table.socket).greeted() as connection:
            correct(connection, range(1, 2))
        assert table.end().code == 0
    return data


@pytest.fixture
def elsewhere(played: Path) -> Iterator[Path]:
    place = other_place(played / "table.sock")
    yield place
    shutil.rmtree(place.parent, ignore_errors=True)


@in_loop
async def test_on_a_read_only_disk_it_shows_the_game_and_says_why_nothing_is_saved(
    played: Path, elsewhere: Path
) -> None:
    read_only = within_a_mount(f"mount --bind {played} {played}\nmount -o remount,bind,ro {played}")
    with RunningTable(played, within=read_only) as table:
        assert table.line.endswith(f"Listening at {elsewhere}.")
        assert "cannot be written now" in table.line
        async with Client(table.socket, "banker") as client:
            _, snapshot = await first_snapshot(client)
            assert (snapshot.number, bool(snapshot.trouble)) == (1, True)
            answer = await give(client, ROLL, "roll")
            assert answer.outcome == "not-saved"
            assert snapshot.trouble in answer.message
        assert table.ask(ListGames()).games[0].moves == 1
        ended = table.end()
        assert (ended.code, ended.said) == (0, "")
        assert ended.seconds < AT_ONCE_S
    assert not elsewhere.exists()


@in_loop
async def test_on_a_full_disk_it_shows_the_game_and_goes_on_when_there_is_room(played: Path, tmp_path: Path) -> None:
    script = f"""
        cp -a {played} {tmp_path}/copy
        mount -t tmpfs -o size=512k tmpfs {played}
        cp -a {tmp_path}/copy/. {played}
        dd if=/dev/zero of={played}/filler bs=4k 2>/dev/null || true
    """
    with RunningTable(played, within=within_a_mount(script)) as table:
        inside = Path(f"/proc/{table.process.pid}/root{played}")
        async with Client(inside / "table.sock", "banker") as client:
            _, snapshot = await first_snapshot(client)
            assert snapshot.number == 1
            answer = await give(client, ROLL, "roll")
            assert answer.outcome in ("not-saved", "unknown")
            assert answer.message.startswith("This cannot be saved now: ")
            trouble = (await told(client, 1))[0] if not snapshot.trouble else Trouble(snapshot.trouble)
            assert isinstance(trouble, Trouble)
            assert trouble.why
            (inside / "filler").unlink()
            while (message := (await told(client, 1))[0]) != Trouble(""):
                assert isinstance(message, Moved | Trouble)
            assert (await give(client, ROLL, "roll")).outcome == "done"
        ended = table.end()
        assert (ended.code, ended.said) == (0, "")
