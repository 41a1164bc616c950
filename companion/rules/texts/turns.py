"""Setting up, the Bank, a turn, the salary and the corner where nothing happens."""

from companion.rules.board import Board
from companion.rules.cards import DECK_SIZE, Deck
from companion.rules.editions import Banker, Cards, Lending, Rules
from companion.rules.lists import and_list
from companion.rules.texts import number, silent_books, unsaid

_LENDING = {
    Lending.NO_MONEY: "Players must not lend each other money.",
    Lending.NO_PROPERTY: "Players must not lend each other money or property.",
    Lending.DEEDS_FOR_DEBTS: "Players must not lend each other money, but a deed may help to pay a debt to a player.",
    Lending.NO_PROMISES: "Players must not lend each other money, or promise anything about later rent.",
}


def setting_up(rules: Rules, board: Board) -> dict[str, str]:
    houses, hotels = board.words.houses, board.words.hotels
    decks = and_list(board.deck_name(deck) for deck in Deck)
    players = f"Two to {number(rules.players_max)} players can play."
    if rules.players_max == 8:
        players += f" {unsaid('SETUP-1')}"
    cash = f"Everyone starts with {board.money(rules.starting_cash)}. "
    cash += f"In {silent_books('SETUP-2')} {board.money(1500)} is our rule: the book does not say."
    if rules.speed_cash and not rules.speed_die:
        cash += f" With the Speed Die everyone starts with {board.money(rules.starting_cash + rules.speed_cash)}."
    stock = f"The Bank starts with {rules.houses} {houses} and {rules.hotels} {hotels}. There are no more."
    if rules.unlimited_buildings:
        stock = f"At this table the Bank never runs out of {houses} and {hotels}."
    banker = "With more than five players the Banker may choose only to bank."
    if rules.banker is Banker.PLAYS:
        banker = "One of the players is the Banker."
    cards = f"{decks} are two decks of {DECK_SIZE} cards. Shuffling them before the first turn is our rule."
    if rules.cards is Cards.TASK:
        cards = (
            f"There are no cards. {decks} are two lists of {DECK_SIZE} tasks, numbered 3 to 18, "
            "and a roll of three dice picks one."
        )
    return {
        "SETUP-1": players,
        "SETUP-2": cash,
        "SETUP-3": stock,
        "SETUP-4": "Everybody rolls two dice, and the highest total starts. After that the turn passes to the left. "
        "Ours: if several players tie for the highest total, they roll again.",
        "SETUP-5": f"{banker} Ours: at any table somebody may be the Banker without playing.",
        "SETUP-6": cards,
        "SETUP-7": f"Every token starts on {board.names['go']}. Starting there earns no salary.",
        "BANK-1": "The Bank can always pay. If the box runs out of notes, the companion still knows what everyone has.",
        "BANK-2": f"Only the Bank lends money, and only on a mortgage. {_LENDING[rules.lending]}",
    }


def a_turn(rules: Rules, board: Board) -> dict[str, str]:
    go, jail, parking = (board.names[name] for name in ("go", "jail", "parking"))
    salary = (
        f"You get {board.money(rules.salary)} every time your token moves forward and lands on {go} or passes it, "
        "whether the dice or a card moved you."
    )
    if rules.double_on_go:
        salary += f" At this table landing exactly on {go} pays {board.money(2 * rules.salary)}."
    free_parking = f"Nothing happens on {parking}. Fines and taxes go to the Bank."
    if rules.pot is not None:
        free_parking = (
            f"At this table taxes, card fines, repairs and fines for leaving {jail} go under {parking}. "
            "Whoever lands there takes all of it."
        )
    if rules.pot:
        free_parking += f" The Bank puts in {board.money(rules.pot)} at the start, and again each time it is taken."
    return {
        "TURN-1": "On your turn you roll two dice, move your token clockwise by their total, and do what the "
        "space says.",
        "TURN-2": "Two equal dice are called doubles. Act on the space you reach, and then roll once more.",
        "TURN-3": f"If you roll doubles for the third time in one turn, you go straight to {jail}. You do not move by "
        "that roll, and your turn is over.",
        "TURN-4": "Any number of tokens may stand on one space.",
        "GO-1": salary,
        "GO-2": "Each trip around the board pays once. You can still earn two salaries in one turn: the dice take you "
        f"past {go}, and then a card brings you to {go} again.",
        "GO-3": f"If you are sent to {jail} you get nothing for {go}, wherever you came from.",
        "GO-4": f"Ours: the salary is paid as your token passes {go}, before you act on the space. "
        f"You keep it even if a card then sends you to {jail}.",
        "FREE-1": free_parking,
    }
