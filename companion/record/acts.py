"""From an act of a record to events: orders as they are, doubtful names refused, and what is left to chance."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.record.chance import Chance
from companion.record.statements import Act, Order, Unclear
from companion.rules import decide, evolve
from companion.rules.catalogue import is_left_open
from companion.rules.commands import AnyCommand, DealDeeds, Roll, Throw
from companion.rules.events import Events
from companion.rules.ids import BANK
from companion.rules.pending_steps import Dealing
from companion.rules.refusal import PRECEDENCE, Code, Refusal
from companion.rules.state import Game

THROWS = ((2, False), (2, True), (3, False))  # white dice, and whether the Speed Die is thrown, too


def decide_act(game: Game, act: Act, chance: Chance | None) -> Events:
    """What the act brings about. Raises Refusal; then nothing has happened."""
    match act:
        case Order(Roll() | Throw() as throw) if is_left_open(throw):
            return _thrown(game, chance, lambda dice, speed: replace(throw, dice=dice, speed=speed))
        case Order(DealDeeds(_, ())):
            return _dealt(game, chance)
        case Order(command):
            return decide(game, command)
        case Unclear():
            raise _weightiest(game, act)
        case _:
            raise TypeError(f"{act} is for the history")


def _weightiest(game: Game, act: Unclear) -> Refusal:
    """What outranks the name in doubt whatever was meant by it; otherwise the doubt itself."""
    doubt = act.refusal()
    answers = [_refusal(game, command) for command in act.meanings]
    outranking = [answer for answer in answers if answer and PRECEDENCE[answer.code] < PRECEDENCE[doubt.code]]
    return outranking[0] if len(outranking) == len(answers) else doubt


def _refusal(game: Game, command: AnyCommand) -> Refusal | None:
    try:
        decide(game, command)
    except Refusal as refusal:
        return refusal
    return None


def _thrown(game: Game, chance: Chance | None, make: Callable[[tuple[int, ...], str], AnyCommand]) -> Events:
    """As many dice as the moment asks for: the engine says which."""
    assert chance is not None, "a record without a seed leaves no throw to chance"
    for count, speed in THROWS:
        try:
            return decide(game, make(*chance.dice(game.throws, count, speed)))
        except Refusal as refusal:
            if refusal.code is not Code.BAD_DICE:
                raise
            wrong = refusal
    raise wrong


def _dealt(game: Game, chance: Chance | None) -> Events:
    """The deeds still in the Bank, to everyone who waits for them, in the order chance gives."""
    assert chance is not None, "a record without a seed leaves no deal to chance"
    waiting = next((matter.waiting for matter in game.agenda if isinstance(matter, Dealing)), (game.turn,))
    count = game.rules.deal.count if game.rules.deal else 0
    left = iter([deed for deed in chance.deal() if game.titles[deed].owner == BANK])
    events: Events = ()
    for player in waiting:
        dealt = decide(game, DealDeeds(player, tuple(next(left) for _ in range(count))))
        game, events = evolve(game, dealt), events + dealt
    return events
