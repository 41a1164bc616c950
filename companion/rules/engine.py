"""The engine: turns a command into events, or refuses it. Pure: dice, cards and time arrive as data."""

from collections.abc import Callable, Iterable
from typing import Any

from companion.rules.auction import (
    close_if_done,
    open_next_auction,
)
from companion.rules.building import (
    give_up_placing,
)
from companion.rules.catalogue import CATALOGUE
from companion.rules.commands import (
    AnyCommand,
)
from companion.rules.decision import Decision
from companion.rules.events import Event, Events
from companion.rules.move import advance_to_property, walk_at_last
from companion.rules.pending_steps import Auction, AuctionsDue, Placing, SpeedAdvance, TurnEnds, WaitingMove
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.rules.turn import end_turn_at_last
from companion.rules.validate_command import require_known

_STEPS: dict[type, Callable[[Decision, Any], None]] = {
    WaitingMove: walk_at_last,
    SpeedAdvance: advance_to_property,
    AuctionsDue: open_next_auction,
    TurnEnds: end_turn_at_last,
    Placing: give_up_placing,
    Auction: close_if_done,
}


def decide(game: Game, command: AnyCommand) -> Events:
    """The events this command brings about. Raises Refusal, and then nothing has happened."""
    return tuple(unfold(game, command).events)


def unfold(game: Game, command: AnyCommand) -> Decision:
    """The same, together with the game after the events."""
    if game.over:
        raise Refusal(Code.GAME_OVER, "WIN-1", "The game is over.")
    require_known(game, command)
    decision = Decision(game)
    CATALOGUE[type(command)].decide(decision, command)
    seen = -1
    while decision.game.agenda and len(decision.events) > seen:  # what follows by itself, until somebody has to act
        seen = len(decision.events)
        first = decision.game.agenda[0]
        if type(first) in _STEPS:
            _STEPS[type(first)](decision, first)
    return decision


def evolve(game: Game, events: Iterable[Event]) -> Game:
    for event in events:
        game = event.apply(game)
    return game
