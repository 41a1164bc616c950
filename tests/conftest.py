"""Hypothesis profiles, and the gate that fails a run with skipped tests if CI is set."""

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, Phase, settings

from companion.rules import engine

# A whole game shrinks slowly, so a failing example is shown as it was found.
FOUND = (Phase.explicit, Phase.reuse, Phase.generate)
# How long an example takes depends on the machine.
SLOW = (HealthCheck.too_slow,)
settings.register_profile(
    "default", max_examples=15, deadline=None, derandomize=True, phases=FOUND, suppress_health_check=SLOW
)
settings.register_profile("long", max_examples=2000, deadline=None, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# Tests make many objects and few cycles. Looking for cycles less often saves a tenth of the time.
gc.set_threshold(50_000, 20, 50)


def pytest_collection_finish() -> None:
    gc.freeze()  # what was imported stays, and so do the tests


if "COMPANION_COMPILED" in os.environ:  # by `make test-compiled`
    assert str(engine.__file__).endswith(".so"), f"what was compiled is not found, but {engine.__file__}"


# A program started in the background of a script ignores these signals, and so would the programs tested here.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


class SkipGate:
    """Fails the session if a test was skipped, unless its reason starts with `by design:`."""

    def __init__(self) -> None:
        self.skipped: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.skipped and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.skipped:
            terminalreporter.write_line(f"must not be skipped in CI: {line}", red=True)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        # An expected failure also reports itself as skipped, but it ran.
        if not report.skipped or hasattr(report, "wasxfail"):
            return
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = reason.removeprefix("Skipped: ")
        if not reason.startswith("by design:"):
            self.skipped.append(f"{report.nodeid} ({reason})")


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("CI") and not hasattr(config, "workerinput"):  # the main process hears of every test
        config.pluginmanager.register(SkipGate())
