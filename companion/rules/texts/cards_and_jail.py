"""Cards, taxes and Jail."""

from companion.rules.board import Board
from companion.rules.cards import Deck
from companion.rules.editions import Cards, FineLeads, Rules
from companion.rules.lists import a
from companion.rules.phrases import describe_card
from companion.rules.texts import number, ordinal, silent_books, unsaid


def cards_and_taxes(rules: Rules, board: Board) -> dict[str, str]:
    words, jail, tax = board.words, board.names["jail"], board.names["income_tax"]
    drawing = "Take the top card of the deck, do what it says, and put it back underneath."
    if rules.cards is Cards.TASK:
        drawing = (
            "Roll three dice and carry out the task with that number. The numbers are ours until you put your own into "
            "the board's file. If the list in your box says something else, the Banker enters the task you read."
        )
        for deck in Deck:
            tasks = (f"\n{card.task} {describe_card(board, card)}" for card in board.task_list(deck))
            drawing += f"\n{board.deck_name(deck)}:{''.join(tasks)}"
    jail_card = (
        f"You keep the card that lets you out of {jail} until you use it. Then it goes back under its deck. "
        "You may also sell it to another player."
    )
    if rules.jail_keys:
        jail_card = (
            f"A plastic key lets you out of {jail}. There are {number(rules.jail_keys)}. Keep yours until you use it, "
            "and then put it back with the others. You may also sell it to another player. In these rules a jail card "
            "means such a key. Ours: when no key is left, you get none."
        )
    income_tax = f"{tax} costs {board.money(board.income_tax)}. There is nothing to choose."
    worth = f"{tax} is a fixed amount here, whatever you are worth."
    if rules.income_tax_percent:
        income_tax = (
            f"{tax} costs {board.money(board.income_tax)}, or {rules.income_tax_percent}% of everything you are "
            "worth. You have to choose before anyone adds it up."
        )
        worth = (
            f"For {tax} you are worth your cash, the price of all your property, mortgaged or not, and the "
            f"price of your buildings. One {words.hotel} counts as the {words.houses} turned in for it and one "
            "more."
        )
    return {
        "CARD-1": drawing,
        "CARD-2": jail_card,
        "CARD-3": "A fine on a card is paid to the Bank."
        if rules.pot is None
        else f"At this table fines on cards go under {board.names['parking']}.",
        "CARD-4": f"If a card sends you to the nearest {words.railroad}, you owe double rent. If it sends you to the "
        f"nearest {words.utility}, you roll again and owe ten times that roll, however many its owner has. "
        "You owe nothing if it is mortgaged or your own. If nobody owns it, you may buy it.",
        "CARD-5": "On a card, each player means everybody else who is still in the game. Repairs cost one amount for "
        f"{a(words.house)} and another for {a(words.hotel)}, which does not count as {words.houses} too.",
        "CARD-6": "You get or pay what your printing of the card says. Here the amounts are those of the board.",
        "CARD-7": "When a card moves you back 3 spaces, act on that space as usual. You get no salary.",
        "TAX-1": income_tax,
        "TAX-2": worth,
        "TAX-3": f"{board.names['luxury_tax']} costs {board.money(board.luxury_tax)}.",
        "ROUND-1": "Ours: when 10% of an amount is not a whole number, it is rounded up. "
        "Later deeds do the same: they print 83 to pay off 75.",
    }


def jail(rules: Rules, board: Board) -> dict[str, str]:
    place, sent_from = board.names["jail"], board.names["go_to_jail"]
    turns = "On your next turn" if rules.jail_turns == 1 else f"On each of your next {number(rules.jail_turns)} turns"
    last_roll = "roll" if rules.jail_turns == 1 else f"{ordinal(rules.jail_turns)} roll"
    acts = "build, sell, mortgage, trade and bid"
    if rules.rent_in_jail:
        acts = "build, sell, mortgage, trade, bid and collect rent"
    return {
        "JAIL-1": f"You go to {place} from the space {sent_from}, by a card, or by your third doubles in one turn. "
        "Your turn ends.",
        "JAIL-2": f"If an ordinary move ends on {place}, you are just visiting. Nothing happens.",
        "JAIL-3": f"{turns} you may roll to leave {place}. Doubles let you out: move by that roll, and do not roll "
        "again. " + unsaid("JAIL-3"),
        "JAIL-4": _paying_the_fine(rules, board),
        "JAIL-5": "Before your roll you may use a card or key that lets you out, even one you just bought from another "
        "player. Then you roll and move as usual.",
        "JAIL-6": f"If your {last_roll} in {place} is not doubles, you pay {board.money(rules.fine)} and then move by "
        "it. It is too late for a card. If you do not have the cash, the fine is a debt, and your token waits until "
        "you have paid it.",
        "JAIL-7": f"In {place} you may still {acts}. In {silent_books('JAIL-7')} the book only names the "
        "rent, and the rest is our rule.",
        "JAIL-8": "If a fine or a card has let you out, your roll is like any other: doubles let you roll again.",
    }


def _paying_the_fine(rules: Rules, board: Board) -> str:
    turns, ends_turn = min(rules.fine_turns, rules.jail_turns), rules.fine_leads is FineLeads.TO_NEXT_TURN
    ours = ""
    if rules.jail_turns == 1:
        which = "on your next turn"
    elif turns == rules.jail_turns:
        which, ours = f"on any of your {number(turns)} turns there", " Paying on all of them is our rule."
    else:
        which = "on your " + " or ".join(ordinal(turn) for turn in range(1, turns + 1)) + " turn there"
        ours = " That the last turn is too late is our rule." if ends_turn else ""
    if ends_turn:
        return (
            f"You may pay {board.money(rules.fine)} instead of rolling, {which}. You are out and your turn ends; "
            f"on your next one you roll as usual.{ours}"
        )
    return f"You may pay {board.money(rules.fine)} before you roll, {which}. Then you roll and move as usual.{ours}"
