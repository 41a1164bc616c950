"""A record told as a story: what happened, why, and how everyone stands."""

from pathlib import Path

import pytest

from companion.players.dice import chance_of
from companion.record import Failed, load, parse
from companion.record.tale import tale
from tests.record.telling import TABLE

EVENING = Path(__file__).parents[1] / "games" / "an-evening.game"


def told(text: str, width: int = 90) -> list[str]:
    record = parse(text)
    return list(tale(record, chance_of(record.header.seed), width))


def line(lines: list[str], start: str) -> str:
    return next(line for line in lines if line.strip().startswith(start))


def test_it_begins_with_the_book_the_players_and_their_cash() -> None:
    lines = told(f"option free-parking-pot 500\noption rent claim\nvariant short\n{TABLE}")
    assert lines[0] == "Parker Brothers, the classic edition (classic, short)"
    assert lines[1] == "House rules: rent claim, free-parking-pot 500."
    assert lines[2] == "Ann, Ben and Cy start with 1500 each."


def test_a_table_taken_over_is_shown_as_it_stands() -> None:
    lines = told(
        f"{TABLE}given Ann owns Oriental, Vermont, Connecticut\ngiven Oriental houses 1\ngiven Ben in jail\n", 120
    )
    assert lines[1] == "Ann, Ben and Cy have played so far:"
    assert (
        line(lines, "Ann  ").split("  ")[-1].strip() == "Oriental Avenue (1 house), Vermont Avenue, Connecticut Avenue"
    )
    assert "in Jail" in line(lines, "Ben  ")


def test_every_line_ends_with_the_clauses_behind_it() -> None:
    lines = told(f"{TABLE}Ann rolls 6 2\nAnn buys\nBen rolls 5 3\n")
    paid = line(lines, "Ben paid Ann 6.")
    assert paid.endswith("  RENT-1, RENT-6")
    assert len(paid) == 90


def test_turns_have_headings() -> None:
    lines = told(
        f"{TABLE}Ann throws 1 2\nBen throws 6 5\nCy throws 1 1\nBen rolls 6 2\nBen buys\nCy rolls 5 3\nCy ends\n"
    )
    headings = [line for line in lines[1:] if line and not line.startswith(" ")]
    assert headings[1:] == ["Before the first turn", "Ben's turn", "Cy's turn", "How everyone stands"]


def test_a_deal_comes_before_the_first_turn() -> None:
    lines = told(f"variant short\nseed 1\n{TABLE}deal\nAnn rolls 1 2\n")
    assert lines.index("Before the first turn") < lines.index("Ann's turn")
    assert sum("now belongs to" in line for line in lines[: lines.index("Ann's turn")]) == 9


def test_refusals_undo_and_redo_are_told() -> None:
    lines = told(f"{TABLE}Ann rolls 6 2\nrefuse wrong-moment: Ben builds Oriental\nAnn buys\nundo\nredo\n")
    assert line(lines, "Refused: Ben builds Oriental.")
    assert line(lines, "Taken back: Ann buys").endswith("UNDO-1")
    assert line(lines, "Done again: Ann buys").endswith("UNDO-1")


def test_it_ends_with_how_everyone_stands() -> None:
    lines = told(f"option free-parking-pot\n{TABLE}Ann rolls 6 2\nAnn buys\n")
    end = lines[lines.index("How everyone stands") + 1 :]
    assert [row.split() for row in end[:2]] == [
        ["Ann", "1,400", "Vermont", "Avenue", "Vermont", "Avenue"],
        ["Ben", "1,500", "GO", "no", "deeds"],
    ]
    assert end[-1].strip() == "The Bank has 32 houses and 12 hotels left. Under Free Parking lies 0."


@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_line_is_wider_than_asked_for(width: int) -> None:
    record = load(EVENING)
    lines = list(tale(record, None, width))
    assert max(map(len, lines)) <= width
    assert sum(line.endswith("'s turn") for line in lines) > 30


def test_where_a_record_fails_the_story_stops() -> None:
    lines: list[str] = []
    with pytest.raises(Failed) as caught:
        lines.extend(tale(parse(f"{TABLE}Ann rolls 6 2\n? Ann cash 5\n"), None, 80))
    assert caught.value.line.number == 3
    assert line(lines, "Ann moved from GO to Vermont Avenue.")


def test_marks_that_a_terminal_would_obey_are_shown_by_their_numbers() -> None:
    lines = told(f"{TABLE}Bank corrects Ann cash +5: \u202eevil\n")
    assert any("\\u202eevil" in line for line in lines)
    assert all(line.isprintable() for line in lines)
