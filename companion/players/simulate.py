"""Whole games among automatic players, and what they add up to: the same for one seed, however many cores."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct

from companion.players.automatic import Jail, Table
from companion.players.crew import share_out
from companion.players.shaker import seeded_shaker
from companion.rules import new_game, unfold
from companion.rules.commands import AnyCommand, Roll
from companion.rules.editions import Rules
from companion.rules.state import Game, Player

IN_JAIL = 40  # the last of the 41 places where a token can rest
THROWS_MOST = 5_000


class Plan(Struct, frozen=True):
    """What to play. One seed stands for one series of games."""

    rules: Rules
    players: int
    games: int
    seed: int
    jail: Jail = Jail.LEAVE


class Tally(Struct):
    """What games add up to. Adding is all that is ever done, so the order does not matter."""

    games: int = 0
    throws: int = 0
    bankruptcies: int = 0
    unfinished: int = 0
    rests: list[int] = []

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.throws += other.throws
        self.bankruptcies += other.bankruptcies
        self.unfinished += other.unfinished
        pairs = zip(self.rests or [0] * (IN_JAIL + 1), other.rests or [0] * (IN_JAIL + 1), strict=True)
        self.rests = [one + two for one, two in pairs]


Watch = Callable[[Game, AnyCommand, Game], None]


def play_game(plan: Plan, number: int, watch: Watch | None = None) -> Tally:
    """One game to its end, or to more throws than anyone would sit through. `watch` sees every command."""
    shaker = seeded_shaker(f"{plan.seed}/{number}")
    game = new_game(plan.rules, [f"P{seat + 1}" for seat in range(plan.players)], shaker.decks())
    table, rests, thrower, throws = Table(shaker, plan.jail), [0] * (IN_JAIL + 1), -1, 0
    while not game.over and throws <= THROWS_MOST:
        command = table.next_command(game)
        if type(command) is Roll:
            if thrower >= 0:
                rests[_resting_place(game.players[thrower])] += 1
            thrower, throws = command.player, throws + 1
        before, game = game, unfold(game, command).game
        if watch is not None:
            watch(before, command, game)
    return _tally(game, thrower, throws, rests)


def _tally(game: Game, thrower: int, throws: int, rests: list[int]) -> Tally:
    if thrower >= 0:
        rests[_resting_place(game.players[thrower])] += 1
    return Tally(1, throws, game.bankruptcies(), int(not game.over), rests)


def _resting_place(player: Player) -> int:
    return player.place if player.jail is None else IN_JAIL


def play_games(plan: Plan, jobs: int = 1) -> Iterator[Tally]:
    """Tallies as they come in, each of some games of the plan."""
    batch = max(1, min(10, plan.games // (4 * jobs) or 1))
    batches = [(start, min(start + batch, plan.games)) for start in range(0, plan.games, batch)]
    if jobs == 1:
        yield from (_play_batch(plan, numbers) for numbers in batches)
        return
    yield from share_out(partial(_play_batch, plan), batches, jobs)


def _play_batch(plan: Plan, numbers: tuple[int, int]) -> Tally:
    total = Tally()
    for number in range(*numbers):
        total.add(play_game(plan, number))
    return total
