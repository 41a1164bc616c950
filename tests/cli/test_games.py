"""`companion games`, `resume` and `export`, without a table: what they print, and how they exit."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.rules import commands as said
from companion.table.messages.requests import NewGame
from tests.cli.run_commands import NO_GAMES, Captured, complaint, eighty_columns, machine, run, shown
from tests.greenwich import in_greenwich
from tests.table.machine import Machine, ask, in_play

__all__ = ["eighty_columns", "in_greenwich", "machine"]
pytestmark = pytest.mark.usefixtures("in_greenwich", "eighty_columns")


# games


def test_without_games_it_says_how_to_begin(machine: Machine, capsys: Captured) -> None:
    out = shown(machine, capsys, "games")
    assert out == "There are no games here yet. To begin one:\n  companion new --players Ann Ben\n"


GOLDEN = """\
20261118-1116-aa  Rainy day  (in play)
    players: Ann and Ben
    rules:   Parker Brothers, the classic edition
    moves:   none yet, begun on Wednesday 18 November 2026 at 11:16

20261118-1114-aa  (not finished)
    players: Ann and Ben
    rules:   Parker Brothers, the classic edition
    moves:   1, the last on Wednesday 18 November 2026 at 11:15

20261118-1109-aa  (damaged)
    players: Ann and Ben
    rules:   Parker Brothers, the classic edition
    moves:   2, the last on Wednesday 18 November 2026 at 11:11
    damage:  No move 3 fits, but there is a move 4.

20261118-1107-aa  Sunday  (finished)
    players: Ann, Ben, Cy the Magnificent, [red], Aunt May from over there and
             Zoë
    rules:   2010, with plastic keys and dice-rolled tasks
    moves:   1, the last on Wednesday 18 November 2026 at 11:08

To go on with another game:
  companion resume 20261118-1114-aa
To begin another game:
  companion new --players Ann Ben
To see what can be done about the damage:
  companion journal verify 20261118-1109-aa
"""


def test_games_are_listed_for_people(machine: Machine, capsys: Captured) -> None:
    names = ("Ann", "Ben", "Cy the Magnificent", "[red]", "Aunt May from over there", "Zoë")
    with machine.library() as library:
        ask(library, NewGame(names, "keys-2010", title="Sunday"))
        machine.finish(in_play(library))
    machine.lose_move(machine.new(4), 3)
    machine.new(1)
    machine.new(title="Rainy day")
    assert shown(machine, capsys, "games") == GOLDEN


def test_a_finished_game_is_not_offered_for_resuming(machine: Machine, capsys: Captured) -> None:
    machine.new()
    with machine.library() as library:
        machine.finish(in_play(library))
    assert "(in play, finished)" in shown(machine, capsys, "games")
    machine.new()
    out = shown(machine, capsys, "games")
    assert "(finished)" in out
    assert "To go on with another game" not in out


def test_lines_fit_a_narrow_screen(machine: Machine, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.new(3, title="Sunday")
    machine.lose_move(machine.new(3), 2)
    monkeypatch.setenv("COLUMNS", "50")
    assert max(map(len, shown(machine, capsys, "games").splitlines())) <= 50


def test_an_unreadable_game_is_listed(machine: Machine, capsys: Captured) -> None:
    id = machine.new(3)
    machine.lose_head(id)
    out = shown(machine, capsys, "games")
    assert out.startswith(f"{id}  (damaged)\n    damage:  Game {id} is damaged from the very beginning:")
    assert "To go on with another game" not in out


# resume


def test_resume_puts_a_game_in_play(machine: Machine, capsys: Captured) -> None:
    first, second = machine.new(2), machine.new(3)
    out = shown(machine, capsys, "resume", first)
    assert out.startswith(f"Game {first} is in play: the last saved move is number 2, ")
    assert out.endswith("\nNo table is running. To play: companion table\n")
    out = shown(machine, capsys, "resume")
    assert out.startswith(f"Game {first} is in play")
    assert shown(machine, capsys, "resume", second).startswith(f"Game {second} is in play")


def test_resume_prints_the_set_up_sheet(machine: Machine, capsys: Captured) -> None:
    with machine.library() as library:
        position = "given Ann owns Oriental, Vermont, Connecticut\ngiven Oriental houses 1\ngiven Ann cash 7"
        ask(library, NewGame(("Ann", "[red]"), position=position, tokens=("Ship",)))
    out = shown(machine, capsys, "resume", "--sheet")
    assert out.split("\n\n")[1] == (
        "Ann (Ship, red)\n"
        "  [ ] Ship on GO\n"
        "  [ ] 7 in cash\n"
        "  [ ] Oriental Avenue, and 1 house on it\n"
        "  [ ] Vermont Avenue\n"
        "  [ ] Connecticut Avenue"
    )
    assert "[red] (Car, blue)\n  [ ] Car on GO" in out
    assert "The Bank\n  [ ] 31 houses and 12 hotels in stock\n" in out
    assert "[ ]" not in shown(machine, capsys, "resume")


def test_resume_says_what_was_repaired(machine: Machine, capsys: Captured) -> None:
    machine.spoil_database(machine.new(2))
    assert "The database was rebuilt from the tape." in shown(machine, capsys, "resume")


def test_a_game_that_cannot_be_resumed_is_reported_with_what_helps(machine: Machine, capsys: Captured) -> None:
    id = machine.new(9)
    machine.lose_move(id, 5)
    assert f"`companion journal repair {id}` goes on" in complaint(machine, capsys, "resume")
    machine.be_from_the_future(id)
    assert "written by a newer companion" in complaint(machine, capsys, "resume")


@pytest.mark.parametrize("command", [["resume"], ["export"], ["journal", "repair"], ["backup"], ["restore"]])
def test_commands_about_a_game_need_one(machine: Machine, capsys: Captured, command: list[str]) -> None:
    assert complaint(machine, capsys, *command) == NO_GAMES
    first, second = machine.new(), machine.new()
    assert complaint(machine, capsys, *command, "2", code=2) == f"2 could be any of {first}, {second}.\n"
    assert complaint(machine, capsys, *command, "\x1b[2J", code=2) == "No game here begins with \\x1b[2J.\n"


# export


def played(machine: Machine) -> str:
    with machine.library() as library:
        ask(library, NewGame(("Ann", "Ben"), title="Sunday"))
        in_play(library).give("roll-1", said.Roll(0, (6, 2)))
        in_play(library).give("buy-1", said.BuyDeed(0))
        return in_play(library).game_id


RECORD = "# Sunday\nedition classic\nplayers Ann Ben\n\nAnn rolls 6 2\nAnn buys\n"


def test_export_shows_a_record(machine: Machine, capsys: Captured) -> None:
    played(machine)
    assert shown(machine, capsys, "export") == RECORD


def test_export_writes_a_record_that_holds(machine: Machine, capsys: Captured, tmp_path: Path) -> None:
    id = played(machine)
    target = tmp_path / "sunday.game"
    target.write_text("old")
    assert (
        shown(machine, capsys, "export", id, "--output", str(target)) == f"Game {id}: 2 moves, written to {target}.\n"
    )
    assert target.read_text() == RECORD
    assert main(["check", str(target)]) == 0
    assert list(tmp_path.glob("*.part")) == []


def test_export_to_where_nothing_can_be_written(machine: Machine, capsys: Captured, tmp_path: Path) -> None:
    played(machine)
    for target, why in ((tmp_path / "none" / "x.game", "No such folder"), (tmp_path, "Is a directory")):
        err = complaint(machine, capsys, "export", "--output", str(target), code=2)
        assert err == f"companion export: {target} cannot be written: {why}\n"
    assert not (tmp_path / "none").exists()


def test_part_of_a_damaged_game_is_exported_with_a_warning(machine: Machine, capsys: Captured) -> None:
    machine.lose_move(machine.new(4), 3)
    assert run(machine, "export") == 1
    out, err = capsys.readouterr()
    assert out.count("Bank corrects Ann cash +1") == 2
    assert err == "The game is damaged, and the record ends before that: No move 3 fits, but there is a move 4.\n"
