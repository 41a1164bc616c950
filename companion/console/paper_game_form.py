"""The form for a game in progress with paper money: what was said so far, and the lines in which the table reads it.

In these lines players are called P1, P2, …, so that no name can break them.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from companion.console.new_game_form import NewGameForm
from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.pads.numbers import AmountPad
from companion.console.words import JAIL, describe_buildings, describe_place
from companion.table.messages.views import BoardPrint

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

BANK, HOTEL = -1, 5
IN_JAIL = ("In Jail", "In Jail, 1 failed roll", "In Jail, 2 failed rolls")


class PaperPlayer(Struct, frozen=True):
    """What a player has, except for deeds. Without `cash` it is as much as at the start."""

    cash: int | None = None
    space: int = 0
    jail: int = -1  # failed rolls in Jail; -1 when free
    jail_cards: int = 0
    is_begun: bool = False  # has anything been said about this player?


class PaperTitle(Struct, frozen=True):
    owner: int = BANK
    buildings: int = 0
    mortgaged: bool = False


class PaperGameForm(Struct, frozen=True):
    players: tuple[PaperPlayer, ...]
    titles: tuple[PaperTitle, ...]
    turn: int = 0

    def with_player(self, seat: int, player: PaperPlayer) -> "PaperGameForm":
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_title(self, deed: int, title: PaperTitle) -> "PaperGameForm":
        return replace(self, titles=(*self.titles[:deed], title, *self.titles[deed + 1 :]))

    def with_seats(self, before: Sequence[str], now: Sequence[str]) -> "PaperGameForm":
        """The same when players have changed seats or names. The deeds of players who left go to the Bank."""
        seats: dict[int, int] = {}  # from the old seat to the new one
        for seat, name in enumerate(before):
            if name in now:
                seats[seat] = list(now).index(name)
            elif seat < len(now) and now[seat] not in before:
                seats[seat] = seat
        moved = {new: self.players[old] for old, new in seats.items()}
        players = tuple(moved.get(seat, PaperPlayer()) for seat in range(len(now)))
        titles = tuple(
            replace(title, owner=seats[title.owner]) if title.owner in seats else PaperTitle() for title in self.titles
        )
        return PaperGameForm(players, titles, seats.get(self.turn, 0))


def empty_form(players: int, deeds: int) -> PaperGameForm:
    return PaperGameForm((PaperPlayer(),) * players, (PaperTitle(),) * deeds)


# As the table reads it


class GivenLine(Struct, frozen=True):
    """One line, and what it is about in the form."""

    text: str
    seat: int
    deed: int = -1


def code_name(seat: int) -> str:
    return f"P{seat + 1}"


def given_lines(form: PaperGameForm, board: BoardPrint, *, all_passed_go: bool = False) -> tuple[GivenLine, ...]:
    lines: list[GivenLine] = []
    for seat, player in enumerate(form.players):
        who = f"given {code_name(seat)}"
        if player.cash is not None:
            lines.append(GivenLine(f"{who} cash {player.cash}", seat))
        where = f"at {player.space}" if player.jail < 0 else f"in jail turn {player.jail}"
        lines.append(GivenLine(f"{who} {where}", seat))
        if player.jail_cards:
            lines.append(GivenLine(f"{who} jail cards {player.jail_cards}", seat))
        if all_passed_go:
            lines.append(GivenLine(f"{who} passed go", seat))
    for deed, title in enumerate(form.titles):
        name = board.deeds[deed].name
        if title.owner == BANK:
            continue
        lines.append(GivenLine(f"given {code_name(title.owner)} owns {name}", title.owner, deed))
        if title.buildings:
            stands = "hotel" if title.buildings == HOTEL else f"houses {title.buildings}"
            lines.append(GivenLine(f"given {name} {stands}", title.owner, deed))
        if title.mortgaged:
            lines.append(GivenLine(f"given {name} mortgaged", title.owner, deed))
    return *lines, GivenLine(f"given turn {code_name(form.turn)}", form.turn)


# A pad for each thing. None if somebody changed their mind.


async def ask_cash(app: "ConsoleApp", game: NewGameForm, form: PaperGameForm, seat: int) -> PaperGameForm | None:
    player, name = form.players[seat], game.players[seat].name
    most = game.setup.max_amount
    pad = AmountPad(f"How much money does {name} have?", 0, most, player.cash or 0, "Count all the notes.", nought=True)
    cash = await app.show_pad(pad)
    return None if cash is None else form.with_player(seat, replace(player, cash=cash))


async def ask_place(
    app: "ConsoleApp", game: NewGameForm, form: PaperGameForm, seat: int, board: BoardPrint
) -> PaperGameForm | None:
    places = [PadChoice(describe_place(board.spaces, at), (at, -1)) for at in range(len(board.spaces))]
    places[JAIL:JAIL] = [PadChoice(words, (JAIL, failed)) for failed, words in enumerate(IN_JAIL)]
    title = f"Where is the {game.players[seat].token} of {game.players[seat].name}?"
    chosen = await app.show_pad(ChoosePad(title, places))
    if chosen is None:
        return None
    space, failed = chosen
    return form.with_player(seat, replace(form.players[seat], space=space, jail=failed))


async def ask_deed(
    app: "ConsoleApp", game: NewGameForm, form: PaperGameForm, seat: int, deed: int, board: BoardPrint
) -> PaperGameForm | None:
    """A deed of the Bank goes to the player at once: one tap for each card that lies there."""
    title, printed = form.titles[deed], board.deeds[deed]
    if title.owner == BANK:
        return form.with_title(deed, PaperTitle(seat))
    choices: list[PadChoice[PaperTitle]] = []
    if title.owner == seat:
        for count in range(HOTEL + 1) if printed.house_cost else (0,):
            words = f"With {describe_buildings(count)} on it" if count else "Face up, nothing on it"
            choices.append(PadChoice(words, replace(title, buildings=count, mortgaged=False)))
        choices.append(PadChoice("Face down: mortgaged", replace(title, buildings=0, mortgaged=True)))
        choices.append(PadChoice("It is the Bank's after all", PaperTitle()))
    else:
        choices.append(PadChoice(f"It stays with {game.names[title.owner]}", title))
        choices.append(PadChoice(f"It is {game.names[seat]}'s", replace(title, owner=seat)))
        choices.append(PadChoice("It is the Bank's", PaperTitle()))
    changed = await app.show_pad(ChoosePad(printed.name, choices))
    return None if changed is None else form.with_title(deed, changed)


async def ask_turn(app: "ConsoleApp", game: NewGameForm, form: PaperGameForm) -> PaperGameForm | None:
    choices = [PadChoice(player.words, seat) for seat, player in enumerate(game.players)]
    turn = await app.show_pad(ChoosePad("Whose turn is it?", choices, "Who rolls the dice next."))
    return None if turn is None else replace(form, turn=turn)


def describe_title(title: PaperTitle, game: NewGameForm) -> str:
    """What stands behind the name of a deed."""
    if title.owner == BANK:
        return ""
    stands = "mortgaged" if title.mortgaged else describe_buildings(title.buildings) if title.buildings else ""
    owner = game.players[title.owner].words
    return f"{owner}, {stands}" if stands else owner
