"""One game played out to its end by automatic players, and many of them in processes that give way to everything else.

A play-out's number and seed are all that chance depends on: the answer is the same on any number of cores.
"""

from collections.abc import Iterator
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from companion.odds.position import Position
from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.players.simulate import run_in_processes, who_wins
from companion.players.temperament import Temperament
from companion.rules import Refusal, unfold
from companion.rules.board import GROUPS
from companion.rules.catalogue import spec_of
from companion.rules.commands import AcceptDeal, CloseAuction, OfferDeal, Throw
from companion.rules.engine import legal_decisions
from companion.rules.events import Decision, Paid
from companion.rules.ids import PlayerId
from companion.rules.opening import may_throw_to_start
from companion.rules.state import Game
from companion.rules.words import REASONS
from companion.rules.worth import end_worth

MAX_THROWS = 2_000  # from the position on; then the richest player wins
MAX_COMMANDS = 40 * MAX_THROWS
ROUNDS = 10  # of which rents are counted
BATCH = 10  # play-outs that a process makes at a time
_RENTS = frozenset(code for code in REASONS if code.startswith("rent-"))
_GROUP_NUMBERS = {group: number for number, group in enumerate(GROUPS)}
Rents = tuple[tuple[int, ...], ...]


class PlayOut(Struct, frozen=True):
    """`rents` are what each seat took in the first rounds with each group of deeds, in the order of `GROUPS`."""

    winners: tuple[PlayerId, ...]
    worths: tuple[int, ...]
    rents: Rents
    ended: bool  # before the last throw that is played


class PlayOutPlan(Struct, frozen=True):
    """Every position is played out as often, with the same numbers. Without tempers everybody is steady."""

    positions: tuple[Position, ...]
    play_outs: int
    seed: int = 1
    tempers: tuple[Temperament, ...] = ()


def play_out(plan: PlayOutPlan, place: int, number: int) -> PlayOut:
    position = plan.positions[place]
    dice = RandomDice.from_seed(f"odds {plan.seed}/{number}")
    game = _with_unknown_cards_shuffled(position, dice)
    table = AutomaticTable(dice, tempers=plan.tempers, time_up_at=position.time_up_at)
    rents = [[0] * len(GROUPS) for _ in game.players]
    last_turn = game.turn_number + ROUNDS * len(game.still_in())
    throws = commands = 0
    while not game.over and throws < MAX_THROWS and commands < MAX_COMMANDS:
        decision = _next_decision(game, table, dice)
        if decision is None:
            break
        if game.turn_number < last_turn:
            for event in decision.events:
                if type(event) is Paid and event.why.code in _RENTS and event.payee >= 0:
                    rents[event.payee][_GROUP_NUMBERS[game.board.deeds[event.why.deed].group]] += event.amount
        throws += decision.game.throws - game.throws
        commands += 1
        game = decision.game
    worths = tuple(0 if player.is_out else end_worth(game, seat) for seat, player in enumerate(game.players))
    return PlayOut(who_wins(game), worths, tuple(map(tuple, rents)), game.over)


def _with_unknown_cards_shuffled(position: Position, dice: RandomDice) -> Game:
    """What came up stays under the deck, in its order: a card is put back there. The rest is in any order."""
    decks = []
    for cards, known, order in zip(position.game.decks, position.known, dice.decks(), strict=True):
        unknown, under = cards[: len(cards) - known], cards[len(cards) - known :]
        decks.append((*(card for card in order if card in unknown), *under))
    return replace(position.game, decks=(decks[0], decks[1]), electronic_decks=True)


def _next_decision(game: Game, table: AutomaticTable, dice: RandomDice) -> Decision | None:
    opening, command = game.opening, None
    if opening is not None and may_throw_to_start(game):
        thrown = [player for player, _ in opening.thrown]
        waiting = next(player for player in opening.contenders if player not in thrown)
        command = Throw(waiting, *dice.dice(game.throws, 2, False))
    try:
        return unfold(game, command or table.next_command(game))
    except Refusal:
        return _any_decision(game)


def _any_decision(game: Game) -> Decision | None:
    """People get into positions that automatic players never do. Then the first answer there is will do; bankruptcy
    comes last.
    """
    found = [
        (spec_of(legal.command).order, decision)
        for legal, decision in legal_decisions(game)
        if isinstance(legal.command, CloseAuction)
        or not (spec_of(legal.command).banker or isinstance(legal.command, OfferDeal | AcceptDeal))
    ]
    return min(found, key=lambda one: one[0])[1] if found else None


# Many of them

Part = tuple[int, int]  # the first number, and the one after the last


def play_outs(plan: PlayOutPlan, jobs: int) -> Iterator[tuple[int, list[tuple[PlayOut, ...]]]]:
    """How many numbers are played out, and those whose turn it is: in order, so that whoever stops early has the
    first ones, not the shortest. Each has a play-out for every position.
    """
    parts = [(start, min(start + BATCH, plan.play_outs)) for start in range(0, plan.play_outs, BATCH)]
    done, early, next_one = 0, dict[int, list[tuple[PlayOut, ...]]](), 0
    for start, played in run_in_processes(partial(_play_part, plan), parts, jobs, gives_way=True):
        early[start] = played
        done, ready = done + len(played), list[tuple[PlayOut, ...]]()
        while next_one + len(ready) in early:
            ready += early.pop(next_one + len(ready))
        next_one += len(ready)
        yield done, ready


def _play_part(plan: PlayOutPlan, part: Part) -> tuple[int, list[tuple[PlayOut, ...]]]:
    places = range(len(plan.positions))
    return part[0], [tuple(play_out(plan, place, number) for place in places) for number in range(*part)]
