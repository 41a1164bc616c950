"""A game without the names of who played: P1, P2 and so on, and everything else as it was."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.keeping.spelled import without_names
from companion.record.one_word import one_word_names
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.record.statements import Act, Done, Order, Redo, Undo
from companion.record.writer import write
from companion.rules.commands import AnyCommand

_WORD = re.compile(r"[^\W\d_]{3,}")
_NOBODY = re.compile(r"player \d+", re.IGNORECASE)  # who typed no name


def aliases(names: Iterable[str]) -> dict[str, str]:
    """For each name that was ever used, for what a record makes of it, and for the words it has."""
    spoken = list(dict.fromkeys(name for name in names if name))
    words = one_word_names(spoken) if spoken else ()
    told = {name: f"P{number}" for number, name in enumerate(spoken, 1)}
    parts = {part: told[name] for name in reversed(spoken) for part in _parts(name)}
    return parts | {word: told[name] for word, name in zip(words, spoken, strict=True)} | told


def _parts(name: str) -> Iterator[str]:
    """Who is down as `Aunt May` is spoken of as May."""
    if not _NOBODY.fullmatch(name):
        yield from _WORD.findall(name)


def anonymous_record(text: str, others: Mapping[str, str]) -> str:
    """Of a game as it is exported. Raises RecordError or ValueError.

    By what it means and not by its letters: a player may be called Boardwalk.
    """
    record = parse(text)
    position = Runner(record).game if record.givens else None
    acts = [_unnamed(one.act, others) for one in record.statements if isinstance(one, Done)]
    names = [others.get(name, f"P{seat}") for seat, name in enumerate(record.header.names, 1)]
    return write(record.header.rules, _apart(names), acts, position=position)


def _unnamed(act: Act, others: Mapping[str, str]) -> AnyCommand | Undo | Redo:
    """A reason is in the players' own words."""
    match act:
        case Undo() | Redo():
            return act
        case Order(command):
            reason = getattr(command, "reason", "")
            return replace(command, reason=without_names(reason, others)) if reason else command
    raise ValueError("something in it is left to chance, or unclear")


def _apart(names: Sequence[str]) -> Sequence[str]:
    return names if len(set(names)) == len(names) else [f"P{seat}" for seat in range(1, len(names) + 1)]
