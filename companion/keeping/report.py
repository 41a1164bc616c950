"""What happened, in one file to send on: sections of plain text, with every name in them replaced."""

import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.config import Config
from companion.keeping.spelled import without_names

PARTS = ("textual", "msgspec", "aiohttp", "textual-serve", "gpiozero", "pyserial", "mfrc522", "spidev", "lgpio")


class Section(NamedTuple):
    title: str
    text: str
    is_clean: bool = False  # of names already, and any word in it is meant

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())


def written(sections: Iterable[Section], others: Mapping[str, str]) -> str:
    """Names are looked for in everything, whoever wrote it."""
    return "\n".join(f"== {one.title} ==\n{_clean(one, others).rstrip()}\n" for one in sections)


def _clean(section: Section, others: Mapping[str, str]) -> str:
    return section.text if section.is_clean else without_names(section.text, others)


def program(app: str, root: Path = Path("/")) -> str:
    machine = _first_line(root / "proc/device-tree/model") or platform.machine()
    system = _os_name(root / "etc/os-release") or platform.system()
    lines = [f"companion {app}", f"Python {platform.python_version()}", f"{system}, {platform.release()}", machine]
    return "\n".join([*lines, *(f"{part} {_version(part)}" for part in PARTS)])


def _version(part: str) -> str:
    try:
        return version(part)
    except PackageNotFoundError:
        return "is not installed"


def _first_line(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip("\0\n")
    except OSError:
        return ""


def _os_name(path: Path) -> str:
    named = [line for line in _first_line(path).splitlines() if line.startswith("PRETTY_NAME=")]
    return named[0].partition("=")[2].strip('"') if named else ""


def mistake(content: bytes) -> str:
    """As the table noted it, with lines that are lines: names stand out better so."""
    try:
        told = msgspec.json.decode(content, type=dict[str, object])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return content.decode("utf-8", "replace")
    return "\n".join(f"{key}: {_plain(value)}" for key, value in told.items())


def _plain(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def settings(config: Config) -> str:
    """Only what is not as usual. Names of machines are nobody's business, and their number is enough."""
    set_here, usual = (dict(_flat("", msgspec.to_builtins(one))) for one in (config, Config()))
    if config.tablet.names:
        set_here["tablet.names"] = f"{len(config.tablet.names)} of them"
    changed = [f"{key} = {value}" for key, value in set_here.items() if usual.get(key) != value]
    return "\n".join(changed) or "Everything is as usual."


def _flat(before: str, value: object) -> Iterable[tuple[str, object]]:
    if not isinstance(value, dict):
        yield before, value
        return
    for key, inner in value.items():
        yield from _flat(f"{before}.{key}" if before else str(key), inner)
