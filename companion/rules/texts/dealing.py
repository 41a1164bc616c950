"""Deals, mortgages, debt, bankruptcy and the end."""

from companion.rules.board import Board
from companion.rules.editions import BankruptDeeds, MortgageNeeds, Rules, When
from companion.rules.texts import WHAT_THAT_MEANS, WHEN, ordinal, unsaid


def dealing(rules: Rules, board: Board) -> dict[str, str]:
    when = f"You may trade {WHEN[rules.deal_when]}. {WHAT_THAT_MEANS[rules.deal_when]}"
    if rules.deal_when is When.ANY_TIME:
        when += f" {unsaid('DEAL-5')}"
    else:
        when += " A player in debt may trade anyway."
    bare = "You can mortgage a lot when no building stands on any lot of its group. " + unsaid("MORT-1")
    if rules.mortgage_needs is MortgageNeeds.BARE_LOT:
        bare = "You can mortgage a lot when no building stands on it. Other lots of its group may keep theirs."
    return {
        "DEAL-1": "Two players may trade deeds without buildings, cash and jail cards if both agree. "
        "Ours: at least one deed or jail card has to change hands, because money alone would be a loan.",
        "DEAL-2": "You cannot trade a lot while a building stands anywhere on its group.",
        "DEAL-3": f"No {board.words.house} and no {board.words.hotel} goes from player to player. Only the "
        "Bank takes them back.",
        "DEAL-4": "If you get a mortgaged deed you choose at once: pay off the mortgage value and 10% more, or pay "
        "only the 10% and leave it mortgaged. Paying it off later costs the 10% again. "
        "If you are short of cash, you owe it to the Bank.",
        "DEAL-5": when,
        "MORT-1": bare,
        "MORT-2": "The Bank gives you the mortgage value on the deed, usually half the price.",
        "MORT-3": "To pay off a mortgage you pay its value and 10% more.",
        "MORT-4": "A mortgaged property still belongs to you, and only you can pay off the mortgage.",
        "MORT-5": f"You may mortgage and pay off mortgages {WHEN[When.ANY_TIME]}. {WHAT_THAT_MEANS[When.ANY_TIME]} "
        "To pay, to buy or to bid you may always mortgage. " + unsaid("MORT-5"),
    }


def debt(rules: Rules, _: Board) -> dict[str, str]:
    to_a_player = "If you are bankrupt to a player, the Bank takes your buildings at half price. "
    if rules.bankrupt_deeds is BankruptDeeds.MORTGAGED_FIRST:
        to_a_player += (
            "Then every deed that is not mortgaged yet is mortgaged. All your cash, including the money this raises, "
            "your deeds and your jail cards go to that player."
        )
    else:
        to_a_player += (
            "All your cash, deeds and jail cards go to that player; a deed without a mortgage passes without one."
        )
    if rules.last_buildings_stand:
        to_a_player += " In the bankruptcy that ends this game the buildings stay standing and go with the deeds."
    to_the_bank = (
        "Your deeds are auctioned at once; your buildings are not. "
        "Ours: the deeds come up in the order of the board, and there are no auctions if the game ends there."
    )
    if not rules.auctions:
        to_the_bank = "At this table your deeds then stay with the Bank."
    ends = ["when one player is left"]
    if rules.ends_at:
        ends.append(f"at the {ordinal(rules.ends_at)} bankruptcy")
    if rules.timed:
        ends.append("when the agreed time is up")
    winning = "The last player left in the game wins."
    if len(ends) > 1:
        winning = f"This game ends {' or '.join(ends)}, whichever comes first. The richest player wins."
    return {
        "DEBT-1": "If you owe more cash than you have, you must raise the rest first: sell buildings, mortgage or "
        "trade.",
        "DEBT-2": "You are bankrupt only if the debt is more than your cash, half the price of your buildings "
        "and the mortgage value of your unmortgaged deeds, all together. You have to say so yourself; "
        "a deal may still save you.",
        "DEBT-3": "Ours: if you have several debts, each is paid on its own, in order from your left. "
        "The first one you cannot pay takes everything.",
        "BANKRUPT-1": to_a_player,
        "BANKRUPT-2": "For each mortgaged deed the new owner must at once either pay 10% of the mortgage value or pay "
        "it off. " + unsaid("BANKRUPT-2") + " Ours: nothing is paid if the game ends there.",
        "BANKRUPT-3": f"If you are bankrupt to the Bank you hand in everything. {to_the_bank}",
        "BANKRUPT-4": "Deeds the Bank gets by a bankruptcy are free of mortgages for their next owner. "
        + unsaid("BANKRUPT-4"),
        "BANKRUPT-5": "The Bank puts jail cards back under their decks, and keys with the other keys.",
        "WIN-1": winning,
    }
