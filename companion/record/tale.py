"""A record told as a story: the table, every turn with what happened in it and why, and how everyone stands."""

import re
import textwrap
from collections.abc import Iterable, Iterator

from companion.play.dice import DiceSource
from companion.play.words import describe_redo, describe_undo
from companion.record.errors import printable
from companion.record.runner import DoneAgain, Outcome, Played, Runner, TakenBack, TurnedDown
from companion.record.standings import standings
from companion.record.statements import Record
from companion.rules.events import Event, TurnPassed
from companion.rules.house_rules import Value, house_rules_of
from companion.rules.phrases import gain, money, setting
from companion.rules.state import Game
from companion.rules.words import describe_event

INDENT = "  "
TEXT_LEAST = 30  # in less, the clauses do not stand beside the text but below it
_AMOUNT = re.compile(r"(?<![^\s,:])[+-]?\d{4,}(?![^\s,:])")  # a word by itself, as the parser takes them
BEFORE = "Before the first turn"
BEFORE_CLAUSES = ("SETUP-4", "SHORT-1", "TIMED-2")  # throws for the start, and deals


def tale(record: Record, chance: DiceSource | None, width: int) -> Iterator[str]:
    """Lines of at most `width` characters. Raises Failed where the record does not hold."""
    runner, teller = Runner(record, chance), _Teller(width)
    yield from _opening(record, runner.game, width)
    for outcome in runner.play():
        yield from teller.lines(outcome, runner.game)
    yield from ("", "How everyone stands", *standings(runner.game, width))


def _opening(record: Record, game: Game, width: int) -> Iterator[str]:
    rules, names = game.rules, record.header.names
    yield from _wrapped(f"{rules.title} ({', '.join((rules.key, *rules.variants))})", width)
    if rules.rent_claimed:
        yield from _wrapped("Owners ask for their rent themselves.", width)
    # How rent is asked for is the book's own choice [RENT-6], though it is set like a house rule.
    if options := {name: value for name, value in house_rules_of(rules).items() if name != "rent"}:
        yield from _wrapped(f"House rules: {', '.join(_option(*option) for option in options.items())}.", width)
    who = f"{', '.join(names[:-1])} and {names[-1]}"
    if not record.givens:
        yield from _wrapped(f"{who} start with {money(rules.starting_cash)} each.", width)
    else:
        yield from _wrapped(f"{who} have played so far:", width)
        yield from standings(game, width)


def _option(name: str, value: Value) -> str:
    return name if value is True else f"{name} {setting(value)}"


class _Teller:
    """Remembers whose turn was announced last."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._heading = ""
        self._turn = -1

    def lines(self, outcome: Outcome, game: Game) -> Iterator[str]:
        match outcome:
            case Played(_, before, events):
                yield from self._events(before, events)
            case TakenBack(_, entry):
                what = _aloud(entry.what.line.spoken)
                yield from self._note(describe_undo(what, entry.after, entry.before), ("UNDO-1",))
            case DoneAgain(_, entry):
                what = _aloud(entry.what.line.spoken)
                yield from self._note(describe_redo(what, entry.before, entry.after), ("UNDO-1",))
            case TurnedDown(line, refusal):
                wish = _aloud(line.spoken.partition(":")[2].strip())
                yield from self._line(game, f"Refused: {wish}. {refusal.message}", refusal.clauses)

    def _events(self, game: Game, events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            told = describe_event(game, event)
            if told.text and not isinstance(event, TurnPassed):
                yield from self._line(game, told.text, told.clauses)
            game = event.apply(game)

    def _line(self, game: Game, text: str, clauses: tuple[str, ...]) -> Iterator[str]:
        yield from self._announced(_section(game, clauses), game.turn_number)
        yield from self._note(text, clauses)

    def _note(self, text: str, clauses: tuple[str, ...]) -> Iterator[str]:
        return _beside(text, ", ".join(dict.fromkeys(clauses)), self._width)

    def _announced(self, heading: str, turn: int) -> Iterator[str]:
        if (heading, turn) != (self._heading, self._turn):
            self._heading, self._turn = heading, turn
            yield from ("", *_wrapped(heading, self._width))


def _section(game: Game, clauses: tuple[str, ...]) -> str:
    return BEFORE if clauses[0] in BEFORE_CLAUSES else f"{game.name(game.turn)}'s turn"


def _aloud(statement: str) -> str:
    """With thousands apart, but for the reason that the Bank gives: that is in anybody's words."""
    said, colon, more = statement.partition(":")
    return _apart(said) + colon + (more if said.casefold().startswith("bank ") else _apart(more))


def _apart(text: str) -> str:
    return _AMOUNT.sub(lambda found: (gain if found[0][0] in "+-" else money)(int(found[0])), text)


def _beside(text: str, note: str, width: int) -> Iterator[str]:
    """The text on the left and, at the end of its last line or below it, the note on the right."""
    room = width - len(note) - 2
    *lines, last = _wrapped(text, room if room >= TEXT_LEAST else width, INDENT)
    yield from lines
    if len(last) <= room:
        yield last + note.rjust(width - len(last))
    else:
        yield last
        yield from (line.rjust(width) for line in _wrapped(note, width))


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    shown = printable(text)
    return textwrap.wrap(shown, width, initial_indent=indent, subsequent_indent=indent * 2, break_on_hyphens=False) or [
        ""
    ]
