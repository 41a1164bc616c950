"""`companion report`: the story of a game as one HTML file, to read, keep and print."""

import argparse

from companion.cli.ask_table import save_reply, tell
from companion.cli.stored_game import NoStory, fetch_game
from companion.cli.terminal import add_data, add_game, not_empty
from companion.table.games.words import day_and_time, local_time
from companion.table.messages.wire import Reply

HELP = """\
Who won and how: everybody's worth over the turns, where money came from and went, the turning points, the board as
heat maps, the dice against expectation, and the whole log with its clauses. The file needs no network and no other
file, and prints well.

examples:
  companion report
  companion report 20261116-2041 --output sunday.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--output", type=not_empty, metavar="FILE", help="where to write it; without it, GAME.html here; - shows it"
    )
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    from companion.report.page import report_page

    try:
        game = fetch_game(args)
    except NoStory as none:
        return tell(none.reply)
    first = game.story.recorded[0].at_ms if game.story.recorded else 0
    when = day_and_time(local_time(first)) if first else "an unknown day"
    text = report_page(game.story, when)
    reply = Reply("", done=True, message=f"The story of game {game.id}", lines=game.warnings, text=text)
    return save_reply(reply, "report", args.output or f"{game.id}.html")
