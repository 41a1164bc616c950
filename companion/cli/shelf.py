"""`companion shelf`: all games with how they went, who played them, and which names are one person."""

import argparse
import sys
from collections.abc import Iterator

from companion.cli.ask_table import ask, tell
from companion.cli.terminal import add_data, complain, warn, wrap
from companion.plain_text import printable
from companion.rules.lists import and_list, count_of, sentence
from companion.table.games.words import local_time
from companion.table.messages.requests import ListShelf, MergeNames, PartName, PutBackOnShelf, Request, TakeOffShelf
from companion.table.messages.views import BARS, PersonLine, ShelfLine

GAMES, PLAYERS, MERGE, PART, TAKE_OFF, PUT_BACK = "games", "players", "merge", "part", "take-off", "put-back"
# How many words each takes, and an example.
TAKES = {
    GAMES: (0, "companion shelf"),
    PLAYERS: (0, "companion shelf players"),
    MERGE: (2, "companion shelf merge Annie Ann"),
    PART: (1, "companion shelf part Annie"),
    TAKE_OFF: (1, "companion shelf take-off 20261116-2041"),
    PUT_BACK: (1, "companion shelf put-back 20261116-2041"),
}
LATEST = 20  # games, unless all of them are asked for
HELP = """\
Shows every game with its date, its players, how long it took, who won, and everybody's worth over the turns.
`players` shows who played how often and how well. `merge` says that two spellings are one person, who is called by
the second from now on, and `part` takes that back. `take-off` is asked for twice; the game is kept, and `put-back`
puts it on the shelf again.

examples:
  companion shelf
  companion shelf players
  companion shelf merge Annie Ann
  companion shelf take-off 20261116-2041
  companion shelf take-off 20261116-2041 --sure
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", choices=tuple(TAKES), default=GAMES, help="without it, games")
    parser.add_argument("words", nargs="*", metavar="NAME", help="the names to merge or to part, or a game's id")
    parser.add_argument("--all", action="store_true", help=f"all games, not only the latest {LATEST}")
    parser.add_argument("--sure", action="store_true", help="takes the game off, once you have read what that means")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    words, example = TAKES[args.what]
    if len(args.words) != words or not all(args.words):
        wanted = ("no name", "one name", "two names")[words]
        found = f"not {len(args.words)}" if len(args.words) != words else "and none that is empty"
        return complain(f"companion shelf {args.what}: expected {wanted}, {found}, such as `{example}`")
    if (args.sure and args.what != TAKE_OFF) or (args.all and args.what != GAMES):
        option, command = ("--sure", TAKE_OFF) if args.sure else ("--all", GAMES)
        return complain(f"companion shelf: {option} is for `companion shelf {command}`")
    if args.what in (GAMES, PLAYERS):
        return show(args)
    requests: dict[str, type[Request]] = {MERGE: MergeNames, PART: PartName, PUT_BACK: PutBackOnShelf}
    if args.what != TAKE_OFF:
        return tell(ask(args, requests[args.what](*args.words)))
    reply = ask(args, TakeOffShelf(args.words[0], args.sure))
    code = tell(reply)
    if reply.done and not args.sure:
        print(f"To do so, ask once more:\n  companion shelf take-off {args.words[0]} --sure")
    return code


def show(args: argparse.Namespace) -> int:
    reply = ask(args, ListShelf())
    if not reply.done or reply.shelf is None:
        return tell(reply)
    shelf, games = reply.shelf, list(reply.shelf.games)
    if args.what == PLAYERS:
        for person in shelf.people:
            print("\n".join(describe_person(person)), end="\n\n")
        print(f"{count_of(len(shelf.people), 'person', 'people')} in {count_of(shelf.total, 'game', 'games')}.")
        return warn(reply.lines)
    while args.all and len(games) < shelf.total:
        more = ask(args, ListShelf(len(games)))
        if more.shelf is None or not more.shelf.games:
            break
        games += more.shelf.games
    shown = games if args.all else games[:LATEST]
    for game in shown:
        print("\n".join(describe_game(game)), end="\n\n")
    if not shelf.total:
        print("There are no games on the shelf yet. To begin one:\n  companion new --players Ann Ben")
    elif len(shown) < shelf.total:
        print(f"These are the latest {len(shown)} of {shelf.total:,} games. All of them:\n  companion shelf --all")
    if shelf.taken_off:
        taken = count_of(len(shelf.taken_off), "game was", "games were")
        print(f"{taken} taken off. To put one back:\n  companion shelf put-back {shelf.taken_off[-1]}")
    return warn(reply.lines)


def describe_game(game: ShelfLine) -> Iterator[str]:
    state = (
        "damaged" if game.damaged else "in play" if game.in_play else "finished" if game.finished else "not finished"
    )
    when = f"{local_time(game.begun_at_ms):%a %d %b %Y, %H:%M}" if game.begun_at_ms else game.id
    title = f"  {game.title}" if game.title else ""
    yield wrap(printable(f"{when}{title}  ({state}, {game.id})"), "", "    ")
    if not game.players and game.damaged:
        yield wrap(printable(game.damaged), "    ")
        return
    names = [printable(player.name) for player in game.players]
    width, points = max(map(len, names)), max(len(player.worth) for player in game.players)
    for name, player in zip(names, game.players, strict=True):
        yield f"    {name:<{width}}  {bars(player.bars):<{points}}  {player.placed}".rstrip()
    yield wrap(printable(" ".join(map(sentence, (game.length, game.edition, game.board)))), "    ")
    if game.damaged:
        yield wrap(printable(game.damaged), "    ")


def bars(picture: str) -> str:
    """In digits where a terminal has nothing else."""
    try:
        picture.encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return "".join(str(BARS.index(bar) + 1) for bar in picture)
    return picture


def describe_person(person: PersonLine) -> Iterator[str]:
    also = f" (also {and_list(person.spellings)})" if person.spellings else ""
    yield wrap(printable(f"{person.name}{also}"), "", "    ")
    for fact in person.facts:
        yield wrap(printable(fact), "    ", "      ")
