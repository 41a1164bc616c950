"""How the server recognises a paired device: by a signed cookie, and by the list of devices the table knows."""

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

COOKIE_NAME = "companion"
COOKIE_DAYS = 60
MAX_COOKIE_CHARS = 200
KEY_FILE = "tablet.key"
KEY_BYTES = 32


class SignedInDevice(NamedTuple):
    """`role` only decides which page the device gets; what it may do, the table decides by its id."""

    id: str
    role: str


class CookieSigner:
    """Makes and reads cookies, which outlive a restart of the server. Each household has its own key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def cookie(self, device: SignedInDevice, now_s: int) -> str:
        content = f"1.{device.id}.{device.role}.{now_s}"
        return f"{content}.{self._signature(content)}"

    def device(self, cookie: str, now_s: int) -> SignedInDevice | None:
        """None for a cookie that was not made here or is too old."""
        content, _, signature = cookie.rpartition(".")
        if len(cookie) > MAX_COOKIE_CHARS or not cookie.isascii():
            return None
        if not hmac.compare_digest(signature, self._signature(content)):
            return None
        _, id, role, made_s = content.split(".")
        return SignedInDevice(id, role) if now_s < int(made_s) + COOKIE_DAYS * 86_400 else None

    def _signature(self, content: str) -> str:
        return hmac.new(self._key, content.encode(), hashlib.sha256).hexdigest()


def household_key(data: Path) -> bytes:
    """Reads the key, or makes one. Raises OSError.

    A damaged key is replaced, and so is one that others may read: they could sign cookies with it. Every device must
    then be paired again.
    """
    path = data / KEY_FILE
    try:
        key, open_to_others = path.read_bytes(), path.stat().st_mode & 0o077
        if len(key) == KEY_BYTES and not open_to_others:
            return key
    except FileNotFoundError:
        pass
    key, part = secrets.token_bytes(KEY_BYTES), path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    return key


class PairedDevices:
    """The ids of paired devices, as the table last listed them.

    Before the first list every id counts as paired. That gives nothing away: without a table there is nothing to see.
    """

    def __init__(self) -> None:
        self._ids: frozenset[str] | None = None

    def __contains__(self, id: str) -> bool:
        return self._ids is None or id in self._ids

    def update(self, ids: Iterable[str]) -> frozenset[str]:
        """Returns the devices that were removed."""
        before, self._ids = self._ids or frozenset(), frozenset(ids)
        return before - self._ids

    def add(self, id: str) -> None:
        """A device that was paired just now; the table's next list may not have arrived yet."""
        if self._ids is not None:
            self._ids |= {id}
