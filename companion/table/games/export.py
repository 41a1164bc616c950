"""Writes a game as a record: every act as a statement, with the dice, cards and deeds it was left to the companion."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import cast

from msgspec.structs import replace

from companion.boards import as_printed
from companion.plain_text import printable
from companion.play.acts import DoneAgain, MoveEvents, RecordedMove, Redo, Rename, Start, TakenBack, Undo
from companion.play.dice import roll_or_draw
from companion.record.errors import RecordError
from companion.rules import new_game
from companion.rules.board import Board
from companion.rules.catalogue import is_left_open
from companion.rules.commands import AnyCommand
from companion.rules.events import CardDrawn, DeedConveyed, DiceRolled, DiceThrown, StartThrown
from companion.rules.ids import Account, DeedId
from companion.rules.state import Game

Statement = AnyCommand | Undo | Redo


class NoWords(Exception):
    """A record cannot express this game. The message is a sentence for people."""


def export(
    start: Start,
    moves: Sequence[RecordedMove],
    end: Game,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> str:
    """The record, proven to end as the game does; at its end, throws of fair dice are proven. Raises NoWords.

    `progress` hears how far it is, and may raise to stop it.
    """
    from companion.record.dice_proof import proof_lines
    from companion.record.parser import parse  # imported lazily: a table starts faster
    from companion.record.runner import Failed, Runner
    from companion.record.writer import write

    names = tuple(player.name for player in end.players)
    anew = _comparable(new_game(start.rules, start.game.board, start.names))
    position = None if _comparable(start.game) == anew else start.game
    try:
        text = write(start.rules, start.game.board, names, statements(start.game.board, moves), position=position)
    except (ValueError, KeyError) as error:
        raise NoWords(f"A record has no words for how this game began ({error}). It goes on all the same.") from error

    try:
        runner = Runner(parse(text))
        for done, _ in enumerate(runner.play()):
            progress(min(done, len(moves)), len(moves))
    except (RecordError, Failed) as error:
        raise NoWords(f"This game cannot be written as a record, which is our mistake ({error}).") from error
    if _comparable(runner.game) != _comparable(end):  # people would believe a record that ends differently
        raise NoWords("This game cannot be written as a record, which is our mistake: it would end differently.")
    text = f"# {printable(start.title)}\n{text}" if start.title else text
    return proof_lines(start, moves, text, is_over=end.over)


def _comparable(game: Game) -> Game:
    """Without names of players, which are one word each in a record, decks, whose cards are named, and search words."""
    players = tuple(replace(player, name="") for player in game.players)
    return replace(game, players=players, board=as_printed(game.board), decks=((), ()), electronic_decks=False)


def statements(board: Board, moves: Iterable[RecordedMove]) -> Iterator[Statement]:
    """A deal to everybody is one act and several statements, so its undo is as many."""
    counts: dict[int, int] = {}
    for move in moves:
        match move.act, move.events:
            case _, (TakenBack(meant),):
                yield from [Undo()] * counts[meant]
            case _, (DoneAgain(meant),):
                yield from [Redo()] * counts[meant]
            case Rename(), _:
                continue
            case _:
                exact = with_outcome(board, cast("AnyCommand", move.act), move.events)
                counts[move.number] = len(exact)
                yield from exact


def with_outcome(board: Board, act: AnyCommand, events: MoveEvents) -> tuple[AnyCommand, ...]:
    """The command with what was rolled, drawn or dealt; a deal to everybody is a command for each player."""
    if not is_left_open(act):
        return (act,)
    match roll_or_draw(events):
        case CardDrawn(deck=deck, card=card):
            return (replace(act, card=f"{deck.value}/{board.cards(deck)[card].id}"),)
        case DiceRolled(dice=dice, speed=speed) | DiceThrown(dice=dice, speed=speed):
            return (replace(act, dice=dice, speed=speed),)
        case StartThrown(dice=dice):
            return (replace(act, dice=dice),)
    dealt: dict[Account, list[DeedId]] = {}
    for event in events:
        if isinstance(event, DeedConveyed):
            dealt.setdefault(event.owner, []).append(event.deed)
    return tuple(replace(act, player=player, deeds=tuple(deeds)) for player, deeds in dealt.items())
