"""Whether a file of a backup may be used here. It may come from a stranger, and passes all checks that it once passed.

Sizes are bounded before anything is read, and a tape is read line by line before it is read as a whole.
"""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from companion.boards.board_file import MAX_BYTES as MAX_BOARD_BYTES
from companion.journal.chain import find_chain
from companion.journal.entry import Unsound, parse_line
from companion.journal.errors import FromNewerVersion, JournalError
from companion.journal.kept import Unreadable, unseal
from companion.journal.recovery import only_of_game
from companion.journal.tape import read_tape
from companion.play.dice import DiceSource
from companion.play.setup import name_problem
from companion.rules import check
from companion.rules.invariants import InvariantBroken
from companion.table.games import game_clock, last_choices, people, tags_file
from companion.table.games.upkeep import read_chain
from companion.table.server import lamps_and_sounds, pairing

MAX_SETTINGS_BYTES: Final = 100_000
MAX_GAME_BYTES: Final = 64 * 1024 * 1024
MAX_MOVES: Final = 100_000  # a long evening has a thousand
MAX_LINE_BYTES: Final = 1024 * 1024
CHUNK_BYTES: Final = 1024 * 1024
_FORMATS: dict[str, tuple[int, Callable[[bytes], object]]] = {
    tags_file.FILE: (tags_file.MAX_BYTES, tags_file.decode_tags),
    pairing.FILE: (pairing.MAX_BYTES, pairing.DEVICES.decode),
    lamps_and_sounds.FILE: (lamps_and_sounds.MAX_BYTES, lamps_and_sounds.SOUNDS.decode),
    game_clock.FILE: (game_clock.MAX_BYTES, game_clock.CLOCKS.decode),
    last_choices.FILE: (last_choices.MAX_BYTES, last_choices.CHOICES.decode),
    people.FILE: (people.MAX_BYTES, people.PEOPLE.decode),
}
HOUSEHOLD_FILES = tuple(_FORMATS)


def max_bytes(name: str, *, is_game: bool) -> int:
    """`name` is that of a file of the household, of a board or of the settings."""
    if is_game:
        return MAX_GAME_BYTES
    if name in _FORMATS:
        return _FORMATS[name][0]
    return MAX_BOARD_BYTES if name.startswith("boards/") else MAX_SETTINGS_BYTES


def sha256_of(path: Path, limit: int) -> tuple[int, str]:
    """How many bytes the file has, and their checksum; of one that grows meanwhile no more than `limit` are read."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while size <= limit and (chunk := file.read(CHUNK_BYTES)):
            digest.update(chunk)
            size += len(chunk)
    return size, digest.hexdigest()


def why_no_tape(path: Path) -> str:
    """Why this is not the tape of a game, as the end of a sentence. It stops at the first line that is wrong."""
    before = None
    with path.open("rb") as file:
        for number in range(MAX_MOVES + 2):
            text = file.readline(MAX_LINE_BYTES)
            if not text:
                return "" if before is not None else "it is empty"
            try:
                line = parse_line(text.removesuffix(b"\n"))
            except Unsound:
                # A newer version may write heads that this one cannot read: whoever reads it as a whole says so.
                return "" if number == 0 and b'"format"' in text[:40] else "it is not as a table writes it"
            if line.number != number or (before is not None and line.prev != before):
                return "it is not as a table writes it"
            before = line.hash
    return f"it has more than {MAX_MOVES:,} moves"


def why_no_game(id: str, content: bytes, dice: DiceSource) -> str:
    """Why these bytes of a tape are not a game that could have been played, as the end of a sentence."""
    try:
        reading = read_chain(find_chain(id, (only_of_game(id, read_tape(content)),)), dice)
        check(reading.end)
    except FromNewerVersion as error:
        return str(error).rstrip(".")
    except (JournalError, InvariantBroken) as error:
        return f"it is no game that could have been played ({str(error).rstrip('.')})"
    for names in (reading.start.names, tuple(player.name for player in reading.end.players)):
        for seat, name in enumerate(names):
            if problem := name_problem(name, names[:seat]):
                return f"it is no game that could have been played ({problem.rstrip('.')})"
    return ""


def why_unusable(name: str, content: bytes) -> str:
    """The same for a file of the household. Boards may be unfinished, and settings are checked where they are used."""
    try:
        if name in _FORMATS:
            _FORMATS[name][1](unseal(content))
    except Unreadable as error:
        return f"it cannot be used ({str(error).rstrip('.')})"
    return ""


def list_devices(content: bytes, here: bytes) -> Iterable[str]:
    """A line for each device that a backup would let in: its name and role, and what it is here. Raises Unreadable."""
    known = {one.id: one for one in pairing.DEVICES.decode(unseal(here)).devices} if here else {}
    for device in pairing.DEVICES.decode(unseal(content)).devices:
        is_now = known.get(device.id)
        now = "not paired" if is_now is None else _role(is_now)
        yield f"{device.name}: {_role(device)} (here: {now})"


def _role(device: pairing.PairedDevice) -> str:
    if device.role == "banker":
        return "the Banker"
    return f"plays for {device.person or 'a player'}" if device.role == "player" else "only watches"
