"""The CPU time of a run of the tests, by folder: of the tests and of every program they start, browsers too.

A pytest plugin, `-p tests.cpu_time`. Browsers leave the time of their pages to nobody, so a control group counts it.
Where none can be made, which needs root, only what ended as a child is counted, and the last line says so. What a whole
`make test` took is kept for `make bench`.
"""

import os
from collections import defaultdict
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

CGROUPS = Path("/sys/fs/cgroup")
KEPT = "companion/cpu_s"  # in pytest's cache
MAKE_TEST = "not long_run"


class ControlGroup:
    """This process, and whatever it starts from now on."""

    def __init__(self) -> None:
        usage, self._unit_s, parent = _counted_by()
        self._parent, self._folder = parent, parent / f"tests-{os.getpid()}"
        self._folder.mkdir()
        (self._folder / "cgroup.procs").write_text(str(os.getpid()))
        self._counter = os.open(self._folder / usage, os.O_RDONLY)  # a test may let every opening fail

    def used_s(self) -> float:
        words = os.pread(self._counter, 4096, 0).split()
        return int(words[-1] if len(words) == 1 else words[words.index(b"usage_usec") + 1]) * self._unit_s

    def leave(self) -> None:
        os.close(self._counter)
        (self._parent / "cgroup.procs").write_text(str(os.getpid()))
        with suppress(OSError):  # somebody is still in it
            self._folder.rmdir()


def _counted_by() -> tuple[str, float, Path]:
    """The file that counts, its unit, and the group that this process is in."""
    own = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, kinds, path = line.split(":", 2)
        own[kinds] = path.lstrip("/")
    for kinds, path in own.items():
        if "cpuacct" in kinds.split(","):
            return "cpuacct.usage", 1e-9, CGROUPS / kinds / path
    return "cpu.stat", 1e-6, CGROUPS / own[""]


class CpuTime:
    """In a worker, adds to every report what was used since the last one; in the main process, adds these up."""

    def __init__(self) -> None:
        self._group: ControlGroup | None = None
        with suppress(OSError, KeyError):
            self._group = ControlGroup()
        self._told = self._used_s()
        self._by_folder = defaultdict[str, float](float)

    def _used_s(self) -> float:
        return self._group.used_s() if self._group else sum(os.times()[:4])

    def pytest_collection_finish(self) -> None:
        self._told = self._used_s()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        used = self._used_s()
        report.cpu_s, self._told = used - self._told, used  # type: ignore[attr-defined]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        parts = report.nodeid.partition("::")[0].split("/")
        folder = "/".join(parts[:2]) if len(parts) > 2 else parts[0]
        self._by_folder[folder] += getattr(report, "cpu_s", 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        terminalreporter.section("CPU time")
        used_s = self._used_s()
        rest = "to start, and to find the tests", used_s - sum(self._by_folder.values())
        for folder, used in (*sorted(self._by_folder.items(), key=lambda one: -one[1]), rest):
            terminalreporter.write_line(f"{used:7.1f} s  {folder}")
        but = "" if self._group else ", without the pages in browsers: only root can count those"
        terminalreporter.write_line(f"CPU: {used_s:.0f} s in all{but}")
        is_whole = config.args_source is not pytest.Config.ArgsSource.ARGS and not config.option.keyword
        if config.cache is not None and is_whole and config.option.markexpr == MAKE_TEST:
            config.cache.set(KEPT, round(used_s))

    def pytest_unconfigure(self) -> None:
        if self._group:
            self._group.leave()


def last_run_s() -> int | None:
    """Of the last `make test` here."""
    kept = Path(__file__).parents[1] / ".pytest_cache/v" / KEPT
    return int(kept.read_text()) if kept.exists() else None


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(CpuTime(), "cpu time")
