"""Damaged games: told with what helps, repaired as far as they are proven, and no reason not to start."""

from pathlib import Path

import pytest

from companion.journal import Journal, JournalRefused
from companion.table.messages.requests import (
    ExportGame,
    ListGames,
    RepairJournal,
    RestoreBackup,
    ResumeGame,
    VerifyJournal,
)
from tests.table.machine import EVENING_MS, Machine, ask, dollars, in_play


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "data")


def test_one_damaged_copy_is_mended_and_told(machine: Machine) -> None:
    id = machine.new(5)
    machine.spoil_tape(id, 3)
    reply = machine.ask(ResumeGame())
    assert reply.done
    assert "The tape was damaged" in reply.message
    assert "The tape was repaired. The damaged one is kept as game.tape.damaged-1." in reply.message
    machine.spoil_database(id)
    assert "The database was rebuilt from the tape." in machine.ask(ResumeGame()).message
    assert dollars(machine) == 5


def test_a_damaged_game_does_not_keep_the_table_from_starting(machine: Machine) -> None:
    other, id = machine.new(2), machine.new(9)
    machine.lose_move(id, 5)
    with machine.library() as library:
        assert library.session is None
        assert library.trouble == (
            f"Game {id} is damaged from move 5 on: No move 5 fits, but there is a move 6. Moves 1 to 4 can be saved. "
            f"`companion journal repair {id}` goes on after the last sound move or "
            f"`companion restore {id}` goes back to a backup."
        )
        assert [game.in_play for game in ask(library, ListGames()).games] == [False, False]
        assert ask(library, ResumeGame(other)).done
        assert library.trouble == ""
        assert in_play(library).number == 2


def test_a_damaged_game_cannot_be_resumed_and_the_one_in_play_goes_on(machine: Machine) -> None:
    damaged, id = machine.new(9), machine.new(2)
    machine.lose_move(damaged, 5)
    with machine.library() as library:
        session = library.session
        reply = ask(library, ResumeGame(damaged))
        assert (reply.done, reply.message.partition(":")[0]) == (False, f"Game {damaged} is damaged from move 5 on")
        assert library.session is session
        assert session is not None
        assert session.game_id == id
        machine.play(session, 1)


def test_repair_goes_on_after_the_last_proven_move(machine: Machine) -> None:
    id = machine.new(9)
    machine.lose_move(id, 5)
    with machine.library() as library:
        reply = ask(library, RepairJournal())
        assert (reply.done, reply.message) == (True, f"Game {id} was repaired.")
        assert "The game goes on from move 4. The damaged files are kept as game.tape.damaged-1." in reply.lines
        assert (in_play(library).number, library.trouble) == (4, "")
    assert dollars(machine) == 4


def test_a_game_that_cannot_be_opened_is_not_told_to_be_repaired(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise JournalRefused("synchronous", "2", "0")

    machine.new(2)
    with machine.library() as library, monkeypatch.context() as patched:
        patched.setattr("companion.table.games.library.Session", refused)
        reply = ask(library, RepairJournal())
        assert (reply.done, reply.message) == (False, library.trouble)
        assert library.trouble.startswith("The database must have synchronous = 2, but it has 0")
    assert dollars(machine) == 2


def test_what_is_whole_need_not_be_repaired(machine: Machine) -> None:
    id = machine.new(2)
    assert machine.ask(RepairJournal()).message == f"Game {id} was whole."


def test_without_a_head_only_a_backup_helps(machine: Machine) -> None:
    id = machine.new(9)
    machine.lose_head(id)
    with machine.library() as library:
        assert "`companion restore" in library.trouble
        assert "repair" not in library.trouble
        reply = ask(library, RepairJournal())
        assert not reply.done
        assert "Its head is in neither copy" in reply.message
        assert ask(library, RestoreBackup()).done
        assert in_play(library).number == 9


def test_without_a_head_or_a_backup_that_is_said(machine: Machine) -> None:
    id = machine.new(9)
    machine.lose_head(id)
    for backup in machine.backups(id):
        machine.games_folder.disk(id).remove(backup.path)
    with machine.library() as library:
        assert library.trouble.endswith("There is no backup of it.")
        assert ask(library, RestoreBackup()).message == f"There is no backup of game {id}."


def test_a_game_of_a_newer_version_is_left_alone(machine: Machine) -> None:
    id = machine.new(3)
    machine.be_from_the_future(id)
    before = machine.files()
    with machine.library() as library:
        assert library.trouble.startswith("This game was written by a newer companion")
        for request in (ResumeGame(id), ExportGame(id), RepairJournal(id), VerifyJournal(id)):
            reply = ask(library, request)
            assert not reply.done
            assert "written by a newer companion" in "".join((reply.message, *reply.lines))
        assert ask(library, ListGames()).games[0].damaged.startswith("This game was written by a newer companion")
    assert machine.files() == before


def test_a_proven_history_that_is_no_game_is_no_repaired_one(machine: Machine) -> None:
    id = machine.new(2)
    journal = Journal.open(machine.games_folder.disk(id))
    journal.append("tap-x", EVENING_MS, b'{"act":"flies"}')
    journal.close()
    reply = machine.ask(RepairJournal())
    assert not reply.done
    assert f"Game {id} is damaged from move 3 on: It cannot be read" in reply.message
    assert f"`companion restore {id}` goes back to a backup" in reply.message
    assert "journal repair" not in reply.message
    assert not machine.ask(VerifyJournal()).done
    assert machine.ask(RestoreBackup(force=True)).done
    assert dollars(machine) == 2


# Verify


def test_verifying_says_what_is_wrong_and_changes_nothing(machine: Machine) -> None:
    whole, spoiled, broken = machine.new(1), machine.new(5), machine.new(9)
    machine.spoil_tape(spoiled, 3)
    machine.lose_move(broken, 5)
    before = machine.files()
    reply = machine.ask(VerifyJournal())
    assert machine.files() == before
    assert (reply.done, reply.message) == (False, "3 games, 2 damaged.")
    assert reply.lines[0] == f"{whole}: whole, 1 move."
    assert reply.lines[1].startswith(f"{spoiled}: The tape was damaged (")
    assert reply.lines[1].endswith(f" `companion journal repair {spoiled}` mends it.")
    assert reply.lines[2].startswith(f"{broken}: Game {broken} is damaged from move 5 on")
    assert machine.ask(VerifyJournal(whole[:-1] + "a")).done


def test_what_a_kill_leaves_is_no_damage(machine: Machine) -> None:
    id = machine.new(5)
    machine.games_folder.disk(id).append("game.tape", b'{"number":6')
    reply = machine.ask(VerifyJournal())
    assert (reply.done, reply.message) == (True, "1 game, nothing damaged.")
    assert "The last line of the tape was cut off." in reply.lines[0]


def test_the_game_in_play_is_verified_without_interrupting_it(machine: Machine) -> None:
    id = machine.new(5)
    with machine.library() as library:
        session = in_play(library)
        machine.play(session, 3)
        assert ask(library, VerifyJournal()).lines == (f"{id}: whole, 8 moves.",)
        machine.spoil_tape(id, 7)
        assert not ask(library, VerifyJournal(id)).done
        assert library.session is session


def test_a_database_made_anew_is_not_damaged_for_being_in_play(machine: Machine) -> None:
    id = machine.new(5)
    machine.spoil_database(id)
    with machine.library() as library:
        assert ask(library, VerifyJournal()).lines == (f"{id}: whole, 5 moves.",)


def test_a_move_of_the_game_in_play_that_is_not_on_the_tape_is_missed(machine: Machine) -> None:
    id = machine.new(5)
    with machine.library() as library:
        machine.play(in_play(library), 1)
        disk = machine.games_folder.disk(id)
        disk.replace("game.tape", b"".join(disk.read("game.tape").splitlines(keepends=True)[:-1]))
        reply = ask(library, VerifyJournal())
        assert (reply.done, reply.message) == (False, "1 game, 1 damaged.")
        assert "The tape has 5 moves of 6." in reply.lines[0]
        assert ask(library, RepairJournal()).done
    assert dollars(machine) == 6


def test_the_game_in_play_is_put_away_repaired_and_taken_up_again(machine: Machine) -> None:
    id = machine.new(5)
    with machine.library() as library:
        before = in_play(library)
        machine.spoil_tape(id, 4)
        stops = machine.stops
        reply = ask(library, RepairJournal(id))
        assert (reply.done, reply.message) == (True, f"Game {id} was repaired.")
        assert library.session is not before
        assert machine.stops == stops + 1
        machine.play(in_play(library), 1)
    assert dollars(machine) == 6
