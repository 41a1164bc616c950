"""A whole game on a disk that fills up or cannot sync, at every operation. Run with `faultfs` preloaded.

Whoever plays sends a command again until it is answered, as a console does.
"""

import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.journal import JournalError, JournalUnavailable, RealDisk, inspect_journal
from companion.journal.tape import TAPE
from companion.play.acts import RecordedMove
from companion.table.games.session import NotSaved, Session
from tests.emulators.faultfs import DiskFault, FaultFs, Operation
from tests.journal.trials import Answer, Cut, in_child, traced
from tests.table.evening import GAME, begun, check_game, give, require_history, usual_deps

REASON = re.compile("No space left on device|Input/output error|disk is full|disk I/O error|unable to open", re.I)
TRIES = 3  # failures before somebody makes room


class FailingDiskPlayer:
    """Plays from the first move to the last, and checks that no answer is false."""

    def __init__(self, folder: Path, faults: FaultFs, count: int) -> None:
        self._disk = RealDisk(folder)
        self._faults = faults
        self._count = count
        self._session: Session | None = None
        self._heard: list[int] = []
        self.raised = 0

    def play(self, answer: Answer) -> None:
        answered = 0
        while answered < self._count:
            try:
                taken = give(self._table(), answered + 1)
            except (NotSaved, JournalUnavailable) as error:
                self._meet_trouble(error, answered)
                continue
            answered += 1
            assert taken.number == answered
            answer()
        assert self._heard == list(range(1, self._count + 1)), "everybody hears of every move once"
        self._close()

    def _table(self) -> Session:
        if self._session is None:
            begin = Session if self._disk.exists(TAPE) else begun
            self._session = begin(self._disk, deps=usual_deps(), listen=self._hear)
        return self._session

    def _hear(self, taken: RecordedMove) -> None:
        """Nobody hears of a move before it is on the disk."""
        self._heard.append(taken.number)
        assert inspect_journal(self._disk).chain.entries[taken.number - 1].id == taken.id

    def _meet_trouble(self, error: Exception, answered: int) -> None:
        """The error says why, and answered moves can still be seen. In the end somebody makes room."""
        self.raised += 1
        assert REASON.search(str(error)), f"no reason in: {error}"
        if self._session is not None:
            assert isinstance(error, NotSaved)
            require_history(self._session, answered, answered + 1)
            on_disk = len(inspect_journal(self._disk).chain.entries)
            assert on_disk == answered if error.known else self._session.trouble
        if self.raised == TRIES:
            self._faults.arm(DiskFault.NONE)

    def _close(self) -> None:
        assert self._session is not None
        try:
            self._session.close()
        except JournalError:
            self.raised += 1


def cuts(operations: tuple[Operation, ...], random: Random) -> Iterator[tuple[str, Cut]]:
    """No space once, no space from then on, a write cut short by it, and every sync that fails. Each with a name."""
    syncs = 0
    for at, (kind, size, file) in enumerate(operations, 1):
        if kind == "s":
            syncs += 1
            yield f"sync {file}", Cut(DiskFault.SYNC_FAILS, syncs)
        elif kind != "u":
            yield f"once {kind}{file}", Cut(DiskFault.FULL_ONCE, at)
            yield f"for ever {kind}{file}", Cut(DiskFault.FULL_FROM, at)
        if kind == "w" and size > 1:
            yield f"cut short {kind}{file}", Cut(DiskFault.FULL_INSIDE, at, random.randint(1, size - 1))


def run(folder: Path, count: int) -> dict[str, Counter[str]]:
    """How often each was tried, and how often it went unnoticed."""
    live = folder / "live" / GAME
    live.parent.mkdir(parents=True)  # as in the trials
    faults, tried, unnoticed = FaultFs(folder / "live"), Counter[str](), Counter[str]()
    operations = traced(faults, FailingDiskPlayer(live, faults, count).play)
    for name, cut in cuts(operations, Random(0)):
        shutil.rmtree(live)
        tried[name] += 1
        unnoticed[name] += not _raised(live, faults, count, cut)
    return {"tried": tried, "unnoticed": +unnoticed}


def _raised(live: Path, faults: FaultFs, count: int, cut: Cut) -> bool:
    """Was anything raised in this trial?"""

    def play(answer: Answer) -> None:
        player = FailingDiskPlayer(live, faults, count)
        faults.arm(*cut)
        player.play(answer)
        if player.raised:
            answer()

    outcome = in_child(play)
    assert not outcome.killed
    assert outcome.answered >= count
    check_game(live, count)
    return outcome.answered > count


def main(folder: Path, count: int) -> None:
    print(json.dumps(run(folder, count)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
