"""Before the first turn: rolling to see who goes first, and the deeds dealt in the shorter games."""

from collections.abc import Iterator

from companion.rules.commands import DealDeeds, Legal, Needs, Throw
from companion.rules.debt import charge
from companion.rules.dice import legal_throw, require_white
from companion.rules.events import (
    Decision,
    DeedConveyed,
    StartDecided,
    StartThrown,
    StartTied,
    StepClosed,
    StepOpened,
)
from companion.rules.ids import BANK
from companion.rules.pending_steps import Dealing
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game


def may_throw_to_start(game: Game) -> bool:
    """Until the first turn's roll; deeds may be dealt before or after."""
    return game.opening is not None and all(isinstance(step, Dealing) for step in game.pending)


def decide_start_throw(decision: Decision, command: Throw) -> None:
    """Everybody rolls once, and whoever ties for the highest rolls again.  [SETUP-4]"""
    game, opening = decision.game, decision.game.opening
    assert opening is not None
    if command.player not in opening.contenders or any(player == command.player for player, _ in opening.thrown):
        raise Refusal(Code.WRONG_MOMENT, "SETUP-4", f"{game.name(command.player)} has no roll for the start now.")
    require_white(game, command.player, command.dice, 2, "SETUP-4")
    if command.speed:
        raise Refusal(Code.BAD_DICE, "SETUP-4", "The roll for the start is made with two dice.")
    decision.emit(StartThrown(("SETUP-4",), command.player, command.dice))
    thrown = (*opening.thrown, (command.player, sum(command.dice)))
    if len(thrown) < len(opening.contenders):
        return
    highest = max(total for _, total in thrown)
    leaders = tuple(sorted(player for player, total in thrown if total == highest))
    if len(leaders) == 1:
        decision.emit(StartDecided(("SETUP-4",), leaders[0]))
    else:
        decision.emit(StartTied(("SETUP-4",), leaders))


def decide_deal(decision: Decision, command: DealDeeds) -> None:
    """The agreed number of deeds to one player, free or paid for at once.  [SHORT-1, TIMED-2]"""
    game, clauses = decision.game, deal_clauses(decision.game)
    if game.rules.deal is None and game.opening is not None and not game.throws:
        raise Refusal(Code.NOT_IN_EDITION, ("SHORT-1", "TIMED-2"), "No deeds are dealt in this game.")
    dealing = next((step for step in game.pending if isinstance(step, Dealing)), None)
    if dealing is None or command.player not in dealing.waiting:
        raise Refusal(Code.WRONG_MOMENT, clauses, f"{game.name(command.player)} is not dealt deeds now.")
    for deed in command.deeds:
        owner = game.titles[deed].owner
        if owner != BANK:
            raise Refusal(Code.NOT_FOR_SALE, clauses, f"{game.board.deeds[deed].name} is {game.name(owner)}'s.")
    count = game.rules.deal.count if game.rules.deal else 0
    if len(command.deeds) != count or len(set(command.deeds)) != count:
        raise Refusal(Code.BAD_OFFER, clauses, f"{game.name(command.player)} is dealt {count} different deeds.")
    decision.emit(StepClosed(clauses, dealing))
    for deed in command.deeds:
        decision.emit(DeedConveyed(clauses, deed, command.player))
        if game.rules.deal and game.rules.deal.paid:
            charge(decision, command.player, BANK, game.board.deeds[deed].price, clauses, Reason("price", deed))
    rest = tuple(player for player in dealing.waiting if player != command.player)
    if rest:
        decision.emit(StepOpened(clauses, Dealing(rest), last=True))


def deal_clauses(game: Game) -> tuple[str, ...]:
    return ("SHORT-1",) if "short" in game.rules.variants else ("TIMED-2",)


def candidates(game: Game) -> Iterator[Legal]:
    for dealing in (step for step in game.pending if isinstance(step, Dealing)):  # even while one is owed for
        count = game.rules.deal.count if game.rules.deal else 0
        deeds = tuple(deed.id for deed in game.deeds_of(BANK))[:count]
        yield from (Legal(DealDeeds(player, deeds), Needs.DEEDS, count, count) for player in dealing.waiting)
    if may_throw_to_start(game):
        yield from (legal_throw(game, Throw(player, ()), 2) for player in game.still_in())
