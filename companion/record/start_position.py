"""The table before play: a new game, and the `given` lines put on it in an order that works."""

from collections.abc import Callable, Sequence
from enum import IntEnum

from msgspec import Struct

from companion.play.dice import DiceSource
from companion.record.errors import RecordError, RecordLine
from companion.record.header import Header, StatementScanner
from companion.rules import new_game, position
from companion.rules.board import JAIL
from companion.rules.ids import DeedId, PlayerId
from companion.rules.position import Impossible, require_possible, set_up_done
from companion.rules.state import HOTEL_LEVEL, Game

Put = Callable[[Game], Game]
MAX_HOUSES = HOTEL_LEVEL - 1


class GivenStage(IntEnum):
    """When a line is put on the table, wherever it stands in the file."""

    OUT = 1
    PLAYERS = 2
    JAILED = 3
    OWNERS = 4
    BUILDINGS = 5
    MORTGAGES = 6
    TURN = 7
    STOCK = 8


class GivenFact(Struct, frozen=True):
    """`settles` names what it states, which no other line may state again."""

    stage: GivenStage
    settles: tuple[str, ...]
    put: Put
    deeds: tuple[DeedId, ...] = ()


class Given(Struct, frozen=True):
    """One line, and what it puts on the table."""

    line: RecordLine
    column: int
    fact: GivenFact


def set_table(
    header: Header, givens: Sequence[Given], dice: DiceSource | None = None, to_deal: Sequence[PlayerId] = ()
) -> Game:
    """Raises a RecordError at the line that makes the table impossible. Players in `to_deal` are still dealt deeds."""
    game = new_game(header.rules, header.board, header.names, dice.decks() if dice else None)
    if not givens:
        return game
    stated: dict[str, Given] = {}
    for given in givens:
        for what in given.fact.settles:
            if what in stated:
                message = f"{what} is given already, on line {stated[what].line.number}"
                raise RecordError(given.line, given.column, message)
            stated[what] = given
    for given in sorted(givens, key=lambda given: given.fact.stage):
        try:
            game = given.fact.put(game)
        except Impossible as error:
            raise _impossible(given, error) from error
    try:
        require_possible(game)
        return set_up_done(game, tuple(seat for seat in game.still_in() if seat in to_deal))
    except Impossible as error:
        about = [given for given in givens if set(given.fact.deeds) & set(error.about)]
        raise _impossible((about or list(givens))[-1], error) from error


def _impossible(given: Given, error: Impossible) -> RecordError:
    return RecordError(given.line, given.column, f"an impossible table: {error.message}")


# The lines

_PLAYER_WORDS = ("cash", "at", "owns", "in", "jail", "passed", "bankrupt")
_DEED_WORDS = ("houses", "hotel", "mortgaged")


def read_given(words: StatementScanner) -> Given:
    words.expect("given")
    column = words.column
    if words.accept("bank"):
        what = words.choose_word(("houses", "hotels"), "word about the Bank")
        count = words.number(f"the number of {what}")
        set_stock = position.set_bank_houses if what == "houses" else position.set_bank_hotels
        fact = GivenFact(GivenStage.STOCK, (f"the Bank's {what}",), lambda game: set_stock(game, count))
    elif words.accept("turn"):
        seat = words.player()

        def set_turn(game: Game) -> Game:
            if game.players[seat].is_out:
                raise Impossible(f"{game.name(seat)} is out of the game and cannot be on turn")
            return position.set_turn(game, seat)

        fact = GivenFact(GivenStage.TURN, ("the turn",), set_turn)
    else:
        is_deed, id, word = words.subject(_PLAYER_WORDS, _DEED_WORDS)
        if not is_deed:
            fact = _player_fact(words, id, word)
        elif word == "mortgaged":
            settles = (f"the mortgage on {words.header.board.deeds[id].name}",)
            fact = GivenFact(GivenStage.MORTGAGES, settles, lambda game: position.set_mortgaged(game, id), (id,))
        else:
            level = HOTEL_LEVEL if word == "hotel" else words.number("the number of houses", MAX_HOUSES)
            settles = (f"what stands on {words.header.board.deeds[id].name}",)
            fact = GivenFact(GivenStage.BUILDINGS, settles, lambda game: position.set_buildings(game, id, level), (id,))
    words.end()
    return Given(words.line, column, fact)


def _player_fact(words: StatementScanner, seat: PlayerId, word: str) -> GivenFact:
    name, stage = words.header.names[seat], GivenStage.PLAYERS
    match word:
        case "cash":
            amount = words.number("an amount")
            return GivenFact(stage, (f"{name}'s cash",), lambda game: position.set_cash(game, seat, amount))
        case "at":
            place = words.named(words.header.board.space_naming)
            settles = (f"{name}'s place",) if place != JAIL else ()  # `at Jail` and `in jail` may stand together
            return GivenFact(stage, settles, lambda game: position.set_place(game, seat, place))
        case "in":
            words.expect("jail")
            failed = words.number("how many throws have failed") if words.accept("turn") else 0
            settles = (f"{name}'s place",)
            return GivenFact(GivenStage.JAILED, settles, lambda game: position.set_jailed(game, seat, failed))
        case "jail":
            words.expect("cards")
            count = words.number("how many")
            return GivenFact(stage, (f"{name}'s jail cards",), lambda game: position.set_jail_cards(game, seat, count))
        case "passed":
            words.expect("go")
            return GivenFact(stage, (f"{name}'s passing of GO",), lambda game: position.set_lapped(game, seat))
        case "bankrupt":
            settles = (f"{name}'s bankruptcy",)
            return GivenFact(GivenStage.OUT, settles, lambda game: position.set_bankrupt(game, seat))
        case "owns":
            owned = [words.deed()]
            while words.accept(","):
                owned.append(words.deed())

            def set_owner(game: Game) -> Game:
                for deed in owned:
                    game = position.set_owner(game, seat, deed)
                return game

            settled = tuple(f"the owner of {words.header.board.deeds[deed].name}" for deed in owned)
            return GivenFact(GivenStage.OWNERS, settled, set_owner, tuple(owned))
    raise AssertionError(word)
