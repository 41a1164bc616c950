"""Building, shortages and selling buildings back."""

from companion.rules.board import Board
from companion.rules.editions import FirstBid, Rules
from companion.rules.lists import a
from companion.rules.texts import WHAT_THAT_MEANS, WHEN, number, silent_books


def buildings(rules: Rules, board: Board) -> dict[str, str]:
    house, houses, hotel, hotels = board.words.house, board.words.houses, board.words.hotel, board.words.hotels
    full, one_more = number(rules.houses_for_hotel), number(rules.houses_for_hotel + 1)
    if rules.unlimited_buildings:
        none_left = f"At this table the Bank always has {houses} and {hotels}, so nobody has to wait."
        shortage = f"At this table the Bank always has {houses} and {hotels}, so they are never auctioned."
    else:
        none_left = (
            f"If the Bank is out of {houses}, you cannot build one until some come back. The same goes for {hotels}."
        )
        scarce = f"{houses} or {hotels}" if rules.scarce_hotels else houses
        shortage = (
            f"If two or more players want more {scarce} than the Bank has left, they are auctioned, one at a time. "
            "Whoever has a lot ready for one may bid, even when it is not their turn. "
            "The winner pays the bid instead of the price. "
        )
        if rules.scarce_first_bid is FirstBid.DEED_PRICE:
            shortage += "The first bid is at least the lowest building price on the deeds that want one."
        else:
            shortage += f"The bidding may start at {board.money(1)}."
        if not rules.scarce_hotels:
            shortage += f" This book does not auction {hotels}."
    return {
        "BUILD-1": f"You need every lot of a colour group to build on it. The deed says what {a(house)} costs.",
        "BUILD-2": "Build evenly: no lot may get more than one building ahead of another lot of its group.",
        "BUILD-3": "You cannot build on a group while one of its lots is mortgaged.",
        "BUILD-4": f"When all lots of the group have {full} {houses}, you may build {hotels}. You pay the price on the "
        f"deed, and the lot's {full} {houses} go back to the Bank.",
        "BUILD-5": f"A lot holds one {hotel} at most, and nothing is built on top of it.",
        "BUILD-6": f"You may build {WHEN[rules.build_when]}. {WHAT_THAT_MEANS[rules.build_when]}",
        "STOCK-1": none_left,
        "STOCK-2": shortage,
        "SELL-1": f"The Bank takes buildings back {WHEN[rules.sell_when]}, for half the price, whatever you "
        "paid. Sell evenly, the way you built.",
        "SELL-2": f"One {hotel} counts as {one_more} {houses}. You may turn it back into {full} {houses}, if the Bank "
        "has them, or sell all buildings of the group at once. In "
        f"{silent_books('SELL-2')} the book only names the first way, and the second is our rule.",
        "SELL-3": f"Ours: if the Bank has too few {houses} to put in the place of {a(hotel)}, "
        "you can only sell all buildings of the group at once.",
    }
