"""What was left lying: folders of typing mistakes, sockets nobody sees, processes without a parent, and pins."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.household.doctor_devices import check_pins
from companion.household.settings import Config, PinSettings
from companion.table.client import link
from companion.table.client.link import places, service_place
from companion.table.server import socket_server
from companion.table.server.socket_server import open_socket
from tests.processes import cpu_s, wait_for

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "words", [["games"], ["resume"], ["export"], ["journal", "verify"], ["backup"], ["restore", "--list"], ["tags"]]
)
def test_a_mistyped_folder_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    typo = tmp_path / "typo"
    assert main([*words, "--data", str(typo)]) == 2
    assert f"There is no folder {typo}." in capsys.readouterr().err
    assert not typo.exists()


def test_a_new_game_makes_its_folder(tmp_path: Path) -> None:
    assert main(["new", "--players", "Ann", "Ben", "--data", str(tmp_path / "new")]) == 0


def test_a_service_that_cannot_listen_beside_the_games_is_found_where_others_can_see_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its /tmp is its own."""
    (tmp_path / "run").mkdir(0o755)
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(link, "SERVICE_FOLDER", tmp_path / "run")
    path, bind = tmp_path / "data" / "table.sock", socket_server._bind

    def on_a_full_disk(place: Path) -> object:
        if place == path:
            raise OSError(28, "No space left on device")
        return bind(place)

    monkeypatch.setattr(socket_server, "_bind", on_a_full_disk)
    made, place = open_socket(path)
    try:
        assert place == service_place(path)
        assert place.parent == tmp_path / "run"
        assert place in places(path)
        assert place.stat().st_mode & 0o777 == 0o660
    finally:
        made.close()
    (tmp_path / "run").chmod(0o777)
    assert place not in places(path), "not where anybody could put one"


def workers_of(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


def is_running(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.mark.parametrize("killed_by", [signal.SIGKILL, signal.SIGINT], ids=lambda one: one.name)
def test_a_simulation_that_is_killed_leaves_no_workers_and_one_that_is_stopped_keeps_its_games(
    killed_by: signal.Signals,
) -> None:
    command = [sys.executable, "-m", "companion", "simulate", "--games", "1000000", "--jobs", "2", "--json"]
    command += ["--variant", "short", "--players", "2"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True
    )
    try:
        wait_for(lambda: len(workers_of(process.pid)) == 2, "its workers")
        workers = workers_of(process.pid)
        least_s = 1.0 if killed_by is signal.SIGINT else 0.2  # of its own time; a batch takes a fifth of it
        wait_for(lambda: all(cpu_s(worker) > least_s for worker in workers), "some games")
        process.send_signal(killed_by)
        out, err = process.communicate()
        wait_for(lambda: not any(map(is_running, workers)), "the end of its workers")
    finally:
        process.kill()
        process.communicate()
    if killed_by is signal.SIGINT:
        assert process.returncode == 130
        assert err.startswith("Stopped after ")
        assert '"games": ' in out


def test_a_button_on_a_pin_of_the_serial_console_is_warned_about() -> None:
    assert list(check_pins(Config())) == []
    for pin in (14, 15):
        (warned,) = check_pins(Config(pins=PinSettings(dice=pin)))
        assert warned.state == "note"
        assert f"pins.dice uses pin {pin}" in warned.says
