"""Building, shortages and selling buildings back."""

from companion.rules.editions import FirstBid, Rules
from companion.rules.texts import WHAT_THAT_MEANS, WHEN, Row, number


def _hotel(rules: Rules) -> str:
    houses = number(rules.houses_for_hotel)
    return (
        f"When all lots of the group have {houses} houses, you may build hotels. A hotel costs the price on the "
        f"deed, and the lot's {houses} houses go back to the Bank."
    )


def _building_when(rules: Rules) -> str:
    return f"You may build {WHEN[rules.build_when]}. {WHAT_THAT_MEANS[rules.build_when]}"


def _none_left(rules: Rules) -> str:
    if rules.unlimited_buildings:
        return "At this table the Bank always has houses and hotels, so nobody has to wait."
    return "If the Bank is out of houses, you wait until some come back before you can build. The same goes for hotels."


def _shortage(rules: Rules) -> str:
    if rules.unlimited_buildings:
        return "At this table the Bank always has houses and hotels, so they are never auctioned."
    scarce = "houses or hotels" if rules.scarce_hotels else "houses"
    text = (
        f"If two or more players want more {scarce} than the Bank has left, they are auctioned, one at a time. "
        "Whoever has a lot ready for one may bid, even when it is not their turn. "
        "Whoever wins one pays the bid and not the printed price. "
    )
    if rules.scarce_first_bid is FirstBid.DEED_PRICE:
        text += "The first bid is at least the lowest building price on the deeds that want one."
    else:
        text += "The bidding may start at 1."
    return text if rules.scarce_hotels else text + " This book does not auction hotels."


def _selling(rules: Rules) -> str:
    return (
        f"The Bank takes buildings back {WHEN[rules.sell_when]}, for half the printed price, whatever you paid. "
        "Sell evenly, the way you built."
    )


def _stepping_down(rules: Rules) -> str:
    houses = rules.houses_for_hotel
    return (
        f"A hotel counts as {number(houses + 1)} houses. You may turn it back into {number(houses)} houses, if the "
        "Bank has them, or sell all buildings of the group at once. Where a book only names the first way, the second "
        "is our rule."
    )


BUILDINGS: tuple[Row, ...] = (
    (
        "BUILD-1",
        "Complete groups may build",
        "You need every lot of a colour group to build on it. A house costs what the deed says.",
    ),
    (
        "BUILD-2",
        "Keep the group even",
        "Build evenly: no lot may get more than one building ahead of another lot of its group.",
    ),
    ("BUILD-3", "Not beside a mortgage", "You cannot build on a group while one of its lots is mortgaged."),
    ("BUILD-4", "From houses to a hotel", _hotel),
    ("BUILD-5", "Nothing above a hotel", "A lot holds one hotel at most, and nothing is built on top of it."),
    ("BUILD-6", "When you may build", _building_when),
    ("STOCK-1", "When none are left", _none_left),
    ("STOCK-2", "Auction of scarce buildings", _shortage),
    ("SELL-1", "Selling buildings back", _selling),
    ("SELL-2", "Taking down a hotel", _stepping_down),
    (
        "SELL-3",
        "Too few houses for a hotel",
        "Ours: if the Bank has too few houses to put in a hotel's place, "
        "you can only sell all buildings of the group at once.",
    ),
)
