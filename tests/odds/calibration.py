"""How good the odds are: simulated games stopped half way, the chances told there, and how often they came true.

`make calibration` prints the tables of docs/odds.md. Half of the games are among steady players, as play-outs assume;
in the other half everybody has some temperament, which the odds do not know.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from companion.boards import usual_board
from companion.odds.chances import chance_of, won
from companion.odds.play_out import PlayOut, PlayOutPlan, play_out
from companion.odds.position import Position, position_after
from companion.play.acts import RecordedMove, Start
from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.players.seeded_random import SeededRandom
from companion.players.simulate import MAX_THROWS, run_in_processes, who_wins
from companion.players.temperament import TEMPERAMENTS
from companion.rules import new_game, unfold
from companion.rules.editions import CLASSIC, EDITIONS, Rules, with_variant

GAMES, PLAY_OUTS, PLAYERS = 2_000, 100, 4
BINS = 10
CLASSIC_EVERY = 2  # every second game; the others take turns with editions and variants
OTHERS = (
    *(rules for rules in EDITIONS.values() if rules is not CLASSIC),
    with_variant(CLASSIC, "short"),
    with_variant(CLASSIC, "timed"),
    with_variant(EDITIONS["platinum-2010"], "speed"),
)


class Judged(Struct, frozen=True):
    """One player of one game: the chance told half way, and the share of the game that was won."""

    told: float
    came: float
    steady: bool


def judge_game(number: int, play_outs: int) -> tuple[Judged, ...]:
    """A whole game, then its middle played out. All that it depends on is its number."""
    rules = CLASSIC if number % CLASSIC_EVERY else OTHERS[number // CLASSIC_EVERY % len(OTHERS)]
    steady = number // (CLASSIC_EVERY * len(OTHERS)) % 2 == 0
    winners, middle = _play(rules, number, steady=steady)
    plan = PlayOutPlan((middle,), play_outs, seed=number)
    played = [play_out(plan, 0, one) for one in range(play_outs)]
    end = PlayOut(winners, (), (), ended=True)
    return tuple(
        Judged(sum(won(one, seat) for one in played) / play_outs, won(end, seat), steady)
        for seat, player in enumerate(middle.game.players)
        if not player.is_out
    )


def _play(rules: Rules, number: int, *, steady: bool) -> tuple[tuple[int, ...], Position]:
    """Who won, and the game as it stood after half of its moves, wherever in a turn that was."""
    dice, chosen = RandomDice.from_seed(f"calibration {number}"), SeededRandom(f"tempers {number}")
    tempers = () if steady else tuple(chosen.choice([*TEMPERAMENTS.values()]) for _ in range(PLAYERS))
    start = new_game(rules, usual_board(rules), [f"P{seat + 1}" for seat in range(PLAYERS)], dice.decks())
    table, game, moves = AutomaticTable(dice, tempers=tempers), start, list[RecordedMove]()
    while not game.over and game.throws <= MAX_THROWS:
        command = table.next_command(game)
        decision = unfold(game, command)
        moves.append(RecordedMove(len(moves) + 1, "", 0, command, tuple(decision.events), game, decision.game))  # type: ignore[arg-type]
        game = decision.game
    return who_wins(game), position_after(Start(start), moves[: len(moves) // 2])


def reliability(judged: Sequence[Judged]) -> list[str]:
    """A row for every tenth: what was told on average, what came, and the interval of that."""
    rows = ["| told | players | told on average | won | where the truth is |", "|---|---|---|---|---|"]
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        here = [one for one in judged if low <= one.told < high or (one.told == high == 1)]
        if here:
            came, told = sum(one.came for one in here), sum(one.told for one in here) / len(here)
            chance = chance_of(came, len(here))
            interval = f"{100 * chance.low:.1f} to {100 * chance.high:.1f}%"
            share = f"{100 * told:.1f}% | {100 * chance.share:.1f}%"
            rows.append(f"| {100 * low:.0f} to {100 * high:.0f}% | {len(here):,} | {share} | {interval} |")
    brier = sum((one.told - one.came) ** 2 for one in judged) / len(judged)
    even = sum((one.came - 1 / PLAYERS) ** 2 for one in judged) / len(judged)
    rows += ["", f"Brier score {brier:.3f}; a quarter for everybody would have {even:.3f}."]
    return rows


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare odds with what came true.")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--play-outs", type=int, default=PLAY_OUTS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(words)
    started, judged = time.monotonic(), list[Judged]()
    work = partial(judge_game, play_outs=args.play_outs)
    for done, game in enumerate(run_in_processes(work, range(args.games), args.jobs), start=1):
        judged += game
        if sys.stderr.isatty():
            print(f"\r{done:,} of {args.games:,} games", end="", file=sys.stderr)
    for title, steady in (("Everybody steady, as the play-outs assume", True), ("Temperaments unknown", False)):
        these = [one for one in judged if one.steady == steady]
        if these:
            print(f"\n{title}:\n", *reliability(these), sep="\n")
    print(f"\n{args.games:,} games, {args.play_outs} play-outs each, in {time.monotonic() - started:,.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
