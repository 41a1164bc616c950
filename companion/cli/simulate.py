"""`companion simulate`: automatic players, many games, and what they add up to."""

import argparse
import sys
import time
from typing import TYPE_CHECKING, Any

from companion.cli.jobs import add_jobs, jobs_for
from companion.cli.numbers import number
from companion.cli.progress import Progress

if TYPE_CHECKING:
    from companion.players.simulate import Plan, Tally
    from companion.rules.editions import Rules
    from companion.rules.house_rules import Value

_EXAMPLE = """\
With --json, one line: games, throws, seconds, throws_per_second, bankruptcies, unfinished, and rest_after_throw,
the shares of all throws that left a token on space 0 to 39 (10 is just visiting) and, last, in Jail.

examples:
  companion simulate --games 200 --players 4
  companion simulate --games 1000 --variant short --option free-parking-pot=500 --json
"""
GAMES_MOST = 10_000_000
SEED_MOST = 2**53


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "simulate",
        help="let automatic players play many games",
        description="Let automatic players play many games. The same seed gives the same games on any number of cores.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=number(1, GAMES_MOST), default=100, metavar="N", help="how many (100)")
    parser.add_argument("--edition", metavar="E", help="whose rules; `companion rules` lists them")
    parser.add_argument("--variant", action="append", default=[], metavar="V", help="repeatable")
    parser.add_argument("--option", action="append", default=[], metavar="NAME[=N]", help="a house rule; repeatable")
    parser.add_argument("--players", type=number(2, 8), default=4, metavar="K", help="how many (4)")
    parser.add_argument("--seed", type=number(-SEED_MOST, SEED_MOST), default=1, metavar="S", help="which games (1)")
    parser.add_argument("--jail", choices=("leave", "stay"), default="leave", help="leave as soon as one may (leave)")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="one line for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.players.automatic import Jail
    from companion.players.simulate import Plan

    try:
        plan = Plan(_rules(args), args.players, args.games, args.seed, Jail(args.jail))
    except ValueError as error:
        print(f"companion simulate: {error}", file=sys.stderr)
        return 2
    started = time.perf_counter()
    tally = _play(plan, jobs_for(args, plan.games))
    report = _report(tally, time.perf_counter() - started)
    print(_as_json(report) if args.json else _as_text(report))
    return 0


def _rules(args: argparse.Namespace) -> "Rules":
    """The rules asked for; ValueError says what there is instead."""
    from companion.rules.editions import DEFAULT, EDITIONS
    from companion.rules.house_rules import with_house_rule
    from companion.rules.variants import with_variant

    if args.edition is not None and args.edition not in EDITIONS:
        raise ValueError(f"there is no edition {args.edition!r}; there are {', '.join(EDITIONS)}")
    rules = EDITIONS[args.edition] if args.edition else DEFAULT
    for variant in args.variant:
        rules = with_variant(rules, variant)
    for option in args.option:
        rules = with_house_rule(rules, *_option(option))
    if args.players > rules.players_max:
        raise ValueError(f"{rules.key} is for 2 to {rules.players_max} players, not {args.players}")
    return rules


def _option(text: str) -> tuple[str, "Value"]:
    from companion.rules.house_rules import HOUSE_RULES

    name, given, value = text.partition("=")
    if name not in HOUSE_RULES:
        raise ValueError(f"there is no house rule {name!r}; there are {', '.join(HOUSE_RULES)}")
    if not given or value in ("on", "off"):
        return name, value != "off"
    return name, int(value) if value.isdecimal() else value


def _play(plan: "Plan", jobs: int) -> "Tally":
    from companion.players.simulate import Tally, play_games

    total = Tally()
    with Progress(plan.games, "games") as progress:
        for tally in play_games(plan, jobs):
            total.add(tally)
            progress.show(total.games)
    return total


def _report(tally: "Tally", seconds: float) -> dict[str, Any]:
    return {
        "games": tally.games,
        "throws": tally.throws,
        "seconds": round(seconds, 3),
        "throws_per_second": round(tally.throws / seconds),
        "bankruptcies": tally.bankruptcies,
        "unfinished": tally.unfinished,
        "rest_after_throw": [count / tally.throws for count in tally.rests],
    }


def _as_json(report: dict[str, Any]) -> str:
    import json

    return json.dumps(report)


def _as_text(report: dict[str, Any]) -> str:
    """The figures, and the spaces most tokens rest on."""
    from companion.rules.board import BOARD

    names = [*(space.name for space in BOARD), "in Jail"]
    shares = sorted(zip(report["rest_after_throw"], names, strict=True), reverse=True)[:5]
    lines = [f"{name.replace('_', ' '):>18}  {value:,}" for name, value in report.items() if name != "rest_after_throw"]
    most = ", ".join(f"{name} {share:.1%}" for share, name in shares)
    return "\n".join([*lines, f"{'most rested on':>18}  {most}"])
