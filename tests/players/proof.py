"""The long proof: `python -m tests.players.proof`. Ten thousand watched games, or millions of rolls on the chain.

Every game has a number, and the same number and seed are the same game. A game that fails is told in one line
that plays it again.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from companion.players.automatic import Jail
from companion.players.simulate import Tally, run_in_processes
from tests.kit import ATLANTIC, board_named
from tests.players.games import GameOutcome, describe, setting, watch
from tests.players.landing import compare, count_rests, exact_shares
from tests.players.unruly import wander

LEGAL_EVERY = 50
MIN_ENDED = 0.95
MAX_APART = 0.002
BATCH = 10
Failures = list[str]


def main(argv: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(argv)
    if args.landing:
        return prove_landing(args.throws, args.seed, args.jobs, args.board)
    numbers = [args.only] if args.only is not None else range(args.start, args.start + args.games)
    return prove_games(numbers, args)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.players.proof", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, metavar="N", help="how many (10000)")
    parser.add_argument("--start", type=int, default=0, metavar="N", help="number of the first game (0)")
    parser.add_argument("--only", type=int, metavar="N", help="this one game alone")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which games (1)")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="processes (2)")
    legal = f"ask at every so many commands what is legal ({LEGAL_EVERY})"
    parser.add_argument("--legal-every", type=int, default=LEGAL_EVERY, metavar="K", help=legal)
    parser.add_argument("--unruly", action="store_true", help="games driven by any legal command instead")
    boards = "a shipped board or one in tests/boards, in place of the editions' own"
    parser.add_argument("--board", metavar="KEY", default="", help=boards)
    parser.add_argument("--landing", action="store_true", help="shares of the board instead, against the exact chain")
    parser.add_argument("--throws", type=int, default=2_000_000, metavar="N", help="with --landing (2000000)")
    return parser


# Games


def prove_games(numbers: Sequence[int], args: argparse.Namespace) -> int:
    started, outcomes, failures = time.monotonic(), list[GameOutcome](), Failures()
    legal_every = 0 if args.unruly else args.legal_every
    for part, failed in play_all(numbers, args.seed, args.jobs, legal_every, args.unruly, args.board):
        outcomes += part
        failures += failed
        for line in failed:
            print(line, flush=True)
        show(f"{len(outcomes) + len(failures)} of {len(numbers)} games, {len(failures)} failed")
    show("")
    print(summary(outcomes, failures, time.monotonic() - started))
    ended = sum(outcome.ended for outcome in outcomes)
    return int(bool(failures) or (not args.unruly and ended < MIN_ENDED * len(numbers)))


def play_all(
    numbers: Sequence[int], seed: int, jobs: int, legal_every: int, unruly: bool, board: str
) -> Iterator[tuple[list[GameOutcome], Failures]]:
    parts = [list(numbers[at : at + BATCH]) for at in range(0, len(numbers), BATCH)]
    play = partial(play_part, seed=seed, legal_every=legal_every, unruly=unruly, board=board)
    yield from map(play, parts) if jobs == 1 or len(parts) == 1 else run_in_processes(play, parts, jobs)


def play_part(
    numbers: Sequence[int], seed: int, legal_every: int, unruly: bool, board: str
) -> tuple[list[GameOutcome], Failures]:
    outcomes, failures = list[GameOutcome](), Failures()
    for number in numbers:
        asked = setting(number, seed, board_named(board) if board else None)
        try:
            outcomes.append(wander(asked) if unruly else watch(asked, legal_every))
        except Exception as error:
            way = " --unruly" if unruly else f" --legal-every {legal_every}" if legal_every != LEGAL_EVERY else ""
            way += f" --board {board}" if board else ""
            again = f"python -m tests.players.proof --seed {seed} --only {number}{way}"
            failures.append(f"{again}  # {describe(asked)}: {type(error).__name__}: {error}")
    return outcomes, failures


def summary(outcomes: Sequence[GameOutcome], failures: Failures, seconds: float) -> str:
    paid: Counter[str] = Counter()
    for outcome in outcomes:
        paid.update(outcome.paid)
    ended, games = sum(outcome.ended for outcome in outcomes), len(outcomes) + len(failures)
    figures = (
        f"{games} games, {ended} ended ({ended / max(games, 1):.2%}), {len(failures)} failed",
        f"{sum(o.throws for o in outcomes):,} rolls, {sum(o.commands for o in outcomes):,} commands",
        f"{sum(o.events for o in outcomes):,} events, {sum(o.bankruptcies for o in outcomes):,} bankruptcies",
        f"{sum(paid.values()):,} payments under {len(paid)} clauses, {seconds:.0f} s",
    )
    return "; ".join(figures)


def show(line: str) -> None:
    """Progress, for people at a terminal alone."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


# Landing


def prove_landing(throws: int, seed: int, jobs: int, board: str) -> int:
    worst = 0.0
    for jail in Jail:
        tally = Tally()
        for tally in count_rests(jail, throws, seed, jobs, board_named(board) if board else ATLANTIC):
            show(f"{jail.value}: {tally.throws:,} of {throws:,} rolls")
        show("")
        found = compare(tally, exact_shares(jail))
        worst = max(worst, found.worst)
        print(f"{jail.value}: {found.throws:,} rolls, worst {100 * found.worst:.3f} points, at place {found.place}")
    return int(worst > MAX_APART)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
