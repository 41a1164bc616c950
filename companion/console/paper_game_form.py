"""The form for a game in progress with paper money: what was said so far, and the lines in which the table reads it.

In these lines players are called P1, P2, …, so that no name can break them.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.table.messages.views import BoardPrint

BANK, HOTEL = -1, 5


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
