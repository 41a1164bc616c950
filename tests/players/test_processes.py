"""Work in several processes: every part comes back, and whoever stops early waits only for what is running."""

from contextlib import closing
from functools import partial
from pathlib import Path

from companion.players.simulate import run_in_processes

JOBS, PARTS = 2, 200


def begin(folder: Path, part: int) -> int:
    (folder / str(part)).touch()
    return part


def test_every_part_comes_back_once(tmp_path: Path) -> None:
    assert sorted(run_in_processes(partial(begin, tmp_path), range(PARTS), JOBS)) == list(range(PARTS))


def test_whoever_stops_early_waits_only_for_what_is_running(tmp_path: Path) -> None:
    with closing(run_in_processes(partial(begin, tmp_path), range(PARTS), JOBS)) as results:  # type: ignore[type-var]
        next(results)
    assert len([*tmp_path.iterdir()]) <= 2 * JOBS
