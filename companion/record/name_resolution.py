"""Names of spaces, deeds and groups in a record, and what becomes of one that is unknown or ambiguous.

Before play and in checks that is an error of the file; in play it is a refusal, unless something weightier is wrong.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from companion.play.acts import Redo, Undo
from companion.record.errors import RecordError
from companion.record.header import StatementScanner
from companion.record.scanner import Word
from companion.rules import decide
from companion.rules.commands import AnyCommand
from companion.rules.ids import DeedId
from companion.rules.naming import DEED, Found, Naming
from companion.rules.phrases import or_list
from companion.rules.refusal import PRECEDENCE, Code, Refusal
from companion.rules.state import Game


class Subject(NamedTuple):
    """What a `given` line or a check is about, and the word that says what follows."""

    is_deed: bool
    id: int
    word: str


def read_subject(words: StatementScanner, player_words: Sequence[str], deed_words: Sequence[str]) -> Subject:
    """A player or a deed, and what is said about it. A player may have a deed's name (`Virginia`)."""
    is_deed = bool(words.find(deed_words))
    if words.peek(1) in player_words or (words.peeks_player() and not is_deed):
        seat = words.player()
        return Subject(False, seat, words.choose_word(player_words, f"word about {words.header.names[seat]}"))
    if not is_deed:
        what = or_list("houses N" if word == "houses" else word for word in deed_words)
        raise not_about_deed(words, what) or words.wrong("a player or a deed, and what is said of it")
    deed = read_deed(words, deed_words)
    return Subject(True, deed, words.choose_word(deed_words, "word about a deed"))


def not_about_deed(words: StatementScanner, expected: str) -> RecordError | None:
    """The complaint about the first word after a deed's name, if the line begins with one."""
    for name, after in words.beginnings():
        if len(DEED.find(name)) == 1:
            return words.wrong(expected, after)
    return None


def read_deed(words: StatementScanner, stops: Iterable[str] = (), keep: int = 0) -> DeedId:
    return read_named(words, DEED, stops, keep)


def read_named(words: StatementScanner, naming: Naming, stops: Iterable[str] = (), keep: int = 0) -> int:
    """The one thing that is named. Raises RecordError."""
    written = words.name(f"the name of a {naming.what}", stops, keep)
    found = naming.find(written.text)
    if len(found) != 1:
        raise words.error(naming.doubt(written.text, found), written.column)
    return found[0]


# In play


class Unclear(Struct, frozen=True):
    """A name that is unknown or ambiguous: every command that could have been meant, and what to answer."""

    meanings: tuple[AnyCommand, ...]
    code: Code
    clause: str
    message: str


StatedAct = AnyCommand | Undo | Redo | Unclear


def resolve(naming: Naming, written: Word, clause: str, make: Callable[[int], AnyCommand]) -> StatedAct:
    """The command for the thing that is named."""
    return resolve_all(naming, (written,), clause, lambda found: make(found[0]))


def resolve_all(naming: Naming, names: Sequence[Word], clause: str, make: Callable[[Found], AnyCommand]) -> StatedAct:
    found = [naming.find(name.text) for name in names]
    if all(len(meant) == 1 for meant in found):
        return make(tuple(meant[0] for meant in found))
    at = min(range(len(found)), key=lambda at: (bool(found[at]), len(found[at]) == 1))  # unknown, then ambiguous
    code = Code.AMBIGUOUS_NAME if found[at] else Code.UNKNOWN_NAME
    # Every thing in turn in place of an unknown name; every candidate in place of an ambiguous one.
    pools = [meant or tuple(range(len(naming.names))) for meant in found]
    turns = range(max(map(len, pools)))
    meanings = tuple(make(tuple(pool[turn % len(pool)] for pool in pools)) for turn in turns)
    message = naming.doubt(names[at].text, found[at])
    return Unclear(meanings, code, clause, message[0].upper() + message[1:] + ".")


def refuse_unclear(game: Game, act: Unclear) -> Refusal:
    """What outranks the unclear name, if every meaning of it is refused for that; otherwise the name itself."""
    outranking = []
    for command in act.meanings:
        try:
            decide(game, command)
        except Refusal as refusal:
            if PRECEDENCE[refusal.code] < PRECEDENCE[act.code]:
                outranking.append(refusal)
    if len(outranking) == len(act.meanings):
        return outranking[0]
    return Refusal(act.code, act.clause, act.message)
