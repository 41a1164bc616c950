"""Where companion.toml is, and reading it. No file at all is fine: then everything has its default."""

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from companion.household.settings import Config
from companion.toml_document import parse_toml, read_text

NAME = "companion.toml"
ETC = Path("/etc/companion") / NAME
VARIABLE = "COMPANION_CONFIG"
MAX_BYTES = 64 * 1024


def load(path: str | Path | None, env: Mapping[str, str]) -> Config:
    """`path` is the value of --config. Raises TomlError."""
    found = locate(path, env)
    return parse(read_text(found, MAX_BYTES, "a configuration"), str(found)) if found else Config()


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


def parse(text: str, file: str = NAME) -> Config:
    """Raises TomlError."""
    from companion.household.pin_uses import require_wiring
    from companion.household.settings_checks import read_section, require_game

    document = parse_toml(text, file)
    config = read_section(document, Config)
    if config.rig.kind == "real" and document.value(("rig", "board")) is None:
        config = replace(config, rig=replace(config.rig, board="none"))
    require_wiring(document, config)
    require_game(document, config.game)
    return config
