"""The books as values: who may name them, what variants and house rules change in them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.rules.editions import (
    CLASSIC,
    EDITIONS,
    KEYS_2010,
    PARKER_2001,
    PLATINUM_2010,
    RULEBOOK,
    Deal,
    Rules,
    variants_of,
    with_variant,
)
from companion.rules.house_rules import HOUSE_RULES, MAX_AMOUNT, Takes, Value, house_rules_of, with_house_rule

SOURCE = Path(companion.__file__).parent
# "rulebook" is an ordinary word: alone it is an edition's name, in a sentence or an identifier it is not.
EDITION_WORDS = re.compile(r"classic|parker|platinum|keys[-_]?2010|^rulebook$", re.IGNORECASE)


def names_and_strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every identifier and string of a module, but not its docstrings."""
    prose = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield node.lineno, text
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.alias(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name


def editions_named(source: str) -> list[tuple[int, str]]:
    return [(line, text) for line, text in names_and_strings(ast.parse(source)) if EDITION_WORDS.search(text)]


def test_only_editions_names_an_edition() -> None:
    found = {
        str(path.relative_to(SOURCE)): editions_named(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")
    }
    assert found.pop("rules/editions.py")
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "source",
    [
        "rules = CLASSIC",
        "if rules.key == 'rulebook': pass",
        "from companion.rules.editions import PLATINUM_2010",
        "f'as in keys-2010'",
        "def parker_2001(): pass",
    ],
)
def test_the_check_sees_a_named_edition(source: str) -> None:
    assert editions_named(source)


@pytest.mark.parametrize("source", ['"""The classic way."""', "x = 'the rulebook they own'", "keys = rules.jail_keys"])
def test_the_check_lets_ordinary_words_pass(source: str) -> None:
    assert editions_named(source) == []


def test_an_edition_is_found_by_its_key() -> None:
    assert all(key == rules.key for key, rules in EDITIONS.items())
    assert next(iter(EDITIONS.values())) is CLASSIC
    assert len({rules.title for rules in EDITIONS.values()}) == 5


# Variants


def test_which_book_has_which_variants() -> None:
    assert {key: variants_of(rules) for key, rules in EDITIONS.items()} == {
        "classic": ("short", "timed"),
        "rulebook": ("short", "timed"),
        "parker-2001": ("short", "timed"),
        "keys-2010": ("short", "timed"),
        "platinum-2010": ("speed",),
    }


@pytest.mark.parametrize(("book", "name"), [(book, name) for book in EDITIONS.values() for name in variants_of(book)])
def test_a_variant_asked_for_twice_changes_nothing_more(book: Rules, name: str) -> None:
    once = with_variant(book, name)
    assert once != book
    assert once.variants == (name,)
    assert with_variant(once, name) == once


@pytest.mark.parametrize(
    ("book", "name"),
    [(PLATINUM_2010, "short"), (PLATINUM_2010, "timed"), (CLASSIC, "speed"), (CLASSIC, "nonsense")],
)
def test_a_variant_the_book_lacks_is_refused(book: Rules, name: str) -> None:
    with pytest.raises(ValueError, match=f"{book.key} has no {name}"):
        with_variant(book, name)


def test_the_classic_short_game() -> None:
    short = with_variant(CLASSIC, "short")
    assert short.deal == Deal(3, paid=False)
    assert (short.houses_for_hotel, short.ends_at, short.jail_turns, short.income_tax_percent) == (3, 1, 1, 0)
    assert not short.last_buildings_stand


def test_the_short_game_of_the_rule_book_keeps_jail_and_tax() -> None:
    short = with_variant(RULEBOOK, "short")
    assert short.deal == Deal(2, paid=True)
    assert (short.houses_for_hotel, short.ends_at, short.jail_turns, short.income_tax_percent) == (3, 2, 3, 10)
    assert short.last_buildings_stand


def test_the_short_game_with_keys_lets_no_buildings_stand() -> None:
    short = with_variant(KEYS_2010, "short")
    assert (short.ends_at, short.jail_turns, short.last_buildings_stand) == (2, 3, False)


def test_a_timed_game_deals_two_deeds_where_the_book_does() -> None:
    assert with_variant(PARKER_2001, "timed").deal == Deal(2, paid=True)
    assert with_variant(KEYS_2010, "timed").deal is None
    assert with_variant(KEYS_2010, "timed").timed


@pytest.mark.parametrize("order", [("short", "timed"), ("timed", "short")])
def test_a_short_timed_game_deals_as_the_short_one(order: tuple[str, str]) -> None:
    rules = CLASSIC
    for name in order:
        rules = with_variant(rules, name)
    assert rules.deal == Deal(3, paid=False)
    assert rules.timed
    assert rules.variants == order


def test_the_speed_die_adds_a_thousand() -> None:
    speed = with_variant(PLATINUM_2010, "speed")
    assert (speed.starting_cash, speed.speed_die) == (2500, True)


# House rules

ANOTHER: dict[Takes, list[Value]] = {  # values that no book has
    Takes.SWITCH: [True],
    Takes.AMOUNT: [2000, 0],
    Takes.SWITCH_OR_AMOUNT: [0, 500],
    Takes.RENT_MODE: ["claim"],
}
ALL_VALUES = [(name, value) for name, rule in HOUSE_RULES.items() for value in ANOTHER[rule.takes]]


def test_every_house_rule_is_found_by_its_name() -> None:
    assert all(name == rule.name for name, rule in HOUSE_RULES.items())


@pytest.mark.parametrize(("name", "value"), ALL_VALUES)
def test_a_house_rule_reads_back_as_it_was_set(name: str, value: Value) -> None:
    changed = with_house_rule(CLASSIC, name, value)
    assert repr(HOUSE_RULES[name].read(changed)) == repr(value)
    assert repr(house_rules_of(changed)) == repr({name: value})


@pytest.mark.parametrize(("name", "value"), ALL_VALUES)
def test_a_house_rule_set_back_leaves_the_book(name: str, value: Value) -> None:
    before = HOUSE_RULES[name].read(CLASSIC)
    assert with_house_rule(with_house_rule(CLASSIC, name, value), name, before) == CLASSIC


def test_a_pot_switched_on_starts_empty_and_is_in_force() -> None:
    on = with_house_rule(CLASSIC, "free-parking-pot", True)
    assert on.pot == 0
    assert house_rules_of(on) == {"free-parking-pot": 0}
    off = with_house_rule(on, "free-parking-pot", False)
    assert off.pot is None
    assert house_rules_of(off) == {}


def bad_values() -> list[tuple[str, Value]]:
    wrong: dict[Takes, tuple[Value, ...]] = {
        Takes.SWITCH: (1, 0, "on", ""),
        Takes.AMOUNT: (True, False, -1, MAX_AMOUNT + 1, "200"),
        Takes.SWITCH_OR_AMOUNT: (-1, MAX_AMOUNT + 1, "on"),
        Takes.RENT_MODE: (True, 0, "never", ""),
    }
    return [(name, value) for name, rule in HOUSE_RULES.items() for value in wrong[rule.takes]]


@pytest.mark.parametrize(("name", "value"), bad_values())
def test_a_house_rule_refuses_what_it_does_not_take(name: str, value: Value) -> None:
    with pytest.raises(ValueError, match=f"{name} takes "):
        with_house_rule(CLASSIC, name, value)


@pytest.mark.parametrize("value", [0, MAX_AMOUNT])
def test_an_amount_may_be_as_small_or_large_as_can_be(value: int) -> None:
    assert with_house_rule(CLASSIC, "salary", value).salary == value


@pytest.mark.parametrize("book", EDITIONS.values(), ids=EDITIONS)
def test_a_book_and_its_variants_have_no_house_rules(book: Rules) -> None:
    assert house_rules_of(book) == {}
    for name in variants_of(book):
        book = with_variant(book, name)
        assert house_rules_of(book) == {}


def test_house_rules_are_told_apart_from_the_variant_beneath() -> None:
    speed = with_variant(PLATINUM_2010, "speed")
    assert house_rules_of(with_house_rule(speed, "cash-at-start", 1500)) == {"cash-at-start": 1500}


def test_only_the_cash_at_start_is_fixed_once_play_begins() -> None:
    assert [name for name, rule in HOUSE_RULES.items() if rule.at_start_only] == ["cash-at-start"]
