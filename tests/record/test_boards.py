"""The board of a record: by its name, or all of it; and names of any board, read back as what was meant."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board, shipped_text
from companion.boards.own_boards import add_own_board, find_board
from companion.boards.write_board import write_board
from companion.record.errors import RecordError
from companion.record.header import FORMAT_WORDS
from companion.record.parser import Done, parse
from companion.record.scanner import MAX_LINE
from companion.record.writer import write
from companion.rules import commands as said
from companion.rules import new_game
from companion.rules.board import GROUPS, KINDS, Board, Kind, make_spaces
from companion.rules.board_checks import MAX_NAME, board_problems
from companion.rules.commands import AnyCommand
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS, Group, make_deed
from companion.rules.editions import CLASSIC, KEYS_2010
from companion.rules.naming import folded
from companion.rules.pending_steps import Goods
from companion.rules.position import set_buildings, set_mortgaged, set_owner, set_place, set_up_done
from companion.rules.state import Game
from tests.kit import ANN, ATLANTIC, BEN
from tests.record.record_texts import act, ends, wrong
from tests.record.test_writer import played, replayed

LONDON, GERMANY, FRANCE = map(shipped_board, ("london", "germany", "france"))
HEAD = "players Ann Ben\n"


def board_of(text: str) -> Board:
    return parse(text).header.board


def renamed(board: Board, names: dict[int, str], key: str = "ours") -> Board:
    """The same board with other names for some of its spaces."""
    every = tuple(names.get(space.id, space.name) for space in board.spaces)
    deeds = tuple(
        make_deed(deed.id, every[deed.space], deed.price, deed.mortgage_value, deed.house_cost, deed.rents)
        for deed in board.deeds
    )
    return replace(board, key=key, spaces=make_spaces(every), deeds=deeds)


OURS = renamed(ATLANTIC, {39: "Grandma's garden"})


# By name


def test_the_usual_board_of_the_edition_goes_without_saying() -> None:
    assert board_of(HEAD) == ATLANTIC
    assert board_of(f"edition keys-2010\n{HEAD}") == shipped_board("atlantic-city-2010")


@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_board_is_named(key: str) -> None:
    assert board_of(f"board {key.upper()}\n{HEAD}") == shipped_board(key)
    assert board_of(f"{HEAD}board {key}\n") == shipped_board(key)


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ("board londn", 6, "there is no board `londn` here (did you mean london?)"),
        (
            "board ours",
            6,
            "there is no board `ours` here: expected atlantic-city, atlantic-city-2010, france, germany or",
        ),
        ("board", 5, "expected a board: atlantic-city, atlantic-city-2010, france, germany, london or begin"),
        ("board london bridge", 13, "expected the end of the line, not `bridge`"),
        ("board end", 6, "expected `board begin` above `board end`"),
        ("board london\nboard london", 0, "`board` is there already, on line 1"),
        (f"{HEAD}Ann rolls 1 2\nboard london", 0, "`board` stands before play, and play begins on line 2"),
    ],
)
def test_a_wrong_board_is_an_error_of_the_file(line: str, column: int, said: str) -> None:
    error = wrong(f"{line}\n" if "players" in line else f"{line}\n{HEAD}")
    assert error.message.startswith(said)
    assert error.column == column


def test_a_board_of_the_household_is_looked_for_there(tmp_path: Path) -> None:
    def find(name: str) -> Board:
        return find_board(name, tmp_path)

    add_own_board(tmp_path, "ours", write_board(OURS))
    record = parse(f"board ours\n{HEAD}Ann rolls 1 2\n", find_board=find)
    assert record.header.board == OURS
    with pytest.raises(RecordError, match=r'there is no board "our"; did you mean ours\?'):
        parse(f"board our\n{HEAD}", find_board=find)
    (tmp_path / "boards" / "ours.toml").write_text(write_board(OURS).replace("income = 200", "income = -1"))
    with pytest.raises(RecordError, match=r"ours\.toml, line \d+: taxes\.income = -1: expected a whole"):
        parse(f"board ours\n{HEAD}", find_board=find)


# Written out


def test_a_whole_board_is_written_out_in_a_record() -> None:
    game = ends(f"board begin ours\n{write_board(OURS)}board end\n{HEAD}given Ann at Grandma\n? Ann at 39\n")
    assert game.board == OURS


def test_a_whole_board_needs_no_name_and_may_stand_anywhere_before_play() -> None:
    board = board_of(f"{HEAD}Board Begin  # ours\n{shipped_text('london')}\n  board END\ngiven Ann at Mayfair\n")
    assert board == replace(LONDON, key="own")


def test_what_is_wrong_with_a_board_is_shown_at_its_line_of_the_record() -> None:
    text = f"{HEAD}board begin\n{shipped_text('london')}board end\n"
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line == "price = 60")
    lines[at] = "price = -60"
    error = wrong("\n".join(lines))
    assert (error.line.number, error.line.text) == (at + 1, "price = -60")
    assert (
        error.message == "the board cannot be used: spaces.1.price = -60: expected a whole number from 1 to 1,000,000"
    )
    lines[at] = "price = "
    assert wrong("\n".join(lines)).line.number == at + 1


@pytest.mark.parametrize(
    ("text", "number", "said"),
    [
        ("board begin\ntitle = 'x'\n", 1, "expected `board end` below the board that begins here"),
        ("board begin\nboard end\n", 1, "the board cannot be used: title: this is missing"),
        ("board begin A_B\nboard end\n", 1, "`a_b` cannot be the name of a board"),
        ("board begin a b\nboard end\n", 1, "expected the end of the line"),
        ("board begin\nAnn rolls 1 2\nboard end\n", 2, "the board cannot be used: this is not TOML: "),
        ("board begin\n" + f"# {'x' * 990}\n" * 300 + "board end\n", 1, "the board is larger than 256 KB: not a board"),
        (f"board begin\ntitle = '{'x' * MAX_LINE}'\nboard end\n", 2, "the line is too long"),
        ("board begin\ntitle = '\x1b'\nboard end\n", 2, "expected plain text, not a control character"),
        ("board begin\nx = " + "[" * 900 + "\nboard end\n", 1, "the board cannot be used: it is nested too deeply"),
    ],
)
def test_a_board_that_is_none_is_an_error_of_the_file(text: str, number: int, said: str) -> None:
    error = wrong(f"{text}{HEAD}")
    assert error.message.startswith(said)
    assert error.line.number == number


# Writing


def test_the_usual_board_is_not_written() -> None:
    assert write(CLASSIC, ATLANTIC, ["Ann", "Ben"], []) == "edition classic\nplayers Ann Ben\n"
    usual = shipped_board("atlantic-city-2010")
    assert write(KEYS_2010, usual, ["Ann", "Ben"], []) == "edition keys-2010\nplayers Ann Ben\n"


def test_another_shipped_board_is_written_by_its_name() -> None:
    assert write(CLASSIC, LONDON, ["Ann", "Ben"], []) == "edition classic\nboard london\nplayers Ann Ben\n"


def test_any_other_board_is_written_out() -> None:
    corrected = replace(LONDON, luxury_tax=75)  # has the name of the shipped one, and is another
    for board in (OURS, corrected):
        text = write(CLASSIC, board, ["Ann", "Ben"], [])
        assert text.splitlines()[1] == f"board begin {board.key}"
        assert board_of(text) == board


@pytest.mark.parametrize("board", [LONDON, GERMANY, FRANCE, OURS], ids=lambda board: board.key)
def test_a_game_on_any_board_ends_in_the_very_same_state(board: Board) -> None:
    for seed in range(12):
        start = new_game(CLASSIC, board, ("Ann", "Ben", "Cy"))
        end, acts = played(start, Random(seed).randbytes(300))
        assert replayed(write(CLASSIC, board, ("Ann", "Ben", "Cy"), acts)) == end


# Names


@pytest.mark.parametrize(
    ("board", "written", "name"),
    [
        ("germany", "Munchner", "Münchner Straße"),
        ("germany", "MÜNCHNER STRASSE", "Münchner Straße"),
        ("germany", "badstrasse", "Badstraße"),
        ("germany", "Bad", "Badstraße"),
        ("london", "The Angel Islington", "The Angel, Islington"),
        ("london", "theangel", "The Angel, Islington"),
        ("london", "39", "Mayfair"),
        ("london", "@39", "Mayfair"),
        ("france", "rue de la paix", "Rue de la Paix"),
        ("london", "angel", None),  # not a beginning
    ],
)
def test_names_are_found_by_their_beginnings_and_without_accents(board: str, written: str, name: str | None) -> None:
    found = [shipped_board(board).deeds[index].name for index in shipped_board(board).deed_naming.find(written)]
    assert found == ([] if name is None else [name])


def test_a_deed_is_named_by_the_number_of_its_space_wherever_it_is_named() -> None:
    game = ends(
        f"{HEAD}given Ann owns 37, @39\ngiven 39 houses 1\ngiven Ben owns 5\ngiven 5 mortgaged\n"
        "? 39 owner Ann\n? @37 bare\n? rent 39 200\nBank corrects 39 houses 0: fell\nAnn builds @37\n"
        "Ann rolls 1 2\nAnn sells 37\nBank corrects @1 owner Ben: found\nAnn buys\n"
        "Ann offers Ben: @3, 50 for 1, @5\nBen rejects\n"
    )
    assert game.titles[27].owner == ANN
    offer = act("Ann offers Ben: @3, 50 for 1, @5")
    assert offer == said.OfferDeal(ANN, BEN, Goods((1,), 50, 0), Goods((2,), 1, 0))


def test_a_number_without_a_deed_is_an_unknown_deed() -> None:
    assert wrong(f"{HEAD}given 0 mortgaged\n").message == "no deed is called `0`"


def test_groups_are_named_by_their_code_and_as_the_box_calls_them() -> None:
    groups = tuple(
        replace(printed, name=name)
        for printed, name in zip(
            ATLANTIC.groups,
            ("violet", "sky", "green", "ochre", "ruby", "sun", "leaf", "sea", "lines", "works"),
            strict=True,
        )
    )
    board = replace(ATLANTIC, key="ours", groups=groups)
    find = {
        name: [GROUPS[index] for index in board.group_naming.find(name)]
        for name in ("sky", "light-blue", "green", "leaf", "s", "brown", "@39")
    }
    assert find == {
        "sky": [Group.LIGHT_BLUE],
        "light-blue": [Group.LIGHT_BLUE],
        "green": [Group.PINK],  # as people at this table see it
        "leaf": [Group.GREEN],
        "s": [Group.LIGHT_BLUE, Group.YELLOW, Group.DARK_BLUE],
        "brown": [Group.BROWN],
        "@39": [Group.DARK_BLUE],
    }
    sells = [said.SellGroup(ANN, group) for group in STREET_GROUPS]
    text = write(CLASSIC, board, ["Ann", "Ben"], sells)
    assert [one.act for one in parse(text).statements if isinstance(one, Done)] == sells
    assert "Ann sells all leaf\n" in text
    assert "Ann sells all brown\n" in text


# Hostile names

PLAYERS = ("Ann", "Ben", "Virginia")
HOSTILE = (
    *sorted(FORMAT_WORDS),
    *PLAYERS,
    *(
        "50",
        "7",
        "@39",
        "39",
        "+5",
        ",",
        ", ,",
        "-",
        "(a)",
        "&",
        "'",
        "\\",
        "é",
        "ß",
        "ss",
        "ø",
        "A",
        "AB",
        "A B",
        "a.b",
    ),
    *("jail card", "for nothing", "houses 2", "owner Ann", "hotel", "turn 1", "x" * MAX_NAME),
)


@cache
def hostile_board(seed: int) -> Board:
    random, names = Random(seed), dict[str, str]()
    while len(names) < len(KINDS):
        words = random.choices(HOSTILE, k=random.choice((1, 1, 1, 2, 2, 3)))
        if random.random() < 0.3 and names:  # the beginning of another, or longer than another
            words = [random.choice(list(names.values())), *words]
        name = " ".join(" ".join(words).split())
        if random.random() < 0.1:
            name = "".join(words)
        if len(name) <= MAX_NAME and any(map(str.isalpha, folded(name))):
            names.setdefault(folded(name), name)
    every = list(names.values())
    for kind in (Kind.CHANCE, Kind.CHEST):
        spaces = [space for space, other in enumerate(KINDS) if other is kind]
        for space in spaces:
            every[space] = every[spaces[0]]
    groups = tuple(
        replace(printed, name=name)
        for printed, name in zip(ATLANTIC.groups, random.sample(every[20:36], 10), strict=True)
    )
    board = renamed(replace(ATLANTIC, groups=groups), dict(enumerate(every)), f"hostile-{seed}")
    problems = [problem for problem in board_problems(board) if "name" in problem.at]
    return board if not problems else hostile_board(seed + 10_000)


def every_naming_command(random: Random) -> list[AnyCommand]:
    deeds = random.sample(range(28), 28)
    some = tuple(sorted(deeds[: random.randrange(1, 8)]))
    seat, other = random.sample(range(3), 2)
    return [
        *(
            kind(seat, deed)
            for kind in (
                said.Build,
                said.SellBuilding,
                said.Mortgage,
                said.Redeem,
                said.KeepMortgage,
                said.PlaceBuilding,
            )
            for deed in deeds
        ),
        *(said.SellGroup(seat, group) for group in STREET_GROUPS),
        *(said.MoveTo(seat, space) for space in range(40)),
        *(said.CorrectPlace(seat, space, "slipped: fell, 2 for 1?") for space in range(40)),
        *(said.CorrectDeed(deed, "why: so", owner=other) for deed in deeds),
        *(said.CorrectDeed(deed, "why", buildings=3, mortgaged=False) for deed in deeds),
        *(said.CorrectDeed(deed, "why", owner=-1, buildings=5) for deed in deeds),
        *(said.DealDeeds(seat, tuple(random.sample(deeds, 3))) for _ in range(10)),
        *(
            said.OfferDeal(seat, other, Goods((deed,), random.choice((0, 50)), random.choice((0, 1))), Goods(some))
            for deed in deeds
        ),
        said.OfferDeal(seat, other, Goods(tuple(range(28)), 7, 0), Goods((), 5, 1)),
        said.OfferDeal(seat, other, Goods((), 5, 1), Goods(tuple(range(28)), 7, 1)),
    ]


@pytest.mark.parametrize("seed", range(25))
def test_whatever_a_board_calls_its_spaces_a_statement_is_read_back_as_it_was_meant(seed: int) -> None:
    board, commands = hostile_board(seed), every_naming_command(Random(seed))
    text = write(CLASSIC, board, PLAYERS, commands)
    assert max(map(len, text.splitlines())) <= MAX_LINE
    record = parse(text)
    assert record.header.board == board
    assert [one.act for one in record.statements if isinstance(one, Done)] == commands


@pytest.mark.parametrize("seed", range(25))
def test_whatever_a_board_calls_its_spaces_a_position_is_read_back_as_it_was(seed: int) -> None:
    random, board = Random(seed), hostile_board(seed)
    game = new_game(CLASSIC, board, PLAYERS)
    for deed in range(28):
        game = set_owner(game, random.randrange(3), deed) if random.random() < 0.8 else game
    group = random.choice(STREET_GROUPS)
    for deed in GROUP_DEEDS[group]:
        game = set_owner(replace_owner(game, deed), ANN, deed)
        game = set_buildings(game, deed, 3)
    for deed in (0, 12, 20):
        if game.titles[deed].owner >= 0 and not game.titles[deed].buildings:
            game = set_mortgaged(game, deed)
    for seat in range(3):
        game = set_place(game, seat, random.choice([space for space in range(40) if space != 30]))
    game = set_up_done(game, ())
    assert replayed(write(CLASSIC, board, PLAYERS, [], position=game)) == game


def replace_owner(game: Game, deed: int) -> Game:
    """With the deed back in the Bank."""
    title = replace(game.titles[deed], owner=-1)
    return replace(game, titles=(*game.titles[:deed], title, *game.titles[deed + 1 :]))


def test_a_game_with_hostile_names_ends_in_the_very_same_state() -> None:
    for seed in range(12):
        board = hostile_board(seed)
        end, acts = played(new_game(CLASSIC, board, PLAYERS), Random(seed).randbytes(400))
        assert replayed(write(CLASSIC, board, PLAYERS, acts)) == end


def test_clear_names_stay_in_a_record_and_only_unclear_ones_become_numbers() -> None:
    board = renamed(ATLANTIC, {1: "For sale", 3: "All Saints", 6: "50 Row", 8: "The Angel, Islington"})
    lines = write(
        CLASSIC,
        board,
        ["Ann", "Ben"],
        [
            said.Build(ANN, 4),
            said.Build(ANN, 0),
            said.SellBuilding(ANN, 1),
            said.Mortgage(ANN, 1),
            said.OfferDeal(ANN, BEN, Goods((4,)), Goods((27,))),
            said.OfferDeal(ANN, BEN, Goods((0,)), Goods((27,))),
            said.OfferDeal(ANN, BEN, Goods((3,)), Goods((27,))),
        ],
    ).splitlines()[-7:]
    assert lines == [
        "Ann builds The Angel Islington",
        "Ann builds For sale",
        "Ann sells @3",
        "Ann mortgages All Saints",
        "Ann offers Ben: The Angel Islington for Boardwalk",
        "Ann offers Ben: @1 for @39",
        "Ann offers Ben: @6 for @39",
    ]


def test_a_line_of_long_names_is_no_longer_than_a_line_may_be() -> None:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"
    long = {space: f"Q{space:02}{letters[3:]}" for space in range(40) if KINDS[space] is Kind.DEED}
    board, every = renamed(ATLANTIC, long), tuple(range(28))
    offer = said.OfferDeal(ANN, BEN, Goods(every, 0, 0), Goods((), 5, 0))
    game = new_game(CLASSIC, board, ("Ann", "Ben"))
    for deed in every:
        game = set_owner(game, ANN, deed)
    text = write(CLASSIC, board, ("Ann", "Ben"), [offer, said.Build(ANN, 0)], position=set_up_done(game, ()))
    record = parse(text)
    assert [one.act for one in record.statements if isinstance(one, Done)] == [offer, said.Build(ANN, 0)]
    assert f"Ann builds {long[1]}\n" in text
