"""The tape: an append-only text file, the head and then one line per command. It is bytes here; `disk.py` writes."""

from collections.abc import Iterable

from companion.journal.chain import CopyState, JournalCopy, is_chain
from companion.journal.entry import FORMAT, TapeLine, Unsound, format_of, parse_line
from companion.journal.errors import FromNewerVersion

TAPE = "game.tape"
NAME = "the tape"


def render_tape(lines: Iterable[TapeLine]) -> bytes:
    return b"".join(line.text + b"\n" for line in lines)


def read_tape(content: bytes) -> JournalCopy:
    """What the tape holds. Raises FromNewerVersion; anything else that is wrong is in the copy's faults."""
    if not content:
        return JournalCopy(NAME, CopyState.MISSING)
    format = format_of(content.partition(b"\n")[0])
    if format is not None and format > FORMAT:
        raise FromNewerVersion(format, FORMAT)
    texts = content.split(b"\n")
    if not texts[-1]:  # after the last newline
        texts.pop()
    sound, faults, spoilt = [], [], []
    for index, text in enumerate(texts):
        try:
            sound.append(parse_line(text))
        except Unsound as fault:
            faults.append(f"line {index} of the tape: {fault}")
            spoilt.append(text)
    lines = tuple(sound)
    # A bad end with nothing sound behind it is a torn write; a bad line before a sound one is damage.
    state, whole = CopyState.DAMAGED, render_tape(lines)
    if is_chain(lines) and content.startswith(whole[:-1]):
        state = CopyState.SOUND if content == whole else CopyState.TORN
    return JournalCopy(NAME, state, lines, tuple(faults), tuple(spoilt))
