"""If CI is set, a test that was skipped because a tool is missing fails the run and is named."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

PASSES = "def test_passes(): pass\n"
SKIPS = "import pytest\n@pytest.mark.skip(reason='{}')\ndef test_needs_a_tool(): pass\n"
SKIPS_INSIDE = "import pytest\ndef test_needs_a_tool(): pytest.skip('no micropython')\n"
SKIPS_WHOLE_FILE = "import pytest\npytest.importorskip('no_such_module')\n"
FAILS_AS_EXPECTED = "import pytest\n@pytest.mark.xfail\ndef test_fails(): assert False\n"


@pytest.fixture
def in_ci(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("CI", "true")
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text(encoding="utf-8"))
    return pytester


def run(pytester: pytest.Pytester, source: str) -> pytest.RunResult:
    pytester.makepyfile(test_good=PASSES, test_other=source)
    return pytester.runpytest_inprocess()


@pytest.mark.parametrize("source", [SKIPS.format("no micropython"), SKIPS_INSIDE])
def test_a_skipped_test_fails_the_run_and_is_named(in_ci: pytest.Pytester, source: str) -> None:
    result = run(in_ci, source)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*must not be skipped in CI: test_other.py::test_needs_a_tool (no micropython)*"])


def test_a_file_skipped_as_a_whole_fails_the_run_and_is_named(in_ci: pytest.Pytester) -> None:
    result = run(in_ci, SKIPS_WHOLE_FILE)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*must not be skipped in CI: test_other.py (could not import*"])


@pytest.mark.parametrize("source", [SKIPS.format("by design: only on a Pi"), FAILS_AS_EXPECTED, PASSES])
def test_other_outcomes_pass(in_ci: pytest.Pytester, source: str) -> None:
    assert run(in_ci, source).ret == pytest.ExitCode.OK


def test_without_ci_a_skipped_test_is_fine(in_ci: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI")
    assert run(in_ci, SKIPS_INSIDE).ret == pytest.ExitCode.OK


@pytest.mark.parametrize("source", [SKIPS_WHOLE_FILE, pytest.param(SKIPS_INSIDE, marks=pytest.mark.long_run)])
def test_no_skip_is_lost_with_several_workers(in_ci: pytest.Pytester, source: str) -> None:
    in_ci.makepyfile(test_good=PASSES, test_other=source)
    result = in_ci.runpytest_subprocess("--numprocesses", "2")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*must not be skipped in CI: test_other.py*"])
