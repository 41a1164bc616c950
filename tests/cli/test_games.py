"""`companion games`, `resume` and `export`, without a table: what they print, and how they exit."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.rules import commands as said
from companion.table.messages.requests import NewGame
from tests.cli.run_commands import NO_GAMES, Captured, complaint, data_folder, eighty_columns, run, shown
from tests.greenwich import in_greenwich
from tests.table.data_folder import DataFolder, ask, in_play

__all__ = ["data_folder", "eighty_columns", "in_greenwich"]
pytestmark = pytest.mark.usefixtures("in_greenwich", "eighty_columns")


# games


def test_without_games_it_says_how_to_begin(data_folder: DataFolder, capsys: Captured) -> None:
    out = shown(data_folder, capsys, "games")
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
    damage:  Move 3 is in no copy: 2 moves of at least 4 are proven.

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


def test_games_are_listed_for_people(data_folder: DataFolder, capsys: Captured) -> None:
    names = ("Ann", "Ben", "Cy the Magnificent", "[red]", "Aunt May from over there", "Zoë")
    with data_folder.library() as library:
        ask(library, NewGame(names, "keys-2010", title="Sunday"))
        data_folder.finish(in_play(library))
    data_folder.lose_move(data_folder.new(4), 3)
    data_folder.new(1)
    data_folder.new(title="Rainy day")
    assert shown(data_folder, capsys, "games") == GOLDEN


def test_a_finished_game_is_not_offered_for_resuming(data_folder: DataFolder, capsys: Captured) -> None:
    data_folder.new()
    with data_folder.library() as library:
        data_folder.finish(in_play(library))
    assert "(in play, finished)" in shown(data_folder, capsys, "games")
    data_folder.new()
    out = shown(data_folder, capsys, "games")
    assert "(finished)" in out
    assert "To go on with another game" not in out


def test_lines_fit_a_narrow_screen(data_folder: DataFolder, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    data_folder.new(3, title="Sunday")
    data_folder.lose_move(data_folder.new(3), 2)
    monkeypatch.setenv("COLUMNS", "50")
    assert max(map(len, shown(data_folder, capsys, "games").splitlines())) <= 50


def test_an_unreadable_game_is_listed(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(3)
    data_folder.lose_move(id, 0)
    out = shown(data_folder, capsys, "games")
    assert out.startswith(f"{id}  (damaged)\n    damage:  Game {id} is damaged from the very beginning:")
    assert "To go on with another game" not in out


# resume


def test_resume_puts_a_game_in_play(data_folder: DataFolder, capsys: Captured) -> None:
    first, second = data_folder.new(2), data_folder.new(3)
    out = shown(data_folder, capsys, "resume", first)
    assert out.startswith(f"Game {first} is in play: the last saved move is number 2, ")
    assert out.endswith("\nNo table is running. To play: companion table\n")
    out = shown(data_folder, capsys, "resume")
    assert out.startswith(f"Game {first} is in play")
    assert shown(data_folder, capsys, "resume", second).startswith(f"Game {second} is in play")


def test_resume_prints_the_set_up_sheet(data_folder: DataFolder, capsys: Captured) -> None:
    with data_folder.library() as library:
        position = "given Ann owns Oriental, Vermont, Connecticut\ngiven Oriental houses 1\ngiven Ann cash 7"
        ask(library, NewGame(("Ann", "[red]"), position=position, tokens=("Ship",)))
    out = shown(data_folder, capsys, "resume", "--sheet")
    assert out.split("\n\n")[1] == (
        "Ann (Ship, red)\n"
        "  [ ] Ship on GO\n"
        "  [ ] $7 in cash\n"
        "  [ ] Oriental Avenue, and 1 house on it\n"
        "  [ ] Vermont Avenue\n"
        "  [ ] Connecticut Avenue"
    )
    assert "[red] (Car, blue)\n  [ ] Car on GO" in out
    assert "The Bank\n  [ ] 31 houses and 12 hotels in stock\n" in out
    assert "[ ]" not in shown(data_folder, capsys, "resume")


def test_resume_says_what_was_repaired(data_folder: DataFolder, capsys: Captured) -> None:
    data_folder.spoil_database(data_folder.new(2))
    assert "The database was rebuilt." in shown(data_folder, capsys, "resume")


def test_a_game_that_cannot_be_resumed_is_reported_with_what_helps(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(9)
    data_folder.lose_move(id, 5)
    assert f"`companion journal repair {id}` goes on" in complaint(data_folder, capsys, "resume")
    data_folder.be_from_the_future(id)
    assert "written by a newer companion" in complaint(data_folder, capsys, "resume")


@pytest.mark.parametrize("command", [["resume"], ["export"], ["journal", "repair"], ["backup"], ["restore"]])
def test_commands_about_a_game_need_one(data_folder: DataFolder, capsys: Captured, command: list[str]) -> None:
    assert complaint(data_folder, capsys, *command) == NO_GAMES
    first, second = data_folder.new(), data_folder.new()
    assert complaint(data_folder, capsys, *command, "2", code=2) == f"2 could be any of {first}, {second}.\n"
    assert complaint(data_folder, capsys, *command, "\x1b[2J", code=2) == "No game here begins with \\x1b[2J.\n"


# export


def played(data_folder: DataFolder) -> str:
    with data_folder.library() as library:
        ask(library, NewGame(("Ann", "Ben"), title="Sunday"))
        in_play(library).give("roll-1", said.Roll(0, (6, 2)))
        in_play(library).give("buy-1", said.BuyDeed(0))
        return in_play(library).game_id


RECORD = "# Sunday\nedition classic\nplayers Ann Ben\n\nAnn rolls 6 2\nAnn buys\n"


def test_export_shows_a_record(data_folder: DataFolder, capsys: Captured) -> None:
    played(data_folder)
    assert shown(data_folder, capsys, "export") == RECORD


def test_export_writes_a_record_that_holds(data_folder: DataFolder, capsys: Captured, tmp_path: Path) -> None:
    id = played(data_folder)
    target = tmp_path / "sunday.game"
    target.write_text("old")
    assert (
        shown(data_folder, capsys, "export", id, "--output", str(target))
        == f"Game {id}: 2 moves, written to {target}.\n"
    )
    assert target.read_text() == RECORD
    assert main(["check", str(target)]) == 0
    assert list(tmp_path.glob("*.part")) == []


def test_export_to_where_nothing_can_be_written(data_folder: DataFolder, capsys: Captured, tmp_path: Path) -> None:
    played(data_folder)
    for target, why in ((tmp_path / "none" / "x.game", "No such folder"), (tmp_path, "Is a directory")):
        err = complaint(data_folder, capsys, "export", "--output", str(target), code=2)
        assert err == f"companion export: {target} cannot be written: {why}\n"
    assert not (tmp_path / "none").exists()


def test_part_of_a_damaged_game_is_exported_with_a_warning(data_folder: DataFolder, capsys: Captured) -> None:
    data_folder.lose_move(data_folder.new(4), 3)
    assert run(data_folder, "export") == 1
    out, err = capsys.readouterr()
    assert out.count("Bank corrects Ann cash +1") == 2
    verdict = "Move 3 is in no copy: 2 moves of at least 4 are proven."
    assert err == f"The game is damaged, and the record ends before that: {verdict}\n"
