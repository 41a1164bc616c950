"""The command `python -m tests.storm`: its one line, a broken law's one line, and that it can be interrupted."""

import json
import re
import signal
from contextlib import closing

import pytest

from tests.console.terminal import Terminal
from tests.storm import run as storm_ride
from tests.storm.__main__ import main
from tests.storm.run import run_storm
from tests.storm.test_planted import money_from_nowhere

Captured = pytest.CaptureFixture[str]


def test_one_line_tells_what_was_withstood(capsys: Captured) -> None:
    assert main(["--seeds", "3", "--seed", "100", "--steps", "20", "--jobs", "1"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 1
    assert re.match(r"3 storms in \d+ s, every law held \(trace [0-9a-f]{16}\): ", out)
    for name in (
        "commands",
        "moves",
        "kills",
        "cuts",
        "full disks",
        "fsync errors",
        "duplicates",
        "repairs",
        "gestures",
    ):
        assert f" {name}" in out


def test_one_line_for_programs(capsys: Captured) -> None:
    assert main(["--seeds", "2", "--seed", "100", "--steps", "20", "--jobs", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    told = json.loads(out)
    assert out.count("\n") == 1
    assert told["seeds"] == 2
    assert told["broken"] == []
    ridden = [run_storm(seed, 20) for seed in (100, 101)]
    assert told["commands"] == sum(one.tally["commands"] for one in ridden)
    assert told["moves"] == sum(one.tally["moves"] for one in ridden)


def test_a_broken_law_is_told_in_the_line_that_shows_it_again(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    money_from_nowhere(monkeypatch)
    assert main(["--seeds", "2", "--seed", "100", "--steps", "20", "--jobs", "1"]) == 1
    first, second, summary = capsys.readouterr().out.splitlines()
    again, _, what = first.partition("  # ")
    assert again == "python -m tests.storm --seed 100 --seeds 1 --steps 20"
    assert what.startswith("all accounts sum to zero: after move 1 they sum to ")
    assert second.startswith("python -m tests.storm --seed 101 ")
    assert re.match(r"2 storms in \d+ s, 2 broke a law ", summary)
    assert main([*again.split()[3:], "--jobs", "1"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == first


def test_a_broken_law_is_told_to_programs_too(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    money_from_nowhere(monkeypatch)
    assert main(["--seeds", "1", "--seed", "100", "--steps", "20", "--json"]) == 1
    (line,) = json.loads(capsys.readouterr().out)["broken"]
    assert line.startswith("python -m tests.storm --seed 100 --seeds 1 --steps 20  # all accounts sum to zero: ")


def test_a_storm_that_fails_by_itself_is_no_success(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(storm_ride, "opening")
    assert main(["--seeds", "1"]) == 1
    assert "# the storm itself failed: NameError: name 'opening' is not defined" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--seeds", "0"), "argument --seeds: expected a number from 1 to 10,000,000, not '0'"),
        (("--seed", "-1"), "argument --seed: expected a number from 0 to 9,007,199,254,740,992, not '-1'"),
        (("--steps", "0"), "argument --steps: expected a number from 1 to 100,000, not '0'"),
        (("--jobs", "none"), "argument --jobs: expected a number from 1 to 256, not 'none'"),
    ],
)
def test_wrong_usage(capsys: Captured, args: tuple[str, str], message: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(args)
    assert left.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_progress_on_a_terminal_and_a_clean_end_when_interrupted(jobs: str) -> None:
    with closing(Terminal("--seeds", "100000", "--steps", "20", "--jobs", jobs, module="tests.storm")) as terminal:
        terminal.wait_for(" of 100,000 storms")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
        seen = terminal.read()
    assert seen.endswith(b"\r\x1b[K")
    assert b"Traceback" not in seen
