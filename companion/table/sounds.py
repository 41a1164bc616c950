"""Whether the table makes its sounds: set by the Banker, kept in the data folder, and so across restarts."""

from pathlib import Path

import msgspec
from msgspec import Struct

from companion.table.kept_file import Format, KeptFile, Unreadable
from companion.table.messages import Reply

FILE = "sounds.json"
BYTES_MOST = 1_000


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    schema: int
    muted: bool


def _encode(muted: bool) -> bytes:
    return msgspec.json.encode(_Kept(1, muted)) + b"\n"


def _decode(content: bytes) -> bool:
    try:
        return msgspec.json.decode(content, type=_Kept).muted
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Unreadable(str(error)) from None


class Sounds:
    """A file that cannot be read is as if there were none: the table sounds, and the next setting is kept."""

    def __init__(self, data: Path) -> None:
        self._kept = KeptFile(data, Format(FILE, BYTES_MOST, False, _encode, _decode))

    def are_muted(self) -> bool:
        return self._kept.value

    def set(self, id: str, *, on: bool) -> Reply:
        try:
            self._kept.keep(not on)
        except OSError as error:
            return Reply(id, done=False, message=f"The sounds cannot be set: {error.strerror or error}.")
        return Reply(id, done=True, message=f"The sounds of the table are {'on' if on else 'off'}.")
