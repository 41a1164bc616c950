"""Moving tokens: forward, with the salary on the way, and what the space they reach brings."""

from collections.abc import Callable

from companion.rules.board import FREE_PARKING, GO, GO_TO_JAIL, INCOME_TAX, JAIL, LUXURY_TAX, Kind
from companion.rules.editions import Cards
from companion.rules.events import Decision, JailLeft, Noted, Paid, StepClosed, StepOpened, TokenMoved
from companion.rules.ids import BANK, PlayerId, SpaceId
from companion.rules.jail import send_to_jail
from companion.rules.pending_steps import CardDue, SpeedAdvance, TaskDue, WaitingMove
from companion.rules.purchase import land_on_unowned
from companion.rules.reasons import Reason
from companion.rules.rent import land_on_owned
from companion.rules.state import Game
from companion.rules.tax import land_on_free_parking, land_on_income_tax, land_on_luxury_tax

_TASK = Cards.TASK  # looking up an enum's member is slow in Python 3.11
_SALARY, _VISITING = Reason("salary"), Reason("just-visiting")


def walk(decision: Decision, player: PlayerId, steps: int, clauses: tuple[str, ...]) -> None:
    """Forward, and act on the space reached.  [TURN-1]"""
    advance(decision, player, steps, clauses)
    land(decision, player)


def advance(decision: Decision, player: PlayerId, steps: int, clauses: tuple[str, ...]) -> None:
    """Forward; the salary is paid as the token reaches or passes GO.  [GO-1, GO-4]"""
    game = decision.game
    reached = game.players[player].place + steps
    to, past_go = reached % 40, reached >= 40
    decision.emit(TokenMoved(clauses + sharing(game, to), player, to, past_go))
    salary = game.rules.salary
    if past_go and salary:
        if reached == 40 and game.rules.double_on_go:
            why = Reason("landed-on-go", sums=(salary,))
            decision.emit(Paid(("GO-1", "GO-2", "HOUSE-1"), BANK, player, 2 * salary, why))
        else:
            decision.emit(Paid(("GO-1", "GO-2", "GO-4"), BANK, player, salary, _SALARY))


def sharing(game: Game, space: SpaceId) -> tuple[str, ...]:
    """The clause to cite where another token stands already.  [TURN-4]"""
    for other in game.players:
        if other.place == space and not (other.bankrupt or other.retired):
            return ("TURN-4",)
    return ()


def land(decision: Decision, player: PlayerId) -> None:
    """What the space brings."""
    game = decision.game
    space = game.board.spaces[game.players[player].place]
    if space.deed >= 0:
        if game.titles[space.deed].owner == BANK:
            land_on_unowned(decision, player, game.board.deeds[space.deed])
        else:
            land_on_owned(decision, player, game.board.deeds[space.deed])
    elif space.deck is not None:
        due = TaskDue(player, space.deck) if game.rules.cards is _TASK else CardDue(player, space.deck)
        decision.emit(StepOpened(("CARD-1",), due))
    else:
        _CORNERS_AND_TAXES[space.id](decision, player)


def _just_visit(decision: Decision, player: PlayerId) -> None:
    decision.emit(Noted(("JAIL-2",), player, _VISITING))


_CORNERS_AND_TAXES: dict[SpaceId, Callable[[Decision, PlayerId], None]] = {
    GO: lambda _, __: None,  # the salary was paid on the way
    INCOME_TAX: land_on_income_tax,
    JAIL: _just_visit,
    FREE_PARKING: land_on_free_parking,
    GO_TO_JAIL: send_to_jail,
    LUXURY_TAX: land_on_luxury_tax,
}


def leave_jail_and_walk(decision: Decision, player: PlayerId, steps: int, clauses: tuple[str, ...]) -> None:
    """Out of Jail with the roll that was made there.  [JAIL-3, JAIL-6]"""
    decision.emit(JailLeft(clauses, player))
    walk(decision, player, steps, ("TURN-1", *clauses))


def walk_after_fine(decision: Decision, waiting: WaitingMove) -> None:
    """The fine is paid, and the move that waited for it follows.  [JAIL-6]"""
    decision.emit(StepClosed(waiting.clauses, waiting))
    leave_jail_and_walk(decision, waiting.player, waiting.steps, waiting.clauses)


def advance_to_property(decision: Decision, advance: SpeedAdvance) -> None:
    """After Mr. M: on to the next unowned property, or else to the next of another player.  [SPEED-5]"""
    decision.emit(StepClosed(("SPEED-5",), advance))
    game, player = decision.game, advance.player
    start = game.players[player].place
    ahead = [(steps, game.board.spaces[(start + steps) % 40]) for steps in range(1, 41)]
    owners = [(steps, game.titles[space.deed].owner) for steps, space in ahead if space.kind is Kind.DEED]
    unowned = next((steps for steps, owner in owners if owner == BANK), 0)
    steps = unowned or next((steps for steps, owner in owners if owner != player), 0)
    if steps:
        walk(decision, player, steps, ("SPEED-5",))
    else:
        decision.emit(Noted(("SPEED-5",), player, Reason("no-property-ahead")))
