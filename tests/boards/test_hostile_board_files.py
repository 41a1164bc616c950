"""Board files that nobody should have written: each is refused with a sentence, and none takes long."""

import os
import random
import re
from pathlib import Path

import pytest

from companion.boards import SHIPPED, shipped_text
from companion.boards.board_file import MAX_BYTES, parse_board
from companion.boards.own_boards import own_boards
from companion.cli import main
from companion.rules.board import Board
from companion.rules.board_checks import board_problems
from companion.toml_document import TomlError

Captured = pytest.CaptureFixture[str]
LONDON = shipped_text("london")
FILES = 250
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long_run) for seed in range(1, 8))]
SENTENCE = re.compile(r"(companion board: )?[^\n]*ours\.toml(, line \d+)?(, column \d+)?: .{4,}")


def changed(old: str, new: str) -> bytes:
    assert LONDON.count(old) == 1
    return LONDON.replace(old, new).encode()


def named(name: str) -> bytes:
    return changed('name = "Mayfair"', f'name = "{name}"').replace(b'advance = "Mayfair"', b"advance = 39")


PRINTED = "expected letters, digits and signs that can be printed on one line"
HOSTILE = {
    "a line of 10 MB": (b"#" * 10_000_000, "is larger than 256 KB: not a board"),
    "too large": (LONDON.encode() + b"\n" * MAX_BYTES, "is larger than 256 KB: not a board"),
    "a long line": (b"# " + b"x" * 5_000, "line 1: this line is too long"),
    "latin-1": (b"title = 'M\xfcnchen'", "line 1: this is not UTF-8 text (byte 0xfc)"),
    "utf-16": (b"\xff\xfe" + LONDON.encode("utf-16-le"), "line 1: this is not UTF-8 text (byte 0xff)"),
    "nul": (b"title = 'a\0b'", "line 1, column 11: this is not TOML: found invalid character"),
    "deep lists": (b"x = " + b"[\n" * 100_000, "it is nested too deeply"),
    "deep tables": (b"x = " + b"{a = " * 190, "this is not TOML: "),
    "keys of many parts": (
        b"\n".join(b"a%d." % at + b"a." * 450 + b"a = 1" for at in range(30)),
        "a0: there is no such section",
    ),
    "many keys": (b"\n".join(b"k%d = 1" % at for at in range(7_000)), "k0 = 1: there is no such key"),
    "many cards": (b"\n".join(b"[chance.c%d]" % at for at in range(5_000)), "title: this is missing"),
    "empty": (b"", "title: this is missing"),
    "10,000 letters": (named("x" * 10_000), "this line is too long: expected at most 1,000 characters"),
    "900 letters": (named("x" * 900), "expected at most 40 characters, and it has 900"),
    "escapes": (named("\\u001b[2J"), PRINTED),
    "right to left": (named("\\u202eriafyaM"), PRINTED),
    "no width": (named("May\\u200bfair"), PRINTED),
    "accents": (named("a" + "\u0301" * 100), "expected at most 40 characters"),
    "the same name": (named("PARK Lané"), "spaces.37 has the same name"),
    "a currency of control characters": (
        changed('sign = "£"', 'sign = "\\u0000\\u0007"'),
        "money.sign = '\\x00\\x07': expected 1 to 4 characters",
    ),
    "10^30": (
        changed("price = 400", f"price = {10**30}"),
        f"spaces.39.price = {10**30}: expected a whole number from 1 to 1,000,000",
    ),
    "negative": (changed("price = 400", "price = -400"), "spaces.39.price = -400: expected"),
    "nan": (changed("price = 400", "price = nan"), "spaces.39.price = nan: expected"),
    "endless": (changed("price = 400", "price = 0x" + "f" * 900), "…: expected a whole number from 1 to 1,000,000"),
    "a rent that falls": (changed("1700, 2000", "1700, 20"), "and 20 comes after 1,700"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_a_sentence(name: str, tmp_path: Path, capsys: Captured) -> None:
    content, told = HOSTILE[name]
    path = tmp_path / "boards" / "ours.toml"
    path.parent.mkdir()
    path.write_bytes(content)
    assert main(["board", "check", str(path)]) in (1, 2)
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert all(SENTENCE.fullmatch(line) and line.isprintable() for line in err.splitlines())
    assert len(err) < 20_000
    (listed,) = own_boards(tmp_path)
    assert (listed.board, bool(listed.wrong)) == (None, True)
    assert main(["board", "copy", str(path), "copied", "--data", str(tmp_path)]) == 2
    assert main(["board", "show", str(path)]) == 2
    assert not (tmp_path / "boards" / "copied.toml").exists()


def test_what_is_no_file_is_refused_with_a_sentence(tmp_path: Path, capsys: Captured) -> None:
    folder, loop, pipe = tmp_path / "folder.toml", tmp_path / "loop.toml", tmp_path / "pipe.toml"
    folder.mkdir()
    loop.symlink_to(loop)
    os.mkfifo(pipe)
    with pytest.raises(ValueError, match="embedded null") as in_words_of_this_python:
        Path("a\0b").stat()
    told = {
        str(folder): "cannot be read (it is a folder)",
        str(loop): "cannot be read (Too many levels of symbolic links)",
        str(pipe): "cannot be read (it is not a file)",
        "/dev/zero/x.toml": "cannot be read (Not a directory)",
        f"{tmp_path}/none.toml": "there is no such file",
        f"{tmp_path}/a\0b.toml": f"cannot be read ({in_words_of_this_python.value})",
        f"{tmp_path}/{'x' * 300}.toml": "cannot be read (File name too long)",
    }
    for file, why in told.items():
        assert main(["board", "check", file]) == 2
        shown = file.replace("\0", "\\x00")
        assert capsys.readouterr().err == f"companion board: {shown}: {why}\n"


def made_wrong(text: str, chance: random.Random) -> bytes:
    """A shipped file with a few things changed, sometimes so little that it is still right."""
    for _ in range(chance.randint(1, 4)):
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        text = "\n".join((*lines[:at], _change_line(lines[at], chance), *lines[at + 1 :]))
    if chance.random() < 0.1:
        text = text.replace(*chance.sample(re.findall(r"\w+", text), 2))
    content = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.05:
        content = content[: chance.randrange(len(content))]
    if chance.random() < 0.05:
        at = chance.randrange(len(content))
        content = content[:at] + chance.randbytes(chance.randint(1, 4)) + content[at:]
    return content


def _change_line(line: str, chance: random.Random) -> str:
    key, is_set, _ = line.partition(" = ")
    match chance.randrange(8):
        case 0 | 1 if is_set:
            return f"{key} = {chance.choice(VALUES)}"
        case 2 if is_set:
            return re.sub(r"\d+", lambda _: str(chance.choice((0, 1, 7, 99, 10**7))), line, count=1)
        case 3:
            return chance.choice(("", f"{line}\n{line}", line[: chance.randrange(len(line) + 1)]))
        case 4:
            return line + chance.choice("\0\x07\u202e\ud800'\"[]{}=.,#\t\r")
        case 5:
            return f"[{chance.choice(('spaces.3', 'chance', 'chest.x', 'money', 'x.y'))}]"
        case 6:
            return line[:1] + line[2:]
        case _:
            return f"{line}  # changed"


VALUES = (
    *("-1", "0", "3", "40", "1e9", "nan", "true", '""', '"GO"', '"\\u001b"', '"x y"', "[]", "[1, 2]", "{}", "[[1]]"),
    *("{ house = 1 }", "1979-05-27", "9" * 40, "0x10", f'"{"x" * 60}"', "'''a\nb'''", '"Jail"', "\u202e", "'"),
)


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_files_are_right_or_refused_with_a_sentence(seed: int, tmp_path: Path, capsys: Captured) -> None:
    """Two thousand in all."""
    chance = random.Random(seed)
    path = tmp_path / "ours.toml"
    codes = {0: 0, 1: 0, 2: 0}
    for _ in range(FILES):
        content = made_wrong(shipped_text(chance.choice(SHIPPED)), chance)
        path.write_bytes(content)
        code = main(["board", "check", str(path)])
        out, err = capsys.readouterr()
        codes[code] += 1
        assert bool(out) == (code == 0)
        assert bool(err) == (code != 0)
        assert all(SENTENCE.fullmatch(line) and line.isprintable() for line in err.splitlines()), err
        board = read_or_none(content)
        assert (board is not None) == (code == 0)
        assert board is None or list(board_problems(board)) == []
    assert min(codes.values()) > FILES // 10, codes


def read_or_none(content: bytes) -> Board | None:
    try:
        return parse_board("ours", content.decode("utf-8-sig"))
    except (TomlError, UnicodeDecodeError):
        return None
