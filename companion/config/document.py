"""A configuration as it was read: its values, where each of them stands, and the complaint about one of them."""

from collections.abc import Iterable, Mapping

Key = tuple[str, ...]
SHOWN_MOST = 60


class ConfigError(Exception):
    """The message says which file and line, which key and value, and what was expected."""

    def __init__(self, file: str, why: str, line: int = 0, column: int = 0, key: str = "", found: str = "") -> None:
        where = file + (f", line {line}" if line else "") + (f", column {column}" if column else "")
        what = f"{key} = {found}: " if found else f"{key}: " if key else ""
        super().__init__(f"{where}: {what}{why}")
        self.file = file
        self.line = line
        self.key = key


class Document:
    def __init__(self, file: str, text: str, table: Mapping[str, object]) -> None:
        self.file = file
        self.table = table
        self._text = text
        self._lines: Mapping[Key, int] | None = None

    def line(self, key: Key) -> int:
        """Of the key, or of the nearest table around it that is written; 0 if none is."""
        if self._lines is None:
            from companion.config.lines import key_lines

            self._lines = key_lines(self._text)
        return next((self._lines[key[:end]] for end in range(len(key), 0, -1) if key[:end] in self._lines), 0)

    def value(self, key: Key) -> object:
        """None where nothing is set."""
        value: object = self.table
        for part in key:
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def wrong(self, key: Key, why: str) -> ConfigError:
        value = self.value(key)
        found = "" if value is None or isinstance(value, dict) else shown(value)
        return ConfigError(self.file, why, self.line(key), key=dotted(key), found=found)


def dotted(key: Key) -> str:
    text = ".".join(part if part.isprintable() and part else _written(part) for part in key)
    return _cut(text)


def shown(value: object) -> str:
    """As people would write it, on one line and not too long."""
    return _cut(_written(value))


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_MOST else f"{text[:SHOWN_MOST]}…"


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, str):
        return f'"{value}"' if value.isprintable() else ascii(value)
    return str(value)


def nearest(written: str, names: Iterable[str]) -> str:
    """The name that was probably meant; empty if nothing is near."""
    from difflib import get_close_matches

    by_fold = {name.casefold(): name for name in names}
    close = get_close_matches(written[:SHOWN_MOST].casefold(), by_fold, n=1)
    return by_fold[close[0]] if close else ""


def one_of(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
