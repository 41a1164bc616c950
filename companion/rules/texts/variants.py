"""The short game, the timed game, the Speed Die, and what the table may do in every edition."""

from companion.rules.board import Board
from companion.rules.editions import Deal, Rules
from companion.rules.lists import a
from companion.rules.texts import number, ordinal, unsaid


def shorter_games(rules: Rules, board: Board) -> dict[str, str]:
    return {
        **_short_game(rules, board),
        "SHORT-6": "At the end you are worth your cash, the price of your property, but only its mortgage "
        f"value where it is mortgaged, and the price of your buildings. One {board.words.hotel} counts "
        f"{number(rules.houses_for_hotel + 1)} times the price of {a(board.words.house)}, as it took that many to get "
        "there.",
        "SHORT-7": "The player who is worth most wins. Ours: players who are worth the same win together.",
        **_timed_game(rules),
    }


def _short_game(rules: Rules, board: Board) -> dict[str, str]:
    game = rules.short_game
    if game is None:
        return dict.fromkeys(
            ("SHORT-1", "SHORT-2", "SHORT-3", "SHORT-4", "SHORT-5", "SHORT-8"), "This book has no short game."
        )
    place, tax_space = board.names["jail"], board.names["income_tax"]
    houses, hotel = board.words.houses, board.words.hotel
    jail = f"{place} in the short game is the same as always."
    if game.one_jail_turn:
        jail = (
            f"In the short game you leave {place} on your next turn: by a card, by the fine before your roll, or by a "
            f"roll. If that is not doubles it costs {board.money(rules.fine)} and you move by it anyway."
        )
    tax = f"{tax_space} in the short game is the same as always."
    if game.flat_tax:
        tax = f"{tax_space} in the short game costs {board.money(board.income_tax)}, with nothing to choose."
    ends = f"The short game ends at the {ordinal(game.ends_at)} bankruptcy, or when one player is left."
    if game.last_buildings_stand:
        ends += " The buildings of the last bankrupt player stay standing and go with the deeds."
    return {
        "SHORT-1": f"Before a short game {_each_is_dealt(game.deal)}.",
        "SHORT-2": f"In the short game three {houses} on every lot of the group are enough for {a(hotel)}.",
        "SHORT-3": jail,
        "SHORT-4": tax,
        "SHORT-5": ends,
        "SHORT-8": f"In the short game one {hotel} counts as four {houses}. For half the price it turns back into "
        "three, if the Bank has three. " + unsaid("SHORT-8"),
    }


def _timed_game(rules: Rules) -> dict[str, str]:
    if not rules.timed_game:
        return dict.fromkeys(("TIMED-1", "TIMED-2"), "This book has no timed game.")
    dealt = "No deeds are dealt before a timed game."
    if rules.timed_deal is not None:
        dealt = (
            f"Before a timed game {_each_is_dealt(rules.timed_deal)}. "
            "Ours: if the game is a short one as well, only the short game's deeds are dealt."
        )
    return {
        "TIMED-1": "You may agree on a time to stop. When it comes, the richest player wins. "
        "Ours: the worth is added up as at the end of a short game.",
        "TIMED-2": dealt,
    }


def _each_is_dealt(deal: Deal) -> str:
    price = "pays for them at once" if deal.paid else "gets them free"
    return f"each player is dealt {number(deal.count)} deeds and {price}"


def speed_die(rules: Rules, board: Board) -> dict[str, str]:
    go, jail, sent_from = (board.names[name] for name in ("go", "jail", "go_to_jail"))
    if not rules.speed_cash:
        return dict.fromkeys((f"SPEED-{count}" for count in range(1, 11)), "This book has no Speed Die.")
    return {
        "SPEED-1": f"With the Speed Die everyone starts with {board.money(rules.speed_cash)} more.",
        "SPEED-2": f"You use the Speed Die after you have landed on or passed {go} for the first time: "
        "from your very next roll, even in the same turn.",
        "SPEED-3": "A 1, 2 or 3 on the Speed Die is added to the two white dice.",
        "SPEED-4": "With the Bus you choose: move by one white die, by the other, or by both.",
        "SPEED-5": "With Mr. M you move by the white dice and act there. After that you go on to the next property "
        "nobody owns, and may buy it as usual. If every property has an owner, you go to the next one of another "
        f"player and pay the rent, if it is not mortgaged. Passing {go} pays salary. "
        "If you rolled doubles, you roll again after all this.",
        "SPEED-6": "Only the two white dice count for doubles.",
        "SPEED-7": "If all three dice show the same, you may go forward to any space, with salary if you reach or pass "
        f"{go}. Choosing {jail} is a visit; choosing {sent_from} puts you in. The white dice are doubles as well, "
        f"so if they are your third, you go to {jail} and nowhere else.",
        "SPEED-8": f"Going to {jail} ends your turn at once, and what the Speed Die shows is not used.",
        "SPEED-9": f"To get out of {jail} you roll the white dice alone. "
        "After a fine or a card you roll the Speed Die again as usual.",
        "SPEED-10": f"For the rent of {a(board.words.utility)} you roll again, also when a card sent you. If you "
        "already use the Speed Die, it is rolled and counted too; the Bus and Mr. M count 0.",
    }


def at_the_table(rules: Rules, _: Board) -> dict[str, str]:
    odds = " Everybody's odds may be looked at before the game is over." if rules.odds else ""
    return {
        "LEAVE-1": "Ours: if a player has to go, the Banker retires them. Their deeds, buildings, cash and jail cards "
        "go back to the Bank, and nobody pays for it. If they have a debt, they go bankrupt to that creditor instead. "
        "Anything else that is open has to be finished first. If only one player is left, that player wins.",
        "END-1": "Ours: the Banker may end the game. The richest player wins, counted as at the end of a short game.",
        "CORRECT-1": "Ours: the Banker may correct cash, a position, a deed, a building or a jail card. It needs a "
        "reason, everyone can see it, and nothing can be set that could not be on a real table.",
        "CORRECT-2": "Ours: the Banker may move money between two players, or between a player and the Bank, in one "
        "act, or set a player's cash to the sum that was counted. It needs a reason, everyone can see it, and nobody "
        "can end up with less than nothing.",
        "UNDO-1": "Ours: the last move can be undone and redone. The companion's own dice and decks then give the same "
        "roll and the same card, so it is no second chance. The Banker may enter others by hand, for all to see.",
        "HOUSE-1": "Ours: the table may change a house rule during the game. It needs a reason, and everyone can "
        f"see it.{odds}",
    }
