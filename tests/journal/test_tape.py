"""The tape cut at every byte, and every line of it damaged in turn, with nothing else to go by."""

from collections.abc import Callable
from itertools import accumulate

import pytest

from companion.journal.chain import CopyState
from companion.journal.entry import FORMAT, TapeLine, entry_line, head_line
from companion.journal.errors import FromNewerVersion
from companion.journal.tape import read_tape, render_tape
from tests.journal.sample import entry, head

COUNT = 9


def lines_of(count: int, format: int = FORMAT) -> tuple[TapeLine, ...]:
    lines = [head_line(head(format=format))]
    for number in range(1, count + 1):
        lines.append(entry_line(entry(number), lines[-1].hash))
    return tuple(lines)


LINES = lines_of(COUNT)
TAPE = render_tape(LINES)
TEXTS = TAPE.splitlines(keepends=True)
ENDS = list(accumulate(len(text) for text in TEXTS))


def test_a_whole_tape_is_sound() -> None:
    tape = read_tape(TAPE)
    assert (tape.state, tape.lines, tape.faults) == (CopyState.SOUND, LINES, ())


def test_a_tape_cut_at_any_byte_keeps_every_whole_line() -> None:
    for length in range(1, len(TAPE)):
        tape = read_tape(TAPE[:length])
        whole = sum(end <= length + 1 for end in ENDS)
        assert tape.lines == LINES[:whole]
        # A last line without its newline is whole, but the tape is not.
        sound = TAPE[:length].endswith(b"\n")
        assert tape.state is (CopyState.SOUND if sound else CopyState.TORN if whole else CopyState.DAMAGED)


def test_an_empty_tape_is_as_good_as_none() -> None:
    assert read_tape(b"").state is CopyState.MISSING


def flipped(texts: list[bytes], at: int) -> list[bytes]:
    half = len(texts[at]) // 2
    return [*texts[:at], texts[at][:half] + bytes([texts[at][half] ^ 1]) + texts[at][half + 1 :], *texts[at + 1 :]]


def emptied(texts: list[bytes], at: int) -> list[bytes]:
    return [*texts[:at], b"\n", *texts[at + 1 :]]


def dropped(texts: list[bytes], at: int) -> list[bytes]:
    return texts[:at] + texts[at + 1 :]


def doubled(texts: list[bytes], at: int) -> list[bytes]:
    return [*texts[: at + 1], *texts[at:]]


def swapped(texts: list[bytes], at: int) -> list[bytes]:
    return [*texts[:at], texts[at + 1], texts[at], *texts[at + 2 :]]


Damage = Callable[[list[bytes], int], list[bytes]]


@pytest.mark.parametrize("damage", [flipped, emptied, dropped, doubled, swapped])
@pytest.mark.parametrize("at", range(COUNT))
def test_a_damaged_line_before_a_sound_one_is_damage(damage: Damage, at: int) -> None:
    tape = read_tape(b"".join(damage(TEXTS, at)))
    assert tape.state is CopyState.DAMAGED
    assert set(tape.lines) >= {*LINES[:at], *LINES[at + 2 :]}


@pytest.mark.parametrize(
    ("damage", "state"),
    [(flipped, CopyState.TORN), (emptied, CopyState.TORN), (dropped, CopyState.SOUND), (doubled, CopyState.DAMAGED)],
)
def test_a_damaged_last_line(damage: Damage, state: CopyState) -> None:
    assert read_tape(b"".join(damage(TEXTS, COUNT))).state is state


def test_garbage_behind_the_last_line_is_a_torn_write() -> None:
    assert read_tape(TAPE + b"\x00" * 512 + b"\n\xff\n").state is CopyState.TORN
    assert read_tape(TAPE + b"\x00" * 512 + b"\n" + TEXTS[-1]).state is CopyState.DAMAGED


def test_a_tape_from_a_newer_version_is_not_read() -> None:
    with pytest.raises(FromNewerVersion, match="format 3; this companion knows format 2") as caught:
        read_tape(render_tape(lines_of(2, format=FORMAT + 1)))
    assert (caught.value.found, caught.value.known) == (3, 2)
