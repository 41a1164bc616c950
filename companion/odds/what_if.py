"""What if: positions of a game at a turn, without one of its moves, or with other moves made there."""

import re
from collections.abc import Iterable
from contextlib import suppress

from msgspec.structs import replace

from companion.odds.position import Position, position_after
from companion.play.acts import RecordedMove, Redo, Undo
from companion.play.dice import decide_move
from companion.play.words import describe_move
from companion.players.dice import SeededDice
from companion.record.errors import RecordError, RecordLine
from companion.record.header import Header, StatementScanner
from companion.record.statements import Unclear, read_act, refuse_unclear
from companion.record.writer import one_word_names
from companion.rules import Refusal, check, decide, evolve
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    AnyRoll,
    Bid,
    BuyDeed,
    DeclineDeed,
    DrawCard,
    EndTurn,
    PassBid,
    RejectDeal,
)
from companion.rules.events import Event
from companion.rules.lists import sentence
from companion.rules.state import Game
from companion.rules.words import describe_event
from companion.story import Story

OFF = (
    "The odds are off before the game is over. If everybody agrees, a house rule lets them in: "
    "Odds during the game (R on the console)."
)
COURSE_POINTS = 8  # at which a finished game is told
MAX_FOUND = 12  # moves that are listed
_NOBODY_CHOSE = (*AnyRoll.__args__, DrawCard, EndTurn)


class NoOdds(Exception):
    """The message is a sentence for people."""


def require_odds(game: Game) -> None:
    """Of a game that is over they are free. Before that, the table has to have let them in."""
    if not game.over and not game.rules.odds:
        raise NoOdds(OFF)


def moves_before_turn(story: Story, turn: int) -> int:
    """How many moves had been made when this turn began. Raises NoOdds."""
    first, last = story.start.game.turn_number, story.end.turn_number
    if not first <= turn <= last:
        raise NoOdds(f"There is no turn {turn}: the turns of this game are {first} to {last}.")
    begun = (count for count, move in enumerate(story.moves, start=1) if move.after.turn_number >= turn)
    return 0 if turn == first else next(begun)


def position_at_turn(story: Story, turn: int) -> Position:
    return position_after(story.start, story.moves[: moves_before_turn(story, turn)])


def course_turns(story: Story) -> tuple[int, ...]:
    """Turns of a finished game, evenly spread from the first on."""
    first, last = story.start.game.turn_number, story.end.turn_number
    return tuple(dict.fromkeys(first + (last - first) * point // COURSE_POINTS for point in range(COURSE_POINTS)))


# A move taken away


def find_move(story: Story, wanted: str) -> RecordedMove:
    """By its number, or by words that stand in the log of one move alone. Raises NoOdds."""
    if re.fullmatch(r"[0-9]{1,9}", wanted):
        for move in story.moves:
            if move.number == int(wanted):
                return move
        raise NoOdds(f"There is no move {int(wanted)}, or it was taken back. `companion export --csv moves` lists all.")
    words = wanted.casefold().split()
    chosen = (move for move in story.moves if not isinstance(move.act, _NOBODY_CHOSE))
    found = [(move, text) for move in chosen if (text := _text_with(story, move, words))]
    if len(found) == 1:
        return found[0][0]
    if not found:
        raise NoOdds(f"No move that somebody chose has these words: {wanted}. Say its number, or other words.")
    listed = [f"  {move.number:>5}  {text}" for move, text in found[:MAX_FOUND]]
    more = [f"  and {len(found) - MAX_FOUND} more"] if len(found) > MAX_FOUND else []
    raise NoOdds("\n".join((f"{len(found)} moves have these words. Say the number of one:", *listed, *more)))


def _text_with(story: Story, move: RecordedMove, words: list[str]) -> str:
    """What the log says of the move, as far as it is needed to find the words; empty if they are not all there."""
    text, game = sentence(describe_move(move, story.end)), move.before
    for event in (None, *move.events):
        if isinstance(event, Event):
            text = f"{text} {describe_event(game, event).text}".rstrip()
            game = event.apply(game)
        if words and all(word in text.casefold() for word in words):
            return text
    return ""


def with_and_without(story: Story, move: RecordedMove) -> tuple[Position, Position]:
    """The game just after the move, and as it would have stood then without it: a yes becomes a no, and whatever
    nobody was asked for is left out. What came later plays no part.
    """
    count = story.moves.index(move) + 1
    after, before = (position_after(story.start, story.moves[:at]) for at in (count, count - 1))
    if (no := _no_to(move.act)) is not None:
        with suppress(Refusal):
            before = replace(before, game=evolve(before.game, decide(before.game, no)))
    return after, before


def _no_to(act: object) -> AnyCommand | None:
    match act:
        case AcceptDeal(player):
            return RejectDeal(player)
        case BuyDeed(player):
            return DeclineDeed(player)
        case Bid(player):
            return PassBid(player)
    return None


# Other moves


def with_changes(position: Position, lines: Iterable[RecordLine], seed: int) -> Position:
    """What players and the Bank do there, each in a line as a record writes it. Raises RecordError, or NoOdds if the
    rules refuse one.
    """
    game, names = position.game, one_word_names([player.name for player in position.game.players])
    header = Header(game.rules, game.board, names)
    for line in lines:
        if not line.statement:
            continue
        words = StatementScanner(line, header)
        if words.peek() in ("?", "refuse", "given", "undo", "redo"):
            raise RecordError(line, 0, "expected what a player or the Bank does, such as `Ann builds Boardwalk`")
        act = read_act(words)
        assert not isinstance(act, Undo | Redo)
        try:
            if isinstance(act, Unclear):
                raise refuse_unclear(game, act)
            game = evolve(game, decide_move(game, act, SeededDice(seed)))
            check(game)
        except Refusal as refusal:
            raise NoOdds(f"{line.path}, line {line.number}: {line.statement}\n{refusal.message}") from None
    return replace(position, game=game)
