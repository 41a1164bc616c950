"""Every check, true and false, and what a false one says of the table."""

import pytest

from tests.record.record_texts import TABLE, ends, failure, wrong

SCENE = """players Ann Ben Cy
given Ann cash 1430
given Ann at Boardwalk
given Ann owns Oriental, Vermont, Connecticut, Reading
given Oriental houses 3
given Vermont houses 3
given Connecticut houses 3
given Reading mortgaged
given Ann jail cards 1
given Ben in jail turn 1
given Ben owns Boardwalk, Park Place
given Boardwalk hotel
given Park Place hotel
given Cy bankrupt
given turn Ben
"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Ann cash 1430", "Ann cash 1431"),
        ("Ann at Boardwalk", "Ann at Park Place"),
        ("Ann at 39", "Ann at 38"),
        ("Ben in jail", "Ann in jail"),
        ("Ben in jail turn 1", "Ben in jail turn 2"),
        ("Ann free", "Ben free"),
        ("Ann worth 2300", "Ann worth 2299"),
        ("Ann total worth 2400", "Ann total worth 2300"),
        ("Boardwalk owner Ben", "Boardwalk owner Ann"),
        ("Baltic owner Bank", "Boardwalk owner Bank"),
        ("Reading mortgaged", "Boardwalk mortgaged"),
        ("Boardwalk clear", "Reading clear"),
        ("Oriental houses 3", "Oriental houses 2"),
        ("Baltic houses 0", "Boardwalk houses 5"),
        ("Boardwalk hotel", "Oriental hotel"),
        ("Baltic bare", "Oriental bare"),
        ("rent Oriental 270", "rent Oriental 30"),
        ("rent Baltic 0", "rent Boardwalk 0"),
        ("bank houses 23", "bank houses 32"),
        ("bank hotels 10", "bank hotels 12"),
        ("bank keys 0", "bank keys 6"),
        ("Ann jail cards 1", "Ann jail cards 0"),
        ("turn Ben", "turn Ann"),
        ("Cy bankrupt", "Ann bankrupt"),
        ("doubles 0", "doubles 1"),
        ("open nothing", "open debt"),
        ("balanced", "over"),
        ("not by GO-1", "by GO-1"),
        ("ANN CASH 1430", "winner Ann"),
    ],
)
def test_a_check_of_the_table(true: str, false: str) -> None:
    ends(f"{SCENE}? {true}\n")
    failed = failure(f"{SCENE}? {false}\n")
    assert (failed.line.number, failed.expected) == (16, false)
    assert failed.holds


@pytest.mark.parametrize(
    ("false", "holds"),
    [
        ("Ann cash 5", "Ann cash 1430"),
        ("Ann at Go", "Ann at Boardwalk"),
        ("Ben free", "Ben in jail turn 1"),
        ("Cy in jail", "Cy is bankrupt"),
        ("Oriental hotel", "Oriental Avenue owner Ann, houses 3, clear"),
        ("Reading clear", "Reading Railroad owner Ann, bare, mortgaged"),
        ("Boardwalk bare", "Boardwalk owner Ben, hotel, clear"),
        ("rent Oriental 1", "rent Oriental Avenue 270"),
        ("turn Cy", "it is Ben's turn"),
        ("over", "the game goes on"),
        ("open debt", "nothing is open"),
        ("by GO-1", "nothing was made under any clause"),
    ],
)
def test_a_false_check_says_what_holds(false: str, holds: str) -> None:
    assert failure(f"{SCENE}? {false}\n").holds == holds


OPEN = {
    "debt": "given Ann owns Boardwalk\ngiven Ben cash 10\ngiven Ben at 37\ngiven turn Ben\nBen rolls 1 1\n",
    "buy": "Ann rolls 2 4\n",
    "auction": "Ann rolls 2 4\nAnn declines\nCy bids 40\n",
    "card": "Ann rolls 3 4\n",
    "tax": "Ann rolls 3 1\n",
    "interest": "given Ann owns Reading\ngiven Reading mortgaged\nAnn offers Ben: Reading for 5\nBen accepts\n",
    "rent": "option rent claim\ngiven Ann owns Oriental\ngiven turn Ben\nBen rolls 2 4\n",
    "offer": "given Ann owns Reading\nAnn offers Ben: Reading for 5\n",
    "choice": "edition platinum-2010\nvariant speed\ngiven Ann passed go\ngiven turn Ann\nAnn rolls 1 2 bus\n",
    "throw": "edition keys-2010\nAnn rolls 3 4\n",
    "place": """given Ann owns Oriental, Vermont, Connecticut
given Ben owns Baltic, Mediterranean
given bank houses 1
given turn Ann
Bank auctions house
Ann bids 5
Ben passes
""",
    "house": """given Ann owns Oriental, Vermont, Connecticut
given Ben owns Baltic, Mediterranean
given bank houses 1
given turn Ann
Bank auctions house
""",
}


@pytest.mark.parametrize(
    ("scene", "true", "false"),
    [
        ("debt", "debt Ben 50 Ann", "debt Ben 50 Bank"),
        ("debt", "debt Ben 50", "debt Ben 51"),
        ("debt", "debt Ben", "debt Ann"),
        ("debt", "debt", "nothing"),
        ("buy", "buy Ann Oriental", "buy Ann Vermont"),
        ("buy", "buy Ann", "buy Ben"),
        ("buy", "buy", "card"),
        ("auction", "auction Oriental high 40 Cy", "auction Oriental high 40 Ben"),
        ("auction", "auction Oriental high 40", "auction Oriental high 41"),
        ("auction", "auction Oriental", "auction house"),
        ("auction", "auction", "nothing"),
        ("house", "auction house high 0 Bank", "auction hotel"),
        ("card", "card Ann chance", "card Ann chest"),
        ("card", "card Ann", "card Ben"),
        ("tax", "tax Ann", "tax Ben"),
        ("interest", "interest Ben Reading", "interest Ben Oriental"),
        ("interest", "interest Ben", "interest Ann"),
        ("rent", "rent Ben 6 Ann", "rent Ben 7 Ann"),
        ("rent", "nothing", "rent Ann"),
        ("offer", "offer Ann Ben", "offer Ben Ann"),
        ("offer", "offer", "nothing"),
        ("choice", "choice Ann", "choice Ben"),
        ("throw", "throw Ann", "throw Cy"),
        ("place", "place Ann", "place Ben"),
    ],
)
def test_a_check_of_what_is_open(scene: str, true: str, false: str) -> None:
    ends(f"{TABLE}{OPEN[scene]}? open {true}\n")
    assert failure(f"{TABLE}{OPEN[scene]}? open {false}\n").expected == f"open {false}"


def test_what_is_open_is_said_in_the_words_of_the_check() -> None:
    assert failure(f"{TABLE}{OPEN['debt']}? open nothing\n").holds == "open: debt Ben 50 Ann"
    assert failure(f"{TABLE}{OPEN['auction']}? open nothing\n").holds == "open: auction Oriental Avenue high 40 Cy"
    assert failure(f"{TABLE}{OPEN['rent']}? open buy\n").holds == "open: rent Ben 6 Ann"
    assert failure(f"{TABLE}{OPEN['card']}? open nothing\n").holds == "open: card Ann chance"


def test_a_second_debt_of_a_player_is_not_open_before_the_first_is_settled() -> None:
    broke = f"""{TABLE}given Ann cash 60
given Ann owns Reading
given turn Ann
Ann rolls 3 4
Ann draws chance/chairman
"""
    ends(f"{broke}? Ann cash 10\n? open debt Ann 50 Cy\n")
    poorer = broke.replace("cash 60", "cash 20")
    ends(f"{poorer}? open debt Ann 50 Ben\nAnn mortgages Reading\nAnn settles\n? Ann cash 20\n? open nothing\n")
    assert failure(f"{poorer}? open debt Ann 50 Cy\n").holds == "open: debt Ann 50 Ben"


def test_checks_of_the_end() -> None:
    over = f"{TABLE}Bank ends game\n"
    ends(f"{over}? over\n? winner Ann, Ben, Cy\n? winner cy, ann, ben\n? by END-1\n")
    assert failure(f"{over}? winner Ann\n").holds == "winner Ann, Ben, Cy"
    ends(f"{TABLE}Bank corrects Ann cash +1: a gift\nBank ends game\n? winner Ann\n")


def test_by_looks_at_the_last_accepted_statement() -> None:
    bought = f"{TABLE}Ann rolls 2 4\nAnn buys\n"
    ends(f"{bought}? by BUY-1\n? by buy-1\n? not by TURN-1\nrefuse any: Ann buys\n? by BUY-1\n")
    assert failure(f"{bought}? by TURN-1\n").holds.startswith("by BUY-1")
    assert failure(f"{bought}? not by BUY-1\n").expected == "not by BUY-1"


def test_the_rent_of_a_utility_takes_the_last_throw() -> None:
    ends(
        f"{TABLE}given Ben owns Electric\ngiven turn Ann\nAnn rolls 4 2\nAnn declines\nBank sells\n? rent Electric 24\n"
    )


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ("", "expected what is to be checked"),
        ("Dee cash 5", "unknown player `Dee`"),
        ("Ann", "expected a word about Ann"),
        ("Ann money 5", "unknown word about Ann `money`"),
        ("Ann cash", "expected a number"),
        ("Ann cash much", "expected a number, not `much`"),
        ("Ann cash 5 6", "expected the end of the line, not `6`"),
        ("Ann at Chance", "could be Chance (7), Chance (22) or Chance (36)"),
        ("Penn mortgaged", "could be Pennsylvania Railroad or Pennsylvania Avenue"),
        ("Nowhere hotel", "no deed is called `Nowhere`"),
        ("rent Nowhere 5", "no deed is called `Nowhere`"),
        ("rent 5", "expected the name of a deed"),
        ("by RENT-99", "no clause is called `RENT-99`"),
        ("not BUY-1", "expected `by`"),
        ("open", "expected a thing that can be open"),
        ("open door", "unknown thing that can be open `door`"),
        ("open debt Dee", "unknown player `Dee`"),
        ("winner", "expected a player"),
        ("Something else", "expected a player or a deed"),
    ],
)
def test_a_check_that_cannot_be_read_is_an_error_of_the_file(check: str, message: str) -> None:
    error = wrong(f"{TABLE}? {check}\n")
    assert message in error.message
    assert error.line.number == 2
