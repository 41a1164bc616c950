"""On which line each key of a TOML text stands. The text is known to be valid: tomllib has read it before."""

import re
from collections.abc import Iterator

Key = tuple[str, ...]
DEPTH_MOST = 20  # no setting lies deeper, and a key of thousands of parts would be remembered thousands of times

_TOKEN = re.compile(
    r"""
    (?P<skip> [ \t\r]+ | \#[^\n]* )
  | (?P<long> \"{3} (?: [^\\] | \\. )*? \"{3,5} | '{3} .*? '{3,5} )
  | (?P<text> " (?: [^"\\\n] | \\. )* " | ' [^'\n]* ' )
  | (?P<newline> \n )
  | (?P<mark> [][{}=,.] )
  | (?P<word> [^][{}=,."'\#\s]+ )
    """,
    re.VERBOSE | re.DOTALL,
)


def key_lines(text: str) -> dict[Key, int]:
    """The first line of every key and of every table, of those in inline tables too."""
    scan = _Scan()
    for kind, token, line in _tokens(text):
        scan.take(kind, token, line)
    return scan.lines


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    line = 1
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        if kind != "skip":
            yield kind, found[0], line
        line += found[0].count("\n")


class _Scan:
    """Either within a key, whose parts it collects, or within a value, which may hold tables and their keys."""

    def __init__(self) -> None:
        self.lines: dict[Key, int] = {}
        self._table: Key = ()  # of the header above
        self._is_in_key = True
        self._parts: list[str] = []
        self._path: Key = ()  # of the value
        self._open: list[tuple[str, Key]] = []  # brackets, and whose value is in them

    def take(self, kind: str, token: str, line: int) -> None:
        if kind == "newline":
            if not self._open:
                self._begin_key()
        elif not self._is_in_key:
            self._take_value(token)
        elif kind in ("word", "text"):
            self._parts.append(_unquoted(token) if kind == "text" else token)
        else:
            self._take_key_mark(token, line)

    def _begin_key(self) -> None:
        self._is_in_key, self._parts = True, []

    def _take_key_mark(self, mark: str, line: int) -> None:
        match mark:
            case "]":  # of a header
                self._table = self._end_key((), line)
            case "=":
                self._path = self._end_key(self._open[-1][1] if self._open else self._table, line)
            case "}":  # of an empty table
                self._close()

    def _end_key(self, before: Key, line: int) -> Key:
        key = (*before, *self._parts)
        for length in range(1, min(len(key), DEPTH_MOST) + 1):
            self.lines.setdefault(key[:length], line)
        self._is_in_key = False
        return key

    def _take_value(self, token: str) -> None:
        match token:
            case "{" | "[":
                self._open.append((token, self._path))
                if token == "{":
                    self._begin_key()
            case "}" | "]":
                self._close()
            case "," if self._open and self._open[-1][0] == "{":
                self._begin_key()

    def _close(self) -> None:
        self._is_in_key = False
        if self._open:  # the second bracket of [[a header]] closes nothing
            _, self._path = self._open.pop()


def _unquoted(token: str) -> str:
    import tomllib

    return next(iter(tomllib.loads(f"{token} = 0")))
