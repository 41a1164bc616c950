"""What lies in a folder that a whole household was backed up to, and how one sees that it is still what was written."""

import hashlib
import re

import msgspec
from msgspec import Struct
from msgspec.structs import replace

FILE = "manifest.json"
FORMAT = 1
BYTES_MOST = 4 * 1024 * 1024
HOUSEHOLD = ("tags.json", "devices.json", "sounds.json", "played.json")
SETTINGS = "settings/companion.toml"
_GAME = re.compile(r"games/([0-9a-z][0-9a-z-]{0,63})/(\d{6,12}-\d{8}T\d{6}\.tape)")


class Damaged(Exception):
    """The message says what is wrong, as the end of a sentence."""


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    path: str  # from the folder on
    size: int
    sha256: str
    changed_at_ms: int = 0

    @property
    def game(self) -> tuple[str, str] | None:
        """Its id and the name of the copy, if this is a game."""
        found = _GAME.fullmatch(self.path)
        return (found[1], found[2]) if found else None

    @property
    def household(self) -> str:
        """The name of a file of the data folder, if this is one."""
        folder, _, name = self.path.partition("/")
        return name if folder == "household" and name in HOUSEHOLD else ""

    def is_content(self, content: bytes) -> bool:
        return len(content) == self.size and hashlib.sha256(content).hexdigest() == self.sha256


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    app: str  # the version that wrote it
    made_at_ms: int
    files: tuple[Kept, ...]
    check: str = ""  # over all the rest


def kept(path: str, content: bytes, changed_at_ms: int = 0) -> Kept:
    return Kept(path, len(content), hashlib.sha256(content).hexdigest(), changed_at_ms)


def encode(manifest: Manifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(replace(manifest, check=_check(manifest)))) + b"\n"


def decode(content: bytes) -> Manifest:
    """Raises Damaged, also for paths that would lead elsewhere."""
    try:
        format = msgspec.json.decode(content, type=_Format).format
        if format > FORMAT:
            raise Damaged("it was written by a newer companion: upgrade this one first")
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Damaged(f"{FILE} cannot be read") from None
    if manifest.check != _check(manifest):
        raise Damaged(f"{FILE} is not as it was written")
    for one in manifest.files:
        if not (one.game or one.household or one.path == SETTINGS):
            raise Damaged(f"{FILE} names {one.path!r}, which is nothing that is kept")
    return manifest


class _Format(Struct, frozen=True):
    format: int


def _check(manifest: Manifest) -> str:
    return hashlib.sha256(msgspec.json.encode(replace(manifest, check=""))).hexdigest()
