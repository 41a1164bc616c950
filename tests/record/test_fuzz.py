"""Whatever is in a file, it is a record or a RecordError; and whatever is in a record, it holds or it fails."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from companion.players.dice import seeded_dice
from companion.record.errors import RecordError
from companion.record.header import FORMAT_WORDS
from companion.record.parser import Record, parse
from companion.record.runner import Failed, Runner
from companion.record.story import story
from companion.rules.clauses import CLAUSES
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.refusal import Code
from tests.kit import ATLANTIC

GAMES = tuple(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parents[1].glob("games/*.game")))
LINES = tuple(dict.fromkeys(line for game in GAMES for line in game.splitlines()))
VOCABULARY = (
    *sorted(FORMAT_WORDS),
    *("Ann", "Ben", "Cy", "?", ":", ",", "#", "+50", "0", "1", "6", "40", "999999999", "classic", "short", "speed"),
    *(deed.name for deed in ATLANTIC.deeds),
    *ATLANTIC.card_names[:3],
    *HOUSE_RULES,
    *(code.value for code in Code),
    *list(CLAUSES)[:3],
)
HEAD = "players Ann Ben Cy\n"

sentences = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=7).map(" ".join)


def read(found: str | bytes) -> Record | RecordError:
    try:
        return parse(found)
    except RecordError as wrong:
        error = wrong
    assert str(error).startswith("record")
    assert all(line.isprintable() for line in str(error).splitlines())
    return error


def played(record: Record | RecordError) -> None:
    """Holds, or fails at one of its lines; told as a story it comes to the same end."""
    if isinstance(record, Record):
        runner = Runner(record, seeded_dice(record.header.seed))
        assert _failing_line(runner.play()) == _failing_line(_told(record))


def _failing_line(play: Iterable[object]) -> int:
    try:
        return len(list(play)) * 0
    except Failed as failed:
        return failed.line.number


def _told(record: Record) -> Iterator[str]:
    for line in story(record, seeded_dice(record.header.seed), 80):
        assert line.isprintable()
        yield line


@given(st.text())
def test_any_text(text: str) -> None:
    read(text)
    read(HEAD + text)


@given(st.binary())
def test_any_bytes(found: bytes) -> None:
    read(found)
    read(HEAD.encode() + found)


@given(st.lists(sentences, max_size=6))
def test_any_words_of_the_format(lines: list[str]) -> None:
    played(read("\n".join([HEAD, *lines])))


@given(sentences)
def test_any_check_given_and_refusal(sentence: str) -> None:
    for start in ("? ", "? open ", "given ", "given Ann ", "refuse any: ", "refuse any: Ann ", "Bank ", "Ann "):
        played(read(f"{HEAD}{start}{sentence}\n"))
        played(read(f"seed 1\n{HEAD}{start}{sentence}\n"))


@given(st.data())
def test_a_real_record_with_a_slip_in_it(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(GAMES))
    at = data.draw(st.integers(0, len(text) - 1))
    to = data.draw(st.integers(at, min(at + 12, len(text))))
    played(read(text[:at] + data.draw(st.text(max_size=4)) + text[to:]))


@given(st.data())
def test_a_real_record_with_its_lines_mixed_up(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(GAMES)).splitlines()
    at = data.draw(st.integers(0, len(lines)))
    lines[at:at] = data.draw(st.lists(st.sampled_from(LINES) | st.just("undo"), max_size=4))
    del lines[at : data.draw(st.integers(at, min(at + 3, len(lines))))]
    played(read("\n".join(lines)))
