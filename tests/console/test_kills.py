"""Console or table killed at any moment: nothing is lost or done twice, and the console finds its table again."""

import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest

from companion.console.key_queue import SETTLE_S
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import ExportGame, NewGame, VerifyJournal
from companion.table.messages.views import CurrencyPrint, View
from companion.table.messages.wire import Hello, Snapshot, encode
from tests.console.socket_proxy import SocketProxy
from tests.console.terminal import Terminal, wait_for
from tests.journal.conftest import tmp_path
from tests.table.running_table import DEADLINE_S, RunningTable, SocketClient

__all__ = ["tmp_path"]  # short: a socket's path must be
FIRST = b"1"  # the first button, which always goes on with the game
NO_LINK = "NO LINK TO THE TABLE"
SEED = 20261116


def cases(count: int) -> list[tuple[str, int, int]]:
    """When: at which of the gives, and after how many bytes of the answer."""
    random = Random(SEED)
    points = ["lost", "late", "given", "answered"]
    return [(points[at % len(points)], random.randint(1, 3), random.randrange(60)) for at in range(count)]


class KilledEvening:
    """A game on a real table, with a proxy between it and the console."""

    def __init__(self, folder: Path, table: RunningTable, stack: ExitStack) -> None:
        assert table.ask(NewGame(("Ann", "Ben", "Cy"), position="given turn Ann")).done
        self.table = table
        self.between = stack.enter_context(closing(SocketProxy(folder / "far" / "table.sock", table.socket)))
        self._far = folder / "far"
        self._stack = stack

    def open_console(self) -> Terminal:
        """With the game on its screen, as the table has it."""
        terminal = self._stack.enter_context(closing(Terminal("console", "--data", str(self._far))))
        require_shown(terminal, view_of(self.table))
        return terminal

    def moves(self) -> int:
        return snapshot_of(self.table).number


def snapshot_of(table: RunningTable) -> Snapshot:
    with SocketClient(table.socket) as connection:
        connection.say(encode(Hello(PROTOCOL, "viewer")))
        while not isinstance(told := connection.next(), Snapshot):
            continue
        return told


def view_of(table: RunningTable) -> View:
    view = snapshot_of(table).view
    assert view is not None
    return view


def require_shown(terminal: Terminal, view: View) -> None:
    """Everybody's money, the turn and the question, on a screen that has drawn nothing else before."""
    terminal.wait_for(f"turn {view.turn_number}")
    terminal.wait_for(view.prompt.split(".")[0][:40])
    for player in view.players:
        terminal.wait_for(CurrencyPrint().show(player.cash))


def press_until(terminal: Terminal, holds: Callable[[], bool], what: str) -> None:
    """New buttons ignore presses for a moment, and people press again; a key that is held down would count once.

    They wait longer each time: a slow console takes keys that come before it has answered for one burst.
    """
    next_at, pause_s = 0.0, 2 * SETTLE_S

    def pressed() -> bool:
        nonlocal next_at, pause_s
        if terminal.process.poll() is None and time.monotonic() > next_at:
            next_at, pause_s = time.monotonic() + pause_s, 1.5 * pause_s
            terminal.type(FIRST)
        terminal.read()
        return holds()

    terminal.wait_until(pressed, what)


def move_on(evening: KilledEvening, terminal: Terminal) -> None:
    given = evening.between.gives
    press_until(terminal, lambda: evening.between.gives > given, "a give")
    wait_for(lambda: evening.between.answers >= evening.between.gives, "its answer")


def kill(terminal: Terminal) -> bool:
    """Whether it is gone."""
    terminal.process.kill()
    return terminal.process.wait() == -signal.SIGKILL


@pytest.mark.parametrize(
    ("point", "gives", "count"),
    [pytest.param(*case, marks=pytest.mark.long_run if at >= 4 else ()) for at, case in enumerate(cases(8))],
)
def test_a_console_is_killed_between_a_give_and_its_answer(tmp_path: Path, point: str, gives: int, count: int) -> None:
    with ExitStack() as stack:
        evening = KilledEvening(tmp_path, stack.enter_context(RunningTable(tmp_path / "data")), stack)
        terminal = evening.open_console()
        for _ in range(gives - 1):
            move_on(evening, terminal)
        arm(evening.between, point, count, lambda: kill(terminal))
        press_until(terminal, lambda: terminal.process.poll() is not None, "its end")
        assert evening.between.gives >= gives
        after = evening.between.gives - (point == "lost")
        wait_for(lambda: evening.moves() == after, "what was given")
        require_goes_on(evening, after)


def arm(between: SocketProxy, point: str, count: int, kill: Callable[[], bool]) -> None:
    match point:
        case "lost":  # killed before the give was sent
            between.at_give = lambda: not kill()
        case "late":  # killed, but the give arrives
            between.at_give = kill
        case "given":
            between.after_give = kill
        case "answered":  # with so much of the answer read
            between.in_answer = count, kill


def require_goes_on(evening: KilledEvening, number: int) -> None:
    """Another console shows the same, the game goes on from there, and its journal is sound."""
    again = evening.open_console()
    assert evening.moves() == number
    press_until(again, lambda: evening.moves() > number, "one more move")
    assert evening.table.ask(VerifyJournal()).done
    assert evening.table.ask(ExportGame()).done


def test_a_killed_table_is_reported_and_found_again(tmp_path: Path) -> None:
    with ExitStack() as stack:
        data = tmp_path / "data"
        table = stack.enter_context(RunningTable(data))
        assert table.ask(NewGame(("Ann", "Ben"), position="given turn Ann")).done
        terminal = stack.enter_context(closing(Terminal("console", "--data", str(data))))
        terminal.wait_for("Ann, roll the dice.")
        press_until(terminal, lambda: snapshot_of(table).number >= 1, "a move")
        terminal.settle(2 * SETTLE_S)  # until every press was taken or dropped
        before = snapshot_of(table)
        table.end(signal.SIGKILL)
        terminal.wait_for(NO_LINK)
        terminal.type(FIRST * 5)  # nobody is there, and nothing is kept for later
        terminal.forget()
        table = stack.enter_context(RunningTable(data))
        terminal.wait_for("Nothing is lost")
        terminal.wait_for("ledger balanced")
        assert snapshot_of(table).view == before.view
        press_until(terminal, lambda: snapshot_of(table).number > before.number, "the next move")


@pytest.mark.parametrize("keys", [b"24", b"d24"])
def test_real_dice_typed_at_a_stopped_console_are_the_roll(tmp_path: Path, keys: bytes) -> None:
    """They are read all at once when it goes on: none must reach a button, least of all the companion's own dice."""
    with RunningTable(tmp_path / "data") as table:
        assert table.ask(NewGame(("Ann", "Ben"), position="given turn Ann", dice="hand")).done
        with closing(Terminal("console", "--data", str(tmp_path / "data"))) as terminal:
            terminal.wait_for("1–6 are dice")
            terminal.settle(2 * SETTLE_S)  # people have read it
            status, threads = (Path(f"/proc/{terminal.process.pid}/{name}") for name in ("status", "task"))
            before = len(list(threads.iterdir()))
            terminal.process.send_signal(signal.SIGSTOP)
            wait_for(lambda: "T (stopped)" in status.read_text("utf-8"), "a stopped console")
            terminal.type(keys)
            terminal.process.send_signal(signal.SIGCONT)
            terminal.wait_until(lambda: snapshot_of(table).number == 1, "the roll")
            assert view_of(table).dice == (2, 4)
            assert len(list(threads.iterdir())) == before  # two that read the terminal would mix the keys up


def test_a_console_whose_terminal_is_gone_ends(tmp_path: Path) -> None:
    with RunningTable(tmp_path / "data") as table:
        assert table.ask(NewGame(("Ann", "Ben"), position="given turn Ann")).done
        with closing(Terminal("console", "--data", str(tmp_path / "data"))) as terminal:
            terminal.wait_for("Ann, roll the dice.")
            terminal.hang_up()
            assert terminal.process.wait(DEADLINE_S) == -signal.SIGHUP


@pytest.mark.parametrize("point", ["given", "answered"])
def test_a_table_killed_with_a_pending_command_does_it_once(tmp_path: Path, point: str) -> None:
    """The console does not know whether it was saved, so it gives it again with the same id."""
    with ExitStack() as stack:
        data = tmp_path / "data"
        first = stack.enter_context(RunningTable(data))
        evening = KilledEvening(tmp_path, first, stack)
        terminal = evening.open_console()
        arm_table(evening.between, point, first)
        press_until(terminal, lambda: first.process.poll() is not None, "the table's end")
        terminal.wait_for(NO_LINK)
        evening.table = stack.enter_context(RunningTable(data))
        wait_for(lambda: bool(terminal.read()) and evening.moves() == 1, "the move, once")
        terminal.wait_for("The table is back")
        if point == "answered":
            wait_for(lambda: evening.between.gives == 2, "the same again")
        press_until(terminal, lambda: evening.moves() >= 2, "the next move")
        assert evening.table.ask(VerifyJournal()).done


def arm_table(between: SocketProxy, point: str, table: RunningTable) -> None:
    def kill() -> bool:
        table.process.kill()
        return False

    if point == "given":
        between.after_give = kill
    else:
        between.in_answer = 0, kill  # saved, and the answer is lost on the way
