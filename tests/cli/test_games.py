"""`companion new`, `games`, `resume` and `export`, without a table: what they print, and how they exit."""

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.cli import main
from companion.rules import commands as said
from companion.table.messages import NewGame, ResumeGame
from tests.table.machine import Machine, ask, in_play

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
NO_GAMES = "There are no games here yet. `companion new --players Ann Ben` begins one.\n"


@pytest.fixture(autouse=True)
def _eighty_columns_in_greenwich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "data")


def run(machine: Machine, *words: str) -> int:
    return main([*words, "--data", str(machine.data)])


def shown(machine: Machine, capsys: Captured, *words: str) -> str:
    """What a command that goes well prints."""
    capsys.readouterr()
    assert run(machine, *words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def complaint(machine: Machine, capsys: Captured, *words: str, code: int = 1) -> str:
    capsys.readouterr()
    assert run(machine, *words) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err


# new


def test_a_new_game_waits_for_the_table(machine: Machine, capsys: Captured) -> None:
    wishes = ("--variant", "short", "--option", "free-parking-pot=500", "--option", "no-auctions", "--title", "Sunday")
    out = shown(machine, capsys, "new", "--players", "Ann", "[red]", "Aunt May", *wishes)
    (id,) = machine.shelf.ids()
    assert out.splitlines() == [
        f"Game {id} begins, with Ann, [red] and Aunt May.",
        "Rules: Parker Brothers, the classic edition.",
        "Variants: short.",
        "House rules: free-parking-pot 500 and no-auctions on.",
        "Cards: drawn by the companion.",
        "No table is running. To play it: companion table",
    ]
    with machine.keeper() as keeper:
        assert in_play(keeper).start.title == "Sunday"
        assert in_play(keeper).game_id == id


@pytest.mark.parametrize(
    ("option", "value"),
    [("salary=300", 300), ("no-auctions=on", True), ("no-auctions=off", False), ("rent=claim", "claim")],
)
def test_options_are_read_as_they_are_meant(
    machine: Machine, capsys: Captured, option: str, value: int | bool | str
) -> None:
    shown(machine, capsys, "new", "--players", "Ann", "Ben", "--option", option)
    with machine.keeper() as keeper:
        rules = in_play(keeper).game.rules
    assert value in (rules.salary, not rules.auctions, "claim" if rules.rent_claimed else "auto")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "Ann"], "2 to 8 players can play classic; only 1 was named.\n"),
        (["--players", *"ABCDEFGHI"], "2 to 8 players can play classic; 9 were named.\n"),
        (["--players", "Ann", "ANN"], "Two players cannot both be called ANN.\n"),
        (["--players", "Ann", ""], "A player needs a name.\n"),
        (["--players", "Ann", "B\udcff"], "This cannot be asked: "),
        (["--players", "Ann", "x" * 2_001], "This cannot be asked: "),
        (["--players", "Ann", "Ben", "--edition", "clasic"], "There is no edition `clasic` (did you mean classic?)."),
        (
            ["--players", "Ann", "Ben", "--variant", "speed"],
            "classic has no variant `speed`. There are short and timed.",
        ),
        (["--players", "Ann", "Ben", "--option", "salary=1000000000"], "The option salary takes an amount from 0 to"),
        (["--players", "Ann", "Ben", "--option", "salary=-5"], "The option salary takes an amount from 0 to"),
        (["--players", "Ann", "Ben", "--option", "salary=³"], "The option salary takes an amount from 0 to"),
        (["--players", "Ann", "Ben", "--option", "=5"], "There is no option ``."),
        (["--players", "Ann", "Ben", "--title", "T" * 61], "A title has at most 60 characters; this one has 61.\n"),
    ],
)
def test_what_cannot_begin_is_told_and_nothing_is_made(
    machine: Machine, capsys: Captured, words: list[str], said: str
) -> None:
    assert complaint(machine, capsys, "new", *words).startswith(said)
    assert machine.shelf.ids() == ()


def test_somebody_must_play(machine: Machine, capsys: Captured) -> None:
    assert complaint(machine, capsys, "new", code=2) == "companion new: say who plays, such as --players Ann Ben\n"


def test_a_table_is_taken_over_from_a_file(machine: Machine, capsys: Captured, tmp_path: Path) -> None:
    position = tmp_path / "table.game"
    position.write_text("# after tea\nplayers Ann Zoë\ngiven Zoë cash 5\ngiven turn Zoë\n", encoding="utf-8")
    out = shown(machine, capsys, "new", "--position", str(position), "--real-cards")
    assert "Cards: drawn by hand, from the real decks.\n" in out
    with machine.keeper() as keeper:
        game = in_play(keeper).game
    assert ([player.cash for player in game.players], game.turn) == ([1500, 5], 1)


def test_a_table_is_taken_over_from_the_input(
    machine: Machine, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("given Zoë cash 5".encode())))
    shown(machine, capsys, "new", "--players", "Ann", "Zoë", "--position", "-")
    with machine.keeper() as keeper:
        assert in_play(keeper).game.players[1].cash == 5


@pytest.mark.parametrize(
    ("content", "said", "code"),
    [
        (b"given Ann cash five", "position:1: expected an amount, not `five`\n    given Ann cash five\n", 1),
        (
            b"given Ann cash 5\nAnn rolls 3 4",
            "position:2: a position has no moves; replay it with `companion replay`",
            1,
        ),
        (b"given Oriental houses 2", "position:1: an impossible table: ", 1),
        (b"given Ann \xff", "{path}:1: expected UTF-8 text, not the byte 0xff\n", 2),
        (b" \n", "{path}: is empty: expected lines such as `given Ann cash 1200`\n", 2),
        (b"#" * 40_000, "{path}: is larger than 32 KB: not a position\n", 2),
        (None, "{path}: cannot be read: No such file or directory\n", 2),
    ],
)
def test_a_position_that_will_not_do(
    machine: Machine, capsys: Captured, tmp_path: Path, content: bytes | None, said: str, code: int
) -> None:
    path = tmp_path / "table.game"
    if content is not None:
        path.write_bytes(content)
    told = complaint(machine, capsys, "new", "--players", "Ann", "Ben", "--position", str(path), code=code)
    assert told.startswith(said.format(path=path))
    assert machine.shelf.ids() == ()


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
To hear what can be done about the damage:
  companion journal verify 20261118-1109-aa
"""


def test_games_are_listed_for_people(machine: Machine, capsys: Captured) -> None:
    names = ("Ann", "Ben", "Cy the Magnificent", "[red]", "Aunt May from over there", "Zoë")
    with machine.keeper() as keeper:
        ask(keeper, NewGame(names, "keys-2010", title="Sunday"))
        machine.finish(in_play(keeper))
    machine.lose_move(machine.new(4), 3)
    machine.new(1)
    machine.new(title="Rainy day")
    assert shown(machine, capsys, "games") == GOLDEN


def test_a_finished_game_is_none_to_go_on_with(machine: Machine, capsys: Captured) -> None:
    machine.new()
    with machine.keeper() as keeper:
        machine.finish(in_play(keeper))
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


def test_a_game_of_which_nothing_can_be_read_is_listed(machine: Machine, capsys: Captured) -> None:
    id = machine.new(3)
    machine.lose_head(id)
    out = shown(machine, capsys, "games")
    assert out.startswith(f"{id}  (damaged)\n    damage:  Game {id} is damaged from its very beginning on:")
    assert "To go on with another game" not in out


# what a household has set


@pytest.fixture
def household(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "companion.toml"
    file.write_text("""
        [game]
        dice = "hand"
        cards = "decks"
        rent = "claim"
        edition = "rulebook"
        variants = ["short"]
        [game.house-rules]
        salary = 300
    """)
    monkeypatch.setenv("COMPANION_CONFIG", str(file))
    return file


@pytest.mark.usefixtures("household")
def test_a_new_game_is_as_the_household_has_set(machine: Machine, capsys: Captured) -> None:
    out = shown(machine, capsys, "new", "--players", "Ann", "Ben")
    assert "Rules: the rule book as printed" in out
    assert "Variants: short." in out
    assert "House rules: rent claim and salary 300." in out
    assert "Cards: drawn by hand, from the real decks." in out
    assert "Dice: thrown by hand." in out


@pytest.mark.usefixtures("household")
def test_what_is_said_to_new_holds_whatever_is_set(machine: Machine, capsys: Captured) -> None:
    wishes = ["--variant", "none", "--option", "rent=auto", "--option", "salary=200", "--dice", "button"]
    out = shown(machine, capsys, "new", "--players", "Ann", "Ben", *wishes, "--no-real-cards")
    assert "Variants" not in out
    assert "House rules" not in out
    assert "Dice" not in out
    assert "Cards: drawn by the companion." in out


def test_a_household_that_has_set_nonsense_is_told_before_anything_begins(
    machine: Machine, capsys: Captured, household: Path
) -> None:
    household.write_text('[game]\ndice = "foot"')
    assert "game.dice" in complaint(machine, capsys, "new", "--players", "Ann", "Ben")
    assert machine.shelf.ids() == ()


def test_tokens_and_colours_can_be_said(machine: Machine, capsys: Captured) -> None:
    shown(machine, capsys, "new", "--players", "Ann", "Ben", "--tokens", "Hat", "--colours", "teal", "red")
    assert "Ann (Hat, teal)" in shown(machine, capsys, "resume", "--sheet")
    assert "There is no colour" in complaint(machine, capsys, "new", "--players", "Ann", "Ben", "--colours", "mauve")


# resume


def test_resume_puts_a_game_in_play(machine: Machine, capsys: Captured) -> None:
    first, second = machine.new(2), machine.new(3)
    out = shown(machine, capsys, "resume", first)
    assert out.startswith(f"Game {first} is in play: the last saved move is number 2, ")
    assert out.endswith("\nNo table is running. To play it: companion table\n")
    out = shown(machine, capsys, "resume")
    assert out.startswith(f"Game {first} is in play")
    assert shown(machine, capsys, "resume", second).startswith(f"Game {second} is in play")


def test_resume_prints_the_set_up_sheet(machine: Machine, capsys: Captured) -> None:
    with machine.keeper() as keeper:
        position = "given Ann owns Oriental, Vermont, Connecticut\ngiven Oriental houses 1\ngiven Ann cash 7"
        ask(keeper, NewGame(("Ann", "[red]"), position=position, tokens=("Ship",)))
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


def test_resume_tells_what_was_mended(machine: Machine, capsys: Captured) -> None:
    machine.spoil_database(machine.new(2))
    assert "The database was made again from the tape." in shown(machine, capsys, "resume")


def test_a_game_that_cannot_be_resumed_is_told_with_what_helps(machine: Machine, capsys: Captured) -> None:
    id = machine.new(9)
    machine.lose_move(id, 5)
    assert f"`companion journal repair {id}` goes on" in complaint(machine, capsys, "resume")
    machine.be_from_the_future(id)
    assert "written by a newer companion" in complaint(machine, capsys, "resume")


@pytest.mark.parametrize("command", [["resume"], ["export"], ["journal", "repair"], ["backup"], ["restore"]])
def test_commands_about_a_game_need_one(machine: Machine, capsys: Captured, command: list[str]) -> None:
    assert complaint(machine, capsys, *command) == NO_GAMES
    first, second = machine.new(), machine.new()
    assert complaint(machine, capsys, *command, "2") == f"2 could be any of {first}, {second}.\n"
    assert complaint(machine, capsys, *command, "\x1b[2J") == "\\x1b[2J is the beginning of no game here.\n"


# export


def played(machine: Machine) -> str:
    with machine.keeper() as keeper:
        ask(keeper, NewGame(("Ann", "Ben"), title="Sunday"))
        in_play(keeper).give("roll-1", said.Roll(0, (6, 2)))
        in_play(keeper).give("buy-1", said.BuyDeed(0))
        return in_play(keeper).game_id


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


def test_of_a_damaged_game_a_part_is_exported_and_told(machine: Machine, capsys: Captured) -> None:
    machine.lose_move(machine.new(4), 3)
    assert run(machine, "export") == 1
    out, err = capsys.readouterr()
    assert out.count("Bank corrects Ann cash +1") == 2
    assert err == "The game is damaged, and the record ends before that: No move 3 fits, but there is a move 4.\n"


# The folder


def test_a_folder_in_use_by_who_does_not_answer_is_told(machine: Machine, capsys: Captured) -> None:
    with machine.keeper():
        err = complaint(machine, capsys, "games")
    assert err == (
        f"The games are in use by process {os.getpid()}: only one table may write them. "
        "It does not answer, and may be starting or stopping: try again.\n"
    )


def test_a_file_in_the_place_of_the_folder_is_told(machine: Machine, capsys: Captured) -> None:
    machine.data.write_text("not a folder")
    for words in (["games"], ["new", "--players", "Ann", "Ben"], ["backup"]):
        assert complaint(machine, capsys, *words) == f"The folder {machine.data} cannot be used: File exists.\n"


def test_a_long_way_to_the_folder_does_no_harm(machine: Machine, capsys: Captured) -> None:
    machine.data = machine.data / ("long" * 30)
    shown(machine, capsys, "new", "--players", "Ann", "Ben")
    assert "(in play)" in shown(machine, capsys, "games")


def test_the_folder_is_found_by_the_environment(
    machine: Machine, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.new(title="Sunday")
    monkeypatch.setenv("STATE_DIRECTORY", str(machine.data))
    assert main(["games"]) == 0
    assert "Sunday" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["games", "--data", ""], ["journal"], ["games", "x"], ["backup", "--to", ""]])
def test_wrong_usage_exits_with_2(capsys: Captured, words: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


COMMANDS = ["new", "games", "resume", "export", "journal", "journal verify", "journal repair", "backup", "restore"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(capsys: Captured, command: str) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "--help"])
    assert left.value.code == 0
    assert f"companion {command}" in capsys.readouterr().out.split("example", 1)[1]


def test_loading_the_commands_loads_nothing_heavy() -> None:
    heavy = ("msgspec", "sqlite3", "asyncio", "companion.rules", "companion.table", "companion.journal")
    program = f"import companion.cli, sys; print(*[name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []


def test_the_next_to_resume_is_the_newest(machine: Machine) -> None:
    """What `companion new` begins without a table is what the next table goes on with."""
    machine.new(2)
    run(machine, "new", "--players", "Cy", "Di")
    with machine.keeper() as keeper:
        assert in_play(keeper).start.names == ("Cy", "Di")
        assert ask(keeper, ResumeGame()).done
