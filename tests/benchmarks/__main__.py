"""Runs every benchmark, prints a table, and fails if a ratio misses its budget. Times and memory are only reported."""

import sys
from statistics import median

from companion.rules import unfold
from companion.rules.state import Game
from tests.benchmarks.bare import Bare
from tests.benchmarks.console_start import measure_console_start
from tests.benchmarks.devices import measure_devices
from tests.benchmarks.engine import differences, next_command, play, sold, start
from tests.benchmarks.journal import measure_journal
from tests.benchmarks.latency import Reported, measure_latency
from tests.benchmarks.measured import ROUNDS, Measured, seconds, throws, yardstick
from tests.benchmarks.odds_beside import measure_odds_beside
from tests.benchmarks.pages import measure_pages
from tests.benchmarks.shelf import measure_shelf
from tests.benchmarks.simulation import measure_compiled, measure_simulation
from tests.benchmarks.table_cpu import measure_table_cpu
from tests.benchmarks.views import measure_views
from tests.cpu_time import last_run_s

THROWS = 5_000  # of the bare loop and of the engine, the same ones
FLOOR = 25_000  # throws the bare loop must make in the yardstick's time, or it is no yardstick for the engine
WINDOW = 400  # throws over which a command's cost is taken
EARLY, LATE = 1_000, 10_000  # events


def require_the_same_game() -> None:
    bare = Bare()
    bare.play(throws(THROWS))
    differ = differences(play(start(), throws(THROWS)), bare)
    if differ:
        raise SystemExit("the bare loop and the engine do not play the same game:\n" + "\n".join(differ))


def measure_throws() -> list[Measured]:
    """The three are timed in turn, round by round, so that a busy machine slows all of them."""
    yardsticks, against_bare = [], []
    for _ in range(ROUNDS):
        bare = seconds(lambda: Bare().play(throws(THROWS)))
        engine = seconds(lambda: play(start(), throws(THROWS)))
        yardsticks.append(yardstick() * THROWS / bare / FLOOR)
        against_bare.append(bare / engine)
    return [
        Measured(f"bare loop: throws in the yardstick's time, of {FLOOR}", median(yardsticks), least=1.0),
        Measured("engine throws/s against the bare loop", median(against_bare), least=0.20),
    ]


def measure_growth() -> Measured:
    """The cost of a command late in a game against early in it, over the same throws."""
    early, late = aged(EARLY), aged(LATE)
    ratios = []
    for _ in range(ROUNDS):
        first = seconds(lambda: play(early, throws(WINDOW, seed=2)))
        ratios.append(seconds(lambda: play(late, throws(WINDOW, seed=2))) / first)
    return Measured(f"engine: a command's cost at event {LATE} against {EARLY}", median(ratios), most=1.25)


def aged(events: int) -> Game:
    """A game in which every deed was somebody's from the start, so many events old."""
    game, count, dice = sold(start()), 0, throws(LATE, seed=3)
    while count < events:
        command = next_command(game, dice)
        happened = unfold(game, command)
        game, count = happened.game, count + len(happened.events)
    return game


def last_test_run() -> Reported:
    """Running them all here would take longer than everything else."""
    used_s = last_run_s()
    return Reported("the tests: CPU of the last `make test`", f"{used_s} s" if used_s else "not run yet", "600 s")


def main() -> int:
    require_the_same_game()
    device_ratios, device_figures = measure_devices()
    view_ratios, view_figures = measure_views()
    table_ratios, table_figures = measure_table_cpu()
    beside_odds, waiting = measure_odds_beside()
    start_ratio, start_figures = measure_console_start()
    press_ratio, press_figures = measure_latency()
    results = [
        *measure_throws(),
        *measure_simulation(),
        measure_compiled(),
        measure_growth(),
        *view_ratios,
        *table_ratios,
    ]
    results += [*measure_journal(), *measure_shelf(), *device_ratios, beside_odds, start_ratio, press_ratio]
    figures = [*press_figures, *start_figures, *view_figures, *table_figures, waiting, last_test_run()]
    print(*results, *figures, *device_figures, *measure_pages(), sep="\n")
    return 0 if all(result.holds for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
