"""The faults of a storm and how likely they are: kills, power cuts, full and failing disks, clocks that jump."""

from typing import TYPE_CHECKING

from msgspec import Struct

from companion.players.seeded_random import SeededRandom
from tests.storm.torn_disk import Model

if TYPE_CHECKING:
    from tests.storm.world import StormWorld

YEAR_MS = 365 * 24 * 3_600_000
CLOCKS_MS = (0, -1, 30 * YEAR_MS, 57 * YEAR_MS, 136 * YEAR_MS, 7_000 * YEAR_MS)
OPERATIONS = 8  # an armed fault strikes within so many


class Odds(Struct, frozen=True):
    """How likely each fault is in one storm: drawn for every seed, so that each is frequent, rare or absent."""

    model: Model
    # of the machine
    kill: float
    cut: float
    inside: float  # a kill or cut strikes inside a later operation, not at once
    full: float
    unsynced: float
    relief: float  # a full or failing disk is well again
    clock: float
    rot: float  # before a start
    stop: float  # and start again, cleanly
    # of the links
    late: float
    twice: float
    stale: float  # something sent long ago is sent again
    die: float
    slow: float  # a client does not read
    # of what is asked for
    eager: float  # gives the next command before the last is answered
    wild: float
    wrong: float
    garbage: float
    undo: float
    rename: float
    electronic: float  # the companion's own dice
    # of the table
    hands: int  # gestures at each step


def draw_odds(rng: SeededRandom) -> Odds:
    def rate(*rates: float) -> float:
        return rng.choice(rates)

    return Odds(
        model=rng.choice(("honest", "honest", "honest", "liar", "liar")),
        kill=rate(0, 0, 0.01, 0.05),
        cut=rate(0, 0.01, 0.03, 0.1),
        inside=rate(0.3, 0.8),
        full=rate(0, 0, 0.01, 0.05),
        unsynced=rate(0, 0, 0.01, 0.05),
        relief=rate(0.05, 0.3),
        clock=rate(0, 0.02),
        rot=rate(0, 0.3),
        stop=rate(0, 0, 0.01),
        late=rate(0, 0.05, 0.3),
        twice=rate(0, 0.05, 0.5),
        stale=rate(0, 0.02, 0.1),
        die=rate(0, 0.01, 0.05),
        slow=rate(0, 0.2, 0.9),
        eager=rate(0, 0.1, 0.5),
        wild=rate(0, 0.1, 0.3),
        wrong=rate(0, 0.05, 0.2),
        garbage=rate(0, 0.03),
        undo=rate(0, 0.1, 0.3),
        rename=rate(0, 0.1),
        electronic=rate(0, 0.5, 1),
        hands=rng.choice((0, 1, 1, 2)),
    )


class Weather:
    def step(self, world: "StormWorld") -> None:
        rng, odds, disk = world.rng, world.odds, world.disk
        if (disk.full or disk.fsync_fails) and rng.happens(odds.relief):
            disk.full = disk.fsync_fails = False
        if rng.happens(odds.full) and not disk.full:
            disk.full = True
            world.tally["full disks"] += 1
        if rng.happens(odds.unsynced) and not disk.fsync_fails:
            disk.fsync_fails = True
            world.tally["fsync errors"] += 1
        if rng.happens(odds.clock):
            world.tally["clock jumps"] += 1
            world.clock_ms = rng.choice(CLOCKS_MS)
        if rng.happens(odds.kill):
            self._strike(world, "kill")
        if rng.happens(odds.cut):
            self._strike(world, "cut")
        if rng.happens(odds.stop):
            world.stop()

    def _strike(self, world: "StormWorld", how: str) -> None:
        world.ending = how
        if world.rng.happens(world.odds.inside):
            world.disk.cut_in(world.rng.randint(1, OPERATIONS))
        elif world.process is not None:
            world.crash()


class Restarter:
    """Starts the table again when it has died, and lets it retry the disk."""

    def step(self, world: "StormWorld") -> None:
        if world.process is None:
            if world.rng.happens(0.3):
                world.start()
        elif world.rng.happens(0.1):
            world.probe()
