"""Checks: a line with `?`, read into a question about the game. Its answer is empty if it holds."""

from collections.abc import Callable
from typing import NamedTuple

from companion.record.header import StatementScanner
from companion.rules.cards import Deck
from companion.rules.clauses import CLAUSES
from companion.rules.ids import POT, DeedId, PlayerId
from companion.rules.naming import nearest, quoted
from companion.rules.pending_steps import (
    HOTEL,
    HOUSE,
    OWED,
    Auction,
    BusChoice,
    Buying,
    CardDue,
    Debt,
    Interest,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
    UtilityThrowDue,
)
from companion.rules.rent import rent_due
from companion.rules.state import HOTEL_LEVEL, Game, Player, Title
from companion.rules.worth import end_worth, total_worth


class Moment(NamedTuple):
    """What a check looks at: the game, and the clauses of the last accepted statement."""

    game: Game
    clauses: frozenset[str]


Check = Callable[[Moment], str]  # empty if it holds; otherwise what holds instead

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
        subject = words.subject(_PLAYER_WORDS, _DEED_WORDS)
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


def _unless(holds: bool, instead: str) -> str:
    """A check's answer."""
    return "" if holds else instead


def _equal(words: StatementScanner, what: str, read: Callable[[Game], int]) -> Check:
    """A number that must be the one that follows."""
    wanted = words.number()
    return lambda moment: _unless(read(moment.game) == wanted, f"{what} {read(moment.game)}")


# About the table


def _table_check(words: StatementScanner, word: str) -> Check:
    match word:
        case "by":
            wanted = read_clause(words)
            return lambda moment: _unless(wanted in moment.clauses, _made_under(moment))
        case "not":
            words.expect("by")
            unwanted = read_clause(words)
            return lambda moment: _unless(unwanted not in moment.clauses, _made_under(moment))
        case "turn":
            seat = words.player()

            def check_turn(moment: Moment) -> str:
                return _unless(moment.game.turn == seat, f"it is {moment.game.name(moment.game.turn)}'s turn")

            return check_turn
        case "winner":
            winners = [words.player()]
            while words.accept(","):
                winners.append(words.player())
            return lambda moment: _unless(sorted(moment.game.winners) == sorted(winners), _ending(moment.game))
        case "over":
            return lambda moment: _unless(moment.game.over, _ending(moment.game))
        case "open":
            return _open_check(words)
        case "rent":
            deed = words.header.board.deeds[words.deed(keep=1)]
            return _equal(words, f"rent {deed.name}", lambda game: rent_due(game, deed, sum(game.dice)))
        case "bank":
            what = words.peek()
            return _equal(words, f"bank {what}", words.choose(_OF_BANK, "word about the Bank"))
        case "balanced":
            return lambda moment: _unless(_total(moment.game) == 0, f"the accounts sum to {_total(moment.game)}")
        case "doubles":
            return _equal(words, "doubles", lambda game: game.doubles)
    raise AssertionError(word)


def _made_under(moment: Moment) -> str:
    return f"by {', '.join(sorted(moment.clauses))}" if moment.clauses else "nothing was made under any clause"


def _ending(game: Game) -> str:
    return f"winner {', '.join(map(game.name, game.winners))}" if game.over else "the game goes on"


def _total(game: Game) -> int:
    return sum(player.cash for player in game.players) + game.bank + game.pot


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
            wanted = words.named(words.header.board.space_naming)
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
            place = moment.game.board.spaces[player.place].name
            instead = f"at {place}" if player.jail is None else f"in jail turn {player.jail}"
        return _unless(holds(player), f"{player.name} {instead}")

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
        return _unless(holds(title), f"{moment.game.board.deeds[deed].name} owner {owner}, {standing}, {mortgage}")

    return check


# About what is open: what is waiting for somebody, in the order of the check's words. What is left off is not checked.

Value = int | str
_OPEN: dict[str, tuple[str, ...]] = {
    "debt": ("player", "amount", "account"),
    "buy": ("player", "deed"),
    "auction": ("lot", "high", "account"),
    "card": ("player", "deck"),
    "tax": ("player",),
    "interest": ("player", "deed"),
    "rent": ("player", "amount", "player"),
    "offer": ("player", "player"),
    "choice": ("player",),
    "throw": ("player",),
    "place": ("player",),
}


def _open_check(words: StatementScanner) -> Check:
    if words.accept("nothing"):
        return lambda moment: _unless(not _waiting(moment.game), _describe_open(moment.game))
    kind = words.choose_word(_OPEN, "thing that can be open")
    wanted: tuple[Value, ...] = (kind,)
    for field in _OPEN[kind]:
        if words:
            wanted = (*wanted, _read_value(words, field))

    def check(moment: Moment) -> str:
        found = (*_waiting(moment.game), *_rents(moment.game))
        return _unless(any(each[: len(wanted)] == wanted for each in found), _describe_open(moment.game))

    return check


def _read_value(words: StatementScanner, field: str) -> Value:
    match field:
        case "player":
            return words.player()
        case "account":
            return words.account(pot=True)
        case "amount":
            return words.number("an amount")
        case "high":
            words.expect("high")
            return words.number("the highest bid")
        case "deck":
            return words.choose_word([deck.value for deck in Deck], "deck")
        case "lot":
            for building in (HOUSE, HOTEL):
                if words.accept(building):
                    return building
            return words.deed(stops=("high",))
    return words.deed()


def _waiting(game: Game) -> list[tuple[Value, ...]]:
    """Everything open but unclaimed rents, each as the words of a check."""
    found: list[tuple[Value, ...]] = []
    for step in game.pending:  # up to the first that is neither a debt nor interest
        match step:
            case Debt():
                if game.debt_of(step.debtor) is step:  # Another debt of the same player waits for the first [DEBT-3].
                    found.append(("debt", step.debtor, step.amount, step.creditor))
            case Interest():
                found += [("interest", owner, deed) for owner, deed in step.owed]
            case Buying():
                found.append(("buy", step.player, step.deed))
            case Auction():
                found.append(("auction", step.building or step.deed, step.high, step.bidder))
            case CardDue():
                found.append(("card", step.player, step.deck.value))
            case TaxChoice():
                found.append(("tax", step.player))
            case BusChoice() | SpaceChoice():
                found.append(("choice", step.player))
            case UtilityThrowDue() | TaskDue():
                found.append(("throw", step.player))
            case Placing():
                found.append(("place", step.player))
            case _:
                found.append((type(step).__name__.lower(),))
        if not isinstance(step, OWED):
            break
    if game.offer is not None:
        found.append(("offer", game.offer.player, game.offer.to))
    return found


def _rents(game: Game) -> list[tuple[Value, ...]]:
    return [("rent", rent.payer, rent.amount, rent.owner) for rent in game.rents if not rent.lapsed]


def _describe_open(game: Game) -> str:
    shown = []
    for kind, *values in (*_waiting(game), *_rents(game)):
        words = [str(kind)]
        for field, value in zip(_OPEN.get(str(kind), ()), values, strict=True):
            match field, value:
                case "player" | "account", int():
                    words.append(game.players[value].name if value >= 0 else "pot" if value == POT else "Bank")
                case "deed" | "lot", int():
                    words.append(game.board.deeds[value].name)
                case "high", _:
                    words.append(f"high {value}")
                case _:
                    words.append(str(value))
        shown.append(" ".join(words))
    return f"open: {'; '.join(shown)}" if shown else "nothing is open"
