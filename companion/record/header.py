"""The head of a record: edition, board, variants, options, seed and players; and the lines below, which need it."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from companion.boards import usual_board
from companion.play.setup import MAX_NAME, MIN_PLAYERS
from companion.record.board_lines import FindBoard, WrittenBoards, read_board_line
from companion.record.errors import RecordError, RecordLine
from companion.record.scanner import Scanner
from companion.rules.board import Board
from companion.rules.catalogue import CATALOGUE
from companion.rules.editions import DEFAULT, EDITIONS, Rules, variants_of, with_variant
from companion.rules.house_rules import HOUSE_RULES, HouseRule, Takes, Value, with_house_rule
from companion.rules.ids import BANK, POT, Account, DeedId, PlayerId
from companion.rules.lists import or_list
from companion.rules.naming import Naming, quoted

HEADER_WORDS = ("edition", "board", "variant", "option", "seed", "players")
_ONLY_ONCE = ("edition", "board", "seed", "players")
_NAME = re.compile(r"[^\W\d_][\w'.-]*")

# Words of the format, none of which can be a player's name: those of the statements, and these.
# fmt: off
FORMAT_WORDS = frozenset({
    # the head
    "edition", "board", "variant", "option", "seed", "players", "given", "on", "off", "auto", "claim",
    # what fills a statement, and what is no command
    "any", "bus", "chance", "chest", "flat", "from", "mr", "nothing", "percent", "redo", "refuse", "undo",
    # checks
    "at", "auction", "balanced", "bare", "buy", "by", "cards", "choice", "clear", "debt", "doubles", "free", "go",
    "high", "hotel", "hotels", "house", "houses", "in", "interest", "keys", "mortgaged", "not", "offer", "open",
    "over", "owner", "owns", "passed", "place", "pot", "tax", "throw", "total", "turn", "winner", "worth",
}) | {
    word.casefold()
    for row in CATALOGUE.values() for word in re.findall(r"[A-Za-z]+", re.sub(r"\{\w+\}", " ", row.statement))
}
# fmt: on


class Header(Struct, frozen=True):
    rules: Rules
    board: Board
    names: tuple[str, ...]
    seed: int | None = None


def read_header(
    lines: Sequence[Scanner], missing: RecordLine, written_boards: WrittenBoards, find_board: FindBoard
) -> Header:
    """The head from its lines, in any order. `missing` is where to point if a line is not there."""
    by_word: dict[str, list[Scanner]] = {word: [] for word in HEADER_WORDS}
    for words in lines:
        column = words.column
        word = words.take("a word of the head").text.casefold()
        if by_word[word] and word in _ONLY_ONCE:
            raise words.error(f"`{word}` is there already, on line {by_word[word][0].line.number}", column)
        by_word[word].append(words)
    if not by_word["players"]:
        raise RecordError(missing, 0, "expected `players` and their names, such as `players Ann Ben`")
    rules, seed = DEFAULT, None
    for words in by_word["edition"]:
        rules = words.choose(EDITIONS, "edition")
        words.end()
    for words in by_word["variant"]:
        column = words.column
        name = words.take("a variant").text.casefold()
        if name not in variants_of(rules):
            raise words.unknown(f"variant for {rules.key},", name, variants_of(rules), column)
        rules = with_variant(rules, name)
        words.end()
    seen: set[str] = set()
    for words in by_word["option"]:
        column = words.column
        rule = words.choose(HOUSE_RULES, "option")
        if rule.name in seen:
            raise words.error(f"the option {rule.name} is there already", column)
        seen.add(rule.name)
        if not words and rule.takes not in (Takes.SWITCH, Takes.SWITCH_OR_AMOUNT):
            raise words.wrong(f"{rule.takes.phrase} after {rule.name}")
        rules = with_house_rule(rules, rule.name, read_option_value(words, rule) if words else True)
        words.end()
    names = _read_players(by_word["players"][0], rules)
    for words in by_word["seed"]:
        seed = words.number("the seed, a number")
        words.end()
    board = None
    for words in by_word["board"]:
        board = read_board_line(words, written_boards, find_board)
        words.end()
    return Header(rules, board or usual_board(rules), names, seed)


def read_option_value(words: Scanner, rule: HouseRule) -> Value:
    """What an option is set to, in the head and by the Banker."""
    if rule.takes is Takes.RENT_MODE:
        return words.choose({"auto": "auto", "claim": "claim"}, "way to ask for rent")
    if rule.takes is Takes.AMOUNT or (rule.takes is Takes.SWITCH_OR_AMOUNT and words.is_number()):
        return words.number("an amount")
    return words.choose({"on": True, "off": False}, "setting")


def _read_players(words: Scanner, rules: Rules) -> tuple[str, ...]:
    names: list[str] = []
    while words:
        column = words.column
        if len(names) == rules.players_max:
            raise words.wrong(f"at most {rules.players_max} players in {rules.key}")
        name = words.take("a player's name").text
        if not is_name(name):
            form = f"a letter, then letters, digits, - _ ' or ., at most {MAX_NAME} characters"
            raise words.error(f"{quoted(name)} cannot be a player's name: expected {form}", column)
        if is_reserved(name):
            raise words.error(f"{quoted(name)} cannot be a player's name: it is a word of this format", column)
        if seat_of(name, names) is not None:
            raise words.error(f"two players are called {quoted(name)}: expected a name for each", column)
        names.append(name)
    if len(names) < MIN_PLAYERS:
        raise words.wrong(f"{MIN_PLAYERS} to {rules.players_max} players")
    return tuple(names)


def is_name(text: str) -> bool:
    return len(text) <= MAX_NAME and _NAME.fullmatch(text) is not None


def is_reserved(text: str) -> bool:
    return text.casefold() in FORMAT_WORDS


def seat_of(name: str, names: Sequence[str]) -> PlayerId | None:
    wanted = name.casefold()
    return next((seat for seat, other in enumerate(names) if other.casefold() == wanted), None)


class Subject(NamedTuple):
    """What a `given` line or a check is about, and the word that says what follows."""

    is_deed: bool
    id: int
    word: str


class StatementScanner(Scanner):
    """A line below the head, where players and rules are known."""

    def __init__(self, line: RecordLine, header: Header) -> None:
        super().__init__(line)
        self.header = header

    def player(self) -> PlayerId:
        """The next word, which must be a player's name."""
        names, column = self.header.names, self.column
        word = self.take(f"a player: {or_list(names)}")
        seat = seat_of(word.text, names)
        if seat is None:
            raise self.unknown("player", word.text, names, column)
        return seat

    def account(self, *, pot: bool = False) -> Account:
        """The Bank or a player; where it may be, the pot under Free Parking."""
        if pot and self.accept("pot"):
            return POT
        return BANK if self.accept("bank") else self.player()

    def peeks_player(self) -> bool:
        """Is a player named next?"""
        return seat_of(self.peek(), self.header.names) is not None

    def deed(self, stops: Iterable[str] = (), keep: int = 0) -> DeedId:
        return self.named(self.header.board.deed_naming, stops, keep)

    def named(self, naming: Naming, stops: Iterable[str] = (), keep: int = 0) -> int:
        """The one thing that is named."""
        written = self.name(f"the name of a {naming.what}", stops, keep)
        found = naming.find(written.text)
        if len(found) != 1:
            raise self.error(naming.doubt(written.text, found), written.column)
        return found[0]

    def subject(self, player_words: Sequence[str], deed_words: Sequence[str]) -> Subject:
        """A player or a deed, and what is said about it. A player may have a deed's name (`Virginia`)."""
        is_deed = bool(self.find(deed_words))
        if self.peek(1) in player_words or (self.peeks_player() and not is_deed):
            seat = self.player()
            return Subject(False, seat, self.choose_word(player_words, f"word about {self.header.names[seat]}"))
        if not is_deed:
            what = or_list("houses N" if word == "houses" else word for word in deed_words)
            raise self.not_about_deed(what) or self.wrong("a player or a deed, and what is said of it")
        deed = self.deed(deed_words)
        return Subject(True, deed, self.choose_word(deed_words, "word about a deed"))

    def not_about_deed(self, expected: str) -> RecordError | None:
        """The complaint about the first word after a deed's name, if the line begins with one."""
        for name, after in self.beginnings():
            if len(self.header.board.deed_naming.find(name)) == 1:
                return self.wrong(expected, after)
        return None
