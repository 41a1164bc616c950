"""The board is right: what would have to be done, and what money that changes. Only a proposal: nothing is done here.

The throw is taken back and taken again as a hand throw to the space where the token is seen; where no throw leads
there, the token's place is corrected.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct

from companion.play.acts import Act, DoneAgain, RecordedMove, Redo, Rename, Undo
from companion.play.words import describe_move, statement
from companion.rules import Refusal, unfold
from companion.rules.commands import SPEED_FACES, AnyCommand, ChooseSteps, CorrectPlace, MoveTo, Roll
from companion.rules.events import DiceRolled, TokenMoved
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.pending_steps import BusChoice
from companion.rules.phrases import gain, money
from companion.rules.state import Game

REASON = "the token stands there"
FACES = range(1, 7)
COUNTED = tuple(face for face in SPEED_FACES if face.isdigit())  # the others bring more than a distance


class Proposal(Struct, frozen=True):
    """`acts` are to be given in this order; there are none if the rules refuse, and then `refusal` says why.

    `changes` is what each seat's cash would change by; `taken_back` is what is undone, the last first, and `done` what
    is done then, in words.
    """

    acts: tuple[Act, ...] = ()
    changes: tuple[int, ...] = ()
    taken_back: tuple[str, ...] = ()
    done: str = ""
    refusal: str = ""


def proposal(game: Game, history: Sequence[RecordedMove], seat: PlayerId, seen: SpaceId) -> Proposal:
    """`history` is every move of the game, those that were taken back among them."""
    if 0 <= seat < len(game.players) and game.players[seat].place == seen:
        return Proposal(changes=_changes(game, game))
    retaken = next(_retaken(game, _standing(history), seat, seen), None)
    return retaken or _corrected(game, seat, seen)


def said_changes(proposed: Proposal, game: Game) -> tuple[str, ...]:
    """As "Ann -26", for each whose money changes."""
    return tuple(f"{game.name(seat)} {gain(by)}" for seat, by in enumerate(proposed.changes) if by)


def _corrected(game: Game, seat: PlayerId, seen: SpaceId) -> Proposal:
    correction = CorrectPlace(seat, seen, REASON)
    try:
        after = unfold(game, correction).game
    except Refusal as refusal:
        return Proposal(refusal=refusal.message)
    return Proposal((correction,), _changes(game, after), done=_words(game, correction))


def _changes(before: Game, after: Game) -> tuple[int, ...]:
    return tuple(new.cash - old.cash for old, new in zip(before.players, after.players, strict=True))


def _words(game: Game, command: AnyCommand) -> str:
    return statement(command, tuple(player.name for player in game.players), money)


# Taking a throw again


def _standing(history: Sequence[RecordedMove]) -> list[RecordedMove]:
    """The moves that were not taken back, in order. A name is no move."""
    standing = list[RecordedMove]()
    for taken in history:
        match taken.act, taken.events:
            case Undo(), _:
                standing.pop()
            case Redo(), (DoneAgain(number),):
                standing.append(history[number - 1])
            case Rename(), _:
                pass
            case _:
                standing.append(taken)
    return standing


def _retaken(game: Game, standing: list[RecordedMove], seat: PlayerId, seen: SpaceId) -> Iterator[Proposal]:
    """Everything since the throw is undone with it, the last first; so nobody else may have thrown since."""
    since = _since_last_throw(standing, seat)
    if _has_led_there(since, seat, seen):
        return
    for back in _points(since):
        for command in _others(since[back], seen):
            after = _leads_to(since[back].before, command, seat, seen)
            if after is not None:
                yield _proposed(game, since[back:], command, after)


def _since_last_throw(standing: list[RecordedMove], seat: PlayerId) -> list[RecordedMove]:
    """From the throw on; nothing if the last throw was another player's."""
    for at in reversed(range(len(standing))):
        match standing[at].act:
            case Roll(player):
                return standing[at:] if player == seat else []
    return []


def _has_led_there(since: list[RecordedMove], seat: PlayerId, seen: SpaceId) -> bool:
    """Then the throw is right as it is, and what moved the token on is not."""
    return any(
        isinstance(event, TokenMoved) and event.player == seat and event.to == seen
        for taken in since
        for event in taken.events
    )


def _points(since: list[RecordedMove]) -> list[int]:
    """Where to start again: with the choice that the Speed Die left, if there was one, or else with the throw."""
    choices = [at for at, taken in enumerate(since) if isinstance(taken.act, ChooseSteps | MoveTo)]
    return [*choices, 0] if since else []


def _others(taken: RecordedMove, seen: SpaceId) -> Iterator[AnyCommand]:
    match taken.act:
        case ChooseSteps(player):
            for matter in taken.before.agenda:
                if isinstance(matter, BusChoice):
                    yield from (ChooseSteps(player, steps) for steps in (*matter.dice, sum(matter.dice)))
        case MoveTo(player):
            yield MoveTo(player, seen)
        case Roll():
            yield from _throws(next(event for event in taken.events if isinstance(event, DiceRolled)))


def _throws(fallen: DiceRolled) -> list[Roll]:
    """Throws that may have been meant, the likest first: doubles if it was doubles, then as many of the same faces."""
    speeds = sorted({fallen.speed, *COUNTED}) if fallen.speed else ("",)
    throws = [Roll(fallen.player, (one, other), speed) for one, other, speed in product(FACES, FACES, speeds)]
    return sorted(throws, key=lambda throw: _unlikeness(throw, fallen))


def _unlikeness(throw: Roll, fallen: DiceRolled) -> tuple[bool, bool, int, int, tuple[int, ...], str]:
    pairs = list(zip(throw.dice, fallen.dice, strict=True))
    return (
        _is_doubles(throw.dice) != _is_doubles(fallen.dice),
        throw.speed != fallen.speed,
        sum(new != old for new, old in pairs),
        sum(abs(new - old) for new, old in pairs),
        throw.dice,
        throw.speed,
    )


def _is_doubles(dice: tuple[int, ...]) -> bool:
    return len(set(dice)) == 1


def _leads_to(before: Game, command: AnyCommand, seat: PlayerId, seen: SpaceId) -> Game | None:
    """The game after it, if it walks the token there and leaves it there."""
    try:
        decision = unfold(before, command)
    except Refusal:
        return None
    walks = (event.to for event in decision.events if isinstance(event, TokenMoved) and event.player == seat)
    player = decision.game.players[seat]
    return decision.game if next(walks, None) == seen == player.place and player.jail is None else None


def _proposed(game: Game, undone: list[RecordedMove], command: AnyCommand, after: Game) -> Proposal:
    return Proposal(
        acts=(*(Undo(taken.number) for taken in reversed(undone)), command),
        changes=_changes(game, after),
        taken_back=tuple(describe_move(taken, game) for taken in reversed(undone)),
        done=_words(game, command),
    )
