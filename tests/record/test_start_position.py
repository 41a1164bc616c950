"""`given` lines: the table as it stands, in any order, and never an impossible one."""

import pytest

from companion.rules.pending_steps import Dealing
from companion.rules.state import HOTEL_LEVEL
from tests.kit import ANN, BEN, CY, deed
from tests.record.record_texts import TABLE, ends, failure, wrong

LIGHT_BLUE = "given Ann owns Oriental, Vermont, Connecticut\n"


def test_the_table_is_set_as_given() -> None:
    game = ends(
        f"""{TABLE}{LIGHT_BLUE}given Ann cash 275
given Ann at Illinois Avenue
given Oriental houses 2
given Vermont houses 1
given Connecticut houses 1
given Ben owns Boardwalk, Park Place
given Boardwalk hotel
given Park Place houses 4
given Cy owns Reading
given Reading mortgaged
given Ben in jail turn 1
given Ann jail cards 2
given Cy passed go
given turn Ben
given bank houses 3
given bank hotels 0
"""
    )
    ann, ben, cy = game.players
    assert (ann.cash, ann.place, ann.jail_cards) == (275, 24, ("chance", "chest"))
    assert (ben.jail, ben.place, cy.lapped) == (1, 10, True)
    assert game.titles[deed("Boardwalk")].buildings == HOTEL_LEVEL
    assert game.titles[deed("Reading")].mortgaged
    assert game.turn == BEN
    assert (game.houses_left(), game.hotels_left()) == (3, 0)


def test_the_order_of_the_lines_does_not_matter() -> None:
    lines = [
        "given bank houses 3",
        "given Reading mortgaged",
        "given Connecticut houses 1",
        "given Vermont houses 1",
        "given Oriental houses 1",
        "given Ann owns Oriental, Vermont, Connecticut, Reading",
        "given Ann in jail",
        "given Ann at Jail",
        "given turn Ann",
        "given Cy bankrupt",
        "players Ann Ben Cy",
    ]
    assert ends("\n".join(lines)) == ends("\n".join(reversed(lines)))


def test_the_lines_may_stand_above_the_head() -> None:
    assert ends(f"given Ann cash 5\n{TABLE}edition rulebook\n") == ends(f"edition rulebook\n{TABLE}given Ann cash 5\n")


def test_jail_cards_come_from_the_chance_deck_first() -> None:
    game = ends(f"{TABLE}given Ben jail cards 1\ngiven Ann jail cards 1\n")
    assert (game.players[BEN].jail_cards, game.players[ANN].jail_cards) == (("chance",), ("chest",))


def test_a_table_taken_over_needs_no_deal() -> None:
    assert isinstance(ends(f"variant short\n{TABLE}").pending[0], Dealing)
    assert ends(f"variant short\n{TABLE}given Ann cash 5\n").pending == ()


SHORT = f"variant short\n{TABLE}given Ann cash 5\n"


def test_a_table_taken_over_may_be_dealt_to() -> None:
    game = ends(f"{SHORT}deal Ben: Boardwalk, Reading, Oriental\nAnn rolls 1 2\n")
    assert [len(game.deeds_of(seat)) for seat in (ANN, BEN, CY)] == [0, 3, 0]


def test_it_is_dealt_to_those_whom_the_record_deals_to_before_anyone_rolls() -> None:
    ends(f"{SHORT}refuse wrong-moment: Ann rolls 1 2\ndeal Ben: Boardwalk, Reading, Oriental\n")
    ends(f"{SHORT}refuse wrong-moment: deal Cy: Baltic, States, Short\ndeal Ben: Boardwalk, Reading, Oriental\n")
    ends(f"{SHORT}refuse wrong-moment: deal Cy: Baltic, States, Short\nAnn rolls 1 2\n")
    assert "unknown-name" in failure(f"{SHORT}deal Ben: Boardwalk, Reading, Nowhere\n").holds


def test_a_bare_deal_is_for_all_who_are_still_in() -> None:
    head = f"edition rulebook\nvariant short\nseed 3\n{TABLE}"
    game = ends(f"{head}given Cy bankrupt\ngiven Ben owns Boardwalk\ndeal\nAnn rolls 1 2\n")
    assert [len(game.deeds_of(seat)) for seat in (ANN, BEN, CY)] == [2, 3, 0]


def test_a_deal_the_book_does_not_have_stays_refused() -> None:
    assert "not-in-edition" in failure(f"{TABLE}given Ann cash 5\ndeal Ben: Boardwalk, Reading\n").holds


def test_a_bankrupt_is_out() -> None:
    game = ends(f"{TABLE}given Cy bankrupt\ngiven Cy cash 0\n")
    assert game.still_in() == (ANN, BEN)
    assert game.players[CY].cash == 0


@pytest.mark.parametrize(
    ("lines", "number", "message"),
    [
        (["Ann owns Reading", "Ben owns Reading"], 3, "the owner of Reading Railroad is given already, on line 2"),
        (["Ann owns Reading, Reading"], 2, "is given already"),
        (["Ann cash 5", "Ann cash 5"], 3, "Ann's cash is given already, on line 2"),
        (["Ann at Go", "Ann in jail"], 3, "Ann's place is given already"),
        (["turn Ann", "turn Ben"], 3, "the turn is given already"),
        (["Ann owns Oriental", "Oriental houses 1"], 3, "incomplete group"),
        (["Oriental houses 1", "Ann owns Oriental, Vermont"], 3, "incomplete group"),
        (["Ann owns Oriental, Vermont, Connecticut", "Oriental houses 2"], 3, "uneven"),
        (["Ann owns Baltic, Mediterranean", "Baltic houses 1", "Mediterranean mortgaged"], 4, "mortgage"),
        (["Reading mortgaged"], 2, "nobody owns it"),
        (["Ann owns Reading", "Reading houses 1"], 3, "nothing is built on Reading"),
        (["Cy owns Reading", "Cy bankrupt"], 2, "Cy is out and owns Reading"),
        (["Cy cash 100", "Cy bankrupt"], 3, "Cy is out of the game and still holds something"),
        (["Cy bankrupt", "turn Cy"], 3, "Cy is out of the game and cannot be on turn"),
        (["Ben bankrupt", "Cy bankrupt"], 3, "two players"),
        (["Ann jail cards 3"], 2, "only 2 cards"),
        (["Ann jail cards 1", "Ben jail cards 2"], 3, "only 2 cards"),
        (["Ann in jail turn 3"], 2, "cannot have failed 3 rolls"),
        (["bank houses 33"], 2, "cannot have 33 houses"),
        (["bank hotels 13"], 2, "cannot have 13 hotels"),
    ],
)
def test_an_impossible_table_is_an_error_of_the_file(lines: list[str], number: int, message: str) -> None:
    error = wrong(TABLE + "".join(f"given {line}\n" for line in lines))
    assert message in error.message
    assert (error.line.number, error.column) == (number, 6)


def test_a_short_game_that_is_over_is_an_impossible_table() -> None:
    error = wrong(f"variant short\n{TABLE}given Cy bankrupt\n")
    assert error.message.endswith(": with so many bankrupt, this short game is over")


def test_thirty_three_houses_are_too_many() -> None:
    groups = {
        "Oriental, Vermont, Connecticut": 4,
        "St. Charles, States, Virginia": 4,
        "St. James, Tennessee, New York": 3,
    }
    text = TABLE
    for names, count in groups.items():
        text += f"given Ann owns {names}\n" + "".join(f"given {name} houses {count}\n" for name in names.split(", "))
    error = wrong(text)
    assert error.line.number == 13
    assert "houses" in error.message


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("given", 5, "expected a player or a deed"),
        ("given Dee cash 5", 6, "unknown player `Dee`"),
        ("given Ann", 9, "expected a word about Ann"),
        ("given Ann cash 10^30", 15, "expected an amount, not `10^30`"),
        ("given Ann cash 1000000000000000000000000000000", 15, "at most 999,999,999"),
        ("given Ann cash 1000000000", 15, "at most 999,999,999"),
        ("given Ann cash -5", 15, "expected an amount"),
        ("given Ann cash ５", 15, "expected an amount"),
        ("given Ann owns", 14, "expected the name of a deed"),
        ("given Ann owns Reading,", 23, "expected the name of a deed"),
        ("given Ann owns Reading Baltic", 15, "no deed is called `Reading Baltic`"),
        ("given Ann at Nowhere", 13, "no space is called `Nowhere`"),
        ("given Ann at Chance", 13, "could be Chance (7)"),
        ("given Oriental houses 5", 22, "the number of houses, at most 4"),
        ("given Penn mortgaged", 6, "could be Pennsylvania Railroad"),
        ("given Boardwalk bare", 16, "expected houses N, hotel or mortgaged, not `bare`"),
        ("given Park Place hotels 1", 17, "expected houses N, hotel or mortgaged, not `hotels`"),
        ("given Boardwalk", 15, "expected houses N, hotel or mortgaged"),
        ("? Park Place free", 13, "expected owner, houses N, hotel, bare, mortgaged or clear, not `free`"),
        ("given Nowhere free", 6, "expected a player or a deed, and what is said of it"),
        ("given bank notes 5", 11, "unknown word about the Bank `notes`"),
        ("given Ann passed away", 17, "expected `go`"),
        ("given Ann in trouble", 13, "expected `jail`"),
    ],
)
def test_a_given_line_that_cannot_be_read_is_an_error_of_the_file(line: str, column: int, message: str) -> None:
    error = wrong(f"{TABLE}{line}\n")
    assert message in error.message
    assert (error.line.number, error.column) == (2, column)
