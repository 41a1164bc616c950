"""The installer's functions and options, without installing anything, and the script that opens the Pi's screen."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest

from companion.household.settings import Config
from tests.systemd.units import FOLDER, ROOT, desktop_entry
from tests.test_pin_map import groups

INSTALLER = FOLDER / "install.sh"
SCRIPTS = (INSTALLER, *sorted((FOLDER / "install").glob("*.sh")), FOLDER / "companion", FOLDER / "companion-screen")
CONFIG_TXT = "# For more options see the documentation\ndtparam=audio=on\n#dtparam=spi=on\n\n[cm4]\notg_mode=1\n"


def run(*words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, **(env or {})})


def in_installer(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a script that can call the installer's functions."""
    return run("bash", "-c", f"source {quote(str(INSTALLER))}\n{script}", "bash", *words)


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_shellcheck_finds_nothing() -> None:
    done = run("shellcheck", "--external-sources", *map(str, SCRIPTS))
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("path", [INSTALLER, FOLDER / "companion", FOLDER / "companion-screen"], ids=lambda p: p.name)
def test_the_scripts_are_executable(path: Path) -> None:
    assert os.access(path, os.X_OK)


def test_every_function_of_every_part_is_used() -> None:
    text = "".join(path.read_text("utf-8") for path in SCRIPTS if path.suffix == ".sh")
    done = in_installer("declare -F")
    assert (done.returncode, done.stderr) == (0, "")
    functions = [line.split()[-1] for line in done.stdout.splitlines()]
    assert len(functions) > 40
    assert [name for name in functions if len(re.findall(rf"\b{name}\b", text)) < 2] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--nonsense"], "there is no option --nonsense"),
        (["extra"], "there is no option extra"),
        (["--back", "--uninstall"], "--back and --uninstall cannot be used together"),
        (["--shutdown-button"], "needs a BCM pin number from 2 to 27, such as 21, not ''"),
        (["--shutdown-button", "1"], "not '1'"),
        (["--shutdown-button=28"], "not '28'"),
        (["--shutdown-button=21; rm"], "not '21; rm'"),
    ],
)
def test_wrong_options_are_refused(words: list[str], said: str) -> None:
    done = run(str(INSTALLER), *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_help_names_every_option() -> None:
    done = run(str(INSTALLER), "--help")
    assert done.returncode == 0
    for option in ("--dry-run", "--simulated", "--shutdown-button", "--force", "--back", "--uninstall"):
        assert option in done.stdout


@pytest.mark.skipif(not shutil.which("setpriv"), reason="setpriv is not installed")
def test_only_root_may_install() -> None:
    """The functions are handed over, because another user may not be able to read this folder."""
    as_nobody = "setpriv --reuid 65534 --clear-groups" if os.geteuid() == 0 else ""
    done = in_installer(f'cd /\n{as_nobody} bash -c "$(declare -f fail require_root); require_root"')
    assert done.returncode == 1
    assert "What to do: sudo " in done.stderr


@pytest.mark.parametrize(
    ("there", "here", "is_refused"),
    [("0.1.0", "0.2.0", True), ("0.2.0", "0.2.0", False), ("0.10.0", "0.9.0", False), ("0.2.0~rc1", "0.2.0", True)],
)
def test_only_an_older_version_is_a_downgrade(there: str, here: str, is_refused: bool) -> None:
    assert in_installer('is_older "$1" "$2"', there, here).returncode == (0 if is_refused else 1)


@pytest.mark.parametrize(
    ("id", "version", "fits"),
    [
        ("debian", "12", True),
        ("debian", "13", True),
        ("raspbian", "12", True),
        ("debian", "11", False),
        ("ubuntu", "24.04", False),
    ],
)
def test_an_unknown_system_needs_force(id: str, version: str, fits: bool) -> None:
    system = f'os_release() {{ case $1 in ID) echo {id};; VERSION_ID) echo {version};; *) echo "A system";; esac; }}\n'
    done = in_installer(f"{system}FORCE=\nrequire_known_os")
    assert done.returncode == (0 if fits else 1)
    assert ("This is A system" in done.stderr) != fits
    assert in_installer(f"{system}FORCE=yes\nrequire_known_os").returncode == 0


def test_too_little_space_is_refused() -> None:
    done = in_installer('df() { printf "Avail\\n  17M\\n"; }\nrequire_space /opt')
    assert (done.returncode, "/opt has 17 MB free, but 400 MB are needed." in done.stderr) == (1, True)


@pytest.mark.parametrize(("stopped", "said"), [("yes", "started\n"), ("", "")])
def test_a_stopped_table_is_started_again_after_a_failure(stopped: str, said: str) -> None:
    done = in_installer(f"start_services() {{ echo started; }}\ntrap clean_up EXIT\nSTOPPED={stopped}\nfail one two")
    assert (done.returncode, done.stdout, done.stderr) == (1, said, "install.sh: one\nWhat to do: two\n")


@pytest.mark.parametrize("name", ["HUP", "INT", "TERM"])
def test_a_stopped_table_is_started_again_after_a_signal(name: str) -> None:
    """Such as SIGHUP, when the connection is lost. Without its traps bash would exit with 0."""
    stubs = "require_root() { :; }\nrequire_no_other_installer() { :; }\nstart_services() { echo started; }\n"
    done = in_installer(f"{stubs}install_companion() {{ STOPPED=yes; true; kill -{name} $$; echo went on; }}\nmain")
    assert (done.returncode, done.stdout) == (128 + getattr(signal, f"SIG{name}"), "started\n")


def test_a_file_that_cannot_be_written_is_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "there"
    path.write_text("before")
    done = in_installer('cat() { return 1; }\nDRY=\nwrite_file "$1" 0644', str(path))
    assert (done.returncode, path.read_text()) == (1, "before")
    assert done.stderr.startswith(f"install.sh: {path} could not be written and is unchanged.\nWhat to do: ")
    assert list(tmp_path.iterdir()) == [path]


def test_the_last_backups_are_kept_and_the_new_one_even_with_a_wrong_clock(tmp_path: Path) -> None:
    for year in (1970, *range(2026, 2034)):
        (tmp_path / f"{year}0101-000000-before-0.2.0.tar.gz").touch()
    new = tmp_path / "19700101-000000-before-0.2.0.tar.gz"
    script = f'BACKUPS={tmp_path}\nsource {quote(str(FOLDER))}/install/data.sh\nremove_old_backups "$1"'
    assert run("bash", "-c", script, "bash", str(new)).returncode == 0
    assert sorted(path.name[:4] for path in tmp_path.iterdir()) == ["1970", "2030", "2031", "2032", "2033"]


def test_a_user_who_cannot_join_the_group_does_not_stop_the_installer() -> None:
    done = in_installer("DRY=\nusermod() { return 6; }\nadd_to_group somebody-else")
    assert (done.returncode, done.stdout) == (0, "")
    said = "note: somebody-else could not be added to the group companion and cannot use the table yet\n"
    assert done.stderr == said


def test_the_port_is_read_by_the_installed_version_which_explains_a_mistake(tmp_path: Path) -> None:
    python, settings = tmp_path / "version/bin/python", tmp_path / "companion.toml"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ncd {quote(str(ROOT))} && exec {quote(sys.executable)} "$@"\n')
    python.chmod(0o755)
    script = f'SETTINGS={tmp_path}\nsource {quote(str(FOLDER))}/install/units.sh\nport_of "$1"'
    settings.write_text("[tablet]\nport = 8088\n")
    done = run("bash", "-c", script, "bash", str(tmp_path / "version"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "8088\n", "")
    settings.write_text("[tablet]\nport = 99999\n")
    done = run("bash", "-c", script, "bash", str(tmp_path / "version"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "companion.toml" in done.stderr
    assert "Traceback" not in done.stderr


# config.txt


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.txt"
    path.write_text(CONFIG_TXT)
    return path


def test_a_bus_is_switched_on_once_and_for_every_model(config: Path) -> None:
    for _ in range(2):
        assert in_installer('add_line "$1" dtparam=spi=on', str(config)).returncode == 0
    assert config.read_text() == f"{CONFIG_TXT}# companion: bus\n[all]\ndtparam=spi=on\n"


def test_a_bus_that_is_on_already_is_not_touched(config: Path) -> None:
    config.write_text(f"dtparam=spi=on\n{CONFIG_TXT}")
    before = config.read_text()
    in_installer('add_line "$1" dtparam=spi=on', str(config))
    assert config.read_text() == before


def test_the_shutdown_button_is_added_moved_and_removed(config: Path) -> None:
    line = "dtoverlay=gpio-shutdown,gpio_pin={},active_low=1,gpio_pull=up,debounce=2000\n"
    for pin in (21, 26):
        in_installer('set_shutdown_button "$1" "$2"', str(config), str(pin))
        assert config.read_text() == f"{CONFIG_TXT}# companion: shutdown\n[all]\n{line.format(pin)}"
    in_installer('remove_marked "$1" shutdown', str(config))
    assert config.read_text() == CONFIG_TXT


def test_a_dry_run_does_not_change_config_txt(config: Path) -> None:
    done = in_installer('DRY=yes; add_line "$1" dtparam=spi=on; set_shutdown_button "$1" 21', str(config))
    assert f"would: write {config}" in done.stdout
    assert config.read_text() == CONFIG_TXT


def test_a_pi_is_recognised_by_its_model_unless_simulated_is_given(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    assert in_installer("MODEL_FILE=$1 SIMULATED=; is_pi", str(model)).returncode == 0
    assert in_installer("MODEL_FILE=$1 SIMULATED=yes; is_pi", str(model)).returncode == 1
    assert in_installer("MODEL_FILE=$1.none SIMULATED=; is_pi", str(model)).returncode != 0


def test_only_a_pi_gets_the_drivers() -> None:
    script = "is_installed() { [[ $1 == labwc ]]; }\napt-cache() { echo there; }\nis_pi() { [[ -n $PI ]]; }\n"
    assert in_installer(f"{script}PI=; needed_packages").stdout.split() == ["python3", "python3-venv"]
    asked = in_installer(f"{script}PI=yes; needed_packages").stdout.split()
    assert asked == ["python3", "python3-venv", "python3-spidev", "python3-evdev", "python3-lgpio", "foot"]


def test_the_recommended_pin_for_the_shutdown_button_is_free() -> None:
    assert "(21 is free)" in run(str(INSTALLER), "--help").stdout
    used = {pin for pins in groups(Config()).values() for pin in pins}
    assert "GPIO21" not in used | {f"GPIO{pin}" for pin in (5, 6, 12, 13, 16, 19, 20, 26)}


# The screen


@pytest.mark.parametrize(
    ("terminal", "wayland", "begins"),
    [
        ("foot", "wayland-0", ["foot", "--fullscreen"]),
        ("lxterminal", "", ["lxterminal", "--title=Table Companion"]),
        ("x-terminal-emulator", "", ["x-terminal-emulator", "-e"]),
    ],
)
def test_the_screen_opens_in_the_installed_terminal(
    tmp_path: Path, terminal: str, wayland: str, begins: list[str]
) -> None:
    path = tmp_path / terminal
    path.write_text('#!/bin/sh\nprintf "%s\\n" "${0##*/}" "$@" "$COLORTERM"\n')
    path.chmod(0o755)
    for tool in ("sed", "head", "sh"):
        (tmp_path / tool).symlink_to(str(shutil.which(tool)))
    done = run(str(FOLDER / "companion-screen"), env={"PATH": str(tmp_path), "WAYLAND_DISPLAY": wayland})
    lines = done.stdout.splitlines()
    assert lines[: len(begins)] == begins
    assert lines[-1] == "truecolor"
    assert "--inside" in done.stdout


def test_without_a_terminal_it_says_which_one_to_install(tmp_path: Path) -> None:
    (tmp_path / "sh").symlink_to(str(shutil.which("sh")))
    done = run(str(FOLDER / "companion-screen"), env={"PATH": str(tmp_path)})
    assert (done.returncode, "sudo apt install foot" in done.stderr) == (1, True)


def test_the_desktop_entry_starts_the_installed_script() -> None:
    entry = desktop_entry()
    assert entry["Exec"] == f"/opt/companion/venv/systemd/{FOLDER.joinpath('companion-screen').name}"
    assert (entry["Type"], entry["Terminal"]) == ("Application", "false")


def test_the_readme_mentions_every_option() -> None:
    readme = (ROOT / "systemd/README.md").read_text("utf-8")
    for way in (
        "systemd/install.sh",
        "--back",
        "--uninstall",
        "--dry-run",
        "--shutdown-button",
        "backup --all",
        "restore --all",
    ):
        assert way in readme, way
