"""The cookie by which a paired device is known: its id, signed, good across restarts, and for so many days."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import NamedTuple

NAME = "companion"
DAYS = 60
KEY_FILE = "tablet.key"
KEY_BYTES = 32
MOST = 200  # characters of a cookie that is looked at


class Device(NamedTuple):
    """`role` only says which page it is shown; what it may do, the table knows by its id."""

    id: str
    role: str


class Signer:
    """Makes and reads cookies. The key is this household's own."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def cookie(self, device: Device, now_s: int) -> str:
        said = f"1.{device.id}.{device.role}.{now_s}"
        return f"{said}.{self._signature(said)}"

    def device(self, cookie: str, now_s: int) -> Device | None:
        """None for what was not made here, or too long ago."""
        said, _, signature = cookie.rpartition(".")
        if len(cookie) > MOST or not cookie.isascii() or not hmac.compare_digest(signature, self._signature(said)):
            return None
        _, id, role, made_s = said.split(".")
        return Device(id, role) if now_s < int(made_s) + DAYS * 86_400 else None

    def _signature(self, said: str) -> str:
        return hmac.new(self._key, said.encode(), hashlib.sha256).hexdigest()


def household_key(data: Path) -> bytes:
    """Made once. Raises OSError. A damaged one is made anew: then every device has to be paired again.

    So is one that others may read, as after a careless copy: whoever has read it could sign cookies.
    """
    path = data / KEY_FILE
    try:
        key, others = path.read_bytes(), path.stat().st_mode & 0o077
    except FileNotFoundError:
        return _new_key(path)
    return key if len(key) == KEY_BYTES and not others else _new_key(path)


def _new_key(path: Path) -> bytes:
    key, part = secrets.token_bytes(KEY_BYTES), path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    return key
