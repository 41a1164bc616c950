"""The weather: kills, power cuts, full and failing disks, and clocks that jump."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.storm.world import World

YEAR_MS = 365 * 24 * 3_600_000
CLOCKS_MS = (0, -1, 30 * YEAR_MS, 57 * YEAR_MS, 136 * YEAR_MS, 7_000 * YEAR_MS)
OPERATIONS = 8  # within which a fault that is armed strikes


class Weather:
    def step(self, world: "World") -> None:
        self._trouble_the_disk(world)
        rng, odds = world.rng, world.odds
        if rng.happens(odds.clock):
            world.tally["clock jumps"] += 1
            world.clock_ms = rng.choice(CLOCKS_MS)
        if rng.happens(odds.kill):
            self._strike(world, "kill")
        if rng.happens(odds.cut):
            self._strike(world, "cut")
        if rng.happens(odds.stop):
            world.stop()

    def _trouble_the_disk(self, world: "World") -> None:
        rng, odds, disk = world.rng, world.odds, world.disk
        if (disk.full or disk.fsync_fails) and rng.happens(odds.relief):
            disk.full = disk.fsync_fails = False
        if rng.happens(odds.full) and not disk.full:
            disk.full = True
            world.tally["full disks"] += 1
        if rng.happens(odds.unsynced) and not disk.fsync_fails:
            disk.fsync_fails = True
            world.tally["fsync errors"] += 1

    def _strike(self, world: "World", how: str) -> None:
        world.ending = how
        if world.rng.happens(world.odds.inside):
            world.disk.cut_in(world.rng.randint(1, OPERATIONS))
        elif world.house is not None:
            world.crash()


class Keeper:
    """Who starts the table again when it has died, and has it look after the disk."""

    def step(self, world: "World") -> None:
        if world.house is None:
            if world.rng.happens(0.3):
                world.start()
        elif world.rng.happens(0.1):
            world.probe()
