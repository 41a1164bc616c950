"""What simulated games cost: against the bare loop, and in two processes against one. All of it is processor time."""

import os
from collections.abc import Callable
from functools import partial
from statistics import median

from companion.players.simulate import Plan, play_game, play_games
from companion.rules.editions import EDITIONS
from tests.benchmarks.bare import Bare
from tests.benchmarks.measured import ROUNDS, Measured, seconds, throws
from tests.kit import ATLANTIC

THROWS = 5_000  # of the bare loop in a round
GAMES = 10  # in a round: some 4,000 throws
SHARED_GAMES, SHARED_ROUNDS = 2_000, 5  # in one process and in two: two minutes of CPU


def measure_simulation(
    rounds: int = ROUNDS, games: int = GAMES, shared_rounds: int = SHARED_ROUNDS, shared_games: int = SHARED_GAMES
) -> list[Measured]:
    """Each pair is timed in turn, round by round, so that a busy machine slows both. Games in processes take long, and
    in between the machine changes its pace by a tenth: of these the least counts, since whatever disturbs only adds.
    """
    against_bare = []
    one, two = list[float](), list[float]()  # what all games took
    plan = Plan(EDITIONS["classic"], ATLANTIC, players=4, games=shared_games, seed=1)
    for number in range(rounds):
        bare = THROWS / seconds(lambda: Bare().play(throws(THROWS)))
        played = list[int]()
        numbers = range(number * games, (number + 1) * games)
        used = seconds(lambda: played.extend(play_game(plan, each).throws for each in numbers))  # noqa: B023
        against_bare.append(sum(played) / used / bare)
    for _ in range(shared_rounds):
        for jobs, took in ((1, one), (2, two)):
            took.append(cpu_seconds(partial(list, play_games(plan, jobs))))
    return [
        Measured("simulated throws/s against the bare loop", median(against_bare), least=0.13),
        Measured(f"processor time of {shared_games} games in two processes", min(two) / min(one), most=1.03),
    ]


def cpu_seconds(act: Callable[[], object]) -> float:
    """Of this process and of those that it started and that ended."""
    before = os.times()
    act()
    after = os.times()
    return sum(after[:4]) - sum(before[:4])
