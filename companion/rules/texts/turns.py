"""Setting up, the Bank, a turn, GO and Free Parking."""

from companion.rules.cards import CARDS, Deck
from companion.rules.editions import Banker, Cards, Lending, Rules
from companion.rules.phrases import money
from companion.rules.texts import Row, number

_DECK_SIZE = len(CARDS[Deck.CHANCE])


def _players(rules: Rules) -> str:
    text = f"Two to {number(rules.players_max)} players can play."
    return f"{text} Where a book gives no number, this is our rule." if rules.players_max == 8 else text


def _starting_cash(rules: Rules) -> str:
    text = f"Everyone starts with {money(rules.starting_cash)}. One book does not say; there {money(1500)} is our rule."
    if rules.speed_cash and not rules.speed_die:
        text += f" With the Speed Die everyone starts with {money(rules.starting_cash + rules.speed_cash)}."
    return text


def _buildings(rules: Rules) -> str:
    if rules.unlimited_buildings:
        return "At this table the Bank never runs out of houses and hotels."
    return f"The Bank starts with {rules.houses} houses and {rules.hotels} hotels. There are no more."


def _cards(rules: Rules) -> str:
    if rules.cards is Cards.TASK:
        return (
            f"There are no cards. Chance and Community Chest are two lists of {_DECK_SIZE} tasks, numbered 3 to 18, "
            "and a roll of three dice picks one."
        )
    return (
        f"Chance and Community Chest are two decks of {_DECK_SIZE} cards. "
        "Shuffling them before the first turn is our rule."
    )


def _salary(rules: Rules) -> str:
    text = (
        f"You get {money(rules.salary)} every time your token goes forward and lands on GO or passes it, "
        "whether the dice or a card moved you."
    )
    if rules.double_on_go:
        text += f" At this table landing exactly on GO pays {money(2 * rules.salary)}."
    return text


def _free_parking(rules: Rules) -> str:
    if rules.pot is None:
        return "Nothing happens on Free Parking. Fines and taxes go to the Bank."
    text = (
        "At this table taxes, card fines, repairs and Jail fines go under Free Parking. "
        "Whoever lands there takes all of it."
    )
    if rules.pot:
        text += f" The Bank puts in {money(rules.pot)} at the start, and again each time it is taken."
    return text


def _banker(rules: Rules) -> str:
    if rules.banker is Banker.PLAYS:
        text = "One of the players is the Banker."
    else:
        text = "With more than five players the Banker may choose only to bank."
    return f"{text} Ours: at any table somebody may be the Banker without playing."


_LENDING = {
    Lending.NO_MONEY: "Players lend each other no money.",
    Lending.NO_PROPERTY: "Players lend each other neither money nor property.",
    Lending.DEEDS_FOR_DEBTS: "Players lend each other no money, but a deed may help to pay a debt to a player.",
    Lending.NO_PROMISES: "Players lend each other no money, and promise nothing about later rent.",
}


def _lending(rules: Rules) -> str:
    return f"Only the Bank lends money, and only on a mortgage. {_LENDING[rules.lending]}"


SETTING_UP: tuple[Row, ...] = (
    ("SETUP-1", "How many can play", _players),
    ("SETUP-2", "Money to start with", _starting_cash),
    ("SETUP-3", "Houses and hotels in stock", _buildings),
    (
        "SETUP-4",
        "Who has the first turn",
        "Everybody rolls two dice, and the highest total starts. After that the turn passes to the left. "
        "Ours: if the highest total is shared, those players roll again.",
    ),
    ("SETUP-5", "Who is the Banker", _banker),
    ("SETUP-6", "Chance and Community Chest", _cards),
    ("SETUP-7", "Tokens start on GO", "Every token starts on GO. Starting there earns no salary."),
    (
        "BANK-1",
        "The Bank always has money",
        "The Bank can always pay. If the box runs out of notes, the companion still knows what everyone has.",
    ),
    ("BANK-2", "No loans between players", _lending),
)
A_TURN: tuple[Row, ...] = (
    (
        "TURN-1",
        "Roll, move and act",
        "In your turn you roll two dice, move your token clockwise by their total, and do what the space says.",
    ),
    (
        "TURN-2",
        "Doubles roll again",
        "Two equal dice are called doubles. Act on the space you reach, and then roll once more.",
    ),
    (
        "TURN-3",
        "Third doubles go to Jail",
        "Doubles for the third time in one turn send you straight to Jail. You do not walk by that roll, "
        "and your turn is over.",
    ),
    ("TURN-4", "Sharing a space is fine", "As many tokens as you like may stand on one space."),
    ("GO-1", "Salary at GO", _salary),
    (
        "GO-2",
        "One salary each time around",
        "Each trip around the board pays once. Two salaries in one turn are possible: the dice take you past GO, "
        "and a card then brings you to GO again.",
    ),
    ("GO-3", "No salary towards Jail", "If you are sent to Jail you get nothing for GO, wherever you came from."),
    (
        "GO-4",
        "When the salary is paid",
        "Ours: the salary is paid while your token passes GO, before you act on the space. "
        "You keep it even if a card then sends you to Jail.",
    ),
    ("FREE-1", "Landing on Free Parking", _free_parking),
)
