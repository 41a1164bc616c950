"""The line of every key is found in any text, and any text at all is settings or an error with a line."""

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.toml_document import key_lines
from tests.household.parsed_settings import TEXT, complaint, error_in


def places(text: str) -> list[tuple[int, str]]:
    """Every key of the example and its line, found with a simple pattern."""
    return [(at, line) for at, line in enumerate(text.splitlines(), 1) if re.match("[a-z-]+ = ", line)]


@pytest.mark.parametrize(("at", "line"), places(TEXT))
def test_a_typing_error_in_any_key_is_reported_with_its_line(at: int, line: str) -> None:
    name = line.split()[0]
    slipped = TEXT.splitlines()
    slipped[at - 1] = f"{name}x = 1"
    assert complaint("\n".join(slipped)).startswith(f"companion.toml, line {at}: ")
    assert f"{name}x = 1: there is no " in complaint("\n".join(slipped))


@pytest.mark.parametrize(("at", "line"), places(TEXT))
def test_a_wrong_value_of_any_key_is_reported_with_its_line(at: int, line: str) -> None:
    name = line.split()[0]
    wrong = TEXT.splitlines()
    wrong[at - 1] = f"{name} = 1979-05-27"
    told = complaint("\n".join(wrong))
    assert told.startswith(f"companion.toml, line {at}: ")
    assert f"{name} = 1979-05-27: expected " in told


@pytest.mark.parametrize(
    ("at", "line"), [(at, line) for at, line in enumerate(TEXT.splitlines(), 1) if line[:1] == "["]
)
def test_a_typing_error_in_any_section_is_reported_with_its_line(at: int, line: str) -> None:
    slipped = TEXT.splitlines()
    slipped[at - 1] = line.replace("]", "x.y]").replace("[readers.", "[readrs.")
    told = complaint("\n".join(slipped))
    assert told.startswith(f"companion.toml, line {at}: ")


def test_there_is_something_to_break() -> None:
    assert len(places(TEXT)) > 30


VALUES = (
    "17",
    "1.5",
    "1979-05-27T07:32:00Z",
    "'# no = comment'",
    '"a \\" = [ { b"',
    '""',
    "[]",
    "[1, 2]",
    "[ # x = 1\n  'a',\n\n  [1],  # ]\n]",
    '"""\nfake = 1\n[fake]\n\\""" still\n""""',
    "'''\nfake = 1\n'''",
    '""""quoted""""',
    "{}",
)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, dict[tuple[str, ...], int]]:
    """A TOML text in any style, and the line of each key as it was written."""
    text, lines, table = "", dict[tuple[str, ...], int](), tuple[str, ...]()
    for number in range(draw(st.integers(0, 12))):
        at = text.count("\n") + 1
        match draw(st.sampled_from(("header", "tables", "key", "dotted", "quoted", "inline", "comment"))):
            case "header":
                table = (f"t{number}", "sub")
                text += f"  [ t{number} . 'sub' ] # [no]\n"
                lines |= {table[:1]: at, table: at}
            case "tables":
                table = (f"t{number}",)
                text += f"[[t{number}]]\n"
                lines[table] = at
            case "key":
                text += f"\tk{number}={draw(st.sampled_from(VALUES))}  # = {{\n"
                lines[*table, f"k{number}"] = at
            case "dotted":
                text += f"k{number}. 1 .x = {draw(st.sampled_from(VALUES))}\n"
                lines |= {(*table, f"k{number}", "1", "x")[: len(table) + more]: at for more in (1, 2, 3)}
            case "quoted":
                text += f'"k{number} \\u0061.#" = {draw(st.sampled_from(VALUES))}\r\n'
                lines[*table, f"k{number} a.#"] = at
            case "inline":
                text += f"k{number} = [{{a = {{}}, b.c = [1, {{d = '}}'}}]}}]\n"
                for key in (), ("a",), ("b",), ("b", "c"), ("b", "c", "d"):
                    lines[*table, f"k{number}", *key] = at
            case "comment":
                text += "\n# [x]\n  # y = 1\n"
    return text, lines


@given(texts())
def test_the_line_of_every_key_is_found_in_any_text(made: tuple[str, dict[tuple[str, ...], int]]) -> None:
    text, lines = made
    tomllib.loads(text)
    assert key_lines(text) == lines


# Whatever is in it


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """The example with a piece cut out, moved or rewritten."""
    start, end, to = (draw(st.integers(0, len(TEXT))) for _ in range(3))
    piece = draw(st.sampled_from((TEXT[start:end], "", "=", "[", "]", '"', "'''", "\n", "\0", "x = {", "[pins]\n")))
    rest = TEXT[:start] + TEXT[max(start, end) :]
    return rest[:to] + piece + rest[to:]


@given(st.one_of(spoilt(), st.text()))
def test_any_text_is_a_configuration_or_an_error_with_a_line(text: str) -> None:
    if error := error_in(text):
        assert 0 < error.line <= text.count("\n") + 1
        assert str(error).startswith(f"companion.toml, line {error.line}")
        assert "\n" not in str(error)
