"""Work that is shared out: all of it comes back, and who wants no more waits only for what is under way."""

from contextlib import closing
from functools import partial
from pathlib import Path

from companion.players.crew import share_out

JOBS, PARTS = 2, 200


def begin(folder: Path, part: int) -> int:
    (folder / str(part)).touch()
    return part


def test_every_part_comes_back_once(tmp_path: Path) -> None:
    assert sorted(share_out(partial(begin, tmp_path), range(PARTS), JOBS)) == list(range(PARTS))


def test_who_wants_no_more_waits_only_for_what_is_under_way(tmp_path: Path) -> None:
    with closing(share_out(partial(begin, tmp_path), range(PARTS), JOBS)) as results:  # type: ignore[type-var]
        next(results)
    assert len([*tmp_path.iterdir()]) <= 2 * JOBS
