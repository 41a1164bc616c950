"""If the board is right: what would have to be done, and how the money would change. Nothing is done here.

The roll is undone and given again as a real roll to the space where the token is seen. If no roll leads there, the
token's place is corrected.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct

from companion.play.acts import Act, RecordedMove, Undo
from companion.play.move_list import standing_moves
from companion.play.words import describe_command, describe_move
from companion.rules import Refusal, unfold
from companion.rules.commands import SPEED_FACES, AnyCommand, ChooseSteps, CorrectPlace, MoveTo, Roll
from companion.rules.events import DiceRolled, TokenMoved
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.pending_steps import BusChoice
from companion.rules.state import Game
from companion.table.gestures.board_evidence import BoardQuestion

REASON = "the token stands there"
FACES = range(1, 7)
COUNTED = tuple(face for face in SPEED_FACES if face.isdigit())  # the other faces do more than count steps


class BoardProposal(Struct, frozen=True):
    """`acts` have to be given in this order; there are none if the rules refuse, and then `refusal` says why.

    `changes` is how much each seat's cash would change. `taken_back` is what would be undone, the last first, and
    `done` what would be done then, in words.
    """

    acts: tuple[Act, ...] = ()
    changes: tuple[int, ...] = ()
    taken_back: tuple[str, ...] = ()
    done: str = ""
    refusal: str = ""


def propose_answer(question: BoardQuestion, game: Game, history: Sequence[RecordedMove]) -> BoardProposal:
    """What to do if the board is right."""
    if question.is_disturbed:
        return BoardProposal(refusal="The board was disturbed: it cannot be right.")
    (token,) = question.tokens
    return propose_board(game, history, token.seat, token.seen)


def propose_board(game: Game, history: Sequence[RecordedMove], seat: PlayerId, seen: SpaceId) -> BoardProposal:
    """`history` is every move of the game, including those that were undone."""
    if 0 <= seat < len(game.players) and game.players[seat].place == seen:
        return BoardProposal(changes=_changes(game, game))
    retaken = next(_retaken(game, _since_roll(history), seat, seen), None)
    if retaken is not None:
        return retaken
    correction = CorrectPlace(seat, seen, REASON)
    try:
        after = unfold(game, correction).game
    except Refusal as refusal:
        return BoardProposal(refusal=refusal.message)
    return BoardProposal((correction,), _changes(game, after), done=_words(game, correction))


def describe_changes(proposed: BoardProposal, game: Game) -> tuple[str, ...]:
    """Such as "Ann -26", for everybody whose money changes."""
    return tuple(f"{game.name(seat)} {game.gain(by)}" for seat, by in enumerate(proposed.changes) if by)


def _changes(before: Game, after: Game) -> tuple[int, ...]:
    return tuple(new.cash - old.cash for old, new in zip(before.players, after.players, strict=True))


def _words(game: Game, command: AnyCommand) -> str:
    return describe_command(command, game, game)


# Taking a roll again


def _since_roll(history: Sequence[RecordedMove]) -> list[RecordedMove]:
    """The last roll that stands, and what was done after it."""
    since = list[RecordedMove]()
    for taken in standing_moves(history):
        since.insert(0, taken)
        if isinstance(taken.act, Roll):
            return since
    return []


def _retaken(game: Game, since: list[RecordedMove], seat: PlayerId, seen: SpaceId) -> Iterator[BoardProposal]:
    """Everything since the roll is undone with it, so nobody else may have rolled since."""
    roll = since[0].act if since else None
    if not isinstance(roll, Roll) or roll.player != seat:
        return
    walked = (event for taken in since for event in taken.events if isinstance(event, TokenMoved))
    if any(event.player == seat and event.to == seen for event in walked):
        return  # the roll is right as it is, and what moved the token on is not
    # Start again with the choice that the Speed Die left, if there was one, or else with the roll.
    choices = [at for at, taken in enumerate(since) if isinstance(taken.act, ChooseSteps | MoveTo)]
    for back in (*choices, 0):
        undone = since[back:][::-1]
        for command in _others(since[back], seen):
            after = _leads_to(since[back].before, command, seat, seen)
            if after is not None:
                yield BoardProposal(
                    acts=(*(Undo(taken.number) for taken in undone), command),
                    changes=_changes(game, after),
                    taken_back=tuple(describe_move(taken, game) for taken in undone),
                    done=_words(game, command),
                )


def _others(taken: RecordedMove, seen: SpaceId) -> Iterator[AnyCommand]:
    """What may have been meant instead."""
    match taken.act:
        case ChooseSteps(player):
            for step in taken.before.pending:
                if isinstance(step, BusChoice):
                    yield from (ChooseSteps(player, steps) for steps in (*step.dice, sum(step.dice)))
        case MoveTo(player):
            yield MoveTo(player, seen)
        case Roll():
            rolled = next(event for event in taken.events if isinstance(event, DiceRolled))
            speeds = sorted({rolled.speed, *COUNTED}) if rolled.speed else ("",)
            rolls = (Roll(rolled.player, (one, other), speed) for one, other, speed in product(FACES, FACES, speeds))
            yield from sorted(rolls, key=lambda roll: _unlikeness(roll, rolled))


def _unlikeness(roll: Roll, rolled: DiceRolled) -> tuple[bool, bool, int, int, tuple[int, ...], str]:
    """Likest is doubles if it was doubles, then a roll with as many equal faces as possible."""
    pairs = list(zip(roll.dice, rolled.dice, strict=True))
    return (
        (len(set(roll.dice)) == 1) != (len(set(rolled.dice)) == 1),
        roll.speed != rolled.speed,
        sum(new != old for new, old in pairs),
        sum(abs(new - old) for new, old in pairs),
        roll.dice,
        roll.speed,
    )


def _leads_to(before: Game, command: AnyCommand, seat: PlayerId, seen: SpaceId) -> Game | None:
    """The game after it, if it moves the token there and leaves it there."""
    try:
        decision = unfold(before, command)
    except Refusal:
        return None
    walks = (event.to for event in decision.events if isinstance(event, TokenMoved) and event.player == seat)
    player = decision.game.players[seat]
    return decision.game if next(walks, None) == seen == player.place and player.jail is None else None
