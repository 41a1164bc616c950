"""`companion check` and `companion replay`: what they print, and how they exit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.boards import shipped_board
from companion.boards.own_boards import add_own_board
from companion.boards.write_board import write_board
from companion.cli import main

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
EVENING = ROOT / "tests" / "games" / "an-evening.game"
GOOD = "players Ann Ben\nAnn rolls 6 2\nAnn buys\n? Ann cash 1400\n"
FALSE = "players Ann Ben\nAnn rolls 6 2\nAnn buys\n? Ann cash 1500   # no\n? Ann cash 7\n"
REFUSED = "players Ann Ben\nBen rolls 6 2\n"
BAD = "players Ann Ben\nAnn flies\n"


def written(tmp_path: Path, **texts: str) -> list[str]:
    paths = []
    for name, text in texts.items():
        path = tmp_path / f"{name}.game"
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    return paths


def test_a_record_that_holds_is_one_line(tmp_path: Path, capsys: Captured) -> None:
    (good,) = written(tmp_path, good=GOOD)
    assert main(["check", good]) == 0
    assert capsys.readouterr().out == f"ok    {good}  (2 statements, 1 check)\n"


def test_the_first_false_check_is_shown(tmp_path: Path, capsys: Captured) -> None:
    (false,) = written(tmp_path, false=FALSE)
    assert main(["check", false]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"FAIL  {false}:4: ? Ann cash 1500",
        "      expected: Ann cash 1500",
        "      holds:    Ann cash 1400",
    ]


def test_an_unexpected_refusal_is_shown(tmp_path: Path, capsys: Captured) -> None:
    (refused,) = written(tmp_path, refused=REFUSED)
    assert main(["check", refused]) == 1
    out = capsys.readouterr().out
    assert out.startswith(
        f"FAIL  {refused}:2: Ben rolls 6 2\n      expected: accepted\n      holds:    refused not-your-turn"
    )


def test_a_file_that_cannot_be_parsed_is_reported_on_the_error_stream(tmp_path: Path, capsys: Captured) -> None:
    (bad,) = written(tmp_path, bad=BAD)
    for command in ("check", "replay"):
        assert main([command, bad]) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith(f"{bad}:2: unknown verb `flies`")
        assert shown.err.splitlines()[1:] == ["    Ann flies", "        ^"]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["good"], 0),
        (["good", "false"], 1),
        (["false", "good"], 1),
        (["bad", "false", "good"], 2),
        (["false", "bad"], 2),
        (["good", "refused"], 1),
    ],
)
def test_the_worst_file_decides_the_exit_and_all_are_run(
    tmp_path: Path, capsys: Captured, names: list[str], code: int
) -> None:
    texts = {"good": GOOD, "false": FALSE, "bad": BAD, "refused": REFUSED}
    paths = written(tmp_path, **{name: texts[name] for name in names})
    assert main(["check", *paths]) == code
    shown = capsys.readouterr()
    assert all(path in shown.out + shown.err for path in paths)


def test_a_missing_file_and_a_folder_are_unreadable(tmp_path: Path, capsys: Captured) -> None:
    assert main(["check", str(tmp_path / "none.game"), str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("cannot be read") == 2


@pytest.mark.parametrize("columns", [20, 80])
def test_replay_tells_the_evening(columns: int, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["replay", str(EVENING)]) == 0
    out = capsys.readouterr().out
    assert "Ann wins." in out
    assert max(map(len, out.splitlines())) <= columns
    assert "\x1b" not in out


@pytest.mark.parametrize("command", ["check", "replay"])
def test_an_empty_name_is_no_file(command: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, ""])
    assert left.value.code == 2
    assert "argument FILE: expected a name, and this one is empty" in capsys.readouterr().err


def test_replay_stops_where_the_record_fails(tmp_path: Path, capsys: Captured) -> None:
    (false,) = written(tmp_path, false=FALSE)
    assert main(["replay", false]) == 1
    shown = capsys.readouterr()
    assert "Vermont Avenue now belongs to Ann." in shown.out
    assert f"{false}:4" in shown.err


def test_without_a_command_and_a_terminal_it_is_told_what_to_do(capsys: Captured) -> None:
    assert main([]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "needs a terminal" in shown.err
    assert "`companion --help` lists what works without one." in shown.err


def test_the_help_lists_the_commands(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert all(command in out for command in ("check", "replay", "rules"))


@pytest.mark.parametrize("command", ["check", "replay", "rules"])
def test_every_command_has_help_with_an_example(capsys: Captured, command: str) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"companion {command} " in capsys.readouterr().out.split("example", 1)[1]


def test_the_version_is_shown(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("companion ")


@pytest.mark.parametrize("words", [["fly"], ["check"], ["replay"], ["replay", "a", "b"], ["--fly"]])
def test_wrong_usage_exits_with_2(capsys: Captured, words: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


def companion(*words: str, to: int = subprocess.PIPE, **options: str) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options}
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.Popen(command, stdout=to, stderr=subprocess.PIPE, env=environment)


def test_as_a_program_it_exits_as_it_says(tmp_path: Path) -> None:
    good, bad = written(tmp_path, good=GOOD, bad=BAD)
    for words, code in ((["check", good], 0), (["check", good, bad], 2)):
        with companion(*words) as process:
            out, err = process.communicate()
        assert process.returncode == code
        assert out.startswith(b"ok ")
        assert b"Traceback" not in err


def test_a_reader_who_leaves_early_does_no_harm() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with companion("replay", str(EVENING), to=writer) as process:
        os.close(writer)
        _, err = process.communicate()
    assert (process.returncode, err) == (141, b"")


def in_a_shell(command: str, *words: str) -> "subprocess.CompletedProcess[bytes]":
    """`companion` with the words, and `command` behind it."""
    line = ["sh", "-c", f'exec "$@" {command}', "sh", sys.executable, "-m", "companion", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}
    return subprocess.run(line, capture_output=True, env=environment, check=False)


@pytest.mark.parametrize(("text", "code"), [(GOOD, 0), (FALSE, 1), (BAD, 2)])
@pytest.mark.parametrize("command", ["check", "replay"])
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_not_change_the_exit(tmp_path: Path, text: str, code: int, command: str, closed: str) -> None:
    ran = in_a_shell(closed, command, *written(tmp_path, some=text))
    assert ran.returncode == code
    assert b"Traceback" not in ran.stderr
    if closed == "2>&-" and code == 2:
        assert ran.stdout == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize(
    "words", [["check", str(EVENING)], ["replay", str(EVENING)], ["rules"], ["--help"], ["--version"], ["rules", "-h"]]
)
def test_a_full_disk_is_reported_in_one_line(words: list[str]) -> None:
    ran = in_a_shell(">/dev/full", *words)
    assert (ran.returncode, ran.stderr) == (2, b"companion: cannot write: No space left on device\n")
    both = in_a_shell(">/dev/full 2>/dev/full", *words)
    assert both.returncode == 2


def test_a_terminal_that_knows_few_characters_is_no_obstacle(tmp_path: Path) -> None:
    (named,) = written(tmp_path, named=GOOD.replace("Ann", "Zoë"))
    with companion("replay", named, PYTHONIOENCODING="ascii") as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert b"Zo\\xeb" in out


# Boards of one's own

OURS = write_board(replace(shipped_board("london"), key="ours", luxury_tax=7))


def test_a_record_names_a_board_of_the_household(tmp_path: Path, capsys: Captured) -> None:
    data = tmp_path / "data"
    add_own_board(data, "ours", OURS)
    record = (
        "board ours\nplayers Ann Ben\ngiven Ann at Piccadilly\nAnn rolls 4 5\n? Ann at Super Tax\n? Ann cash 1493\n"
    )
    (named,) = written(tmp_path, named=record)
    assert main(["check", named, "--data", str(data)]) == 0
    assert capsys.readouterr().out == f"ok    {named}  (1 statement, 2 checks)\n"
    assert main(["replay", named, "--data", str(data)]) == 0
    assert "Board: London (ours)\n" in capsys.readouterr().out


def test_a_record_brings_its_own_board(tmp_path: Path, capsys: Captured) -> None:
    board = f"board begin\n{OURS}board end\n"
    record = "players Ann Ben\ngiven Ann at Piccadilly\nAnn rolls 4 5\n? Ann cash 1493\n"
    good, bad = written(tmp_path, good=f"{board}{record}", bad=f"{board.replace('luxury = 7', 'luxury = -7')}{record}")
    assert main(["check", good]) == 0
    assert main(["check", bad]) == 2
    said = capsys.readouterr().err.splitlines()
    number = 1 + board.splitlines().index("luxury = 7")
    assert said[0] == (
        f"{bad}:{number}: the board cannot be used: taxes.luxury = -7: expected a whole number from 0 to 1,000,000"
    )
    assert said[1] == "    luxury = -7"


def test_a_board_that_is_not_there_is_an_error_of_the_file(tmp_path: Path, capsys: Captured) -> None:
    data = tmp_path / "data"
    add_own_board(data, "ours", OURS)
    (named,) = written(tmp_path, named=f"board our\n{GOOD}")
    for command in ("check", "replay"):
        assert main([command, named, "--data", str(data)]) == 2
        said = capsys.readouterr().err.splitlines()
        assert said == [f'{named}:1: there is no board "our"; did you mean ours?', "    board our", "          ^"]
