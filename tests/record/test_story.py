"""A record told as a story: what happened, why, and how everyone stands."""

from pathlib import Path

import pytest

from companion.players.dice import seeded_dice
from companion.record.parser import load, parse
from companion.record.runner import Failed
from companion.record.story import story
from tests.record.record_texts import TABLE

EVENING = Path(__file__).parents[1] / "games" / "an-evening.game"


BOOMERANG = "\u202e" * 30


def told(text: str, width: int = 90) -> list[str]:
    record = parse(text)
    return list(story(record, seeded_dice(record.header.seed), width))


def line(lines: list[str], start: str) -> str:
    return next(line for line in lines if line.strip().startswith(start))


def test_it_begins_with_the_book_the_players_and_their_cash() -> None:
    lines = told(f"option free-parking-pot 500\noption rent claim\nvariant short\n{TABLE}")
    assert lines[0] == "Parker Brothers, the classic edition (classic, short)"
    assert lines[1] == "Board: Atlantic City, older boxes (atlantic-city)"
    assert lines[2] == "Owners ask for their rent themselves."
    assert lines[3] == "House rules: free-parking-pot $500."
    assert lines[4] == "Ann, Ben and Cy start with $1,500 each."


def test_asking_for_rent_is_no_house_rule() -> None:
    assert told(f"option rent claim\n{TABLE}")[2:4] == [
        "Owners ask for their rent themselves.",
        "Ann, Ben and Cy start with $1,500 each.",
    ]


def test_a_table_taken_over_is_shown_as_it_stands() -> None:
    lines = told(
        f"{TABLE}given Ann owns Oriental, Vermont, Connecticut\ngiven Oriental houses 1\ngiven Ben in jail\n", 120
    )
    assert lines[2] == "Ann, Ben and Cy have played so far:"
    assert (
        line(lines, "Ann  ").split("  ")[-1].strip() == "Oriental Avenue (1 house), Vermont Avenue, Connecticut Avenue"
    )
    assert "in Jail" in line(lines, "Ben  ")


def test_every_line_ends_with_the_clauses_behind_it() -> None:
    lines = told(f"{TABLE}Ann rolls 6 2\nAnn buys\nBen rolls 5 3\n")
    paid = line(lines, "Ben paid Ann $6.")
    assert paid.endswith("  RENT-1, RENT-6")
    assert len(paid) == 90


def test_turns_have_headings() -> None:
    lines = told(
        f"{TABLE}Ann throws 1 2\nBen throws 6 5\nCy throws 1 1\nBen rolls 6 2\nBen buys\nCy rolls 5 3\nCy ends\n"
    )
    headings = [line for line in lines[1:] if line and not line.startswith(" ")]
    assert headings[2:] == ["Before the first turn", "Ben's turn", "Cy's turn", "How everyone stands"]


def test_a_deal_comes_before_the_first_turn() -> None:
    lines = told(f"variant short\nseed 1\n{TABLE}deal\nAnn rolls 1 2\n")
    assert lines.index("Before the first turn") < lines.index("Ann's turn")
    assert sum("now belongs to" in line for line in lines[: lines.index("Ann's turn")]) == 9


def test_refusals_undo_and_redo_are_told() -> None:
    lines = told(f"{TABLE}Ann rolls 6 2\nrefuse wrong-moment: Ben builds Oriental\nAnn buys\nundo\nredo\n")
    assert line(lines, "Refused: Ben builds Oriental.")
    assert line(lines, "Taken back: Ann buys (Ann gets back $100)").endswith("UNDO-1")
    assert line(lines, "Done again: Ann buys (Ann pays $100)").endswith("UNDO-1")


def test_undo_and_redo_tell_the_money_of_everyone() -> None:
    rent = f"{TABLE}given Ann owns Oriental\ngiven Ben at Boardwalk\ngiven turn Ben\nBen rolls 3 4\nundo\nredo\n"
    lines = told(rent)
    assert line(lines, "Taken back: Ben rolls 3 4 (Ann gives back $6, Ben gives back $194)")
    assert line(lines, "Done again: Ben rolls 3 4 (Ann gets $6, Ben gets $194)")
    lines = told(rent.replace("Boardwalk", "Go").replace("3 4", "5 1"))
    assert line(lines, "Taken back: Ben rolls 5 1 (Ann gives back $6, Ben gets back $6)")
    assert line(told(f"{TABLE}Ann rolls 6 4\nundo\n"), "Taken back: Ann rolls 6 4  ")


def test_what_is_entered_by_hand_for_the_companions_dice_is_told() -> None:
    lines = told(f"seed 42\n{TABLE}Ann rolls\nundo\nAnn rolls 6 4\n")
    assert line(lines, "Entered by hand; the companion had rolled ").endswith("UNDO-1")


def test_it_ends_with_how_everyone_stands() -> None:
    lines = told(f"option free-parking-pot\n{TABLE}Ann rolls 6 2\nAnn buys\n")
    end = lines[lines.index("How everyone stands") + 1 :]
    assert [row.split() for row in end[:2]] == [
        ["Ann", "$1,400", "Vermont", "Avenue", "Vermont", "Avenue"],
        ["Ben", "$1,500", "GO", "no", "deeds"],
    ]
    assert end[-2].strip() == "The Bank has 32 houses and 12 hotels left. Under Free Parking lies $0."
    assert end[-1].strip() == "It is Ann's turn."


@pytest.mark.parametrize("width", [20, 21, 33, 47, 60, 80, 100])
def test_no_line_is_wider_than_asked_for(width: int) -> None:
    record = load(EVENING)
    lines = list(story(record, None, width))
    assert max(map(len, lines)) <= width
    assert sum(line.endswith("'s turn") for line in lines) > 30


@pytest.mark.parametrize("width", [20, 40, 60, 90])
def test_long_names_and_many_deeds_do_not_widen_it(width: int) -> None:
    head = (
        f"option free-parking-pot\nplayers Ann {'B' * 24}\ngiven {'B' * 24} owns North Carolina, Pacific, Boardwalk\n"
    )
    lines = told(f"{head}given North Carolina mortgaged\nBank corrects Ann cash +5: {BOOMERANG}\n", width)
    assert max(map(len, lines)) <= width
    assert "North Carolina Avenue (mortgaged)" in " ".join(" ".join(lines).split())
    assert all(line.isprintable() for line in lines)


def test_where_it_is_narrow_clauses_stand_below_and_no_word_is_broken() -> None:
    lines = told(f"{TABLE}Ann rolls 6 3\n", 20)
    at = lines.index("  Ann moved from GO")
    assert lines[at : at + 4] == ["  Ann moved from GO", "    to Connecticut", "    Avenue.   TURN-1", "  Ann may buy"]


def test_where_a_record_fails_the_story_stops() -> None:
    lines: list[str] = []
    with pytest.raises(Failed) as caught:
        lines.extend(story(parse(f"{TABLE}Ann rolls 6 2\n? Ann cash 5\n"), None, 80))
    assert caught.value.line.number == 3
    assert line(lines, "Ann moved from GO to Vermont Avenue.")


def test_marks_that_a_terminal_would_obey_are_shown_by_their_numbers() -> None:
    lines = told(f"{TABLE}Bank corrects Ann cash +5: \u202eevil\n")
    assert any("\\u202eevil" in line for line in lines)
    assert all(line.isprintable() for line in lines)


def test_money_is_written_as_at_that_table_also_in_what_the_record_says() -> None:
    lines = told(
        f"option free-parking-pot 2500\n{TABLE}Bank corrects Ann cash +1200: as in 1999\nundo\nredo\n"
        "refuse no-cash: Ann offers Ben: 2701, jail card for 50\nAnn rolls 1 2\nundo\n"
    )
    assert "House rules: free-parking-pot $2,500." in lines
    assert line(lines, "Taken back: Bank corrects Ann cash +$1,200: as in 1999 (Ann gives back $1,200)")
    assert line(lines, "Done again: Bank corrects Ann cash +$1,200: as in 1999 (Ann gets $1,200)")
    assert line(lines, "Refused: Ann offers Ben: $2,701, jail card for $50.")
    assert line(lines, "Taken back: Ann rolls 1 2  ")
    assert any("Under Free Parking lies $2,500." in one for one in lines)
    moved = told(f"{TABLE}Bank moves 50 from Ann to Ben: agreed\nundo\n")
    assert line(moved, "Taken back: Bank moves $50 from Ann to Ben: agreed")


def test_it_is_told_in_the_words_and_the_money_of_its_board() -> None:
    lines = told(f"board germany\n{TABLE}Ann rolls 6 4\nBen rolls 1 2\nBen buys\n", 100)
    assert lines[1] == "Board: Germany (germany)"
    assert lines[2] == "Ann, Ben and Cy start with 1.500\u00a0€ each."
    assert line(lines, "Ben paid the Bank 60\u00a0€.")
    assert line(lines, "Ann  ").split() == ["Ann", "1.500", "€", "Gefängnis,", "visiting", "no", "deeds"]


# How everyone stands


def stands(text: str, width: int = 100) -> list[str]:
    lines = told(f"{TABLE}{text}", width)
    return [line.strip() for line in lines[lines.index("How everyone stands") + 1 :]]


def test_jail_cards_stand_with_the_deeds() -> None:
    rows = stands("given Ann jail cards 1\ngiven Ben owns Boardwalk\ngiven Ben jail cards 1\n", 140)
    assert rows[0].endswith("  the Chance card to leave Jail")
    assert rows[1].endswith("  Boardwalk, the Community Chest card to leave Jail")
    assert rows[2].endswith("  no deeds")


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("", "It is Ann's turn."),
        ("given turn Ben\n", "It is Ben's turn."),
        ("Ann throws 1 2\n", "To see who goes first, still to roll: Ben and Cy."),
        ("Ann rolls 1 2\n", "It is Ann's turn. Ann may buy Baltic Avenue for $60."),
        (
            "given Ann owns Boardwalk\ngiven Ben cash 20\ngiven Ben at Short Line\ngiven turn Ben\nBen rolls 1 3\n",
            "It is Ben's turn. Ben owes Ann $50 and has $20: short by $30. Boardwalk, no houses.",
        ),
        (
            "given Ben owns Boardwalk\nAnn offers Ben: 50 for Boardwalk\n",
            "It is Ann's turn. Ann offers Ben $50 for Boardwalk.",
        ),
        ("Bank ends game\n", "Ann, Ben and Cy win."),
    ],
)
def test_it_says_whose_turn_it_is_and_what_is_open(text: str, now: str) -> None:
    assert stands(text)[-1] == now


def test_a_rent_that_may_still_be_asked_for_is_told() -> None:
    lines = told(f"option rent claim\n{TABLE}given Ann owns Baltic\ngiven turn Ben\nBen rolls 1 2\n", 100)
    assert lines[-1].strip().startswith("It is Ben's turn. Ann may ask Ben for $4 rent.")
