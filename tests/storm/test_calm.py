"""Without a planted fault no law is broken, and a seed is one storm, in any process."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.storm.gestures import GESTURES as GESTURES_THERE_ARE
from tests.storm.run import StormTotals, run_storm, run_storms

ROOT = Path(__file__).parents[2]
LONG = bool(os.environ.get("COMPANION_LONG"))
SEEDS = 2_000 if LONG else 100
GESTURES = 100_000 if LONG else 2_000
STEPS = 50
FEW = range(100, 103)


@pytest.mark.parametrize("seeds", [24, pytest.param(SEEDS, marks=pytest.mark.long_run)])
def test_no_law_is_broken_where_nothing_is_planted(seeds: int) -> None:
    log = StormTotals()
    for ridden in run_storms(range(seeds), STEPS):
        log.add(ridden)
    assert [f"{ridden.seed}: {ridden.broken}" for ridden in log.broken] == []
    _require_rough(log.counted, seeds)


def _require_rough(counted: Counter[str], seeds: int) -> None:
    """That everything did happen which was to be withstood."""
    often = ("kills", "cuts", "full disks", "fsync errors", "duplicates", "asked again", "deaths", "hung up", "refused")
    assert {name: counted[name] for name in often if counted[name] < seeds / 10} == {}
    seldom = ("rotten copies", "mended", "unknown", "not-saved", "clock jumps", "lost by lying disks")
    assert [name for name in seldom if not counted[name]] == []
    assert counted["moves"] > 12 * seeds
    assert counted["ruined"] < seeds / 10


@pytest.mark.parametrize("gestures", [800, pytest.param(GESTURES, marks=pytest.mark.long_run)])
def test_no_touch_is_charged_twice_and_no_strange_tag_moves_anything(gestures: int) -> None:
    """That would be a law broken; here it is seen that enough was touched to break one."""
    log, seed = StormTotals(), 0
    while log.counted["gestures"] < gestures:
        log.add(run_storm(seed, STEPS, calm_disk=True))
        seed += 1
    assert [f"{ridden.seed}: {ridden.broken}" for ridden in log.broken] == []
    assert log.counted["strange tags"] > gestures / 40
    assert log.counted["moves by hand"] > gestures / 20
    seldom = [name for name, _ in GESTURES_THERE_ARE if log.counted[name] < gestures / 400]
    assert seldom == []


def test_a_seed_is_one_storm_whatever_else_is_ridden() -> None:
    alone = [run_storm(seed, STEPS).trace for seed in reversed(FEW)]
    assert alone == [ridden.trace for ridden in run_storms(FEW, STEPS)][::-1]
    assert len(set(alone)) == len(FEW)
    assert run_storm(FEW[0], STEPS + 1).trace != alone[-1]


def test_a_seed_is_the_same_storm_in_another_process_with_other_hashes() -> None:
    told = {_trace("0"), _trace("1"), _trace("4711", "--jobs", "2")}
    assert len(told) == 1


def _trace(hash_seed: str, *more: str) -> str:
    command = [sys.executable, "-m", "tests.storm", "--seeds", "3", "--steps", "30", "--json", *more]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)
    assert done.stderr == ""
    return done.stdout.partition('"trace": "')[2].partition('"')[0]
