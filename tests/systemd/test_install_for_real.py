"""The installer in a real Debian: install, run again, upgrade in the middle of a game, go back, repair, remove."""

import os
import tarfile
from pathlib import Path

import pytest

from tests.systemd.debian_root import DebianRoot, Files, changed_files, copy_tree

pytestmark = pytest.mark.skipif(
    not os.environ.get("COMPANION_INSTALL_TEST"), reason="by design: takes minutes; make install-test runs it"
)
KEPT = ("var/lib/companion", "etc/companion")
PLACED = ("opt", "usr/local", "etc/systemd", "etc/udev", "etc/modules-load.d", "etc/sysusers.d")


class InstalledMachine:
    """A machine in a folder, and two versions of the program to install on it."""

    def __init__(self, folder: Path) -> None:
        self.root = DebianRoot(folder / "root")
        self.old = copy_tree(folder / "old", "0.1.0")
        self.new = copy_tree(folder / "new", "0.2.0")

    def install(self, *options: str, source: Path | None = None, code: int = 0, offline: bool = False) -> str:
        done = self.root.inside("/src/systemd/install.sh", *options, source=source or self.old, offline=offline)
        said = done.stdout + done.stderr
        assert done.returncode == code, said
        return said

    def companion(self, *words: str, code: int = 0) -> str:
        done = self.root.inside("companion", *words)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    def kept(self) -> Files:
        """What must never be lost. The lock and the database's side files change even when games are only read."""
        files = self.root.files(*KEPT)
        return {name: looks for name, looks in files.items() if not name.endswith(("/lock", ".db-wal", ".db-shm"))}

    def version(self) -> str:
        return self.companion("--version").strip()

    def begin_game(self) -> str:
        """Begins in the middle, so that there is something to lose."""
        position = self.root.path / "tmp/table.game"
        position.write_text("given Ann cash 1234\ngiven Ann owns Oriental Avenue\ngiven turn Ben\n")
        self.companion("new", "--players", "Ann", "Ben", "--position", "/tmp/table.game")
        return self.companion("export")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> InstalledMachine:
    """Installed once. Each test goes on where the one before it stopped."""
    machine = InstalledMachine(tmp_path_factory.mktemp("household"))
    assert "The companion is installed." in machine.install()
    return machine


def test_01_what_was_installed_works(home: InstalledMachine) -> None:
    assert home.version() == "companion 0.1.0"
    assert "There are no games here yet" in home.companion("games")
    wanted = home.root.path / "etc/systemd/system/multi-user.target.wants"
    assert sorted(path.name for path in wanted.iterdir() if path.name.startswith("companion")) == [
        "companion-table.service",
        "companion-tablet.service",
    ]
    assert (wanted.parent / "sockets.target.wants/companion-tablet.socket").is_symlink()


def test_02_systemd_accepts_the_installed_units(home: InstalledMachine) -> None:
    units = [f"/etc/systemd/system/companion-{name}" for name in ("table.service", "tablet.service", "tablet.socket")]
    done = home.root.inside("systemd-analyze", "verify", *units)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_03_the_program_is_compiled(home: InstalledMachine) -> None:
    (package,) = (home.root.path / "opt/companion/versions").glob("*/lib/python3.*/site-packages/companion")
    assert len(list((package / "__pycache__").glob("*.pyc"))) == len(list(package.glob("*.py")))


def test_04_a_table_runs_as_the_service_would(home: InstalledMachine) -> None:
    with home.root.running("companion", "table") as table:
        assert table.stdout is not None
        assert "Listening at /var/lib/companion/table.sock." in table.stdout.readline()
        found = {path.name: path.lstat() for path in (home.root.path / "var/lib/companion").iterdir()}
        assert len({stat.st_uid for stat in found.values()} - {0}) == 1, "root owns nothing there"
        assert found["table.sock"].st_mode & 0o777 == 0o660


def test_05_a_second_run_changes_nothing(home: InstalledMachine) -> None:
    home.begin_game()
    settings = home.root.path / "etc/companion/companion.toml"
    settings.write_text(settings.read_text().replace("volume = 60", "volume = 20"))
    before, placed = home.kept(), home.root.files(*PLACED)
    said = home.install()
    assert "Version 0.1.0 is installed and complete." in said
    assert "Your settings in /etc/companion/companion.toml are unchanged." in said
    assert changed_files(before, home.kept()) == []
    assert changed_files(placed, home.root.files(*PLACED)) == []


def test_06_an_upgrade_is_refused_while_a_table_runs_by_hand(home: InstalledMachine) -> None:
    with home.root.running("companion", "table") as table:
        assert table.stdout is not None
        assert "Listening" in table.stdout.readline()
        placed = home.root.files(*PLACED)
        said = home.install(source=home.new, code=1)
        assert "A table is running that systemd did not start" in said
        assert changed_files(placed, home.root.files(*PLACED)) == []


def test_07_an_upgrade_that_cannot_download_changes_nothing(home: InstalledMachine) -> None:
    before, placed = home.kept(), home.root.files(*PLACED)
    said = home.install(source=home.new, code=1, offline=True)
    assert "What was installed before is unchanged." in said
    assert "What to do:" in said
    assert changed_files(before, home.kept()) == []
    assert changed_files(placed, home.root.files(*PLACED)) == []


def test_08_an_upgrade_in_the_middle_of_a_game_keeps_games_and_settings(home: InstalledMachine) -> None:
    record, before = home.companion("export"), home.kept()
    home.install(source=home.new)
    assert home.version() == "companion 0.2.0"
    assert changed_files(before, home.kept()) == []
    assert home.companion("export") == record
    assert "1234" in record


def test_09_there_is_a_backup_from_before_the_upgrade(home: InstalledMachine) -> None:
    archive = max((home.root.path / "var/lib/companion-backups").glob("*-before-0.2.0.tar.gz"))
    with tarfile.open(archive) as kept:
        names = kept.getnames()
        (tape,) = [name for name in names if name.endswith("/game.tape")]
        copy = kept.extractfile(tape)
        assert copy is not None
        assert copy.read() == (home.root.path / tape).read_bytes()
    assert "etc/companion/companion.toml" in names


def test_10_an_older_version_is_refused(home: InstalledMachine) -> None:
    said = home.install(source=home.old, code=1)
    assert "Version 0.2.0 is installed. This is 0.1.0, which is older" in said
    assert home.version() == "companion 0.2.0"


def test_11_back_and_forward_again(home: InstalledMachine) -> None:
    before = home.kept()
    assert "Version 0.1.0 is installed again." in home.install("--back", source=home.new)
    assert home.version() == "companion 0.1.0"
    home.install("--back", source=home.new)
    assert home.version() == "companion 0.2.0"
    assert changed_files(before, home.kept()) == []


def test_12_damage_is_repaired(home: InstalledMachine) -> None:
    record = home.companion("export")
    current = home.root.path / (home.root.path / "opt/companion/venv").readlink().relative_to("/")
    (damaged,) = current.glob("lib/python3.*/site-packages/companion/rules/rent.py")
    damaged.write_bytes(damaged.read_bytes()[:-100])
    (home.root.path / "etc/systemd/system/companion-table.service").unlink()
    for path in (home.root.path / "var/lib/companion").rglob("*"):
        os.chown(path, 4321, 4321)  # as if copied from another card
    half = home.root.path / "opt/companion/versions/0.2.0-interrupted"
    half.mkdir()
    said = home.install(source=home.new)
    assert "Building version 0.2.0" in said
    assert (home.root.path / "etc/systemd/system/companion-table.service").is_file()
    assert not half.exists()
    assert "is installed and complete" in home.install(source=home.new)
    owner = (home.root.path / "var/lib/companion").stat().st_uid
    assert {path.stat().st_uid for path in (home.root.path / "var/lib/companion").rglob("*")} == {owner}
    assert home.companion("export") == record


def test_13_a_version_that_does_not_start_is_undone(home: InstalledMachine, tmp_path: Path) -> None:
    """A stand-in for systemctl refuses to start version 0.3.0."""
    systemctl = home.root.path / "usr/local/bin/systemctl"
    systemctl.write_text('#!/bin/sh\n[ "$1" != start ] || ! grep -q 0.3.0 /opt/companion/venv/version\n')
    systemctl.chmod(0o755)
    running = home.root.path / "run/systemd/system"
    running.mkdir(parents=True)
    before, placed = home.kept(), home.root.files(*PLACED)
    try:
        said = home.install(source=copy_tree(tmp_path / "newest", "0.3.0"), code=1)
        assert "The new version did not start, so the previous one is installed again." in said
        assert home.version() == "companion 0.2.0"
        assert changed_files(placed, home.root.files(*PLACED)) == []
        assert changed_files(before, home.kept()) == []
    finally:
        systemctl.unlink()
        running.rmdir()


def test_14_another_port_in_the_settings_moves_the_socket(home: InstalledMachine) -> None:
    settings = home.root.path / "etc/companion/companion.toml"
    extra = home.root.path / "etc/systemd/system/companion-tablet.socket.d/port.conf"
    was = settings.read_text()
    settings.write_text(was.replace("port = 8080", "port = 8088"))
    home.install(source=home.new)
    assert "\nListenStream=\nListenStream=8088\n" in extra.read_text()
    settings.write_text(was)
    home.install(source=home.new)
    assert not extra.exists()


def test_15_a_dry_run_does_nothing(home: InstalledMachine) -> None:
    everything = home.root.files(*KEPT, *PLACED, "var/lib/companion-backups")
    for options in (("--dry-run",), ("--dry-run", "--back"), ("--dry-run", "--uninstall"), ("--dry-run", "--force")):
        source = home.old if "--force" in options else home.new
        assert "would: " in home.install(*options, source=source)
    assert changed_files(everything, home.root.files(*KEPT, *PLACED, "var/lib/companion-backups")) == []


def test_16_uninstalling_keeps_games_settings_and_backups(home: InstalledMachine) -> None:
    record, before = home.companion("export"), home.kept()
    backups = home.root.files("var/lib/companion-backups")
    for _ in range(2):
        said = home.install("--uninstall", source=home.new)
        assert "Games and tags are still in /var/lib/companion" in said
    assert changed_files(before, home.kept()) == []
    assert changed_files(backups, home.root.files("var/lib/companion-backups")) == []
    assert [name for name in home.root.files(*PLACED) if "companion" in name] == []
    home.install(source=home.new)
    assert home.companion("export") == record


def test_17_root_leaves_no_files_of_its_own_among_the_games(home: InstalledMachine) -> None:
    home.companion("games")
    home.companion("backup")
    owners = {int(looks.partition(":")[0]) for looks in home.root.files("var/lib/companion").values()}
    assert owners == {(home.root.path / "var/lib/companion").stat().st_uid}
    assert owners != {0}


def test_18_on_a_pi_drivers_are_installed_and_buses_switched_on(home: InstalledMachine) -> None:
    """A file says that this is a Pi."""
    (home.root.path / "tmp/model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    config = home.root.path / "boot/firmware/config.txt"
    config.parent.mkdir(parents=True)
    config.write_text("dtparam=audio=on\n")
    words = ("/src/systemd/install.sh", "--shutdown-button", "21")
    done = home.root.inside(*words, source=home.new, env={"MODEL_FILE": "/tmp/model"})
    assert done.returncode == 0, done.stdout + done.stderr
    set_now = [line for line in config.read_text().splitlines() if line.startswith("dt")]
    assert set_now[:3] == ["dtparam=audio=on", "dtparam=spi=on", "dtparam=i2c_arm=on"]
    assert set_now[3].startswith("dtoverlay=gpio-shutdown,gpio_pin=21,")
    look = "import importlib.metadata as m, spidev; print(m.version('mfrc522'), spidev.__file__)"
    found = home.root.inside("/opt/companion/venv/bin/python", "-c", look)
    assert found.stdout.startswith("0.0.7 /usr/lib/python3/dist-packages/"), found.stderr
    home.install("--uninstall", source=home.new)
    assert "gpio-shutdown" not in config.read_text()
