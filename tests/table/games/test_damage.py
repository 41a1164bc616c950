"""Damaged games: the table says what helps, repairs what is proven, and starts all the same."""

from pathlib import Path

import pytest

from companion.journal import Journal, JournalRefused
from companion.table.games.words import describe_restart
from companion.table.messages.requests import (
    BackUp,
    ExportGame,
    ListGames,
    RepairJournal,
    RestoreBackup,
    ResumeGame,
    VerifyJournal,
)
from tests.table.data_folder import EVENING_MS, DataFolder, ask, dollars, in_play


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


def test_one_damaged_copy_is_repaired_and_reported(data_folder: DataFolder) -> None:
    id = data_folder.new(5)
    data_folder.spoil_tape(id, 3)
    reply = data_folder.ask(ResumeGame())
    assert reply.done
    assert "The tape was damaged" in reply.message
    assert "The tape was repaired. The damaged one is kept as game.tape.damaged-1." in reply.message
    data_folder.spoil_database(id)
    assert "The database was rebuilt." in data_folder.ask(ResumeGame()).message
    assert dollars(data_folder) == 5


def damaged_twice(data_folder: DataFolder) -> str:
    """Move 5 is damaged in both copies; a backup has the first ten of twelve."""
    id = data_folder.new(10)
    with data_folder.library() as library:
        ask(library, BackUp())
        data_folder.play(in_play(library), 2)
    disk = data_folder.games_folder.disk(id)
    for backup in data_folder.backups(id):
        if backup.number > 10:
            disk.remove(backup.path)
    lines = disk.read("game.tape").splitlines(keepends=True)
    disk.replace("game.tape", b"".join([*lines[:5], b"rubbish\n", *lines[6:]]))
    disk.remove("game.db")
    return id


def test_what_both_copies_have_lost_is_taken_from_a_backup(data_folder: DataFolder) -> None:
    id = damaged_twice(data_folder)
    check = data_folder.ask(VerifyJournal())
    assert check.lines[0].startswith(f"{id}: All 12 moves are there. The tape was damaged")
    assert "Move 5 was taken from backups/000010-" in check.lines[0]
    assert not check.done
    reply = data_folder.ask(RepairJournal())
    assert reply.message == f"Game {id} was repaired. All 12 moves are there."
    assert dollars(data_folder) == 12
    assert data_folder.ask(VerifyJournal()).lines == (f"{id}: All 12 moves are there.",)


def test_after_a_restore_that_lost_moves_nobody_says_that_nothing_is_lost(data_folder: DataFolder) -> None:
    """Both copies replaced by older ones, and the only backup that goes further cannot be read."""
    id = data_folder.new(4)
    disk = data_folder.games_folder.disk(id)
    old = {name: disk.read(name) for name in ("game.tape", "game.db")}
    with data_folder.library() as library:
        data_folder.play(in_play(library), 3)
    disk.replace(data_folder.backups(id)[-1].path, b"rubbish")
    for name, content in old.items():
        disk.replace(name, content)
    verdict = "Moves 5 to 7 are in no copy: 4 moves of at least 7 are proven."
    assert verdict in data_folder.ask(VerifyJournal()).lines[0]
    with data_folder.library() as library:
        told = describe_restart(library.session, EVENING_MS)
        assert verdict in told
        assert "Nothing is lost" not in told
    assert data_folder.ask(RepairJournal()).message == f"Game {id} was repaired. {verdict}"
    assert data_folder.ask(VerifyJournal()).lines == (f"{id}: All 4 moves are there.",)


def test_half_a_tape_is_damage_even_if_the_database_is_whole(data_folder: DataFolder) -> None:
    id = data_folder.new(8)
    disk = data_folder.games_folder.disk(id)
    disk.replace("game.tape", b"".join(disk.read("game.tape").splitlines(keepends=True)[:5]))
    check = data_folder.ask(VerifyJournal())
    assert (check.done, check.message) == (False, "1 game, 1 damaged.")
    told = f"{id}: All 8 moves are there. The tape ended with move 4, the game with move 8."
    assert check.lines == (f"{told} `companion journal repair {id}` mends it.",)


def test_a_damaged_game_does_not_keep_the_table_from_starting(data_folder: DataFolder) -> None:
    other, id = data_folder.new(2), data_folder.new(9)
    data_folder.lose_move(id, 5)
    with data_folder.library() as library:
        assert library.session is None
        assert library.trouble == (
            f"Game {id} is damaged from move 5 on: Move 5 is in no copy: 4 moves of at least 9 are proven. "
            f"Moves 1 to 4 can be saved. "
            f"`companion journal repair {id}` goes on from move 4."
        )
        assert [game.in_play for game in ask(library, ListGames()).games] == [False, False]
        assert ask(library, ResumeGame(other)).done
        assert library.trouble == ""
        assert in_play(library).number == 2


def test_a_damaged_game_cannot_be_resumed_and_the_one_in_play_goes_on(data_folder: DataFolder) -> None:
    damaged, id = data_folder.new(9), data_folder.new(2)
    data_folder.lose_move(damaged, 5)
    with data_folder.library() as library:
        session = library.session
        reply = ask(library, ResumeGame(damaged))
        assert (reply.done, reply.message.partition(":")[0]) == (False, f"Game {damaged} is damaged from move 5 on")
        assert library.session is session
        assert session is not None
        assert session.game_id == id
        data_folder.play(session, 1)


def test_repair_goes_on_after_the_last_proven_move(data_folder: DataFolder) -> None:
    id = data_folder.new(9)
    data_folder.lose_move(id, 5)
    with data_folder.library() as library:
        reply = ask(library, RepairJournal())
        verdict = "Move 5 is in no copy: 4 moves of at least 9 are proven."
        assert (reply.done, reply.message) == (True, f"Game {id} was repaired. {verdict}")
        assert "The game goes on from move 4. The damaged files are kept as game.tape.damaged-1." in reply.lines
        assert (in_play(library).number, library.trouble) == (4, "")
    assert dollars(data_folder) == 4


def test_a_game_that_cannot_be_opened_is_not_reported_as_repaired(
    data_folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise JournalRefused("synchronous", "2", "0")

    data_folder.new(2)
    with data_folder.library() as library, monkeypatch.context() as patched:
        patched.setattr("companion.table.games.library.Session", refused)
        reply = ask(library, RepairJournal())
        assert (reply.done, reply.message) == (False, library.trouble)
        assert library.trouble.startswith("The database must have synchronous = 2, but it has 0")
    assert dollars(data_folder) == 2


def test_what_is_whole_need_not_be_repaired(data_folder: DataFolder) -> None:
    id = data_folder.new(2)
    assert data_folder.ask(RepairJournal()).message == f"Game {id} was whole. All 2 moves are there."


def test_a_head_that_both_copies_have_lost_is_taken_from_a_backup(data_folder: DataFolder) -> None:
    id = data_folder.new(9)
    data_folder.lose_head(id)
    with data_folder.library() as library:
        assert in_play(library).number == 9
        assert f"The beginning was taken from {data_folder.backups(id)[-1].path}." in in_play(library).report.found


def test_without_a_head_or_a_backup_the_table_says_so(data_folder: DataFolder) -> None:
    id = data_folder.new(9)
    data_folder.lose_head(id)
    for backup in data_folder.backups(id):
        data_folder.games_folder.disk(id).remove(backup.path)
    with data_folder.library() as library:
        assert library.trouble.endswith("There is no backup of it.")
        assert ask(library, RestoreBackup()).message == f"There is no backup of game {id}."


def test_a_game_of_a_newer_version_is_left_alone(data_folder: DataFolder) -> None:
    id = data_folder.new(3)
    data_folder.be_from_the_future(id)
    before = data_folder.files()
    with data_folder.library() as library:
        assert library.trouble.startswith("This game was written by a newer companion")
        for request in (ResumeGame(id), ExportGame(id), RepairJournal(id), VerifyJournal(id)):
            reply = ask(library, request)
            assert not reply.done
            assert "written by a newer companion" in "".join((reply.message, *reply.lines))
        assert ask(library, ListGames()).games[0].damaged.startswith("This game was written by a newer companion")
    assert data_folder.files() == before


def test_a_proven_history_that_is_no_game_is_no_repaired_one(data_folder: DataFolder) -> None:
    id = data_folder.new(2)
    journal = Journal.open(data_folder.games_folder.disk(id))
    journal.append("tap-x", EVENING_MS, b'{"act":"flies"}')
    journal.close()
    reply = data_folder.ask(RepairJournal())
    assert not reply.done
    assert f"Game {id} is damaged from move 3 on: It cannot be read" in reply.message
    assert f"`companion restore {id}` gives" in reply.message
    assert "journal repair" not in reply.message
    assert not data_folder.ask(VerifyJournal()).done
    assert data_folder.ask(RestoreBackup(force=True)).done
    assert dollars(data_folder) == 2


# Verify


def test_verifying_says_what_is_wrong_and_changes_nothing(data_folder: DataFolder) -> None:
    whole, spoiled, broken = data_folder.new(1), data_folder.new(5), data_folder.new(9)
    data_folder.spoil_tape(spoiled, 3)
    data_folder.lose_move(broken, 5)
    before = data_folder.files()
    reply = data_folder.ask(VerifyJournal())
    assert data_folder.files() == before
    assert (reply.done, reply.message) == (False, "3 games, 2 damaged.")
    assert reply.lines[0] == f"{whole}: Its one move is there."
    assert reply.lines[1].startswith(f"{spoiled}: All 5 moves are there. The tape was damaged (")
    assert reply.lines[1].endswith(f" `companion journal repair {spoiled}` mends it.")
    assert reply.lines[2].startswith(f"{broken}: Game {broken} is damaged from move 5 on")
    assert data_folder.ask(VerifyJournal(whole[:-1] + "a")).done


def test_what_a_kill_leaves_is_no_damage(data_folder: DataFolder) -> None:
    id = data_folder.new(5)
    data_folder.games_folder.disk(id).append("game.tape", b'{"number":6')
    reply = data_folder.ask(VerifyJournal())
    assert (reply.done, reply.message) == (True, "1 game, nothing damaged.")
    assert "The last line of the tape was cut off." in reply.lines[0]


def test_the_game_in_play_is_verified_without_interrupting_it(data_folder: DataFolder) -> None:
    id = data_folder.new(5)
    with data_folder.library() as library:
        session = in_play(library)
        data_folder.play(session, 3)
        assert ask(library, VerifyJournal()).lines == (f"{id}: All 8 moves are there.",)
        data_folder.spoil_tape(id, 7)
        assert not ask(library, VerifyJournal(id)).done
        assert library.session is session


def test_a_database_made_anew_is_not_damaged_for_being_in_play(data_folder: DataFolder) -> None:
    id = data_folder.new(5)
    data_folder.spoil_database(id)
    with data_folder.library() as library:
        assert ask(library, VerifyJournal()).lines == (f"{id}: All 5 moves are there.",)


def test_a_move_of_the_game_in_play_that_is_not_on_the_tape_is_missed(data_folder: DataFolder) -> None:
    id = data_folder.new(5)
    with data_folder.library() as library:
        data_folder.play(in_play(library), 1)
        disk = data_folder.games_folder.disk(id)
        disk.replace("game.tape", b"".join(disk.read("game.tape").splitlines(keepends=True)[:-1]))
        reply = ask(library, VerifyJournal())
        assert (reply.done, reply.message) == (False, "1 game, 1 damaged.")
        assert "The tape has 5 moves of 6." in reply.lines[0]
        assert ask(library, RepairJournal()).done
    assert dollars(data_folder) == 6


def test_the_game_in_play_is_put_away_repaired_and_taken_up_again(data_folder: DataFolder) -> None:
    id = data_folder.new(5)
    with data_folder.library() as library:
        before = in_play(library)
        data_folder.spoil_tape(id, 4)
        stops = data_folder.stops
        reply = ask(library, RepairJournal(id))
        assert (reply.done, reply.message) == (True, f"Game {id} was repaired. All 5 moves are there.")
        assert library.session is not before
        assert data_folder.stops == stops + 1
        data_folder.play(in_play(library), 1)
    assert dollars(data_folder) == 6
