"""`companion backup`: a copy of a game to go back to, on this machine and elsewhere."""

import argparse
from pathlib import Path

from companion.cli.asking import FAILED, add_data, add_game, ask, complain, not_empty, tell
from companion.cli.whole import add_all

_EXAMPLES = """\
A backup is also taken by itself: at the start, every fifty moves, and when a game is put away.
To bring a copy back on another machine, put it into the game's folder there, as
FOLDER/games/GAME/backups/COPY, and run `companion restore GAME`.

With --all everything of this household goes to a new folder there: all games, tags, paired devices and settings.
`companion restore --all` brings it back, on this machine or another one, where tablets are paired anew.

examples:
  companion backup
  companion backup --all /media/stick
  companion backup 20261116-2041 --to /media/stick
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "backup",
        help="copy a game, to be able to go back to it",
        description="Copy a game, to be able to go back to it. The copy is read back before it counts.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser)
    parser.add_argument("--to", type=not_empty, metavar="FOLDER", help="a second copy there, such as on a USB stick")
    add_all(parser, "all games, tags, devices and settings, to a new folder there")
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.cli.whole import backup_all
    from companion.table.messages import BackUp

    if args.all is not None and (args.game or args.to is not None):
        return complain("companion backup: --all is everything, and goes with neither a game nor --to")
    if args.all is not None:
        return backup_all(args)
    if args.to is not None and not Path(args.to).is_dir():
        return complain(f"companion backup: there is no folder {args.to}. If it is a stick, is it plugged in?")
    reply = ask(args, BackUp(args.game))
    code = tell(reply)
    if code or args.to is None:
        return code
    return _copy(Path(reply.lines[0]), Path(args.to))


def _copy(backup: Path, folder: Path) -> int:
    """Under the game's name, for a stick holds many games."""
    from companion.cli.files import save

    target = folder / backup.parent.parent.name / backup.name
    try:
        target.parent.mkdir(exist_ok=True)
        save(target, backup.read_bytes())
    except OSError as error:
        why = error.strerror or error
        complain(f"companion backup: no copy could be made in {folder}: {why}. The backup itself is safe.")
        return FAILED
    print(f"A copy is in {target}, and was read back.")
    return 0
