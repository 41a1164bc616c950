"""`companion doctor`: what works and what does not, and what to do about it."""

import argparse
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from time import time_ns

from companion import __version__
from companion.cli.ask_table import ask
from companion.cli.terminal import DONE, FAILED, add_config, add_data, wrap
from companion.household import doctor_devices as devices
from companion.household.build_rig import wire_table
from companion.household.doctor_checks import (
    Diagnosis,
    bad,
    check_boards,
    check_clock,
    check_journals,
    check_mount,
    check_power,
    check_space,
    check_tags,
    check_voice,
    check_writable,
    is_well,
    kernel_is_synced,
    note,
    ok,
)
from companion.household.folders import data_folder, socket_path
from companion.household.machine import Machine, this_user
from companion.household.settings import Config, usual_game
from companion.household.settings_file import load, locate
from companion.plain_text import printable
from companion.table.client import LinkLost
from companion.table.games.new_game import household_board
from companion.table.games.tags_file import decode_tags
from companion.table.gestures.tags import Bindings
from companion.table.messages.requests import ExportTags, ListGames, VerifyJournal
from companion.table.messages.wire import Reply
from companion.table.server.voice import Espeak
from companion.toml_document import TomlError
from hardware.pcsc import plugged_in

MAX_WIDTH = 110
SERVICE = "/var/lib/companion/table.sock"
_MARKS = {"ok": "ok", "note": "note", "bad": "BAD"}
HELP = """\
Says what to do where something is wrong. If a table is running, it is asked how its devices are doing. If none is, the
devices are opened here for a moment, and lamp and speaker are tried once. Exits with 1 if something in the settings is
missing or wrong. Nothing is changed.

examples:
  companion doctor
  companion doctor --config /etc/companion/companion.toml
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    found = []
    for diagnosis in _diagnoses(args):
        found.append(diagnosis)
        says = (f"{_MARKS[diagnosis.state]:<5} {diagnosis.what:<13}", diagnosis.says)
        for first, text in (says, (" " * 16 + "-> ", diagnosis.do)):
            if text:
                print(wrap(printable(text), first, " " * 19, max_columns=MAX_WIDTH), flush=True)
        for line in diagnosis.lines:  # to be copied as they are
            print(printable(f"{' ' * 19}{line}"), flush=True)
    wrong = sum(diagnosis.state == "bad" for diagnosis in found)
    print("All is well." if is_well(found) else f"{wrong} of {len(found)} things are wrong.")
    return DONE if is_well(found) else FAILED


def _diagnoses(args: argparse.Namespace) -> Iterator[Diagnosis]:
    """In the order in which people would fix things."""
    data, machine, config = data_folder(args.data), Machine(this_user()), None
    try:
        config, place = load(args.config, os.environ), locate(args.config, os.environ)
        yield ok("config", str(place) if place else "no companion.toml: defaults, and simulated devices")
    except TomlError as error:
        yield bad("config", str(error), "Correct that line; until then no table starts.")
    report, diagnosis = _check_table(machine, data)
    yield diagnosis
    if report is not None and report.trouble:
        yield bad("saving", report.trouble, "Fix what it says; then the table continues by itself.")
    if report is None:
        yield check_writable(machine, data)
    yield check_space(data)
    yield from check_mount(machine, data)
    yield from check_power(machine)
    has_folder = report is not None or data.is_dir()  # asking about games would create it
    games = ask(args, ListGames()).games if has_folder else ()
    last_ms = max((game.last_at_ms for game in games), default=0)
    yield check_clock(machine, time_ns() // 1_000_000, last_ms, kernel_is_synced())
    verified = ask(args, VerifyJournal()) if has_folder else Reply("", done=True, message="No games yet.")
    yield check_journals(verified.done, verified.message, verified.lines)
    yield from check_boards(data, config.game.board if config is not None else "")
    if config is None:
        return
    if report is None:
        yield from check_voice(config.sounds.speech, Espeak().missing())
    yield from _check_devices(machine, config, report, may_open=diagnosis.state == "ok")
    tags, is_real = ask(args, ExportTags()) if has_folder else Reply("", done=True), config.rig.kind == "real"
    trouble = " ".join(tags.lines) if tags.done else tags.message
    bindings = decode_tags(tags.text.encode()) if tags.text else Bindings()
    has_reader, has_board = is_real and bool(config.readers), is_real and config.rig.board != "none"
    board = household_board(usual_game(config), data)
    yield from check_tags(board, bindings, trouble, has_reader=has_reader, has_board=has_board)


def _check_table(machine: Machine, data: Path) -> tuple[devices.TableReport | None, Diagnosis]:
    """If the diagnosis is not ok, a table may be using the devices."""
    path = socket_path(data)
    try:
        report = devices.ask_running_table(path)
    except devices.NoTableRunning:
        if machine.exists(SERVICE) and path != Path(SERVICE):
            says = f"A table seems to run at {SERVICE}: it uses the devices, so they are not tried here."
            return None, note("table", says, f"Look there: `companion doctor --data {Path(SERVICE).parent}`.")
        return None, ok("table", "none is running: everything is checked from here")
    except PermissionError:
        group = machine.group_of(str(path.parent)) or "companion"
        do = f"Join its group: `sudo usermod -aG {group} {machine.user.name}`, then log out and in again."
        return None, bad("table", f"{machine.user.name} may not talk to the table at {path}.", do)
    except (LinkLost, TimeoutError) as error:
        restart = "Restart it: `sudo systemctl restart companion-table`."
        return None, bad("table", str(error) or "It does not answer.", restart)
    if report.app != __version__:
        says = f"It runs version {report.app}, but version {__version__} is installed."
        return report, bad("table", says, "Restart it, so that it runs what is installed.")
    return report, ok("table", f"running at {path}")


def _check_devices(
    machine: Machine, config: Config, report: devices.TableReport | None, *, may_open: bool
) -> Iterator[Diagnosis]:
    is_simulated = report.is_simulated if report is not None else config.rig.kind == "simulated"
    if is_simulated:
        do = 'For real ones set kind = "real" in [rig] of companion.toml, and restart the table.'
        yield note("devices", "Simulated: none of these devices is real.", do)
        yield from devices.find_devices(machine, plugged_in)
    elif report is None:
        yield devices.check_groups(machine, devices.needed_groups(config))
        yield from devices.check_pins(config)
        yield from devices.check_packages(lambda name: find_spec(name) is not None, config)
        yield from devices.check_files(machine, config)
        if config.rig.board != "none":
            yield from (devices.check_port(machine, port) for port in config.board.ports)
    expected = frozenset[str]() if is_simulated else devices.expected_devices(config)
    if report is not None:
        yield from devices.check_devices(report.devices, expected)
    elif may_open:
        yield from devices.check_devices(devices.open_devices(wire_table(config)), expected)
