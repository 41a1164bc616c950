"""`companion doctor`: what answers and what does not, and what to do about it."""

import argparse
import os
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import DONE, FAILED, add_data, not_empty, printable
from companion.cli.terminal import width

if TYPE_CHECKING:
    from companion.config import Config
    from companion.doctor.devices import Device
    from companion.doctor.finding import Finding
    from companion.doctor.machine import Machine
    from companion.doctor.rig import Told

WIDEST = 110
SERVICE = "/var/lib/companion/table.sock"
_MARKS = {"ok": "ok", "note": "note", "bad": "BAD"}
_EXAMPLE = """\
A table that runs is asked how its devices are doing; with none running they are opened here for a moment, and lamp and
speaker are tried once. Exits with 1 if something that is configured is missing or wrong. Nothing is changed.

examples:
  companion doctor
  companion doctor --config /etc/companion/companion.toml
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "doctor",
        help="what answers and what does not, and what to do",
        description="Look at devices, disk, clock, games and tags, and say what to do where something is wrong.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_data(parser)
    parser.add_argument("--config", type=not_empty, metavar="FILE", help="what this household has set (companion.toml)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.doctor.finding import is_well

    findings = []
    for finding in _findings(args):
        findings.append(finding)
        print("\n".join(_told(finding)), flush=True)
    wrong = sum(finding.state == "bad" for finding in findings)
    print("All is well." if is_well(findings) else f"{wrong} of {len(findings)} things are wrong.")
    return DONE if is_well(findings) else FAILED


def _told(finding: "Finding") -> Iterator[str]:
    lines = ((f"{_MARKS[finding.state]:<5} {finding.what:<13}", finding.says), (" " * 16 + "-> ", finding.do))
    for first, text in lines:
        if text:
            columns = min(width(80), WIDEST)
            indent = " " * 19
            yield textwrap.fill(
                printable(text), columns, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False
            )


# What is looked at, in the order in which people would mend it


def _findings(args: argparse.Namespace) -> "Iterator[Finding]":
    from companion.doctor.machine import Machine, this_user
    from companion.folders import data_folder

    data, machine = data_folder(args.data), Machine(this_user())
    config, finding = _config(args)
    yield finding
    told, finding = _table(machine, data)
    yield finding
    yield from _disk(machine, data, told)
    is_there = told is not None or data.is_dir()
    yield from _games(args, machine, is_there=is_there)
    if config is not None:
        yield from _devices(machine, config, told, may_open=finding.state == "ok")
        yield from _tags(args, config, is_there=is_there)


def _config(args: argparse.Namespace) -> "tuple[Config | None, Finding]":
    from companion.config import ConfigError, load, locate
    from companion.doctor.finding import bad, ok

    try:
        config, place = load(args.config, os.environ), locate(args.config, os.environ)
    except ConfigError as error:
        return None, bad("config", str(error), "Mend that line; until then no table starts.")
    return config, ok("config", str(place) if place else "no companion.toml: everything is as usual, and simulated")


def _table(machine: "Machine", data: Path) -> "tuple[Told | None, Finding]":
    """What is not ok may have the devices."""
    from companion import __version__
    from companion.doctor.finding import bad, note, ok
    from companion.doctor.rig import NoTable, of_table
    from companion.folders import socket_path
    from companion.table.client import LinkLost

    path = socket_path(data)
    try:
        told = of_table(path)
    except NoTable:
        if machine.exists(SERVICE) and path != Path(SERVICE):
            says = f"A table seems to run at {SERVICE}: it has the devices, which are not tried here."
            return None, note("table", says, f"Look there: `companion doctor --data {Path(SERVICE).parent}`.")
        return None, ok("table", "none is running: everything is looked at from here")
    except PermissionError:
        group = machine.group_of(str(path.parent)) or "companion"
        do = f"Join its group: `sudo usermod -aG {group} {machine.user.name}`, then log out and in again."
        return None, bad("table", f"{machine.user.name} may not talk to the table at {path}.", do)
    except (LinkLost, TimeoutError) as error:
        return None, bad(
            "table", str(error) or "It does not answer.", "Restart it: `sudo systemctl restart companion-table`."
        )
    if told.app != __version__:
        says = f"It is of version {told.app}, and this program of {__version__}."
        return told, bad("table", says, "Restart it, so that it runs what is installed.")
    return told, ok("table", f"running at {path}")


def _disk(machine: "Machine", data: Path, told: "Told | None") -> "Iterator[Finding]":
    from companion.doctor import disk
    from companion.doctor.finding import bad
    from companion.doctor.power import power

    if told is not None and told.trouble:
        yield bad("saving", told.trouble, "Mend what it says; the table goes on by itself then.")
    if told is None:
        yield disk.written(machine, data)
    yield disk.room(data)
    yield from disk.mount(machine, data)
    yield from power(machine)


def _games(args: argparse.Namespace, machine: "Machine", *, is_there: bool) -> "Iterator[Finding]":
    """A folder that is not there yet is not made for this."""
    from time import time_ns

    from companion.cli.asking import ask
    from companion.doctor.clock import clock, kernel_is_synced
    from companion.doctor.household import journal
    from companion.table.messages import ListGames, Reply, VerifyJournal

    games = ask(args, ListGames()).games if is_there else ()
    last_ms = max((game.last_at_ms for game in games), default=0)
    yield clock(machine, time_ns() // 1_000_000, last_ms, kernel_is_synced())
    verified = ask(args, VerifyJournal()) if is_there else Reply("", done=True, message="No games yet.")
    yield journal(verified.done, verified.message, verified.lines)


def _tags(args: argparse.Namespace, config: "Config", *, is_there: bool) -> "Iterator[Finding]":
    from companion.cli.asking import ask
    from companion.doctor.household import tags
    from companion.table.messages import ExportTags, Reply
    from companion.table.tags.bindings import Bindings
    from companion.table.tags.bindings_file import decode

    reply = ask(args, ExportTags()) if is_there else Reply("", done=True)
    trouble = " ".join(reply.lines) if reply.done else reply.message
    bindings = decode(reply.text.encode()) if reply.text else Bindings()
    is_real = config.rig.kind == "real"
    yield from tags(
        bindings,
        trouble,
        has_reader=is_real and bool(config.readers),
        has_board=is_real and config.rig.board != "none",
    )


# Devices


def _devices(machine: "Machine", config: "Config", told: "Told | None", *, may_open: bool) -> "Iterator[Finding]":
    from companion.doctor.devices import answers, configured
    from companion.doctor.finding import note

    is_simulated = told.is_simulated if told is not None else config.rig.kind == "simulated"
    if is_simulated:
        says = "Simulated: none of what follows is real."
        yield note(
            "devices", says, 'For real ones set kind = "real" in [rig] of companion.toml, and restart the table.'
        )
    elif told is None:
        yield from _files(machine, config)
    expected = frozenset[str]() if is_simulated else configured(config)
    if told is not None:
        yield from answers(told.devices, expected)
    elif may_open:
        yield from answers(_opened(config), expected)


def _files(machine: "Machine", config: "Config") -> "Iterator[Finding]":
    from importlib.util import find_spec

    from companion.doctor import devices

    yield devices.groups(machine, devices.needed_groups(config))
    yield from devices.packages(lambda name: find_spec(name) is not None, config)
    yield from devices.files(machine, config)
    if config.rig.board != "none":
        yield from (devices.port(machine, port) for port in config.board.ports)


def _opened(config: "Config") -> "tuple[Device, ...]":
    from companion.doctor.rig import opened
    from companion.wiring import wire

    return opened(wire(config))
