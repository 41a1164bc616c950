"""The hostile typist in the suite: some bursts, and faults planted in the queue of keys that must be caught."""

import asyncio
import inspect
from types import ModuleType

import pytest

from companion.console import app, key_queue
from companion.console.screens.table import TableScreen
from tests.console.typist import Caught, type_bursts

GAMES = 40  # in which a fault must be found
BURSTS = 25
# What is right and what is wrong, and the first game that need be played to find it
FAULTS = {
    "digits reach a question that came up later": ("(burst.is_early or burst.question != screen.question)", "False", 0),
    "letters are about what is there now": ("take_key(key, burst.seen)", "take_key(key, state)", 0),
    "a key that is held down acts again": ("is_held = before is not None and", "is_held = False and", 3),
}


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long_run) for seed in (2, 3))])
def test_no_key_does_what_it_did_not_name(seed: int) -> None:
    asyncio.run(type_bursts(seed, BURSTS))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right, wrong, first = FAULTS[fault]
    source = inspect.getsource(key_queue)
    assert source.count(right) == 1, f"this is not in the queue of keys any more: {right}"
    faulty = ModuleType("faulty_key_queue")
    exec(source.replace(right, wrong), vars(faulty))
    monkeypatch.setattr(app, "KeyQueue", faulty.KeyQueue)
    with pytest.raises(Caught):
        _type_until_caught(first)


def test_a_console_whose_questions_all_look_alike_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableScreen, "question", "always the same")
    with pytest.raises(Caught, match="was named by none of"):
        _type_until_caught(first=1)


def _type_until_caught(first: int) -> None:
    for seed in range(first, first + GAMES):
        asyncio.run(type_bursts(seed, BURSTS, takes_stale=True))
