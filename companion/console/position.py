"""A game that is played already with paper money, as it was said so far; and the lines in which the table reads it.

Players are called P1, P2, … in these lines: whatever people are called cannot break them.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.table.messages.views import BoardPrint

BANK, HOTEL = -1, 5


class Possession(Struct, frozen=True):
    """What a player has, but for the deeds. No cash is that of the start."""

    cash: int | None = None
    space: int = 0
    jail: int = -1  # failed throws in Jail; -1 when free
    jail_cards: int = 0
    is_begun: bool = False  # was anything said of this player


class Holding(Struct, frozen=True):
    owner: int = BANK
    buildings: int = 0
    mortgaged: bool = False


class Position(Struct, frozen=True):
    players: tuple[Possession, ...]
    titles: tuple[Holding, ...]
    turn: int = 0

    def with_player(self, seat: int, has: Possession) -> "Position":
        return replace(self, players=(*self.players[:seat], has, *self.players[seat + 1 :]))

    def with_title(self, deed: int, title: Holding) -> "Position":
        return replace(self, titles=(*self.titles[:deed], title, *self.titles[deed + 1 :]))

    def seated(self, before: Sequence[str], now: Sequence[str]) -> "Position":
        """The same for players who sit or are called otherwise; who has gone leaves the deeds to the Bank."""
        seats = {seat: _seat_now(seat, before, now) for seat in range(len(before))}
        came = {new: self.players[old] for old, new in seats.items() if new is not None}
        players = tuple(came.get(seat, Possession()) for seat in range(len(now)))
        titles = tuple(_kept(title, seats.get(title.owner)) for title in self.titles)
        return Position(players, titles, seats.get(self.turn) or 0)


def empty_position(players: int, deeds: int) -> Position:
    return Position((Possession(),) * players, (Holding(),) * deeds)


def _seat_now(seat: int, before: Sequence[str], now: Sequence[str]) -> int | None:
    if before[seat] in now:
        return list(now).index(before[seat])
    return seat if seat < len(now) and now[seat] not in before else None


def _kept(title: Holding, owner: int | None) -> Holding:
    return Holding() if owner is None else replace(title, owner=owner)


# As the table reads it


class Said(Struct, frozen=True):
    """One line, and what of the form it is about."""

    text: str
    seat: int
    deed: int = -1


def said(position: Position, board: BoardPrint, *, all_passed_go: bool = False) -> tuple[Said, ...]:
    return (
        *(line for seat in range(len(position.players)) for line in _of_player(position, seat, all_passed_go)),
        *(line for deed in range(len(position.titles)) for line in _of_deed(position, deed, board.deeds[deed].name)),
        Said(f"given turn {called(position.turn)}", position.turn),
    )


def called(seat: int) -> str:
    return f"P{seat + 1}"


def _of_player(position: Position, seat: int, has_passed_go: bool) -> Iterator[Said]:
    has, who = position.players[seat], f"given {called(seat)}"
    if has.cash is not None:
        yield Said(f"{who} cash {has.cash}", seat)
    yield Said(f"{who} at {has.space}" if has.jail < 0 else f"{who} in jail turn {has.jail}", seat)
    if has.jail_cards:
        yield Said(f"{who} jail cards {has.jail_cards}", seat)
    if has_passed_go:
        yield Said(f"{who} passed go", seat)


def _of_deed(position: Position, deed: int, name: str) -> Iterator[Said]:
    title = position.titles[deed]
    if title.owner == BANK:
        return
    yield Said(f"given {called(title.owner)} owns {name}", title.owner, deed)
    if title.buildings:
        stands = "hotel" if title.buildings == HOTEL else f"houses {title.buildings}"
        yield Said(f"given {name} {stands}", title.owner, deed)
    if title.mortgaged:
        yield Said(f"given {name} mortgaged", title.owner, deed)
