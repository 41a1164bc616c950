"""The command `companion`: its subcommands, and its exit codes."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from companion.cli.terminal import DONE, UNUSABLE, make_streams_safe, silence_streams

# Each is a module here, imported only when it is used: a table on a small machine starts quickly.
COMMANDS = (
    *("play", "demo", "table", "console", "tablet", "pair"),
    *("new", "games", "resume", "export", "journal", "backup", "restore", "tags", "enrol", "doctor", "report-bug"),
    *("check", "replay", "rules", "simulate"),
)
BROKEN_PIPE, INTERRUPTED = 141, 130
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
    commands = [word for word in words[:1] if word in COMMANDS] or (COMMANDS if words else ())
    for command in commands:
        import_module(f"companion.cli.{command.replace('-', '_')}").register(subparsers)
    args = parser.parse_args(words)
    if args.version:
        from companion import __version__

        print(f"companion {__version__}")
        return DONE
    if args.run is None:
        from companion.cli.play import play

        return play()
    return int(args.run(args))
