"""The household's tags as they lie in the data folder: read at the start, written whole, never lost to a bad file."""

from contextlib import suppress
from itertools import count
from pathlib import Path

from companion.journal import RealDisk
from companion.table.bindings import Bindings
from companion.table.bindings_file import BYTES_MOST, BindingsUnreadable, decode, encode

FILE = "tags.json"


class Tags:
    """`trouble` says what is wrong with the file. It is left as it is, and put aside once there are new tags."""

    def __init__(self, data: Path) -> None:
        self._folder = RealDisk(data)
        self._path = data / FILE
        self.trouble = ""
        self.bindings = self._read()

    @property
    def folder(self) -> Path:
        return self._path.parent

    def _read(self) -> Bindings:
        try:
            return decode(_content(self._path))
        except FileNotFoundError:
            return Bindings()
        except (BindingsUnreadable, OSError) as error:
            why = str(getattr(error, "strerror", None) or error).rstrip(".")
            self.trouble = f"The tags in {self._path} cannot be read ({why}). Mend the file, or enrol the tags anew."
            return Bindings()

    def keep(self, bindings: Bindings) -> str:
        """On the disk when this returns. Raises OSError, and then the old ones are kept.

        Returns the name of the old file if it could not be read, and so had to be put aside.
        """
        aside = self._put_aside() if self.trouble else ""
        try:
            self._folder.replace(FILE, encode(bindings))
        except OSError:
            if aside:
                with suppress(OSError):
                    self._folder.rename(aside, FILE)
            raise
        self.bindings, self.trouble = bindings, ""
        return aside

    def _put_aside(self) -> str:
        """Under a name that nothing has yet."""
        names = (f"{FILE}.damaged{f'-{number}' if number > 1 else ''}" for number in count(1))
        aside = next(name for name in names if not self._folder.exists(name))
        self._folder.rename(FILE, aside)
        return aside


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(BYTES_MOST + 1)
    if len(content) > BYTES_MOST:
        raise BindingsUnreadable(f"it has more than {BYTES_MOST:,} bytes")
    return content
