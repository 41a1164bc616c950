"""Buying, auctions and rent."""

from companion.rules.deeds import RAILROAD_RENTS, UTILITY_FACTORS
from companion.rules.editions import DoubleRent, RentAskedBy, Rules, UtilityThrow
from companion.rules.texts import Row

_FIRST_LAP = " At this table you may {} only after you have reached or passed GO once."
_ASKING = {
    RentAskedBy.NEXT_THROW: "Owners must ask for their rent before the next roll of the dice, or they lose it. "
    "After doubles, the payer's own next roll is already too late.",
    RentAskedBy.NEXT_PLAYER: "Owners must ask for their rent before the next player rolls, or they lose it. "
    "Further rolls by the payer after doubles do not matter.",
    RentAskedBy.SECOND_PLAYER: "Owners must ask for their rent before the second player after the payer rolls, "
    "or they lose it. Players who are out are skipped; with two players left it means the payer's own next turn.",
}


def _buying(rules: Rules) -> str:
    text = (
        "If nobody owns the property you land on, by the dice or by a card, you may buy it for the "
        "printed price. To find the money you may first sell buildings and mortgage."
    )
    return text if rules.first_lap_buying else text + _FIRST_LAP.format("buy")


def _not_bought(rules: Rules) -> str:
    if not rules.auctions:
        return "At this table a property you do not buy stays with the Bank, without an auction."
    text = "If you do not buy it, it is auctioned at once. Everyone may bid, you too."
    return text if rules.first_lap_buying else text + _FIRST_LAP.format("bid")


def _double_rent(rules: Rules) -> str:
    text = "When one player owns every lot of a colour group, its lots without buildings cost double rent"
    if rules.double_rent is DoubleRent.COMPLETE:
        return text + ", even while another lot of the group is mortgaged."
    return text + ", but only while no lot of the group is mortgaged."


def _utilities(rules: Rules) -> str:
    one, both = UTILITY_FACTORS
    text = f"A utility costs {one} times the dice, or {both} times if its owner has both utilities. "
    if rules.utility_throw is UtilityThrow.FRESH:
        text += "What counts is a new roll by the player who landed there. Doubles in it mean nothing."
    else:
        text += "What counts is the roll that moved the token."
    return text + " Ours: a mortgaged utility still counts as owned."


def _asking(rules: Rules) -> str:
    text = _ASKING[rules.rent_asked_by]
    if not rules.rent_claimed:
        return text + " The companion asks in the owner's place, so rent is paid at once."
    return text + (
        " At this table owners have to ask. What is owed, and to whom, is settled by the landing, "
        "whatever happens after. Only rolls to move or to leave Jail count."
    )


def _rent_in_jail(rules: Rules) -> str:
    if rules.rent_in_jail:
        return "An owner who sits in Jail still collects rent."
    return "At this table an owner who sits in Jail collects no rent."


BUYING: tuple[Row, ...] = (
    ("BUY-1", "Buying where you land", _buying),
    ("BUY-2", "What is not bought", _not_bought),
    (
        "AUCTION-1",
        "The lowest first bid",
        "The bidding for a deed may start at 1. Where a book allows any first bid, 1 is the least there is.",
    ),
    (
        "AUCTION-2",
        "Bids are cash",
        "You cannot bid more than the cash you hold. "
        "During the auction you may sell buildings and mortgage to hold more.",
    ),
    (
        "AUCTION-3",
        "The highest bid must buy",
        "Whoever bids most has to buy for that sum. Ours: if nobody bids at all, the Bank keeps it.",
    ),
)
RENT: tuple[Row, ...] = (
    (
        "RENT-1",
        "Rent printed on the deed",
        "If you land on a property of another player, you owe its owner rent. "
        "The deed says how much, by the number of buildings on the lot.",
    ),
    ("RENT-2", "Double rent for complete groups", _double_rent),
    ("RENT-3", "No rent when mortgaged", "Nobody pays rent for a mortgaged property."),
    (
        "RENT-4",
        "Rent of the railroads",
        "A railroad costs {}, {}, {} or {}, as its owner has one, two, three or four of them. ".format(*RAILROAD_RENTS)
        + "Ours: a mortgaged railroad still counts as owned.",
    ),
    ("RENT-5", "Rent of the utilities", _utilities),
    ("RENT-6", "Asking for rent in time", _asking),
    ("RENT-7", "Rent for owners in Jail", _rent_in_jail),
    ("RENT-8", "Your own property", "If you land on your own property, nothing happens."),
)
