"""Real cards are found by what their first words are, and our own words for them are no sentences."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from companion.boards import SHIPPED, is_shipped, shipped_board
from companion.console.search_words import SMALL_WORDS, found_lines, plain_words
from companion.rules import new_game
from companion.rules.board import Board
from companion.rules.board_checks import MAX_SEARCH
from companion.rules.cards import Deck
from companion.rules.editions import DEFAULT
from companion.rules.pending_steps import CardDue
from companion.table.views.moves import move_views

LINES = 3  # of the list: nobody has to look further
WORDS_MAX = 12
ENGLISH = tuple(key for key in SHIPPED if key not in ("germany", "france"))

# How people begin to type a card, as American and British boxes print it. `{}` is the space that the card leads to.
BEGINNINGS = {
    "chance/advance-go": ("advance to go", "go advance", "advance go coll"),
    "chance/illinois": ("advance to {}", "{}", "adv {}"),
    "chance/st-charles": ("advance to {}", "{}", "{} adv"),
    "chance/nearest-utility": ("nearest utility", "nearest util", "advance tok"),
    "chance/nearest-railroad": ("to the nearest", "advance to nearest", "near"),
    "chance/bank-dividend": ("bank pays you", "bank pays you divi", "dividend"),
    "chance/jail-free": ("get out of", "this card may be", "jail free"),
    "chance/back-three": ("go back", "go back three", "back 3"),
    "chance/go-to-jail": ("go to jail", "go directly", "go dir"),
    "chance/general-repairs": ("make general", "general rep", "make gen"),
    "chance/small-fine": ("speeding fine", "pay poor tax", "drunk in charge"),
    "chance/reading": ("take a trip", "take a ride", "{}"),
    "chance/boardwalk": ("take a walk", "advance to {}", "{}"),
    "chance/chairman": ("been elected", "chairman of the board", "elected chair"),
    "chance/building-loan": ("your building", "building and loan", "your building loan"),
    "chest/advance-go": ("advance", "advance to go", "adv"),
    "chest/bank-error": ("bank error", "bank error in", "error in your"),
    "chest/doctor": ("doctor's fee", "doctors fee", "doctor"),
    "chest/stock-sale": ("from sale", "sale of stock", "from sale of"),
    "chest/jail-free": ("get out of", "of jail free", "out of ja"),
    "chest/go-to-jail": ("go to jail", "go directly to", "go to"),
    "chest/players-pay-you": ("grand opera", "it is your birthday", "opera nig"),
    "chest/savings-fund": ("holiday fund", "xmas fund", "christmas"),
    "chest/tax-refund": ("income tax refund", "income tax", "tax ref"),
    "chest/life-insurance": ("life insurance", "annuity", "life ins"),
    "chest/hospital": ("pay hospital", "hospital fees", "pay hosp"),
    "chest/school": ("pay school", "school fees", "school tax"),
    "chest/services": ("receive", "receive interest", "consultancy"),
    "chest/street-repairs": ("you are assessed", "assessed for street", "street rep"),
    "chest/beauty-contest": ("you have won", "second prize", "won sec"),
    "chest/inherit": ("you inherit", "inherit", "you inh"),
}
GERMAN = {
    "chance/advance-go": ("rücken sie vor bis", "rucken sie vor bis auf los"),
    "chance/jail-free": ("sie kommen aus", "kommen frei"),
    "chance/back-three": ("gehen sie drei", "drei felder"),
    "chance/go-to-jail": ("gehen sie in das", "gehen in das gefängnis"),
    "chance/small-fine": ("strafe für zu", "schnelles fahren"),
    "chest/bank-error": ("bankirrtum", "irrtum"),
    "chest/players-pay-you": ("es ist ihr geb", "geburtstag"),
    "chest/beauty-contest": ("zweiter preis", "schonheit"),
    "chest/inherit": ("sie erben", "erben"),
}
FRENCH = {
    "chance/advance-go": ("avancez jusqu'à", "case depart"),
    "chance/jail-free": ("vous êtes libéré", "libere de prison"),
    "chance/back-three": ("reculez de trois", "recul"),
    "chance/go-to-jail": ("allez en prison", "directement"),
    "chance/small-fine": ("amende pour", "exces de vitesse"),
    "chest/bank-error": ("erreur de la banque", "erreur"),
    "chest/players-pay-you": ("c'est votre anniv", "anniversaire"),
    "chest/beauty-contest": ("vous avez gagné le deuxième", "prix de beaute"),
    "chest/inherit": ("vous héritez", "herit"),
}
ALL: list[tuple[str, str, tuple[str, ...]]] = [
    (key, card, begun) for key in ENGLISH for card, begun in BEGINNINGS.items()
]
ALL += [("germany", card, begun) for card, begun in GERMAN.items()]
ALL += [("france", card, begun) for card, begun in FRENCH.items()]


def found(board: Board, deck: Deck, typed: str) -> list[str]:
    """The cards in the list as the console shows it, the first line first."""
    game = replace(new_game(DEFAULT, board, ("Ann", "Ben")), pending=(CardDue(0, deck),), opening=None, throw_due=False)
    moves = [move for move in move_views(game) if move.menu == "card"]
    lines = found_lines([f"{move.label} {move.search}" for move in moves], typed)
    acts = [bytes(moves[line].act).decode() for line in lines]
    return [act.partition('"card":"')[2].partition('"')[0] for act in acts]


def all_cards(board: Board) -> dict[str, str]:
    return {f"{deck.value}/{card.id}": card.search for deck in Deck for card in board.cards(deck)}


def test_every_card_has_three_beginnings() -> None:
    assert set(BEGINNINGS) == set(all_cards(shipped_board("london")))
    assert {len(set(begun)) for begun in BEGINNINGS.values()} == {3}
    assert sum(len(shipped_board("london").cards(deck)) for deck in Deck) == 32


@pytest.mark.parametrize(("key", "card", "begun"), ALL)
def test_a_card_is_within_the_first_three_lines(key: str, card: str, begun: tuple[str, ...]) -> None:
    board, deck = shipped_board(key), Deck(card.partition("/")[0])
    target = board.card_named(card.partition("/")[2]).target
    for typed in begun:
        words = typed.format(board.spaces[target].name)
        assert card in found(board, deck, words)[:LINES], words


@pytest.mark.parametrize("key", SHIPPED)
def test_the_words_of_a_card_are_no_sentence(key: str) -> None:
    """Few of them, none of those that hold a sentence together, and never two as they follow each other in print."""
    printed = [typed for one in (BEGINNINGS, GERMAN, FRENCH) for begun in one.values() for typed in begun]
    pairs = {pair for typed in printed for pair in in_order(typed)}
    small = set(plain_words(SMALL_WORDS))
    for card, search in all_cards(shipped_board(key)).items():
        words = search.split()
        assert 0 < len(words) <= WORDS_MAX, card
        assert all(word.isalpha() and word.islower() for word in words), card
        assert len(set(words)) == len(words), card
        assert not small & set(plain_words(search)), card
        assert not pairs & set(in_order(search)), card


def in_order(text: str) -> list[tuple[str, str]]:
    """Words that follow each other; small words are passed over."""
    words = [word for word in plain_words(text) if word not in plain_words(SMALL_WORDS)]
    return list(pairwise(words))


def test_the_english_words_are_the_same_on_every_board() -> None:
    first = all_cards(shipped_board("london"))
    for key in SHIPPED:
        for card, search in all_cards(shipped_board(key)).items():
            assert search.split()[: len(first[card].split())] == first[card].split(), (key, card)


@pytest.mark.parametrize("key", SHIPPED)
def test_an_amount_on_the_card_finds_it_too(key: str) -> None:
    assert found(shipped_board(key), Deck.CHANCE, "150")[0] == "chance/building-loan"


def test_a_board_without_search_words_prints_the_same() -> None:
    """As in games that were begun before there were any."""
    london = shipped_board("london")
    before = replace(london, chance=tuple(replace(card, search="") for card in london.chance))
    assert is_shipped(before)
    assert not is_shipped(replace(before, luxury_tax=london.luxury_tax + 1))
    assert not is_shipped(replace(before, key="ours"))


def test_search_words_may_be_longer_than_a_name() -> None:
    assert max(len(search) for key in SHIPPED for search in all_cards(shipped_board(key)).values()) <= MAX_SEARCH
