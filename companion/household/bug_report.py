"""The parts of a bug report: sections of plain text in which every name is replaced."""

import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.household.redact_names import NO_REASON, redact_names
from companion.household.settings import Config

PACKAGES = ("textual", "msgspec", "aiohttp", "gpiozero", "pyserial", "mfrc522", "spidev", "lgpio")


class ReportSection(NamedTuple):
    title: str
    text: str
    has_no_names: bool = False  # they were replaced before, and every word in it is meant

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())


def report_text(sections: Iterable[ReportSection], aliases: Mapping[str, str]) -> str:
    """Names are replaced in every section, whoever wrote it."""
    parts = []
    for section in sections:
        text = section.text if section.has_no_names else redact_names(section.text, aliases)
        parts.append(f"== {section.title} ==\n{text.rstrip()}\n")
    return "\n".join(parts)


def describe_program(app: str, root: Path = Path("/")) -> str:
    """Versions of everything that runs here."""
    names = [line for line in _read(root / "etc/os-release").splitlines() if line.startswith("PRETTY_NAME=")]
    system = names[0].partition("=")[2].strip('"') if names else platform.system()
    machine = _read(root / "proc/device-tree/model") or platform.machine()
    lines = [f"companion {app}", f"Python {platform.python_version()}", f"{system}, {platform.release()}", machine]
    for package in PACKAGES:
        try:
            lines.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            lines.append(f"{package} is not installed")
    return "\n".join(lines)


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip("\0\n")
    except OSError:
        return ""


def describe_mistake(content: bytes, *, keeps_reasons: bool = False) -> str:
    """A report of the table, with real line ends: names are easier to find there than in JSON."""
    try:
        report = msgspec.json.decode(content, type=dict[str, object])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return content.decode("utf-8", "replace")
    act = report.get("act")
    if isinstance(act, dict) and "reason" in act and not keeps_reasons:
        report["act"] = {**act, "reason": NO_REASON}
    plain = {
        key: value if isinstance(value, str) else msgspec.json.encode(value).decode() for key, value in report.items()
    }
    return "\n".join(f"{key}: {value}" for key, value in plain.items())


def describe_settings(config: Config) -> str:
    """Only what differs from the defaults. Names of machines are private: their number is enough."""
    here, defaults = (dict(_flatten("", msgspec.to_builtins(one))) for one in (config, Config()))
    if config.tablet.names:
        here["tablet.names"] = f"{len(config.tablet.names)} of them"
    changed = [f"{key} = {value}" for key, value in here.items() if defaults.get(key) != value]
    return "\n".join(changed) or "Everything has its default."


def _flatten(prefix: str, value: object) -> Iterable[tuple[str, object]]:
    if not isinstance(value, dict):
        yield prefix, value
        return
    for key, inner in value.items():
        yield from _flatten(f"{prefix}.{key}" if prefix else str(key), inner)
