"""What a list of moves says, and in which order: the tasks of a book without decks, and the Banker's corrections."""

from companion.play.options import Option, options
from companion.rules import Needs
from companion.rules.cards import Deck
from companion.rules.commands import CorrectJailCards, DrawCard, MoveMoney, UseJailCard
from companion.rules.ids import BANK, POT
from companion.rules.pending_steps import TaskDue
from companion.rules.state import Game
from tests.kit import ANN, BEN, CY, game


def of_kind(table: Game, kind: type) -> list[Option]:
    return [option for option in options(table) if isinstance(option.command, kind)]


def test_tasks_are_listed_by_their_numbers_after_the_roll() -> None:
    table = game("keys-2010", thrown=True, pending=(TaskDue(ANN, Deck.CHANCE),))
    assert options(table)[0].label == "Roll three dice for a task"
    labels = [option.label for option in of_kind(table, DrawCard)]
    numbers = [int(label.split()[1].rstrip(":")) for label in labels]
    assert numbers == sorted(numbers) == [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18]
    assert labels[4:6] == ["Chance 7 or 12: forward to the nearest railroad, double rent", "Chance 8: to Jail"]
    assert all(option.banker for option in of_kind(table, DrawCard))


def test_who_holds_both_jail_cards_chooses_one() -> None:
    both = of_kind(game(jailed={"Ann": 0}, jail_cards={"Ann": 2}), UseJailCard)
    assert [(option.label, option.command) for option in both] == [
        ("Use the Chance card to leave Jail", UseJailCard(ANN, "chance")),
        ("Use the Community Chest card to leave Jail", UseJailCard(ANN, "chest")),
    ]
    (one,) = of_kind(game(jailed={"Ann": 0}, jail_cards={"Ann": 1}), UseJailCard)
    assert (one.label, one.command) == ("Use the card to leave Jail", UseJailCard(ANN))


def test_money_moves_between_everybody_still_in_the_bank_and_a_pot() -> None:
    (option,) = of_kind(game(bankrupt=["Cy"]), MoveMoney)
    assert option.needs is Needs.MONEY
    assert option.choices == ((ANN, "Ann"), (BEN, "Ben"), (BANK, "the Bank"))
    (option,) = of_kind(game(options={"free-parking-pot": True}), MoveMoney)
    assert option.choices == ((ANN, "Ann"), (BEN, "Ben"), (CY, "Cy"), (BANK, "the Bank"), (POT, "the pot"))


def test_jail_cards_are_corrected_to_what_nobody_else_holds() -> None:
    table = game(jail_cards={"Ann": 1})  # the one of Chance
    ann, ben, _ = of_kind(table, CorrectJailCards)
    assert ann.choices == (
        ("0 ", "no card to leave Jail"),
        ("1 chest", "the Community Chest card to leave Jail"),
        ("2 ", "2 cards to leave Jail"),
    )
    assert ben.choices == (("1 chest", "the Community Chest card to leave Jail"),)
    keys = of_kind(game("keys-2010", jail_cards={"Ann": 4}), CorrectJailCards)
    assert [value for value, _ in keys[1].choices] == ["1 ", "2 "]
    assert keys[0].choices[1] == ("1 ", "1 key to leave Jail")
