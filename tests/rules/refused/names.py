"""Names, which are numbers here, and dice."""

from companion.rules import Code
from companion.rules.commands import (
    AuctionBuilding,
    Build,
    ChooseSteps,
    DrawCard,
    Roll,
    SetHouseRule,
    Throw,
)
from tests.kit import ANN, game, new_game, play, rules_of
from tests.rules.refused.case import (
    Case,
    fresh,
    jailed,
)

NAMES = [
    # names, by number here; names in words are the record's, and so is `ambiguous-name`
    Case(Code.UNKNOWN_NAME, fresh, Build(ANN, 28), "There is no such deed.", ("SETUP-1",)),
    Case(Code.UNKNOWN_NAME, fresh, Roll(3, (1, 2)), "There is no such player.", ("SETUP-1",)),
    Case(Code.UNKNOWN_NAME, fresh, AuctionBuilding("castle"), "There is no such building.", ("SETUP-1",)),
    Case(
        Code.UNKNOWN_NAME,
        play(game(), Roll(ANN, (3, 4))),
        DrawCard(ANN, "chance/advance-to-bed"),
        "There is no card chance/advance-to-bed.",
        ("CARD-1",),
    ),
    Case(
        Code.UNKNOWN_NAME,
        fresh,
        SetHouseRule("gold-on-go", value=True, reason="agreed"),
        "There is no house rule gold-on-go.",
        ("HOUSE-1",),
    ),
    Case(
        Code.UNKNOWN_NAME,
        fresh,
        SetHouseRule("salary", value=True, reason="agreed"),
        "Salary takes an amount.",
        ("HOUSE-1",),
    ),
    Case(
        Code.UNKNOWN_NAME,
        fresh,
        SetHouseRule("salary", value=-1, reason="agreed"),
        "Salary takes an amount.",
        ("HOUSE-1",),
    ),
    Case(
        Code.UNKNOWN_NAME,
        fresh,
        SetHouseRule("double-on-go", value=5, reason="agreed"),
        "Double-on-go takes on or off.",
        ("HOUSE-1",),
    ),
    # dice
    Case(Code.BAD_DICE, fresh, Roll(ANN, (1, 2, 3)), "Ann rolls 2 dice here, with faces 1 to 6.", ("TURN-1",)),
    Case(Code.BAD_DICE, fresh, Roll(ANN, (7, 2)), "Ann rolls 2 dice here, with faces 1 to 6.", ("TURN-1",)),
    Case(Code.BAD_DICE, fresh, Roll(ANN, (2, 7)), "Ann rolls 2 dice here, with faces 1 to 6.", ("TURN-1",)),
    Case(Code.BAD_DICE, jailed, Roll(ANN, (1, 7)), "Ann rolls 2 dice here, with faces 1 to 6.", ("JAIL-3",)),
    Case(
        Code.BAD_DICE,
        game("platinum-2010", variants=["speed"]),
        Roll(ANN, (1, 2), "bus"),
        "Ann does not roll the Speed Die here.",
        ("SPEED-2", "TURN-1"),
    ),
    Case(
        Code.BAD_DICE,
        game("platinum-2010", variants=["speed"], lapped=["Ann"]),
        Roll(ANN, (1, 2)),
        "Ann rolls the Speed Die, too.",
        ("SPEED-2", "TURN-1"),
    ),
    Case(
        Code.BAD_DICE,
        game("platinum-2010", variants=["speed"], lapped=["Ann"], jailed={"Ann": 0}),
        Roll(ANN, (1, 2), "bus"),
        "The Speed Die is not rolled to leave Jail.",
        ("SPEED-9",),
    ),
    Case(
        Code.BAD_DICE,
        play(game("platinum-2010", variants=["speed"], lapped=["Ann"]), Roll(ANN, (2, 5), "bus")),
        ChooseSteps(ANN, 3),
        "The Bus goes 2, 5 or 7 spaces.",
        ("SPEED-4",),
    ),
    Case(
        Code.BAD_DICE,
        play(game("keys-2010"), Roll(ANN, (3, 4))),
        Throw(ANN, (1, 2)),
        "Ann rolls 3 dice here, with faces 1 to 6.",
        ("CARD-1",),
    ),
    Case(
        Code.BAD_DICE,
        play(game("keys-2010"), Roll(ANN, (3, 4))),
        Throw(ANN, (1, 2, 3), "bus"),
        "A task is rolled for with three plain dice.",
        ("CARD-1",),
    ),
    Case(
        Code.BAD_DICE,
        new_game(rules_of("platinum-2010", ["speed"]), ("Ann", "Ben")),
        Throw(ANN, (1, 2), "bus"),
        "The roll for the start is made with two dice.",
        ("SETUP-4",),
    ),
]
