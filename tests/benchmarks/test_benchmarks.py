"""The bare loop is a second, plain program for the same game: it must come to the same table as the engine."""

import re
from pathlib import Path

import pytest

from tests.benchmarks.bare import Bare
from tests.benchmarks.console_start import measure_console_start
from tests.benchmarks.devices import measure_devices
from tests.benchmarks.engine import differences, play, start
from tests.benchmarks.latency import in_words, measure_latency
from tests.benchmarks.measured import Measured, throws
from tests.benchmarks.odds_beside import measure_odds_beside
from tests.benchmarks.pages import measure_pages
from tests.benchmarks.shelf import measure_shelf
from tests.benchmarks.simulation import measure_compiled, measure_simulation
from tests.benchmarks.table_cpu import measure_table_cpu
from tests.benchmarks.views import measure_views
from tests.web.browser import CHROMIUM


@pytest.mark.parametrize("seed", range(12))
def test_the_bare_loop_and_the_engine_come_to_the_same_table(seed: int) -> None:
    bare = Bare()
    bare.play(throws(1_000 + seed, seed))
    assert differences(play(start(), throws(1_000 + seed, seed)), bare) == []
    assert sum(bare.cash) == 0


def test_a_difference_is_seen() -> None:
    bare = Bare()
    bare.play(throws(99))
    assert [line.partition(":")[0] for line in differences(start(), bare)] == ["cash", "places", "owners"]


@pytest.mark.parametrize(
    ("measured", "holds"),
    [
        (Measured("fast enough", 0.20, least=0.20), True),
        (Measured("too slow", 0.19, least=0.20), False),
        (Measured("flat enough", 1.25, most=1.25), True),
        (Measured("grows", 1.26, most=1.25), False),
    ],
)
def test_a_budget_is_held_or_missed(measured: Measured, holds: bool) -> None:
    assert measured.holds is holds
    assert str(measured).endswith("ok" if holds else "MISSED")


def test_a_press_is_followed_to_the_screen() -> None:
    """With few presses: what they take here says nothing."""
    ratio, figures = measure_latency(4)
    assert 0 < ratio.ratio < float("inf")
    published, painted, worked, drawings, table, console = map(str, figures)
    assert re.search(r"signal to published, p50 and p95 +\d+\.\d and \d+\.\d ms$", published)
    assert re.search(r"signal to painted on a console, p50 and p95 +\d+\.\d and \d+\.\d ms   aim p95 20 ms$", painted)
    assert re.search(r"CPU of the console, p50 and p95 +\d+\.\d and \d+\.\d ms   aim p50 5 ms$", worked)
    assert re.search(r"drawings on the console, on average +[1-9]\.\d\d   aim 1$", drawings)
    assert re.search(r" [1-9]\d+ MB   aim 35 MB$", table)
    assert re.search(r" [1-9]\d+ MB   aim 40 MB$", console)


@pytest.mark.long_run
def test_a_console_is_followed_from_its_command_to_the_game() -> None:
    """Once: what it takes here says nothing."""
    ratio, figures = measure_console_start(1)
    assert ratio.ratio > 1, "a console is more than Textual"
    for figure in map(str, figures):
        (line_s, game_s), *_ = re.findall(r"(\d+\.\d) and (\d+\.\d) s", figure)
        assert float(line_s) < float(game_s)


def test_moves_are_made_while_the_odds_are_worked_out_and_while_they_stand_still() -> None:
    cpu, waiting = measure_odds_beside(1)
    assert 0 < cpu.ratio < float("inf")
    assert re.search(r" \d+\.\d\d times   aim 1\.20 times$", str(waiting))


@pytest.mark.long_run
@pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")
def test_a_press_and_a_tap_are_followed_to_the_pixels_of_a_browser() -> None:
    told = list(map(str, measure_pages(3, 2)))
    assert [len(re.findall(r" \d+\.\d and \d+\.\d ms$", line)) for line in told[:4]] == [1] * 4, told
    assert all(re.search(r" [1-9]\d+ MB$", line) for line in told[4:])


def test_devices_are_counted_in_bytes_memory_and_time() -> None:
    ratios, figures = measure_devices((1, 2), 3)
    assert [ratio.ratio > 0 for ratio in ratios] == [True]
    plain, packed = map(int, re.findall(r"[\d,]+(?= and |$)", str(figures[0]).replace(",", ""))[-2:])
    assert 0 < packed < plain < 4_300, "a phone gets what its seat needs, and a beat now and then"
    assert len(figures) == 7


def test_the_table_is_measured_at_rest_and_pressed() -> None:
    """For a moment, and with few presses: what they take here says nothing."""
    ratios, figures = measure_table_cpu(0.5, 2, 0, 2)
    assert [0 < one.ratio < float("inf") for one in ratios] == [True] * 2
    at_rest, pressed = map(str, figures)
    assert re.search(r"idle table, CPU in a second +\d+\.\d ms   aim 2 ms$", at_rest)
    assert re.search(r"a press, CPU of the table +\d+\.\d ms   aim 2\.5 ms$", pressed)


def test_half_of_the_presses_and_nineteen_of_twenty_are_told() -> None:
    assert in_words(range(101)) == "50.0 and 95.0 ms"
    assert in_words([1.0, 1.0, 1.0, 5.0]) == "1.0 and 4.4 ms"


def test_a_shelf_is_listed_again_and_from_its_file() -> None:
    """With few games: what they take here says nothing."""
    again, anew = map(str, measure_shelf(12))
    assert again.startswith("shelf: 12 games listed again, CPU of 50 ms ")
    assert anew.startswith("shelf: 12 games listed from their file, CPU of 50 ms ")


def test_views_and_what_is_sent_are_measured() -> None:
    ratios, told = measure_views(rounds=1)
    assert [re.sub(r"[\d.]+", "N", one.name) for one in ratios] == [
        *["view after a move, N players: in bare throws"] * 3,
        *["sent to a screen by a move, N players: kB"] * 3,
    ]
    assert all(one.ratio > 0 for one in ratios)
    assert all(one.holds for one in ratios[3:]), "how much is sent does not depend on the machine"
    assert len(told) == 3


def test_simulated_games_are_timed_against_the_bare_loop_and_in_two_processes() -> None:
    """With few games: what they take here says nothing."""
    bare, two = measure_simulation(rounds=1, games=1, shared_rounds=1, shared_games=8)
    assert "bare loop" in bare.name
    assert 0 < bare.ratio < 1
    assert "8 games in two processes" in two.name
    assert 0 < two.ratio < float("inf")


def test_what_was_not_compiled_is_not_timed_as_if_it_were(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"not compiled: .*engine\.py"):
        measure_compiled(rounds=1, games=1, folder=tmp_path)
