"""Where companion.toml is, and reading it. No file at all is fine: then everything has its default."""

import re
import stat
from collections.abc import Mapping
from pathlib import Path

from companion.household.settings import Config
from companion.household.settings_document import ConfigError, SettingsDocument

NAME = "companion.toml"
ETC = Path("/etc/companion") / NAME
VARIABLE = "COMPANION_CONFIG"
MAX_BYTES = 64 * 1024


def load(path: str | Path | None, env: Mapping[str, str]) -> Config:
    """`path` is the value of --config. Raises ConfigError."""
    found = locate(path, env)
    return parse(_read(found), str(found)) if found else Config()


def locate(path: str | Path | None, env: Mapping[str, str]) -> Path | None:
    """The file that counts: the one that is named, or else the first that exists; None if there is none."""
    named = path if path is not None else env.get(VARIABLE) or None
    if named is not None:
        return Path(named)
    own, home = Path(env.get("XDG_CONFIG_HOME", "")), Path(env.get("HOME", ""))
    folder = own if own.is_absolute() else home / ".config"  # the XDG specification ignores relative folders
    places = [ETC, *([folder / "companion" / NAME] if folder.is_absolute() else [])]
    return next((place for place in places if _exists(place)), None)


def _exists(path: Path) -> bool:
    """A file that cannot be examined exists too: reading it will say what is wrong."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _read(path: Path) -> str:
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):  # reading a pipe would wait, and a device may never end
            raise ValueError("it is a folder" if stat.S_ISDIR(mode) else "it is not a file")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        why = "is a link to a file that is not there" if path.is_symlink() else "there is no such file"
        raise ConfigError(str(path), why) from None
    except (OSError, ValueError) as error:
        raise ConfigError(str(path), f"cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(content) > MAX_BYTES:
        raise ConfigError(str(path), f"is larger than {MAX_BYTES // 1024} KB: not a configuration")
    try:
        return content.decode("utf-8-sig")  # some editors put a byte order mark first
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(str(path), f"this is not UTF-8 text (byte 0x{content[error.start]:02x})", line) from None


def parse(text: str, file: str = NAME) -> Config:
    """Raises ConfigError."""
    import tomllib

    from companion.household.pin_uses import require_wiring
    from companion.household.settings_checks import read_section, require_game

    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise ConfigError(file, "it is nested too deeply") from None
    except ValueError as error:
        raise _not_toml(file, text, str(error)) from None
    document = SettingsDocument(file, text, table)
    config = read_section(document, Config)
    require_wiring(document, config)
    require_game(document, config.game)
    return config


def _not_toml(file: str, text: str, message: str) -> ConfigError:
    """tomllib says "Invalid value (at line 3, column 8)" or "(at end of document)"; for endless numbers, no place."""
    why, placed, place = message.rstrip(")").partition(" (at ")
    if not placed:
        return ConfigError(file, "this is not TOML: it has a number that is too long")
    words = place.replace(",", "").split()
    line, column = (int(words[1]), int(words[3])) if words[0] == "line" else (text.count("\n") + 1, 0)
    # tomllib shows a key as a tuple: ('a', 'b') becomes a.b as in the file.
    plain = why[:1].lower() + re.sub(r"\('(.*?)',?\)", lambda key: key[1].replace("', '", "."), why[1:])
    return ConfigError(file, f"this is not TOML: {plain}", line, column)
