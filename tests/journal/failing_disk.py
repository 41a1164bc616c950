"""A whole journal on a disk that fills up or cannot sync, at every operation. Run with `faultfs` preloaded.

A game is played as a table plays it: whatever is raised, the journal is opened again and asked for the command's id.
"""

import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.journal import Journal, JournalError, JournalStale, JournalUnavailable, RealDisk, look
from companion.journal.tape import TAPE
from tests.emulators.faultfs import Fault, FaultFs, Operation
from tests.journal.sample import GAME, append, entry, head, history
from tests.journal.trials import Answer, Cut, check_history, in_child, traced

TRIES = 3  # without success before somebody makes room


class Player:
    """Plays from the first move to the last, and sees to it that no answer is false."""

    def __init__(self, folder: Path, faults: FaultFs, count: int) -> None:
        self._disk = RealDisk(folder)
        self._faults = faults
        self._count = count
        self._journal: Journal | None = None
        self._answered = 0
        self.raised = 0

    def play(self, answer: Answer) -> None:
        while self._answered < self._count:
            try:
                self._next_move()
            except (JournalStale, JournalUnavailable):
                self._meet_trouble()
                continue
            self._answered += 1
            answer()
        self._close()

    def _next_move(self) -> None:
        if self._journal is None:
            self._journal = self._opened()
        wanted = entry(self._answered + 1)
        if self._journal.by_id(wanted.id) is None:
            append(self._journal, wanted.number)

    def _opened(self) -> Journal:
        return Journal.open(self._disk) if self._disk.exists(TAPE) else Journal.create(self._disk, head())

    def _meet_trouble(self) -> None:
        """What was answered can still be seen, whatever the disk is like. In the end room is made."""
        self.raised += 1
        if self._journal is not None:
            self._journal.close()
            self._journal = None
        if self._disk.exists(TAPE):
            seen = look(self._disk).chain.entries
            assert seen == history(len(seen))
            assert self._answered <= len(seen) <= self._answered + 1
        if self.raised == TRIES:
            self._faults.arm(Fault.NONE)

    def _close(self) -> None:
        assert self._journal is not None
        try:
            self._journal.close()
        except JournalError:
            self.raised += 1


def cuts(operations: tuple[Operation, ...], random: Random) -> Iterator[tuple[str, Cut]]:
    """No space once, no space from then on, a write cut short by it, and every sync that fails. Each with a name."""
    syncs = 0
    for at, (kind, size, file) in enumerate(operations, 1):
        if kind == "s":
            syncs += 1
            yield f"sync {file}", Cut(Fault.SYNC_FAILS, syncs)
        elif kind != "u":
            yield f"once {kind}{file}", Cut(Fault.FULL_ONCE, at)
            yield f"for ever {kind}{file}", Cut(Fault.FULL_FROM, at)
        if kind == "w" and size > 1:
            yield f"cut short {kind}{file}", Cut(Fault.FULL_INSIDE, at, random.randint(1, size - 1))


def run(folder: Path, count: int) -> dict[str, Counter[str]]:
    """How often each was tried, and how often nobody noticed."""
    live = folder / "live" / GAME
    live.parent.mkdir(parents=True)  # as it is for the trials
    faults, tried, unnoticed = FaultFs(folder / "live"), Counter[str](), Counter[str]()
    operations = traced(faults, Player(live, faults, count).play)
    for name, cut in cuts(operations, Random(0)):
        shutil.rmtree(live)
        tried[name] += 1
        unnoticed[name] += not _raised(live, faults, count, cut)
    return {"tried": tried, "unnoticed": +unnoticed}


def _raised(live: Path, faults: FaultFs, count: int, cut: Cut) -> bool:
    """Was anything raised in this trial"""

    def play(answer: Answer) -> None:
        player = Player(live, faults, count)
        faults.arm(*cut)
        player.play(answer)
        if player.raised:
            answer()

    outcome = in_child(play)
    assert not outcome.killed
    assert outcome.answered >= count
    check_history(live, count)
    return outcome.answered > count


def main(folder: Path, count: int) -> None:
    print(json.dumps(run(folder, count)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
