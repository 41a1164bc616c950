"""Every rule of the game as a clause with an id, a title and, for given `Rules`, a text in our own words."""

from collections.abc import Callable

from msgspec import Struct

from companion.rules.board import Board
from companion.rules.editions import Rules
from companion.rules.texts import buildings, cards_and_jail, dealing, owning, turns, variants

Texts = Callable[[Rules, Board], dict[str, str]]


class Clause(Struct, frozen=True):
    """One rule. `texts` gives the texts of its whole topic, since books, boards and tables differ."""

    id: str
    topic: str
    heading: str  # with places for the names on a board
    texts: Texts

    def title(self, board: Board) -> str:
        return self.heading.format_map(board.names)

    def text(self, rules: Rules, board: Board) -> str:
        return self.texts(rules, board)[self.id]


_TOPICS: dict[str, tuple[Texts, dict[str, str]]] = {
    "Setting up": (
        turns.setting_up,
        {
            "SETUP-1": "How many can play",
            "SETUP-2": "Money to start with",
            "SETUP-3": "Buildings in stock",
            "SETUP-4": "Who has the first turn",
            "SETUP-5": "Who is the Banker",
            "SETUP-6": "{chance} and {chest}",
            "SETUP-7": "Tokens start on {go}",
            "BANK-1": "The Bank always has money",
            "BANK-2": "No loans between players",
        },
    ),
    "A turn": (
        turns.a_turn,
        {
            "TURN-1": "Roll, move and act",
            "TURN-2": "Doubles roll again",
            "TURN-3": "Third doubles go to {jail}",
            "TURN-4": "Sharing a space is fine",
            "GO-1": "Salary at {go}",
            "GO-2": "One salary each time around",
            "GO-3": "No salary towards {jail}",
            "GO-4": "When the salary is paid",
            "FREE-1": "Landing on {parking}",
        },
    ),
    "Buying and auctions": (
        owning.buying,
        {
            "BUY-1": "Buying where you land",
            "BUY-2": "What is not bought",
            "AUCTION-1": "The lowest first bid",
            "AUCTION-2": "Bids are cash",
            "AUCTION-3": "The highest bid must buy",
        },
    ),
    "Rent": (
        owning.rent,
        {
            "RENT-1": "Rent printed on the deed",
            "RENT-2": "Double rent for complete groups",
            "RENT-3": "No rent when mortgaged",
            "RENT-4": "Rent of the {railroads}",
            "RENT-5": "Rent of the {utilities}",
            "RENT-6": "Asking for rent in time",
            "RENT-7": "Rent for owners in {jail}",
            "RENT-8": "Your own property",
        },
    ),
    "Cards and taxes": (
        cards_and_jail.cards_and_taxes,
        {
            "CARD-1": "Drawing and obeying",
            "CARD-2": "Keeping a way out",
            "CARD-3": "Where card fines go",
            "CARD-4": "The nearest {railroad} or {utility}",
            "CARD-5": "Each player, each building",
            "CARD-6": "The amounts on the cards",
            "CARD-7": "Go back 3 spaces",
            "TAX-1": "Landing on {income_tax}",
            "TAX-2": "What you are worth",
            "TAX-3": "Landing on {luxury_tax}",
            "ROUND-1": "Parts of a unit",
        },
    ),
    "Jail": (
        cards_and_jail.jail,
        {
            "JAIL-1": "Three ways into {jail}",
            "JAIL-2": "Just visiting in {jail}",
            "JAIL-3": "Out by doubles",
            "JAIL-4": "Out by the fine",
            "JAIL-5": "Out by a card",
            "JAIL-6": "When the last roll fails",
            "JAIL-7": "What you may do inside",
            "JAIL-8": "Doubles after fine or card",
        },
    ),
    "Buildings": (
        buildings.buildings,
        {
            "BUILD-1": "Complete groups may build",
            "BUILD-2": "Keep the group even",
            "BUILD-3": "Not beside a mortgage",
            "BUILD-4": "From {houses} to {a_hotel}",
            "BUILD-5": "Nothing above {a_hotel}",
            "BUILD-6": "When you may build",
            "STOCK-1": "When none are left",
            "STOCK-2": "Auction of scarce buildings",
            "SELL-1": "Selling buildings back",
            "SELL-2": "Taking down {a_hotel}",
            "SELL-3": "Too few {houses} for {a_hotel}",
        },
    ),
    "Dealing and mortgages": (
        dealing.dealing,
        {
            "DEAL-1": "What can be traded",
            "DEAL-2": "Not from a built group",
            "DEAL-3": "Buildings are not traded",
            "DEAL-4": "Getting a mortgaged deed",
            "DEAL-5": "When you may trade",
            "MORT-1": "No buildings on a mortgaged lot",
            "MORT-2": "What a mortgage brings",
            "MORT-3": "Paying off a mortgage",
            "MORT-4": "It stays your property",
            "MORT-5": "When you may mortgage",
        },
    ),
    "Debt, bankruptcy, the end": (
        dealing.debt,
        {
            "DEBT-1": "Raising the money",
            "DEBT-2": "When you may go bankrupt",
            "DEBT-3": "More than one debt",
            "BANKRUPT-1": "Bankrupt to a player",
            "BANKRUPT-2": "Mortgages the creditor gets",
            "BANKRUPT-3": "Bankrupt to the Bank",
            "BANKRUPT-4": "Mortgages the Bank gets",
            "BANKRUPT-5": "Jail cards the Bank gets",
            "WIN-1": "Who wins the game",
        },
    ),
    "Shorter games": (
        variants.shorter_games,
        {
            "SHORT-1": "Deeds dealt before play",
            "SHORT-2": "Three {houses} for {a_hotel}",
            "SHORT-3": "{jail} in the short game",
            "SHORT-4": "Tax in the short game",
            "SHORT-5": "When the short game ends",
            "SHORT-6": "Adding up at the end",
            "SHORT-7": "The richest wins",
            "SHORT-8": "What {a_hotel} then counts",
            "TIMED-1": "Playing against the clock",
            "TIMED-2": "Deeds for the timed game",
        },
    ),
    "Speed Die": (
        variants.speed_die,
        {
            "SPEED-1": "More money to start",
            "SPEED-2": "When you get the die",
            "SPEED-3": "Faces one to three",
            "SPEED-4": "Choosing with the Bus",
            "SPEED-5": "Mr. M goes further",
            "SPEED-6": "White dice make doubles",
            "SPEED-7": "Three of a kind",
            "SPEED-8": "{jail} ends the turn",
            "SPEED-9": "The die in {jail}",
            "SPEED-10": "The die and the {utilities}",
        },
    ),
    "At the table": (
        variants.at_the_table,
        {
            "LEAVE-1": "Leaving before the end",
            "END-1": "Stopping the game early",
            "CORRECT-1": "Correcting a mistake",
            "CORRECT-2": "Correcting money in one act",
            "UNDO-1": "Undo and redo",
            "HOUSE-1": "Changing a house rule",
        },
    ),
}
CLAUSES: dict[str, Clause] = {
    id: Clause(id, topic, heading, texts)
    for topic, (texts, headings) in _TOPICS.items()
    for id, heading in headings.items()
}


def differences(first: Rules, second: Rules, board: Board) -> dict[str, tuple[str, str]]:
    """The clauses whose texts differ between two sets of rules, with both texts."""
    texts = {id: (clause.text(first, board), clause.text(second, board)) for id, clause in CLAUSES.items()}
    return {id: pair for id, pair in texts.items() if pair[0] != pair[1]}
