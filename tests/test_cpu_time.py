"""At the end of a run its CPU time is told, by folder, with that of the programs which tests have started."""

import re
from pathlib import Path

import pytest

from tests.cpu_time import KEPT, MAKE_TEST

pytest_plugins = ["pytester"]

BUSY = """
import subprocess, sys

def test_a_program_that_is_busy():
    loop = "import time\\nwhile time.process_time() < 0.4: pass"
    subprocess.run([sys.executable, "-c", loop], check=True)
"""


@pytest.mark.parametrize("workers", ["0", pytest.param("2", marks=pytest.mark.long_run)])
def test_time_is_told_by_folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, workers: str) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    pytester.makepyfile(**{"some/quiet/test_quiet": "def test_nothing(): pass", "some/busy/test_busy": BUSY})
    whole = ["-p", "tests.cpu_time", "--numprocesses", workers, "-m", MAKE_TEST]
    pytester.runpytest_subprocess(*whole, "some/quiet")
    kept = pytester.path / ".pytest_cache/v" / KEPT
    assert not kept.exists(), "that was a part of them"
    said = pytester.runpytest_subprocess(*whole).stdout.str()
    told = {name: float(used) for used, name in re.findall(r"^ +([\d.]+) s  (.+)$", said, re.M)}
    assert list(told)[:2] == ["some/busy", "some/quiet"]
    assert told["some/busy"] >= 0.4
    (in_all,) = re.findall(r"^CPU: (\d+) s in all", said, re.M)
    assert kept.read_text() == in_all
