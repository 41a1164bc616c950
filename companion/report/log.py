"""The log of a game in sentences: every move, also those that were taken back."""

from msgspec import Struct

from companion.play.acts import DoneAgain, RecordedMove, Renamed, TakenBack
from companion.play.words import describe_move, describe_redo, describe_undo
from companion.rules.events import Event
from companion.rules.lists import sentence
from companion.rules.words import describe_event
from companion.story import Story


class ReportLine(Struct, frozen=True):
    move: int
    turn: int
    text: str
    clauses: tuple[str, ...]
    counts: bool  # it was not taken back


def report_log(story: Story) -> list[ReportLine]:
    counted, lines = {move.number for move in story.moves}, list[ReportLine]()
    for move in story.recorded:
        game, turn = move.before, move.before.turn_number
        for event in move.events:
            if not isinstance(event, Event):
                lines.append(ReportLine(move.number, turn, sentence(describe_act(story, move)), ("UNDO-1",), True))
                continue
            told = describe_event(game, event)
            if told.text:
                lines.append(ReportLine(move.number, turn, told.text, told.clauses, move.number in counted))
            game = event.apply(game)
    return lines


def describe_act(story: Story, move: RecordedMove) -> str:
    """As a phrase, with the names that the players have at the end."""
    match move.events:
        case (TakenBack(number),):
            return describe_undo(describe_move(story.recorded[number - 1], story.end), move.before, move.after)
        case (DoneAgain(number),):
            return describe_redo(describe_move(story.recorded[number - 1], story.end), move.before, move.after)
        case (Renamed(player, name),):
            return f"{move.before.name(player)} is now called {name}"
    return describe_move(move, story.end)
