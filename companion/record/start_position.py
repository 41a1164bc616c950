"""The table before play: a new game, and the `given` lines put on it in an order that works."""

from collections.abc import Callable, Sequence
from enum import IntEnum

from msgspec import Struct

from companion.play.dice import DiceSource
from companion.record.errors import RecordError, RecordLine
from companion.record.header import Header, StatementScanner
from companion.record.name_resolution import read_about, read_deed, read_named
from companion.rules import new_game, position
from companion.rules.board import JAIL
from companion.rules.deeds import DEEDS
from companion.rules.ids import DeedId, PlayerId
from companion.rules.naming import SPACE
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
    game = new_game(header.rules, header.names, dice.decks() if dice else None)
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


def read_given(words: StatementScanner) -> Given:
    words.expect("given")
    column = words.column
    if words.accept("bank"):
        fact = words.choose(_OF_BANK, "word about the Bank")(words)
    elif words.accept("turn"):
        fact = _turn(words)
    else:
        fact = read_about(words, _OF_PLAYER, _OF_DEED)
    words.end()
    return Given(words.line, column, fact)


def _bank_houses(words: StatementScanner) -> GivenFact:
    count = words.number("the number of houses")
    return GivenFact(GivenStage.STOCK, ("the Bank's houses",), lambda game: position.set_bank_houses(game, count))


def _bank_hotels(words: StatementScanner) -> GivenFact:
    count = words.number("the number of hotels")
    return GivenFact(GivenStage.STOCK, ("the Bank's hotels",), lambda game: position.set_bank_hotels(game, count))


def _turn(words: StatementScanner) -> GivenFact:
    seat = words.player()

    def put(game: Game) -> Game:
        if game.players[seat].is_out:
            raise Impossible(f"{game.name(seat)} is out of the game and cannot be on turn")
        return position.set_turn(game, seat)

    return GivenFact(GivenStage.TURN, ("the turn",), put)


def _cash(words: StatementScanner, seat: PlayerId) -> GivenFact:
    amount = words.number("an amount")
    return _of_player(words, seat, "cash", lambda game: position.set_cash(game, seat, amount))


def _at(words: StatementScanner, seat: PlayerId) -> GivenFact:
    place = read_named(words, SPACE)
    fact = _of_player(words, seat, "place", lambda game: position.set_place(game, seat, place))
    # `at Jail` and `in jail` may stand together.
    return fact if place != JAIL else GivenFact(fact.stage, (), fact.put)


def _in_jail(words: StatementScanner, seat: PlayerId) -> GivenFact:
    words.expect("jail")
    failed = words.number("how many throws have failed") if words.accept("turn") else 0
    settles = (f"{words.header.names[seat]}'s place",)
    return GivenFact(GivenStage.JAILED, settles, lambda game: position.set_jailed(game, seat, failed))


def _jail_cards(words: StatementScanner, seat: PlayerId) -> GivenFact:
    words.expect("cards")
    count = words.number("how many")
    return _of_player(words, seat, "jail cards", lambda game: position.set_jail_cards(game, seat, count))


def _passed_go(words: StatementScanner, seat: PlayerId) -> GivenFact:
    words.expect("go")
    return _of_player(words, seat, "passing of GO", lambda game: position.set_lapped(game, seat))


def _bankrupt(words: StatementScanner, seat: PlayerId) -> GivenFact:
    settles = (f"{words.header.names[seat]}'s bankruptcy",)
    return GivenFact(GivenStage.OUT, settles, lambda game: position.set_bankrupt(game, seat))


def _of_player(words: StatementScanner, seat: PlayerId, what: str, put: Put) -> GivenFact:
    return GivenFact(GivenStage.PLAYERS, (f"{words.header.names[seat]}'s {what}",), put)


def _owns(words: StatementScanner, seat: PlayerId) -> GivenFact:
    owned = [read_deed(words)]
    while words.accept(","):
        owned.append(read_deed(words))

    def put(game: Game) -> Game:
        for deed in owned:
            game = position.set_owner(game, seat, deed)
        return game

    settles = tuple(f"the owner of {DEEDS[deed].name}" for deed in owned)
    return GivenFact(GivenStage.OWNERS, settles, put, tuple(owned))


def _houses(words: StatementScanner, deed: DeedId) -> GivenFact:
    return _buildings(deed, words.number("the number of houses", MAX_HOUSES))


def _hotel(_: StatementScanner, deed: DeedId) -> GivenFact:
    return _buildings(deed, HOTEL_LEVEL)


def _buildings(deed: DeedId, level: int) -> GivenFact:
    settles = (f"what stands on {DEEDS[deed].name}",)
    return GivenFact(GivenStage.BUILDINGS, settles, lambda game: position.set_buildings(game, deed, level), (deed,))


def _mortgaged(_: StatementScanner, deed: DeedId) -> GivenFact:
    settles = (f"the mortgage on {DEEDS[deed].name}",)
    return GivenFact(GivenStage.MORTGAGES, settles, lambda game: position.set_mortgaged(game, deed), (deed,))


_OF_BANK = {"houses": _bank_houses, "hotels": _bank_hotels}
_OF_DEED = {"houses": _houses, "hotel": _hotel, "mortgaged": _mortgaged}
_OF_PLAYER = {
    "cash": _cash,
    "at": _at,
    "owns": _owns,
    "in": _in_jail,
    "jail": _jail_cards,
    "passed": _passed_go,
    "bankrupt": _bankrupt,
}
