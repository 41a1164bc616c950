"""A game on a chosen board: one that is shipped, one of the household's own, or one that is corrected in the form."""

from pathlib import Path

import pytest
from msgspec import json

from companion.boards import SHIPPED, shipped_board
from companion.boards.own_boards import own_boards, own_path
from companion.boards.write_board import write_board
from companion.table.messages.requests import (
    KeepBoard,
    ListBoards,
    NewGame,
    Request,
    ShowBoard,
)
from companion.table.messages.setup import BoardCorrection
from companion.table.messages.wire import Reply
from tests.table.data_folder import DataFolder, ask, in_play

LONDON = shipped_board("london")
ANN_AND_BEN = ("Ann", "Ben")


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


def fix(at: str, value: int | str) -> tuple[BoardCorrection, ...]:
    return (BoardCorrection(at, value),)


def write_own(data: Path, key: str, text: str) -> None:
    own_path(data, key).parent.mkdir(parents=True, exist_ok=True)
    own_path(data, key).write_text(text, "utf-8")


def refused(data_folder: DataFolder, request: Request) -> str:
    reply = data_folder.ask(request)
    assert (reply.done, reply.unusable) == (False, True)
    return reply.message


# Which board


def test_a_game_is_played_on_the_board_that_was_asked_for(data_folder: DataFolder) -> None:
    with data_folder.library() as library:
        ask(library, NewGame(ANN_AND_BEN, board="London"))
        assert in_play(library).game.board == LONDON


def test_a_game_is_played_on_a_board_of_the_household(data_folder: DataFolder) -> None:
    write_own(data_folder.data, "ours", write_board(LONDON).replace('"Old Kent Road"', '"Our Road"'))
    with data_folder.library() as library:
        reply = ask(library, NewGame(ANN_AND_BEN, board="ours"))
        assert reply.done, reply.message
        assert in_play(library).game.board.deeds[0].name == "Our Road"


def test_an_unknown_board_is_named_with_the_one_that_was_meant(data_folder: DataFolder) -> None:
    write_own(data_folder.data, "ours", write_board(LONDON))
    assert refused(data_folder, NewGame(ANN_AND_BEN, board="our")) == 'There is no board "our"; did you mean ours?'
    unknown = refused(data_folder, NewGame(ANN_AND_BEN, board="../../etc/passwd"))
    assert unknown.startswith('There is no board "../../etc/passwd"; there are atlantic-city, ')


def test_a_board_whose_file_is_wrong_is_refused_with_its_first_mistake(data_folder: DataFolder) -> None:
    write_own(data_folder.data, "ours", write_board(LONDON).replace("price = 60", "price = -60", 1))
    message = refused(data_folder, NewGame(ANN_AND_BEN, board="ours"))
    assert message.startswith("Nobody can play on this board before its file is corrected. ")
    assert "ours.toml, line " in message
    assert "spaces.1.price = -60: expected a whole number from 1 to 1,000,000" in message


def test_the_list_has_shipped_boards_then_those_of_the_household(data_folder: DataFolder) -> None:
    write_own(data_folder.data, "ours", write_board(LONDON))
    write_own(data_folder.data, "torn", "title = ")
    *shipped, ours, torn = data_folder.ask(ListBoards()).boards
    assert [line.key for line in shipped] == list(SHIPPED)
    assert not any(line.is_own or line.trouble for line in shipped)
    assert (ours.key, ours.title, ours.is_own, ours.trouble) == ("ours", "London", True, "")
    assert (torn.key, torn.is_own) == ("torn", True)
    assert "torn.toml, line 1" in torn.trouble


def test_a_board_is_shown_as_it_is_printed(data_folder: DataFolder) -> None:
    board = data_folder.ask(ShowBoard("germany")).board
    assert board is not None
    assert (board.key, board.deeds[27].name, board.income_tax) == ("germany", "Schlossallee", 200)


# Corrections


def test_corrections_are_in_the_game_and_in_its_journal(data_folder: DataFolder) -> None:
    corrections = (
        BoardCorrection("spaces.1.name", "  Our   Road "),
        BoardCorrection("spaces.1.price", 70),
        BoardCorrection("spaces.1.mortgage", 35),
        BoardCorrection("spaces.1.rent.5", 300),
        BoardCorrection("spaces.1.house", 60),
        BoardCorrection("spaces.7.name", "Luck"),
        BoardCorrection("taxes.luxury", 75),
        BoardCorrection("rents.railroads.3", 250),
        BoardCorrection("rents.utilities.1", 12),
        BoardCorrection("money.sign", "€"),
    )
    with data_folder.library() as library:
        reply = ask(library, NewGame(ANN_AND_BEN, board="london", corrections=corrections))
        assert reply.done, reply.message
        assert "Board: London (corrected)." in reply.lines
    with data_folder.library() as resumed:
        board = in_play(resumed).game.board
    first, second = board.deeds[:2]
    assert (board.key, board.title) == ("london-corrected", "London (corrected)")
    assert (first.name, first.price, first.mortgage_value, first.rents[-1]) == ("Our Road", 70, 35, 300)
    assert (first.house_cost, second.house_cost, second.price) == (60, 60, 60)
    assert [board.spaces[at].name for at in (1, 7, 22, 36)] == ["Our Road", "Luck", "Luck", "Luck"]
    assert (board.luxury_tax, board.railroad_rents, board.utility_factors) == (75, (25, 50, 100, 250), (4, 12))
    assert board.money(1500) == "€1,500"


def test_corrections_that_change_nothing_leave_the_board_as_it_is(data_folder: DataFolder) -> None:
    with data_folder.library() as library:
        ask(library, NewGame(ANN_AND_BEN, board="london", corrections=fix("spaces.1.price", 60)))
        assert in_play(library).game.board == LONDON


def test_a_paper_game_goes_on_with_the_deeds_of_the_corrected_board(data_folder: DataFolder) -> None:
    given = "given Ann owns Our Road\ngiven Ann cash 100\ngiven turn Ben"
    with data_folder.library() as library:
        request = NewGame(ANN_AND_BEN, position=given, board="london", corrections=fix("spaces.1.name", "Our Road"))
        reply = ask(library, request)
        assert reply.done, reply.message
        assert in_play(library).game.titles[0].owner == 0


HOSTILE = [
    ("spaces.1.price", -5, "The price of Old Kent Road cannot be -5: expected a whole number from 1 to 1,000,000."),
    ("spaces.1.price", 10**30, f"The price of Old Kent Road cannot be {10**30}: expected a whole number from 1 to 1,"),
    ("spaces.1.price", 29, "The mortgage value of Old Kent Road: expected a whole number from 1 to the price"),
    ("spaces.1.price", "much", 'No board has "much" as its "spaces.1.price".'),
    ("spaces.1.rent.5", 3, "The rent of Old Kent Road: expected amounts that never fall, and 3 comes after 160."),
    ("spaces.1.house", 51, "The price of a house on Old Kent Road cannot be 51: expected an even number from 2 to"),
    ("spaces.3.name", "OLD KENT ROAD", 'The name of Whitechapel Road cannot be "OLD KENT ROAD": Old Kent Road has'),
    ("spaces.3.name", "a\x1b[2J", "The name of Whitechapel Road cannot be 'a\\x1b[2J': expected letters, digits and"),
    ("spaces.3.name", "x" * 1_999, 'The name of Whitechapel Road cannot be "xxxxxxxx'),
    ("spaces.3.name", "", 'The name of Whitechapel Road cannot be "": expected a name with at least one letter.'),
    ("spaces.3.name", "\ud800", "The name of Whitechapel Road cannot be '\\ud800': expected letters, digits and"),
    ("spaces.5.house", 50, 'No board has 50 as its "spaces.5.house".'),
    ("spaces.40.name", "Park", 'No board has "Park" as its "spaces.40.name".'),
    ("spaces.-1.name", "Park", 'No board has "Park" as its "spaces.-1.name".'),
    ("spaces.01.name", "Park", 'No board has "Park" as its "spaces.01.name".'),
    ("spaces.²", 2, 'No board has 2 as its "spaces.²".'),
    ("spaces.1.rent.6", 2_000, 'No board has 2000 as its "spaces.1.rent.6".'),
    ("spaces.1.rents", 3, 'No board has 3 as its "spaces.1.rents".'),
    ("money.sign", "\x07", "The sign for money cannot be '\\x07': expected 1 to 4 characters"),
    ("taxes.income", -1, "The amount of Income Tax cannot be -1: expected a whole number from 0 to 1,000,000."),
    ("rents.railroads.3", 5, "The rent of stations: expected amounts that never fall, and 5 comes after 100."),
    ("key", "london", 'No board has "london" as its "key".'),
    ("", 1, 'No board has 1 as its "".'),
]


@pytest.mark.parametrize(("at", "value", "said"), HOSTILE)
def test_a_wrong_correction_is_refused_by_its_name_and_the_game_in_play_goes_on(
    data_folder: DataFolder, at: str, value: int | str, said: str
) -> None:
    with data_folder.library() as library:
        ask(library, NewGame(ANN_AND_BEN))
        before = in_play(library)
        requests: list[Request] = [
            NewGame(ANN_AND_BEN, board="london", corrections=fix(at, value)),
            ShowBoard("london", fix(at, value)),
            KeepBoard("Ours", "london", fix(at, value)),
        ]
        for request in requests:
            reply = ask(library, request)
            assert not reply.done
            assert reply.message.startswith(said)
            assert reply.message.isprintable()
        assert in_play(library) is before
    assert own_boards(data_folder.data) == ()


def test_a_name_with_brackets_is_only_a_name(data_folder: DataFolder) -> None:
    corrections = (*fix("spaces.1.name", "{go} %s [red]"), *fix("spaces.1.price", 0))
    message = refused(data_folder, ShowBoard("london", corrections))
    assert message.startswith("The price of Old Kent Road cannot be 0")
    write_own(data_folder.data, "ours", write_board(LONDON).replace('"Old Kent Road"', '"{go} %s [red]"'))
    message = refused(data_folder, ShowBoard("ours", fix("spaces.1.price", 0)))
    assert message.startswith("The price of {go} %s [red] cannot be 0")


def test_numbers_beyond_all_bounds_cross_the_socket(data_folder: DataFolder) -> None:
    correction = json.decode(b'{"at": "taxes.income", "value": %d}' % 10**30, type=BoardCorrection)
    assert "cannot be 1000000000000000000" in refused(data_folder, ShowBoard("london", (correction,)))


# Keeping a corrected board


def test_a_corrected_board_is_kept_for_the_next_game(data_folder: DataFolder) -> None:
    reply = data_folder.ask(KeepBoard(" Our London! ", "london", fix("spaces.1.name", "Our Road")))
    assert (reply.done, reply.message) == (True, "Our London! is one of your boards now.")
    assert reply.board is not None
    assert reply.board.key == "our-london"
    (own,) = own_boards(data_folder.data)
    assert own.board is not None
    assert (own.key, own.board.title, own.board.deeds[0].name) == ("our-london", "Our London!", "Our Road")
    with data_folder.library() as library:
        ask(library, NewGame(ANN_AND_BEN, board="our-london"))
        assert in_play(library).game.board == own.board


def test_a_board_is_replaced_only_if_that_is_wanted(data_folder: DataFolder) -> None:
    data_folder.ask(KeepBoard("Ours", "london", fix("spaces.1.price", 70)))
    path = own_path(data_folder.data, "ours")
    path.write_text("# Grandma's box\n" + path.read_text("utf-8"), "utf-8")
    again = KeepBoard("ours", "ours", fix("spaces.1.name", "Our Road"))
    assert refused(data_folder, again) == "There is a board ours already."
    assert [(line.key, line.title) for line in data_folder.ask(again).boards] == [("ours", "Ours")]
    reply: Reply = data_folder.ask(KeepBoard("Ours", "ours", again.corrections, instead=True))
    assert reply.done, reply.message
    (own,) = own_boards(data_folder.data)
    assert own.board is not None
    assert (own.board.deeds[0].name, own.board.deeds[0].price) == ("Our Road", 70)
    assert path.read_text("utf-8").startswith("# Grandma's box\n")
    assert [file.name for file in path.parent.iterdir()] == ["ours.toml"]


def test_a_name_without_latin_letters_still_has_a_file(data_folder: DataFolder) -> None:
    reply = data_folder.ask(KeepBoard("Лондон", "london"))
    assert reply.done, reply.message
    (own,) = own_boards(data_folder.data)
    assert own.board is not None
    assert (own.key, own.board.title) == ("our-board", "Лондон")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("London", "London is a board that comes with the companion."),
        ("", "The name of the board: expected a name with at least one letter."),
        ("x" * 50, "The name of the board: expected at most 40 characters, and it has 50."),
        ("a\x1b[2J", "The name of the board: expected letters, digits and signs that can be printed on one line."),
    ],
)
def test_a_board_cannot_be_kept_under_every_name(data_folder: DataFolder, name: str, said: str) -> None:
    assert refused(data_folder, KeepBoard(name, "london")) == said
    assert own_boards(data_folder.data) == ()


def test_the_file_of_a_board_is_in_its_folder_whatever_it_is_called(data_folder: DataFolder) -> None:
    assert data_folder.ask(KeepBoard("../../etc/passwd", "london")).done
    assert [own.key for own in own_boards(data_folder.data)] == ["etc-passwd"]


def test_a_disk_that_cannot_be_written_is_named(data_folder: DataFolder) -> None:
    data_folder.data.mkdir(parents=True)
    (data_folder.data / "boards").write_text("a file where the folder should be")
    reply = data_folder.ask(KeepBoard("Ours", "london"))
    assert (reply.done, reply.unusable) == (False, False)
    assert "boards" in reply.message
