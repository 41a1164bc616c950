"""`companion journal`, `backup` and `restore`, without a table: what they print, how they exit, what they leave."""

import errno
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal import RealDisk
from companion.journal.tape import TAPE
from tests.greenwich import in_greenwich
from tests.table.machine import Machine, dollars

__all__ = ["in_greenwich"]
pytestmark = pytest.mark.usefixtures("in_greenwich")
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "data")


def said(machine: Machine, capsys: Captured, *words: str, code: int = 0) -> str:
    """What is printed; a success prints on standard output only."""
    capsys.readouterr()
    assert main([*words, "--data", str(machine.data)]) == code
    out, err = capsys.readouterr()
    assert "" in (out, err)
    assert (err == "") == (code == 0)
    return str(out or err)


# journal


def test_verify_accepts_whole_journals(machine: Machine, capsys: Captured) -> None:
    assert said(machine, capsys, "journal", "verify") == "0 games, nothing damaged.\n"
    first, second = machine.new(1), machine.new(2)
    told = said(machine, capsys, "journal", "verify")
    assert told == f"2 games, nothing damaged.\n{first}: whole, 1 move.\n{second}: whole, 2 moves.\n"
    told = said(machine, capsys, "journal", "verify", second)
    assert told == f"1 game, nothing damaged.\n{second}: whole, 2 moves.\n"


def test_verify_finds_every_kind_of_damage_and_changes_nothing(machine: Machine, capsys: Captured) -> None:
    tape, database, both, newer = (machine.new(5) for _ in range(4))
    machine.spoil_tape(tape, 2)
    machine.spoil_database(database)
    machine.lose_move(both, 2)
    machine.be_from_the_future(newer)
    before = machine.files()
    lines = said(machine, capsys, "journal", "verify", code=1).splitlines()
    assert machine.files() == before
    assert lines[0] == "4 games, 4 damaged."
    assert lines[1].startswith(f"{tape}: The tape was damaged (")
    assert lines[2].startswith(f"{database}: The database was ")
    assert lines[3].startswith(f"{both}: Game {both} is damaged from move 2 on")
    assert lines[4].startswith(f"{newer}: This game was written by a newer companion")


def test_repair_fixes_what_can_be_fixed(machine: Machine, capsys: Captured) -> None:
    id = machine.new(5)
    machine.spoil_tape(id, 2)
    told = said(machine, capsys, "journal", "repair")
    assert told.startswith(f"Game {id} was repaired.\nThe tape was damaged (")
    assert said(machine, capsys, "journal", "repair", id) == f"Game {id} was whole.\n"
    assert dollars(machine) == 5


def test_repair_keeps_what_is_proven_and_sets_the_rest_aside(machine: Machine, capsys: Captured) -> None:
    id = machine.new(5)
    machine.lose_move(id, 3)
    damaged = machine.games_folder.disk(id).read(TAPE)
    told = said(machine, capsys, "journal", "repair")
    assert "The game goes on from move 2. The damaged files are kept as game.tape.damaged-1." in told
    assert machine.games_folder.disk(id).read("game.tape.damaged-1") == damaged
    assert dollars(machine) == 2


def test_repair_says_when_only_a_backup_helps(machine: Machine, capsys: Captured) -> None:
    id = machine.new(5)
    machine.lose_head(id)
    told = said(machine, capsys, "journal", "repair", code=1)
    assert told.endswith(f"A backup may be restored. `companion restore {id}` goes back to a backup.\n")


# backup


def test_a_backup_says_where_it_is(machine: Machine, capsys: Captured) -> None:
    id = machine.new(3)
    first, path = said(machine, capsys, "backup").splitlines()
    assert first == f"Game {id} is backed up, with 3 moves."
    assert Path(path).parent == machine.games_folder.disk(id).folder / "backups"
    assert Path(path).read_bytes() == machine.games_folder.disk(id).read(TAPE)


def test_a_copy_goes_to_a_stick_and_back_to_another_machine(machine: Machine, capsys: Captured, tmp_path: Path) -> None:
    id = machine.new(3)
    stick = tmp_path / "stick"
    stick.mkdir()
    told = said(machine, capsys, "backup", "--to", str(stick))
    (copy,) = (stick / id).iterdir()
    assert told.endswith(f"\nA copy is in {copy}, and was read back.\n")
    assert copy.read_bytes() == machine.games_folder.disk(id).read(TAPE)
    other = Machine(tmp_path / "other")
    other.games_folder.disk(id).replace(f"backups/{copy.name}", copy.read_bytes())
    said(other, capsys, "restore", id)
    assert dollars(other) == 3


def test_a_missing_stick_is_not_created_as_a_folder(machine: Machine, capsys: Captured, tmp_path: Path) -> None:
    machine.new(3)
    before = machine.files()
    told = said(machine, capsys, "backup", "--to", str(tmp_path / "stick"), code=2)
    assert told == (
        f"companion backup: there is no folder {tmp_path / 'stick'}. If it is a USB stick, is it plugged in?\n"
    )
    assert not (tmp_path / "stick").exists()
    assert machine.files() == before


@pytest.mark.parametrize("fault", ["full", "lying"])
def test_a_stick_that_cannot_be_written_is_reported(
    machine: Machine, capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    id = machine.new(3)
    stick = tmp_path / "stick"
    stick.mkdir()
    whole = RealDisk.replace

    def replace(disk: RealDisk, name: str, content: bytes) -> None:
        if disk.folder.parent != stick:
            whole(disk, name, content)
        elif fault == "full":
            raise OSError(errno.ENOSPC, "No space left on device")
        else:
            whole(disk, name, content[:-1])

    monkeypatch.setattr(RealDisk, "replace", replace)
    assert main(["backup", "--to", str(stick), "--data", str(machine.data)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"Game {id} is backed up, with 3 moves.\n")
    why = "No space left on device" if fault == "full" else "It does not read back as it was written"
    assert err == f"companion backup: could not copy to {stick}: {why}. The backup itself is safe.\n"


def test_a_damaged_game_is_not_backed_up(machine: Machine, capsys: Captured) -> None:
    id = machine.new(5)
    machine.lose_move(id, 3)
    assert f"`companion journal repair {id}` goes on" in said(machine, capsys, "backup", code=1)


# restore


def test_backups_are_shown(machine: Machine, capsys: Captured) -> None:
    id = machine.new(3)
    assert said(machine, capsys, "restore", "--list") == (
        f"Backups of game {id}, the oldest first:\n"
        "000000-20261118T110740.tape  0 moves, Wednesday 18 November 2026 at 11:07\n"
        "000003-20261118T111040.tape  3 moves, Wednesday 18 November 2026 at 11:10\n"
    )


def test_moves_are_taken_back_only_by_force(machine: Machine, capsys: Captured) -> None:
    id = machine.new(3)
    told = said(machine, capsys, "restore", "--backup", "0", code=1)
    assert told == (
        "The game has 3 moves and the backup 0: restoring it would lose moves that only the game has. "
        "Force it if you mean to; the game as it is now will be set aside.\n"
        f"`companion restore {id} --backup 000000-20261118T110740.tape --force` does it.\n"
    )
    assert dollars(machine) == 3
    live = machine.games_folder.disk(id).read(TAPE)
    told = said(machine, capsys, "restore", id, "--backup", "0", "--force")
    assert told.startswith(f"Game {id} is as it was in backup 000000-20261118T110740.tape, after 0 moves.\n")
    assert live in machine.files().values()
    assert dollars(machine) == 0


def test_the_newest_backup_is_restored_after_damage(machine: Machine, capsys: Captured) -> None:
    id = machine.new(3)
    machine.lose_head(id)
    assert "after 3 moves." in said(machine, capsys, "restore")
    assert dollars(machine) == 3


def test_a_missing_backup_is_reported(machine: Machine, capsys: Captured) -> None:
    id = machine.new(3)
    told = said(machine, capsys, "restore", "--backup", "7", code=2)
    assert told.startswith(f"`7` is no backup of game {id}. There are 000000-")
