"""Questions about the game in play, answered from another thread while moves are made."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import inspect_journal
from companion.journal.backup import backups
from companion.journal.tape import TAPE
from companion.table.games import upkeep
from companion.table.games.library import GameLibrary
from companion.table.games.long_answer import Cancelled, LongAnswer, WorkProgress
from companion.table.messages.requests import (
    BackUp,
    ExportGame,
    ListGames,
    ListShelf,
    NewGame,
    ReadHistory,
    Request,
    ShowSetup,
    VerifyJournal,
)
from companion.table.messages.wire import Ask
from tests.table.data_folder import DataFolder, ask, in_play


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path)


@pytest.fixture
def library(folder: DataFolder) -> Iterator[GameLibrary]:
    folder.new(3)
    with folder.library() as library:
        ask(library, NewGame(("Ann", "Ben")))
        folder.play(in_play(library), 5)
        yield library


def prepared(library: GameLibrary, request: Request) -> LongAnswer:
    work = library.prepare(Ask("question-1", request))
    assert work is not None
    return work


@pytest.mark.parametrize("request_", [ListGames(), ListShelf(), ExportGame(), ShowSetup(), ReadHistory()])
def test_the_answer_is_of_the_moment_when_its_turn_came(
    folder: DataFolder, library: GameLibrary, request_: Request
) -> None:
    work, before = prepared(library, request_), ask(library, request_)
    folder.play(in_play(library), 3)
    assert work(WorkProgress()) == before
    assert ask(library, request_) != before


def test_the_past_is_read_on_from_one_snapshot_to_the_next(folder: DataFolder, library: GameLibrary) -> None:
    first = prepared(library, ReadHistory())(WorkProgress())
    folder.play(in_play(library), 3)
    second = prepared(library, ReadHistory())(WorkProgress())
    assert first.history is not None
    assert second.history is not None
    assert [first.history.number, second.history.number] == [5, 8]


def test_moves_made_while_a_journal_is_checked_are_no_damage(folder: DataFolder, library: GameLibrary) -> None:
    work = prepared(library, VerifyJournal())
    folder.play(in_play(library), 30)  # the database is written now and then
    disk = folder.games_folder.disk(in_play(library).game_id)
    whole = disk.read(TAPE)
    (disk.folder / TAPE).write_bytes(whole + b'{"a line that is being')
    assert work(WorkProgress()).message == "2 games, nothing damaged."
    (disk.folder / TAPE).write_bytes(whole[:-200])
    assert prepared(library, VerifyJournal())(WorkProgress()).message == "2 games, 1 damaged."
    (disk.folder / TAPE).write_bytes(whole)


def test_a_database_that_was_written_meanwhile_is_read_again(
    folder: DataFolder, library: GameLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[bytes]()
    disk = folder.games_folder.disk(in_play(library).game_id)
    database = disk.folder / "game.db"
    whole = database.read_bytes()

    def half_written(*args: object, **named: object) -> object:
        if not seen:
            database.write_bytes(whole[: len(whole) // 2])
        try:
            return inspect_journal(*args, **named)  # type: ignore[arg-type]
        finally:
            seen.append(b"once more")
            database.write_bytes(whole)

    monkeypatch.setattr(upkeep, "inspect_journal", half_written)
    assert prepared(library, VerifyJournal(in_play(library).game_id))(WorkProgress()).done
    assert len(seen) == 2


def test_a_backup_has_no_move_that_was_not_answered(folder: DataFolder, library: GameLibrary) -> None:
    disk = folder.games_folder.disk(in_play(library).game_id)
    whole = disk.read(TAPE)
    (disk.folder / TAPE).write_bytes(whole + whole.splitlines(keepends=True)[-1])
    assert prepared(library, BackUp())(WorkProgress()).done
    assert disk.read(backups(disk)[-1].path) == whole
    (disk.folder / TAPE).write_bytes(whole)


@pytest.mark.parametrize("request_", [ListGames(), ListShelf(), VerifyJournal(), ExportGame()])
def test_it_can_be_cancelled(library: GameLibrary, request_: Request) -> None:
    work, progress = prepared(library, request_), WorkProgress()
    progress.cancel()
    with pytest.raises(Cancelled):
        work(progress)
