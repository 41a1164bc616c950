"""`companion simulate`: automatic players play many games, and the totals are shown."""

import argparse
import json
import os
import sys
import time
from contextlib import suppress
from typing import Any

from companion.boards.own_boards import BoardName
from companion.cli.board import add_board, chosen_board
from companion.cli.new import parse_option
from companion.cli.terminal import DONE, INTERRUPTED, Progress, complain, number
from companion.players.automatic import MAX_SEATS, Jail
from companion.players.simulate import ENDED_EARLY, Plan, Tally, play_games
from companion.players.temperament import TEMPERAMENTS, Temperament
from companion.rules.board import Board
from companion.rules.editions import DEFAULT, EDITIONS, Rules, with_variant
from companion.rules.house_rules import HOUSE_RULES, with_house_rule
from companion.rules.naming import nearest
from companion.toml_document import TomlError

MAX_GAMES = 10_000_000
MAX_SEED = 2**53
MAX_JOBS = 256
HELP = """\
The same seed gives the same games on any number of cores.

With --json, one line: games, throws, seconds, cpu_seconds (of all processes), throws_per_second, bankruptcies,
unfinished, and rest_after_throw, the shares of all rolls that left a token on space 0 to 39 (10 is just visiting) and,
last, in Jail. Ctrl-C ends it early, and what was played until then is told. Players who are named
change seats from game to game, and wins are told for each temperament: a game that does not end goes to the richest.

examples:
  companion simulate --games 200 --players 4
  companion simulate --games 200 --players careful,builder,trader
  companion simulate --games 1000 --variant short --option free-parking-pot=500 --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=number(1, MAX_GAMES), default=100, metavar="N", help="how many (100)")
    parser.add_argument("--edition", metavar="E", help="which rules; `companion rules` explains them")
    add_board(parser)
    parser.add_argument("--variant", action="append", default=[], metavar="V", help="repeatable")
    parser.add_argument("--option", action="append", default=[], metavar="NAME[=N]", help="a house rule; repeatable")
    parser.add_argument(
        "--players", default="4", metavar="K", help=f"how many (4), or who: {', '.join(TEMPERAMENTS)}, with commas"
    )
    parser.add_argument("--seed", type=number(-MAX_SEED, MAX_SEED), default=1, metavar="S", help="which games (1)")
    parser.add_argument(
        "--jail", choices=("leave", "stay"), default="leave", help="leave Jail as soon as possible (leave)"
    )
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="one line for programs")


def add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=number(1, MAX_JOBS), metavar="J", help="processes (one for each core)")


def count_jobs(args: argparse.Namespace, parts: int) -> int:
    """How many processes share the work."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(args.jobs or cores, parts)


def run(args: argparse.Namespace) -> int:
    try:
        rules = _rules(args)
        board, seats, tempers = chosen_board(args, rules), *_players(args.players)
        if seats > rules.players_max:
            raise ValueError(f"{rules.key} is for 2 to {rules.players_max} players, not {seats}")
        plan = Plan(rules, board, seats, args.games, args.seed, Jail(args.jail), tempers)
    except (ValueError, BoardName, TomlError) as error:
        return complain(f"companion simulate: {error}")
    started, cpu_before, total = time.perf_counter(), _cpu_seconds(), Tally()
    with Progress(plan.games, "games") as progress, suppress(*ENDED_EARLY):
        for tally in play_games(plan, count_jobs(args, plan.games)):
            total.add(tally)
            progress.show(total.games)
    code = DONE if total.games == plan.games else INTERRUPTED
    if code:
        print(f"Stopped after {total.games:,} of {plan.games:,} games.", file=sys.stderr)
        if not total.throws:
            return code
    seconds = time.perf_counter() - started
    report: dict[str, Any] = {
        "games": total.games,
        "throws": total.throws,
        "seconds": round(seconds, 3),
        "cpu_seconds": round(_cpu_seconds() - cpu_before, 3),
        "throws_per_second": round(total.throws / seconds),
        "bankruptcies": total.bankruptcies,
        "unfinished": total.unfinished,
        "rest_after_throw": [count / total.throws for count in total.rests],
    }
    if total.wins:
        report["wins"] = {name: round(won, 3) for name, won in sorted(total.wins.items())}
    print(json.dumps(report) if args.json else _as_text(report, plan.board))
    return code


def _cpu_seconds() -> float:
    """Of this process and of all that it has started and that have ended."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def _rules(args: argparse.Namespace) -> Rules:
    """Raises ValueError, which says what there is instead."""
    if args.edition is not None and args.edition not in EDITIONS:
        raise ValueError(f"there is no edition {args.edition!r}; there are {', '.join(EDITIONS)}")
    rules = EDITIONS[args.edition] if args.edition else DEFAULT
    for variant in args.variant:
        rules = with_variant(rules, variant)
    for name, value in map(parse_option, args.option):
        if name not in HOUSE_RULES:
            raise ValueError(f"there is no house rule {name!r}; there are {', '.join(HOUSE_RULES)}")
        rules = with_house_rule(rules, name, value)
    return rules


def _players(text: str) -> tuple[int, tuple[Temperament, ...]]:
    """How many, and their temperaments if they are named. Raises ValueError."""
    if "," not in text and text not in TEMPERAMENTS:
        try:
            return number(2, MAX_SEATS)(text), ()
        except argparse.ArgumentTypeError as error:
            raise ValueError(f"argument --players: {error}, or temperaments with commas") from None
    tempers = read_tempers(text)
    if not 2 <= len(tempers) <= MAX_SEATS:
        raise ValueError(f"--players names {len(tempers)}: name 2 to {MAX_SEATS}, as in careful,builder,steady")
    return len(tempers), tempers


def read_tempers(text: str) -> tuple[Temperament, ...]:
    """Names with commas between them. Raises ValueError."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in TEMPERAMENTS:
            there = f"there are {', '.join(TEMPERAMENTS)}"
            raise ValueError(f"nobody is {name!r}{nearest(name, TEMPERAMENTS)}; {there}")
    return tuple(TEMPERAMENTS[name] for name in names)


def _as_text(report: dict[str, Any], board: Board) -> str:
    """The figures, and the spaces where tokens rest most often."""
    names = [*(space.name for space in board.spaces), f"in {board.names['jail']}"]
    shares = sorted(zip(report["rest_after_throw"], names, strict=True), reverse=True)[:5]
    apart = ("rest_after_throw", "wins")
    lines = [f"{name.replace('_', ' '):>18}  {value:,}" for name, value in report.items() if name not in apart]
    lines += [f"{'wins':>18}  {name} {won / report['games']:.1%}" for name, won in report.get("wins", {}).items()]
    most = ", ".join(f"{name} {share:.1%}" for share, name in shares)
    return "\n".join([*lines, f"{'most rested on':>18}  {most}"])
