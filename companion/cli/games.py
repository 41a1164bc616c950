"""`companion games`: what games there are on this machine."""

import argparse
import textwrap
from typing import TYPE_CHECKING

from companion.cli.asking import add_data, ask, printable, tell
from companion.cli.terminal import width

if TYPE_CHECKING:
    from companion.table.messages import GameLine

WIDEST = 100
_EXAMPLE = """\
The game in play comes first, then the others, the one played last before the older ones.

example:
  companion games
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "games",
        help="list the games on this machine",
        description="List the games on this machine: who plays, how far they got, and whether all is well.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.table.messages import ListGames

    reply = ask(args, ListGames())
    if not reply.done:
        return tell(reply)
    for game in reply.games:
        print("\n".join(_told(game)), end="\n\n")
    print(_how_to_go_on(reply.games))
    return 0


def _told(game: "GameLine") -> list[str]:
    title = f"  {game.title}" if game.title else ""
    lines = [_wrapped(f"{game.id}{title}  ({_state(game)})", "", "    ")]
    if game.names:
        lines.append(_labelled("players", _and(game.names)))
        lines.append(_labelled("rules", game.edition))
        lines.append(_labelled("moves", _moves(game)))
    if game.damaged:
        lines.append(_labelled("damage", game.damaged))
    return lines


def _state(game: "GameLine") -> str:
    if game.damaged:
        return "damaged"
    if game.in_play:
        return "in play, finished" if game.finished else "in play"
    return "finished" if game.finished else "not finished"


def _moves(game: "GameLine") -> str:
    from companion.table.games.upkeep import day_and_time, moment

    count = f"{game.moves}, the last" if game.moves else "none yet, begun"
    return f"{count} on {day_and_time(moment(game.last_at_ms))}"


def _labelled(label: str, text: str) -> str:
    return _wrapped(text, f"    {label + ':':9}", " " * 13)


def _wrapped(text: str, first: str, then: str) -> str:
    columns = min(width(80), WIDEST)
    return textwrap.fill(printable(text), columns, initial_indent=first, subsequent_indent=then, break_on_hyphens=False)


def _and(names: tuple[str, ...]) -> str:
    from companion.rules.phrases import and_list

    return and_list(names)


def _how_to_go_on(games: "tuple[GameLine, ...]") -> str:
    if not games:
        return "There are no games here yet. To begin one:\n  companion new --players Ann Ben"
    damaged = [game.id for game in games if game.damaged]
    waiting = [game.id for game in games if not (game.in_play or game.finished or game.damaged)]
    ways = ["To begin another game:\n  companion new --players Ann Ben"]
    if waiting:
        ways.insert(0, f"To go on with another game:\n  companion resume {waiting[0]}")
    if damaged:
        ways.append(f"To hear what can be done about the damage:\n  companion journal verify {damaged[0]}")
    return "\n".join(ways)
