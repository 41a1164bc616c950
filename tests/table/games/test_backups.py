"""Backups of games: taken whenever asked, and gone back to without losing anything."""

from pathlib import Path

import pytest

from companion.journal import SCHEMA, JournalHead
from companion.journal.entry import head_line
from companion.journal.tape import render_tape
from companion.table.messages.requests import BackUp, ListBackups, RestoreBackup
from tests.table.machine import Machine, ask, dollars, in_play


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "data")


def test_a_backup_is_taken_of_any_game(machine: Machine) -> None:
    first, second = machine.new(2), machine.new(3)
    with machine.library() as library:
        machine.play(in_play(library), 1)
        session = library.session
        for game, id, number in (("", second, 4), (first, first, 2)):
            reply = ask(library, BackUp(game))
            assert reply.done
            assert reply.message == f"Game {id} is backed up, with {number} moves."
            assert Path(reply.lines[0]).read_bytes() == machine.games_folder.disk(id).read("game.tape")
        assert library.session is session


def test_a_backup_of_a_damaged_copy_is_taken_when_it_is_mended(machine: Machine) -> None:
    id = machine.new(5)
    machine.spoil_tape(id, 3)
    assert machine.ask(BackUp()).done
    with machine.library() as library:
        machine.spoil_tape(id, 4)
        assert ask(library, BackUp()).message == f"Game {id} is backed up, with 5 moves."
        machine.play(in_play(library), 1)
    machine.lose_move(id, 2)
    assert "is damaged from move 2 on" in machine.ask(BackUp()).message


def test_a_backup_is_taken_even_if_the_database_alone_is_left(machine: Machine) -> None:
    id = machine.new(5)
    machine.games_folder.disk(id).remove("game.tape")
    assert machine.ask(BackUp()).message == f"Game {id} is backed up, with 5 moves."


def test_backups_are_listed(machine: Machine) -> None:
    id = machine.new(2)
    reply = machine.ask(ListBackups())
    assert reply.message == f"Backups of game {id}, the oldest first:"
    assert [line.split("  ")[1].partition(",")[0] for line in reply.lines] == ["0 moves", "2 moves"]
    for backup in machine.backups(id):
        machine.games_folder.disk(id).remove(backup.path)
    machine.games_folder.disk(id).replace("backups/000009-99999999T999999.tape", b"")
    assert machine.ask(ListBackups()).lines == ("000009-99999999T999999.tape  9 moves, on a day that is none",)


def test_restoring_never_takes_moves_back_unless_it_is_meant(machine: Machine) -> None:
    id = machine.new(2)
    with machine.library() as library:
        machine.play(in_play(library), 3)
        session, wanted = library.session, machine.backups(id)[-1]
        reply = ask(library, RestoreBackup(backup="2"))
        assert not reply.done
        assert reply.message.startswith("The game has 5 moves and the backup 2: restoring it would lose moves")
        assert reply.lines == (f"`companion restore {id} --backup {wanted.name} --force` does it.",)
        assert library.session is session
        old = machine.games_folder.disk(id).read("game.tape")
        reply = ask(library, RestoreBackup(backup="2", force=True))
        assert reply.done
        assert reply.message == f"Game {id} is as it was in backup {wanted.name}, after 2 moves."
        assert in_play(library).number == 2
        assert old in machine.files().values()
    assert dollars(machine) == 2


def test_the_same_without_a_table(machine: Machine) -> None:
    id = machine.new(2)
    with machine.library() as library:
        machine.play(in_play(library), 3)
    assert machine.ask(RestoreBackup(backup="000002")).message.startswith("The game has 5 moves and the backup 2")
    assert machine.ask(RestoreBackup(id, "000002", force=True)).done
    assert dollars(machine) == 2


def test_the_newest_backup_mends_what_was_lost(machine: Machine) -> None:
    id = machine.new(9)
    machine.lose_head(id)
    reply = machine.ask(RestoreBackup())
    assert reply.done
    assert reply.lines == ("What it was before is kept in its folder.",)
    assert dollars(machine) == 9


def test_a_backup_that_would_go_for_the_one_taken_meanwhile_is_restored_all_the_same(machine: Machine) -> None:
    machine.new()
    with machine.library() as library:
        for _ in range(11):
            machine.play(in_play(library), 1)
            ask(library, BackUp())
        numbers = [backup.number for backup in machine.backups(in_play(library).game_id)]
        assert numbers == [0, *range(2, 12)]
        machine.play(in_play(library), 1)
        assert ask(library, RestoreBackup(backup="2", force=True)).done
        assert in_play(library).number == 2


@pytest.mark.parametrize("name", ["7", "000007", "../../x", "x" * 500])
def test_a_backup_that_is_not_there_is_told_with_those_that_are(machine: Machine, name: str) -> None:
    id = machine.new(2)
    reply = machine.ask(RestoreBackup(backup=name))
    assert not reply.done
    assert f" is no backup of game {id}. There are 000000-" in reply.message
    assert "`0000` is the beginning of several backups" in machine.ask(RestoreBackup(backup="0000")).message


def test_a_backup_that_would_not_do_is_not_restored(machine: Machine) -> None:
    other, id = machine.new(1), machine.new(2)
    newest, disk = machine.backups(id)[-1], machine.games_folder.disk(id)
    newer = render_tape([head_line(JournalHead(SCHEMA + 1, id, 0, "9.0", b"{}"))])
    for content, why in (
        (b"rubbish\n", f"Backup {newest.name} of game {id} cannot be used: it is damaged. "),
        (
            machine.games_folder.disk(other).read("game.tape"),
            f"Backup {newest.name} of game {id} cannot be used: it is of game {other}.",
        ),
        (newer, "This game was written by a newer companion"),
    ):
        disk.replace(newest.path, content)
        with machine.library(resumes=False) as library:
            before = machine.files()
            reply = ask(library, RestoreBackup(force=True))
            assert machine.files() == before
        assert not reply.done
        assert reply.message.startswith(why)
