"""A record told as a story: the table, every turn with what happened in it and why, and how everyone stands."""

import re
import textwrap
from collections.abc import Iterator

from companion.plain_text import printable
from companion.play.dice import DiceSource
from companion.play.words import describe_redo, describe_undo
from companion.record.parser import Record
from companion.record.runner import Accepted, Outcome, RefusedAsExpected, Runner, StepRedone, StepUndone
from companion.rules.board import JAIL
from companion.rules.events import GameEnded, OfferMade, RentIncurred, TurnPassed
from companion.rules.house_rules import house_rules_of
from companion.rules.lists import and_list, count_of, sentence
from companion.rules.pending_steps import OWED, Debt
from companion.rules.phrases import setting, way_out
from companion.rules.state import HOTEL_LEVEL, Game
from companion.rules.words import describe_event, describe_step

INDENT = "  "
MIN_TEXT = 30  # in a narrower column the clauses stand below the text, not beside it
MIN_DEEDS = 30  # in a narrower column deeds have lines of their own
UNBROKEN = "\u00a0"  # a space at which no line is broken
_ABOUT_MONEY = re.compile(
    r" (?:bids|offers|cash|sells to|sets|moves \d+ from) ", re.IGNORECASE
)  # numbers there are amounts
_AMOUNT = re.compile(r"(?<![^\s,:])[+-]?\d+(?![^\s,:])")  # a word by itself, as the parser takes them
_BEFORE_PLAY = ("SETUP-4", "SHORT-1", "TIMED-2")  # rolls for the start, and deals


def story(record: Record, dice: DiceSource | None, width: int) -> Iterator[str]:
    """Lines of at most `width` characters. Raises Failed where the record does not hold."""
    runner, teller = Runner(record, dice), _Teller(width)
    yield from _opening(record, runner.game, width)
    for outcome in runner.play():
        yield from teller.lines(outcome, runner.game)
    yield from ("", "How everyone stands", *standings(runner.game, width))


def _opening(record: Record, game: Game, width: int) -> Iterator[str]:
    rules = game.rules
    yield from _wrap(f"{rules.title} ({', '.join((rules.key, *rules.variants))})", width)
    yield from _wrap(f"Board: {game.board.title} ({game.board.key})", width)
    if rules.rent_claimed:
        yield from _wrap("Owners ask for their rent themselves.", width)
    # How rent is asked for is the book's own choice [RENT-6], though it is set like a house rule.
    options = [
        name if value is True else f"{name} {setting(game.board, value)}"
        for name, value in house_rules_of(rules).items()
        if name != "rent"
    ]
    if options:
        yield from _wrap(f"House rules: {', '.join(options)}.", width)
    who = and_list(record.header.names)
    if not record.givens:
        yield from _wrap(f"{who} start with {game.money(rules.starting_cash)} each.", width)
    else:
        yield from _wrap(f"{who} have played so far:", width)
        yield from standings(game, width)


class _Teller:
    """Remembers whose turn was announced last."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._announced = ("", -1)

    def lines(self, outcome: Outcome, game: Game) -> Iterator[str]:
        match outcome:
            case Accepted(_, before, events):
                for event in events:
                    told = describe_event(before, event)
                    if told.text and not isinstance(event, TurnPassed):
                        yield from self._line(before, told.text, told.clauses)
                    before = event.apply(before)
            case StepUndone(_, step):
                what = _with_money(game, step.what.line.statement)
                yield from _beside(describe_undo(what, step.after, step.before), ("UNDO-1",), self._width)
            case StepRedone(_, step):
                what = _with_money(game, step.what.line.statement)
                yield from _beside(describe_redo(what, step.before, step.after), ("UNDO-1",), self._width)
            case RefusedAsExpected(line, refusal):
                wish = _with_money(game, line.statement.partition(":")[2].strip())
                yield from self._line(game, f"Refused: {wish}. {refusal.message}", refusal.clauses)

    def _line(self, game: Game, text: str, clauses: tuple[str, ...]) -> Iterator[str]:
        is_before = clauses[0] in _BEFORE_PLAY
        heading = "Before the first turn" if is_before else f"{game.name(game.turn)}'s turn"
        if (heading, game.turn_number) != self._announced:
            self._announced = heading, game.turn_number
            yield from ("", *_wrap(heading, self._width))
        yield from _beside(text, clauses, self._width)


def _with_money(game: Game, statement: str) -> str:
    """Amounts as people read them, except in the reason that the Bank gives: those are somebody's own words."""

    def readable(amount: re.Match[str]) -> str:
        return (game.gain if amount[0][0] in "+-" else game.money)(int(amount[0]))

    before, colon, after = statement.partition(":")
    if not _ABOUT_MONEY.search(before):
        return statement
    if before.casefold().startswith("bank "):
        return _AMOUNT.sub(readable, before) + colon + after
    return _AMOUNT.sub(readable, statement)


def _beside(text: str, clauses: tuple[str, ...], width: int) -> Iterator[str]:
    """The text on the left; the clauses on the right, at the end of its last line or below it."""
    note = ", ".join(dict.fromkeys(clauses))
    room = width - len(note) - 2
    *lines, last = _wrap(text, room if room >= MIN_TEXT else width, INDENT, INDENT * 2)
    yield from lines
    if len(last) <= room:
        yield last + note.rjust(width - len(last))
    else:
        yield last
        yield from (line.rjust(width) for line in _wrap(note, width))


def _wrap(text: str, width: int, first: str = "", then: str = "") -> list[str]:
    lines = textwrap.wrap(printable(text), width, initial_indent=first, subsequent_indent=then, break_on_hyphens=False)
    return lines or [""]


# How everyone stands


def standings(game: Game, width: int) -> Iterator[str]:
    """A row for each player, deeds wrapped in their own column where there is room; what the Bank has left; and whose
    turn it is and what is open.
    """
    words, rows = game.board.words, []
    for seat, player in enumerate(game.players):
        place = game.board.spaces[player.place].name
        if player.is_out:
            place = "bankrupt" if player.bankrupt else "retired"
        elif player.place == JAIL:
            place = f"{place}, visiting" if player.jail is None else f"in {place}"
        owned = []
        for deed in game.deeds_of(seat):
            title = game.titles[deed.id]
            level = title.buildings
            built = words.hotel if level == HOTEL_LEVEL else count_of(level, words.house, words.houses) if level else ""
            note = "mortgaged" if title.mortgaged else built
            owned.append(f"{deed.name} ({note})" if note else deed.name)
        owned += [way_out(game.board, card) for card in player.jail_cards]
        rows.append((player.name, game.money(player.cash), place, ", ".join(owned) or "no deeds"))
    names, cash, places, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    for name, has, place, deeds in rows:
        left = f"{INDENT}{name:{names}}  {has:>{cash}}  {place:{places}}  "
        if len(left) + MIN_DEEDS <= width:
            whole = deeds.replace(" ", UNBROKEN).replace(f",{UNBROKEN}", ", ")
            wrapped = textwrap.wrap(
                whole, width, initial_indent=left, subsequent_indent=" " * len(left), break_on_hyphens=False
            )
            yield from (line.replace(UNBROKEN, " ") for line in wrapped)
        else:
            yield from _wrap(f"{name}: {has}, {place}", width, INDENT, INDENT * 2)
            yield from _wrap(deeds, width, INDENT * 2, INDENT * 3)
    houses, hotels = game.houses_left(), game.hotels_left()
    pot = f" Under {game.board.names['parking']} lies {game.money(game.pot)}." if game.rules.pot is not None else ""
    stock = f"{count_of(houses, words.house, words.houses)} and {count_of(hotels, words.hotel, words.hotels)}"
    left_over = f"The Bank has {stock} left.{pot}"
    yield from _wrap(left_over, width, INDENT, INDENT)
    yield from _wrap(" ".join(_now(game)), width, INDENT, INDENT)


def _now(game: Game) -> Iterator[str]:
    """Whose turn it is, and what is open, as sentences."""
    if game.over:
        yield describe_event(game, GameEnded(("WIN-1",), game.winners)).text
        return
    if game.opening is not None and game.opening.thrown:
        rolled = {player for player, _ in game.opening.thrown}
        waiting = and_list(game.name(player) for player in game.opening.contenders if player not in rolled)
        yield f"To see who goes first, still to roll: {waiting}."
    else:
        yield f"It is {game.name(game.turn)}'s turn."
    for step in game.pending:  # up to the first that is neither a debt nor interest; a second debt waits for the first
        if not isinstance(step, Debt) or game.debt_of(step.debtor) is step:
            yield sentence(describe_step(game, step))
        if not isinstance(step, OWED):
            break
    if game.offer is not None:
        yield describe_event(game, OfferMade(("DEAL-1",), game.offer)).text
    for rent in game.rents:
        if not rent.lapsed:
            yield describe_event(game, RentIncurred(("RENT-6",), rent)).text
