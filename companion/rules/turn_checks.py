"""Who may act now: what is open, who has to deal with it, and the refusals for everybody else."""

from typing import TypeVar

from companion.rules.editions import When
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import (
    OWED,
    AnyPendingStep,
    Auction,
    AuctionsDue,
    BusChoice,
    Buying,
    CardDue,
    Dealing,
    Debt,
    Interest,
    PendingStep,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
    UtilityThrowDue,
)
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game

Question = Buying | CardDue | TaskDue | TaxChoice | BusChoice | SpaceChoice | Placing
Q = TypeVar("Q", bound=Question)
S = TypeVar("S", bound=PendingStep)
Clauses = tuple[str, ...]


def open_steps(game: Game) -> tuple[AnyPendingStep, ...]:
    """What can be acted on now: debts and interest side by side, otherwise only the first."""
    count = 0
    for step in game.pending:
        if not isinstance(step, OWED):
            break
        count += 1
    return game.pending[: max(count, 1)]


def open_of_kind(game: Game, kind: type[S]) -> list[S]:
    """The steps of this kind that can be acted on now."""
    return [step for step in open_steps(game) if isinstance(step, kind)]


def waits_for(step: AnyPendingStep, player: PlayerId) -> bool:
    match step:
        case Debt():
            return step.debtor == player
        case Interest():
            return any(owner == player for owner, _ in step.owed)
        case Auction() | AuctionsDue() | Dealing():
            return False
        case _:
            return step.player == player


def is_awaited(game: Game, player: PlayerId) -> bool:
    """Whether something open waits for this player, other than a building that has to be placed first."""
    for step in open_steps(game):  # noqa: SIM110 - whoever raises cash asks this
        if waits_for(step, player) and not isinstance(step, Placing):
            return True
    return False


def is_opening(game: Game) -> bool:
    """Whether players are rolling to see who goes first.  [SETUP-4]"""
    opening = game.opening
    return opening is not None and (bool(opening.thrown) or opening.contenders != game.still_in())


def from_jail(game: Game, player: PlayerId) -> Clauses:
    """The clause to cite for what a player does while in Jail.  [JAIL-7]"""
    return () if game.players[player].jail is None else ("JAIL-7",)


def require_in(game: Game, player: PlayerId, clauses: Clauses) -> None:
    if game.players[player].is_out:
        raise Refusal(Code.WRONG_MOMENT, clauses, f"{game.name(player)} is out of the game.")
    if game.opening is not None and is_opening(game):
        raise Refusal(Code.WRONG_MOMENT, ("SETUP-4", *clauses), "First roll to see who goes first.")


def require_turn(game: Game, player: PlayerId, clauses: Clauses) -> None:
    if player != game.turn:
        raise Refusal(Code.NOT_YOUR_TURN, clauses, f"It is {game.name(game.turn)}'s turn, not {game.name(player)}'s.")
    if game.opening is not None or game.players[player].is_out:
        require_in(game, player, clauses)


def may_pass_to(game: Game, player: PlayerId) -> bool:
    """Whether the turn only waits to pass to this player, whose first act then ends it.  [TURN-1]"""
    if game.throw_due or game.pending or player != game.next_player():
        return False
    if game.opening is not None and is_opening(game):
        return False
    return game.offer is None or game.offer.player != game.turn


def is_when(game: Game, player: PlayerId, when: When) -> bool:
    """In some books players may do something only on their own turn, or also between turns."""
    if player == game.turn or when is When.ANY_TIME:
        return True
    return when is When.OWN_OR_BETWEEN and game.is_between_turns()


def require_when(game: Game, player: PlayerId, when: When, clauses: Clauses) -> None:
    if is_when(game, player, when):
        return
    why = _NOT_YET[when].format(player=game.name(player), turn=game.name(game.turn))
    raise Refusal(Code.NOT_YOUR_TURN, clauses, why)


_NOT_YET = {
    When.OWN_TURN: "{player} may only do that on {player}'s own turn, and it is {turn}'s turn.",
    When.OWN_OR_BETWEEN: "{player} may only do that on {player}'s own turn or between turns, and it is {turn}'s turn.",
}


def require_may_act(game: Game, player: PlayerId, clauses: Clauses) -> None:
    """Nothing is open that waits for somebody else, and the player has no debt."""
    require_in(game, player, clauses)
    if not game.pending:
        return
    require_no_debt(game, player, clauses)
    if not is_awaited(game, player):
        raise Refusal(Code.WRONG_MOMENT, clauses, f"Not now: {whats_open(game)}.")


def require_no_debt(game: Game, player: PlayerId, clauses: Clauses) -> None:
    debt = game.debt_of(player)
    if debt is not None and debt in open_steps(game):
        raise Refusal(Code.DEBT_FIRST, ("DEBT-1", *clauses), f"First the debt: {_describe(game, debt)}.")


def require_may_raise(game: Game, player: PlayerId, clauses: Clauses) -> None:
    """The player may sell and mortgage: as above, and also to pay a debt or to bid."""
    require_in(game, player, clauses)
    if game.pending and not may_raise(game, player):
        raise Refusal(Code.WRONG_MOMENT, clauses, f"Not now: {whats_open(game)}.")


def who_may_raise_cash(game: Game) -> tuple[PlayerId, ...]:
    """Everybody whom `require_may_raise` lets pass."""
    if is_opening(game):
        return ()
    return tuple(player for player in game.still_in() if not game.pending or may_raise(game, player))


def may_raise(game: Game, player: PlayerId) -> bool:
    """Whether something open lets this player raise cash at any time.  [DEBT-1, BUY-1, AUCTION-2]"""
    first = game.pending[0] if game.pending else None
    if isinstance(first, Auction):
        return player not in first.passed and not game.players[player].is_out
    return is_awaited(game, player)


def require_step(game: Game, player: PlayerId, kind: type[Q], clauses: Clauses) -> Q:
    """The question of this kind that waits for the player. Such a question is open only when it comes first."""
    pending = game.pending
    if pending and isinstance(pending[0], kind) and pending[0].player == player:
        return pending[0]
    if any(isinstance(step, kind) and step.player == player for step in pending):
        require_no_debt(game, player, clauses)
    raise Refusal(Code.WRONG_MOMENT, clauses, f"Not now: {whats_open(game)}.")


def whats_open(game: Game) -> str:
    if game.pending:
        return _describe(game, game.pending[0])
    if game.throw_due:
        return f"{game.name(game.turn)} has to roll"
    return f"{game.name(game.turn)} has not ended the turn"


def _describe(game: Game, step: AnyPendingStep) -> str:
    match step:
        case Debt():
            return f"{game.name(step.debtor)} owes {game.name(step.creditor)} {game.money(step.amount)}"
        case Interest():
            player, deed = step.owed[0]
            return f"{game.name(player)} has to keep or pay off the mortgage on {game.board.deeds[deed].name}"
        case Auction():
            lot = game.board.names[f"a_{step.building}"] if step.building else game.board.deeds[step.deed].name
            return f"{lot} is being auctioned"
        case Buying():
            return f"{game.name(step.player)} has to buy or decline {game.board.deeds[step.deed].name}"
        case CardDue():
            return f"{game.name(step.player)} has to draw a card"
        case TaskDue() | UtilityThrowDue():
            return f"{game.name(step.player)} has to roll the dice"
        case TaxChoice():
            return f"{game.name(step.player)} has to choose a tax"
        case BusChoice() | SpaceChoice():
            return f"{game.name(step.player)} has to choose a move"
        case Placing():
            return f"{game.name(step.player)} has to place {game.board.names[f'a_{step.building}']}"
        case _:
            return "the deeds have not been dealt yet"
