"""Power cuts, full disks and failing syncs on a disk in memory, by seed: honest disks and liars."""

import os
from collections import Counter

import pytest

from companion.journal import Journal, JournalDamaged, JournalEntry, JournalStale
from companion.players.seeded_random import SeededRandom
from tests.journal.sample import append, entry, head
from tests.storm.torn_disk import Model, PowerCut, TornDisk

SEEDS = pytest.mark.parametrize(
    "seeds", [50, pytest.param(5000 if os.environ.get("COMPANION_LONG") else 150, marks=pytest.mark.long_run)]
)
MOVES = 60


class TornEvening:
    """One game under one seed. What was answered is remembered; what is found must go with it."""

    def __init__(self, seed: int, model: Model) -> None:
        self.rng = SeededRandom(seed)
        self.disk = TornDisk(self.rng, model)
        self.journal = Journal.create(self.disk, head(self.disk.game))
        self.answered: list[JournalEntry] = []
        self.seen = Counter[str]()

    def play(self) -> None:
        for _ in range(MOVES):
            self._set_faults()
            try:
                self.answered.append(append(self.journal, len(self.answered) + 1))
            except PowerCut:
                self.seen["cuts"] += 1
                self.disk.power_cut()
                self._open_again()
            except JournalStale:
                self.seen["stale"] += 1
                self.journal.close()
                self._open_again()

    def _set_faults(self) -> None:
        if self.rng.happens(0.15):
            self.disk.cut_in(self.rng.randint(1, 4))
        self.disk.full = self.rng.happens(0.05)
        self.disk.fsync_fails = self.rng.happens(0.05)

    def _open_again(self) -> None:
        self.disk.full = self.disk.fsync_fails = False
        while True:
            try:
                self.journal = Journal.open(self.disk)
                break
            except PowerCut:
                self.disk.power_cut()
        self._compare(self.journal.entries())

    def _compare(self, found: tuple[JournalEntry, ...]) -> None:
        assert found == tuple(entry(number) for number in range(1, len(found) + 1))
        self.seen["lost"] += len(found) < len(self.answered)
        assert len(found) <= len(self.answered) + 1
        self.answered = list(found)


@SEEDS
def test_an_honest_disk_loses_nothing(seeds: int) -> None:
    seen = Counter[str]()
    for seed in range(seeds):
        evening = TornEvening(seed, "honest")
        evening.play()
        seen += evening.seen
    assert seen["lost"] == 0
    assert seen["cuts"] > seeds
    assert seen["stale"] > seeds


def damage_of(evening: TornEvening) -> JournalDamaged | None:
    try:
        evening.play()
    except JournalDamaged as damaged:
        return damaged
    return None


@SEEDS
def test_a_liar_loses_an_end_or_is_told_on_but_never_changes_a_game(seeds: int) -> None:
    """Some games it has ruined from a move on, and that is said; up to that move they can be repaired."""
    seen = Counter[str]()
    for seed in range(seeds):
        evening = TornEvening(seed, "liar")
        damaged = damage_of(evening)
        seen += evening.seen
        if damaged and damaged.from_number:
            seen["repaired"] += 1
            assert Journal.repair(evening.disk).last_number == damaged.from_number - 1
        seen["damaged"] += damaged is not None
    assert seen["lost"]
    assert seen["repaired"]
    assert seen["damaged"] < seeds / 2


@pytest.mark.parametrize("model", ["honest", "liar"])
def test_a_seed_is_one_evening(model: Model) -> None:
    assert _trace(7, model) == _trace(7, model)


def _trace(seed: int, model: Model) -> tuple[Counter[str], int, list[JournalEntry]]:
    evening = TornEvening(seed, model)
    damage_of(evening)  # or none
    return evening.seen, evening.disk.operations, evening.answered


def test_without_a_sync_the_same_disk_does_lose() -> None:
    """The disk can do harm: a tape that is not synced loses what was answered for."""
    lost = 0
    for seed in range(50):
        disk = TornDisk(SeededRandom(seed))
        disk.replace("game.tape", b"head\n")
        disk.fsync_fails = True
        with pytest.raises(OSError, match="input/output"):
            disk.append("game.tape", b"answered\n")
        assert disk.read("game.tape") == b"head\nanswered\n"
        disk.power_cut()
        lost += disk.read("game.tape") != b"head\nanswered\n"
    assert 10 < lost < 50
