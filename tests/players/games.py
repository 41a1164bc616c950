"""Whole games of automatic players under watch: every invariant after every event, the oracle after every command."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from companion.boards import usual_board
from companion.players.automatic import AutomaticTable, Jail
from companion.players.dice import RandomDice
from companion.rules import check, decide, evolve, legal_commands
from companion.rules.board import Board
from companion.rules.commands import AnyCommand, Roll, SetHouseRule
from companion.rules.editions import Rules
from companion.rules.events import BuildingsRemoved, Paid, PlayerLeft
from companion.rules.house_rules import Value, with_house_rule
from companion.rules.state import Game
from tests.choices import is_offered
from tests.journeys import Step
from tests.kit import EVERY_GAME, new_game, title_of
from tests.oracle import Disagreement, agree

MAX_THROWS = 5_000
PERIOD = len(EVERY_GAME) * 5 * 2 * 2 * 2  # so many games until every combination has come up once
OPTIONS: tuple[tuple[str, Value], ...] = (
    ("free-parking-pot", 500),
    ("free-parking-pot", True),
    ("double-on-go", True),
    ("no-auctions", True),
    ("no-rent-in-jail", True),
    ("cash-at-start", 900),
    ("salary", 150),
    ("unlimited-buildings", True),
    ("first-lap-no-buying", True),
)


class Setting(NamedTuple):
    """One game's rules and table. The number chooses edition, variants, players, Jail, house rules and rent mode."""

    number: int
    seed: int
    rules: Rules
    players: int
    jail: Jail
    board: Board


class GameOutcome(NamedTuple):
    throws: int
    commands: int
    events: int
    bankruptcies: int
    ended: bool
    paid: Counter[str]  # payments by the clause they rest on


def setting(number: int, seed: int, board: Board | None = None) -> Setting:
    """On the board that comes with the edition, unless another is given."""
    rest, game = divmod(number, len(EVERY_GAME))
    rest, players = divmod(rest, 5)
    rest, stays = divmod(rest, 2)
    rest, optional = divmod(rest, 2)
    rules = _with_options(EVERY_GAME[game], Random(f"{seed}/{number}")) if optional else EVERY_GAME[game]
    if rest % 2:
        rules = with_house_rule(rules, "rent", "claim")
    return Setting(number, seed, rules, 2 + players, Jail.STAY if stays else Jail.LEAVE, board or usual_board(rules))


def _with_options(rules: Rules, source: Random) -> Rules:
    for name, value in source.sample(OPTIONS, 3):
        rules = with_house_rule(rules, name, value)
    return rules


def describe(asked: Setting) -> str:
    board = "" if asked.board == usual_board(asked.rules) else f" on {asked.board.title}"
    return f"game {asked.number} of seed {asked.seed}: {title_of(asked.rules)}{board}, {asked.players} players"


def steps(asked: Setting, legal_every: int = 0, most: int | None = None) -> Iterator[Step]:
    """The game, command by command. At every so many commands the one given must be among the legal ones."""
    dice = RandomDice.from_seed(f"{asked.seed}/{asked.number}")
    game = new_game(asked.rules, [f"P{seat + 1}" for seat in range(asked.players)], dice.decks(), asked.board)
    table, throws, count = AutomaticTable(dice, asked.jail), 0, asked.number
    while not game.over and throws < (most or MAX_THROWS):
        command = table.next_command(game)
        if legal_every and count % legal_every == 0:
            require_legal(game, command)
        events = decide(game, command)
        step = Step(game, command, events, evolve(game, events))
        yield step
        game, count, throws = step.after, count + 1, throws + isinstance(command, Roll)


def require_legal(game: Game, command: AnyCommand) -> None:
    legals = legal_commands(game)
    if not is_offered(legals, command):
        raise Disagreement(f"expected {command} among the legal commands; found {len(legals)} others")


def watch(asked: Setting, legal_every: int = 0) -> GameOutcome:
    """Play a game to its end; Disagreement or InvariantBroken if anything is wrong with it."""
    throws = commands = events = 0
    paid: Counter[str] = Counter()
    start = last = None
    for step in steps(asked, legal_every):
        if start is None:
            start = step.before
            require_fresh(start)
        examine(step)
        throws, commands, events = throws + isinstance(step.command, Roll), commands + 1, events + len(step.events)
        paid.update(event.clauses[0] for event in step.events if isinstance(event, Paid))
        last = step.after
    assert last is not None
    return GameOutcome(throws, commands, events, last.bankruptcies(), last.over, paid)


def examine(step: Step) -> None:
    """The invariants after every event, the oracle over all of them."""
    agree(*step, each=ignore if is_torn(step) else check)
    check(step.after)


def is_torn(step: Step) -> bool:
    """A group pulled down, a player leaving, a pot given up: in the midst of it lots are uneven, the turn is nobody's
    or there is money in a pot that is no more."""
    removed = sum(isinstance(event, BuildingsRemoved) for event in step.events)
    leaves = any(isinstance(event, PlayerLeft) for event in step.events)
    has_left = step.before.players[step.before.turn].is_out
    return removed > 1 or leaves or has_left or isinstance(step.command, SetHouseRule)


def ignore(_: Game) -> None:
    return


def require_fresh(game: Game) -> None:
    """Everybody on GO with the same cash, the Bank with every deed.  [SETUP-2, SETUP-7, SPEED-1]"""
    cash = 2500 if "speed" in game.rules.variants else 1500
    expected = {(0, 900 if game.rules.starting_cash == 900 else cash)}
    found = {(player.place, player.cash) for player in game.players}
    if found != expected or any(title.owner != -1 or title.mortgaged or title.buildings for title in game.titles):
        raise Disagreement(f"expected everybody to start with (GO, cash) {expected}; found {found}")
