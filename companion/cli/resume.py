"""`companion resume`: puts a game in play again."""

import argparse
from typing import TYPE_CHECKING

from companion.cli.asking import DONE, add_data, add_game, ask, ask_and_tell, printable, tell

if TYPE_CHECKING:
    from companion.table.messages import Reply

_EXAMPLES = """\
Tells the last saved move, and what had to be mended. A finished game can be looked at, and its end taken back.
If no table is running, the next one goes on with this game. The set-up sheet says where every token, deed, house and
card belongs, a line each to tick off; the console shows it, too.

examples:
  companion resume
  companion resume --sheet
  companion resume 20261116-2041
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "resume",
        help="go on with a game",
        description="Go on with a game where it was left. The game in play is put away.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser)
    parser.add_argument("--sheet", action="store_true", help="print where everything belongs on the real table, too")
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.table.messages import LayOut, ResumeGame

    done = ask_and_tell(args, ResumeGame(args.game))
    if done != DONE or not args.sheet:
        return done
    reply = ask(args, LayOut(args.game))
    return _print_sheet(reply) if reply.done else tell(reply)


def _print_sheet(reply: "Reply") -> int:
    for part in reply.parts:
        print(f"\n{printable(part.title)}")
        for line in part.lines:
            print(f"  [ ] {printable(line)}")
    return DONE
