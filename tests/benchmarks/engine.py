"""The same game on the engine: every throw a command, every command its events."""

from collections.abc import Iterable, Iterator

from companion.rules import EDITIONS, unfold
from companion.rules.commands import AnyCommand, BuyDeed, DrawCard, PayTax, Roll, Throw
from companion.rules.house_rules import with_house_rule
from companion.rules.pending_steps import AnyPendingStep, Buying, CardDue, TaxChoice, UtilityThrowDue
from companion.rules.position import set_owner
from companion.rules.state import Game
from tests.benchmarks.bare import BANK, CASH, PLAYERS, Bare, Dice
from tests.kit import ATLANTIC, new_game


def start() -> Game:
    rules = with_house_rule(EDITIONS["classic"], "cash-at-start", CASH)
    return new_game(rules, ("Ann", "Ben", "Cy", "Di")[:PLAYERS], (tuple(range(16)), tuple(range(16))))


def sold(game: Game) -> Game:
    for deed in ATLANTIC.deeds:
        game = set_owner(game, deed.id % PLAYERS, deed.id)
    return game


def play(game: Game, dice: Iterable[Dice]) -> Game:
    """Until the dice run out and everything is answered that can be."""
    thrown = iter(dice)
    while True:
        try:
            command = next_command(game, thrown)
        except StopIteration:
            return game
        game = unfold(game, command).game


def next_command(game: Game, thrown: Iterator[Dice]) -> AnyCommand:
    if game.pending:
        return _answer(game.pending[0], thrown)
    return Roll(game.turn if game.throw_due else game.next_player(), next(thrown))


def _answer(step: AnyPendingStep, thrown: Iterator[Dice]) -> AnyCommand:
    match step:
        case Buying(player):
            return BuyDeed(player)
        case CardDue(player):
            return DrawCard(player)
        case TaxChoice(player):
            return PayTax(player, percent=False)
        case UtilityThrowDue(player):
            return Throw(player, next(thrown))
    raise AssertionError(f"nobody answers {step}")


def differences(game: Game, bare: Bare) -> list[str]:
    """In what the two tables differ; they play the same game or the ratio means nothing."""
    pairs = {
        "cash": ([*(player.cash for player in game.players), game.bank], bare.cash),
        "places": ([player.place for player in game.players], bare.places),
        "jail": ([-1 if player.jail is None else player.jail for player in game.players], bare.jail),
        "owners": (
            [title.owner for title in game.titles],
            [-1 if bare.owners[deed.space] == BANK else bare.owners[deed.space] for deed in ATLANTIC.deeds],
        ),
    }
    return [f"{name}: {ours} and {theirs}" for name, (ours, theirs) in pairs.items() if ours != theirs]
