"""How likely each fault is in one storm: drawn anew for every seed, so that each is frequent, rare or absent."""

from msgspec import Struct

from companion.players.seeded_random import SeededRandom
from tests.storm.torn_disk import Model


class Odds(Struct, frozen=True):
    """Rates at each step, or at each occasion."""

    model: Model
    # of the machine
    kill: float
    cut: float
    inside: float  # of a kill or cut: within an operation still to come
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
    eager: float  # to act, though the answer before is still awaited
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
