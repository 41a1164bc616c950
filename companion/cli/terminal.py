"""What every command needs: exit codes, arguments, sentences on a terminal, progress, and files written safely."""

import argparse
import io
import os
import re
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from companion.plain_text import printable

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
DONE, FAILED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130
MIN_WIDTH = 20
PROGRESS_AFTER_S = 1.0
PROGRESS_EVERY_S = 0.1


# Arguments


def add_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], help: str, text: str
) -> argparse.ArgumentParser:
    """`help` is one line without a full stop. `text` says more and ends with examples, which are indented."""
    paragraphs = (part if "  " in part else wrap(" ".join(part.split())) for part in text.split("\n\n"))
    parser = commands.add_parser(
        name,
        help=help,
        description=f"{help[0].upper()}{help[1:]}.",
        epilog="\n\n".join(paragraphs),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def not_empty(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("expected a name, and this one is empty")
    return text


def number(low: int, high: int, what: str = "a number") -> Callable[[str], int]:
    """A type for argparse: whole numbers between these two."""

    def read(text: str) -> int:
        # Plain digits only: int() would take "1_0" and digits of other scripts, and refuses thousands of them.
        value = int(text) if re.fullmatch(r"-?[0-9]{1,20}", text.strip()) else low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"expected {what} from {low:,} to {high:,}, not {text!r}")
        return value

    return read


def add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=not_empty, metavar="FILE", help="the household's settings (companion.toml)")


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=not_empty, metavar="FOLDER", help="where the games are; without it, where the table keeps them"
    )


def add_game(parser: argparse.ArgumentParser, otherwise: str = "the game in play, or the one played last") -> None:
    parser.add_argument(
        "game", nargs="?", default="", metavar="GAME", help=f"its id, or the beginning of it; without it, {otherwise}"
    )


# Sentences


def fail(why: str) -> int:
    """It could not be done."""
    print(printable(why), file=sys.stderr)
    return FAILED


def complain(why: str) -> int:
    """The command line, or a file it names, is wrong."""
    print(printable(why), file=sys.stderr)
    return UNUSABLE


def warn(problems: Iterable[str]) -> int:
    """What could not be done, beside what was; the exit code says whether there was anything."""
    code = DONE
    for problem in problems:
        code = fail(problem)
    return code


def width(otherwise: int) -> int:
    """Columns to write in; `otherwise` if there is no terminal."""
    return max(shutil.get_terminal_size((otherwise, 24)).columns, MIN_WIDTH)


def wrap(text: str, first: str = "", then: str | None = None, *, max_columns: int = 100) -> str:
    """Fills lines to the terminal's width. The first line begins with `first`, the others with `then`.

    A line that begins anew in the text begins anew here.
    """
    columns, then = min(width(80), max_columns), first if then is None else then
    indents = (first, *[then] * text.count("\n"))
    return "\n".join(
        textwrap.fill(line, columns, initial_indent=indent, subsequent_indent=then, break_on_hyphens=False)
        for line, indent in zip(text.split("\n"), indents, strict=True)
    )


def make_streams_safe() -> None:
    """A closed stream swallows everything. A stream that cannot show a character shows its number."""
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _nowhere() -> io.TextIOWrapper:
    return Path(os.devnull).open("w", encoding="utf-8")


def silence_streams() -> None:
    """At the end: what is still buffered has nowhere to go, and must not cause errors on exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())


# Progress, for people at a terminal, once something takes longer than a second


class Progress:
    """`show` after every part of the work, and `clear` before anything else is printed. At the end it disappears."""

    def __init__(self, total: int, what: str) -> None:
        self._total, self._what = total, what
        self._is_terminal = sys.stderr.isatty()
        self._started = time.monotonic()
        self._next_s = PROGRESS_AFTER_S

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, count: int) -> None:
        if self._is_terminal and (since_s := time.monotonic() - self._started) > self._next_s:
            self._next_s = since_s + PROGRESS_EVERY_S
            _draw(f"{count:,} of {self._total:,} {self._what}")

    def clear(self) -> None:
        if self._is_terminal:
            _draw("")


@contextmanager
def saying(line: str) -> Iterator[None]:
    """On the terminal at once, and until this is done."""
    if sys.stderr.isatty():
        _draw(line)
    try:
        yield
    finally:
        if sys.stderr.isatty():
            _draw("")


@contextmanager
def waiting(what: str) -> Iterator[Callable[[str], None]]:
    """For one piece of work: shows how long it has taken so far, and how far it is if that is told."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    over, parts = threading.Event(), [what]

    def tell(how_far: str) -> None:
        parts[1:] = [how_far]

    def count_seconds() -> None:
        seconds = 0
        while not over.wait(PROGRESS_AFTER_S):
            seconds += 1
            _draw(f"{', '.join(parts)}, {seconds} s")
        if seconds:
            _draw("")

    counting = threading.Thread(target=count_seconds, daemon=True)
    counting.start()
    try:
        yield tell
    finally:
        over.set()
        counting.join()


def _draw(line: str) -> None:
    """In place of the last one. What does not fit is cut off: of a line that wraps, only the end could be cleared."""
    print(f"\r\x1b[K\x1b[?7l{line}\x1b[?7h" if line else "\r\x1b[K", end="", file=sys.stderr, flush=True)


# Files


def save_file(path: Path, content: bytes) -> None:
    """The file is on the disk when this returns, and was read back. Raises OSError, and then the old file remains."""
    from companion.journal import RealDisk

    if path.exists() and not path.is_file():  # a terminal, a pipe
        path.write_bytes(content)
        return
    target = path.resolve()
    if not target.parent.is_dir():
        raise FileNotFoundError(2, "No such folder", str(target.parent))
    RealDisk(target.parent).replace(target.name, content)
    with target.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)  # read from the disk, not from memory
        if file.read() != content:
            raise OSError(5, "It does not read back as it was written", str(target))


def show_text(text: str) -> None:
    """In a file or a pipe it is UTF-8, whatever the system's settings say: we will read it as that again."""
    if sys.stdout.isatty():
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
