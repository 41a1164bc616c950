"""Journals of older versions, kept as they were written, open in this one. (Kills on the way: `test_kill.py`.)"""

import shutil
from pathlib import Path

import msgspec
import pytest

from companion.journal import FORMAT, Journal, NoMigration, RealDisk, inspect_journal
from companion.journal.chain import CopyState
from companion.journal.codec import decode_body, decode_head, digest
from companion.rules import check, evolve
from companion.rules.events import Event
from companion.rules.state import Game
from tests.journal.older import MIGRATIONS
from tests.journal.sample import GAME, append, head, history

GOLDEN = Path(__file__).with_name("golden")


def golden(tmp_path: Path, format: int, game: str = GAME) -> RealDisk:
    shutil.copytree(GOLDEN / f"format-{format}" / game, tmp_path / game)
    return RealDisk(tmp_path / game)


def test_an_older_journal_is_converted_and_goes_on(tmp_path: Path) -> None:
    disk = golden(tmp_path, 0)
    old = disk.read("game.tape")
    journal = Journal.open(disk, MIGRATIONS)
    assert (journal.head.format, journal.head.game, journal.head.app) == (FORMAT, GAME, "0.0.1")
    assert journal.head.body == head().body
    assert journal.entries() == history(12)
    assert journal.report.done == ("The game was converted from format 0 to 1.",)
    assert disk.read("backups/before-format-1.tape") == old
    append(journal, 13)
    journal.close()
    again = Journal.open(disk)
    assert again.report.is_sound
    assert again.entries() == history(13)


def test_an_older_journal_is_repaired_before_it_is_converted(tmp_path: Path) -> None:
    disk = golden(tmp_path, 0)
    disk.append("game.tape", b'{"number":13')
    journal = Journal.open(disk, MIGRATIONS)
    assert journal.entries() == history(12)
    assert len(journal.report.found) == 1
    assert len(journal.report.done) == 2


def test_an_older_journal_without_a_migration_is_left_alone(tmp_path: Path) -> None:
    disk = golden(tmp_path, 0)
    old = disk.read("game.tape")
    with pytest.raises(NoMigration, match="This game has format 0, and this companion can only read format 1"):
        Journal.open(disk)
    assert disk.read("game.tape") == old
    assert inspect_journal(disk).database.state is CopyState.SOUND


class GoldenGame(msgspec.Struct):
    """What the golden game of a format must come to."""

    game: str
    entries: int
    digest: str


PLAYED = msgspec.json.decode((GOLDEN / "played.json").read_bytes(), type=dict[str, GoldenGame])


@pytest.mark.parametrize("format", PLAYED)
def test_a_golden_game_replays_to_its_digest(tmp_path: Path, format: str) -> None:
    wanted = PLAYED[format]
    journal = Journal.open(golden(tmp_path, int(format), wanted.game))
    game = replayed(journal)
    check(game)
    assert journal.last_number == wanted.entries
    assert digest(game) == wanted.digest


def test_every_format_has_a_golden_game() -> None:
    assert sorted(PLAYED) == [str(format) for format in range(1, FORMAT + 1)]


def replayed(journal: Journal) -> Game:
    id = journal.head.game
    game = decode_head(journal.head.body, id).game
    for entry in journal.entries():
        events = decode_body(entry.body, id, entry.number).events
        game = evolve(game, [event for event in events if isinstance(event, Event)])
    return game
