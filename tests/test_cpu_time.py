"""At the end of a run its CPU time is told, by folder, with that of the programs which tests have started."""

import re
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

BUSY = """
import subprocess, sys

def test_a_program_that_is_busy():
    loop = "import time\\nwhile time.process_time() < 0.4: pass"
    subprocess.run([sys.executable, "-c", loop], check=True)
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_time_is_told_by_folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, workers: str) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    pytester.makepyfile(**{"some/quiet/test_quiet": "def test_nothing(): pass", "some/busy/test_busy": BUSY})
    said = pytester.runpytest_subprocess("-p", "tests.cpu_time", "--numprocesses", workers).stdout.str()
    told = {name: float(used) for used, name in re.findall(r"^ +([\d.]+) s  (.+)$", said, re.M)}
    assert list(told)[:2] == ["some/busy", "some/quiet"]
    assert told["some/busy"] >= 0.4
    assert re.search(r"^CPU: \d+ s in all", said, re.M)
