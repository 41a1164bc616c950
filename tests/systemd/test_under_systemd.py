"""The installed companion on a booted Debian: systemd itself starts, watches and stops it."""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.deadline import DEADLINE_S
from tests.systemd.booted_debian import BootedDebian, can_boot
from tests.systemd.debian_root import DebianRoot, copy_tree

pytestmark = [
    pytest.mark.skipif(
        not os.environ.get("COMPANION_INSTALL_TEST"), reason="by design: takes minutes; make install-test runs it"
    ),
    pytest.mark.skipif(not can_boot(), reason="a Debian can only boot as root, with control groups of version 2"),
]
TABLE, TABLET, SOCKET = "companion-table.service", "companion-tablet.service", "companion-tablet.socket"
STOPPED = f"{TABLE}: Deactivated successfully."
CLONES = Path("home/pi/my games")  # a folder name may have a space
LOOP_CONTROL = ("10", "237")
HEALTH = """
import urllib.request
print(urllib.request.urlopen("http://127.0.0.1:8080/health", timeout=60).status)
"""


# A kernel without sound has no name for such devices: it gets one, and systemd looks it up there. One node is for root.
MAKE_DEVICES = """
mkdir -p /dev/input /dev/snd
mknod -m 660 /dev/input/event0 c 13 64
chgrp input /dev/input/event0
mknod -m 600 /dev/input/other c 13 65
mknod -m 660 /dev/snd/pcmC0D0p c 116 16
chgrp audio /dev/snd/pcmC0D0p
mknod -m 666 /dev/loop-control c 10 237
mknod -m 666 /dev/mem c 1 1
grep -q " alsa$" /proc/devices || sed "/^Character/a116 alsa" /proc/devices >/run/devices
[ -s /run/devices ] || cp /proc/devices /run/devices
mount --bind /run/devices /proc/devices
"""
LISTEN_AS_PCSCD = """
import os, socket
os.makedirs("/run/pcscd")
door = socket.socket(socket.AF_UNIX)
door.bind("/run/pcscd/pcscd.comm")
os.chmod("/run/pcscd/pcscd.comm", 0o666)
door.listen()
print("listening", flush=True)
while True:
    door.accept()
"""
# In place of espeak-ng, so that the table starts it.
TRY_DEVICES = """#!/usr/bin/python3
import errno, os, socket
found = []
for path in ("/dev/input/event0", "/dev/input/other", "/dev/snd/pcmC0D0p", "/dev/loop-control", "/dev/mem"):
    try:
        os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
        found.append(path + ": opened")
    except OSError as error:
        found.append(path + ": " + errno.errorcode[error.errno])
try:
    socket.socket(socket.AF_UNIX).connect("/run/pcscd/pcscd.comm")
    found.append("/run/pcscd/pcscd.comm: connected")
except OSError as error:
    found.append("/run/pcscd/pcscd.comm: " + errno.errorcode[error.errno])
with open("/var/lib/companion/being-tried", "w") as file:
    file.write("\\n".join(found))
os.replace("/var/lib/companion/being-tried", "/var/lib/companion/tried")
"""
# As the user of the pages, within their service.
CHANGE_GAMES = """
import glob, socket
link = socket.socket(socket.AF_UNIX)
link.connect("/var/lib/companion/table.sock")
print("table.sock answers")
for path in (*glob.glob("/var/lib/companion/games/*/game.*"), "/var/lib/companion/tags.json"):
    try:
        open(path, "ab")
        print(path + ": changed")
    except OSError:
        print("refused")
"""
OPEN_JOURNAL = """
import glob
(tape,) = glob.glob("/var/lib/companion/games/*/game.tape")
try:
    open(tape, "r+b")
    print("opened")
except PermissionError:
    print("refused")
"""
# Two more addresses of this machine, one of a home network and one of the world, each connecting to itself.
FROM_OUTSIDE = """
import fcntl, http.client, socket, struct
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
    for number, address in enumerate(("192.168.7.7", "203.0.113.5")):
        name = b"lo:%d" % number
        fcntl.ioctl(made, 0x8916, struct.pack("16sHH4s8x", name, socket.AF_INET, 0, socket.inet_aton(address)))
for address in ("192.168.7.7", "203.0.113.5"):
    link = http.client.HTTPConnection(address, 8080, timeout=20, source_address=(address, 0))
    try:
        link.request("GET", "/health")
        print(f"{address}: {link.getresponse().status}")
    except OSError as error:
        print(f"{address}: {type(error).__name__}")
"""


class Pi:
    """A booted machine, with several versions of the program in somebody's home folder."""

    def __init__(self, root: DebianRoot, booted: BootedDebian) -> None:
        self.root = root
        self.booted = booted

    def does(self, *words: str, code: int = 0) -> str:
        done = self.booted.inside(*words)
        said = done.stdout + done.stderr
        assert done.returncode == code, said
        return said.strip()

    def install(self, version: str, *options: str, code: int = 0) -> str:
        return self.does(self.installer(version), *options, code=code)

    def installer(self, version: str) -> str:
        return f"/{CLONES}/{version}/systemd/install.sh"

    def interrupt(self, with_signal: signal.Signals, version: str, *options: str) -> None:
        """While the table is stopped and one version replaces another."""
        with self.booted.begin(self.installer(version), *options) as installer:
            assert installer.stdout is not None
            said = []
            for line in installer.stdout:
                said.append(line)
                if "Switching to version" in line:
                    installer.send_signal(with_signal)
            assert "Switching to version" in "".join(said), said
        assert installer.returncode != 0

    def version(self) -> str:
        return self.does("companion", "--version").removeprefix("companion ")

    def clone(self, version: str) -> Path:
        return copy_tree(self.root.path / CLONES / version, version)

    def shows(self, unit: str, what: str) -> str:
        return self.does("systemctl", "show", "--property", what, "--value", unit)

    def states(self) -> list[str]:
        return [self.shows(unit, "ActiveState") for unit in (TABLE, TABLET, SOCKET)]

    def ends(self, with_signal: signal.Signals) -> None:
        self.does("systemctl", "kill", "--kill-whom=main", f"--signal={with_signal.name}", TABLE)

    def log(self) -> str:
        return self.does("journalctl", "--unit", TABLE, "--output=cat", "--no-pager")

    def game(self) -> str:
        return self.does("companion", "export")

    @property
    def settings(self) -> Path:
        return self.root.path / "etc/companion/companion.toml"


def becomes_true(is_so: Callable[[], bool]) -> bool:
    until = time.monotonic() + DEADLINE_S
    while time.monotonic() < until:
        if is_so():
            return True
    return False


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pi]:
    """Installed while systemd was not running, as into an image, and then booted for the first time."""
    root = DebianRoot(tmp_path_factory.mktemp("pi") / "root")
    with BootedDebian(root) as booted:
        pi = Pi(root, booted)
        pi.clone("0.1.0")
        done = root.inside(pi.installer("0.1.0"))
        assert done.returncode == 0, done.stdout + done.stderr
        assert booted.boot() == "running", "every service that starts at boot has started"
        yield pi


def test_01_the_services_start_at_boot(pi: Pi) -> None:
    assert pi.states() == ["active"] * 3
    assert pi.shows(TABLE, "StatusText") == "No game is in play yet."
    position = pi.root.path / "root/table.game"
    position.write_text("given Ann cash 1234\ngiven Ann owns Oriental Avenue\ngiven turn Ben\n")
    pi.does("companion", "new", "--players", "Ann", "Ben", "--position", "/root/table.game")
    assert "given Ann cash 1234" in pi.game()


def test_02_the_table_has_no_rights_no_network_and_only_its_own_files(pi: Pi) -> None:
    main = pi.shows(TABLE, "MainPID")
    status = dict(line.split(":\t") for line in pi.does("cat", f"/proc/{main}/status").splitlines())
    assert (status["CapBnd"], status["NoNewPrivs"], status["Seccomp"]) == ("0" * 16, "1", "2")
    assert len(status["Groups"].split()) == 7, "its own, and those of the devices"
    options = {line.split()[1]: line.split()[3] for line in pi.does("cat", f"/proc/{main}/mounts").splitlines()}
    assert (options["/"][:2], options["/var/lib/companion"][:2]) == ("ro", "rw")
    assert pi.does("readlink", f"/proc/{main}/ns/net") != pi.does("readlink", "/proc/1/ns/net")


def test_03_it_can_open_only_the_devices_that_are_named(pi: Pi) -> None:
    """The kernel enforces this for every process in the service's group, even for root."""
    pi.does("mknod", "/tmp/other", "c", *LOOP_CONTROL)
    opened = ": </dev/null || exit 2; : </tmp/other || :"
    within = f"echo $$ >/sys/fs/cgroup/system.slice/{TABLE}/cgroup.procs; {opened}"
    assert "/tmp/other: Operation not permitted" in pi.does("bash", "-c", within)
    assert "not permitted" not in pi.does("bash", "-c", opened), "outside of it the device can be opened"


def test_03_input_sound_and_card_service_can_be_reached_from_within(pi: Pi) -> None:
    """As the service itself finds them: what speaks for the table is started by it, and tries them all."""
    speaks, plays = (pi.root.path / f"usr/local/bin/{name}" for name in ("espeak-ng", "aplay"))
    speaks.write_text(TRY_DEVICES)
    plays.write_text("#!/bin/sh\ncat >/dev/null\n")
    for program in (speaks, plays):
        program.chmod(0o755)
    pi.does("bash", "-ec", MAKE_DEVICES)
    good = pi.settings.read_text()
    assert 'speech = "none"' in good
    pi.settings.write_text(good.replace('speech = "none"', 'speech = "en"'))
    with pi.booted.begin("python3", "-c", LISTEN_AS_PCSCD) as service:
        try:
            assert service.stdout is not None
            assert service.stdout.readline() == "listening\n"
            pi.does("systemctl", "restart", TABLE)
            tried = pi.root.path / "var/lib/companion/tried"
            assert becomes_true(tried.exists)
            found = dict(line.split(": ") for line in tried.read_text().splitlines())
        finally:
            service.kill()
            pi.settings.write_text(good)
            speaks.unlink()
            plays.unlink()
            pi.does("umount", "/proc/devices")
            pi.does("systemctl", "restart", TABLE)
    no_such_device = ("opened", "ENXIO", "ENODEV")  # it may be opened, and this machine need not have one
    assert found["/dev/input/event0"] in no_such_device
    assert found["/dev/snd/pcmC0D0p"] in no_such_device
    assert (found["/dev/loop-control"], found["/dev/mem"], found["/dev/input/other"]) == ("EPERM", "EPERM", "EACCES")
    assert found["/run/pcscd/pcscd.comm"] == "connected"


def test_03a_the_pages_cannot_change_a_game(pi: Pi) -> None:
    main = pi.shows(TABLET, "MainPID")
    assert pi.does("stat", "--format=%U", f"/proc/{main}") == "companion-tablet"
    within = ("nsenter", f"--target={main}", "--mount", "setpriv", "--reuid=companion-tablet", "--regid=companion")
    said = pi.does(*within, "--clear-groups", "python3", "-c", CHANGE_GAMES)
    answered, *tried = said.splitlines()
    assert answered == "table.sock answers"
    assert len(tried) >= 3, "tape, database and tags"
    assert set(tried) == {"refused"}
    outside = ("setpriv", "--reuid=companion-tablet", "--regid=companion", "--clear-groups")
    assert pi.does(*outside, "python3", "-c", OPEN_JOURNAL) == "refused", "also where the folder can be seen"


def test_03b_an_address_outside_the_home_network_is_refused(pi: Pi) -> None:
    assert pi.does("python3", "-c", HEALTH) == "200"
    assert pi.does("python3", "-c", FROM_OUTSIDE) == "192.168.7.7: 200\n203.0.113.5: TimeoutError"


def test_03c_a_table_that_cannot_write_is_found_by_commands_and_pages(pi: Pi) -> None:
    pi.does("systemctl", "stop", TABLET, TABLE)
    pi.does("mount", "--bind", "/var/lib/companion", "/var/lib/companion")
    pi.does("mount", "-o", "remount,bind,ro", "/var/lib/companion")
    override = pi.root.path / "etc/systemd/system/companion-table.service.d"
    override.mkdir()
    (override / "test.conf").write_text("[Service]\nStateDirectory=\nEnvironment=STATE_DIRECTORY=/var/lib/companion\n")
    pi.does("systemctl", "daemon-reload")
    pi.does("systemctl", "start", TABLE)
    assert "given Ann cash 1234" in pi.game()
    assert pi.does("sh", "-c", "ls /run/companion/*.sock").startswith("/run/companion/")
    pi.does("systemctl", "stop", TABLE)
    pi.does("umount", "/var/lib/companion")
    (override / "test.conf").unlink()
    override.rmdir()
    pi.does("systemctl", "daemon-reload")
    pi.does("systemctl", "start", TABLE, TABLET)


def test_04_a_tablet_is_answered_but_does_not_start_a_stopped_table(pi: Pi) -> None:
    pi.does("systemctl", "stop", TABLET, TABLE)
    assert pi.states() == ["inactive", "inactive", "active"]
    assert pi.does("python3", "-c", HEALTH) == "200"
    assert pi.states() == ["inactive", "active", "active"]
    pi.does("systemctl", "start", TABLE)


def test_05_a_table_that_hangs_is_restarted_and_its_game_goes_on(pi: Pi) -> None:
    before = pi.game()
    pi.ends(signal.SIGSTOP)
    assert becomes_true(lambda: pi.shows(TABLE, "NRestarts") == "1" and pi.states()[0] == "active")
    assert pi.game() == before
    assert "Watchdog timeout" in pi.log()
    assert "Fatal Python error: Aborted" in pi.log(), "the log says where it hung"
    assert "is in play" in pi.shows(TABLE, "StatusText")


def test_06_a_table_that_keeps_dying_is_given_up_and_the_installer_starts_it_again(pi: Pi) -> None:
    before = pi.game()
    for _ in range(20):
        if not becomes_true(lambda: pi.states()[0] in ("active", "failed")) or pi.states()[0] == "failed":
            break
        pi.ends(signal.SIGKILL)
        assert becomes_true(lambda: pi.shows(TABLE, "SubState") != "running")
    assert pi.states()[0] == "failed"
    assert "Start request repeated too quickly" in pi.log()
    assert "The companion is installed." in pi.install("0.1.0")
    assert pi.states() == ["active"] * 3
    assert pi.game() == before


def test_07_wrong_settings_stop_an_upgrade_but_not_the_running_table(pi: Pi) -> None:
    good = pi.settings.read_text()
    pi.clone("0.2.0")
    pi.settings.write_text(f"{good}\n[rig]\nkind = 'imagined'\n")
    try:
        said = pi.install("0.2.0", code=1)
        assert "Version 0.2.0 would not start with these settings." in said
        assert pi.states() == ["active"] * 3
        pi.does("systemctl", "restart", TABLE, code=1)
        assert (pi.shows(TABLE, "ExecMainStatus"), pi.shows(TABLE, "SubState")) == ("2", "failed")
    finally:
        pi.settings.write_text(good)
    pi.does("systemctl", "start", TABLE)


def test_08_an_installer_killed_in_the_middle_leaves_a_working_table(pi: Pi) -> None:
    """First by a lost connection, then by SIGKILL, after which it is run again."""
    before = pi.game()
    pi.interrupt(signal.SIGHUP, "0.2.0")
    assert becomes_true(lambda: pi.states() == ["active"] * 3)
    assert pi.game() == before
    pi.interrupt(signal.SIGKILL, "0.2.0", "--back")
    assert "is installed and complete" in pi.install(pi.version())
    assert pi.states() == ["active"] * 3
    assert pi.game() == before


def test_09_an_upgrade_while_commands_keep_running_keeps_the_game(pi: Pi) -> None:
    before = pi.game()
    pi.clone("0.3.0")
    with pi.booted.begin("sh", "-c", "while companion games >/dev/null 2>&1 || :; do :; done") as busy:
        try:
            pi.install("0.3.0")
        finally:
            busy.kill()
    assert pi.version() == "0.3.0"
    assert pi.states() == ["active"] * 3
    assert pi.game() == before


def test_10_a_version_that_does_not_start_is_undone(pi: Pi) -> None:
    before = pi.game()
    broken = pi.clone("0.4.0") / "companion/cli/table.py"
    broken.write_text(f"{broken.read_text()}\n\ndef run(args: object) -> int:\n    raise SystemExit(1)\n")
    said = pi.install("0.4.0", code=1)
    assert "The new version did not start, so the previous one is installed again." in said
    assert pi.version() == "0.3.0"
    assert pi.states() == ["active"] * 3
    assert pi.game() == before


def test_11_the_log_has_a_size_limit(pi: Pi) -> None:
    told = pi.does("journalctl", "--unit=systemd-journald", "--grep=System Journal", "--output=json").splitlines()[-1]
    assert json.loads(told)["MAX_USE"] == str(50 * 1024 * 1024)


def test_12_the_game_goes_on_after_switching_off_and_on(pi: Pi) -> None:
    before, stopped = pi.game(), pi.log().count(STOPPED)
    pi.booted.power_off()
    assert pi.booted.boot() == "running"
    assert pi.states() == ["active"] * 3
    assert pi.game() == before
    assert pi.log().count(STOPPED) == stopped + 1, "it was asked to stop, and stopped"


def test_13_uninstalling_stops_the_services_and_can_be_repeated(pi: Pi) -> None:
    before = pi.game()
    for _ in range(2):
        said = pi.install("0.3.0", "--uninstall")
        assert "Games and tags are still in /var/lib/companion" in said
        assert "Failed" not in said
    assert pi.does("systemctl", "list-units", "--all", "--plain", "--no-legend", "companion*") == ""
    pi.install("0.3.0")
    assert pi.states() == ["active"] * 3
    assert pi.game() == before
