"""Every operation of a whole game at the table, and a kill before and inside each. Run with `faultfs` preloaded.

The game is played once; a short one has backups more often, so that two come between. Before each of its steps the
process forks a child for every kill; the child takes that one step and dies in it, its files are copied away to be
opened, and everything is put back as it was.
"""

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.journal import RealDisk
from companion.journal.tape import TAPE
from companion.table.games import session as sessions
from tests.emulators.faultfs import FaultFs
from tests.journal.trials import Answer, Cut, copy_folder, in_child, kills, traced
from tests.table.evening import GAME, begun, check_game, give, move


class KeptFolder:
    """A folder's contents, to be put back. Files stay the same files: the process has them open."""

    def __init__(self, folder: Path, links: Path) -> None:
        self._folder, self._links = folder, links
        shutil.rmtree(links, ignore_errors=True)
        links.mkdir()
        self._contents = {name: (folder / name).read_bytes() for name in _files(folder)}
        for name in self._contents:
            (links / name).parent.mkdir(exist_ok=True)
            os.link(folder / name, links / name)

    def put_back(self) -> None:
        if not self._contents:
            shutil.rmtree(self._folder, ignore_errors=True)
            return
        for name in _files(self._folder):
            (self._folder / name).unlink()
        for name, content in self._contents.items():
            with (self._links / name).open("r+b") as file:
                file.write(content)
                file.truncate()
            os.link(self._links / name, self._folder / name)


def _files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


class KillRun:
    def __init__(self, folder: Path, part: int, parts: int) -> None:
        self.live = folder / "live" / GAME
        self._links = folder / "links"
        self._trial = folder / "trial" / GAME
        self._faults = FaultFs(folder / "live")
        self._random = Random(part)
        self._part, self._parts = part, parts
        self._steps = 0
        self._opened: set[bytes] = set()
        self.tally = {"operations": 0, "trials": 0, "opened": 0, "landed": 0}

    def step(self, answered: int, action: Callable[[], object], answers: int = 1) -> None:
        """Tries every kill in this step, if the step belongs to this part. The step itself comes later."""
        self._steps += 1
        if self._steps % self._parts != self._part:
            return

        def told(answer: Answer) -> None:
            action()
            for _ in range(answers):
                answer()

        kept = KeptFolder(self.live, self._links)
        operations = traced(self._faults, told)
        kept.put_back()
        self.tally["operations"] += len(operations)
        for cut in kills(operations, self._random):
            self._try(cut, told, answered)
            kept.put_back()

    def _try(self, cut: Cut, told: Callable[[Answer], None], answered: int) -> None:
        def armed(answer: Answer) -> None:
            self._faults.arm(*cut)
            told(answer)

        outcome = in_child(armed)
        assert outcome.killed, f"{cut} of {answered} was never reached"
        self.tally["trials"] += 1
        self._check(answered + outcome.answered)

    def _check(self, answered: int) -> None:
        """Skips an image that was opened before after the same number of answers."""
        image = b"%d" % answered + _image(self.live)
        if image in self._opened:
            return
        self._opened.add(image)
        copy_folder(self.live, self._trial)
        if not (self._trial / TAPE).exists():
            assert answered == 0
            begun(RealDisk(self._trial)).close()
        self.tally["opened"] += 1
        self.tally["landed"] += check_game(self._trial, answered) - answered


def _image(folder: Path) -> bytes:
    digest = hashlib.sha256()
    for name in _files(folder):
        digest.update(name.encode() + (folder / name).read_bytes())
    return digest.digest()


def main(folder: Path, entries: int, part: int, parts: int) -> None:
    sessions.BACKUP_EVERY = min(sessions.BACKUP_EVERY, entries // 2)
    folder.mkdir()
    (folder / "live").mkdir()
    run = KillRun(folder, part, parts)
    disk = RealDisk(run.live)
    move(entries + 1)  # once, and not in every child
    run.step(0, lambda: begun(disk), answers=0)
    session = begun(disk)
    for number in range(1, entries + 1):
        run.step(number - 1, lambda number=number: give(session, number))  # type: ignore[misc]
        give(session, number)
        if number % sessions.BACKUP_EVERY == 0:
            run.step(number, session.do_upkeep, answers=0)
            session.do_upkeep()
    run.step(entries, session.close, answers=0)
    print(json.dumps(run.tally))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
