"""`companion report-bug`: what happened last night in one file, without names, to be sent to who can mend it."""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import DONE, FAILED, add_data, add_game, ask, complain, not_empty, printable

if TYPE_CHECKING:
    from companion.household.bug_report import ReportSection
    from companion.table.messages import GameLine, Reply

NIGHT_MS = 24 * 60 * 60 * 1000
LOG_LINES = 300
_EXAMPLES = """\
In it are: versions, what is set otherwise than usual, what `companion doctor` says, whether the journals are whole, the
games of the last day as records, mistakes of our own that were noted, and the end of the console's and the table's log.
Players are P1, P2 and so on; names of players, tablets, titles and this machine are replaced wherever they stand. It is
plain text: read it before you send it. Nothing is sent by itself.

examples:
  companion report-bug
  companion report-bug 20261116-2041 --output report.txt
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "report-bug",
        help="put what happened into one file, without names",
        description="Put what happened last night into one file, without names, for who can mend it.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser, "those of the last day that was played")
    parser.add_argument("--output", type=not_empty, metavar="FILE", help="where to write it; - shows it")
    parser.add_argument("--config", type=not_empty, metavar="FILE", help="what this household has set (companion.toml)")
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.household.bug_report import report_text

    games = _games(args)
    if isinstance(games, str):
        return complain(f"companion report-bug: {games}")
    others = _others(args, games)
    sections = list(_sections(args, _meant(args, games), others))
    text = report_text(sections, others)
    if args.output == "-":
        sys.stdout.write(text)
        return DONE
    return _write(Path(args.output or _file_name()), text, sections)


def _file_name() -> str:
    from datetime import datetime

    return f"companion-report-{datetime.now():%Y%m%d-%H%M}.txt"


def _write(path: Path, text: str, sections: "list[ReportSection]") -> int:
    from companion.cli.files import save

    try:
        save(path, text.encode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        print(printable(f"companion report-bug: {path} cannot be written: {error}"), file=sys.stderr)
        return FAILED
    print(printable(f"{path} has:"))
    for section in sections:
        print(printable(f"  {section.title} ({section.lines} {'line' if section.lines == 1 else 'lines'})"))
    print("Read it before you send it. Nothing was sent.")
    return DONE


# Of which games, and who is in them


def _games(args: argparse.Namespace) -> "tuple[GameLine, ...] | str":
    """Or why there are none to be had, where one was asked for."""
    from companion.table.messages import ListGames

    reply = ask(args, ListGames())
    if args.game and not any(game.id.startswith(args.game) for game in reply.games):
        return f"there is no game {args.game}. `companion games` lists them."
    return reply.games


def _meant(args: argparse.Namespace, games: "tuple[GameLine, ...]") -> "list[GameLine]":
    if args.game:
        return [game for game in games if game.id.startswith(args.game)]
    newest = max((game.last_at_ms for game in games), default=0)
    return [game for game in games if game.last_at_ms > newest - NIGHT_MS]


def _others(args: argparse.Namespace, games: "tuple[GameLine, ...]") -> dict[str, str]:
    import socket

    from companion.household.folders import data_folder
    from companion.household.redact_names import household_aliases, login_names
    from companion.table.messages import ListDevices

    machine = (socket.gethostname(), *login_names())
    return household_aliases(data_folder(args.data), games, ask(args, ListDevices()).devices, machine)


# What is in it


def _sections(
    args: argparse.Namespace, games: "list[GameLine]", others: Mapping[str, str]
) -> "Iterator[ReportSection]":
    from companion import __version__
    from companion.household.bug_report import ReportSection, describe_program
    from companion.table.messages import VerifyJournal

    yield ReportSection("program", describe_program(__version__))
    yield ReportSection("settings", _settings(args))
    yield ReportSection("health", _health(args))
    yield ReportSection("journals", _told(ask(args, VerifyJournal())))
    for game in games:
        yield _record(args, game, others)
    yield from _mistakes(args, games)
    yield from _stumbles(args)
    yield ReportSection("log", _log())


def _settings(args: argparse.Namespace) -> str:
    import os

    from companion.household.bug_report import describe_settings
    from companion.household.settings_document import ConfigError
    from companion.household.settings_file import load

    try:
        return describe_settings(load(args.config, os.environ))
    except ConfigError as error:
        return str(error)


def _health(args: argparse.Namespace) -> str:
    from contextlib import redirect_stdout
    from io import StringIO

    from companion.cli import doctor

    said = StringIO()
    with redirect_stdout(said):
        doctor.run(args)
    return said.getvalue()


def _told(reply: "Reply") -> str:
    return "\n".join((reply.message, *reply.lines))


def _record(args: argparse.Namespace, game: "GameLine", others: Mapping[str, str]) -> "ReportSection":
    from companion.household.bug_report import ReportSection
    from companion.household.redact_names import anonymous_record, redact_names
    from companion.record.errors import RecordError
    from companion.table.messages import ExportGame

    title, reply = f"game {game.id}", ask(args, ExportGame(game.id))
    if not reply.done:
        return ReportSection(title, reply.message)
    try:
        why = redact_names("\n".join(reply.lines), others)
        return ReportSection(title, f"{anonymous_record(reply.text, others)}\n{why}", has_no_names=True)
    except (RecordError, ValueError) as error:
        return ReportSection(title, f"It has no record without names: {error}")


def _mistakes(args: argparse.Namespace, games: "list[GameLine]") -> "Iterator[ReportSection]":
    """What the table noted when it broke a law itself, as far as it may be read."""
    from contextlib import suppress

    from companion.household.bug_report import ReportSection, describe_mistake
    from companion.household.folders import data_folder

    for game in games:
        for path in sorted((data_folder(args.data) / "games" / game.id / "reports").glob("*.json")):
            with suppress(OSError):
                yield ReportSection(f"mistake {path.stem} of game {game.id}", describe_mistake(path.read_bytes()))


def _stumbles(args: argparse.Namespace) -> "Iterator[ReportSection]":
    """What consoles noted: those of tablets beside the games, that of a user who may not write there at home."""
    from contextlib import suppress

    from companion.cli.stumbled import places
    from companion.household.bug_report import ReportSection
    from companion.household.folders import data_folder

    for path in places(data_folder(args.data)):
        with suppress(FileNotFoundError):
            yield ReportSection("console", _end(path))


def _end(path: Path) -> str:
    """Raises FileNotFoundError."""
    try:
        return "\n".join(path.read_text("utf-8", "replace").splitlines()[-LOG_LINES:])
    except FileNotFoundError:
        raise
    except OSError as error:
        return f"{path} cannot be read: {error.strerror}. With sudo it can."


def _log() -> str:
    """Of the services, from systemd's journal, where there is one and this user may read it."""
    units = ("-u", "companion-table", "-u", "companion-tablet")
    command = ("journalctl", *units, "-n", str(LOG_LINES), "--no-pager", "--no-hostname", "-o", "short-iso")
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "There is no log of services on this machine."
    return done.stdout or f"The log cannot be read: {done.stderr.strip() or 'it is empty'}"
