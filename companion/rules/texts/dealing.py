"""Deals, mortgages, debt, bankruptcy and the end."""

from companion.rules.editions import BankruptDeeds, MortgageNeeds, Rules, When
from companion.rules.texts import WHAT_THAT_MEANS, WHEN, Row, ordinal


def _dealing_when(rules: Rules) -> str:
    text = f"You may trade {WHEN[rules.deal_when]}. {WHAT_THAT_MEANS[rules.deal_when]}"
    if rules.deal_when is When.ANY_TIME:
        return text + " Where a book names no time, this is our rule."
    return text + " A player in debt may trade anyway."


def _bare(rules: Rules) -> str:
    if rules.mortgage_needs is MortgageNeeds.BARE_LOT:
        return "You can mortgage a lot when no building stands on it. Other lots of its group may keep theirs."
    return (
        "You can mortgage a lot when no building stands on any lot of its group. "
        "Where a book does not say which lots, this is our rule."
    )


def _to_a_player(rules: Rules) -> str:
    text = "If you are bankrupt to a player, the Bank takes your buildings at half price. "
    if rules.bankrupt_deeds is BankruptDeeds.MORTGAGED_FIRST:
        text += (
            "Every deed that is not mortgaged yet is mortgaged then. All your cash, the money so raised, your deeds "
            "and your jail cards go to that player."
        )
    else:
        text += "All your cash, deeds and jail cards go to that player; a deed without a mortgage passes without one."
    if rules.last_buildings_stand:
        text += " In the bankruptcy that ends this game the buildings stay standing and go with the deeds."
    return text


def _to_the_bank(rules: Rules) -> str:
    text = "If you are bankrupt to the Bank you hand in everything. "
    if not rules.auctions:
        return text + "At this table your deeds then stay with the Bank."
    return text + (
        "Your deeds are auctioned at once; your buildings are not. "
        "Ours: the deeds come up in the order of the board, and none do if the game ends there."
    )


def _winning(rules: Rules) -> str:
    ends = ["when one player is left"]
    if rules.ends_at:
        ends.append(f"at the {ordinal(rules.ends_at)} bankruptcy")
    if rules.timed:
        ends.append("when the agreed time is up")
    if len(ends) == 1:
        return "When all others are out, the one who is left wins."
    return f"This game ends {' or '.join(ends)}, whichever comes first. The richest player wins."


DEALING: tuple[Row, ...] = (
    (
        "DEAL-1",
        "What can be traded",
        "Two players may trade deeds without buildings, cash and jail cards if both agree. "
        "Ours: at least one deed or jail card has to change hands, because money alone would be a loan.",
    ),
    ("DEAL-2", "Not from a built group", "A lot cannot be traded while a building stands anywhere on its group."),
    (
        "DEAL-3",
        "Buildings are not traded",
        "Houses and hotels never go from player to player. Only the Bank takes them back.",
    ),
    (
        "DEAL-4",
        "Getting a mortgaged deed",
        "If you get a mortgaged deed you choose at once: pay off the mortgage value and 10% more, or pay only the "
        "10% and leave it mortgaged. Paying it off later costs the 10% again. "
        "If you are short of cash, you owe it to the Bank.",
    ),
    ("DEAL-5", "When you may trade", _dealing_when),
    ("MORT-1", "Only bare lots are mortgaged", _bare),
    (
        "MORT-2",
        "What a mortgage brings",
        "The Bank gives you the mortgage value on the deed, which is half the price.",
    ),
    ("MORT-3", "Paying off a mortgage", "To pay off a mortgage you pay its value and 10% more."),
    (
        "MORT-4",
        "It stays your property",
        "A mortgaged property still belongs to you, and only you can pay off the mortgage.",
    ),
    (
        "MORT-5",
        "When you may mortgage",
        f"You may mortgage and pay off mortgages {WHEN[When.ANY_TIME]}. {WHAT_THAT_MEANS[When.ANY_TIME]} "
        "To pay, to buy or to bid you may always mortgage. Where a book names no time, this is our rule.",
    ),
)
DEBT: tuple[Row, ...] = (
    (
        "DEBT-1",
        "Raising the money",
        "If you owe more cash than you have, you must raise the rest first: sell buildings, mortgage or trade.",
    ),
    (
        "DEBT-2",
        "When you may go bankrupt",
        "You are bankrupt only if the debt is more than your cash, half the printed price of your buildings and the "
        "mortgage value of your unmortgaged deeds, all together. You have to say so yourself; "
        "a deal may still save you.",
    ),
    (
        "DEBT-3",
        "More than one debt",
        "Ours: if you have several debts, each is paid on its own, in order from your left. "
        "The first one you cannot pay takes everything.",
    ),
    ("BANKRUPT-1", "Bankrupt to a player", _to_a_player),
    (
        "BANKRUPT-2",
        "Mortgages the creditor gets",
        "For each mortgaged deed the new owner must at once either pay 10% of the mortgage value or pay it off. "
        "One book does not say so; we play it there too. Ours: nothing is paid if the game ends there.",
    ),
    ("BANKRUPT-3", "Bankrupt to the Bank", _to_the_bank),
    (
        "BANKRUPT-4",
        "Mortgages the Bank gets",
        "Deeds the Bank gets by a bankruptcy are free of mortgages for their next owner. "
        "Where a book does not say, this is our rule.",
    ),
    (
        "BANKRUPT-5",
        "Jail cards the Bank gets",
        "The Bank puts jail cards back under their decks, and keys with the other keys.",
    ),
    ("WIN-1", "Who wins the game", _winning),
)
