"""A game and a log without the names of who played: P1, P2 and so on, and everything else as it was."""

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from companion.record.one_word import one_word_names
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.record.statements import Act, Done, Order, Redo, Undo
from companion.record.writer import write
from companion.rules.commands import AnyCommand


def aliases(names: Iterable[str]) -> dict[str, str]:
    """For each name that was ever used, and for what a record makes of it."""
    spoken = list(dict.fromkeys(name for name in names if name))
    words = one_word_names(spoken) if spoken else ()
    told = {name: f"P{number}" for number, name in enumerate(spoken, 1)}
    return {word: told[name] for word, name in zip(words, spoken, strict=True)} | told


def without_names(text: str, others: Mapping[str, str]) -> str:
    """Whole words, in whatever letters, the longest first: `Ann` is not the beginning of `Anna`."""
    for name in sorted(others, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", others[name], text, flags=re.IGNORECASE)
    return text


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
