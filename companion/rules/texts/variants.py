"""The short game, the timed game, the Speed Die, and what the table may do in every edition."""

from collections.abc import Callable

from companion.rules.editions import Rules, ShortGame
from companion.rules.phrases import money
from companion.rules.texts import Row, Words, number, ordinal


def _short(words: Words) -> Callable[[Rules], str]:
    def text(rules: Rules) -> str:
        if rules.short_game is None:
            return "This book has no short game."
        return words if isinstance(words, str) else words(rules)

    return text


def _game(rules: Rules) -> ShortGame:
    assert rules.short_game is not None, "asked only where the book has one"
    return rules.short_game


def _speed(words: str) -> Callable[[Rules], str]:
    return lambda rules: words if rules.speed_cash else _NO_SPEED_DIE


_NO_SPEED_DIE = "This book has no Speed Die."


def _dealt(rules: Rules) -> str:
    game = _game(rules)
    price = "pays the printed prices at once" if game.deal.paid else "gets them free"
    return f"Before a short game each player is dealt {number(game.deal.count)} deeds and {price}."


def _jail(rules: Rules) -> str:
    if not _game(rules).one_jail_turn:
        return "Jail in the short game is the same as always."
    return (
        "In the short game you leave Jail in your next turn: by a card, by the fine before your roll, or by a roll. "
        f"If that is not doubles it costs {money(rules.fine)} and you move by it anyway."
    )


def _tax(rules: Rules) -> str:
    if not _game(rules).flat_tax:
        return "Income Tax in the short game is the same as always."
    return f"Income Tax in the short game costs {money(rules.income_tax)}, with nothing to choose."


def _ends(rules: Rules) -> str:
    game = _game(rules)
    text = f"The short game ends at the {ordinal(game.ends_at)} bankruptcy, or when one player is left."
    if game.last_buildings_stand:
        text += " The buildings of the last bankrupt player stay standing and go with the deeds."
    return text


def _worth_at_the_end(rules: Rules) -> str:
    return (
        "At the end you are worth your cash, the printed price of your property, but half of it where it is mortgaged, "
        "and the printed price of your buildings. A hotel counts "
        f"{number(rules.houses_for_hotel + 1)} times the price of a house, as it took that many to get there."
    )


def _time_is_up(rules: Rules) -> str:
    if not rules.timed_game:
        return "This book has no timed game."
    return (
        "You may agree on a time to stop. When it comes, the richest player wins. "
        "Ours: the worth is added up as at the end of a short game."
    )


def _timed_deal(rules: Rules) -> str:
    if not rules.timed_game:
        return "This book has no timed game."
    if rules.timed_deal is None:
        return "No deeds are dealt before a timed game."
    price = "pays the printed prices at once" if rules.timed_deal.paid else "gets them free"
    return (
        f"Before a timed game each player is dealt {number(rules.timed_deal.count)} deeds and {price}. "
        "Ours: if the game is a short one as well, only the short game's deeds are dealt."
    )


def _speed_cash(rules: Rules) -> str:
    if not rules.speed_cash:
        return _NO_SPEED_DIE
    return f"With the Speed Die everyone starts with {money(rules.speed_cash)} more."


SHORTER_GAMES: tuple[Row, ...] = (
    ("SHORT-1", "Deeds dealt before play", _short(_dealt)),
    (
        "SHORT-2",
        "Three houses for a hotel",
        _short("In the short game three houses on every lot of the group are enough for a hotel."),
    ),
    ("SHORT-3", "Jail in the short game", _short(_jail)),
    ("SHORT-4", "Tax in the short game", _short(_tax)),
    ("SHORT-5", "When the short game ends", _short(_ends)),
    ("SHORT-6", "Adding up at the end", _worth_at_the_end),
    ("SHORT-7", "The richest wins", "Whoever is worth most wins. Ours: players who are worth the same win together."),
    (
        "SHORT-8",
        "Hotels in the short game",
        _short(
            "In the short game a hotel counts as four houses. For half the price it turns back into three, "
            "if the Bank has three. Where a book does not say, we play the same."
        ),
    ),
    ("TIMED-1", "Playing against the clock", _time_is_up),
    ("TIMED-2", "Deeds for the timed game", _timed_deal),
)
SPEED_DIE: tuple[Row, ...] = (
    ("SPEED-1", "More money to start", _speed_cash),
    (
        "SPEED-2",
        "When you get the die",
        _speed(
            "You use the Speed Die after you have landed on or passed GO for the first time: "
            "from your very next roll, even in the same turn."
        ),
    ),
    ("SPEED-3", "Faces one to three", _speed("A 1, 2 or 3 on the Speed Die is added to the two white dice.")),
    (
        "SPEED-4",
        "Choosing with the Bus",
        _speed("With the Bus you choose: move by one white die, by the other, or by both."),
    ),
    (
        "SPEED-5",
        "Mr. M goes further",
        _speed(
            "With Mr. M you move by the white dice and act there. After that you go on to the next property nobody "
            "owns, and may buy it as usual. If every property has an owner, you go to the next one of another "
            "player and pay the rent, if it is not mortgaged. Passing GO pays salary. "
            "A roll for doubles comes after all this."
        ),
    ),
    ("SPEED-6", "White dice make doubles", _speed("Only the two white dice count for doubles.")),
    (
        "SPEED-7",
        "Three of a kind",
        _speed(
            "If all three dice show the same, you may go forward to any space, with salary if you reach or pass GO. "
            "Choosing Jail is a visit; choosing Go To Jail puts you in. The white dice are doubles as well, "
            "so if they are your third, you go to Jail and nowhere else."
        ),
    ),
    (
        "SPEED-8",
        "Jail ends the roll",
        _speed("Going to Jail ends your turn at once, and what the Speed Die shows is not used."),
    ),
    (
        "SPEED-9",
        "The die in Jail",
        _speed(
            "To get out of Jail you roll the white dice alone. "
            "After a fine or a card you roll the Speed Die again as usual."
        ),
    ),
    (
        "SPEED-10",
        "The die and the utilities",
        _speed(
            "For a utility's rent you roll again, also when a card sent you. If you already use the Speed Die, it is "
            "rolled and counted too; the Bus and Mr. M count 0."
        ),
    ),
)
AT_THE_TABLE: tuple[Row, ...] = (
    (
        "LEAVE-1",
        "Leaving before the end",
        "Ours: if a player has to go, the Banker retires them. Their deeds, buildings, cash and jail cards go back to "
        "the Bank, and nobody pays for it. With a debt open it is a bankruptcy to that creditor. Anything else that "
        "is open has to be finished first. If only one player is left, that player wins.",
    ),
    (
        "END-1",
        "Stopping the game early",
        "Ours: the Banker may end the game. The richest player wins, counted as at the end of a short game.",
    ),
    (
        "CORRECT-1",
        "Correcting a mistake",
        "Ours: the Banker may correct cash, a position, a deed or a building. It needs a reason, everyone can see it, "
        "and nothing can be set that could not be on a real table.",
    ),
    (
        "UNDO-1",
        "Undo and redo",
        "Ours: the last move can be undone and redone. The companion's own dice and decks then give the same "
        "roll and the same card, so it is no second chance. The Banker may enter others by hand, for all to see.",
    ),
    (
        "HOUSE-1",
        "Changing a house rule",
        "Ours: the table may change a house rule during the game. It needs a reason, and everyone can see it.",
    ),
)
