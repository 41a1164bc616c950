"""`companion enrol` in a process of its own, with a real table beside it or started by it."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

import pytest

from companion.cli import main
from companion.table.games.tags_file import KeptTags
from companion.table.gestures.tags import DeedTag, TokenTag
from companion.table.messages.requests import BindTag
from tests.journal.conftest import tmp_path
from tests.table.running_table import DEADLINE_S, ROOT, RunningTable

__all__ = ["tmp_path"]  # short, as the path of a socket must be
Captured = pytest.CaptureFixture[str]
ONE, TWO = "04A2B3C4D5E680", "04A2B3C4D5E681"


class EnrolProcess:
    """`until` it says something; `enter` a line."""

    def __init__(self, data: Path, *words: str) -> None:
        command = [sys.executable, "-m", "companion", "enrol", *words, "--data", str(data)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.said = ""

    def until(self, words: str) -> str:
        """Returns everything that was said before, too."""
        assert self._process.stdout is not None
        deadline = time.monotonic() + DEADLINE_S
        while words not in self.said:
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, deadline - time.monotonic()))
            more = os.read(self._process.stdout.fileno(), 4_096) if ready else b""
            assert more, f"{words!r} was never said, but {self.said!r}"
            self.said += more.decode()
        before, self.said = self.said, self.said.partition(words)[2]
        return before

    def enter(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def stop(self) -> None:
        self._process.terminate()

    def end(self) -> int:
        out, _ = self._process.communicate(timeout=DEADLINE_S)
        self.said += out.decode()
        assert "Traceback" not in self.said
        return self._process.returncode

    def __enter__(self) -> "EnrolProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate(timeout=DEADLINE_S)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def table(data: Path) -> Iterator[RunningTable]:
    with RunningTable(data) as running:
        yield running


def kept(data: Path) -> dict[str, object]:
    return dict(KeptTags(data).bindings.tags)


def test_without_a_table_it_starts_one_and_stops_it(data: Path) -> None:
    with EnrolProcess(data) as enrolling:
        assert enrolling.until("to the reader.").startswith("28 of 28 still to do.\nThe devices are simulated")
        enrolling.enter(ONE)
        enrolling.until("The deed of Mediterranean Avenue: done, 1 of 28.\nHold the deed of Baltic Avenue")
        assert kept(data) == {ONE: DeedTag(0)}
        enrolling.enter("q")
        enrolling.until("Stopped. What was enrolled is kept.")
        assert enrolling.end() == 0
    assert not (data / "table.sock").exists()


def test_when_it_is_stopped_no_table_is_left_behind(data: Path) -> None:
    with EnrolProcess(data) as enrolling:
        enrolling.until("to the reader.")
        enrolling.stop()
        assert enrolling.end() == 1
    with RunningTable(data):  # which would be refused beside another one
        pass


def test_a_running_table_is_asked_and_a_walk_continues_where_it_stopped(data: Path, table: RunningTable) -> None:
    assert table.ask(BindTag(ONE, {"deed": 1})).done
    with EnrolProcess(data, "deeds") as enrolling:
        assert "27 of 28 still to do." in enrolling.until("Hold the deed of Baltic Avenue to the reader.")
        enrolling.enter("s")
        enrolling.until("Left for later.\nHold the deed of Reading Railroad")
        enrolling.enter("b")
        enrolling.until("Hold the deed of Baltic Avenue")
        enrolling.enter(ONE)
        enrolling.until(f"Tag {ONE} is the deed of Mediterranean Avenue already.")
        enrolling.enter("")
        enrolling.until("Nothing was changed.")
        enrolling.enter("what?")
        enrolling.until("s skips this one")
        enrolling.enter("q")
        assert enrolling.end() == 0
    assert kept(data) == {ONE: DeedTag(0)}


def test_a_lost_card_is_enrolled_again_after_a_yes(data: Path, table: RunningTable) -> None:
    table.begin("Ann", "Ben")
    assert table.ask(BindTag(ONE, {"deed": 3})).done
    with EnrolProcess(data, "baltic") as enrolling:
        enrolling.until("Hold the deed of Baltic Avenue to the reader.")
        enrolling.enter(TWO)
        enrolling.until(f"there is another tag already, {ONE}.")
        enrolling.enter("y")
        enrolling.until("Everything here has its tag.")
        assert enrolling.end() == 0
    assert kept(data) == {TWO: DeedTag(1)}


def test_the_board_is_walked(data: Path) -> None:
    with EnrolProcess(data, "board") as enrolling:
        enrolling.until("Put one token on GO, and leave it there.")
        enrolling.enter("7")
        enrolling.until("GO: done, 1 of 40.")
        enrolling.enter("77")
        enrolling.until("space must be a number from 0 to 39")
        enrolling.enter("q")
        assert enrolling.end() == 0
    assert KeptTags(data).bindings.spots == (("simulated/7", 0),)


@pytest.mark.usefixtures("table")
def test_two_at_the_same_time(data: Path) -> None:
    with EnrolProcess(data, "deeds") as first:
        first.until("to the reader.")
        with EnrolProcess(data, "tokens") as second:
            assert second.end() == 1
            assert second.said == "Companion enrol is enrolling deeds (0 of 28). Stop that first.\n"
        first.enter(ONE)
        first.until("done, 1 of 28")


@pytest.mark.usefixtures("table")
def test_a_walk_is_free_again_after_its_screen_hangs_up(data: Path) -> None:
    with EnrolProcess(data, "deeds") as first:
        first.until("to the reader.")
    deadline, is_free = time.monotonic() + DEADLINE_S, False
    while not is_free and time.monotonic() < deadline:
        with EnrolProcess(data, "token Dragon") as second:
            is_free = _answered(second, lambda said: "Hold the Dragon to the reader." in said)
            if is_free:
                second.enter(TWO)
                second.until("Everything here has its tag.")
                assert second.end() == 0
    assert kept(data) == {TWO: TokenTag("Dragon")}


def _answered(enrolling: EnrolProcess, holds: Callable[[str], bool]) -> bool:
    """The table may not have noticed yet that the first is gone."""
    try:
        return holds(enrolling.until("reader."))
    except AssertionError:
        return False


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_enrolment_waits_for_a_table_that_stopped_and_keeps_what_was_done(data: Path, how: signal.Signals) -> None:
    with RunningTable(data) as table, EnrolProcess(data, "deeds") as enrolling:
        enrolling.until("to the reader.")
        enrolling.enter(ONE)
        enrolling.until("done, 1 of 28")
        table.end(how)
        assert kept(data) == {ONE: DeedTag(0)}
        enrolling.until("What is enrolled is kept; waiting for the table.")
        with RunningTable(data):
            enrolling.until("Hold the deed of Baltic Avenue to the reader.")
            enrolling.enter("q")
            enrolling.until("Stopped.")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("dedes",), "Nothing here is called `dedes` (did you mean deeds?)"),
        (("Pennsylvania",), "`Pennsylvania` could be "),
    ],
)
@pytest.mark.usefixtures("table")
def test_an_unknown_name_is_reported(data: Path, words: tuple[str, ...], why: str) -> None:
    with EnrolProcess(data, *words) as enrolling:
        assert enrolling.end() == 1
        assert enrolling.said.startswith(why)


def test_a_folder_that_cannot_be_used_is_reported(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "file").touch()
    assert main(["enrol", "--data", str(tmp_path / "file" / "data")]) == 1
    assert "cannot be used" in capsys.readouterr().err
