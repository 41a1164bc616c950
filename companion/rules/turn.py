"""A turn: the throw, doubles, what the Speed Die asks, and how the turn passes on."""

from companion.rules.board import ahead
from companion.rules.commands import ChooseSteps, EndTurn, MoveTo, Roll, Throw
from companion.rules.draw import decide_task
from companion.rules.events import DiceRolled, MatterClosed, MatterOpened, TurnPassed
from companion.rules.happening import Happening
from companion.rules.ids import PlayerId
from companion.rules.jail import roll_in_jail, send_to_jail
from companion.rules.matters import BusChoice, Dealing, SpaceChoice, SpeedAdvance, TaskDue, TurnEnds, UtilityThrowDue
from companion.rules.moments import (
    is_opening,
    open_matters,
    require_matter,
    require_no_debt,
    require_turn,
    waits_for,
    whats_open,
)
from companion.rules.move import leave_jail_and_walk, walk
from companion.rules.opening import deal_clauses, decide_start_throw, may_throw_to_start
from companion.rules.refusal import Code, Refusal
from companion.rules.rent import decide_utility_throw, lapse_rents
from companion.rules.speed import BUS, MR_M, dice_total, require_dice
from companion.rules.state import Game

_PLAIN = frozenset((one, other) for one in range(1, 7) for other in range(1, 7))


def decide_roll(happening: Happening, command: Roll) -> None:
    if command.player != happening.game.turn:
        _end_turn_before(happening, command.player)
    game = happening.game
    if not game.throw_due or game.agenda or game.offer is not None or game.opening is not None:
        _require_throw(game, command.player)
    if game.players[command.player].jail is None:
        _roll_to_move(happening, command)
    else:
        _roll_in_jail(happening, command)


def _roll_in_jail(happening: Happening, command: Roll) -> None:
    leaves_under = roll_in_jail(happening, command)
    lapse_rents(happening, command.player)
    if leaves_under:
        leave_jail_and_walk(happening, command.player, sum(command.dice), leaves_under)


def _end_turn_before(happening: Happening, player: PlayerId) -> None:
    """The next player's roll ends the turn before it, if nothing is open."""
    game = happening.game
    if game.throw_due or game.agenda or player != game.next_player() or not _may_pass(game):
        why = f"It is {game.name(game.turn)}'s turn: {whats_open(game)}."
        raise Refusal(Code.NOT_YOUR_TURN, "TURN-1", why)
    happening.tell(TurnPassed(("TURN-1",), player))


def _may_pass(game: Game) -> bool:
    if game.opening is not None and is_opening(game):
        return False
    return game.offer is None or game.offer.player != game.turn


def _require_throw(game: Game, player: PlayerId) -> None:
    require_turn(game, player, ("TURN-1",))
    if not game.throw_due:
        raise Refusal(Code.WRONG_MOMENT, ("TURN-1", "TURN-2"), f"{game.name(player)} has thrown already.")
    _require_nothing_open(game, player)


def _require_nothing_open(game: Game, player: PlayerId) -> None:
    if game.agenda:
        require_no_debt(game, player, ("TURN-1",))
        dealt = deal_clauses(game) if isinstance(game.agenda[0], Dealing) else ()
        raise Refusal(Code.WRONG_MOMENT, ("TURN-1", *dealt), f"Not now: {whats_open(game)}.")
    if game.offer is not None and game.offer.player == player:
        raise Refusal(Code.WRONG_MOMENT, "DEAL-1", f"{game.name(player)}'s own offer is still open.")


def _roll_to_move(happening: Happening, command: Roll) -> None:
    game, player, dice = happening.game, command.player, command.dice
    speed = _require_turn_dice(game, command)
    doubles = dice[0] == dice[1]
    count = game.doubles + doubles
    clauses = _throw_clauses(game, count, speed) if doubles or speed else ("TURN-1",)
    happening.tell(DiceRolled(clauses, player, dice, command.speed, count, again=doubles and count < 3))
    if game.rents:
        lapse_rents(happening, player)
    if count == 3:
        send_to_jail(happening, player, ("TURN-3", "SPEED-8") if speed else ("TURN-3",))
    elif speed:
        _move_with_speed_die(happening, command)
    else:
        walk(happening, player, dice[0] + dice[1], ("TURN-1",))


def _require_turn_dice(game: Game, command: Roll) -> bool:
    """Says whether the Speed Die is thrown. Nearly every throw is two plain dice, and is let through at once."""
    if not game.rules.speed_die and not command.speed and command.dice in _PLAIN:
        return False
    return require_dice(game, command.player, command.dice, command.speed, ("TURN-1",))


def _throw_clauses(game: Game, count: int, speed: bool) -> tuple[str, ...]:
    clauses: tuple[str, ...] = ("TURN-1",)
    if count > game.doubles:
        clauses = (*clauses, "TURN-3" if count == 3 else "TURN-2", *(("JAIL-8",) if game.left_jail else ()))
    return (*clauses, "SPEED-2", "SPEED-6") if speed else clauses


def _move_with_speed_die(happening: Happening, command: Roll) -> None:
    player, dice, speed = command.player, command.dice, command.speed
    if speed == BUS:
        happening.tell(MatterOpened(("SPEED-4",), BusChoice(player, dice)))
    elif speed == MR_M:
        happening.tell(MatterOpened(("SPEED-5",), SpeedAdvance(player)))
        walk(happening, player, sum(dice), ("TURN-1", "SPEED-5"))
    elif dice == (int(speed), int(speed)):
        happening.tell(MatterOpened(("SPEED-7",), SpaceChoice(player)))
    else:
        walk(happening, player, dice_total(dice, speed), ("TURN-1", "SPEED-3"))


def decide_choose(happening: Happening, command: ChooseSteps) -> None:
    game = happening.game
    require_turn(game, command.player, ("SPEED-4",))
    choice = require_matter(game, command.player, BusChoice, ("SPEED-4",))
    one, other = choice.dice
    if command.steps not in (one, other, one + other):
        raise Refusal(Code.BAD_DICE, "SPEED-4", f"The Bus goes {one}, {other} or {one + other} spaces.")
    happening.tell(MatterClosed(("SPEED-4",), choice))
    walk(happening, command.player, command.steps, ("SPEED-4", "TURN-1"))


def decide_move_to(happening: Happening, command: MoveTo) -> None:
    game = happening.game
    require_turn(game, command.player, ("SPEED-7",))
    choice = require_matter(game, command.player, SpaceChoice, ("SPEED-7",))
    happening.tell(MatterClosed(("SPEED-7",), choice))
    steps = ahead(game.players[command.player].place, command.space)
    walk(happening, command.player, steps, ("SPEED-7", "TURN-1"))


def decide_throw(happening: Happening, command: Throw) -> None:
    """A throw that moves no token: for the start, a utility or a task."""
    game = happening.game
    if may_throw_to_start(game):
        return decide_start_throw(happening, command)
    due = next((matter for matter in open_matters(game) if waits_for(matter, command.player)), None)
    if isinstance(due, UtilityThrowDue):
        return decide_utility_throw(happening, command, due)
    if isinstance(due, TaskDue):
        return decide_task(happening, command, due)
    if command.player != game.turn:
        raise Refusal(Code.NOT_YOUR_TURN, "TURN-1", f"It is {game.name(game.turn)}'s turn: {whats_open(game)}.")
    raise Refusal(Code.WRONG_MOMENT, "TURN-1", f"No such throw is due: {whats_open(game)}.")


def decide_end(happening: Happening, command: EndTurn) -> None:
    game = happening.game
    require_turn(game, command.player, ("TURN-1",))
    _require_nothing_open(game, command.player)
    if game.throw_due:
        again = game.turn_throws > 0
        why = f"{game.name(command.player)} has {'doubles and throws again' if again else 'still to throw'}."
        raise Refusal(Code.MUST_THROW, "TURN-2" if again else "TURN-1", why)
    pass_turn(happening)


def pass_turn(happening: Happening) -> None:
    happening.tell(TurnPassed(("TURN-1",), happening.game.next_player()))


def end_turn_at_last(happening: Happening, ends: TurnEnds) -> None:
    """The turn passes by itself: sent to Jail, fine paid in place of a throw, or out of the game."""
    happening.tell(MatterClosed(("TURN-1",), ends))
    if happening.game.turn == ends.player:
        pass_turn(happening)
