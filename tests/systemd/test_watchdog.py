"""What real processes send to a real notify socket: ready, alive, stopping, and nothing while they hang."""

import shutil
import signal
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

from companion.web.addresses import interface_address
from tests.deadline import DEADLINE_S
from tests.systemd.fake_systemd import FakeSystemd
from tests.table.data_folder import DataFolder, dollars


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_a_table_reports_ready_alive_and_stopping(tmp_path: Path, data: Path) -> None:
    data_folder = DataFolder(data)
    id = data_folder.new(3)
    with FakeSystemd(tmp_path) as systemd:
        systemd.start("-m", "companion", "table", "--data", str(data))
        ready, status = systemd.hears().splitlines()
        assert (ready, id in status) == ("READY=1", True)
        assert [systemd.hears() for _ in range(2)] == ["WATCHDOG=1"] * 2
        code, _, err = systemd.end()
        assert (code, err) == (0, "")
        assert systemd.eventually_hears("STOPPING=1")


def test_a_table_is_ready_only_when_screens_can_connect(tmp_path: Path, data: Path) -> None:
    with FakeSystemd(tmp_path) as systemd:
        systemd.start("-m", "companion", "table", "--data", str(data))
        assert systemd.hears().startswith("READY=1")
        with socket.socket(socket.AF_UNIX) as screen:
            screen.connect(str(data / "table.sock"))


def test_a_table_whose_loop_hangs_falls_silent_and_loses_nothing(tmp_path: Path, data: Path) -> None:
    data_folder = DataFolder(data)
    data_folder.new(3)
    with FakeSystemd(tmp_path) as systemd:
        systemd.start("-m", "tests.systemd.freezing_table", "--data", str(data))
        assert systemd.hears().startswith("READY=1")
        assert systemd.hears() == "WATCHDOG=1"
        systemd.send(signal.SIGUSR1)
        assert systemd.eventually_hears("FROZEN")
        assert systemd.hears(systemd.watchdog_s) == ""
        code, _, err = systemd.end(signal.SIGABRT)  # as systemd kills a service that is silent for too long
    assert code == -signal.SIGABRT
    assert "Fatal Python error: Aborted" in err
    assert 'threading.py"' in err, "the log shows where it hung"
    assert dollars(data_folder) == 3


def test_a_table_that_cannot_start_is_never_ready(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("[rig]\nkind = 'imagined'\n")
    with FakeSystemd(tmp_path) as systemd:
        systemd.start("-m", "companion", "table", "--config", str(tmp_path / "companion.toml"))
        code, _, err = systemd.ends()
        assert systemd.hears(0) == ""
    assert code == 2, "the unit does not restart after this status"
    assert "imagined" in err


def test_the_web_pages_are_served_on_the_socket_from_systemd(tmp_path: Path, data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, FakeSystemd(tmp_path) as systemd:
        systemd.start("-m", "companion", "tablet", "--data", str(data), listener=listener)
        assert systemd.hears().startswith("READY=1")
        assert systemd.hears() == "WATCHDOG=1"
        with urllib.request.urlopen(
            f"http://127.0.0.1:{listener.getsockname()[1]}/health", timeout=DEADLINE_S
        ) as answer:
            assert answer.status == 200
        code, _, err = systemd.end()
        assert (code, err) == (0, "")
        assert systemd.eventually_hears("STOPPING=1")


def has_namespaces() -> bool:
    tool = shutil.which("unshare")
    return bool(tool) and not subprocess.run([str(tool), "--net", "true"], capture_output=True, check=False).returncode


@pytest.mark.skipif(not has_namespaces(), reason="by design: only root can take the network away")
def test_without_a_network_of_its_own_the_server_still_serves_and_prints_its_address(
    tmp_path: Path, data: Path
) -> None:
    """As in the unit: `PrivateNetwork=yes`, and a socket that systemd opened outside."""
    with socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as listener:
        port, address = listener.getsockname()[1], interface_address(listener) or f"{socket.gethostname()}.local"
        with FakeSystemd(tmp_path) as systemd:
            systemd.start(
                "-m", "companion", "tablet", "--data", str(data), listener=listener, within=["unshare", "--net"]
            )
            assert systemd.hears().startswith("READY=1")
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=DEADLINE_S) as answer:
                assert answer.status == 200
            code, out, _ = systemd.end()
    assert code == 0
    assert f"find the table at http://{address}:{port}." in out
