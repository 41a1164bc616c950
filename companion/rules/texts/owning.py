"""Buying, auctions and rent."""

from companion.rules.board import Board
from companion.rules.editions import DoubleRent, RentAskedBy, Rules, UtilityThrow
from companion.rules.lists import a, or_list
from companion.rules.texts import silent_books

_ASKING = {
    RentAskedBy.NEXT_THROW: "Owners must ask for their rent before the next roll of the dice, or they lose it. "
    "After doubles, the payer's own next roll is already too late.",
    RentAskedBy.NEXT_PLAYER: "Owners must ask for their rent before the next player rolls, or they lose it. "
    "Further rolls by the payer after doubles do not matter.",
    RentAskedBy.SECOND_PLAYER: "Owners must ask for their rent before the second player after the payer rolls, "
    "or they lose it. Players who are out are skipped; with two players left it means the payer's own next turn.",
}


def buying(rules: Rules, board: Board) -> dict[str, str]:
    go = board.names["go"]
    buy = (
        "If you land on a property nobody owns, by the dice or by a card, you may buy it for its price. "
        "You may first sell buildings and mortgage deeds to raise the money."
    )
    not_bought = "If you do not buy it, it is auctioned at once. Everyone may bid, including you."
    if not rules.first_lap_buying:
        buy += f" At this table you may buy only after you have reached or passed {go} once."
        not_bought += f" At this table you may bid only after you have reached or passed {go} once."
    if not rules.auctions:
        not_bought = "At this table a property you do not buy stays with the Bank, without an auction."
    return {
        "BUY-1": buy,
        "BUY-2": not_bought,
        "AUCTION-1": f"The bidding for a deed may start at {board.money(1)}. Where any first bid is allowed, in "
        f"{silent_books('AUCTION-1')}, that is the lowest.",
        "AUCTION-2": "You cannot bid more than the cash you hold. "
        "During the auction you may sell buildings and mortgage deeds to raise more.",
        "AUCTION-3": "The highest bidder has to buy at that price. Ours: if nobody bids at all, the Bank keeps it.",
    }


def rent(rules: Rules, board: Board) -> dict[str, str]:
    double = "even while another lot of the group is mortgaged"
    if rules.double_rent is DoubleRent.UNMORTGAGED:
        double = "but only while no lot of the group is mortgaged"
    words, jail = board.words, board.names["jail"]
    one, both = board.utility_factors
    utilities = f"For {a(words.utility)} you pay {one} times the dice, or {both} times if its owner has both. "
    if rules.utility_throw is UtilityThrow.FRESH:
        utilities += "The player who landed there rolls again for it. Doubles in that roll mean nothing."
    else:
        utilities += "What counts is the roll that moved the token."
    asking = f"{_ASKING[rules.rent_asked_by]} The companion asks for the owner, so rent is paid at once."
    if rules.rent_claimed:
        asking = (
            f"{_ASKING[rules.rent_asked_by]} At this table owners have to ask. The landing settles what is owed "
            f"and to whom, whatever happens later. Only rolls to move or to leave {jail} count."
        )
    in_jail = f"An owner who is in {jail} still collects rent."
    if not rules.rent_in_jail:
        in_jail = f"At this table an owner who is in {jail} collects no rent."
    return {
        "RENT-1": "If you land on another player's property, you owe that player rent. "
        "The deed says how much, depending on the buildings on the lot.",
        "RENT-2": "When one player owns every lot of a colour group, its lots without buildings cost double rent, "
        f"{double}.",
        "RENT-3": "Nobody pays rent for a mortgaged property.",
        "RENT-4": f"For {a(words.railroad)} you pay {or_list(map(board.money, board.railroad_rents))} if its owner has "
        f"one, two, three or four of them. Ours: a mortgaged {words.railroad} still counts as owned.",
        "RENT-5": f"{utilities} Ours: a mortgaged {words.utility} still counts as owned.",
        "RENT-6": asking,
        "RENT-7": in_jail,
        "RENT-8": "If you land on your own property, nothing happens.",
    }
