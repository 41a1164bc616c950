"""What a screen is told to begin a game with: the rules' own editions and house rules, and what is usual here."""

import pytest

from companion.household.settings import usual_game
from companion.household.settings_file import parse
from companion.play import setup
from companion.rules import house_rules as rules
from companion.rules.editions import DEFAULT, EDITIONS, Cards, variants_of
from companion.table.games.new_game import with_usual
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import NewGame
from companion.table.messages.setup import Usual
from companion.table.messages.wire import Hello, Welcome, encode
from companion.table.views.new_game_choices import new_game_choices
from tests.kit import ATLANTIC
from tests.table.memory_table import MemoryTable

SETUP = new_game_choices(Usual(), ATLANTIC)
USUAL = Usual("rulebook", ("short",), {"rent": "claim", "salary": 300}, electronic_cards=False, dice="hand")


def test_the_books_are_those_of_the_rules_and_the_default_one_is_first() -> None:
    told = {book.key: (book.title, book.max_players, book.variants, book.has_decks) for book in SETUP.editions}
    assert told == {
        edition.key: (edition.title, edition.players_max, variants_of(edition), edition.cards is Cards.DECK)
        for edition in EDITIONS.values()
    }
    assert SETUP.editions[0].key == DEFAULT.key
    assert {book.key: book.jail_cards for book in SETUP.editions if book.jail_cards != 2} == {"keys-2010": 6}


def test_every_variant_and_every_house_rule_has_words() -> None:
    assert set(SETUP.variants) == {name for edition in EDITIONS.values() for name in variants_of(edition)}
    assert [rule.name for rule in SETUP.house_rules] == list(rules.HOUSE_RULES)
    assert all(rule.label and rule.label[0].isupper() for rule in SETUP.house_rules)
    assert {rule.name for rule in SETUP.house_rules if rule.at_start_only} == {"cash-at-start"}


@pytest.mark.parametrize("rule", SETUP.house_rules, ids=lambda rule: str(rule.name))
def test_a_house_rule_takes_what_a_screen_is_told(rule: object) -> None:
    told = SETUP.house_rule(getattr(rule, "name", ""))
    assert told is not None
    fitting: dict[str, list[rules.Value]] = {
        "switch": [True, False],
        "amount": [0, SETUP.max_amount],
        "switch-or-amount": [True, False, 0, SETUP.max_amount],
        "rent-mode": ["auto", "claim"],
    }
    for value in fitting[told.takes]:
        rules.with_house_rule(DEFAULT, told.name, value)


def test_the_bounds_are_those_of_the_table() -> None:
    assert (SETUP.min_players, SETUP.max_title) == (setup.MIN_PLAYERS, setup.MAX_TITLE)
    assert (SETUP.max_name, SETUP.max_amount) == (setup.MAX_NAME, rules.MAX_AMOUNT)
    assert len(SETUP.tokens) == len(SETUP.colours) == max(book.max_players for book in SETUP.editions)


def test_a_book_is_found_by_its_key_and_an_unknown_one_is_the_default() -> None:
    assert SETUP.edition("keys-2010").key == "keys-2010"
    assert SETUP.edition("").key == SETUP.edition("of tomorrow").key == DEFAULT.key
    assert SETUP.house_rule("of tomorrow") is None


def test_they_are_in_the_welcome() -> None:
    memory_table = MemoryTable()
    memory_table.dispatcher.usual = lambda: USUAL
    connection = memory_table.dispatcher.connect()
    memory_table.dispatcher.hear(connection, encode(Hello(PROTOCOL, "banker")))
    (welcome,) = (message for message in memory_table.sent(connection) if isinstance(message, Welcome))
    assert welcome.setup == new_game_choices(USUAL, ATLANTIC)


# What is usual here


def test_the_configuration_says_what_is_usual() -> None:
    config = parse("""
        [game]
        dice = "hand"
        cards = "decks"
        rent = "claim"
        edition = "rulebook"
        variants = ["short"]
        [game.house-rules]
        salary = 300
    """)
    assert usual_game(config) == USUAL
    assert usual_game(parse("")) == Usual(options={"rent": "auto"})


def test_what_is_not_asked_for_is_as_usual() -> None:
    wanted = with_usual(NewGame(("Ann", "Ben")), USUAL)
    assert (wanted.edition, wanted.variants, wanted.dice) == ("rulebook", ("short",), "hand")
    assert wanted.options == {"rent": "claim", "salary": 300}
    assert wanted.electronic_cards is False


def test_what_is_asked_for_holds() -> None:
    request = NewGame(("A", "B"), "", (), {"RENT": "auto"}, electronic_cards=True, dice="button")
    wanted = with_usual(request, USUAL)
    assert (wanted.variants, wanted.electronic_cards, wanted.dice) == ((), True, "button")
    assert wanted.options == {"rent": "auto", "salary": 300}


def test_the_usual_variants_are_for_the_usual_edition_alone() -> None:
    assert with_usual(NewGame(("A", "B"), "platinum-2010"), USUAL).variants == ()
    assert with_usual(NewGame(("A", "B"), "RuleBook"), USUAL).variants == ("short",)
    usually_short = Usual(variants=("short",))
    assert with_usual(NewGame(("A", "B"), DEFAULT.key), usually_short).variants == ("short",)
