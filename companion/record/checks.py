"""Checks: a line with `?`, read into a question about the game. Its answer is empty if it holds."""

from collections.abc import Callable

from companion.record.header import StatementScanner
from companion.record.name_resolution import read_about, read_deed, read_named
from companion.record.open_checks import read_open_check
from companion.record.statements import Check, Moment, unless
from companion.rules.board import BOARD
from companion.rules.clauses import CLAUSES
from companion.rules.deeds import DEEDS
from companion.rules.ids import DeedId, PlayerId
from companion.rules.naming import SPACE, nearest, quoted
from companion.rules.rent import rent_due
from companion.rules.state import HOTEL_LEVEL, Game, Player, Title
from companion.rules.worth import end_worth, total_worth


def read_check(words: StatementScanner) -> Check:
    """What follows the question mark."""
    if not words:
        raise words.wrong("what is to be checked")
    if words.peek() in _OF_TABLE:
        check = words.choose(_OF_TABLE, "check")(words)
    else:
        check = read_about(words, _OF_PLAYER, _OF_DEED)
    words.end()
    return check


def read_clause(words: StatementScanner) -> str:
    """The id of a clause."""
    column = words.column
    word = words.take("a clause, such as RENT-2").text
    if word.upper() not in CLAUSES:
        raise words.error(f"no clause is called {quoted(word)}{nearest(word, CLAUSES)}", column)
    return word.upper()


def _by(words: StatementScanner) -> Check:
    wanted = read_clause(words)
    return lambda moment: unless(wanted in moment.clauses, _made_under(moment))


def _not_by(words: StatementScanner) -> Check:
    words.expect("by")
    wanted = read_clause(words)
    return lambda moment: unless(wanted not in moment.clauses, _made_under(moment))


def _made_under(moment: Moment) -> str:
    return f"by {', '.join(sorted(moment.clauses))}" if moment.clauses else "nothing was made under any clause"


def _turn(words: StatementScanner) -> Check:
    seat = words.player()
    return lambda moment: unless(moment.game.turn == seat, f"it is {moment.game.name(moment.game.turn)}'s turn")


def _winner(words: StatementScanner) -> Check:
    winners = [words.player()]
    while words.accept(","):
        winners.append(words.player())
    wanted = sorted(winners)
    return lambda moment: unless(sorted(moment.game.winners) == wanted, _ending(moment.game))


def _ending(game: Game) -> str:
    return f"winner {', '.join(map(game.name, game.winners))}" if game.over else "the game goes on"


def _rent(words: StatementScanner) -> Check:
    rented = DEEDS[read_deed(words, keep=1)]
    return _equal(words, f"rent {rented.name}", lambda game: rent_due(game, rented, sum(game.dice)))


def _balanced(_: StatementScanner) -> Check:
    def check(moment: Moment) -> str:
        game = moment.game
        total = sum(player.cash for player in game.players) + game.bank + game.pot
        return unless(total == 0, f"the accounts sum to {total}")

    return check


def _bank(words: StatementScanner) -> Check:
    what = words.peek()
    return _equal(words, f"bank {what}", words.choose(_OF_BANK, "word about the Bank"))


def _equal(words: StatementScanner, what: str, read: Callable[[Game], int]) -> Check:
    """A number that must be the one that follows."""
    wanted = words.number()
    return lambda moment: unless(read(moment.game) == wanted, f"{what} {read(moment.game)}")


_OF_BANK: dict[str, Callable[[Game], int]] = {
    "houses": Game.houses_left,
    "hotels": Game.hotels_left,
    "keys": lambda game: game.keys_left() if game.rules.jail_keys else 0,
}
_OF_TABLE: dict[str, Callable[[StatementScanner], Check]] = {
    "by": _by,
    "not": _not_by,
    "turn": _turn,
    "winner": _winner,
    "over": lambda _: lambda moment: unless(moment.game.over, _ending(moment.game)),
    "open": read_open_check,
    "rent": _rent,
    "bank": _bank,
    "balanced": _balanced,
    "doubles": lambda words: _equal(words, "doubles", lambda game: game.doubles),
}


def _cash(words: StatementScanner, seat: PlayerId) -> Check:
    return _equal(words, f"{words.header.names[seat]} cash", lambda game: game.players[seat].cash)


def _worth(words: StatementScanner, seat: PlayerId) -> Check:
    return _equal(words, f"{words.header.names[seat]} worth", lambda game: end_worth(game, seat))


def _total_worth(words: StatementScanner, seat: PlayerId) -> Check:
    words.expect("worth")
    return _equal(words, f"{words.header.names[seat]} total worth", lambda game: total_worth(game, seat))


def _jail_cards(words: StatementScanner, seat: PlayerId) -> Check:
    words.expect("cards")
    return _equal(words, f"{words.header.names[seat]} jail cards", lambda game: len(game.players[seat].jail_cards))


def _at(words: StatementScanner, seat: PlayerId) -> Check:
    wanted = read_named(words, SPACE)
    return _player(seat, lambda player: player.place == wanted)


def _in_jail(words: StatementScanner, seat: PlayerId) -> Check:
    words.expect("jail")
    if not words.accept("turn"):
        return _player(seat, lambda player: player.jail is not None)
    failed = words.number("how many throws have failed")
    return _player(seat, lambda player: player.jail == failed)


def _player(seat: PlayerId, holds: Callable[[Player], bool]) -> Check:
    def check(moment: Moment) -> str:
        player = moment.game.players[seat]
        if player.is_out:
            instead = "is bankrupt" if player.bankrupt else "has retired"
        else:
            instead = f"at {BOARD[player.place].name}" if player.jail is None else f"in jail turn {player.jail}"
        return unless(holds(player), f"{player.name} {instead}")

    return check


_OF_PLAYER = {
    "cash": _cash,
    "worth": _worth,
    "total": _total_worth,
    "jail": _jail_cards,
    "at": _at,
    "in": _in_jail,
    "free": lambda _, seat: _player(seat, lambda player: player.jail is None),
    "bankrupt": lambda _, seat: _player(seat, lambda player: player.bankrupt),
}


def _owner(words: StatementScanner, index: DeedId) -> Check:
    wanted = words.account()
    return _title(index, lambda title: title.owner == wanted)


def _houses(words: StatementScanner, index: DeedId) -> Check:
    wanted = words.number("how many houses")
    return _title(index, lambda title: title.buildings == wanted < HOTEL_LEVEL)


def _title(index: DeedId, holds: Callable[[Title], bool]) -> Check:
    def check(moment: Moment) -> str:
        title, level = moment.game.titles[index], moment.game.titles[index].buildings
        owner = moment.game.players[title.owner].name if title.owner >= 0 else "Bank"
        standing = "hotel" if level == HOTEL_LEVEL else f"houses {level}" if level else "bare"
        mortgage = "mortgaged" if title.mortgaged else "clear"
        return unless(holds(title), f"{DEEDS[index].name} owner {owner}, {standing}, {mortgage}")

    return check


_OF_DEED = {
    "owner": _owner,
    "houses": _houses,
    "hotel": lambda _, index: _title(index, lambda title: title.buildings == HOTEL_LEVEL),
    "bare": lambda _, index: _title(index, lambda title: title.buildings == 0),
    "mortgaged": lambda _, index: _title(index, lambda title: title.mortgaged),
    "clear": lambda _, index: _title(index, lambda title: not title.mortgaged),
}
