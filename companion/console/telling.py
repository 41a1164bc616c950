"""How the form of a game with paper money is filled in: a pad for each thing, one player after the other."""

from msgspec.structs import replace

from companion.console.asking import Shows, building_words
from companion.console.pads.amount import AmountPad
from companion.console.pads.choose import Choice, ChoosePad
from companion.console.places import JAIL, place_name
from companion.console.position import BANK, HOTEL, Holding, Position
from companion.console.setup import Setup, seat_words
from companion.table.messages.views import BoardPrint, DeedPrint

IN_JAIL = ("In Jail", "In Jail, 1 throw has failed", "In Jail, 2 throws have failed")


async def tell_cash(app: Shows, setup: Setup, position: Position, seat: int) -> Position | None:
    has, name = position.players[seat], setup.seats[seat].name
    most = setup.books.amount_most
    pad = AmountPad(f"How much money has {name}?", 0, most, has.cash or 0, "Count all the notes.", nought=True)
    cash = await app.show_pad(pad)
    return None if cash is None else position.with_player(seat, replace(has, cash=cash))


async def tell_place(app: Shows, setup: Setup, position: Position, seat: int, board: BoardPrint) -> Position | None:
    has, player = position.players[seat], setup.seats[seat]
    places = [Choice(place_name(board.spaces, at), (at, -1)) for at in range(len(board.spaces))]
    places[JAIL:JAIL] = [Choice(words, (JAIL, failed)) for failed, words in enumerate(IN_JAIL)]
    chosen = await app.show_pad(ChoosePad(f"Where is the {player.token} of {player.name}?", places))
    if chosen is None:
        return None
    space, failed = chosen
    return position.with_player(seat, replace(has, space=space, jail=failed))


async def tell_deed(
    app: Shows, setup: Setup, position: Position, seat: int, deed: int, board: BoardPrint
) -> Position | None:
    """A deed of the Bank is given at once: one tap for each card that lies there."""
    title, printed = position.titles[deed], board.deeds[deed]
    if title.owner == BANK:
        return position.with_title(deed, Holding(seat))
    choices = _own(title, printed) if title.owner == seat else _others(setup, title, seat)
    changed = await app.show_pad(ChoosePad(printed.name, choices))
    return None if changed is None else position.with_title(deed, changed)


def _own(title: Holding, printed: DeedPrint) -> list[Choice[Holding]]:
    heights = range(HOTEL + 1) if printed.house_cost else (0,)
    stands = [Choice(_stands(count), replace(title, buildings=count, mortgaged=False)) for count in heights]
    mortgaged = Choice("Face down: mortgaged", replace(title, buildings=0, mortgaged=True))
    return [*stands, mortgaged, Choice("It is the Bank's after all", Holding())]


def _stands(count: int) -> str:
    return f"With {building_words(count)} on it" if count else "Face up, nothing on it"


def _others(setup: Setup, title: Holding, seat: int) -> list[Choice[Holding]]:
    names = setup.names
    return [
        Choice(f"It stays with {names[title.owner]}", title),
        Choice(f"It is {names[seat]}'s", replace(title, owner=seat)),
        Choice("It is the Bank's", Holding()),
    ]


async def tell_turn(app: Shows, setup: Setup, position: Position) -> Position | None:
    choices = [Choice(seat_words(seat), at) for at, seat in enumerate(setup.seats)]
    turn = await app.show_pad(ChoosePad("Whose turn is it?", choices, "Who throws the dice next."))
    return None if turn is None else replace(position, turn=turn)


def title_words(title: Holding, setup: Setup) -> str:
    """What stands behind the name of a deed."""
    if title.owner == BANK:
        return ""
    stands = "mortgaged" if title.mortgaged else building_words(title.buildings) if title.buildings else ""
    owner = seat_words(setup.seats[title.owner])
    return f"{owner}, {stands}" if stands else owner
