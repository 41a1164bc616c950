"""The console's own table of books and house rules says what the rules say."""

from companion.console.books import AMOUNT_MOST, BOOKS, HOUSE_RULES, NAME_MOST, PLAYERS_LEAST, TITLE_MOST, VARIANTS
from companion.rules import house_rules as rules
from companion.rules.editions import DEFAULT, EDITIONS, Cards
from companion.rules.house_rules import Takes
from companion.rules.variants import variants_of
from companion.table import names, wishes

WORDS = {
    Takes.SWITCH: "switch",
    Takes.AMOUNT: "amount",
    Takes.SWITCH_OR_AMOUNT: "switch or amount",
    Takes.RENT_MODE: "rent mode",
}


def test_the_books_are_those_of_the_rules_in_their_order_and_the_usual_one_is_first() -> None:
    ours = [(book.key, book.title, book.players_most, book.variants, book.has_decks) for book in BOOKS]
    assert ours == [
        (edition.key, edition.title, edition.players_max, variants_of(edition), edition.cards is Cards.DECK)
        for edition in EDITIONS.values()
    ]
    assert BOOKS[0].key == DEFAULT.key


def test_every_variant_has_words() -> None:
    assert set(VARIANTS) == {name for edition in EDITIONS.values() for name in variants_of(edition)}


def test_the_house_rules_are_those_of_the_rules() -> None:
    ours = [(rule.name, rule.takes, rule.meaning, rule.is_for_start) for rule in HOUSE_RULES]
    assert ours == [
        (rule.name, WORDS[rule.takes], rule.meaning, rule.at_start_only) for rule in rules.HOUSE_RULES.values()
    ]


def test_the_bounds_are_those_of_the_table() -> None:
    assert (PLAYERS_LEAST, TITLE_MOST, NAME_MOST) == (wishes.PLAYERS_LEAST, wishes.TITLE_MOST, names.NAME_MOST)
    assert AMOUNT_MOST == rules.AMOUNT_MOST
