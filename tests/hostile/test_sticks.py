"""A stick made hostile in many ways, restored as a user would: what is told is true, and nothing else has changed."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.play.acts import Rename
from companion.table.messages.requests import ListGames
from tests.hostile.sticks import ESCAPE, ROWS, HostileStick, device, relist, sparse, tape_of
from tests.table.data_folder import DataFolder, in_play

Captured = pytest.CaptureFixture[str]
VIEWER = {"id": "0123456789abcdef", "name": "Ben's iPhone", "role": "viewer"}


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "companion.toml").write_text("[sounds]\nvolume = 20\n")
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))


@pytest.fixture
def stick(tmp_path: Path, capsys: Captured) -> Path:
    """With one game, in which a player got another name."""
    elsewhere = DataFolder(tmp_path / "elsewhere-data")
    elsewhere.new(2)
    with elsewhere.library() as library:
        in_play(library).give("renamed", Rename(1, "Bea"))
    folder = tmp_path / "stick"
    folder.mkdir()
    assert main(["backup", "--all", str(folder), "--data", str(elsewhere.data)]) == 0
    capsys.readouterr()
    backup = next(folder.iterdir())
    relist(backup, lambda files: [one for one in files if one.game])  # of all else there is what a row puts there
    return backup


@pytest.fixture
def home(tmp_path: Path) -> DataFolder:
    """A household with a game of its own and a device that only watches."""
    home = DataFolder(tmp_path / "home")
    for _ in range(10):  # minutes later, so that its game has an id of its own
        home.ask(ListGames())
    home.new(1)
    (home.data / "devices.json").write_text(json.dumps({"format": 1, "devices": [VIEWER]}))
    os.utime(home.data / "devices.json", (1_000, 1_000))
    return home


def restore(home: DataFolder, stick: Path, capsys: Captured, *words: str) -> tuple[int, str]:
    code = main(["restore", "--all", str(stick), *words, "--data", str(home.data)])
    return code, "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("row", "words"),
    [
        *((row, ()) for row in ROWS),
        # By force, settings come back that no table starts with; the table then says so.
        *((row, ("--force",)) for row in ROWS if "settings" not in row.name),
    ],
    ids=lambda one: one.name if isinstance(one, HostileStick) else "".join(one),
)
def test_a_hostile_stick_changes_nothing_it_should_not(
    home: DataFolder, stick: Path, capsys: Captured, row: HostileStick, words: tuple[str, ...]
) -> None:
    before, game = home.files(), tape_of(stick).parent.name
    row.change(stick)
    code, told = restore(home, stick, capsys, *words)
    assert code == 1
    assert row.told in told
    assert told.replace("\n", "").isprintable()
    after = home.files()
    assert {path: after[path] for path in before} == before
    came = {path for path in after if path not in before and not path.startswith(f"games/{game}/")}
    assert came == set()
    assert ESCAPE.encode() not in b"".join(after.values())
    is_game_told_restored = f"Game {game} is as it was in backup" in told
    assert is_game_told_restored == any(path.startswith(f"games/{game}/") for path in after)


def test_a_refused_stick_leaves_no_folder(stick: Path, capsys: Captured, tmp_path: Path) -> None:
    next(row for row in ROWS if row.name == "an escape in the title").change(stick)
    new = DataFolder(tmp_path / "new")
    code, told = restore(new, stick, capsys)
    assert (code, new.data.exists()) == (1, False)
    assert told.endswith("Nothing was changed.\n")


def test_devices_come_back_only_after_they_are_listed_and_agreed_to(
    home: DataFolder, stick: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    device("Ben's iPhone", "banker")(stick)
    asked = list[str]()

    def answer(word: str) -> None:
        def read(question: str) -> str:
            asked.append("".join(capsys.readouterr()) + question)
            return word

        monkeypatch.setattr("builtins.input", read)

    answer("no")
    code, told = restore(home, stick, capsys, "--devices")
    assert (code, len(asked)) == (1, 1)
    assert "Ben's iPhone: the Banker (here: only watches)" in asked[0]
    assert '"viewer"' in (home.data / "devices.json").read_text()
    answer("yes")
    code, told = restore(home, stick, capsys, "--devices")
    assert code == 0, told
    assert '"banker"' in (home.data / "devices.json").read_text()


def test_a_huge_stick_takes_little_memory(home: DataFolder, stick: Path) -> None:
    sparse(stick)
    told = "import sys; from companion.cli import main; main(sys.argv[1:]); print(open('/proc/self/status').read())"
    command = [sys.executable, "-c", told, "restore", "--all", str(stick), "--data", str(home.data)]
    before = sum(len(content) for content in home.files().values())
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    (peak_kb,) = re.findall(r"VmHWM:\s+(\d+) kB", done.stdout)
    assert "too large" in done.stderr
    assert int(peak_kb) < 200_000
    assert sum(len(content) for content in home.files().values()) < before + 1_000_000
