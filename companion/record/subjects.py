"""What a `given` line or a check is about: a player or a deed. Here a name in doubt is an error of the file."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from companion.record.errors import RecordError
from companion.record.sentence import Sentence
from companion.rules.ids import DeedId, SpaceId
from companion.rules.naming import DEED, SPACE, Naming
from companion.rules.phrases import or_list

T = TypeVar("T")
About = Callable[[Sentence, int], T]


def about(words: Sentence, of_player: Mapping[str, About[T]], of_deed: Mapping[str, About[T]]) -> T:
    """Reads the subject, then what is said about it. A player may have a deed's name (`Virginia`)."""
    is_deed = bool(words.find(of_deed))
    if words.peek(1) in of_player or (words.peeks_player() and not is_deed):
        seat = words.player()
        return words.choose(of_player, f"word about {words.header.names[seat]}")(words, seat)
    if not is_deed:
        what = or_list("houses N" if word == "houses" else word for word in of_deed)
        raise not_of_deed(words, what) or words.wrong("a player or a deed, and what is said of it")
    found = deed(words, of_deed)
    return words.choose(of_deed, "word about a deed")(words, found)


def not_of_deed(words: Sentence, expected: str) -> RecordError | None:
    """The complaint at the first word after a deed's name, if the line begins with one."""
    for name, after in words.beginnings():
        if len(DEED.find(name)) == 1:
            return words.wrong(expected, after)
    return None


def deed(words: Sentence, stops: Iterable[str] = (), keep: int = 0) -> DeedId:
    return _one(words, DEED, stops, keep)


def deeds(words: Sentence) -> tuple[DeedId, ...]:
    found = [deed(words)]
    while words.accept(","):
        found.append(deed(words))
    return tuple(found)


def space(words: Sentence) -> SpaceId:
    return _one(words, SPACE)


def _one(words: Sentence, naming: Naming, stops: Iterable[str] = (), keep: int = 0) -> int:
    written = words.name(f"the name of a {naming.what}", stops, keep)
    found = naming.find(written.text)
    if len(found) != 1:
        raise words.error(naming.doubt(written.text, found), written.column)
    return found[0]
