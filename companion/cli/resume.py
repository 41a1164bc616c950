"""`companion resume`: puts a game in play again."""

import argparse

from companion.cli.ask_table import ask, tell
from companion.cli.terminal import DONE, add_data, add_game
from companion.plain_text import printable
from companion.table.messages.requests import ResumeGame, ShowSetup

HELP = """\
The game in play is put away. Shows the last saved move, and what had to be repaired. You can look at a finished game,
and undo its end. If no table is running, the next one continues this game. The set-up sheet says where every token,
deed, house and card belongs, one line each to tick off; the console shows it, too.

examples:
  companion resume
  companion resume --sheet
  companion resume 20261116-2041
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--sheet", action="store_true", help="also print where everything belongs on the real table")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    code = tell(ask(args, ResumeGame(args.game)))
    if code != DONE or not args.sheet:
        return code
    reply = ask(args, ShowSetup(args.game))
    if not reply.done:
        return tell(reply)
    for part in reply.parts:
        print(f"\n{printable(part.title)}")
        for line in part.lines:
            print(f"  [ ] {printable(line)}")
    return DONE
