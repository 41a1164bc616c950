"""A TOML file of the household: reading it, its values, the line of each key, and the error for a wrong value."""

import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

Key = tuple[str, ...]
MAX_SHOWN = 60
MAX_DEPTH = 20  # nothing is nested deeper, and a key of thousands of parts would be stored thousands of times
MAX_LINE = 1_000  # characters; Python takes minutes for a key of 100,000 parts, and does not print endless numbers


class TomlError(Exception):
    """The message names the file, the line, the key, the value found and what was expected."""

    def __init__(self, file: str, why: str, line: int = 0, column: int = 0, key: str = "", found: str = "") -> None:
        where = file + (f", line {line}" if line else "") + (f", column {column}" if column else "")
        what = f"{key} = {found}: " if found else f"{key}: " if key else ""
        super().__init__(f"{where}: {what}{why}")
        self.file = file
        self.line = line
        self.key = key
        self.message = f"{what}{why}"  # without the place


class TomlDocument:
    def __init__(self, file: str, text: str, table: Mapping[str, object]) -> None:
        self.file = file
        self.table = table
        self._text = text
        self._lines: Mapping[Key, int] | None = None

    def line(self, key: Key) -> int:
        """The line of the key, or of the nearest table around it that is in the file; 0 if there is none."""
        if self._lines is None:
            self._lines = key_lines(self._text)
        return next((self._lines[key[:end]] for end in range(len(key), 0, -1) if key[:end] in self._lines), 0)

    def value(self, key: Key) -> object:
        """None if it is not set."""
        value: object = self.table
        for part in key:
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def error(self, key: Key, why: str) -> TomlError:
        value = self.value(key)
        found = "" if value is None or isinstance(value, dict) else show_value(value)
        return TomlError(self.file, why, self.line(key), key=dotted(key), found=found)


# Reading


def read_text(path: Path, max_bytes: int, what: str) -> str:
    """The text of a file that should be `what`. Raises TomlError."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):  # reading a pipe would wait, and a device may never end
            raise ValueError("it is a folder" if stat.S_ISDIR(mode) else "it is not a file")
        with path.open("rb") as file:
            content = file.read(max_bytes + 1)
    except FileNotFoundError:
        why = "is a link to a file that is not there" if path.is_symlink() else "there is no such file"
        raise TomlError(str(path), why) from None
    except (OSError, ValueError) as error:
        raise TomlError(str(path), f"cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(content) > max_bytes:
        raise TomlError(str(path), f"is larger than {max_bytes // 1024} KB: not {what}")
    try:
        return content.decode("utf-8-sig")  # some editors put a byte order mark first
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise TomlError(str(path), f"this is not UTF-8 text (byte 0x{content[error.start]:02x})", line) from None


def parse_toml(text: str, file: str) -> TomlDocument:
    """Raises TomlError."""
    import tomllib

    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise TomlError(file, f"this line is too long: expected at most {MAX_LINE:,} characters", number)
    try:
        return TomlDocument(file, text, tomllib.loads(text))
    except RecursionError:
        raise TomlError(file, "it is nested too deeply") from None
    except ValueError as error:
        raise _not_toml(file, text, str(error)) from None


def _not_toml(file: str, text: str, message: str) -> TomlError:
    """tomllib says "Invalid value (at line 3, column 8)" or "(at end of document)"."""
    why, _, place = message.rstrip(")").partition(" (at ")
    words = place.replace(",", "").split()
    line, column = (int(words[1]), int(words[3])) if words[0] == "line" else (text.count("\n") + 1, 0)
    # tomllib shows a key as a tuple: ('a', 'b') becomes a.b as in the file.
    plain = why[:1].lower() + re.sub(r"\('(.*?)',?\)", lambda key: key[1].replace("', '", "."), why[1:])
    return TomlError(file, f"this is not TOML: {plain}", line, column)


# In words


def dotted(key: Key) -> str:
    return _shorten(".".join(part if part.isprintable() and part else _as_toml(part) for part in key))


def show_value(value: object) -> str:
    """The value as people write it, on one line and not too long."""
    return _shorten(_as_toml(value))


def _shorten(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def _as_toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case list():
            return f"[{', '.join(map(_as_toml, value))}]"
        case dict():
            return "{…}"
        case str():
            return f'"{value}"' if value.isprintable() else ascii(value)
        case _:
            return str(value)


def nearest_name(written: str, names: Iterable[str]) -> str:
    """The name that was probably meant; empty if none is close."""
    from difflib import get_close_matches

    by_fold = {name.casefold(): name for name in names}
    close = get_close_matches(written[:MAX_SHOWN].casefold(), by_fold, n=1)
    return by_fold[close[0]] if close else ""


def one_of(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


# The line of each key. tomllib does not tell lines, but it has read the text before, so the text is known to be valid.

_TOKEN = r"""
    (?P<skip> [ \t\r]+ | \#[^\n]* )
  | (?P<long> \"{3} (?: [^\\] | \\. )*? \"{3,5} | '{3} .*? '{3,5} )
  | (?P<text> " (?: [^"\\\n] | \\. )* " | ' [^'\n]* ' )
  | (?P<newline> \n )
  | (?P<mark> [][{}=,.] )
  | (?P<word> [^][{}=,."'\#\s]+ )
    """


def key_lines(text: str) -> dict[Key, int]:
    """The first line of every key and table, including those in inline tables."""
    scanner, line = _KeyScanner(), 1
    for found in re.finditer(_TOKEN, text, re.VERBOSE | re.DOTALL):
        if found.lastgroup and found.lastgroup != "skip":
            scanner.take(found.lastgroup, found[0], line)
        line += found[0].count("\n")
    return scanner.lines


class _KeyScanner:
    """Either inside a key, whose parts it collects, or inside a value, which may hold tables with keys."""

    def __init__(self) -> None:
        self.lines: dict[Key, int] = {}
        self._table: Key = ()  # of the header above
        self._is_in_key = True
        self._parts: list[str] = []
        self._path: Key = ()  # of the value
        self._open: list[tuple[str, Key]] = []  # each open bracket and the key whose value it holds

    def take(self, kind: str, token: str, line: int) -> None:
        if kind == "newline":
            if not self._open:
                self._begin_key()
        elif self._is_in_key:
            self._take_in_key(kind, token, line)
        elif token in ("{", "["):
            self._open.append((token, self._path))
            if token == "{":
                self._begin_key()
        elif token in ("}", "]"):
            self._close()
        elif token == "," and self._open and self._open[-1][0] == "{":
            self._begin_key()

    def _take_in_key(self, kind: str, token: str, line: int) -> None:
        match kind, token:
            case "word", _:
                self._parts.append(token)
            case "text", _:
                import tomllib

                self._parts.append(next(iter(tomllib.loads(f"{token} = 0"))))
            case _, "]":  # of a header
                self._table = self._end_key((), line)
            case _, "=":
                self._path = self._end_key(self._open[-1][1] if self._open else self._table, line)
            case _, "}":  # of an empty table
                self._close()

    def _begin_key(self) -> None:
        self._is_in_key, self._parts = True, []

    def _end_key(self, before: Key, line: int) -> Key:
        key = (*before, *self._parts)
        for length in range(1, min(len(key), MAX_DEPTH) + 1):
            self.lines.setdefault(key[:length], line)
        self._is_in_key = False
        return key

    def _close(self) -> None:
        self._is_in_key = False
        if self._open:  # the second bracket of [[a header]] closes nothing
            _, self._path = self._open.pop()
