"""`companion new`, without a table: what it prints, how it exits, and what a household has set."""

import io
from pathlib import Path

import pytest

from companion.play.fair_dice import commitment_of, in_groups
from companion.rules.commands import EndGame
from companion.table.messages.requests import ExportGame, KeepBoard, ReadGame
from companion.table.messages.setup import BoardCorrection
from companion.table.messages.wire import Ask, encode
from tests.cli.run_commands import Captured, complaint, data_folder, eighty_columns, shown
from tests.greenwich import in_greenwich
from tests.table.data_folder import DataFolder, in_play

__all__ = ["data_folder", "eighty_columns", "in_greenwich"]
pytestmark = pytest.mark.usefixtures("in_greenwich", "eighty_columns")


def test_a_new_game_waits_for_the_table(data_folder: DataFolder, capsys: Captured) -> None:
    wishes = ("--variant", "short", "--option", "free-parking-pot=500", "--option", "no-auctions", "--title", "Sunday")
    out = shown(data_folder, capsys, "new", "--players", "Ann", "[red]", "Aunt May", *wishes)
    (id,) = data_folder.games_folder.ids()
    with data_folder.library() as library:
        commitment = in_groups(commitment_of(in_play(library).start.dice_seed))
    assert out.splitlines() == [
        f"Game {id} begins, with Ann, [red] and Aunt May.",
        "Rules: Parker Brothers, the classic edition.",
        "Board: Atlantic City, older boxes.",
        "Variants: short.",
        "House rules: free-parking-pot $500 and no-auctions on.",
        "Cards: drawn by the companion.",
        f"Dice: fair ones. To check them when the game is over, note {commitment}.",
        "No table is running. To play: companion table",
    ]
    with data_folder.library() as library:
        assert in_play(library).start.title == "Sunday"
        assert in_play(library).game_id == id


@pytest.mark.parametrize(
    ("option", "value"),
    [("salary=300", 300), ("no-auctions=on", True), ("no-auctions=off", False), ("rent=claim", "claim")],
)
def test_options_are_read_as_they_are_meant(
    data_folder: DataFolder, capsys: Captured, option: str, value: int | bool | str
) -> None:
    shown(data_folder, capsys, "new", "--players", "Ann", "Ben", "--option", option)
    with data_folder.library() as library:
        rules = in_play(library).game.rules
    assert value in (rules.salary, not rules.auctions, "claim" if rules.rent_claimed else "auto")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "Ann"], "2 to 8 players can play classic; only 1 was named.\n"),
        (["--players", *"ABCDEFGHI"], "2 to 8 players can play classic; 9 were named.\n"),
        (["--players", "Ann", "ANN"], "Two players cannot both be called ANN.\n"),
        (["--players", "Ann", ""], "A player needs a name.\n"),
        (["--players", "Ann", "B\udcff"], "This cannot be asked: it contains bytes that are not text (UTF-8).\n"),
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
def test_a_game_that_cannot_begin_is_reported_and_nothing_is_made(
    data_folder: DataFolder, capsys: Captured, words: list[str], said: str
) -> None:
    assert complaint(data_folder, capsys, "new", *words, code=2).startswith(said)
    assert data_folder.games_folder.ids() == ()


def test_a_board_that_was_kept_is_listed_and_played_on(data_folder: DataFolder, capsys: Captured) -> None:
    data_folder.ask(KeepBoard("Our box", "london", (BoardCorrection("spaces.1.name", "Our Road"),)))
    assert "our-box" in shown(data_folder, capsys, "board", "list")
    out = shown(data_folder, capsys, "new", "--players", "Ann", "Ben", "--board", "our-box")
    assert "Board: Our box.\n" in out
    with data_folder.library() as library:
        assert in_play(library).game.board.deeds[0].name == "Our Road"
    said = complaint(data_folder, capsys, "new", "--players", "Ann", "Ben", "--board", "our-bx", code=2)
    assert said.startswith('There is no board "our-bx"; did you mean our-box?')


def test_somebody_must_play(data_folder: DataFolder, capsys: Captured) -> None:
    assert complaint(data_folder, capsys, "new", code=2) == "companion new: say who plays, such as --players Ann Ben\n"


def test_a_table_is_taken_over_from_a_file(data_folder: DataFolder, capsys: Captured, tmp_path: Path) -> None:
    position = tmp_path / "table.game"
    position.write_text("# after tea\nplayers Ann Zoë\ngiven Zoë cash 5\ngiven turn Zoë\n", encoding="utf-8")
    out = shown(data_folder, capsys, "new", "--position", str(position), "--real-cards")
    assert "Cards: drawn by hand, from the real decks.\n" in out
    with data_folder.library() as library:
        game = in_play(library).game
    assert ([player.cash for player in game.players], game.turn) == ([1500, 5], 1)


def test_a_table_is_taken_over_from_the_input(
    data_folder: DataFolder, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("given Zoë cash 5".encode())))
    shown(data_folder, capsys, "new", "--players", "Ann", "Zoë", "--position", "-")
    with data_folder.library() as library:
        assert in_play(library).game.players[1].cash == 5


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"given Ann cash five", "position:1: expected an amount, not `five`\n    given Ann cash five\n"),
        (b"given Ann cash 5\nAnn rolls 3 4", "position:2: a position has no moves; replay it with `companion replay`"),
        (b"given Oriental houses 2", "position:1: an impossible table: "),
        (b"given Ann \xff", "{path}:1: expected UTF-8 text, not the byte 0xff\n"),
        (b" \n", "{path}: is empty: expected lines such as `given Ann cash 1200`\n"),
        (b"#" * 40_000, "{path}: is larger than 32 KB: not a position\n"),
        (None, "{path}: cannot be read: No such file or directory\n"),
    ],
)
def test_an_invalid_position(
    data_folder: DataFolder, capsys: Captured, tmp_path: Path, content: bytes | None, said: str
) -> None:
    path = tmp_path / "table.game"
    if content is not None:
        path.write_bytes(content)
    told = complaint(data_folder, capsys, "new", "--players", "Ann", "Ben", "--position", str(path), code=2)
    assert told.startswith(said.format(path=path))
    assert data_folder.games_folder.ids() == ()


# What a household has set


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
def test_a_new_game_is_as_the_household_has_set(data_folder: DataFolder, capsys: Captured) -> None:
    out = shown(data_folder, capsys, "new", "--players", "Ann", "Ben")
    assert "Rules: the rule book as printed" in out
    assert "Variants: short." in out
    assert "House rules: rent claim and salary $300." in out
    assert "Cards: drawn by hand, from the real decks." in out
    assert "Dice: real ones." in out


@pytest.mark.usefixtures("household")
def test_options_of_new_override_the_settings(data_folder: DataFolder, capsys: Captured) -> None:
    wishes = ["--variant", "none", "--option", "rent=auto", "--option", "salary=200", "--dice", "button"]
    out = shown(data_folder, capsys, "new", "--players", "Ann", "Ben", *wishes, "--no-real-cards")
    assert "Variants" not in out
    assert "House rules" not in out
    assert "Dice: real ones" not in out
    assert "Cards: drawn by the companion." in out


def test_wrong_settings_are_reported_before_a_game_begins(
    data_folder: DataFolder, capsys: Captured, household: Path
) -> None:
    household.write_text('[game]\ndice = "foot"')
    assert "game.dice" in complaint(data_folder, capsys, "new", "--players", "Ann", "Ben", code=2)
    assert data_folder.games_folder.ids() == ()


def test_tokens_and_colours_can_be_given(data_folder: DataFolder, capsys: Captured) -> None:
    shown(data_folder, capsys, "new", "--players", "Ann", "Ben", "--tokens", "Hat", "--colours", "teal", "red")
    assert "Ann (Hat, teal)" in shown(data_folder, capsys, "resume", "--sheet")
    told = complaint(data_folder, capsys, "new", "--players", "Ann", "Ben", "--colours", "mauve", code=2)
    assert "There is no colour" in told


def test_the_seed_of_fair_dice_stays_secret_until_the_game_is_over(data_folder: DataFolder, capsys: Captured) -> None:
    shown(data_folder, capsys, "new", "--players", "Ann", "Ben")
    with data_folder.library() as library:
        session = in_play(library)
        seed = session.start.dice_seed
        assert len(seed) == 32
        assert seed not in encode(library.answer(Ask("a", ReadGame()))).decode()
        assert seed not in library.answer(Ask("b", ExportGame())).text
        session.give("end", EndGame("late"))
        assert seed in encode(library.answer(Ask("c", ReadGame()))).decode()
        assert seed in library.answer(Ask("d", ExportGame())).text
