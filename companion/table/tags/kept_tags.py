"""The household's tags as they lie in the data folder."""

from pathlib import Path

from companion.table.games.kept_file import Format, KeptFile
from companion.table.tags.bindings import Bindings
from companion.table.tags.bindings_file import BYTES_MOST, decode, encode

FILE = "tags.json"


class Tags:
    """`trouble` says what is wrong with the file. It is left as it is, and put aside once there are new tags."""

    def __init__(self, data: Path) -> None:
        self._file = KeptFile(data, Format(FILE, BYTES_MOST, Bindings(), encode, decode))

    @property
    def bindings(self) -> Bindings:
        return self._file.value

    @property
    def folder(self) -> Path:
        return self._file.path.parent

    @property
    def trouble(self) -> str:
        if not (why := self._file.trouble):
            return ""
        return f"The tags in {self._file.path} cannot be read ({why}). Mend the file, or enrol the tags anew."

    def keep(self, bindings: Bindings) -> str:
        """On the disk when this returns. Raises OSError, and then the old ones are kept.

        Returns the name of the old file if it could not be read, and so had to be put aside.
        """
        return self._file.keep(bindings)
