"""The command `companion`: its subcommands, and its exit codes."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from companion.cli.terminal import DONE, INTERRUPTED, UNUSABLE, add_command, make_streams_safe, silence_streams

# Each is a module here, with HELP, add_arguments and run. Only the one that is used is imported: a table on a small
# machine starts quickly.
COMMANDS = {
    "play": "start a table and its console; the same as `companion` alone",
    "demo": "watch automatic players at a simulated table",
    "table": "keep the game in play and serve screens",
    "console": "open the screen of the table that runs on this machine",
    "tablet": "serve the console to tablets, and a page to phones",
    "pair": "let a tablet or a phone in, with a code and a QR code",
    "stickers": "print QR codes for deeds and cards, to use phones as readers",
    "new": "start a game, or take over one played with paper money",
    "games": "list the games on this machine",
    "resume": "continue a game where you left it",
    "export": "write a game as a record, to read, keep, check or replay",
    "report": "tell a finished game as a page to read, keep and print",
    "shelf": "show all games and who played them, and how they went",
    "odds": "play a game out many times: everybody's chances, and what if",
    "dice": "verify the dice of a record, and test the companion's dice",
    "journal": "verify or repair the journals of games",
    "backup": "copy a game, so that you can go back to it",
    "restore": "go back to a backup of a game",
    "tags": "list, export or import the household's tags",
    "enrol": "teach the table which tag is which deed, token or card",
    "doctor": "check devices, disk, clock, games and tags",
    "selftest": "try every lamp, sound, button, reader and space in turn",
    "report-bug": "collect what happened in one file, without names",
    "check": "run game records and say whether they hold",
    "replay": "tell a game record as a story",
    "rules": "show the rules in our own words, and how editions differ",
    "board": "show the boards there are, and make your own",
    "simulate": "let automatic players play many games",
}
BROKEN_PIPE = 141
_EXAMPLES = """\
examples:
  companion
  companion new --players Ann Ben Cy
  companion games
  companion replay tests/games/an-evening.game
  companion check tests/games/*.game
  companion rules RENT-2
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Exits as tools do: 0 for success, 1 for a failure, 2 for wrong usage or an unreadable file."""
    make_streams_safe()
    words = [_decode(word) for word in (sys.argv[1:] if argv is None else argv)]
    try:
        try:
            return _run(words)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has gone
        silence_streams()
        return BROKEN_PIPE
    except OSError as error:
        with suppress(OSError):
            print(f"companion: cannot write: {error.strerror}", file=sys.stderr, flush=True)
        silence_streams()
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED


def _decode(word: str) -> str:
    """Arguments are UTF-8 whatever the locale says: a name keeps its letters even where no locale is set."""
    with suppress(UnicodeError):
        return os.fsencode(word).decode()
    return word


def _run(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="Keeps the bank of a property-trading board game played at a real table.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    parser.set_defaults(run=None)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    chosen = next((word for word in words if not word.startswith("-")), "")
    is_plain = chosen in COMMANDS and words[0] == chosen  # then nobody sees the others, and adding them takes time
    for name, help in COMMANDS.items():
        if name == chosen:
            command = import_module(f"companion.cli.{name.replace('-', '_')}")
            command.add_arguments(add_command(subparsers, name, command.run, help, command.HELP))
        elif not is_plain:
            subparsers.add_parser(name, help=help)  # only to be listed
    args = parser.parse_args(words)
    if args.version:
        from companion import __version__

        print(f"companion {__version__}")
        return DONE
    if args.run is None:
        from companion.cli.play import play

        return play()
    return int(args.run(args))
