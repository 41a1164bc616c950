"""Every clause has its words, the words follow the rules in force, and editions differ just where the books do."""

import itertools
import re

import pytest
from msgspec.structs import fields, replace

from companion.boards import shipped_board
from companion.rules.board import KINDS, Kind, PieceWords, make_spaces
from companion.rules.cards import Deck
from companion.rules.clauses import CLAUSES, differences
from companion.rules.editions import (
    CLASSIC,
    EDITIONS,
    KEYS_2010,
    PARKER_2001,
    PLATINUM_2010,
    RULEBOOK,
    SILENT,
    Deal,
    Rules,
    variants_of,
    with_variant,
)
from companion.rules.house_rules import HOUSE_RULES, with_house_rule
from tests.kit import ATLANTIC

COUNTS = {
    "SETUP": 7, "BANK": 2, "TURN": 4, "GO": 4, "FREE": 1, "BUY": 2, "AUCTION": 3, "RENT": 8, "CARD": 7, "TAX": 3,
    "ROUND": 1, "JAIL": 8, "BUILD": 6, "STOCK": 2, "SELL": 3, "DEAL": 5, "MORT": 5, "DEBT": 3, "BANKRUPT": 5, "WIN": 1,
    "SHORT": 8, "TIMED": 2, "SPEED": 10, "LEAVE": 1, "END": 1, "CORRECT": 2, "UNDO": 1, "HOUSE": 1,
}  # fmt: skip

# What the books themselves say differently, read off side by side.
PLATINUM_DIFFERS = {
    "SETUP-5",
    "BANK-2",
    "SETUP-2", "RENT-2", "RENT-5", "RENT-6", "TAX-1", "TAX-2", "JAIL-4", "BANKRUPT-1",
    "SHORT-1", "SHORT-2", "SHORT-3", "SHORT-4", "SHORT-5", "SHORT-8", "TIMED-1", "TIMED-2",
    "SPEED-1", "SPEED-2", "SPEED-3", "SPEED-4", "SPEED-5", "SPEED-6", "SPEED-7", "SPEED-8", "SPEED-9", "SPEED-10",
}  # fmt: skip
KEYS_DIFFER = {
    "SETUP-5",
    "BANK-2",
    "SETUP-1", "SETUP-6", "RENT-6", "CARD-1", "CARD-2", "TAX-1", "TAX-2", "JAIL-4", "BUILD-6",
    "STOCK-2", "SELL-1", "DEAL-5", "SHORT-1", "SHORT-3", "SHORT-4", "SHORT-5", "TIMED-2",
}  # fmt: skip


def every_game() -> list[Rules]:
    """Each book with each set of variants it has."""
    games = []
    for book in EDITIONS.values():
        names = variants_of(book)
        for count in range(len(names) + 1):
            for chosen in itertools.combinations(names, count):
                rules = book
                for name in chosen:
                    rules = with_variant(rules, name)
                games.append(rules)
    return games


def said(clause: str, rules: Rules) -> str:
    return CLAUSES[clause].text(rules, ATLANTIC)


def test_every_clause_is_here_once_and_in_order() -> None:
    wanted = [f"{prefix}-{number}" for prefix, count in COUNTS.items() for number in range(1, count + 1)]
    assert list(CLAUSES) == wanted
    assert all(id == clause.id for id, clause in CLAUSES.items())
    for clause in CLAUSES.values():
        assert set(clause.texts(CLASSIC, ATLANTIC)) == {
            other.id for other in CLAUSES.values() if other.topic == clause.topic
        }


def test_titles_are_short_and_not_repeated() -> None:
    titles = [clause.title(ATLANTIC) for clause in CLAUSES.values()]
    assert len(set(titles)) == len(titles)
    assert [title for title in titles if not 3 <= len(title.split()) <= 6] == []


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: "+".join((rules.key, *rules.variants)))
def test_texts_are_whole_sentences_without_class_names(rules: Rules) -> None:
    for clause in CLAUSES.values():
        text, *tasks = clause.text(rules, ATLANTIC).split("\n")
        assert not tasks or clause.id == "CARD-1"
        assert text[0].isupper(), clause.id
        assert text.endswith("."), clause.id
        assert "  " not in text, clause.id
        assert not re.search(r"[A-Z]{2,}_|[a-z][A-Z]|None|True|False|\{|_", text), clause.id


def test_a_book_does_not_differ_from_itself() -> None:
    assert differences(CLASSIC, CLASSIC, ATLANTIC) == {}


def test_the_rule_book_differs_in_its_short_game() -> None:
    assert differences(CLASSIC, RULEBOOK, ATLANTIC).keys() == {"SHORT-1", "SHORT-3", "SHORT-4", "SHORT-5"}


def test_the_2001_book_differs_in_six_clauses() -> None:
    assert differences(CLASSIC, PARKER_2001, ATLANTIC).keys() == {
        "SETUP-1",
        "BANK-2",
        "RENT-6",
        "BUILD-6",
        "STOCK-2",
        "MORT-1",
    }


def test_the_book_with_keys_differs_where_it_should() -> None:
    assert differences(CLASSIC, KEYS_2010, ATLANTIC).keys() == KEYS_DIFFER


def test_the_platinum_book_differs_where_it_should() -> None:
    assert differences(CLASSIC, PLATINUM_2010, ATLANTIC).keys() == PLATINUM_DIFFERS


def test_differences_gives_both_texts_in_the_order_asked() -> None:
    players = differences(CLASSIC, KEYS_2010, ATLANTIC)["SETUP-1"]
    assert ["eight" in text for text in players] == [True, False]


def test_boards_differ_in_their_numbers_and_names() -> None:
    older, newer, london, germany = map(shipped_board, ("atlantic-city", "atlantic-city-2010", "london", "germany"))
    assert CLAUSES["TAX-3"].text(CLASSIC, older) == "Luxury Tax costs $75."
    assert CLAUSES["TAX-3"].text(CLASSIC, newer) == "Luxury Tax costs $100."
    assert CLAUSES["TAX-3"].text(CLASSIC, london) == "Super Tax costs £100."
    assert CLAUSES["RENT-4"].title(london) == "Rent of the stations"
    assert CLAUSES["FREE-1"].title(germany) == "Landing on Frei Parken"


@pytest.mark.parametrize(
    "rules", [CLASSIC, *(with_variant(CLASSIC, name) for name in variants_of(CLASSIC)), KEYS_2010, PLATINUM_2010]
)
def test_no_clause_names_what_another_board_calls_otherwise(rules: Rules) -> None:
    """Every name on this board is a word that no text has of its own."""
    spaces = make_spaces(tuple(f"Zz{'chance' if kind is Kind.CHANCE else id}" for id, kind in enumerate(KINDS)))
    words = PieceWords(*(f"zz{word}" for word in PieceWords.__struct_fields__))
    decks = (tuple(replace(card, meaning="zz") for card in ATLANTIC.cards(deck)) for deck in Deck)
    board = replace(ATLANTIC, spaces=spaces, words=words, **dict(zip(("chance", "chest"), decks, strict=True)))
    options = {"free-parking-pot": 500, "double-on-go": True, "first-lap-no-buying": True, "no-rent-in-jail": True}
    for name, value in options.items():
        rules = with_house_rule(rules, name, value)
    said = [f"{clause.title(board)} {clause.text(rules, board)}" for clause in CLAUSES.values()]
    said += [" ".join(rule.texts(board)) for rule in HOUSE_RULES.values()]
    ours = "GO Jail Free.Parking Income.Tax Luxury.Tax Chance Community.Chest houses? hotels? railroads? utilit(y|ies)"
    allowed = re.compile(r"house rule|[Jj]ail card")
    pattern = re.compile(rf"\b({'|'.join(ours.split())})\b".replace(".", " "))
    assert [text for text in said if pattern.search(allowed.sub("", text))] == []


def test_the_lists_of_tasks_are_those_of_the_board() -> None:
    chance = tuple(
        replace(card, task={8: 9, 9: 8}.get(card.task, card.task), meaning=f"{card.meaning}!")
        for card in ATLANTIC.chance
    )
    lines = CLAUSES["CARD-1"].text(KEYS_2010, replace(ATLANTIC, chance=chance)).split("\n")
    assert lines[1] == "Chance:"
    assert lines[7:9] == ["8 a dividend! (collect $50)", "9 to Jail!"]
    assert lines[18:20] == ["Community Chest:", "3 forward to GO"]
    assert len(lines) == 1 + 2 * 17
    assert CLAUSES["CARD-1"].text(CLASSIC, ATLANTIC).count("\n") == 0


def editions_differ_in() -> list[tuple[str, object]]:
    """Each field and value in which some book differs from the classic one."""
    return [
        (field.name, getattr(book, field.name))
        for field in fields(Rules)
        if field.name not in ("key", "title", "board")
        for book in EDITIONS.values()
        if getattr(book, field.name) != getattr(CLASSIC, field.name)
    ]


@pytest.mark.parametrize(("field", "value"), editions_differ_in())
def test_every_field_in_which_books_differ_is_told_by_some_clause(field: str, value: object) -> None:
    assert differences(CLASSIC, replace(CLASSIC, **{field: value}), ATLANTIC) != {}


SET_BY_VARIANTS_AND_TABLES: dict[str, object] = {
    "starting_cash": 2000, "salary": 400, "houses": 40, "hotels": 10, "fine": 60, "jail_turns": 1,
    "houses_for_hotel": 3, "ends_at": 2, "last_buildings_stand": True, "timed": True, "rent_claimed": True, "pot": 0,
    "double_on_go": True, "auctions": False, "rent_in_jail": False, "unlimited_buildings": True,
    "first_lap_buying": False, "odds": True,
}  # fmt: skip


@pytest.mark.parametrize("field", SET_BY_VARIANTS_AND_TABLES)
def test_every_field_a_variant_or_a_table_sets_is_told_by_some_clause(field: str) -> None:
    changed = replace(CLASSIC, **{field: SET_BY_VARIANTS_AND_TABLES[field]})
    assert differences(CLASSIC, changed, ATLANTIC) != {}


def test_no_field_is_forgotten_above() -> None:
    """The Speed Die and the deal are told under SPEED and SHORT-1, by what the book has."""
    named = {name for name, _ in editions_differ_in()} | set(SET_BY_VARIANTS_AND_TABLES)
    assert {field.name for field in fields(Rules)} - named == {"key", "title", "board", "variants", "deal", "speed_die"}


def test_the_short_game_changes_the_ordinary_clauses_too() -> None:
    short = with_variant(CLASSIC, "short")
    assert differences(CLASSIC, short, ATLANTIC).keys() == {
        "TAX-1", "TAX-2", "JAIL-3", "JAIL-4", "JAIL-6", "BUILD-4", "SELL-2", "WIN-1", "SHORT-6",
    }  # fmt: skip
    assert "three houses" in said("BUILD-4", short)
    assert "four times" in said("SHORT-6", short)
    assert "first bankruptcy" in said("WIN-1", short)


def test_the_last_buildings_stand_where_the_book_says_so() -> None:
    assert "stay standing" in said("BANKRUPT-1", with_variant(RULEBOOK, "short"))
    assert "stay standing" not in said("BANKRUPT-1", with_variant(KEYS_2010, "short"))


def test_a_timed_game_ends_when_the_time_is_up() -> None:
    assert "agreed time" in said("WIN-1", with_variant(CLASSIC, "timed"))


def test_the_speed_die_raises_the_cash_once() -> None:
    assert "With the Speed Die everyone starts with $2,500." in said("SETUP-2", PLATINUM_2010)
    assert said("SETUP-2", with_variant(PLATINUM_2010, "speed")).startswith("Everyone starts with $2,500.")
    assert "Speed" not in said("SETUP-2", with_variant(PLATINUM_2010, "speed"))


def test_what_a_book_lacks_is_said() -> None:
    assert said("SHORT-1", PLATINUM_2010) == "This book has no short game."
    assert said("TIMED-1", PLATINUM_2010) == "This book has no timed game."
    assert said("TIMED-2", KEYS_2010) == "No deeds are dealt before a timed game."
    assert said("SPEED-1", CLASSIC) == "This book has no Speed Die."


def test_deeds_dealt_free_are_called_free() -> None:
    assert "three deeds and gets them free" in said("SHORT-1", CLASSIC)
    assert "two deeds and pays" in said("SHORT-1", RULEBOOK)
    assert "gets them free" in said("TIMED-2", replace(CLASSIC, timed_deal=Deal(2, paid=False)))


@pytest.mark.parametrize(
    ("clause", "rule", "value", "words"),
    [
        ("RENT-6", "rent", "claim", "owners have to ask"),
        ("FREE-1", "free-parking-pot", True, "takes all of it."),
        ("FREE-1", "free-parking-pot", 500, "puts in $500 at the start"),
        ("CARD-3", "free-parking-pot", True, "under Free Parking"),
        ("GO-1", "double-on-go", True, "pays $400"),
        ("GO-1", "salary", 300, "You get $300"),
        ("BUY-2", "no-auctions", True, "stays with the Bank"),
        ("BANKRUPT-3", "no-auctions", True, "stay with the Bank"),
        ("RENT-7", "no-rent-in-jail", True, "collects no rent"),
        ("SETUP-2", "cash-at-start", 2000, "starts with $2,000"),
        ("SETUP-3", "unlimited-buildings", True, "never runs out"),
        ("STOCK-2", "unlimited-buildings", True, "never auctioned"),
        ("BUY-1", "first-lap-no-buying", True, "passed GO once"),
        ("BUY-2", "first-lap-no-buying", True, "passed GO once"),
    ],
)
def test_a_house_rule_is_told(clause: str, rule: str, value: int | bool | str, words: str) -> None:
    assert words in said(clause, with_house_rule(CLASSIC, rule, value))


@pytest.mark.parametrize(
    ("book", "words"),
    [
        (CLASSIC, "first or second turn there. Then you roll"),
        (KEYS_2010, "instead of rolling, on your first or second turn there"),
        (PLATINUM_2010, "any of your three turns there"),
        (with_variant(CLASSIC, "short"), "before you roll, on your next turn"),
    ],
)
def test_the_fine_is_told_with_its_turns(book: Rules, words: str) -> None:
    assert words in said("JAIL-4", book)


def test_a_book_that_does_not_say_is_named() -> None:
    rules = [CLASSIC, PARKER_2001, KEYS_2010, PLATINUM_2010, with_variant(KEYS_2010, "short")]
    for clause, books in SILENT.items():
        texts = [CLAUSES[clause].text(one, ATLANTIC) for one in rules]
        assert any(all(book.key in text for book in books) for text in texts), clause
    for known in CLAUSES.values():
        for one in rules:
            assert not re.search(r"[Oo]ne book|[Ww]here a book|[Ss]ome book", known.text(one, ATLANTIC)), known.id


@pytest.mark.parametrize(
    ("name", "phrases"),
    [
        ("free-parking-pot", ["Income Tax", "Luxury Tax", "fines and repairs on cards", "the last failed roll"]),
        ("free-parking-pot", ["Whoever stops on Free Parking", "passing it brings nothing", "bankrupt player leaves"]),
        ("no-auctions", ["goes bankrupt to the Bank: they lose their buildings and mortgages", "may buy it"]),
        ("first-lap-no-buying", ["those bid who may", "deeds of a bankrupt player", "While nobody in the game may"]),
        ("cash-at-start", ["what the Speed Die adds is not paid on top", "dealt for their price are paid from it"]),
    ],
)
def test_a_house_rule_is_explained_whole(name: str, phrases: list[str]) -> None:
    explanation = HOUSE_RULES[name].texts(ATLANTIC).explanation
    assert [phrase for phrase in phrases if phrase not in explanation] == []
