"""What simulated games cost: against the bare loop, as they are and compiled, and in two processes against one.

All of it is processor time. As a program of its own it prints the first of these for the build that is imported.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from companion.players.simulate import Plan, play_game, play_games
from companion.rules import engine
from companion.rules.editions import EDITIONS
from tests.benchmarks.bare import Bare
from tests.benchmarks.measured import ROUNDS, Measured, seconds, throws
from tests.kit import ATLANTIC

THROWS = 5_000  # of the bare loop in a round
GAMES = 10  # in a round: some 4,000 throws
SHARED_GAMES, SHARED_ROUNDS = 2_000, 5  # in one process and in two: two minutes of CPU
COMPILED = Path(".venv/compiled")


def measure_simulation(
    rounds: int = ROUNDS, games: int = GAMES, shared_rounds: int = SHARED_ROUNDS, shared_games: int = SHARED_GAMES
) -> list[Measured]:
    """Games in processes take long, and in between the machine changes its pace by a tenth: of these the least counts,
    since whatever disturbs only adds.
    """
    one, two = list[float](), list[float]()  # what all games took
    plan = plan_of(shared_games)
    for _ in range(shared_rounds):
        for jobs, took in ((1, one), (2, two)):
            took.append(cpu_seconds(partial(list, play_games(plan, jobs))))
    return [
        # 0.11 to 0.14, as machines differ: some are faster at the bare loop alone.
        Measured("simulated throws/s against the bare loop", against_bare(rounds, games)[0], least=0.10),
        Measured(f"processor time of {shared_games} games in two processes", min(two) / min(one), most=1.03),
    ]


def measure_compiled(rounds: int = ROUNDS, games: int = GAMES, folder: Path = COMPILED) -> Measured:
    """The same games, with what `make compiled` has made."""
    command = [sys.executable, "-P", "-m", __name__, str(rounds), str(games)]
    env = os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{Path.cwd()}"}
    told = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    ratio, played, file = told.rstrip("\n").split(" ", 2)
    assert file.endswith(".so"), f"not compiled: {file}"
    assert int(played) == against_bare(1, rounds * games)[1], "other games were played"
    return Measured("simulated throws/s, compiled, against the bare loop", float(ratio), least=0.13)


def against_bare(rounds: int, games: int) -> tuple[float, int]:
    """The ratio, and how many throws there were. The two are timed in turn, so that a busy machine slows both."""
    ratios, plan, total = list[float](), plan_of(rounds * games), 0
    for number in range(rounds):
        bare = THROWS / seconds(lambda: Bare().play(throws(THROWS)))
        played = list[int]()
        numbers = range(number * games, (number + 1) * games)
        used = seconds(lambda: played.extend(play_game(plan, each).throws for each in numbers))  # noqa: B023
        ratios.append(sum(played) / used / bare)
        total += sum(played)
    return median(ratios), total


def plan_of(games: int) -> Plan:
    return Plan(EDITIONS["classic"], ATLANTIC, players=4, games=games, seed=1)


def cpu_seconds(act: Callable[[], object]) -> float:
    """Of this process and of those that it started and that ended."""
    before = os.times()
    act()
    after = os.times()
    return sum(after[:4]) - sum(before[:4])


if __name__ == "__main__":
    print(*against_bare(int(sys.argv[1]), int(sys.argv[2])), engine.__file__)
