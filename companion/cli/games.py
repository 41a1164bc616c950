"""`companion games`: what games there are on this machine."""

import argparse

from companion.cli.ask_table import ask, tell
from companion.cli.terminal import DONE, add_data, wrap
from companion.plain_text import printable
from companion.rules.lists import and_list
from companion.table.games.words import day_and_time, local_time
from companion.table.messages.requests import ListGames
from companion.table.messages.views import GameLine

HELP = """\
Shows who plays each game, how far they got, and whether it is damaged. The game in play comes first, then the others,
newest first.

example:
  companion games
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    reply = ask(args, ListGames())
    if not reply.done:
        return tell(reply)
    for game in reply.games:
        print("\n".join(_describe_game(game)), end="\n\n")
    if not reply.games:
        print("There are no games here yet. To begin one:\n  companion new --players Ann Ben")
        return DONE
    damaged = [game.id for game in reply.games if game.damaged]
    waiting = [game.id for game in reply.games if not (game.in_play or game.finished or game.damaged)]
    if waiting:
        print(f"To go on with another game:\n  companion resume {waiting[0]}")
    print("To begin another game:\n  companion new --players Ann Ben")
    if damaged:
        print(f"To see what can be done about the damage:\n  companion journal verify {damaged[0]}")
    return DONE


def _describe_game(game: GameLine) -> list[str]:
    states = [name for name, holds in {"in play": game.in_play, "finished": game.finished}.items() if holds]
    state = "damaged" if game.damaged else ", ".join(states) or "not finished"
    title = f"  {game.title}" if game.title else ""
    lines = [wrap(printable(f"{game.id}{title}  ({state})"), "", "    ")]
    facts = {}
    if game.names:
        count = f"{game.moves}, the last" if game.moves else "none yet, begun"
        moves = f"{count} on {day_and_time(local_time(game.last_at_ms))}"
        facts = {"players": and_list(game.names), "rules": game.edition, "moves": moves}
    if game.damaged:
        facts["damage"] = game.damaged
    return lines + [wrap(printable(text), f"    {label + ':':9}", " " * 13) for label, text in facts.items()]
