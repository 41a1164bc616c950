"""Journals of older versions, kept as they were written, open in this one. (Kills on the way: `test_kill.py`.)"""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.journal import (
    FORMAT,
    Journal,
    JournalDamaged,
    JournalHead,
    NoMigration,
    OlderThanLive,
    RealDisk,
    inspect_journal,
)
from companion.journal.backup import take_backup
from companion.journal.chain import CopyState
from companion.journal.codec import decode_body, decode_head
from companion.journal.entry import head_line
from companion.journal.games_folder import GamesFolder
from companion.journal.migrate import in_this_format
from companion.journal.restore import restore_backup
from companion.journal.tape import TAPE, render_tape
from companion.play.acts import Redo, Rename, Undo
from companion.play.timeline import Timeline
from companion.players.dice import SeededDice
from companion.rules import check
from companion.rules.board_checks import check_board
from companion.rules.catalogue import is_left_open
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
    assert journal.report.done == (f"The game was converted from format 0 to {FORMAT}.",)
    assert disk.read(f"backups/before-format-{FORMAT}.tape") == old
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
    with pytest.raises(NoMigration, match=f"This game has format 0, and this companion can only read format {FORMAT}"):
        Journal.open(disk)
    assert disk.read("game.tape") == old
    assert inspect_journal(disk).database.state is CopyState.SOUND


class GoldenGame(msgspec.Struct, omit_defaults=True):
    """What a golden game must come to. `position` was worked out by the version that wrote the game."""

    format: int
    game: str
    entries: int
    board: str
    position: str
    names: tuple[str, ...] = ("Ann", "Ben", "Zoë")


PLAYED = msgspec.json.decode((GOLDEN / "played.json").read_bytes(), type=list[GoldenGame])
every_golden_game = pytest.mark.parametrize("wanted", PLAYED, ids=lambda wanted: f"{wanted.format}-{wanted.game}")
OF_FORMAT_1 = [wanted for wanted in PLAYED if wanted.format == 1]


def position_digest(game: Game) -> str:
    """Everything but the rules and the board, whose shape may change with the format."""
    fields = {name: value for name, value in msgspec.to_builtins(game).items() if name not in ("rules", "board")}
    return hashlib.sha256(
        json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    ).hexdigest()


def timeline_of(journal: Journal) -> Timeline:
    return Timeline(decode_head(journal.head.body, journal.head.game), SeededDice(1))


def replayed(journal: Journal) -> Game:
    timeline = timeline_of(journal)
    for entry in journal.entries():
        body = decode_body(entry.body, journal.head.game, entry.number)
        timeline.apply(body.act, body.events)
    return timeline.game


@every_golden_game
def test_a_golden_game_comes_to_its_position(tmp_path: Path, wanted: GoldenGame) -> None:
    journal = Journal.open(golden(tmp_path, wanted.format, wanted.game))
    game = replayed(journal)
    check(game)
    assert journal.last_number == wanted.entries
    assert game.board.key == wanted.board
    assert position_digest(game) == wanted.position


@every_golden_game
def test_a_golden_game_is_decided_as_it_was_then(tmp_path: Path, wanted: GoldenGame) -> None:
    """Its board has the numbers it was played with: every command makes the same events again."""
    journal = Journal.open(golden(tmp_path, wanted.format, wanted.game))
    timeline = timeline_of(journal)
    for entry in journal.entries():
        body = decode_body(entry.body, wanted.game, entry.number)
        if isinstance(body.act, Undo | Redo | Rename) or not is_left_open(body.act):
            assert timeline.plan(body.act) == body.events
        timeline.apply(body.act, body.events)


def test_every_format_has_golden_games() -> None:
    assert {wanted.format for wanted in PLAYED} == set(range(1, FORMAT + 1))


# Release 0.1.0 wrote format 1, without boards


@pytest.mark.parametrize("wanted", OF_FORMAT_1, ids=lambda wanted: wanted.board)
def test_a_game_without_a_board_gets_that_of_its_edition(tmp_path: Path, wanted: GoldenGame) -> None:
    disk = golden(tmp_path, 1, wanted.game)
    old = disk.read(TAPE)
    journal = Journal.open(disk)
    board = decode_head(journal.head.body, wanted.game).game.board
    check_board(board)
    newer = wanted.board == "atlantic-city-2010"
    amounts = {card.id: card.amount for card in board.chest}
    assert (board.income_tax, board.luxury_tax) == (200, 100 if newer else 75)
    assert (amounts["stock-sale"], amounts["players-pay-you"], amounts["school"]) == (
        (50, 10, 50) if newer else (45, 50, 150)
    )
    assert sum(deed.price for deed in board.deeds) == 5690
    assert (board.spaces[39].name, board.money(1500)) == ("Boardwalk", "$1,500")
    assert journal.report.done == ("The game was converted from format 1 to 2.",)
    assert disk.read("backups/before-format-2.tape") == old
    journal.close()
    assert Journal.open(disk).report.done == ()


def test_a_game_that_was_not_opened_since_is_listed(tmp_path: Path) -> None:
    for wanted in PLAYED:
        shutil.copytree(GOLDEN / f"format-{wanted.format}" / wanted.game, tmp_path / "games" / wanted.game)
    listed = GamesFolder(tmp_path).games()
    assert [game.damaged for game in listed] == [""] * len(PLAYED)
    assert [(game.id, game.names, game.entries) for game in listed] == [
        (wanted.game, wanted.names, wanted.entries) for wanted in PLAYED
    ]
    tapes = [(tmp_path / "games" / one.game / TAPE).read_bytes() for one in PLAYED]
    assert tapes == [(GOLDEN / f"format-{one.format}" / one.game / TAPE).read_bytes() for one in PLAYED]


def test_read_without_being_opened_it_is_the_same_as_opened(tmp_path: Path) -> None:
    disk = golden(tmp_path, 1, OF_FORMAT_1[0].game)
    seen = in_this_format(inspect_journal(disk).chain)
    assert (seen.head, seen.entries) == ((journal := Journal.open(disk)).head, journal.entries())


def test_a_backup_from_before_the_conversion_is_restored(tmp_path: Path) -> None:
    disk = golden(tmp_path, 1, OF_FORMAT_1[0].game)
    backup, old = take_backup(disk, 1000), disk.read(TAPE)
    entries = Journal.open(disk).entries()
    restore_backup(disk, backup.name)  # has every move of the game, and needs no force
    assert disk.read(TAPE) == old
    assert Journal.open(disk).entries() == entries


def test_an_earlier_backup_from_before_the_conversion_is_refused_unless_forced(tmp_path: Path) -> None:
    disk = golden(tmp_path, 1, OF_FORMAT_1[0].game)
    disk.replace("backups/000100-20261116T210000.tape", b"".join(disk.read(TAPE).splitlines(keepends=True)[:101]))
    entries = Journal.open(disk).entries()
    with pytest.raises(OlderThanLive, match="The game has 150 moves and the backup 100"):
        restore_backup(disk, "000100-20261116T210000.tape")
    restore_backup(disk, "000100-20261116T210000.tape", force=True)
    assert Journal.open(disk).entries() == entries[:100]


@pytest.mark.parametrize("body", [{}, {"game": 1}, {"game": {"rules": {}}}, {"game": {"rules": []}}, []], ids=str)
def test_a_head_that_is_no_game_of_its_format_is_damaged(tmp_path: Path, body: Any) -> None:
    disk = RealDisk(tmp_path / GAME)
    old = render_tape([head_line(JournalHead(1, GAME, 0, "0.1.0", msgspec.json.encode(body)))])
    disk.replace(TAPE, old)
    with pytest.raises(JournalDamaged, match="not a game of format 1"):
        Journal.open(disk)
    assert disk.read(TAPE) == old
