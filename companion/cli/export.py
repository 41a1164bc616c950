"""`companion export`: writes a game, or all games, as records; or one as tables for spreadsheets and programs."""

import argparse
from pathlib import Path

from companion.cli.ask_table import ask, save_reply, tell
from companion.cli.backup import NO_FOLDER, add_all, count_games, each_with_progress
from companion.cli.terminal import add_data, add_game, complain, fail, not_empty, save_file, warn
from companion.plain_text import printable
from companion.table.messages.requests import ExportGame, ListGames
from companion.table.messages.wire import Reply

HELP = """\
The record has every move with its dice and cards. `companion replay` tells it as a story. --csv and --json write
what happened as tables instead: moves, money and landings. docs/exports.md describes every column.

examples:
  companion export > sunday.game
  companion export 20261116-2041 --output sunday.game
  companion export --all /media/stick
  companion export --csv money --output money.csv
  companion export --json > sunday.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--output", type=not_empty, metavar="FILE", help="where to write it; without it, it is shown")
    tables = parser.add_mutually_exclusive_group()
    tables.add_argument("--csv", choices=("moves", "money", "landings"), help="one table, for a spreadsheet")
    tables.add_argument("--json", action="store_true", help="all three tables and the players, for programs")
    add_all(parser, "every game, each to a file there")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    if args.all is not None and (args.game or args.output is not None):
        return complain("companion export: --all is every game; leave out the game and --output")
    if args.all is not None and (args.csv or args.json):
        return complain("companion export: --all writes records; leave out --csv and --json")
    if args.all is not None:
        return export_all(args)
    if args.csv or args.json:
        return export_tables(args)
    reply = ask(args, ExportGame(args.game))
    if not reply.done:
        return tell(reply)
    return save_reply(reply, "export", args.output)


def export_tables(args: argparse.Namespace) -> int:
    from companion.cli.stored_game import NoStory, fetch_game
    from companion.report.tables import as_csv, as_json

    try:
        game = fetch_game(args)
    except NoStory as none:
        return tell(none.reply)
    text = as_csv(game.story, args.csv) if args.csv else as_json(game.story, game.id)
    rows = f"Game {game.id}: {len(game.story.recorded)} moves"
    return save_reply(Reply("", done=True, message=rows, lines=game.warnings, text=text), "export", args.output)


def export_all(args: argparse.Namespace) -> int:
    if not Path(args.all).is_dir():
        return complain(f"companion export: {NO_FOLDER.format(args.all)}")
    listed, problems = ask(args, ListGames()), list[str]()
    if not listed.done:
        return tell(listed)
    try:
        for game in each_with_progress(listed.games):
            reply = ask(args, ExportGame(game.id))
            problems += [f"Game {game.id}: {why}" for why in (reply.lines if reply.done else (reply.message,))]
            if reply.done:
                save_file(Path(args.all) / f"{game.id}.game", reply.text.encode())
    except OSError as error:
        return fail(f"companion export: could not write all records to {args.all}: {error.strerror or error}.")
    print(printable(f"{count_games(len(listed.games))} written to {args.all}."))
    return warn(problems)
