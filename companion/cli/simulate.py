"""`companion simulate`: automatic players play many games, and the totals are shown."""

import argparse
import json
import os
import sys
import time
from typing import Any

from companion.boards.own_boards import BoardName
from companion.cli.board import add_board, chosen_board
from companion.cli.new import parse_option
from companion.cli.terminal import DONE, INTERRUPTED, Progress, complain, number
from companion.players.automatic import Jail
from companion.players.simulate import Plan, Tally, play_games
from companion.rules.board import Board
from companion.rules.editions import DEFAULT, EDITIONS, Rules, with_variant
from companion.rules.house_rules import HOUSE_RULES, with_house_rule
from companion.toml_document import TomlError

MAX_GAMES = 10_000_000
MAX_SEED = 2**53
MAX_JOBS = 256
HELP = """\
The same seed gives the same games on any number of cores.

With --json, one line: games, throws, seconds, throws_per_second, bankruptcies, unfinished, and rest_after_throw, the
shares of all rolls that left a token on space 0 to 39 (10 is just visiting) and, last, in Jail.

examples:
  companion simulate --games 200 --players 4
  companion simulate --games 1000 --variant short --option free-parking-pot=500 --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=number(1, MAX_GAMES), default=100, metavar="N", help="how many (100)")
    parser.add_argument("--edition", metavar="E", help="which rules; `companion rules` explains them")
    add_board(parser)
    parser.add_argument("--variant", action="append", default=[], metavar="V", help="repeatable")
    parser.add_argument("--option", action="append", default=[], metavar="NAME[=N]", help="a house rule; repeatable")
    parser.add_argument("--players", type=number(2, 8), default=4, metavar="K", help="how many (4)")
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
        plan = Plan(rules, chosen_board(args, rules), args.players, args.games, args.seed, Jail(args.jail))
    except (ValueError, BoardName, TomlError) as error:
        return complain(f"companion simulate: {error}")
    started, total, code = time.perf_counter(), Tally(), DONE
    with Progress(plan.games, "games") as progress:
        try:
            for tally in play_games(plan, count_jobs(args, plan.games)):
                total.add(tally)
                progress.show(total.games)
        except KeyboardInterrupt:
            code = INTERRUPTED
    if code:
        print(f"Stopped after {total.games:,} of {plan.games:,} games.", file=sys.stderr)
        if not total.throws:
            return code
    seconds = time.perf_counter() - started
    report = {
        "games": total.games,
        "throws": total.throws,
        "seconds": round(seconds, 3),
        "throws_per_second": round(total.throws / seconds),
        "bankruptcies": total.bankruptcies,
        "unfinished": total.unfinished,
        "rest_after_throw": [count / total.throws for count in total.rests],
    }
    print(json.dumps(report) if args.json else _as_text(report, plan.board))
    return code


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
    if args.players > rules.players_max:
        raise ValueError(f"{rules.key} is for 2 to {rules.players_max} players, not {args.players}")
    return rules


def _as_text(report: dict[str, Any], board: Board) -> str:
    """The figures, and the spaces where tokens rest most often."""
    names = [*(space.name for space in board.spaces), f"in {board.names['jail']}"]
    shares = sorted(zip(report["rest_after_throw"], names, strict=True), reverse=True)[:5]
    lines = [f"{name.replace('_', ' '):>18}  {value:,}" for name, value in report.items() if name != "rest_after_throw"]
    most = ", ".join(f"{name} {share:.1%}" for share, name in shares)
    return "\n".join([*lines, f"{'most rested on':>18}  {most}"])
