"""One trial: an action in a forked child that a fault may kill, and what it answered for before."""

import json
import os
import shutil
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.journal import Journal, RealDisk
from tests.emulators.faultfs import DiskFault, FaultFs, Operation
from tests.journal.sample import append, history

Answer = Callable[[], object]


class TrialOutcome(NamedTuple):
    answered: int
    killed: bool


class Cut(NamedTuple):
    fault: DiskFault
    at: int
    size: int = 0


def in_child(action: Callable[[Answer], None]) -> TrialOutcome:
    """The action is given something to call whenever it would tell a player that a move is saved."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _act(action, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as answers:
        answered = len(answers.read())
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status) and os.waitstatus_to_exitcode(status):
        raise AssertionError("the action failed in the child; its traceback is above")
    return TrialOutcome(answered, os.WIFSIGNALED(status))


def _act(action: Callable[[Answer], None], writing: int) -> None:
    code = 1
    try:
        action(lambda: os.write(writing, b"!"))
        code = 0
    finally:
        if code:
            traceback.print_exc()
        os._exit(code)


def kills(operations: tuple[Operation, ...], random: Random) -> Iterator[Cut]:
    """Before every operation, and inside every write after 1, 511 and a random number of bytes."""
    for at, (kind, size, _) in enumerate(operations, 1):
        yield Cut(DiskFault.KILL_BEFORE, at)
        if kind == "w":
            sizes = {1, 511, random.randint(1, max(1, size - 1))}
            yield from (Cut(DiskFault.KILL_INSIDE, at, part) for part in sorted(sizes) if part < size)


def traced(faults: FaultFs, action: Callable[[Answer], None]) -> tuple[Operation, ...]:
    """The operations of an action that nothing happens to. They are counted in a child, like those of a trial."""
    reading, writing = os.pipe()

    def counted(answer: Answer) -> None:
        faults.arm(DiskFault.NONE)
        action(answer)
        os.write(writing, json.dumps(faults.operations()).encode())

    in_child(counted)
    os.close(writing)
    with os.fdopen(reading, "rb") as trace:
        return tuple(Operation(*each) for each in json.loads(trace.read()))


def copy_folder(source: Path, target: Path) -> None:
    """Afresh. Of databases only what a reader needs."""
    shutil.rmtree(target, ignore_errors=True)
    if source.exists():
        shutil.copytree(source, target)


def check_history(folder: Path, answered: int) -> int:
    """Nothing answered for is lost, nothing is invented but the move in flight, and the game goes on."""
    journal = Journal.open(RealDisk(folder))
    found = journal.entries()
    assert found == history(len(found)), f"another history after {answered} answers"
    assert answered <= len(found) <= answered + 1, f"{answered} answers and {len(found)} entries"
    append(journal, len(found) + 1)
    journal.close()
    return len(found)
