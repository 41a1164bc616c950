"""The units: systemd finds no mistakes in them, they expose little, and they match the program they start."""

import shutil
import subprocess
from pathlib import Path

import pytest

from companion.household.settings import Config
from companion.table.server.rounds import REST_S
from tests.systemd.units import COMMAND, FOLDER, SERVICES, Unit, analyze, copy_units, udevadm

MAX_EXPOSURE = 10  # tenths
needs_udevadm = pytest.mark.skipif(
    not udevadm(), reason="no udevadm that can verify rules: .ci/debian13 udev udevadm verify --help gets one"
)
# The names that /proc/devices has for the devices in the settings.
IN_PROC_DEVICES = {
    "/dev/spidev0.0": "spi",
    "/dev/gpiochip0": "gpiochip",
    "/dev/i2c-1": "i2c",
    "/dev/input/event0": "input",
    "/dev/snd/pcmC0D0p": "alsa",
    "/dev/ttyACM0": "ttyACM",
    "/dev/ttyUSB0": "ttyUSB",
    "/dev/ttyAMA0": "ttyAMA",
    "/dev/ttyS0": "ttyS",
}


def test_systemd_finds_no_mistake_in_any_unit(tmp_path: Path) -> None:
    done = analyze("verify", *map(str, copy_units(tmp_path)))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_systemd_would_notice_an_unknown_key(tmp_path: Path) -> None:
    """It exits with 0 all the same, so its output counts."""
    table = copy_units(tmp_path)[0]
    table.write_text(table.read_text().replace("WatchdogSec=", "WatchdogSeconds="))
    assert "WatchdogSeconds" in analyze("verify", str(table)).stderr


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_exposes_little(tmp_path: Path, name: str) -> None:
    copy_units(tmp_path)
    done = analyze("security", "--offline=yes", "--no-pager", f"--threshold={MAX_EXPOSURE}", str(tmp_path / name))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-200:]
    assert f"exposure level for {name}: 0." in done.stdout


def test_systemd_would_notice_an_exposed_service(tmp_path: Path) -> None:
    naked = tmp_path / "naked.service"
    naked.write_text("[Service]\nExecStart=/bin/true\nUser=nobody\n")
    done = analyze("security", "--offline=yes", "--no-pager", f"--threshold={MAX_EXPOSURE}", str(naked))
    assert done.returncode != 0


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_watched_and_restarted_but_not_for_ever(name: str) -> None:
    unit = Unit(name)
    assert (unit.one("Type"), unit.one("NotifyAccess")) == ("notify", "main")
    assert (unit.one("Restart"), unit.one("RestartPreventExitStatus")) == ("on-failure", "2")
    # All the starts that are allowed fit into the interval in which they are counted.
    assert int(unit.one("RestartSec")) * int(unit.one("StartLimitBurst")) < int(unit.one("StartLimitIntervalSec"))
    assert unit.environment()["PYTHONFAULTHANDLER"] == "1", "the log shows where it hung when the watchdog kills it"


def test_the_watchdog_waits_much_longer_than_the_loop_needs() -> None:
    assert int(Unit("companion-table.service").one("WatchdogSec")) / 2 > 4 * REST_S


@pytest.mark.parametrize("name", SERVICES)
def test_user_groups_and_command_are_the_installed_ones(name: str) -> None:
    unit, made = Unit(name), (FOLDER / "companion.sysusers.conf").read_text("utf-8")
    assert unit.one("ExecStart").split()[0] == COMMAND
    assert f"\nu {unit.one('User')} - " in made
    groups = set(" ".join(unit.all("SupplementaryGroups")).split()) - {
        "dialout",
        "input",
        "audio",
    }  # which Debian has from the start
    assert {group for group in groups if f"\ng {group} - " not in made} == set()


def test_the_table_may_open_every_device_by_its_kernel_name() -> None:
    allowed = [line.split() for line in Unit("companion-table.service").all("DeviceAllow")]
    assert sorted(allowed) == sorted([f"char-{name}", "rw"] for name in IN_PROC_DEVICES.values())


def test_the_web_pages_may_open_no_device() -> None:
    unit = Unit("companion-tablet.service")
    assert (unit.one("PrivateDevices"), unit.all("DeviceAllow")) == ("yes", [])


def test_the_table_can_read_the_model_of_the_pi() -> None:
    """`ProcSubset=pid` would hide /proc/device-tree and /proc/cpuinfo, which gpiozero needs to open a pin."""
    assert Unit("companion-table.service").all("ProcSubset") == []


def test_the_drivers_are_loaded_before_device_names_are_looked_up() -> None:
    loaded = (FOLDER / "companion.modules-load.conf").read_text("utf-8").split()
    assert {"spidev", "i2c-dev", "cdc_acm", "snd"} <= set(loaded)
    assert "systemd-modules-load.service" in Unit("companion-table.service").one("After").split()


def test_a_tablet_does_not_start_a_stopped_table() -> None:
    unit = Unit("companion-tablet.service")
    pulled = [name for key in ("Wants", "Requires", "BindsTo", "Upholds") for name in unit.all(key)]
    assert pulled == ["companion-tablet.socket"]


def test_the_log_survives_a_restart_and_has_a_size_limit() -> None:
    """Raspberry Pi OS keeps it in memory, by a file whose name begins with 40. Ours must come after it."""
    kept = Unit("companion.journald.conf")
    assert (kept.one("Storage"), kept.one("SystemMaxUse")) == ("persistent", "50M")
    places = (FOLDER / "install/common.sh").read_text("utf-8")
    assert "JOURNALD_CONF=/etc/systemd/journald.conf.d/60-companion.conf" in places


def test_the_socket_has_the_port_of_the_settings() -> None:
    assert Unit("companion-tablet.socket").one("ListenStream") == str(Config().tablet.port)


def test_only_the_user_and_the_group_can_read_the_games() -> None:
    unit = Unit("companion-table.service")
    assert unit.one("StateDirectory") == "companion"
    assert (unit.one("StateDirectoryMode"), unit.one("UMask")) == ("0750", "0027")


def test_the_pages_run_as_a_user_who_can_change_nothing_of_the_games() -> None:
    unit = Unit("companion-tablet.service")
    assert (unit.one("User"), unit.one("Group")) == ("companion-tablet", "companion")
    assert unit.one("StateDirectory") == "companion-tablet"
    assert unit.one("ProtectSystem") == "strict", "all but its own folder is read-only"
    assert unit.one("ExecStart").endswith(" --data /var/lib/companion")


def test_the_port_is_open_to_the_home_network_only() -> None:
    """On the socket: systemd does not apply what a service says to a socket that is handed to it."""
    unit = Unit("companion-tablet.socket")
    assert unit.one("IPAddressDeny") == "any"
    assert "192.168.0.0/16" in unit.one("IPAddressAllow").split()


def test_the_token_board_has_the_name_in_the_settings() -> None:
    (port,) = Config().board.ports
    name = port.removeprefix("/dev/")
    rules = (FOLDER / "60-companion.rules").read_text("utf-8")
    assert f'SYMLINK+="{name} {name}-$attr{{serial}}"' in rules, "each of several Picos also has a name of its own"


@needs_udevadm
def test_udev_finds_no_mistake_in_the_rules() -> None:
    assert verified(FOLDER / "60-companion.rules").returncode == 0


@needs_udevadm
def test_udev_would_notice_an_unknown_key(tmp_path: Path) -> None:
    rules = tmp_path / "60-companion.rules"
    rules.write_text((FOLDER / "60-companion.rules").read_text("utf-8").replace("SYMLINK+=", "SYMLINKS+="))
    done = verified(rules)
    assert (done.returncode, "SYMLINKS" in done.stderr) == (1, True)


def verified(rules: Path) -> subprocess.CompletedProcess[str]:
    words = [udevadm(), "verify", "--resolve-names=never", str(rules)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_sysusers_creates_the_user_and_the_groups(tmp_path: Path) -> None:
    said = sysusers(tmp_path)
    assert "Creating user 'companion' (Table Companion)" in said
    assert [group for group in ("companion", "gpio", "spi", "i2c") if f"Creating group '{group}'" not in said] == []


def test_an_existing_user_companion_gets_the_group(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("companion:x:1000:100::/home/companion:/bin/bash\n")
    (tmp_path / "etc/group").write_text("users:x:100:\n")
    said = sysusers(tmp_path)
    assert "Creating group 'companion'" in said
    assert "Creating user 'companion'" not in said


def sysusers(root: Path) -> str:
    tool = shutil.which("systemd-sysusers")
    assert tool, "systemd-sysusers is not there: it is in the package systemd"
    words = [tool, "--dry-run", f"--root={root}", str(FOLDER / "companion.sysusers.conf")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr
