"""Rolls, Jail, cards and taxes: what each of these commands must bring."""

from collections.abc import Callable

from companion.rules.commands import (
    ChooseSteps,
    EndTurn,
    MoveTo,
    PayFine,
    PayTax,
    Roll,
    Throw,
    UseJailCard,
)
from companion.rules.pending_steps import (
    BusChoice,
    Rent,
    SpaceChoice,
    SpeedAdvance,
    TaskDue,
    TaxChoice,
    TurnEnds,
    UtilityThrowDue,
    WaitingMove,
)
from companion.rules.state import Game
from tests.oracle.cards import obey
from tests.oracle.case import Case
from tests.oracle.facts import closed, money
from tests.oracle.landing import go_to_jail, walk_to
from tests.oracle.prints import print_of
from tests.oracle.sums import (
    book_of,
    fines_go_to,
    jail_turns,
    others,
    tenth,
    throws_speed_die,
    total_worth,
)
from tests.oracle.tables import BANK, JAIL

# Rolls


def end_turn(case: Case, command: EndTurn) -> None:
    case.require(command.player == case.game.turn and not case.game.throw_due, "TURN-2: a roll is due")
    pass_turn(case)


def pass_turn(case: Case) -> None:
    case.expect(("TurnPassed", others(case.game, case.game.turn)[0]))


def roll(case: Case, command: Roll) -> None:
    """A turn's roll, perhaps the one that ends the turn before it.  [TURN-1, TURN-2]"""
    game = case.game
    if game.throw_due:
        case.require(command.player == game.turn, "TURN-1: another player's roll")
        _throw(case, command)
    else:
        first = others(game, game.turn)[0]
        case.require(command.player == first, "TURN-1: another player's turn")
        case.expect(("TurnPassed", first), lambda now: _throw(now, command))


def _throw(case: Case, command: Roll) -> None:
    game, player = case.game, command.player
    failed = game.players[player].jail
    for rent in game.rents:
        if not rent.lapsed and _is_too_late(game, rent, player):
            case.expect(("RentLapsed", rent))
    speeds = failed is None and throws_speed_die(game, player)
    case.require(bool(command.speed) == speeds, "SPEED-2, SPEED-9: the Speed Die")
    counts = failed is None and _is_double(command)
    doubles = 0 if failed is not None else game.doubles + counts
    fact = ("rolled", player, command.dice, command.speed, doubles, counts and doubles < 3)
    if failed is None:
        case.expect(fact, lambda now: _move_by(now, command, third=counts and doubles == 3))
    else:
        case.expect(fact, lambda now: _try_to_leave(now, command, failed))


def _is_double(command: Roll) -> bool:
    return command.dice[0] == command.dice[1]


def _is_too_late(game: Game, rent: Rent, thrower: int) -> bool:
    """The next roll, the next player's, or the second following player's of those still in the game.  [RENT-6]"""
    match book_of(game).rent_lost_at:
        case "next roll":
            return True
        case "next player":
            return game.turn_number > rent.turn
        case _:
            return game.turn_number > rent.turn and thrower != others(game, rent.payer)[0]


def _move_by(case: Case, command: Roll, *, third: bool) -> None:
    player, speed = command.player, command.speed
    if third:
        go_to_jail(case, player)
    elif speed == "bus":
        case.expect(("opened", BusChoice(player, command.dice)))
    elif command.dice == (_number(speed),) * 2:
        case.expect(("opened", SpaceChoice(player)))
    else:
        if speed == "mr":
            case.expect_step(SpeedAdvance(player))
        walk(case, player, sum(command.dice) + _number(speed))


def _number(speed: str) -> int:
    return int(speed) if speed.isdecimal() else 0


def walk(case: Case, player: int, steps: int) -> None:
    walk_to(case, player, (case.game.players[player].place + steps) % 40)


def _try_to_leave(case: Case, command: Roll, failed: int) -> None:
    """JAIL-3, JAIL-6, SHORT-3."""
    player = command.player
    if not _is_double(command) and failed + 1 < jail_turns(case.game):
        case.expect(("JailThrowFailed", player))
        return
    case.expect_step(WaitingMove(player, sum(command.dice), ()))
    if not _is_double(command):
        case.expect(money(player, fines_go_to(case.game), 50, "JAIL-6"))


def leave_and_walk(case: Case, step: WaitingMove) -> None:
    case.expect(("JailLeft", step.player), lambda now: walk(now, step.player, step.steps))


def choose_steps(case: Case, command: ChooseSteps) -> None:
    """SPEED-4."""
    choice = case.game.pending[0]
    assert isinstance(choice, BusChoice)
    case.require(command.steps in (*choice.dice, sum(choice.dice)), "SPEED-4: neither die nor both")
    case.expect(closed(choice))
    walk(case, command.player, command.steps)


def move_to(case: Case, command: MoveTo) -> None:
    """SPEED-7."""
    case.expect(closed(SpaceChoice(command.player)))
    walk_to(case, command.player, command.space)


# Rolls that move nobody


def throw(case: Case, command: Throw) -> None:
    """For a utility's rent, for a task, or to go first.  [RENT-5, CARD-4, SPEED-10, CARD-1, SETUP-4]"""
    step = case.game.pending[0] if case.game.pending else None
    if not isinstance(step, UtilityThrowDue | TaskDue):
        case.expect(("StartThrown", command.player, command.dice), _see_who_starts)
        return
    case.expect(("DiceThrown", command.player, command.dice, command.speed))
    case.expect(closed(step))
    if isinstance(step, UtilityThrowDue):
        speeds = throws_speed_die(case.game, command.player)
        case.require(bool(command.speed) == speeds, "SPEED-10: the Speed Die")
        total = sum(command.dice) + _number(command.speed)
        case.expect(money(step.player, step.owner, step.factor * total, step.clauses[0]))
    else:
        case.require(len(command.dice) == 3, "CARD-1: three dice")
        deck, number = step.deck.value, sum(command.dice)
        cards = print_of(case.game).cards[deck]
        card = next(index for index, card in enumerate(cards) if card.task == number)
        case.expect(("drawn", command.player, deck, card), lambda now: obey(now, command.player, deck, card))


def _see_who_starts(case: Case) -> None:
    opening = case.game.opening
    assert opening is not None
    if len(opening.thrown) < len(opening.contenders):
        return
    highest = max(total for _, total in opening.thrown)
    leaders = sorted(player for player, total in opening.thrown if total == highest)
    case.expect(("StartDecided", leaders[0]) if len(leaders) == 1 else ("StartTied", tuple(leaders)))


# Taxes and Jail


def pay_tax(case: Case, command: PayTax) -> None:
    """TAX-1, TAX-2, ROUND-1."""
    flat = print_of(case.game).income_tax
    amount = tenth(total_worth(case.game, command.player)) if command.percent else flat
    case.expect(closed(TaxChoice(command.player)))
    if amount:
        case.expect(money(command.player, fines_go_to(case.game), amount, "TAX-1"))


def pay_fine(case: Case, command: PayFine) -> None:
    """JAIL-4, SHORT-3. The next player's fine ends the turn before it, as a roll does.  [TURN-1]"""
    _before_the_roll(case, command.player, lambda now: _pay_fine(now, command))


def _before_the_roll(case: Case, player: int, then: Callable[[Case], None]) -> None:
    game = case.game
    if game.throw_due or game.turn == player:
        then(case)
    else:
        first = others(game, game.turn)[0]
        case.require(player == first, "TURN-1: another player's turn")
        case.expect(("TurnPassed", first), then)


def _pay_fine(case: Case, command: PayFine) -> None:
    game, player = case.game, command.player
    failed = game.players[player].jail
    may = failed is not None and failed < min(book_of(game).fine_turns, jail_turns(game))
    case.require(may and game.turn == player and game.throw_due, "JAIL-4: no fine now")
    case.expect(money(player, fines_go_to(game), 50, "JAIL-4"))
    case.expect(("JailLeft", player))
    if book_of(game).fine_ends_turn:
        case.expect_step(TurnEnds(player))


def use_jail_card(case: Case, command: UseJailCard) -> None:
    """JAIL-5: of two cards the one that is named, or else that of Chance."""
    _before_the_roll(case, command.player, lambda now: _use_jail_card(now, command))


def _use_jail_card(case: Case, command: UseJailCard) -> None:
    game, player = case.game, command.player
    may = game.players[player].jail is not None and game.turn == player and game.throw_due
    case.require(may and game.players[player].place == JAIL, "JAIL-5: no card now")
    cards = game.players[player].jail_cards
    case.require(not command.deck or command.deck in cards, "CARD-2: another player's card")
    card = command.deck or ("chance" if "chance" in cards else cards[0])
    case.expect(("JailCardMoved", card, player, BANK))
    case.expect(("JailLeft", player))
