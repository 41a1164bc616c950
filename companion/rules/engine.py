"""The engine: turns a command into events, or refuses it. Pure: dice, cards and time arrive as data."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.rules import (
    auction,
    bankruptcy,
    building,
    correction,
    debt,
    draw,
    ending,
    jail,
    mortgage,
    move,
    opening,
    purchase,
    rent,
    tax,
    trade,
    turn,
)
from companion.rules.catalogue import CATALOGUE
from companion.rules.commands import AnyCommand, Legal
from companion.rules.events import Decision, Event, Events
from companion.rules.pending_steps import Auction, AuctionsDue, Placing, SpeedAdvance, TurnEnds, WaitingMove
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.rules.validate_command import ONLY_A_PLAYER, require_known

_TOPICS = (
    opening, draw, tax, purchase, auction, debt, turn, jail, building, mortgage, trade, rent, bankruptcy, correction,
    ending,
)  # fmt: skip
_DECISIONS: dict[type, Callable[[Decision, Any], None]] = {kind: row.decide for kind, row in CATALOGUE.items()}
_STEPS: dict[type, Callable[[Decision, Any], None]] = {
    WaitingMove: move.walk_after_fine,
    SpeedAdvance: move.advance_to_property,
    AuctionsDue: auction.open_next_auction,
    TurnEnds: turn.end_waiting_turn,
    Placing: building.give_up_placing,
    Auction: auction.close_if_done,
}


def decide(game: Game, command: AnyCommand) -> Events:
    """The events this command brings about. Raises Refusal, and then nothing has happened."""
    return tuple(unfold(game, command).events)


def unfold(game: Game, command: AnyCommand) -> Decision:
    """The same, together with the game after the events."""
    if game.over:
        raise Refusal(Code.GAME_OVER, "WIN-1", "The game is over.")
    kind = type(command)  # nearly every command names a seat that exists, and nothing else
    if kind not in ONLY_A_PLAYER or not 0 <= command.player < len(game.players):  # type: ignore[union-attr]
        require_known(game, command)
    decision = Decision()
    decision.game, decision.events = game, []
    _DECISIONS[kind](decision, command)
    if game.pending and type(game.pending[0]) is Auction:
        auction.require_lot_for_bid(game.pending[0], decision.game)
    while decision.game.pending:  # what follows by itself, until somebody has to act
        first, seen = decision.game.pending[0], len(decision.events)
        follow = _STEPS.get(type(first))
        if follow is None:
            break
        follow(decision, first)
        if len(decision.events) == seen:
            break
    return decision


def legal_commands(game: Game) -> tuple[Legal, ...]:
    """Everything anyone may do now; never empty before the end.

    Candidates are put to the engine itself, unless their topic is sure of them: the laws hold that it is right.
    """
    return tuple(legal for legal, _ in legal_decisions(game))


def legal_decisions(game: Game) -> Iterator[tuple[Legal, Decision | None]]:
    """The same, each with what it would do: of a family, what its example would. None for what is sure anyway."""
    if game.over:
        return
    tried = set[Legal]()
    for topic in _TOPICS:
        for legal in topic.candidates(game):
            if legal.is_sure:
                yield legal, None
            elif legal not in tried:
                tried.add(legal)
                try:
                    decision = unfold(game, legal.example or legal.command)
                except Refusal:
                    continue
                yield legal, decision


def evolve(game: Game, events: Iterable[Event]) -> Game:
    for event in events:
        game = event.apply(game)
    return game
