"""What follows each move for the screens: the view of the game, and what of it is sent to a screen that follows."""

from collections.abc import Iterator
from functools import partial
from statistics import mean, median

from companion.boards import shipped_board
from companion.play.acts import Start
from companion.play.timeline import Timeline
from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.rules import EDITIONS, new_game
from companion.table.messages.changes import changed, told_view
from companion.table.messages.wire import Moved, encode
from companion.table.views.game_view import game_view
from companion.table.views.log import log_lines
from companion.table.views.turns import recent_turns
from tests.benchmarks.bare import Bare
from tests.benchmarks.measured import Measured, seconds, throws

MOVES = 400
THROWS = 5_000
# By players: a third of the bare throws in the time of a view before there was this budget; and what a move sends.
VIEWS = {2: 500, 4: 630, 8: 860}
KILOBYTES = {2: 3.0, 4: 4.0, 8: 6.0}


def play(players: int) -> Iterator[Timeline]:
    """After each move, from the beginning of a game to where much is built."""
    dice = RandomDice.from_seed("views")
    start = new_game(EDITIONS["classic"], shipped_board("atlantic-city"), tuple("ABCDEFGH"[:players]), dice.decks())
    timeline, table = Timeline(Start(start), dice), AutomaticTable(RandomDice.from_seed("players"))
    while len(timeline.moves) < MOVES and not timeline.game.over:
        command = table.next_command(timeline.game)
        timeline.apply(command, timeline.plan(command))
        yield timeline


def view_seconds(players: int) -> tuple[float, float]:
    """Of a view and of a bare throw, on average over a game, in turn."""
    views, bare, count = 0.0, 0.0, 0
    for timeline in play(players):
        views += seconds(partial(game_view, "", timeline))
        count += 1
        if count % (MOVES // 4) == 0:
            bare += seconds(lambda: Bare().play(throws(THROWS)))
    return views / count, bare / (count // (MOVES // 4)) / THROWS


def sent_bytes(players: int) -> list[int]:
    sizes, before = [], None
    for timeline in play(players):
        last = timeline.moves[-1]
        lines, turns = log_lines(last, timeline.moves), recent_turns(timeline.moves)
        moved = Moved(last.number, game_view("", timeline), lines, (), turns)
        now = told_view(moved)
        if before is not None:
            sizes.append(len(encode(changed(before, now, moved))))
        before = now
    return sizes


def measure_views(rounds: int = 5) -> tuple[list[Measured], list[str]]:
    ratios, told = [], []
    for players, most in VIEWS.items():
        rows = [view_seconds(players) for _ in range(rounds)]
        ratio = median(view / bare for view, bare in rows)
        ratios.append(Measured(f"view after a move, {players} players: in bare throws", ratio, most=most))
        told.append(f"view after a move, {players} players: {1000 * median(view for view, _ in rows):.2f} ms of CPU")
    for players, most_kb in KILOBYTES.items():
        kilobytes = mean(sent_bytes(players)) / 1000
        ratios.append(Measured(f"sent to a screen by a move, {players} players: kB", kilobytes, most=most_kb))
    return ratios, told
