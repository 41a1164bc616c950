"""The command `companion`: its subcommands, and how any of them ends."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from companion.cli.terminal import let_anything_be_printed, say_no_more

# Each is a module here, imported only when it is asked for: a table on a small machine starts at once.
COMMANDS = (
    *("play", "demo", "table", "console", "tablet", "pair"),
    *("new", "games", "resume", "export", "journal", "backup", "restore", "tags", "enrol", "doctor", "report-bug"),
    *("check", "replay", "rules", "simulate"),
)
CANNOT_WRITE, BROKEN_PIPE, INTERRUPTED = 2, 141, 130
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
    """Exits as tools do: 0 for good, 1 for a failure found, 2 for wrong usage or an unreadable file."""
    let_anything_be_printed()
    words = [_text(word) for word in (sys.argv[1:] if argv is None else argv)]
    try:
        try:
            parser = _parser(words[:1] if words[:1] and words[0] in COMMANDS else COMMANDS)
            return _run(parser.parse_args(words))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone.
        say_no_more()
        return BROKEN_PIPE
    except OSError as error:
        with suppress(OSError):
            print(f"companion: cannot write: {error.strerror}", file=sys.stderr, flush=True)
        say_no_more()
        return CANNOT_WRITE
    except KeyboardInterrupt:
        return INTERRUPTED


def _text(word: str) -> str:
    """Words are UTF-8, whatever the system's settings say: a name has its letters also where none are set."""
    with suppress(UnicodeError):
        return os.fsencode(word).decode()
    return word


def _parser(commands: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="Keeps the bank of a property-trading board game played at a real table.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and leave")
    parser.set_defaults(run=None)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in commands:
        import_module(f"companion.cli.{command.replace('-', '_')}").register(subparsers)
    return parser


def _run(args: argparse.Namespace) -> int:
    if args.version:
        from companion import __version__

        print(f"companion {__version__}")
        return 0
    return int(args.run(args)) if args.run is not None else _play()


def _play() -> int:
    from companion.cli.play import play

    return play()
