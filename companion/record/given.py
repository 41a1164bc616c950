"""`given` lines: the table as it stands before play, each line read into what it puts on the table."""

from collections.abc import Callable
from enum import IntEnum

from msgspec import Struct

from companion.record.errors import Line
from companion.record.sentence import Sentence
from companion.record.subjects import about, deeds, space
from companion.rules import position
from companion.rules.board import JAIL
from companion.rules.deeds import DEEDS
from companion.rules.ids import DeedId, PlayerId
from companion.rules.state import HOTEL_LEVEL, Game

Put = Callable[[Game], Game]
HOUSES_MOST = HOTEL_LEVEL - 1


class Stage(IntEnum):
    """When a line is put on the table, whatever its place in the file."""

    OUT = 1
    PLAYERS = 2
    JAILED = 3
    OWNERS = 4
    BUILDINGS = 5
    MORTGAGES = 6
    TURN = 7
    STOCK = 8


class Given(Struct, frozen=True):
    """One line. `settles` names the facts it states, which no other line may state again."""

    line: Line
    column: int
    stage: Stage
    settles: tuple[str, ...]
    put: Put
    deeds: tuple[DeedId, ...] = ()


class _Fact(Struct, frozen=True):
    stage: Stage
    settles: tuple[str, ...]
    put: Put
    deeds: tuple[DeedId, ...] = ()


def read_given(words: Sentence) -> Given:
    words.expect("given")
    column = words.column
    if words.accept("bank"):
        fact = words.choose(_OF_BANK, "word about the Bank")(words)
    elif words.accept("turn"):
        fact = _turn(words)
    else:
        fact = about(words, _OF_PLAYER, _OF_DEED)
    words.end()
    return Given(words.line, column, fact.stage, fact.settles, fact.put, fact.deeds)


def _bank_houses(words: Sentence) -> _Fact:
    count = words.number("the number of houses")
    return _Fact(Stage.STOCK, ("the Bank's houses",), lambda game: position.set_bank_houses(game, count))


def _bank_hotels(words: Sentence) -> _Fact:
    count = words.number("the number of hotels")
    return _Fact(Stage.STOCK, ("the Bank's hotels",), lambda game: position.set_bank_hotels(game, count))


def _turn(words: Sentence) -> _Fact:
    seat = words.player()

    def put(game: Game) -> Game:
        if game.players[seat].is_out:
            raise position.Impossible(f"{game.name(seat)} is out of the game and cannot be on turn")
        return position.set_turn(game, seat)

    return _Fact(Stage.TURN, ("the turn",), put)


def _cash(words: Sentence, seat: PlayerId) -> _Fact:
    amount = words.number("an amount")
    return _of_player(words, seat, "cash", lambda game: position.set_cash(game, seat, amount))


def _at(words: Sentence, seat: PlayerId) -> _Fact:
    place = space(words)
    fact = _of_player(words, seat, "place", lambda game: position.set_place(game, seat, place))
    # `at Jail` and `in jail` may stand together.
    return fact if place != JAIL else _Fact(fact.stage, (), fact.put)


def _in_jail(words: Sentence, seat: PlayerId) -> _Fact:
    words.expect("jail")
    failed = words.number("how many throws have failed") if words.accept("turn") else 0
    settles = (f"{words.header.names[seat]}'s place",)
    return _Fact(Stage.JAILED, settles, lambda game: position.set_jailed(game, seat, failed))


def _jail_cards(words: Sentence, seat: PlayerId) -> _Fact:
    words.expect("cards")
    count = words.number("how many")
    return _of_player(words, seat, "jail cards", lambda game: position.set_jail_cards(game, seat, count))


def _passed_go(words: Sentence, seat: PlayerId) -> _Fact:
    words.expect("go")
    return _of_player(words, seat, "passing of GO", lambda game: position.set_lapped(game, seat))


def _bankrupt(words: Sentence, seat: PlayerId) -> _Fact:
    settles = (f"{words.header.names[seat]}'s bankruptcy",)
    return _Fact(Stage.OUT, settles, lambda game: position.set_bankrupt(game, seat))


def _of_player(words: Sentence, seat: PlayerId, what: str, put: Put) -> _Fact:
    return _Fact(Stage.PLAYERS, (f"{words.header.names[seat]}'s {what}",), put)


def _owns(words: Sentence, seat: PlayerId) -> _Fact:
    owned = deeds(words)

    def put(game: Game) -> Game:
        for deed in owned:
            game = position.set_owner(game, seat, deed)
        return game

    return _Fact(Stage.OWNERS, tuple(f"the owner of {DEEDS[deed].name}" for deed in owned), put, owned)


def _houses(words: Sentence, deed: DeedId) -> _Fact:
    return _buildings(deed, words.number("the number of houses", HOUSES_MOST))


def _hotel(_: Sentence, deed: DeedId) -> _Fact:
    return _buildings(deed, HOTEL_LEVEL)


def _buildings(deed: DeedId, level: int) -> _Fact:
    settles = (f"what stands on {DEEDS[deed].name}",)
    return _Fact(Stage.BUILDINGS, settles, lambda game: position.set_buildings(game, deed, level), (deed,))


def _mortgaged(_: Sentence, deed: DeedId) -> _Fact:
    settles = (f"the mortgage on {DEEDS[deed].name}",)
    return _Fact(Stage.MORTGAGES, settles, lambda game: position.set_mortgaged(game, deed), (deed,))


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
