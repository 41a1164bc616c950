"""The tape: an append-only text file, the head and then one line a command. Here it is bytes; `disk.py` writes them."""

from collections.abc import Iterable

from companion.journal.copies import Copy, State, is_chain
from companion.journal.entry import SCHEMA
from companion.journal.errors import FromNewerVersion
from companion.journal.line import Line, Unsound, parse, schema_of

TAPE = "game.tape"
NAME = "the tape"


def render_tape(lines: Iterable[Line]) -> bytes:
    return b"".join(line.text + b"\n" for line in lines)


def read_tape(content: bytes) -> Copy:
    """What the tape holds. Raises FromNewerVersion; of anything else that is wrong it tells."""
    if not content:
        return Copy(NAME, State.MISSING)
    _require_known(content)
    texts = content.split(b"\n")
    rest = texts.pop()  # nothing, if the last newline is there
    lines, faults = _sound_lines([*texts, rest] if rest else texts)
    return Copy(NAME, _state(content, lines), lines, faults)


def _require_known(content: bytes) -> None:
    schema = schema_of(content.partition(b"\n")[0])
    if schema is not None and schema > SCHEMA:
        raise FromNewerVersion(schema, SCHEMA)


def _sound_lines(texts: list[bytes]) -> tuple[tuple[Line, ...], tuple[str, ...]]:
    lines, faults = [], []
    for index, text in enumerate(texts):
        try:
            lines.append(parse(text))
        except Unsound as fault:
            faults.append(f"line {index} of the tape: {fault}")
    return tuple(lines), tuple(faults)


def _state(content: bytes, lines: tuple[Line, ...]) -> State:
    """A bad end with nothing sound behind it is a torn write; a bad line before a sound one is damage."""
    if not is_chain(lines):
        return State.DAMAGED
    whole = render_tape(lines)
    if content == whole:
        return State.SOUND
    return State.TORN if content.startswith(whole[:-1]) else State.DAMAGED
