"""How strong the temperaments are against each other: `make tournament` prints the table of docs/odds.md.

Everybody sits on every seat equally often. A game that does not end goes to the richest.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from companion.boards import usual_board
from companion.odds.chances import chance_of
from companion.players.simulate import Plan, Tally, play_games
from companion.players.temperament import TEMPERAMENTS, Temperament
from companion.rules.editions import CLASSIC

GAMES = 2_000  # at each table


def play_table(tempers: tuple[Temperament, ...], games: int, jobs: int) -> Tally:
    plan, total = Plan(CLASSIC, usual_board(CLASSIC), len(tempers), games, seed=1, tempers=tempers), Tally()
    for tally in play_games(plan, jobs):
        total.add(tally)
    return total


def share(total: Tally, name: str) -> str:
    chance = chance_of(total.wins[name], total.games)
    return f"{100 * chance.share:.1f}% ({100 * chance.low:.1f} to {100 * chance.high:.1f})"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Let the temperaments play against each other.")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(words)
    everybody = tuple(TEMPERAMENTS.values())
    print("| two of each at a table | " + " | ".join(f"against {name}" for name in TEMPERAMENTS) + " |")
    print("|---" * (len(everybody) + 1) + "|")
    found = dict[tuple[str, str], str]()
    for at, one in enumerate(everybody):
        for other in everybody[at + 1 :]:
            total = play_table((one, other, one, other), args.games, args.jobs)
            found[one.name, other.name], found[other.name, one.name] = share(total, one.name), share(total, other.name)
    for name in TEMPERAMENTS:
        print(f"| {name} | " + " | ".join(found.get((name, other), "") for other in TEMPERAMENTS) + " |")
    total = play_table(everybody, args.games, args.jobs)
    print("\n| one of each at a table | wins |\n|---|---|")
    for name in TEMPERAMENTS:
        print(f"| {name} | {share(total, name)} |")
    print(f"\n{args.games:,} games at each table; {total.unfinished} of the last did not end in 5,000 rolls.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
