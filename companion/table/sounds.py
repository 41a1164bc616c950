"""Whether the table makes its sounds: set by the Banker, kept in the data folder, and so across restarts."""

from pathlib import Path

from companion.table.kept_file import KeptFile, Record, record_file
from companion.table.messages import Reply

FILE = "sounds.json"
BYTES_MOST = 1_000


class Kept(Record, frozen=True, kw_only=True):
    muted: bool = False


class Sounds:
    """A file that cannot be read is as if there were none: the table sounds, and the next setting is kept."""

    def __init__(self, data: Path) -> None:
        self._kept = KeptFile(data, record_file(FILE, BYTES_MOST, Kept()))

    def are_muted(self) -> bool:
        return self._kept.value.muted

    def set(self, id: str, *, on: bool) -> Reply:
        try:
            self._kept.keep(Kept(muted=not on))
        except OSError as error:
            return Reply(id, done=False, message=f"The sounds cannot be set: {error.strerror or error}.")
        return Reply(id, done=True, message=f"The sounds of the table are {'on' if on else 'off'}.")
