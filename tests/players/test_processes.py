"""Work in several processes: every part comes back, and whoever stops early waits only for what is running."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.players import simulate
from companion.players.simulate import run_in_processes
from tests.console.terminal import wait_for
from tests.deadline import DEADLINE_S

JOBS, PARTS = 2, 200


def begin(folder: Path, part: int) -> int:
    (folder / str(part)).touch()
    return part


def begin_until_stopped(folder: Path, part: int) -> int:
    begin(folder, part)
    wait_for(lambda: simulate._CtrlC.came, "Ctrl-C")
    return part


def begin_two(folder: Path, part: int) -> int:
    return begin(folder, part) if part < JOBS else begin_until_stopped(folder, part)


def test_every_part_comes_back_once(tmp_path: Path) -> None:
    assert sorted(run_in_processes(partial(begin, tmp_path), range(PARTS), JOBS)) == list(range(PARTS))


def test_whoever_stops_early_waits_only_for_what_is_running(tmp_path: Path) -> None:
    with closing(run_in_processes(partial(begin, tmp_path), range(PARTS), JOBS)) as results:  # type: ignore[type-var]
        next(results)
    assert len([*tmp_path.iterdir()]) <= 2 * JOBS


def test_after_ctrl_c_the_processes_hand_in_what_they_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "HAND_IN_S", DEADLINE_S)
    handed_in = list[int]()

    def interrupt() -> None:
        wait_for(lambda: len([*tmp_path.iterdir()]) == JOBS, "a part in each process")
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        handed_in.extend(run_in_processes(partial(begin_until_stopped, tmp_path), range(PARTS), JOBS))
    assert sorted(handed_in) == list(range(JOBS))


def test_ctrl_c_while_the_processes_start_waits_until_they_can_hand_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "HAND_IN_S", DEADLINE_S)
    handed_in = list[int]()

    def interrupted_at_once() -> Iterator[int]:
        for part in range(PARTS):
            if part == 1:
                os.kill(os.getpid(), signal.SIGINT)
            yield part

    with pytest.raises(KeyboardInterrupt):
        handed_in.extend(run_in_processes(partial(begin_until_stopped, tmp_path), interrupted_at_once(), JOBS))
    assert sorted(handed_in) == list(range(JOBS))


@pytest.mark.parametrize("while_it", ["hands out the next part", "is at the caller"])
def test_ctrl_c_loses_no_result_that_is_on_its_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, while_it: str
) -> None:
    """The first two parts end by themselves, and the next ones when they are told to."""
    monkeypatch.setattr(simulate, "HAND_IN_S", DEADLINE_S)
    handed_in = list[int]()

    def interrupt(when: str) -> None:
        if when == while_it:
            os.kill(os.getpid(), signal.SIGINT)

    def parts() -> Iterator[int]:
        for part in range(PARTS):
            if part == JOBS:
                interrupt("hands out the next part")
            yield part

    def take(part: int) -> int:
        if not handed_in:
            interrupt("is at the caller")
        return part

    with pytest.raises(KeyboardInterrupt):
        handed_in.extend(map(take, run_in_processes(partial(begin_two, tmp_path), parts(), JOBS)))
    assert sorted(handed_in) == sorted(int(one.name) for one in tmp_path.iterdir()), "all that was begun"
