"""A table that starts while its disk fails shows and answers only what a power cut would leave."""

from collections import Counter

import pytest

from companion.play.acts import Start
from companion.players.dice import RandomDice
from companion.players.seeded_random import SeededRandom
from companion.rules import EDITIONS
from companion.rules.commands import CorrectCash
from companion.table.games.session import NotSaved, Session, SessionDeps
from tests.kit import new_game
from tests.storm.torn_disk import TornDisk

MEANS = SessionDeps(RandomDice.from_seed("dice"), lambda: 0, "test")


def killed_after_a_failed_sync(seed: int) -> TornDisk:
    """One move is saved. Of the next one it is not known, and the disk still fails."""
    disk = TornDisk(SeededRandom(seed))
    session = Session.create(disk, Start(new_game(EDITIONS["classic"], ("Ann", "Ben"))), MEANS)
    session.give("tap-1", CorrectCash(0, 1, "found"))
    disk.fsync_fails = True
    with pytest.raises(NotSaved):
        session.give("tap-2", CorrectCash(0, 2, "found"))
    disk.kill()
    return disk


@pytest.mark.parametrize("seeds", [100, pytest.param(400, marks=pytest.mark.long_run)])
def test_a_table_that_starts_in_trouble_shows_nothing_that_could_be_lost(seeds: int) -> None:
    found = Counter[int]()
    for seed in range(seeds):  # every opening tries to settle it, and mostly some of that arrives
        disk = killed_after_a_failed_sync(seed)
        shown = Session(disk, MEANS).number
        disk.power_cut()
        disk.fsync_fails = False
        left = Session(disk, MEANS).number
        disk.kill()
        assert shown <= left, f"seed {seed}: {shown} moves were shown, {left} are left"
        found[left] += 1
    assert set(found) == {1, 2}


def test_nor_does_it_say_that_such_a_move_is_done_or_is_not() -> None:
    outcomes = Counter[bool]()
    for seed in range(40):
        disk = killed_after_a_failed_sync(seed)
        session = Session(disk, MEANS)
        if session.number == 1:
            with pytest.raises(NotSaved) as told:
                session.give("tap-2", CorrectCash(0, 2, "found"))
            outcomes[told.value.known] += 1
        disk.kill()
    assert outcomes[False]
