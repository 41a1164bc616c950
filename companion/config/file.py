"""Where companion.toml is looked for, and how it is read: whole, or with a complaint that says what to mend."""

import re
import stat
from collections.abc import Mapping
from pathlib import Path

from companion.config.document import ConfigError, Document
from companion.config.settings import Config

NAME = "companion.toml"
ETC = Path("/etc/companion") / NAME
VARIABLE = "COMPANION_CONFIG"
BYTES_MOST = 64 * 1024


def load(path: str | Path | None, env: Mapping[str, str]) -> Config:
    """`path` is what --config names. Raises ConfigError."""
    found = locate(path, env)
    return parse(_read(found), str(found)) if found else Config()


def locate(path: str | Path | None, env: Mapping[str, str]) -> Path | None:
    """The file that holds: the one that is named, or the first that is there; None if there is none."""
    named = path if path is not None else env.get(VARIABLE) or None
    if named is not None:
        return Path(named)
    return next((place for place in (ETC, *_own_places(env)) if _is_there(place)), None)


def _own_places(env: Mapping[str, str]) -> list[Path]:
    """A folder that is not absolute does not count, says the XDG specification."""
    own = Path(env.get("XDG_CONFIG_HOME", ""))
    home = Path(env.get("HOME", ""))
    folder = own if own.is_absolute() else home / ".config"
    return [folder / "companion" / NAME] if folder.is_absolute() else []


def _is_there(path: Path) -> bool:
    """A file that cannot be looked at is there too, and will be complained of."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _read(path: Path) -> str:
    file = str(path)
    try:
        kept = _kept(path)
    except FileNotFoundError:
        why = "is a link to a file that is not there" if path.is_symlink() else "there is no such file"
        raise ConfigError(file, why) from None
    except (OSError, ValueError) as error:
        raise ConfigError(file, f"cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(kept) > BYTES_MOST:
        raise ConfigError(file, f"is larger than {BYTES_MOST // 1024} KB: not a configuration")
    return _decoded(file, kept)


def _kept(path: Path) -> bytes:
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        # A pipe would be waited for, and a device may never end.
        raise ValueError("it is a folder" if stat.S_ISDIR(mode) else "it is not a file")
    with path.open("rb") as file:
        return file.read(BYTES_MOST + 1)


def _decoded(file: str, kept: bytes) -> str:
    try:
        return kept.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError as error:
        line = kept.count(b"\n", 0, error.start) + 1
        raise ConfigError(file, f"this is not UTF-8 text (byte 0x{kept[error.start]:02x})", line) from None


def parse(text: str, file: str = NAME) -> Config:
    """Raises ConfigError."""
    from companion.config.checking import settings
    from companion.config.game import require_game
    from companion.config.wiring import require_wiring

    document = Document(file, text, _table(file, text))
    config = settings(document, Config)
    require_wiring(document, config)
    require_game(document, config.game)
    return config


def _table(file: str, text: str) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ConfigError(file, "it is nested too deeply") from None
    except ValueError as error:
        raise _not_toml(file, text, str(error)) from None


def _not_toml(file: str, text: str, told: str) -> ConfigError:
    """tomllib says "Invalid value (at line 3, column 8)" or "(at end of document)"; of endless numbers, no place."""
    why, placed, place = told.rstrip(")").partition(" (at ")
    if not placed:
        return ConfigError(file, "this is not TOML: it has a number that is too long to be one")
    words = place.replace(",", "").split()
    line, column = (int(words[1]), int(words[3])) if words[0] == "line" else (text.count("\n") + 1, 0)
    return ConfigError(file, f"this is not TOML: {_plain(why)}", line, column)


def _plain(why: str) -> str:
    """A key that is told as a tuple is told as it is written."""
    return why[:1].lower() + re.sub(r"\('(.*?)',?\)", lambda key: key[1].replace("', '", "."), why[1:])
