"""`companion shelf`, without a table: what it prints, what it asks twice, and how it exits."""

import io
import sys

import pytest

from companion.cli import shelf as command
from companion.table.games.people import FILE as PEOPLE
from companion.table.messages.requests import NewGame
from tests.cli.run_commands import Captured, complaint, data_folder, eighty_columns, run, shown
from tests.greenwich import in_greenwich
from tests.table.data_folder import DataFolder, ask, in_play

__all__ = ["data_folder", "eighty_columns", "in_greenwich"]
pytestmark = pytest.mark.usefixtures("in_greenwich", "eighty_columns")
SHELF = """\
Wed 18 Nov 2026, 11:13  (in play, 20261118-1112-aa)
    Ann  ██
    Ben  ██
    1 turn, 0 min. Parker Brothers, the classic edition. Atlantic City, older
    boxes.

Wed 18 Nov 2026, 11:08  Sunday  (finished, 20261118-1107-aa)
    Ann                       ██  won
    Aunt May from over there  ██  2nd
    [red]                     ██  3rd
    1 turn, 3 min. Parker Brothers, the classic edition. Atlantic City, older
    boxes.

"""


def fill(data_folder: DataFolder) -> tuple[str, str]:
    with data_folder.library() as library:
        ask(library, NewGame(("Ann", "Aunt May from over there", "[red]"), title="Sunday"))
        first = in_play(library)
        data_folder.play(first, 3)
        data_folder.finish(first)
    return first.game_id, data_folder.new(1)


def test_without_games_it_says_how_to_begin(data_folder: DataFolder, capsys: Captured) -> None:
    out = shown(data_folder, capsys, "shelf")
    assert out == "There are no games on the shelf yet. To begin one:\n  companion new --players Ann Ben\n"
    assert shown(data_folder, capsys, "shelf", "players") == "0 people in 0 games.\n"


def test_games_are_shown_with_how_they_went(data_folder: DataFolder, capsys: Captured) -> None:
    fill(data_folder)
    out = shown(data_folder, capsys, "shelf")
    assert out == SHELF


def test_only_the_latest_are_shown_unless_all_are_asked_for(
    data_folder: DataFolder, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(data_folder)
    monkeypatch.setattr(command, "LATEST", 1)
    out = shown(data_folder, capsys, "shelf")
    assert out.endswith("\n\nThese are the latest 1 of 2 games. All of them:\n  companion shelf --all\n")
    assert shown(data_folder, capsys, "shelf", "--all") == SHELF


def test_where_a_terminal_has_no_bars_worth_is_shown_in_digits(
    data_folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(data_folder)
    plain = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", plain)
    assert run(data_folder, "shelf") == 0
    plain.seek(0)
    assert "    Ann  88\n" in plain.read()


def test_people_are_merged_and_parted(data_folder: DataFolder, capsys: Captured) -> None:
    fill(data_folder)
    said = shown(data_folder, capsys, "shelf", "merge", "[red]", "Ben")
    assert said == "[red] and Ben are one person now, called Ben.\n"
    assert shown(data_folder, capsys, "shelf", "players") == (
        "Ann\n    2 games, 1 of 1 finished won, place 1.0 on average\n\n"
        "Ben (also [red])\n    2 games, 0 of 1 finished won, place 3.0 on average\n\n"
        "Aunt May from over there\n    1 game, 0 of 1 finished won, place 2.0 on average\n\n"
        "3 people in 2 games.\n"
    )
    assert shown(data_folder, capsys, "shelf", "part", "[red]") == "[red] and Ben are different people again.\n"
    assert "[red]\n    1 game" in shown(data_folder, capsys, "shelf", "players")


def test_names_that_are_not_there_are_told(data_folder: DataFolder, capsys: Captured) -> None:
    fill(data_folder)
    said = complaint(data_folder, capsys, "shelf", "merge", "Anne", "Ben", code=2)
    assert said == "Nobody on the shelf is called `Anne` (did you mean Ann?).\n"
    said = complaint(data_folder, capsys, "shelf", "part", "\x1b[31m", code=2)
    assert said == "`\\x1b[31m` is not merged with anybody.\n"


def test_a_damaged_file_of_people_is_told_and_the_shelf_is_shown(data_folder: DataFolder, capsys: Captured) -> None:
    fill(data_folder)
    (data_folder.data / PEOPLE).write_text("rubbish")
    assert run(data_folder, "shelf") == 1
    out, err = capsys.readouterr()
    assert out == SHELF
    assert "cannot be read" in err
    assert "Every name is a person of its own." in err


def test_a_game_is_taken_off_when_asked_twice_and_put_back(data_folder: DataFolder, capsys: Captured) -> None:
    first, _ = fill(data_folder)
    before = shown(data_folder, capsys, "shelf")
    said = shown(data_folder, capsys, "shelf", "take-off", first)
    assert said.endswith(f"To do so, ask once more:\n  companion shelf take-off {first} --sure\n")
    assert shown(data_folder, capsys, "shelf") == before
    assert "is off the shelf, and kept in" in shown(data_folder, capsys, "shelf", "take-off", first, "--sure")
    assert shown(data_folder, capsys, "shelf").endswith(
        f"1 game was taken off. To put one back:\n  companion shelf put-back {first}\n"
    )
    assert shown(data_folder, capsys, "shelf", "put-back", first) == f"Game {first} is on the shelf again.\n"
    assert shown(data_folder, capsys, "shelf") == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["merge", "Ann"], "merge: expected two names, not 1, such as `companion shelf merge Annie Ann`"),
        (["merge", "Ann", ""], "merge: expected two names, and none that is empty, such as"),
        (["part"], "part: expected one name, not 0"),
        (["take-off"], "take-off: expected one name, not 0"),
        (["players", "Ann"], "players: expected no name, not 1"),
        (["players", "--all"], "--all is for `companion shelf games`"),
        (["part", "Ann", "--sure"], "--sure is for `companion shelf take-off`"),
    ],
)
def test_wrong_words_are_told(data_folder: DataFolder, capsys: Captured, words: list[str], why: str) -> None:
    assert why in complaint(data_folder, capsys, "shelf", *words, code=2)
