"""`companion doctor`: with a table and without one, simulated and with real devices that are not there."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from threading import enumerate as threads
from typing import NamedTuple

import pytest

from companion.cli import main
from companion.household.build_rig import wire_table
from companion.household.doctor_devices import BOARD_S, LOOK_S, SETTLE_S, open_devices
from companion.household.settings_file import parse
from companion.table.client import Client
from companion.table.games.tags_file import FILE
from companion.table.messages.requests import NewGame
from companion.table.messages.views import DeviceView
from companion.table.messages.wire import Snapshot
from companion.table.server.table import Wired
from hardware.clock import DeviceTiming, HandClock
from hardware.rig import AssembledRig, RigDevices
from hardware.signals import BoardKind
from hardware.simulated_board import SimulatedBoard
from hardware.simulated_devices import SimulatedButtons
from tests.journal.conftest import tmp_path
from tests.table.running_table import RunningTable

__all__ = ["tmp_path"]  # short, as the path of a socket must be
Captured = pytest.CaptureFixture[str]


class DoctorOutput(NamedTuple):
    code: int
    lines: list[str]
    text: str


def doctor(capsys: Captured, data: Path, *words: str) -> DoctorOutput:
    code = main(["doctor", "--data", str(data), *words])
    out, err = capsys.readouterr()
    assert err == ""
    return DoctorOutput(code, out.splitlines(), " ".join(out.split()))


def states(found: DoctorOutput) -> dict[str, str]:
    """The state of each check; of several with one name, the last."""
    rows = [line.split() for line in found.lines if not line.startswith(" ")]
    return {row[1]: row[0] for row in rows if row[0] in ("ok", "note", "BAD")}


@pytest.fixture(autouse=True)
def _no_other_config(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def test_a_simulated_table_says_so_and_nothing_is_made(tmp_path: Path, capsys: Captured) -> None:
    found = doctor(capsys, tmp_path / "data")
    assert "Simulated: none of these devices is real." in found.text
    assert {"config", "table", "disk", "mount", "clock", "journal", "deeds", "board", "tags"} <= states(found).keys()
    assert not (tmp_path / "data").exists()
    wrong = {what for what, state in states(found).items() if state == "BAD"}
    assert wrong <= {"mount", "clock", "disk", "power"}, "which are this machine's own"
    assert found.code == bool(wrong)


async def pull(socket: Path, lever: bytes) -> None:
    async with Client(socket, "banker") as client:
        while not isinstance(await anext(client), Snapshot):
            continue
        assert (await client.signal(lever)).outcome == "done"


def test_a_table_that_runs_is_asked(tmp_path: Path, capsys: Captured) -> None:
    data = tmp_path / "data"
    with RunningTable(data) as table:
        assert table.ask(NewGame(("Ann", "Ben"))).done
        asyncio.run(pull(table.socket, b'{"lever":"lose","device":"deeds","why":"It was cut off."}'))
        found = doctor(capsys, data)
    assert f"running at {table.socket}" in found.text
    assert "1 game, nothing damaged" in found.text
    assert "It was cut off." in found.text
    assert (found.code, states(found)["deeds"]) == (1, "BAD")


def test_a_table_we_may_not_talk_to_keeps_its_devices(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(_: Path) -> None:
        raise PermissionError

    monkeypatch.setattr("companion.household.doctor_devices.ask_running_table", forbidden)
    monkeypatch.setattr("companion.household.doctor_devices.open_devices", _must_not_be)
    found = doctor(capsys, tmp_path / "data")
    assert (found.code, states(found)["table"]) == (1, "BAD")
    assert "may not talk to the table" in found.text
    assert "usermod -aG" in found.text


def test_the_table_of_the_service_keeps_its_devices(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.sock").touch()
    monkeypatch.setattr("companion.cli.doctor.SERVICE", str(tmp_path / "table.sock"))
    monkeypatch.setattr("companion.household.doctor_devices.open_devices", _must_not_be)
    found = doctor(capsys, tmp_path / "data")
    assert states(found)["table"] == "note"
    assert f"companion doctor --data {tmp_path}" in found.text


def _must_not_be(_: Wired) -> tuple[DeviceView, ...]:
    raise AssertionError("a table that runs has the devices")


def test_real_devices_that_are_not_there(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "companion.toml"
    config.write_text('[rig]\nkind = "real"\nboard = "identifying"\n[board]\nports = ["/dev/no-such-board"]\n')
    asked: list[str] = []

    def no_devices(wired: Wired) -> tuple[DeviceView, ...]:
        asked.append(type(wired.rig).__name__)
        return (
            DeviceView("deeds", "lost", "It does not answer."),
            DeviceView("dice", "absent"),
            DeviceView("board", "present"),
        )

    monkeypatch.setattr("companion.household.doctor_devices.open_devices", no_devices)
    found = doctor(capsys, tmp_path / "data", "--config", str(config))
    assert asked == ["AssembledRig"]
    assert found.code == 1
    assert "There is no /dev/no-such-board." in found.text
    assert (states(found)["deeds"], states(found)["dice"]) == ("BAD", "BAD")
    assert "Simulated" not in found.text
    assert "0 of 28 deeds have their tag. -> `companion enrol deeds`" in found.text


def test_a_bad_config_is_reported_with_its_line_and_the_rest_is_checked(tmp_path: Path, capsys: Captured) -> None:
    config = tmp_path / "companion.toml"
    config.write_text('[rig]\nkind = "virtual"\n')
    found = doctor(capsys, tmp_path / "data", "--config", str(config))
    assert (found.code, states(found)["config"]) == (1, "BAD")
    assert "line 2" in found.text
    assert {"disk", "clock", "journal"} <= states(found).keys()


def test_tags_that_cannot_be_read(tmp_path: Path, capsys: Captured) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / FILE).write_text("{ rubbish")
    found = doctor(capsys, data)
    assert (found.code, states(found)["tags"]) == (1, "BAD")
    assert "companion tags import FILE" in found.text


# RigDevices that are opened here


def real(board: SimulatedBoard | None) -> Wired:
    """Built like a real one."""
    clock = HandClock()
    devices = RigDevices(SimulatedButtons(("dice",), clock), board=board)
    return Wired(AssembledRig(devices, clock, DeviceTiming(), has_threads=False), clock.now_ms)


def slept(wired: Wired) -> tuple[Sequence[DeviceView], float]:
    sleeps: list[float] = []
    devices = open_devices(wired, sleeps.append)
    return devices, sum(sleeps)


def test_devices_are_opened_and_closed() -> None:
    devices, waited = slept(wire_table(parse("")))
    assert {device.state for device in devices} == {"present"}
    assert waited == 0
    assert [thread.name for thread in threads() if thread.name.startswith("look at ")] == []


def test_a_lost_device_is_given_a_moment_and_a_silent_board_until_it_counts_as_lost() -> None:
    clock = HandClock()
    assert slept(real(None))[1] == 0
    lost = SimulatedBoard(BoardKind.IDENTIFYING, clock)
    lost.lose("It was unplugged.")
    devices, waited = slept(real(lost))
    assert DeviceView("board", "lost", "It was unplugged.") in devices
    assert waited == pytest.approx(SETTLE_S, abs=2 * LOOK_S)
    assert slept(real(SimulatedBoard(BoardKind.IDENTIFYING, clock)))[1] == pytest.approx(BOARD_S)
