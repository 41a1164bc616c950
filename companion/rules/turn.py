"""A turn: the roll, doubles, what the Speed Die asks, and how the turn passes on."""

from collections.abc import Iterator

from companion.rules.board import ahead
from companion.rules.commands import ChooseSteps, EndTurn, Legal, MoveTo, Roll, Throw
from companion.rules.dice import BUS, MR_M, dice_total, legal_throw, require_dice, throws_speed_die
from companion.rules.draw import decide_task
from companion.rules.events import Decision, DiceRolled, StepClosed, StepOpened, TurnPassed
from companion.rules.ids import PlayerId
from companion.rules.jail import roll_in_jail, send_to_jail
from companion.rules.move import advance, land, leave_jail_and_walk, walk
from companion.rules.opening import deal_clauses, decide_start_throw, may_throw_to_start
from companion.rules.pending_steps import (
    BusChoice,
    Dealing,
    SpaceChoice,
    SpeedAdvance,
    TaskDue,
    TurnEnds,
    UtilityThrowDue,
)
from companion.rules.refusal import Code, Refusal
from companion.rules.rent import decide_utility_throw, lapse_rents
from companion.rules.state import Game
from companion.rules.turn_checks import (
    may_pass_to,
    open_of_kind,
    open_steps,
    require_no_debt,
    require_step,
    require_turn,
    waits_for,
    whats_open,
)

_PLAIN = frozenset((one, other) for one in range(1, 7) for other in range(1, 7))


def decide_roll(decision: Decision, command: Roll) -> None:
    """To move or to leave Jail. The next player's roll ends the turn before it, if nothing is open."""
    game, player = decision.game, command.player
    if player != game.turn:
        if not may_pass_to(game, player):
            why = f"It is {game.name(game.turn)}'s turn: {whats_open(game)}."
            raise Refusal(Code.NOT_YOUR_TURN, "TURN-1", why)
        decision.emit(TurnPassed(("TURN-1",), player))
        game = decision.game
    if not game.throw_due or game.pending or game.offer is not None or game.opening is not None:
        require_turn(game, player, ("TURN-1",))
        if not game.throw_due:
            raise Refusal(Code.WRONG_MOMENT, ("TURN-1", "TURN-2"), f"{game.name(player)} has rolled already.")
        _require_nothing_open(game, player)
    if game.players[player].jail is None:
        _roll_to_move(decision, player, command.dice, command.speed)
        return
    leaves_under = roll_in_jail(decision, command)
    lapse_rents(decision, player)
    if leaves_under:
        leave_jail_and_walk(decision, player, sum(command.dice), leaves_under)


def _require_nothing_open(game: Game, player: PlayerId) -> None:
    if game.pending:
        require_no_debt(game, player, ("TURN-1",))
        dealt = deal_clauses(game) if isinstance(game.pending[0], Dealing) else ()
        raise Refusal(Code.WRONG_MOMENT, ("TURN-1", *dealt), f"Not now: {whats_open(game)}.")
    if game.offer is not None and game.offer.player == player:
        raise Refusal(Code.WRONG_MOMENT, "DEAL-1", f"{game.name(player)}'s own offer is still open.")


def _roll_to_move(decision: Decision, player: PlayerId, dice: tuple[int, ...], speed: str) -> None:
    game, has_speed = decision.game, False
    if game.rules.speed_die or speed or dice not in _PLAIN:  # nearly every roll is two plain dice
        has_speed = require_dice(game, player, dice, speed, ("TURN-1",))
    one, other = dice
    doubles = one == other
    count = game.doubles + doubles
    clauses: tuple[str, ...] = ("TURN-1",)
    if doubles:
        clauses = (*clauses, "TURN-3" if count == 3 else "TURN-2", *(("JAIL-8",) if game.left_jail else ()))
    if has_speed:
        clauses = (*clauses, "SPEED-2", "SPEED-6")
    decision.emit(DiceRolled(clauses, player, dice, speed, count, again=doubles and count < 3))
    if game.rents:
        lapse_rents(decision, player)
    if count == 3:
        send_to_jail(decision, player, ("TURN-3", "SPEED-8") if has_speed else ("TURN-3",))
    elif not has_speed:
        advance(decision, player, one + other, ("TURN-1",))
        land(decision, player)
    elif speed == BUS:
        decision.emit(StepOpened(("SPEED-4",), BusChoice(player, dice)))
    elif speed == MR_M:
        decision.emit(StepOpened(("SPEED-5",), SpeedAdvance(player)))
        walk(decision, player, sum(dice), ("TURN-1", "SPEED-5"))
    elif dice == (int(speed), int(speed)):
        decision.emit(StepOpened(("SPEED-7",), SpaceChoice(player)))
    else:
        walk(decision, player, dice_total(dice, speed), ("TURN-1", "SPEED-3"))


def decide_choose(decision: Decision, command: ChooseSteps) -> None:
    game = decision.game
    require_turn(game, command.player, ("SPEED-4",))
    choice = require_step(game, command.player, BusChoice, ("SPEED-4",))
    one, other = choice.dice
    if command.steps not in (one, other, one + other):
        raise Refusal(Code.BAD_DICE, "SPEED-4", f"The Bus goes {one}, {other} or {one + other} spaces.")
    decision.emit(StepClosed(("SPEED-4",), choice))
    walk(decision, command.player, command.steps, ("SPEED-4", "TURN-1"))


def decide_move_to(decision: Decision, command: MoveTo) -> None:
    game = decision.game
    require_turn(game, command.player, ("SPEED-7",))
    choice = require_step(game, command.player, SpaceChoice, ("SPEED-7",))
    decision.emit(StepClosed(("SPEED-7",), choice))
    steps = ahead(game.players[command.player].place, command.space)
    walk(decision, command.player, steps, ("SPEED-7", "TURN-1"))


def decide_throw(decision: Decision, command: Throw) -> None:
    """A roll that moves no token: to go first, for a utility or for a task."""
    game = decision.game
    if may_throw_to_start(game):
        return decide_start_throw(decision, command)
    due = next((step for step in open_steps(game) if waits_for(step, command.player)), None)
    if isinstance(due, UtilityThrowDue):
        return decide_utility_throw(decision, command, due)
    if isinstance(due, TaskDue):
        return decide_task(decision, command, due)
    if command.player != game.turn:
        raise Refusal(Code.NOT_YOUR_TURN, "TURN-1", f"It is {game.name(game.turn)}'s turn: {whats_open(game)}.")
    raise Refusal(Code.WRONG_MOMENT, "TURN-1", f"No such roll is due: {whats_open(game)}.")


def decide_end(decision: Decision, command: EndTurn) -> None:
    game = decision.game
    require_turn(game, command.player, ("TURN-1",))
    _require_nothing_open(game, command.player)
    if game.throw_due:
        again = game.turn_throws > 0
        why = f"{game.name(command.player)} has {'doubles and rolls again' if again else 'still to roll'}."
        raise Refusal(Code.MUST_THROW, "TURN-2" if again else "TURN-1", why)
    pass_turn(decision)


def pass_turn(decision: Decision) -> None:
    decision.emit(TurnPassed(("TURN-1",), decision.game.next_player()))


def end_waiting_turn(decision: Decision, ends: TurnEnds) -> None:
    """The turn passes by itself: sent to Jail, fine paid instead of rolling, or out of the game."""
    decision.emit(StepClosed(("TURN-1",), ends))
    if decision.game.turn == ends.player:
        pass_turn(decision)


def candidates(game: Game) -> Iterator[Legal]:
    for bus in open_of_kind(game, BusChoice):
        one, other = bus.dice
        yield from (Legal(ChooseSteps(bus.player, steps)) for steps in sorted({one, other, one + other}))
    for choice in open_of_kind(game, SpaceChoice):
        yield from (Legal(MoveTo(choice.player, space)) for space in range(40))
    if game.pending:
        return
    is_sure = game.offer is None and game.opening is None
    player = game.turn if game.throw_due else game.next_player()
    dice = 3 if game.players[player].jail is None and throws_speed_die(game, player) else 2
    yield legal_throw(game, Roll(player, ()), dice, is_sure=is_sure)
    if not game.throw_due:
        yield Legal(EndTurn(game.turn))
