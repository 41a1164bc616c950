"""Cards, taxes and Jail."""

from companion.rules.cards import CARDS
from companion.rules.editions import Cards, FineLeads, Rules
from companion.rules.phrases import money
from companion.rules.texts import Row, number, ordinal


def _drawing(rules: Rules) -> str:
    if rules.cards is Cards.TASK:
        return (
            "Roll three dice and carry out the task with that number. Chance 8 sends you to Jail; "
            "the numbers of the other tasks are ours."
        )
    return "Take the top card of the deck, do what it says, and put it back underneath."


def _jail_card(rules: Rules) -> str:
    if rules.jail_keys:
        return (
            f"A plastic key lets you out of Jail. There are {number(rules.jail_keys)}. Keep yours until you "
            "use it, and then put it back with the others; or sell it to another player. In these rules a jail card "
            "means such a key. Ours: when no key is left, you get none."
        )
    return (
        "The card that lets you out of Jail stays with you until you use it, and then goes back under its deck. "
        "You may also sell it to another player."
    )


def _fines(rules: Rules) -> str:
    if rules.pot is None:
        return "A fine on a card is paid to the Bank."
    return "At this table a fine on a card waits under Free Parking."


def _amounts(rules: Rules) -> str:
    changed = [card for cards in CARDS.values() for card in cards if card.amount != card.later]
    sums = ", ".join(f"{card.meaning} {money(card.later if rules.later_amounts else card.amount)}" for card in changed)
    return f"Most cards have the same amounts in all printings. In this one, those that differ are: {sums}."


def _income_tax(rules: Rules) -> str:
    if not rules.income_tax_percent:
        return f"Income Tax costs {money(rules.income_tax)}. There is nothing to choose."
    return (
        f"Income Tax costs {money(rules.income_tax)}, or {rules.income_tax_percent}% of everything you are worth. "
        "You have to choose before anyone adds it up."
    )


def _worth(rules: Rules) -> str:
    if not rules.income_tax_percent:
        return "Income Tax is a fixed amount here, whatever you are worth."
    return (
        "For Income Tax you are worth your cash, the printed price of all your property, mortgaged or not, and the "
        "printed price of your buildings. A hotel counts as the houses turned in for it and one more."
    )


def _luxury_tax(rules: Rules) -> str:
    return f"Luxury Tax costs {money(rules.luxury_tax)}."


def _doubles(rules: Rules) -> str:
    turns = "In your next turn" if rules.jail_turns == 1 else f"In each of your next {number(rules.jail_turns)} turns"
    return (
        f"{turns} you may roll to leave Jail. Doubles let you out: move by that roll, and do not roll again. "
        "Where a book does not say, we play the same."
    )


def _fine(rules: Rules) -> str:
    turns = min(rules.fine_turns, rules.jail_turns)
    if rules.jail_turns == 1:
        which, ours = "in your next turn", ""
    elif turns == rules.jail_turns:
        which, ours = f"in any of your {number(turns)} turns there", " Paying in all of them is our rule."
    else:
        which = "in your " + " or ".join(ordinal(turn) for turn in range(1, turns + 1)) + " turn there"
        ours = " That the last turn is too late is our rule." if rules.fine_leads is FineLeads.TO_NEXT_TURN else ""
    if rules.fine_leads is FineLeads.TO_NEXT_TURN:
        return (
            f"You may pay {money(rules.fine)} instead of rolling, {which}. You are out and your turn ends; "
            f"in your next one you roll as usual.{ours}"
        )
    return f"You may pay {money(rules.fine)} before you roll, {which}. Then you roll and move as usual.{ours}"


def _last_throw(rules: Rules) -> str:
    roll = "roll" if rules.jail_turns == 1 else f"{ordinal(rules.jail_turns)} roll"
    return (
        f"If your {roll} in Jail is not doubles, you pay {money(rules.fine)} and then move by it. "
        "It is too late for a card. If you do not have the cash, the fine is a debt, and your token waits until you "
        "have paid it."
    )


def _from_jail(rules: Rules) -> str:
    acts = (
        "build, sell, mortgage, trade, bid and collect rent"
        if rules.rent_in_jail
        else ("build, sell, mortgage, trade and bid")
    )
    return f"In Jail you may still {acts}. One book only names the rent; the rest is our rule there."


CARDS_AND_TAXES: tuple[Row, ...] = (
    ("CARD-1", "Drawing and obeying", _drawing),
    ("CARD-2", "Keeping a way out", _jail_card),
    ("CARD-3", "Where card fines go", _fines),
    (
        "CARD-4",
        "The nearest railroad or utility",
        "Sent to the nearest railroad, you owe double rent. Sent to the nearest utility, you roll again and owe ten "
        "times that roll, however many its owner has. You owe nothing if it is mortgaged or your own. "
        "If nobody owns it, you may buy it.",
    ),
    (
        "CARD-5",
        "Each player, each building",
        "A card that says each player means all others who are still in the game. Repairs cost one amount for a house "
        "and another for a hotel; a hotel does not count as houses too.",
    ),
    ("CARD-6", "The amounts on the cards", _amounts),
    (
        "CARD-7",
        "Three spaces back",
        "When a card moves you three spaces back, act on that space as usual. You get no salary.",
    ),
    ("TAX-1", "Landing on Income Tax", _income_tax),
    ("TAX-2", "What you are worth", _worth),
    ("TAX-3", "Landing on Luxury Tax", _luxury_tax),
    (
        "ROUND-1",
        "Parts of a dollar",
        "Ours: when 10% of an amount is not a whole number, it is rounded up. "
        "Later deeds do the same: they print 83 to pay off 75.",
    ),
)
JAIL: tuple[Row, ...] = (
    (
        "JAIL-1",
        "Three ways into Jail",
        "You go to Jail from the Go To Jail space, by a card, or by your third doubles in one turn. Your turn ends.",
    ),
    (
        "JAIL-2",
        "Just visiting the Jail",
        "If an ordinary move ends on the Jail space, you are just visiting. Nothing happens.",
    ),
    ("JAIL-3", "Out by doubles", _doubles),
    ("JAIL-4", "Out by the fine", _fine),
    (
        "JAIL-5",
        "Out by a card",
        "Before your roll you may use a card or key that lets you out, even one you just bought from another player. "
        "Then you roll and move as usual.",
    ),
    ("JAIL-6", "When the last roll fails", _last_throw),
    ("JAIL-7", "What you may do inside", _from_jail),
    (
        "JAIL-8",
        "Doubles after fine or card",
        "If a fine or a card has let you out, your roll is like any other: doubles give you another one.",
    ),
)
