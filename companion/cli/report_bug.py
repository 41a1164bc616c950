"""`companion report-bug`: what happened last night in one file, without names, to send to the developers."""

import argparse
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout, suppress
from datetime import datetime
from io import StringIO
from pathlib import Path

from companion import __version__
from companion.cli import doctor
from companion.cli.ask_table import ask
from companion.cli.console import crash_note_files
from companion.cli.terminal import DONE, add_config, add_data, add_game, complain, fail, not_empty, save_file
from companion.household.bug_report import (
    ReportSection,
    describe_mistake,
    describe_program,
    describe_settings,
    report_text,
)
from companion.household.folders import data_folder
from companion.household.redact_names import anonymous_record, household_aliases, login_names, redact_names
from companion.household.settings_file import load
from companion.plain_text import printable
from companion.record.errors import RecordError
from companion.table.messages.requests import ExportGame, ListDevices, ListGames, VerifyJournal
from companion.table.messages.views import GameLine
from companion.toml_document import TomlError

NIGHT_MS = 24 * 60 * 60 * 1000
LOG_LINES = 300
HELP = """\
The file has: versions, changed settings, what `companion doctor` says, whether the journals are whole, the games of the
last day as records, errors that the table noted, and the end of the console's and the table's log. Players become
P1, P2 and so on; names of players, tablets, games, this machine and what only a board of your own says are replaced
everywhere, also without their accents. Reasons that players gave are left out, unless you add --reasons. It is plain
text: read it before you send it. Nothing is sent by itself.

examples:
  companion report-bug
  companion report-bug 20261116-2041 --output report.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, "those of the last day that was played")
    parser.add_argument("--output", type=not_empty, metavar="FILE", help="where to write it; - shows it")
    parser.add_argument("--reasons", action="store_true", help="keep the reasons that players gave, without names")
    add_config(parser)
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    games, devices = ask(args, ListGames()).games, ask(args, ListDevices()).devices
    newest = max((game.last_at_ms for game in games), default=0)
    meant = [
        game for game in games if (game.id.startswith(args.game) if args.game else game.last_at_ms > newest - NIGHT_MS)
    ]
    if args.game and not meant:
        return complain(f"companion report-bug: there is no game {args.game}. `companion games` lists them.")
    aliases = household_aliases(data_folder(args.data), games, devices, (socket.gethostname(), *login_names()))
    sections = list(_sections(args, meant, aliases))
    text = report_text(sections, aliases)
    if args.output == "-":
        sys.stdout.write(text)
        return DONE
    path = Path(args.output or f"companion-report-{datetime.now():%Y%m%d-%H%M}.txt")
    try:
        save_file(path, text.encode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        return fail(f"companion report-bug: {path} cannot be written: {error}")
    print(printable(f"{path} has:"))
    for section in sections:
        print(printable(f"  {section.title} ({section.lines} {'line' if section.lines == 1 else 'lines'})"))
    print("Read it before you send it. Nothing was sent.")
    return DONE


def _sections(args: argparse.Namespace, games: list[GameLine], aliases: Mapping[str, str]) -> Iterator[ReportSection]:
    data, verified, health = data_folder(args.data), ask(args, VerifyJournal()), StringIO()
    yield ReportSection("program", describe_program(__version__))
    try:
        yield ReportSection("settings", describe_settings(load(args.config, os.environ)))
    except TomlError as error:
        yield ReportSection("settings", str(error))
    with redirect_stdout(health):
        doctor.run(args)
    yield ReportSection("health", health.getvalue())
    yield ReportSection("journals", "\n".join((verified.message, *verified.lines)))
    for game in games:
        yield _record(args, game, aliases)
    for game in games:  # what the table noted when it broke one of its own laws
        for path in sorted((data / "games" / game.id / "reports").glob("*.json")):
            with suppress(OSError):
                yield ReportSection(
                    f"mistake {path.stem} of game {game.id}",
                    describe_mistake(path.read_bytes(), keeps_reasons=args.reasons),
                )
    for path in crash_note_files(data):
        try:
            lines = path.read_text("utf-8", "replace").splitlines()
        except FileNotFoundError:
            continue
        except OSError as error:
            lines = [f"{path} cannot be read: {error.strerror}. With sudo it can."]
        yield ReportSection("console", "\n".join(lines[-LOG_LINES:]))
    yield ReportSection("log", service_log())


def _record(args: argparse.Namespace, game: GameLine, aliases: Mapping[str, str]) -> ReportSection:
    title, reply = f"game {game.id}", ask(args, ExportGame(game.id))
    if not reply.done:
        return ReportSection(title, reply.message)
    try:
        warnings = redact_names("\n".join(reply.lines), aliases)
        return ReportSection(
            title, f"{anonymous_record(reply.text, aliases, keeps_reasons=args.reasons)}\n{warnings}", has_no_names=True
        )
    except (RecordError, ValueError) as error:
        return ReportSection(title, f"There is no record of it without names: {error}")


def service_log() -> str:
    """From systemd's journal, if there is one and this user may read it."""
    units = ("-u", "companion-table", "-u", "companion-tablet")
    command = ("journalctl", *units, "-n", str(LOG_LINES), "--no-pager", "--no-hostname", "-o", "short-iso")
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "There is no log of services on this machine."
    return done.stdout or f"The log cannot be read: {done.stderr.strip() or 'it is empty'}"
