"""Checks: a line with `?`, read into a question about the game. Its answer is empty if it holds."""

from collections.abc import Callable

from companion.record.header import StatementScanner
from companion.record.name_resolution import read_deed, read_named, read_subject
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

_TABLE_WORDS = ("by", "not", "turn", "winner", "over", "open", "rent", "bank", "balanced", "doubles")
_PLAYER_WORDS = ("cash", "worth", "total", "jail", "at", "in", "free", "bankrupt")
_DEED_WORDS = ("owner", "houses", "hotel", "bare", "mortgaged", "clear")
_OF_BANK: dict[str, Callable[[Game], int]] = {
    "houses": Game.houses_left,
    "hotels": Game.hotels_left,
    "keys": lambda game: game.keys_left() if game.rules.jail_keys else 0,
}


def read_check(words: StatementScanner) -> Check:
    """What follows the question mark."""
    if not words:
        raise words.wrong("what is to be checked")
    if words.peek() in _TABLE_WORDS:
        check = _table_check(words, words.choose_word(_TABLE_WORDS, "check"))
    else:
        subject = read_subject(words, _PLAYER_WORDS, _DEED_WORDS)
        read = _deed_check if subject.is_deed else _player_check
        check = read(words, subject.id, subject.word)
    words.end()
    return check


def read_clause(words: StatementScanner) -> str:
    """The id of a clause."""
    column = words.column
    word = words.take("a clause, such as RENT-2").text
    if word.upper() not in CLAUSES:
        raise words.error(f"no clause is called {quoted(word)}{nearest(word, CLAUSES)}", column)
    return word.upper()


def _equal(words: StatementScanner, what: str, read: Callable[[Game], int]) -> Check:
    """A number that must be the one that follows."""
    wanted = words.number()
    return lambda moment: unless(read(moment.game) == wanted, f"{what} {read(moment.game)}")


# About the table


def _table_check(words: StatementScanner, word: str) -> Check:
    match word:
        case "by":
            wanted = read_clause(words)
            return lambda moment: unless(wanted in moment.clauses, _made_under(moment))
        case "not":
            words.expect("by")
            unwanted = read_clause(words)
            return lambda moment: unless(unwanted not in moment.clauses, _made_under(moment))
        case "turn":
            seat = words.player()
            return lambda moment: unless(moment.game.turn == seat, f"it is {moment.game.name(moment.game.turn)}'s turn")
        case "winner":
            winners = [words.player()]
            while words.accept(","):
                winners.append(words.player())
            return lambda moment: unless(sorted(moment.game.winners) == sorted(winners), _ending(moment.game))
        case "over":
            return lambda moment: unless(moment.game.over, _ending(moment.game))
        case "open":
            return read_open_check(words)
        case "rent":
            deed = DEEDS[read_deed(words, keep=1)]
            return _equal(words, f"rent {deed.name}", lambda game: rent_due(game, deed, sum(game.dice)))
        case "bank":
            what = words.peek()
            return _equal(words, f"bank {what}", words.choose(_OF_BANK, "word about the Bank"))
        case "balanced":
            return _balanced
        case "doubles":
            return _equal(words, "doubles", lambda game: game.doubles)
    raise AssertionError(word)


def _made_under(moment: Moment) -> str:
    return f"by {', '.join(sorted(moment.clauses))}" if moment.clauses else "nothing was made under any clause"


def _ending(game: Game) -> str:
    return f"winner {', '.join(map(game.name, game.winners))}" if game.over else "the game goes on"


def _balanced(moment: Moment) -> str:
    game = moment.game
    total = sum(player.cash for player in game.players) + game.bank + game.pot
    return unless(total == 0, f"the accounts sum to {total}")


# About a player


def _player_check(words: StatementScanner, seat: PlayerId, word: str) -> Check:
    name = words.header.names[seat]
    match word:
        case "cash":
            return _equal(words, f"{name} cash", lambda game: game.players[seat].cash)
        case "worth":
            return _equal(words, f"{name} worth", lambda game: end_worth(game, seat))
        case "total":
            words.expect("worth")
            return _equal(words, f"{name} total worth", lambda game: total_worth(game, seat))
        case "jail":
            words.expect("cards")
            return _equal(words, f"{name} jail cards", lambda game: len(game.players[seat].jail_cards))
        case "at":
            wanted = read_named(words, SPACE)
            return _player(seat, lambda player: player.place == wanted)
        case "in":
            words.expect("jail")
            if not words.accept("turn"):
                return _player(seat, lambda player: player.jail is not None)
            failed = words.number("how many throws have failed")
            return _player(seat, lambda player: player.jail == failed)
        case "free":
            return _player(seat, lambda player: player.jail is None)
        case "bankrupt":
            return _player(seat, lambda player: player.bankrupt)
    raise AssertionError(word)


def _player(seat: PlayerId, holds: Callable[[Player], bool]) -> Check:
    def check(moment: Moment) -> str:
        player = moment.game.players[seat]
        if player.is_out:
            instead = "is bankrupt" if player.bankrupt else "has retired"
        else:
            instead = f"at {BOARD[player.place].name}" if player.jail is None else f"in jail turn {player.jail}"
        return unless(holds(player), f"{player.name} {instead}")

    return check


# About a deed


def _deed_check(words: StatementScanner, deed: DeedId, word: str) -> Check:
    match word:
        case "owner":
            owner = words.account()
            return _title(deed, lambda title: title.owner == owner)
        case "houses":
            count = words.number("how many houses")
            return _title(deed, lambda title: title.buildings == count < HOTEL_LEVEL)
        case "hotel":
            return _title(deed, lambda title: title.buildings == HOTEL_LEVEL)
        case "bare":
            return _title(deed, lambda title: title.buildings == 0)
        case "mortgaged":
            return _title(deed, lambda title: title.mortgaged)
        case "clear":
            return _title(deed, lambda title: not title.mortgaged)
    raise AssertionError(word)


def _title(deed: DeedId, holds: Callable[[Title], bool]) -> Check:
    def check(moment: Moment) -> str:
        title, level = moment.game.titles[deed], moment.game.titles[deed].buildings
        owner = moment.game.players[title.owner].name if title.owner >= 0 else "Bank"
        standing = "hotel" if level == HOTEL_LEVEL else f"houses {level}" if level else "bare"
        mortgage = "mortgaged" if title.mortgaged else "clear"
        return unless(holds(title), f"{DEEDS[deed].name} owner {owner}, {standing}, {mortgage}")

    return check
