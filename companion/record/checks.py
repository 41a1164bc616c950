"""Checks: a line with `?`, read into a question to the table. Its answer is empty if it holds."""

from collections.abc import Callable

from companion.record.open_checks import open_check
from companion.record.sentence import Sentence
from companion.record.statements import Check, Moment, unless
from companion.record.subjects import about, deed, space
from companion.rules.board import BOARD
from companion.rules.clauses import CLAUSES
from companion.rules.deeds import DEEDS
from companion.rules.ids import DeedId, PlayerId
from companion.rules.naming import nearest, quoted
from companion.rules.rent import rent_due
from companion.rules.state import HOTEL_LEVEL, Game, Player, Title
from companion.rules.worth import end_worth, total_worth


def read_check(words: Sentence) -> Check:
    """What follows the question mark."""
    if not words:
        raise words.wrong("what is to be checked")
    if words.peek() in _OF_TABLE:
        check = words.choose(_OF_TABLE, "check")(words)
    else:
        check = about(words, _OF_PLAYER, _OF_DEED)
    words.end()
    return check


def clause(words: Sentence) -> str:
    """The id of a clause."""
    column = words.column
    word = words.take("a clause, such as RENT-2").text
    if word.upper() not in CLAUSES:
        raise words.error(f"no clause is called {quoted(word)}{nearest(word, CLAUSES)}", column)
    return word.upper()


def _by(words: Sentence) -> Check:
    wanted = clause(words)
    return lambda moment: unless(wanted in moment.clauses, _made_under(moment))


def _not_by(words: Sentence) -> Check:
    words.expect("by")
    wanted = clause(words)
    return lambda moment: unless(wanted not in moment.clauses, _made_under(moment))


def _made_under(moment: Moment) -> str:
    return f"by {', '.join(sorted(moment.clauses))}" if moment.clauses else "nothing was made under any clause"


def _turn(words: Sentence) -> Check:
    seat = words.player()
    return lambda moment: unless(moment.game.turn == seat, f"it is {moment.game.name(moment.game.turn)}'s turn")


def _winner(words: Sentence) -> Check:
    wanted = sorted(words.players())
    return lambda moment: unless(sorted(moment.game.winners) == wanted, _ending(moment.game))


def _over(_: Sentence) -> Check:
    return lambda moment: unless(moment.game.over, _ending(moment.game))


def _ending(game: Game) -> str:
    return f"winner {', '.join(map(game.name, game.winners))}" if game.over else "the game goes on"


def _rent(words: Sentence) -> Check:
    rented = DEEDS[deed(words, keep=1)]
    return _equal(words, f"rent {rented.name}", lambda game: rent_due(game, rented, sum(game.dice)))


def _balanced(_: Sentence) -> Check:
    def check(moment: Moment) -> str:
        game = moment.game
        total = sum(player.cash for player in game.players) + game.bank + game.pot
        return unless(total == 0, f"the accounts sum to {total}")

    return check


def _bank(words: Sentence) -> Check:
    what = words.peek()
    return _equal(words, f"bank {what}", words.choose(_OF_BANK, "word about the Bank"))


def _equal(words: Sentence, what: str, read: Callable[[Game], int]) -> Check:
    """A number that must be the one that follows."""
    wanted = words.number()
    return lambda moment: unless(read(moment.game) == wanted, f"{what} {read(moment.game)}")


_OF_BANK: dict[str, Callable[[Game], int]] = {
    "houses": Game.houses_left,
    "hotels": Game.hotels_left,
    "keys": lambda game: game.keys_left() if game.rules.jail_keys else 0,
}
_OF_TABLE: dict[str, Callable[[Sentence], Check]] = {
    "by": _by,
    "not": _not_by,
    "turn": _turn,
    "winner": _winner,
    "over": _over,
    "open": open_check,
    "rent": _rent,
    "bank": _bank,
    "balanced": _balanced,
    "doubles": lambda words: _equal(words, "doubles", lambda game: game.doubles),
}


def _cash(words: Sentence, seat: PlayerId) -> Check:
    return _equal(words, f"{words.header.names[seat]} cash", lambda game: game.players[seat].cash)


def _worth(words: Sentence, seat: PlayerId) -> Check:
    return _equal(words, f"{words.header.names[seat]} worth", lambda game: end_worth(game, seat))


def _total_worth(words: Sentence, seat: PlayerId) -> Check:
    words.expect("worth")
    return _equal(words, f"{words.header.names[seat]} total worth", lambda game: total_worth(game, seat))


def _jail_cards(words: Sentence, seat: PlayerId) -> Check:
    words.expect("cards")
    return _equal(words, f"{words.header.names[seat]} jail cards", lambda game: len(game.players[seat].jail_cards))


def _at(words: Sentence, seat: PlayerId) -> Check:
    wanted = space(words)
    return _player(seat, lambda player: player.place == wanted)


def _in_jail(words: Sentence, seat: PlayerId) -> Check:
    words.expect("jail")
    if not words.accept("turn"):
        return _player(seat, lambda player: player.jail is not None)
    failed = words.number("how many throws have failed")
    return _player(seat, lambda player: player.jail == failed)


def _free(_: Sentence, seat: PlayerId) -> Check:
    return _player(seat, lambda player: player.jail is None)


def _bankrupt(_: Sentence, seat: PlayerId) -> Check:
    return _player(seat, lambda player: player.bankrupt)


def _player(seat: PlayerId, holds: Callable[[Player], bool]) -> Check:
    def check(moment: Moment) -> str:
        player = moment.game.players[seat]
        return unless(holds(player), f"{player.name} {_whereabouts(player)}")

    return check


def _whereabouts(player: Player) -> str:
    if player.is_out:
        return "is bankrupt" if player.bankrupt else "has retired"
    return f"at {BOARD[player.place].name}" if player.jail is None else f"in jail turn {player.jail}"


_OF_PLAYER = {
    "cash": _cash,
    "worth": _worth,
    "total": _total_worth,
    "jail": _jail_cards,
    "at": _at,
    "in": _in_jail,
    "free": _free,
    "bankrupt": _bankrupt,
}


def _owner(words: Sentence, index: DeedId) -> Check:
    wanted = words.account()
    return _title(index, lambda title: title.owner == wanted)


def _houses(words: Sentence, index: DeedId) -> Check:
    wanted = words.number("how many houses")
    return _title(index, lambda title: title.buildings == wanted < HOTEL_LEVEL)


def _title(index: DeedId, holds: Callable[[Title], bool]) -> Check:
    def check(moment: Moment) -> str:
        title = moment.game.titles[index]
        return unless(holds(title), f"{DEEDS[index].name} {_condition(moment.game, title)}")

    return check


def _condition(game: Game, title: Title) -> str:
    standing = "hotel" if title.buildings == HOTEL_LEVEL else f"houses {title.buildings}" if title.buildings else "bare"
    owner = game.players[title.owner].name if title.owner >= 0 else "Bank"
    return f"owner {owner}, {standing}, {'mortgaged' if title.mortgaged else 'clear'}"


_OF_DEED = {
    "owner": _owner,
    "houses": _houses,
    "hotel": lambda _, index: _title(index, lambda title: title.buildings == HOTEL_LEVEL),
    "bare": lambda _, index: _title(index, lambda title: title.buildings == 0),
    "mortgaged": lambda _, index: _title(index, lambda title: title.mortgaged),
    "clear": lambda _, index: _title(index, lambda title: not title.mortgaged),
}
