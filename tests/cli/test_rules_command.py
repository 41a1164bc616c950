"""`companion rules`: what it lists, how it compares, and how it helps with a wrong name."""

from pathlib import Path

import pytest

from companion.boards import shipped_text
from companion.boards.own_boards import add_own_board
from companion.cli import main
from companion.rules.clauses import CLAUSES
from companion.rules.editions import CLASSIC, EDITIONS
from companion.rules.house_rules import HOUSE_RULES
from tests.kit import ATLANTIC

Captured = pytest.CaptureFixture[str]


def run(*words: str) -> int:
    return main(["rules", *words])


def unwrapped(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_without_a_clause_everything_is_listed_by_topic(capsys: Captured) -> None:
    assert run() == 0
    out = capsys.readouterr().out
    listed = [clause for clause in CLAUSES.values() if not clause.id.startswith("SPEED-")]
    places = [out.index(f"  {clause.id}  {clause.title(ATLANTIC)}\n") for clause in listed]
    assert places == sorted(places)
    assert all(clause.text(CLASSIC, ATLANTIC) in unwrapped(out) for clause in CLAUSES.values())
    assert all(out.count(f"\n{clause.topic.upper()}\n") == 1 for clause in CLAUSES.values())
    assert out.startswith(f"{CLASSIC.key}: {CLASSIC.title}\n")


def test_what_a_book_does_not_have_is_said_once(capsys: Captured) -> None:
    assert run() == 0
    out = capsys.readouterr().out
    assert "\n  SPEED-1 to SPEED-10\n    This book has no Speed Die.\n" in out
    assert out.count("no Speed Die") == 1


def test_the_house_rules_come_last(capsys: Captured) -> None:
    run()
    last = capsys.readouterr().out.split("\nHOUSE RULES\n")[1]
    assert all(f"  {name} (" in last for name in HOUSE_RULES)
    assert all(rule.texts(ATLANTIC).explanation in unwrapped(last) for rule in HOUSE_RULES.values())


@pytest.mark.parametrize("columns", [20, 23, 40, 60, 100])
@pytest.mark.parametrize("words", [(), ("rent",), ("tax-3",), ("--differences",), ("first-lap",)])
def test_lines_fit_the_terminal(
    columns: int, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    run(*words)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= columns


def test_no_terminal_is_narrower_than_twenty(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("COLUMNS", "3")
    run("tax-1")
    assert max(map(len, capsys.readouterr().out.splitlines())) == 20


@pytest.mark.parametrize("name", ["free-parking-pot", "Free-Parking", "free-"])
def test_a_house_rule_is_shown_by_its_name_or_a_beginning(name: str, capsys: Captured) -> None:
    assert run(name) == 0
    out = capsys.readouterr().out
    assert out.startswith("free-parking-pot  takes on, off or an amount\n")
    assert HOUSE_RULES["free-parking-pot"].texts(ATLANTIC).explanation in unwrapped(out)
    assert "RENT" not in out


def test_every_house_rule_but_one_of_a_topic_s_name_is_found(capsys: Captured) -> None:
    for name in HOUSE_RULES:
        assert run(name) == 0
        assert capsys.readouterr().out.startswith(name) == (name != "rent")


def test_another_edition(capsys: Captured) -> None:
    assert run("--edition", "KEYS-2010", "TAX") == 0
    out = capsys.readouterr().out
    assert "Luxury Tax costs $100." in out
    assert "TAX-1" in out
    assert "RENT-1" not in out


def test_a_topic_lists_all_of_it_in_any_case(capsys: Captured) -> None:
    run("rent")
    out = capsys.readouterr().out
    assert all(f"  {id}  " in out for id in CLAUSES if id.startswith("RENT-"))
    assert "JAIL-1" not in out
    assert "HOUSE RULES" not in out


def test_speed_1_is_not_speed_10(capsys: Captured) -> None:
    run("speed-1")
    assert capsys.readouterr().out.startswith("SPEED-1  ")


def test_a_clause_is_shown_with_the_editions_that_differ(capsys: Captured) -> None:
    assert run("mort-1") == 0
    assert capsys.readouterr().out == (
        "MORT-1  No buildings on a mortgaged lot\n"
        "  You can mortgage a lot when no building stands on any lot of its group. In\n"
        "  keys-2010 this is our rule: the book does not say.\n"
        "\n"
        "That is for classic, rulebook, keys-2010 and platinum-2010. Others differ:\n"
        "\n"
        "parker-2001\n"
        "  You can mortgage a lot when no building stands on it. Other lots of its group\n"
        "  may keep theirs.\n"
    )


def test_a_clause_that_differs_nowhere_says_so(capsys: Captured) -> None:
    run("RENT-3")
    out = capsys.readouterr().out
    assert "The same in all editions." in out


def test_another_board_has_other_names_and_amounts(tmp_path: Path, capsys: Captured) -> None:
    assert run("tax-3", "--board", "london") == 0
    assert capsys.readouterr().out.startswith("TAX-3  Landing on Super Tax\n  Super Tax costs £100.\n")
    add_own_board(tmp_path, "ours", shipped_text("london").replace('"Super Tax"', '"Cake Tax"'))
    assert run("tax-3", "--board", "ours", "--data", str(tmp_path)) == 0
    assert capsys.readouterr().out.startswith("TAX-3  Landing on Cake Tax\n")


def test_a_variant_is_read_with_its_changes(capsys: Captured) -> None:
    assert run("--variant", "short", "BUILD-4") == 0
    assert "have three houses" in unwrapped(capsys.readouterr().out)


def test_two_variants_are_named_in_the_heading(capsys: Captured) -> None:
    run("--variant", "timed", "--variant", "short", "WIN", "--edition", "rulebook")
    assert "agreed time" in unwrapped(capsys.readouterr().out)
    run("--variant", "timed", "--variant", "short", "TAX")
    assert capsys.readouterr().out.startswith(f"{CLASSIC.key}: {CLASSIC.title} (variants: timed, short)")


def test_differences_shows_every_clause_that_differs(capsys: Captured) -> None:
    assert run("--differences") == 0
    out = capsys.readouterr().out
    for clause in CLAUSES.values():
        differs = len({clause.text(rules, ATLANTIC) for rules in EDITIONS.values()}) > 1
        assert (f"{clause.id}  {clause.title(ATLANTIC)}\n" in out) == differs, clause.id


@pytest.mark.parametrize("words", [("--differences",), ("--differences", "--edition", "classic"), ("speed",)])
def test_a_book_without_a_speed_die_says_so_once(words: tuple[str, ...], capsys: Captured) -> None:
    run(*words)
    assert unwrapped(capsys.readouterr().out).count("This book has no Speed Die.") == 1


def test_the_lists_of_tasks_are_shown_line_by_line(capsys: Captured) -> None:
    run("card-1", "--edition", "keys-2010")
    lines = capsys.readouterr().out.splitlines()
    assert "  Chance:" in lines
    assert "  8 to Jail" in lines
    assert "  9 a dividend (collect $50)" in lines
    assert "  Community Chest:" in lines


@pytest.mark.parametrize("edition", EDITIONS)
def test_differences_of_one_edition_are_against_all_others(edition: str, capsys: Captured) -> None:
    assert run("--differences", "--edition", edition) == 0
    out = capsys.readouterr().out
    own = EDITIONS[edition]
    differ = {
        clause.id
        for clause in CLAUSES.values()
        if any(clause.text(rules, ATLANTIC) != clause.text(own, ATLANTIC) for rules in EDITIONS.values())
    }
    shown = {line.split()[0] for line in out.splitlines() if line and not line.startswith(" ")}
    assert shown == differ


FIXED = "Income Tax costs $200. There is nothing to choose."
CHOSEN = "Income Tax costs $200, or 10% of everything you are worth. You have to choose before anyone adds it up."


@pytest.mark.parametrize(
    ("edition", "shown"),
    [
        ("keys-2010", f"keys-2010 {FIXED} classic, rulebook, parker-2001 {CHOSEN}"),
        ("classic", f"classic {CHOSEN} keys-2010, platinum-2010 {FIXED}"),
    ],
)
def test_its_own_text_comes_first_and_then_those_that_differ(edition: str, shown: str, capsys: Captured) -> None:
    assert run("tax-1", "--differences", "--edition", edition) == 0
    assert unwrapped(capsys.readouterr().out) == f"TAX-1 Landing on Income Tax {shown}"


def test_where_nothing_differs_it_says_so(capsys: Captured) -> None:
    assert run("rent-3", "--differences", "--edition", "classic") == 0
    assert capsys.readouterr().out == "Nothing differs.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("RENT6",), "there is no clause 'RENT6'; did you mean RENT-6?"),
        (("rentt",), "there is no clause 'rentt'; did you mean RENT?"),
        (("qqq",), "there is no clause 'qqq'; there are: SETUP, BANK, TURN, "),
        (("no-",), "'no-' could be no-auctions or no-rent-in-jail."),
        (("sallary",), "there is no clause 'sallary'; did you mean salary?"),
        (("",), "there is no clause ''; there are: SETUP, BANK, TURN, "),
        (("--edition", "clasic"), "there is no edition 'clasic'; did you mean classic?"),
        (("--edition", "zzz"), "there is no edition 'zzz'; there are: classic, rulebook, "),
        (("--board", "lodnon"), 'there is no board "lodnon"; did you mean london?'),
        (("--variant", "speed"), "classic has no variant 'speed'; there are: short, timed."),
        (("--variant", "shrt"), "classic has no variant 'shrt'; did you mean short?"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(words: tuple[str, ...], said: str, capsys: Captured) -> None:
    assert run(*words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"companion rules: {said}")


def test_help_has_an_example_and_names_no_edition(capsys: Captured) -> None:
    with pytest.raises(SystemExit, match="0"):
        run("--help")
    out = capsys.readouterr().out
    assert "companion rules RENT" in out
    assert not any(key in out for key in EDITIONS)
